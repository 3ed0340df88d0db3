//! `alveole bank repair`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use alveole::bank::{Bank, BankPair, BankWriter, outcomes};
use alveole::crossword::odds::Odds;
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::formats::manifest::{Manifest, Parameter};
use alveole::formats::whole_file::WholeFile;
use alveole::formats::write_json_line;
use alveole::game::Game;
use alveole::letters::Letter;
use alveole::lexicon::Level;
use alveole::produce::blind::{Blind, Wishes};
use alveole::produce::repair::Repaired;
use alveole::screen::{Screen, Spot};
use alveole::table::hex;
use alveole::unit::GridPair;
use alveole::verify::Judge;
use clap::ValueEnum;
use serde::Serialize;

use super::BankFile;
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::lists::ListFiles;
use crate::options::{LexiconFiles, ThreadOptions, counted};
use crate::output::{Output, plain};

/// Repair a bank after a ban, or another change of lists or lexicon
///
/// Only the pairs that must change do, in as few cells as will do: those that show what the lists now forbid, and those that do not
/// serve every result any more. All other rows stay as they are, to the byte. What changed is told, a line a pair. A bank that
/// needs nothing is written as it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole bank repair bank.parquet --overrides bans.tsv --out repaired.parquet
  alveole bank repair bank.parquet --blocklist rivals.txt --format jsonl --out repaired.parquet > changes.jsonl

A repaired bank has another digest: a block that was planned with the old one keeps the old one.
Exits with 6 when a pair can't be repaired: then nothing is written.")]
pub(crate) struct Args {
    #[command(flatten)]
    file: BankFile,

    /// Write the repaired bank to this file, which appears when it is finished, or not at all
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Replace the file if it exists
    #[arg(long)]
    force: bool,

    /// How changes are told on standard output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// All draws follow from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    #[command(flatten)]
    threads: ThreadOptions,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    files: LexiconFiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Jsonl,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&self.files.inputs())?;
        let game = Game::mots_croises();
        let bank = super::open(&self.file.bank)?;
        let words = self.files.load()?;
        let file = WholeFile::create(&self.out, self.force)?;
        let (level, wishes) = self.made_with(&bank.manifest)?;
        let screen = Arc::new(Screen::new(words.blocklist.clone()));
        let vocabulary = Vocabulary::screened(&words.at_level(level)?, SameLemma::Refused, Arc::clone(&screen));
        let repair = Blind {
            game: &game,
            vocabulary: &vocabulary,
            screen,
            judge: Judge::new(&game, &words.lexicon, &words.blocklist),
            layouts: &[],
            wishes: &wishes,
            seed: self.seed,
            count: bank.len(),
        };
        let outcomes = outcomes(&game);
        let admissible = |odds: &Odds| -> Vec<u32> { outcomes.iter().map(|outcome| odds.of(outcome)[1]).collect() };
        let grids: Vec<&GridPair> = bank.pairs().iter().map(|made| &made.pair).collect();
        let holds = |number: usize, odds: &Odds| bank.pairs()[number].odds == admissible(odds);
        let repaired = self.threads.pool()?.install(|| repair.repair(&grids, holds));
        let repaired = repaired.map_err(|error| super::blind_failure(&self.file.bank, &error))?;

        let mut pairs = bank.pairs().to_vec();
        for repair in &repaired {
            let level = pairs[repair.number].level.clone();
            pairs[repair.number] =
                BankPair { pair: repair.made.pair.clone(), level, odds: admissible(&repair.made.odds) };
        }
        let mut manifest = bank.manifest.clone();
        let digests = words.digests();
        manifest.digests.lexicon = digests.lexicon;
        manifest.digests.blocklist = digests.blocklist;
        manifest.digests.lists = digests.lists;
        manifest.digests.overrides = digests.overrides;
        if repaired.is_empty() && manifest == bank.manifest {
            self.copy(file)?;
        } else {
            manifest.command = "bank repair".into();
            manifest.engine = env!("CARGO_PKG_VERSION").into();
            manifest.parameters.insert("repaired_from".into(), hex(&bank.digest()).into());
            manifest.parameters.insert("repair_seed".into(), self.seed.into());
            self.write(file, &pairs, &manifest, game.crossword.grids)?;
        }
        self.tell(&repaired, &bank)?;
        Ok(Code::Done)
    }

    /// The level of the words, and what pairs were to be like, as the bank has it on record.
    fn made_with(&self, manifest: &Manifest) -> Result<(Level, Wishes), Failure> {
        let missing = |name: &str| {
            let bank = crate::exit::shown(&self.file.bank);
            Failure::usage(format_args!("{bank}: its manifest does not say {name}: make it anew"))
        };
        let text = |name: &str| match manifest.parameters.get(name) {
            Some(Parameter::Text(text)) => Ok(text.as_str()),
            _ => Err(missing(name)),
        };
        let level = text("level")?.parse().map_err(|_| missing("level"))?;
        let Some(Parameter::Number(common)) = manifest.parameters.get("common_words") else {
            return Err(missing("common_words"));
        };
        let with: Option<Vec<(Letter, usize)>> =
            text("words_with")?.split_whitespace().map(|text| super::words_with(text).ok()).collect();
        let words_with = with.ok_or_else(|| missing("words_with"))?;
        let common_words = usize::try_from(*common).unwrap_or(usize::MAX);
        Ok((level, Wishes { common_words, words_with, ..Wishes::default() }))
    }

    /// The same bytes: what needs no repair stays as it is.
    fn copy(&self, mut file: WholeFile) -> Result<(), Failure> {
        let name = crate::exit::shown(&self.file.bank);
        let bytes = fs::read(&self.file.bank).map_err(|error| Failure::unreadable(name, &error))?;
        file.write_all(&bytes)?;
        file.finish()?;
        Ok(())
    }

    fn write(&self, file: WholeFile, pairs: &[BankPair], manifest: &Manifest, grids: usize) -> Result<(), Failure> {
        let failed = |error| super::failure(&self.out, error);
        let mut bank = BankWriter::new(file, grids, manifest).map_err(failed)?;
        for pair in pairs {
            bank.push(pair).map_err(failed)?;
        }
        bank.finish().map_err(failed)?.finish()?;
        Ok(())
    }

    fn tell(&self, repaired: &[Repaired], bank: &Bank) -> Result<(), Failure> {
        let mut out = Output::standard();
        for repair in repaired {
            match self.format {
                Format::Text => writeln!(out, "pair {}: {}", repair.number, plain(&told(repair, &self.files.lists)))?,
                Format::Jsonl => write_json_line(&Record::new(repair, &self.files.lists), &mut out)?,
            }
        }
        out.flush()?;
        let grids = repaired.iter().filter(|repair| repair.cells > 0).count();
        let cells: usize = repaired.iter().map(|repair| repair.cells).sum();
        let (pairs, odds) = (counted(bank.len(), "pair"), repaired.len() - grids);
        let _ = writeln!(
            io::stderr().lock(),
            "{pairs}: {grids} repaired in {}, {odds} with other odds alone",
            counted(cells, "cell")
        );
        Ok(())
    }
}

