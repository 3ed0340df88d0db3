//! `alveole block find`.

use std::io::{self, Write};
use std::path::PathBuf;

use alveole::block::part::{Rows, Shown};
use alveole::block::reader::{Block, RecordedUnit};
use alveole::formats::write_json_line;
use alveole::game::AnyGame;
use alveole::letters::{LetterSet, Word, fold};
use clap::ValueEnum;
use serde::Serialize;

use crate::exit::{Code, Failure};
use crate::options::counted;
use crate::output::{Output, plain};

/// Find the units of delivered blocks that show a word, a pair or letters
///
/// What is told says where units are, not what they win.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole block find block --word moulin
  alveole block find block1 block2 --pair 1234 --format jsonl
  alveole block find block --letters SIXTRONPLAUMEGBCHD

Exits with 0 whether or not there are any.")]
#[command(group(clap::ArgGroup::new("what").required(true).args(["word", "pair", "letters", "unit"])))]
pub(crate) struct Args {
    /// The blocks
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// Units whose grids have this word
    #[arg(long, value_name = "WORD")]
    word: Option<String>,

    /// Units that show this pair of their bank, from 0
    #[arg(long, value_name = "N")]
    pair: Option<u32>,

    /// Units with these letters, in whatever order
    #[arg(long, value_name = "LETTERS")]
    letters: Option<String>,

    /// The unit of this number, from 0
    #[arg(long, value_name = "N")]
    unit: Option<u64>,

    /// How units are told
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Jsonl,
}

/// What is looked for.
enum Wanted {
    Word(Word),
    Pair(u32),
    Letters(LetterSet),
    Unit(u64),
}

