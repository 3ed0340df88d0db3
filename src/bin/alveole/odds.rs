//! `alveole odds`: how many sets of letters give what, for the pairs of a file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use alveole::crossword::odds::Odds;
use alveole::crossword::reveal::Reveal;
use alveole::formats::svg::{HeatCell, HeatMap};
use alveole::formats::text::{grouped, one_in};
use alveole::formats::unit_json::{ReadError, read_lines};
use alveole::formats::whole_file::WholeFile;
use alveole::formats::write_json_line;
use alveole::game::Game;
use alveole::money::Cents;
use alveole::screen::Screen;
use alveole::table::Fault;
use clap::ValueEnum;
use serde::Serialize;

use crate::exit::{Code, Failure, unwritable};
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
  alveole odds units.jsonl --plot odds.svg

Exits with 0, with 2 when a line is no unit.")]
pub(crate) struct Args {
    /// Units, one a line; `-` is standard input
    file: Input,

    /// How odds are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Draw the sets that can be dealt as a heat map, SVG: of the pair, or on average over all pairs of the file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Replace the picture if it exists
    #[arg(long, requires = "plot")]
    force: bool,

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
        let plot = self.plot.as_ref().map(|path| WholeFile::create(path, self.force)).transpose()?;
        let mut sums = Sums::default();
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
            sums.add(&odds, &game);
            match self.format {
                Format::Text => self.table(line, &odds, &game, &mut out)?,
                Format::Jsonl => write_json_line(&Record::new(line, &odds, &game), &mut out)?,
            }
        }
        out.flush()?;
        if let Some(mut plot) = plot {
            let picture = self.picture(&sums, &game)?;
            plot.write_all(picture.as_bytes()).map_err(|error| unwritable(plot.path(), &error))?;
            plot.finish()?;
        }
        Ok(Code::Done)
    }

    /// The heat map of all pairs.
    fn picture(&self, sums: &Sums, game: &Game) -> Result<String, Failure> {
        let title = match sums.pairs {
            0 => return Err(Failure::usage(format_args!("{}: there is no unit, and so nothing to draw", self.file))),
            1 => format!("{}, odds of the pair of {}", game.title, self.file.name()),
            pairs => format!("{}, odds of {pairs} pairs of {}", game.title, self.file.name()),
        };
        let row = |row: u8| {
            let sets = |column: u8| sums.outcomes.get(&[row, column][..]).copied().unwrap_or(0);
            (0..=game.most_completed())
                .map(|column| HeatCell { sets: sets(column), lot: game.lot(&[row, column]) })
                .collect()
        };
        let map = HeatMap { title: &title, cells: (0..=game.most_completed()).map(row).collect(), all: sums.all };
        Ok(map.to_svg())
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

/// Admissible sets over all pairs.
#[derive(Default)]
struct Sums {
    pairs: u64,
    all: u64,
    outcomes: BTreeMap<Vec<u8>, u64>,
}

impl Sums {
    fn add(&mut self, odds: &Odds, game: &Game) {
        self.pairs += 1;
        self.all += odds.all()[1];
        for outcome in game.outcomes() {
            let [_, admissible] = odds.of(&outcome);
            *self.outcomes.entry(outcome).or_default() += u64::from(admissible);
        }
    }
}

/// `3+2`, as many numbers as grids.
pub(crate) fn listed(outcome: &[u8]) -> String {
    outcome.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
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
