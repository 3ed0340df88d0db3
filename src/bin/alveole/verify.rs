//! `alveole verify`: the judge, on any number of units.

use std::io::{self, Write};

use alveole::formats::unit_json::{Line, ReadError, read_lines};
use alveole::formats::write_json_line;
use alveole::table;
use alveole::unit::Unit;
use alveole::verify::{Fault, HiveJudge, Judge, Place};
use clap::ValueEnum;
use rayon::prelude::*;
use serde::Serialize;

use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{GameFile, LexiconFiles, ThreadOptions};
use crate::output::{Output, plain};

/// Judge units: name every rule that a unit breaks, and where
///
/// Reads units of either kind as JSON Lines and prints one line a fault; what was judged is said on standard error. Grids
/// count from 1, their rows and columns from 0; hives, their lines and cells from 1. Words may be of any level of the
/// lexicon. A line that is no unit ends the run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole verify units.jsonl
  zcat bank.jsonl.gz | alveole verify - --overrides team.tsv --format jsonl

Exits with 0 when there is no fault, with 4 when there is one, with 2 when a line is no unit.")]
pub(crate) struct Args {
    /// Units, one a line; `-` is standard input
    file: Input,

    /// Let two words of a unit share a lemma, such as CHAT and CHATS
    #[arg(long)]
    allow_same_lemma: bool,

    /// How faults are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    games: GameFile,

    #[command(flatten)]
    threads: ThreadOptions,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    files: LexiconFiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for people, which editors can jump to
    Text,
    /// One JSON object a fault
    Jsonl,
}

/// Units that are judged at once: enough for all threads, and never more bytes than this.
const CHUNK_UNITS: usize = 4096;
const CHUNK_BYTES: usize = 16 << 20;

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let Self { file, files, .. } = &self;
        Input::at_most_one_standard(&[&[Some(file), self.games.game.as_ref()][..], &files.inputs()].concat())?;
        let lines = self.file.open()?;
        let words = self.files.load()?;
        let games = self.games.load()?;
        let judge =
            Judge::new(&games.crossword, &words.lexicon, &words.blocklist).allow_same_lemma(self.allow_same_lemma);
        let hives = HiveJudge::new(&games.hive);
        let faults = |unit: Unit| match unit {
            Unit::Crossword(unit) => judge.faults(&unit),
            Unit::Hive(unit) => hives.faults(&unit),
        };
        let pool = self.threads.pool()?;
        let mut out = Output::standard();
        let mut lines = read_lines(lines);
        let mut tally = Tally::default();
        loop {
            let (chunk, end) = chunk(&mut lines);
            let judged: Vec<Result<Vec<Fault>, table::Fault>> = pool.install(|| {
                let judged = chunk.par_iter().map(|line| line.any_unit().map(faults));
                judged.collect()
            });
            // In the order of the file, whatever thread was first; what stands before a line that is no unit is told.
            for (line, judged) in chunk.iter().zip(judged) {
                let faults = match judged {
                    Ok(faults) => faults,
                    Err(fault) => {
                        out.flush()?;
                        return Err(Failure::content(&self.file, &fault));
                    }
                };
                tally.add(faults.len());
                for fault in &faults {
                    self.print(line.number, fault, &mut out)?;
                }
            }
            match end {
                End::NotYet => {}
                End::File => break,
                End::Error(error) => {
                    out.flush()?;
                    return Err(match error {
                        ReadError::Content(fault) => Failure::content(&self.file, &fault),
                        ReadError::Io { source, .. } => Failure::unreadable(&self.file, &source),
                    });
                }
            }
        }
        out.flush()?;
        let _ = writeln!(io::stderr().lock(), "{}: {tally}", self.file);
        Ok(if tally.faults == 0 { Code::Done } else { Code::Fault })
    }

    fn print(&self, line: usize, fault: &Fault, out: &mut Output) -> io::Result<()> {
        match self.format {
            Format::Text => {
                writeln!(out, "{}:{line}: {}", self.file, plain(&fault.to_string()))
            }
            Format::Jsonl => write_json_line(&Record::new(self.file.to_string(), line, fault), out),
        }
    }
}

/// Why a chunk ended.
enum End {
    /// It is full.
    NotYet,
    File,
    Error(ReadError),
}

fn chunk(lines: &mut impl Iterator<Item = Result<Line, ReadError>>) -> (Vec<Line>, End) {
    let (mut chunk, mut bytes) = (Vec::new(), 0);
    while chunk.len() < CHUNK_UNITS && bytes < CHUNK_BYTES {
        match lines.next() {
            Some(Ok(line)) => {
                bytes += line.bytes.len();
                chunk.push(line);
            }
            Some(Err(error)) => return (chunk, End::Error(error)),
            None => return (chunk, End::File),
        }
    }
    (chunk, End::NotYet)
}

#[derive(Default)]
struct Tally {
    units: u64,
    unsound: u64,
    faults: usize,
}

impl Tally {
    fn add(&mut self, faults: usize) {
        self.units += 1;
        self.unsound += u64::from(faults > 0);
        self.faults += faults;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { units, unsound, faults } = self;
        match (units, unsound) {
            (0, _) => f.write_str("no unit"),
            (1, 0) => f.write_str("1 unit, sound"),
            (_, 0) => write!(f, "{units} units, all sound"),
            _ => {
                let ending = |count| if count == 1 { "" } else { "s" };
                let (s, t) = (ending(*units), if *faults == 1 { "" } else { "s" });
                write!(f, "{units} unit{s}, {unsound} with {faults} fault{t}")
            }
        }
    }
}

/// A fault as a line of JSON; what does not apply is left out.
#[derive(Serialize)]
struct Record<'a> {
    file: String,
    line: usize,
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    question_mark: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hive: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hive_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<usize>,
    message: &'a str,
}

impl<'a> Record<'a> {
    fn new(file: String, line: usize, fault: &'a Fault) -> Self {
        let mut record = Self {
            file,
            line,
            rule: fault.rule.id(),
            question_mark: None,
            grid: None,
            row: None,
            column: None,
            direction: None,
            symbol: None,
            hive: None,
            hive_line: None,
            cell: None,
            message: &fault.message,
        };
        match fault.place {
            None | Some(Place::Bonus) => {}
            Some(Place::Symbol { number }) => record.symbol = Some(number),
            Some(Place::Hive { hive }) => record.hive = Some(hive),
            Some(Place::HiveLine { hive, line }) => (record.hive, record.hive_line) = (Some(hive), Some(line)),
            Some(Place::HiveCell { hive, line, cell }) => {
                (record.hive, record.hive_line, record.cell) = (Some(hive), Some(line), Some(cell));
            }
            Some(Place::QuestionMark { number }) => record.question_mark = Some(number),
            Some(Place::Grid { grid }) => record.grid = Some(grid),
            Some(Place::Cell { grid, row, column }) => {
                (record.grid, record.row, record.column) = (Some(grid), Some(row), Some(column));
            }
            Some(Place::Word { grid, row, column, direction }) => {
                (record.grid, record.row, record.column) = (Some(grid), Some(row), Some(column));
                record.direction = Some(direction.name());
            }
            Some(Place::Line { grid, row, column, heading }) => {
                (record.grid, record.row, record.column) = (Some(grid), Some(row), Some(column));
                record.direction = Some(heading.name());
            }
        }
        record
    }
}
