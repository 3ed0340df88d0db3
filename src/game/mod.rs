//! A game as data: what a unit shows, what it can win, what a block holds.
//!
//! Games are files of `games/*.toml`; the ones of this crate are embedded. Nothing above this room knows that there are
//! 18 letters, two grids or seven lines of cells: other lotteries play 20 letters, one grid, or five lines.
//!
//! There are two kinds: a [`Game`] of crosswords and a [`HiveGame`]; a file is of the second kind when it has a table
//! `[hive]`.

mod crossword;
mod hive;

use serde::Deserialize;
use thiserror::Error;

pub use crossword::{Crossword, GainRow, Game, Mix, Side, Weighed};
pub use hive::{Bonus, BonusRow, HiveGame, HiveLotRow, Kind, LineRow, LosingBees, PickedRow, Plans, Rates};

use crate::money::Cents;
use crate::table::Fault;

/// The version of game files that this crate reads.
pub const SCHEMA: &str = "alveole/game/1";

/// An inclusive range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a range such as { min = 3, max = 9 }")]
pub struct Range {
    /// Smallest.
    pub min: usize,
    /// Largest.
    pub max: usize,
}

impl Range {
    /// Whether the number is in the range.
    pub const fn contains(self, number: usize) -> bool {
        self.min <= number && number <= self.max
    }
}

/// One row of a block's prize table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LotRow {
    /// The lot.
    pub cents: Cents,
    /// How many units of a block win it.
    pub count: u64,
}

/// Why a game file is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameError {
    /// Not TOML, or not of this form; the text names line and column.
    #[error("{0}")]
    Form(String),
    /// Well formed, but no game can be played by it.
    #[error("{0}")]
    Content(String),
    /// One of them, at a line and column.
    #[error(transparent)]
    At(#[from] Fault),
}

/// A game of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyGame {
    /// Crosswords.
    Crossword(Game),
    /// Hives.
    Hive(HiveGame),
}

impl AnyGame {
    /// The name in unit records.
    pub fn name(&self) -> &str {
        match self {
            Self::Crossword(game) => &game.name,
            Self::Hive(game) => &game.name,
        }
    }

    /// Units of a block.
    pub const fn block_units(&self) -> u64 {
        match self {
            Self::Crossword(game) => game.block_units,
            Self::Hive(game) => game.block_units,
        }
    }

    /// The prize table of a block: its lots, best first, and in the last row the units that win nothing.
    pub fn table(&self) -> Vec<LotRow> {
        let mut rows: Vec<LotRow> = match self {
            Self::Crossword(game) => game.lots.clone(),
            Self::Hive(game) => game.lots.iter().map(|row| LotRow { cents: row.cents, count: row.count }).collect(),
        };
        let winning: u64 = rows.iter().map(|row| row.count).sum();
        rows.push(LotRow { cents: Cents::ZERO, count: self.block_units().saturating_sub(winning) });
        rows
    }

    /// SHA-256 of the file.
    pub const fn digest(&self) -> [u8; 32] {
        match self {
            Self::Crossword(game) => game.digest(),
            Self::Hive(game) => game.digest(),
        }
    }

    /// Reads and checks a game file of either kind: one with a table `[hive]` is of hives.
    ///
    /// # Errors
    /// When the text is no TOML, or no game of its kind; the text names line and column where there is one.
    pub fn from_toml(text: &str) -> Result<Self, GameError> {
        #[derive(Deserialize)]
        struct Header {
            hive: Option<serde::de::IgnoredAny>,
        }
        let header: Header = toml::from_str(text).map_err(|error| GameError::Form(error.to_string()))?;
        if header.hive.is_some() {
            Ok(Self::Hive(HiveGame::from_toml(text)?))
        } else {
            Game::from_toml(text).map(Self::Crossword)
        }
    }
}
