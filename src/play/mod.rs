//! Units replayed step by step, as a player uncovers them: the history of article 4.1.
//!
//! A play takes the record of a unit and the rules of its game, and nothing else. Lines and letters can be uncovered in any
//! order, and at any moment AUTO uncovers the rest; the end is the same (RO-4.4, MC-4.4). What a step shows and what the end
//! is follows from the cells; what the record says of words and lot is not read, so that both can be compared.
//!
//! ```
//! use alveole::game::HiveGame;
//! use alveole::hive::{Batch, Maker};
//! use alveole::money::Cents;
//! use alveole::play::{HivePlay, LineAt};
//!
//! let game = HiveGame::ruche_d_or();
//! let maker = Maker::new(&game).unwrap();
//! let unit = Batch::new(&maker, Cents::from_euros(10), None, 7, 1).unwrap().unit(0);
//! // The second playable symbol is picked, the last line comes first, AUTO does the rest.
//! let mut play = HivePlay::new(&game, &unit, 1).unwrap();
//! play.uncover(LineAt { hive: 0, line: 6 }).unwrap();
//! assert_eq!(play.end(), None);
//! play.auto();
//! assert_eq!(play.end().unwrap().lot, unit.lot);
//! ```

mod crossword;
mod hive;

use thiserror::Error;

pub use crossword::{CrosswordEnd, CrosswordPlay, LetterShown};
pub use hive::{HiveEnd, HivePlay, LineAt, LineShown};

/// Why a unit can't be played, or a step not be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The record lacks what the game goes on with.
    #[error("{0}")]
    Unplayable(&'static str),
    /// No such symbol to pick.
    #[error("there is no playable symbol {number}: {playable} can be picked (RO-4.3)")]
    Pick {
        /// From 1.
        number: usize,
        /// How many there are.
        playable: usize,
    },
    /// A line that is not there, or not yet.
    #[error("there is no line {0} to uncover")]
    NoLine(LineAt),
    /// A question mark that is not there.
    #[error("there is no question mark {number}: there are {marks}")]
    NoMark {
        /// From 1.
        number: usize,
        /// How many there are.
        marks: usize,
    },
    /// A step for the second time.
    #[error("{0} is uncovered already")]
    Twice(String),
}
