//! What a judge says of a unit that breaks a rule.

use std::fmt;

use thiserror::Error;

use super::Rule;
use crate::unit::{Direction, Heading};

/// Where a unit breaks a rule.
///
/// Question marks and grids count from 1, as the game names them (Grille 1, Grille 2); rows and columns count from 0,
/// as the record has them. Hives (the EXTRA hive is the second), their lines and cells count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A letter under a question mark.
    QuestionMark {
        /// From 1.
        number: usize,
    },
    /// A whole grid.
    Grid {
        /// From 1.
        grid: usize,
    },
    /// One cell.
    Cell {
        /// From 1.
        grid: usize,
        /// From 0.
        row: usize,
        /// From 0.
        column: usize,
    },
    /// A word, by its first cell.
    Word {
        /// From 1.
        grid: usize,
        /// From 0.
        row: usize,
        /// From 0.
        column: usize,
        /// Which way it runs.
        direction: Direction,
    },
    /// Cells that are read in a direction, by the first.
    Line {
        /// From 1.
        grid: usize,
        /// From 0.
        row: usize,
        /// From 0.
        column: usize,
        /// Which way they are read.
        heading: Heading,
    },
    /// A symbol in the list of a hive unit.
    Symbol {
        /// From 1.
        number: usize,
    },
    /// A whole hive.
    Hive {
        /// From 1.
        hive: usize,
    },
    /// A line of a hive.
    HiveLine {
        /// From 1.
        hive: usize,
        /// From 1, top to bottom.
        line: usize,
    },
    /// A cell of a hive.
    HiveCell {
        /// From 1.
        hive: usize,
        /// From 1, top to bottom.
        line: usize,
        /// From 1, left to right.
        cell: usize,
    },
    /// The Bonus of a hive unit.
    Bonus,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::QuestionMark { number } => write!(f, "question mark {number}"),
            Self::Grid { grid } => write!(f, "grid {grid}"),
            Self::Cell { grid, row, column } => write!(f, "grid {grid}, row {row}, column {column}"),
            Self::Word { grid, row, column, direction } => {
                write!(f, "grid {grid}, row {row}, column {column}, {direction}")
            }
            Self::Line { grid, row, column, heading } => {
                write!(f, "grid {grid}, row {row}, column {column}, {heading}")
            }
            Self::Symbol { number } => write!(f, "symbol {number}"),
            Self::Hive { hive } => write!(f, "hive {hive}"),
            Self::HiveLine { hive, line } => write!(f, "hive {hive}, line {line}"),
            Self::HiveCell { hive, line, cell } => write!(f, "hive {hive}, line {line}, cell {cell}"),
            Self::Bonus => f.write_str("Bonus"),
        }
    }
}

/// One broken rule.
///
/// ```
/// use alveole::unit::Direction;
/// use alveole::verify::{Fault, Place, Rule};
/// let place = Place::Word { grid: 2, row: 3, column: 4, direction: Direction::Across };
/// let message = "the record does not list CHAT".into();
/// let fault = Fault { rule: Rule::Mc4_5b, place: Some(place), message };
/// assert_eq!(fault.to_string(), "MC-4.5b, grid 2, row 3, column 4, across: the record does not list CHAT");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule.
    pub rule: Rule,
    /// Where it is broken; `None` where it is the unit as a whole.
    pub place: Option<Place>,
    /// What was found, and what must be.
    pub message: String,
}

impl Fault {
    pub(super) fn new(rule: Rule, place: impl Into<Option<Place>>, message: impl Into<String>) -> Self {
        Self { rule, place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{}, {place}: {}", self.rule, self.message),
            None => write!(f, "{}: {}", self.rule, self.message),
        }
    }
}

/// Why a unit is not verified: one fault at least.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Rejected {
    /// All faults, in the judge's order.
    pub faults: Vec<Fault>,
}

impl fmt::Display for Rejected {
    /// The first fault, and how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.faults[..] {
            [] => f.write_str("rejected"),
            [fault] => fault.fmt(f),
            [fault, others @ ..] => write!(f, "{fault} (and {} more)", others.len()),
        }
    }
}
