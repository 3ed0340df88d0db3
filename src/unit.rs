//! A game unit as plain data: what it shows, and what its record says. No algorithms.
//!
//! Rows and columns count from 0, top left; amounts are cents. The JSON form of a unit is in the `formats` room.

mod hive;

use std::fmt;

pub use hive::{CodeError, Hive, HiveCell, HiveLine, HiveUnit, NoCell};

use crate::letters::{Letter, Word};
use crate::money::Cents;

/// Across or down: words run in no other direction (MC-4.5d).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Left to right.
    Across,
    /// Top to bottom.
    Down,
}

impl Direction {
    /// `across` or `down`, as records have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Across => "across",
            Self::Down => "down",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One of the eight directions in which neighbouring cells lie. Words run in two of them; people read in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heading {
    /// As words across.
    Right,
    /// Diagonally.
    DownRight,
    /// As words down.
    Down,
    /// Diagonally.
    DownLeft,
    /// Words across, backwards.
    Left,
    /// Diagonally.
    UpLeft,
    /// Words down, backwards.
    Up,
    /// Diagonally.
    UpRight,
}

impl Heading {
    /// All eight, clockwise.
    pub const ALL: [Self; 8] =
        [Self::Right, Self::DownRight, Self::Down, Self::DownLeft, Self::Left, Self::UpLeft, Self::Up, Self::UpRight];

    /// `right`, `down-right` and so on.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::DownRight => "down-right",
            Self::Down => "down",
            Self::DownLeft => "down-left",
            Self::Left => "left",
            Self::UpLeft => "up-left",
            Self::Up => "up",
            Self::UpRight => "up-right",
        }
    }

    /// Rows and columns from a cell to the next.
    pub const fn step(self) -> (isize, isize) {
        match self {
            Self::Right => (0, 1),
            Self::DownRight => (1, 1),
            Self::Down => (1, 0),
            Self::DownLeft => (1, -1),
            Self::Left => (0, -1),
            Self::UpLeft => (-1, -1),
            Self::Up => (-1, 0),
            Self::UpRight => (-1, 1),
        }
    }
}

impl From<Direction> for Heading {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::Across => Self::Right,
            Direction::Down => Self::Down,
        }
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The cells of one grid: a letter, or `None` for a grey cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    columns: usize,
    /// Row by row.
    cells: Vec<Option<Letter>>,
}

impl Cells {
    /// A box of grey cells. One without rows has no columns either.
    ///
    /// # Panics
    /// When there are more cells than memory has.
    pub fn grey(rows: usize, columns: usize) -> Self {
        let columns = if rows == 0 { 0 } else { columns };
        Self { columns, cells: vec![None; rows * columns] }
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// How many columns.
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The letter of a cell; `None` where it is grey or outside the box.
    pub fn get(&self, row: usize, column: usize) -> Option<Letter> {
        if column < self.columns { self.cells.get(row * self.columns + column).copied().flatten() } else { None }
    }

    /// Sets a cell.
    ///
    /// # Panics
    /// When the cell is outside the box.
    pub fn set(&mut self, row: usize, column: usize, cell: Option<Letter>) {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        self.cells[row * self.columns + column] = cell;
    }

    /// The cells of one row, left to right.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn row(&self, row: usize) -> &[Option<Letter>] {
        &self.cells[row * self.columns..(row + 1) * self.columns]
    }
}

/// A word as the record places it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedWord {
    /// Folded.
    pub word: Word,
    /// With its accents, as it would be written.
    pub display: Box<str>,
    /// Row of the first letter.
    pub row: u8,
    /// Column of the first letter.
    pub column: u8,
    /// Which way it runs.
    pub direction: Direction,
}

/// One filled grid: its cells, and the words that its record lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// What is printed.
    pub cells: Cells,
    /// Across words first, each in reading order.
    pub words: Vec<PlacedWord>,
}

/// The grids of a unit, blind to letters and outcome. Two of them in Maxi Mots Croisés.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridPair {
    /// Grille 1, Grille 2.
    pub grids: Vec<Grid>,
}

/// A unit of a crossword game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosswordUnit {
    /// Name of the game, such as `mots-croises`.
    pub game: String,
    /// In the order of the question marks.
    pub letters: Vec<Letter>,
    /// What stands beside them.
    pub pair: GridPair,
    /// What the record says of completed words, grid by grid.
    pub completed: Vec<u8>,
    /// What the record says of the lot; `None` where the prize table has no such sum.
    pub lot: Option<Cents>,
}

/// A unit of either kind of game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Letters and grids.
    Crossword(CrosswordUnit),
    /// Hives.
    Hive(HiveUnit),
}
