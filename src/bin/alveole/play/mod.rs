//! `alveole play`: one unit, step by step.

mod crossword;
mod hive;

use std::io;
use std::str::FromStr;

use alveole::formats::unit_json::{Line, ReadError, read_lines};
use alveole::play::PlayError;
use alveole::table::Fault;
use alveole::unit::Unit;

use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{GameFile, counted};
use crate::output::{Output, plain};

/// Replay one unit step by step, as a player uncovers it, from its record alone
///
/// Each step is one line: a letter, with what it uncovers in both grids and the words that it completes; or a line of the
/// hive, with what it wins. At the end stands the whole unit. The end is the same for every pick and order, and for AUTO at
/// any moment; where the record says otherwise, that is told, and the run ends with 4.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole play units.jsonl --unit 3
  alveole play hives.jsonl --unit 1 --pick miel --order 7,4,e2
  alveole play hives.jsonl --unit 1 --auto-after 2")]
pub(crate) struct Args {
    /// Units, one a line; `-` is standard input
    file: Input,

    /// Which unit of the file, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    unit: u64,

    /// The symbol that is picked, for hives [default: the first playable one]
    #[arg(long, value_name = "SYMBOL")]
    pick: Option<String>,

    /// What is uncovered first, one after the other: question marks or lines, from 1; e2 is line 2 of the EXTRA hive
    ///
    /// What is not named follows from the first to the last. A line of the EXTRA hive can be uncovered once EXTRA is.
    #[arg(long, value_name = "N,N,…", value_delimiter = ',')]
    order: Vec<Place>,

    /// Press AUTO after so many steps [default: never]
    #[arg(long, value_name = "N")]
    auto_after: Option<usize>,

    #[command(flatten)]
    games: GameFile,
}

/// What a step uncovers: a question mark or line from 1, or a line of the EXTRA hive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    number: usize,
    is_extra: bool,
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let (digits, is_extra) = text.strip_prefix(['e', 'E']).map_or((text, false), |digits| (digits, true));
        let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| plain && (1..=1_000).contains(number));
        let number = number.ok_or("write numbers from 1, such as 3,1,2; e2 is line 2 of the EXTRA hive")?;
        Ok(Self { number, is_extra })
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&[Some(&self.file), self.games.game.as_ref()])?;
        let games = self.games.load()?;
        let line = self.line()?;
        let unit = line.any_unit().map_err(|fault| Failure::content(&self.file, &fault))?;
        let (of, rules) = match &unit {
            Unit::Crossword(unit) => (&*unit.game, &*games.crossword.name),
            Unit::Hive(unit) => (&*unit.game, &*games.hive.name),
        };
        if of != rules {
            let problem =
                format!("a unit of the game {}, and the rules are those of {rules}: --game names a file", plain(of));
            return Err(Failure::content(&self.file, &Fault { line: line.number, column: 1, problem }));
        }
        let mut out = Output::standard();
        let code = match &unit {
            Unit::Crossword(unit) => crossword::play(&self, &games.crossword, unit, line.number, &mut out),
            Unit::Hive(unit) => hive::play(&self, &games.hive, unit, line.number, &mut out),
        }?;
        io::Write::flush(&mut out)?;
        Ok(code)
    }

    /// The line of the unit. What stands before it is not read as units.
    fn line(&self) -> Result<Line, Failure> {
        let mut units = 0;
        for line in read_lines(self.file.open()?) {
            let line = line.map_err(|error| match error {
                ReadError::Content(fault) => Failure::content(&self.file, &fault),
                ReadError::Io { source, .. } => Failure::unreadable(&self.file, &source),
            })?;
            units += 1;
            if units == self.unit {
                return Ok(line);
            }
        }
        let there = usize::try_from(units).unwrap_or(usize::MAX);
        Err(Failure::usage(format_args!(
            "{}: there is no unit {}: it has {}",
            self.file,
            self.unit,
            counted(there, "unit")
        )))
    }

    /// The failure of a step.
    fn refused(&self, line: usize, error: &PlayError) -> Failure {
        match error {
            PlayError::Unplayable(_) => {
                let problem = format!("{error}; `alveole verify` names all faults");
                Failure::content(&self.file, &Fault { line, column: 1, problem })
            }
            PlayError::Pick { .. } => Failure::usage(format_args!("--pick: {error}")),
            PlayError::NoLine(_) | PlayError::NoMark { .. } | PlayError::Twice(_) => {
                Failure::usage(format_args!("--order: {error}"))
            }
        }
    }

    /// Whether AUTO is pressed when so many steps are done.
    fn auto_at(&self, steps: usize) -> bool {
        self.auto_after.is_some_and(|after| steps >= after)
    }
}