/// A unit that was found.
#[derive(Serialize)]
struct Found<'a> {
    block: String,
    emission: &'a str,
    number: &'a str,
    unit: u64,
    part: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pair: Option<u32>,
    /// Where a word stands in the pair.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<String>,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let wanted = self.wanted()?;
        let mut out = Output::standard();
        let mut count = 0;
        for folder in &self.folders {
            let block = super::open(folder)?;
            count += self.search(&block, &wanted, &mut out)?;
        }
        out.flush()?;
        let _ = writeln!(io::stderr().lock(), "{} in {}", counted(count, "unit"), counted(self.folders.len(), "block"));
        Ok(Code::Done)
    }

    fn wanted(&self) -> Result<Wanted, Failure> {
        if let Some(text) = &self.word {
            return fold(text)
                .map(Wanted::Word)
                .map_err(|error| Failure::usage(format_args!("--word {text:?}: {error}")));
        }
        if let Some(text) = &self.letters {
            let letters: Option<Vec<_>> = text.chars().map(alveole::letters::Letter::from_char).collect();
            let letters = letters.filter(|letters| !letters.is_empty());
            let letters =
                letters.ok_or_else(|| Failure::usage(format_args!("--letters {text:?}: write letters, as ABC")))?;
            return Ok(Wanted::Letters(letters.into_iter().collect()));
        }
        Ok(self.pair.map_or_else(|| Wanted::Unit(self.unit.unwrap_or(0)), Wanted::Pair))
    }

    fn search(&self, block: &Block, wanted: &Wanted, out: &mut Output) -> Result<usize, Failure> {
        if matches!(block.game, AnyGame::Hive(_)) && !matches!(wanted, Wanted::Unit(_)) {
            let name = crate::exit::shown(block.folder());
            return Err(Failure::usage(format_args!(
                "{name} is a block of hives: they have no words, pairs or letters"
            )));
        }
        let name = crate::exit::shown(block.folder());
        // What no unit can show is a slip of the pen, and not a unit that is not there.
        if let (AnyGame::Crossword(game), Wanted::Letters(letters)) = (&block.game, wanted)
            && letters.len() != game.crossword.letters
        {
            return Err(Failure::usage(format_args!(
                "--letters: {} different letters, where a unit of {name} has {}",
                letters.len(),
                game.crossword.letters
            )));
        }
        if let (Some(bank), Wanted::Pair(pair)) = (&block.bank, wanted)
            && *pair as usize >= bank.len()
        {
            return Err(Failure::usage(format_args!(
                "--pair {pair}: the bank of {name} has pairs 0 to {}",
                bank.len().saturating_sub(1)
            )));
        }
        if matches!(wanted, Wanted::Pair(_)) && block.bank.is_none() {
            return Err(Failure::usage(format_args!(
                "{name} is a block whose units have grids of their own, and no pairs of a bank: look for words, letters or units"
            )));
        }
        // Where the word stands in each pair.
        let places: Vec<Vec<String>> = match (wanted, &block.bank) {
            (Wanted::Word(word), Some(bank)) => bank.pairs().iter().map(|made| places(&made.pair, *word)).collect(),
            _ => Vec::new(),
        };
        let mut count = 0;
        for record in &block.sealed.parts {
            let of_part = record.first..record.first + record.units;
            if let Wanted::Unit(unit) = wanted
                && !of_part.contains(unit)
            {
                continue;
            }
            let rows = block.part(record).map_err(super::read_failure)?;
            for (row, unit) in (0..rows.len()).zip(record.first..) {
                let shown = match &rows {
                    Rows::Crossword(rows) => Some(&rows[row]),
                    Rows::Hive(_) => None,
                };
                let pair = shown.and_then(|row| match row.shown {
                    Shown::Pair(pair) => Some(pair),
                    Shown::Grids(_) => None,
                });
                let of_pair = || match (wanted, pair) {
                    (Wanted::Word(word), None) => own_places(block, &rows, row, *word),
                    (_, pair) => pair.and_then(|pair| places.get(pair as usize)).cloned().unwrap_or_default(),
                };
                let is_wanted = match wanted {
                    Wanted::Unit(wanted) => *wanted == unit,
                    Wanted::Pair(wanted) => pair == Some(*wanted),
                    Wanted::Word(_) => !of_pair().is_empty(),
                    Wanted::Letters(wanted) => shown.is_some_and(|row| {
                        let set: LetterSet =
                            row.letters.iter().filter_map(|byte| alveole::letters::Letter::from_ascii(*byte)).collect();
                        set == *wanted
                    }),
                };
                if is_wanted {
                    count += 1;
                    let plan = &block.public.plan;
                    let found = Found {
                        block: crate::exit::shown(block.folder()),
                        emission: &plan.emission,
                        number: &plan.block,
                        unit,
                        part: &record.file,
                        pair,
                        places: of_pair(),
                    };
                    self.tell(&found, out)?;
                }
            }
        }
        Ok(count)
    }

    fn tell(&self, found: &Found, out: &mut Output) -> io::Result<()> {
        match self.format {
            Format::Jsonl => write_json_line(found, out),
            Format::Text => {
                let pair = found.pair.map_or_else(String::new, |pair| format!(", pair {pair}"));
                let places =
                    if found.places.is_empty() { String::new() } else { format!(": {}", found.places.join("; ")) };
                let Found { block, unit, part, .. } = found;
                writeln!(out, "{}", plain(&format!("{block}: unit {unit} ({part}){pair}{places}")))
            }
        }
    }
}

fn places(pair: &alveole::unit::GridPair, word: Word) -> Vec<String> {
    let grids = pair.grids.iter().zip(1..);
    let found = grids.flat_map(|(grid, number)| grid.words.iter().map(move |placed| (number, placed)));
    let found = found.filter(|(_, placed)| placed.word == word).map(|(grid, placed)| {
        let (row, column, direction) = (placed.row, placed.column, placed.direction);
        format!("grid {grid}, row {row}, column {column}, {direction}")
    });
    found.collect()
}

/// Where a word stands in a unit with grids of its own.
fn own_places(block: &Block, rows: &Rows, row: usize, word: Word) -> Vec<String> {
    match block.recorded(rows, row) {
        Ok(RecordedUnit::Crossword(unit)) => places(&unit.pair, word),
        _ => Vec::new(),
    }
}
