//! Hive games: lines of cells, multipliers, bee, EXTRA, Bonus, and how the ways to a lot are drawn.

mod check;
mod file;

use std::fmt;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::money::Cents;
use crate::table::Fault;

/// A hive game, as its file has it: geometry, gains, lots, and the rates of what wins nothing.
///
/// ```
/// use alveole::game::{HiveGame, Kind};
/// let game = HiveGame::ruche_d_or();
/// assert_eq!(game.lines.iter().map(|line| line.cells).sum::<usize>(), 37);
/// assert_eq!(game.lot_row(alveole::money::Cents::from_euros(3)).unwrap().weight(Kind::Bonus), 40);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiveGame {
    /// The name in unit records, such as `ruche-d-or`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Price of a unit.
    pub stake_cents: Cents,
    /// Units of a block.
    pub block_units: u64,
    /// Names of the playable symbols, of which the player picks one; always three, as units have three such roles.
    pub playable: Vec<String>,
    /// Names of the other symbols; one at least.
    pub fillers: Vec<String>,
    /// How many symbols equal to the picked one win a line; 2 at least.
    pub symbols_to_win: usize,
    /// The lines of a hive, from top to bottom.
    pub lines: Vec<LineRow>,
    /// The multipliers, in growing order; all are in [`HiveGame::MULTIPLIERS`].
    pub multipliers: Vec<u8>,
    /// What a bee wins.
    pub bee: Cents,
    /// Whether there is an EXTRA hive.
    pub extra: bool,
    /// The Bonus.
    pub bonus: Bonus,
    /// How often lines, hives and Bonus show what wins nothing.
    pub rates: Rates,
    /// How the ways to a lot are drawn.
    pub plans: Plans,
    /// The prize table of a block, best lot first.
    pub lots: Vec<HiveLotRow>,
    digest: [u8; 32],
}

/// One line of a hive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineRow {
    /// How many cells.
    pub cells: usize,
    /// What it wins.
    pub cents: Cents,
}

/// The Bonus: bees behind a door, where nothing else was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bonus {
    /// What bees win, fewest first, each number of bees one more than the last.
    pub gains: Vec<BonusRow>,
    /// How often a losing Bonus shows how many bees: from one bee on, up to one less than the first row of gains.
    pub losing: Vec<LosingBees>,
}

/// One row of the Bonus's pay table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BonusRow {
    /// So many bees.
    pub bees: u8,
    /// Their gain.
    pub cents: Cents,
}

/// How often a losing Bonus shows this many bees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LosingBees {
    /// So many bees.
    pub bees: u8,
    /// Its share, beside the others' weights.
    pub weight: u32,
}

/// How often a unit shows what wins nothing. The same for all units of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Of a thousand losing units, so many open an EXTRA hive that stays blank.
    pub blank_extra_per_mille: u32,
    /// Of a thousand losing lines with a cell left for it, so many show a multiplier.
    pub idle_multiplier_per_mille: u32,
    /// For each number of cells, how many picked symbols a losing line shows.
    pub picked: Vec<PickedRow>,
}

/// How many picked symbols a losing line shows.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PickedRow {
    /// Cells that bee and EXTRA leave free.
    pub cells: usize,
    /// Weights of none, one, two … picked symbols; as many as it takes to win, so that the last is one too few.
    pub weights: Vec<u32>,
}

/// How the ways to a lot are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans {
    /// The most gains that a unit has: winning lines, bees, or Bonus.
    pub max_gains: usize,
    /// Weights of 1, 2 … gains among the ways of one kind.
    pub gains: Vec<u32>,
}

/// One row of a block's prize table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiveLotRow {
    /// The lot.
    pub cents: Cents,
    /// How many units of a block win it.
    pub count: u64,
    /// Weights of the kinds, in the order of [`Kind::ALL`].
    pub kinds: [u32; Kind::ALL.len()],
}

impl HiveLotRow {
    /// The weight of a kind among the others'.
    pub const fn weight(&self, kind: Kind) -> u32 {
        self.kinds[kind as usize]
    }
}

/// Kinds of ways to win a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// One winning line without a multiplier.
    Line,
    /// One winning line with a multiplier.
    Multiplied,
    /// The bee alone.
    Bee,
    /// Two gains or more in one hive.
    Several,
    /// The Bonus alone.
    Bonus,
    /// Any way that opens an EXTRA hive, whether that wins or stays blank.
    Extra,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Line, Self::Multiplied, Self::Bee, Self::Several, Self::Bonus, Self::Extra];

    /// The name in game files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Multiplied => "multiplied",
            Self::Bee => "bee",
            Self::Several => "several",
            Self::Bonus => "bonus",
            Self::Extra => "extra",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl HiveGame {
    /// The game file of Maxi Ruche d'Or.
    pub const RUCHE_D_OR: &'static str = include_str!("../../games/ruche-d-or.toml");

    /// The multipliers that there are (RO-4.6): a game has some or all of them.
    pub const MULTIPLIERS: [u8; 6] = [2, 3, 4, 5, 6, 10];
    /// The most cells that a line may have.
    pub const MOST_CELLS: usize = 12;
    /// The most lines that a hive may have.
    pub const MOST_LINES: usize = 12;
    /// The most symbols of all kinds.
    pub const MOST_SYMBOLS: usize = 12;

    /// Maxi Ruche d'Or.
    ///
    /// # Panics
    /// Never: a test loads the embedded file.
    pub fn ruche_d_or() -> Self {
        Self::from_toml(Self::RUCHE_D_OR).expect("the embedded game is sound")
    }

    /// Reads and checks a game file: its form, the totals of its prize table, and that every lot and every kind of way to
    /// it can be played.
    ///
    /// # Errors
    /// When the text is no TOML of this form, or when its numbers do not make a game: the line and what is wrong there.
    pub fn from_toml(text: &str) -> Result<Self, Fault> {
        let mut game = file::read(text)?;
        game.digest = Sha256::digest(text).into();
        Ok(game)
    }

    /// SHA-256 of the file.
    pub const fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// All symbols: the playable ones, then the fillers.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.playable.iter().chain(&self.fillers).map(String::as_str)
    }

    /// The row of a lot in the prize table.
    pub fn lot_row(&self, lot: Cents) -> Option<&HiveLotRow> {
        self.lots.iter().find(|row| row.cents == lot)
    }

    /// How many units of a block lose.
    pub fn losing_units(&self) -> u64 {
        self.block_units - self.lots.iter().map(|row| row.count).sum::<u64>()
    }

    /// What this many bees of the Bonus win; `None` where no row pays them.
    pub fn bonus_gain(&self, bees: u8) -> Option<Cents> {
        self.bonus.gains.iter().find(|row| row.bees == bees).map(|row| row.cents)
    }

    /// Weights of none, one, two … picked symbols in a losing line with so many free cells; empty where there is no row.
    pub fn picked_weights(&self, cells: usize) -> &[u32] {
        self.rates.picked.iter().find(|row| row.cells == cells).map_or(&[], |row| &row.weights)
    }
}

#[cfg(test)]
mod tests;
