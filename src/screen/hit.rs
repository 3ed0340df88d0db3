//! What is found on a unit.

use std::fmt;

use crate::blocklist::{Entry, Listed, Pair, Sought};
use crate::letters::Word;
use crate::unit::{Direction, Heading};

/// How something was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// A word of the record.
    Word,
    /// A maximal run of letter cells.
    Run,
    /// Within a longer run, forwards.
    Inside,
    /// Along neighbouring cells, over one grey cell at most; a run backwards, too.
    Cells,
    /// Standing alone in a run between hidden letters, when all letters are uncovered.
    Piece,
    /// The same while some letters are still covered: told, not blocked.
    OnTheWay,
    /// The letters under the question marks, in their order.
    QuestionMarks,
    /// Two words of the unit.
    Pair,
}

impl Reading {
    /// `word`, `run`, `inside` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Word => "word",
            Self::Run => "run",
            Self::Inside => "inside",
            Self::Cells => "cells",
            Self::Piece => "piece",
            Self::OnTheWay => "on the way",
            Self::QuestionMarks => "question marks",
            Self::Pair => "pair",
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What of the lists is against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause<'a> {
    /// An entry, as a whole.
    Entry(&'a Entry),
    /// A word that is sought beyond whole words.
    Sought(&'a Sought),
    /// Two words together.
    Pair(&'a Pair),
}

impl Cause<'_> {
    /// What there is against it, such as `racist, strong`.
    pub fn kind(&self) -> String {
        match self {
            Self::Entry(entry) => entry.kind.to_string(),
            Self::Sought(sought) => sought.entry.kind.to_string(),
            Self::Pair(pair) => format!("{}, {}", pair.theme, pair.severity),
        }
    }

    /// Its theme; `brand`, `misspelling` or `ban`.
    pub fn theme(&self) -> String {
        match self {
            Self::Entry(entry) => entry.kind.theme(),
            Self::Sought(sought) => sought.entry.kind.theme(),
            Self::Pair(pair) => pair.theme.to_string(),
        }
    }

    /// Severity, or a brand's prominence.
    pub fn severity(&self) -> Option<String> {
        match self {
            Self::Entry(entry) => entry.kind.severity(),
            Self::Sought(sought) => sought.entry.kind.severity(),
            Self::Pair(pair) => Some(pair.severity.to_string()),
        }
    }

    /// As the lists write it.
    pub fn display(&self) -> String {
        match self {
            Self::Entry(entry) => entry.display.to_string(),
            Self::Sought(sought) => sought.entry.display.to_string(),
            Self::Pair(pair) => format!("{} + {}", pair.words[0], pair.words[1]),
        }
    }

    /// Why.
    pub fn reason(&self) -> &str {
        match self {
            Self::Entry(entry) => &entry.reason,
            Self::Sought(sought) => &sought.reason,
            Self::Pair(pair) => &pair.reason,
        }
    }

    /// The deciding row.
    pub const fn listed(&self) -> Listed {
        match self {
            Self::Entry(entry) => entry.listed,
            Self::Sought(sought) => sought.listed,
            Self::Pair(pair) => pair.listed,
        }
    }
}

/// Where a word stands: its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// Grid, from 1.
    pub grid: usize,
    /// From 0.
    pub row: usize,
    /// From 0.
    pub column: usize,
    /// Which way it runs.
    pub direction: Direction,
}

/// Where something is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// From a cell on, in a direction.
    Line {
        /// Grid, from 1.
        grid: usize,
        /// From 0.
        row: usize,
        /// From 0.
        column: usize,
        /// Which way.
        heading: Heading,
    },
    /// From a question mark on.
    QuestionMark {
        /// From 1.
        number: usize,
    },
    /// At two words.
    Words(Spot, Spot),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { grid, row, column, heading } => {
                write!(f, "grid {grid}, row {row}, column {column}, {heading}")
            }
            Self::QuestionMark { number } => write!(f, "question mark {number}"),
            Self::Words(first, second) => {
                for (spot, between) in [(first, ""), (second, " and ")] {
                    let Spot { grid, row, column, direction } = spot;
                    write!(f, "{between}grid {grid}, row {row}, column {column}, {direction}")?;
                }
                Ok(())
            }
        }
    }
}

/// Something that must not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit<'a> {
    /// What is read; of a pair, the word that stands first.
    pub word: Word,
    /// How.
    pub reading: Reading,
    /// Where.
    pub place: Place,
    /// What is against it.
    pub cause: Cause<'a>,
}

impl Hit<'_> {
    /// Whether it keeps the unit from being printed; what is read on the way to the full reveal is only told.
    pub fn blocks(&self) -> bool {
        self.reading != Reading::OnTheWay
    }
}