fn place(spot: Spot) -> String {
    let Spot { grid, row, column, direction } = spot;
    format!("grid {grid}, row {row}, column {column}, {direction}")
}

/// What was wrong with a pair, each thing once.
fn reasons(repair: &Repaired, lists: &ListFiles) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for hit in &repair.hits {
        let (reading, read, kind) = (hit.reading, hit.cause.display(), hit.cause.kind());
        reasons.push(format!("{reading}, {}: {read}: {kind} ({})", hit.place, lists.row(hit.cause.listed())));
    }
    // A blocked word is a hit already.
    let is_hit = |word| repair.hits.iter().any(|hit| hit.word == word);
    for word in repair.unknown.iter().filter(|word| repair.hits.is_empty() && !is_hit(**word)) {
        reasons.push(format!("{word} is not in the lexicon"));
    }
    if repair.unserved {
        reasons.push("it does not serve every result any more".into());
    }
    if reasons.is_empty() {
        reasons.push("other sets of letters leave improper pieces now".into());
    }
    reasons
}

fn told(repair: &Repaired, lists: &ListFiles) -> String {
    let why = reasons(repair, lists).join("; ");
    let cells = counted(repair.cells, "cell");
    let exchanged: Vec<String> =
        repair.exchanged.iter().map(|(spot, from, to)| format!("{from} -> {to} ({})", place(*spot))).collect();
    match (repair.cells, repair.anew) {
        (0, _) => format!("{why}: the grids stay, the odds are counted again"),
        (_, true) => format!("{why}: no few cells would do, filled anew"),
        (_, false) => format!("{why}: {cells}: {}", exchanged.join(", ")),
    }
}

/// A repaired pair for programs.
#[derive(Serialize)]
struct Record {
    pair: usize,
    reasons: Vec<String>,
    /// Cells with another letter.
    cells: usize,
    /// Whether both grids were filled anew.
    anew: bool,
    exchanged: Vec<Exchanged>,
}

#[derive(Serialize)]
struct Exchanged {
    grid: usize,
    row: usize,
    column: usize,
    direction: &'static str,
    from: String,
    to: String,
}

impl Record {
    fn new(repair: &Repaired, lists: &ListFiles) -> Self {
        let exchanged = repair.exchanged.iter().map(|(spot, from, to)| Exchanged {
            grid: spot.grid,
            row: spot.row,
            column: spot.column,
            direction: spot.direction.name(),
            from: from.to_string(),
            to: to.to_string(),
        });
        Self {
            pair: repair.number,
            reasons: reasons(repair, lists),
            cells: repair.cells,
            anew: repair.anew,
            exchanged: exchanged.collect(),
        }
    }
}
