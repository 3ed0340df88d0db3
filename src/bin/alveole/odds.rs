//! `alveole odds`: how many sets of letters give what, for the pairs of a file.

use std::fmt::Write as _;
use std::io::{self, Write};

use alveole::crossword::odds::Odds;
use alveole::crossword::reveal::Reveal;
use alveole::formats::unit_json::{ReadError, read_lines};
use alveole::formats::write_json_line;
use alveole::game::Game;
use alveole::money::Cents;
use alveole::screen::Screen;
use alveole::table::Fault;
use clap::ValueEnum;
use serde::Serialize;

use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::lists::ListFiles;
use crate::output::Output;

/// Count the odds of pairs: of all sets of letters, how many win what
///
/// Reads units as JSON Lines and looks at their grids alone. Sets that leave an improper piece standing alone are counted, and
/// counted apart: only the others, the admissible ones, can be dealt.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole odds units.jsonl
  alveole fill --letters random --reveal 0,1 --format jsonl | alveole odds -

Exits with 0, with 2 when a line is no unit.")]
pub(crate) struct Args {
    /// Units, one a line; `-` is standard input
    file: Input,

    /// How odds are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    lists: ListFiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table a pair
    Text,
    /// One JSON object a pair
    Jsonl,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&[Some(&self.file)].into_iter().chain(self.lists.inputs()).collect::<Vec<_>>())?;
        let game = Game::mots_croises();
        let screen = Screen::new(self.lists.load()?.0);
        let mut out = Output::standard();
        for line in read_lines(self.file.open()?) {
            let line = line.map_err(|error| match error {
                ReadError::Content(fault) => Failure::content(&self.file, &fault),
                ReadError::Io { source, .. } => Failure::unreadable(&self.file, &source),
            });
            let read = line.and_then(|line| {
                let unit = line.unit().map_err(|fault| Failure::content(&self.file, &fault))?;
                let reveal = Reveal::of(&unit.pair, &screen).map_err(|problem| {
                    let problem = problem.to_string();
                    Failure::content(&self.file, &Fault { line: line.number, column: 1, problem })
                })?;
                Ok((line.number, reveal))
            });
            let (line, reveal) = match read {
                Ok(read) => read,
                Err(failure) => {
                    // What stands before a line that is none is told.
                    out.flush()?;
                    return Err(failure);
                }
            };
            let odds = reveal.odds(game.crossword.letters);
            match self.format {
                Format::Text => self.table(line, &odds, &game, &mut out)?,
                Format::Jsonl => write_json_line(&Record::new(line, &odds, &game), &mut out)?,
            }
        }
        out.flush()?;
        Ok(Code::Done)
    }

    fn table(&self, line: usize, odds: &Odds, game: &Game, out: &mut Output) -> io::Result<()> {
        let [raw, admissible] = odds.all();
        let (sets, good) = (grouped(raw), grouped(admissible));
        writeln!(
            out,
            "{}:{line}: {good} of {sets} sets of {} letters are admissible",
            self.file, game.crossword.letters
        )?;
        writeln!(
            out,
            "  {:>10}  {:>9}  {:>9}  {:>12}  completed words: admissible sets",
            "lot", "all", "admissible", "one in"
        )?;
        for lot in game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]) {
            let [all, good] = odds.of_lot(lot, game);
            let mut outcomes = String::new();
            for outcome in game.outcomes().filter(|outcome| game.lot(outcome) == Some(lot)) {
                let [_, sets] = odds.of(&outcome);
                let _ = write!(outcomes, "  {} {}", listed(&outcome), grouped(sets.into()));
            }
            let (all, good, one_in) = (grouped(all), grouped(good), one_in(good, admissible));
            writeln!(out, "  {:>10}  {all:>9}  {good:>10}  {one_in:>12}{outcomes}", lot.to_string())?;
        }
        let paid = game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]).map(|lot| odds.of_lot(lot, game));
        let [all, good] = paid.fold([raw, admissible], |[a, b], [c, d]| [a - c, b - d]);
        let (all, good, one_in) = (grouped(all), grouped(good), one_in(good, admissible));
        writeln!(out, "  {:>10}  {all:>9}  {good:>10}  {one_in:>12}  in no row of the prize table", "none")
    }
}

/// `3+2`, as many numbers as grids.
fn listed(outcome: &[u8]) -> String {
    outcome.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
}

/// A share as one in so many, with a decimal while it says something.
fn one_in(part: u64, all: u64) -> String {
    match part {
        0 => "never".into(),
        _ if all < part * 100 => {
            let tenths = (all * 10 + part / 2) / part;
            format!("{}.{}", tenths / 10, tenths % 10)
        }
        _ => grouped((all + part / 2) / part),
    }
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[derive(Serialize)]
struct Record {
    line: usize,
    letters: usize,
    sets: u64,
    admissible: u64,
    outcomes: Vec<Outcome>,
    lots: Vec<Lot>,
}

#[derive(Serialize)]
struct Outcome {
    completed: Vec<u8>,
    lot_cents: Option<Cents>,
    sets: u32,
    admissible: u32,
}

#[derive(Serialize)]
struct Lot {
    #[serde(rename = "lot_cents")]
    amount: Cents,
    sets: u64,
    admissible: u64,
}

impl Record {
    fn new(line: usize, odds: &Odds, game: &Game) -> Self {
        let outcomes = game.outcomes().map(|completed| {
            let [sets, admissible] = odds.of(&completed);
            Outcome { lot_cents: game.lot(&completed), completed, sets, admissible }
        });
        let lots = game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]).map(|amount| {
            let [sets, admissible] = odds.of_lot(amount, game);
            Lot { amount, sets, admissible }
        });
        let [sets, admissible] = odds.all();
        let letters = game.crossword.letters;
        Self { line, letters, sets, admissible, outcomes: outcomes.collect(), lots: lots.collect() }
    }
}
