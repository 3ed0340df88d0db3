//! The bank file: pairs of grids that were made blind, with their odds. What the content team reviews and blocks are dealt from.
//!
//! A bank is a Parquet file (zstd), a row a pair, which other programs read as it is:
//!
//! | column | type | what it is |
//! |---|---|---|
//! | `pair` | int32 | its number, from 0 |
//! | `level` | text | the level of the lexicon that its words are from |
//! | `rows_1`, `rows_2` | list of text | the rows of each grid, A–Z and `#` |
//! | `words_1`, `words_2` | list of text | its words, across first, each kind in reading order |
//! | `displays_1`, `displays_2` | list of text | the same with their accents |
//! | `odds` | list of int32 | the admissible sets of letters for each [outcome](outcomes) that a block may contain |
//! | `digest` | text | SHA-256 of the row, so that a damaged one is named |
//!
//! The metadata has `alveole.schema`, as `alveole.manifest` the manifest of what the bank was made of, and as `alveole.seals` the
//! digests of the file's parts, so that damage is found before anything is decoded.
//!
//! For programs without Parquet there is a [line of JSON a pair](write_pair), and for people a [`ContactSheet`] to print.

mod contact_sheet;
mod file;
mod pair_json;

use std::cmp::Reverse;
use std::ops::Range;
use std::path::PathBuf;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::formats::manifest::Manifest;
use crate::game::Game;
use crate::letters::{Letter, Word, fold};
use crate::money::Cents;
use crate::table::hex;
use crate::unit::{Cells, Direction, Grid, GridPair, PlacedWord};

pub use contact_sheet::ContactSheet;
pub use file::{BankWriter, read};
pub use pair_json::{PAIR_SCHEMA, write_pair};

/// The version that this crate writes and reads.
pub const SCHEMA: &str = "alveole/bank/1";

/// One row of a bank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankPair {
    /// The grids.
    pub pair: GridPair,
    /// The level of the lexicon that its words are from.
    pub level: Box<str>,
    /// The admissible sets of letters for each of the [outcomes].
    pub odds: Vec<u32>,
}

impl BankPair {
    /// The sets of letters of each result, best lot first and nothing last: those that can be dealt in a block.
    pub fn lots(&self, game: &Game) -> Vec<(Cents, u64)> {
        let mut lots: Vec<(Cents, u64)> = Vec::new();
        for (outcome, sets) in outcomes(game).iter().zip(&self.odds) {
            match (game.lot(outcome), lots.last_mut()) {
                (Some(lot), Some((last, all))) if lot == *last => *all += u64::from(*sets),
                (Some(lot), _) => lots.push((lot, u64::from(*sets))),
                (None, _) => {}
            }
        }
        lots
    }
}

/// A bank in memory, to be shared read-only between threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    /// What it was made of.
    pub manifest: Manifest,
    pairs: Vec<BankPair>,
    digest: [u8; 32],
}

/// Why a bank can't be read, or written.
#[derive(Debug, Error)]
pub enum BankError {
    /// The file can't be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// No Parquet file, cut off, or of another kind.
    #[error("no bank: {0}")]
    Foreign(String),
    /// A bank of another version.
    #[error("a bank of version {found:?}, where this program reads {SCHEMA:?}: make it anew")]
    Version {
        /// What it says.
        found: String,
    },
    /// Rows that are not what was written: damaged, or changed by hand.
    #[error("damaged: {}", rows.iter().map(|(rows, why)| format!("{}: {why}", named(rows))).collect::<Vec<_>>().join("; "))]
    Damaged {
        /// The rows, from 0, and what is wrong with them; the first ten places.
        rows: Vec<(Range<usize>, String)>,
    },
    /// The Parquet library can't write.
    #[error("cannot write: {0}")]
    Write(String),
}

/// Rows as messages name them.
fn named(rows: &Range<usize>) -> String {
    if rows.len() == 1 { format!("row {}", rows.start) } else { format!("rows {} to {}", rows.start, rows.end - 1) }
}

impl Bank {
    /// Opens a bank, and checks every row's digest.
    ///
    /// # Errors
    /// When the file can't be read, is no bank of this version, or rows are damaged: all are named.
    pub fn open(path: &std::path::Path) -> Result<Self, BankError> {
        let io = |source| BankError::Io { path: path.into(), source };
        let bytes = std::fs::read(path).map_err(io)?;
        read(bytes)
    }

    /// SHA-256 of its file.
    pub const fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// How many pairs.
    pub const fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// A pair by its number, from 0.
    pub fn pair(&self, number: usize) -> Option<&BankPair> {
        self.pairs.get(number)
    }

    /// All pairs, in order.
    pub fn pairs(&self) -> &[BankPair] {
        &self.pairs
    }
}

/// The outcomes that a block may contain, in the order of a bank's odds: best lot first, nothing last; of one lot, those with
/// more words in one grid first, and grid 1 before grid 2.
pub fn outcomes(game: &Game) -> Vec<Vec<u8>> {
    let mut outcomes: Vec<Vec<u8>> = game.block_outcomes().collect();
    let key = |outcome: &Vec<u8>| {
        let (mut sorted, lot) = (outcome.clone(), game.lot(outcome));
        sorted.sort_unstable();
        let most = i16::from(sorted.last().copied().unwrap_or(0));
        // Nothing is won by none, then by one.
        let most = if lot == Some(Cents::ZERO) { most } else { -most };
        (Reverse(lot), most, sorted, Reverse(outcome.clone()))
    };
    outcomes.sort_by_key(key);
    outcomes
}

/// A row as text: what its digest is of, and what goes into the columns.
struct Row {
    level: String,
    /// Of each grid.
    rows: Vec<Vec<String>>,
    words: Vec<Vec<String>>,
    displays: Vec<Vec<String>>,
    odds: Vec<u32>,
}

impl Row {
    fn of(made: &BankPair) -> Self {
        let rows = |grid: &Grid| {
            let text = |row| grid.cells.row(row).iter().map(|cell| cell.map_or('#', Letter::to_char)).collect();
            (0..grid.cells.rows()).map(text).collect()
        };
        let grids = &made.pair.grids;
        Self {
            level: made.level.to_string(),
            rows: grids.iter().map(rows).collect(),
            words: grids.iter().map(|grid| grid.words.iter().map(|placed| placed.word.to_string()).collect()).collect(),
            displays: grids
                .iter()
                .map(|grid| grid.words.iter().map(|placed| placed.display.to_string()).collect())
                .collect(),
            odds: made.odds.clone(),
        }
    }

    /// The lists of text, in the order of the columns.
    const fn lists(&self) -> [&Vec<Vec<String>>; 3] {
        [&self.rows, &self.words, &self.displays]
    }

    fn digest(&self, pair: usize) -> String {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        };
        add(&pair.to_string());
        add(&self.level);
        for list in self.lists().into_iter().flatten() {
            add(&list.join("\n"));
        }
        add(&self.odds.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        hex(&hash.finalize())
    }

    /// The pair, or what is wrong with the row.
    fn pair(self) -> Result<BankPair, String> {
        let grids = self.rows.iter().zip(&self.words).zip(&self.displays);
        let grids = grids.map(|((rows, words), displays)| grid(rows, words, displays)).collect::<Result<_, _>>()?;
        Ok(BankPair { pair: GridPair { grids }, level: self.level.into(), odds: self.odds })
    }
}

/// A grid from its rows and words, which stand where the runs of its cells are.
pub(crate) fn grid(rows: &[String], words: &[String], displays: &[String]) -> Result<Grid, String> {
    let columns = rows.first().map_or(0, String::len);
    let mut cells = Cells::grey(rows.len(), columns);
    for (row, text) in rows.iter().enumerate() {
        if text.len() != columns {
            return Err("its rows are not equally long".into());
        }
        for (column, byte) in text.bytes().enumerate() {
            cells.set(row, column, Letter::from_ascii(byte));
        }
    }
    let spots = spots(&cells);
    if spots.len() != words.len() || words.len() != displays.len() {
        return Err(format!("{} words for {} runs", words.len(), spots.len()));
    }
    let placed = spots.into_iter().zip(words).zip(displays).map(|(((direction, row, column), word), display)| {
        let word: Word = fold(word).map_err(|error| format!("{word:?} is no word: {error}"))?;
        let place = |number: usize| u8::try_from(number).map_err(|_| "a grid of more than 255 cells a side".to_owned());
        Ok(PlacedWord { word, display: display.as_str().into(), row: place(row)?, column: place(column)?, direction })
    });
    let words = placed.collect::<Result<_, String>>()?;
    Ok(Grid { cells, words })
}

/// Where the runs of two or more cells start: across first, each kind in reading order.
fn spots(cells: &Cells) -> Vec<(Direction, usize, usize)> {
    let is_letter = |row: usize, column: usize| cells.get(row, column).is_some();
    let all = |direction: Direction| {
        let places = (0..cells.rows()).flat_map(|row| (0..cells.columns()).map(move |column| (row, column)));
        let starts = places.filter(move |(row, column)| match direction {
            Direction::Across => {
                is_letter(*row, *column)
                    && is_letter(*row, column + 1)
                    && !column.checked_sub(1).is_some_and(|before| is_letter(*row, before))
            }
            Direction::Down => {
                is_letter(*row, *column)
                    && is_letter(row + 1, *column)
                    && !row.checked_sub(1).is_some_and(|before| is_letter(before, *column))
            }
        });
        starts.map(move |(row, column)| (direction, row, column)).collect::<Vec<_>>()
    };
    [all(Direction::Across), all(Direction::Down)].concat()
}
