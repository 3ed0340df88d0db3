//! The judge: reads a unit as a player and a controller would, and names every rule that it breaks.
//!
//! The [`Judge`] looks at cells and letters only, works out from them what the words, the completed words and the lot
//! are, and then compares that with what the record says. **It shares no algorithm with the makers**: it reads, counts
//! and pays by its own code, and knows the other rooms as data only (letters, money, the game, the unit, the lexicon,
//! the blocklist). What it has passed is a [`Verified`] unit, which nobody else can make.
//!
//! # Which rule a fault belongs to
//!
//! One mistake is one fault where possible, so that a unit broken in one rule is rejected by that rule's name.
//!
//! | rule | found when |
//! |---|---|
//! | MC-4.2a | there are more or fewer letters or grids than the game has |
//! | MC-4.3 | a letter stands under two question marks |
//! | MC-4.2b | a grid shows more or fewer words (runs of two or more letter cells) than the game has |
//! | MC-D4 | a box is too small or too large, a word crosses no other, or a grid falls apart |
//! | MC-4.5b | a run is listed nowhere in the record, a letter cell is in no run, or the record lists a part of a run |
//! | MC-D6 | the record lists a word that the cells at its place do not show, lists a place twice, or displays a word in a form that does not fold to it |
//! | MC-D2 | a run is too short or too long; the lexicon is not asked for it |
//! | MC-D5 | a run of a fair length is not in the lexicon |
//! | MC-4.8 | the blocklist blocks a run, or a word that only the record has; or what its policy seeks can be read in another way (below) |
//! | MC-4.5f | a run can be read twice in the unit |
//! | MC-D3 | two different words share a lemma |
//! | MC-D1 | a grid has more completed words than the pay table |
//! | MC-4.5c | the record counts more completed words than there are: it counts one that lacks a letter |
//! | MC-D6 | the record counts fewer completed words than there are, more than there are words, or counts for another number of grids |
//! | the lot | see below |
//! | MC-D6 | the record is of another game |
//!
//! A wrong lot that follows from wrongly recorded completed words is told in that fault; it is none of its own. Any
//! other wrong lot is of the first rule that explains its amount:
//!
//! | rule | the lot is |
//! |---|---|
//! | MC-3b | the sum of the gains, but no row of the prize table has it ([`None`] is right there, unless [for a block](Judge::for_block)) |
//! | MC-4.6b | the gain of one grid with the completed words of all |
//! | MC-3b | what is left of the sum without one grid's gain, or one grid's gain alone |
//! | MC-4.5a | nothing, though a grid wins; or a grid with too few completed words is paid as by the first row of the pay table |
//! | MC-4.7 | any other amount for a losing unit |
//! | MC-4.6a | right, but for one grid that is paid by another row of the pay table |
//! | MC-D6 | any other |
//!
//! # What must not be read (MC-4.8)
//!
//! - Inside a run, forwards, as a part of it; backwards, too. A run that a written decision allows is exempt.
//! - Along neighbouring cells in any of the eight directions, over one grey cell at most.
//! - As a visible piece: letters of a run that stand alone between hidden ones, when all letters are uncovered.
//! - Under the question marks, in their order.
//! - As two words of one unit that are a pair of the lists.
//!
//! # Units of hives
//!
//! The [`HiveJudge`] reads every hive three times, once for each symbol that the player may pick.
//!
//! | rule | found when |
//! |---|---|
//! | RO-4.2 | there is no hive, a hive has no line, a line has no cell or no amount |
//! | RO-D1 | a hive has other lines, a line other cells or another amount than the game's, or a bee wins another amount |
//! | RO-D2 | there are more or fewer symbols than the game has, a filler is named like another symbol, a line shows more picked symbols than it takes to win, or so many of one that is not picked |
//! | RO-4.3 | two playable symbols are one, or the hives win more with one pick than with another |
//! | RO-4.6 | a multiplier is none of the game's |
//! | RO-D3 | a line has two multipliers, a hive two bees or two EXTRA |
//! | RO-D4 | a cell holds a filler that the game does not have |
//! | RO-4.8a | EXTRA has no EXTRA hive, or that hive no EXTRA; EXTRA stands in an EXTRA hive; there are more hives than two |
//! | RO-4.9a | there is a Bonus though the hives win, or none though they do not; a lot that follows from it is told with it |
//! | RO-4.9b | the Bonus has more bees than its pay table |
//! | RO-D5 | a losing Bonus shows no bee |
//! | RO-D6 | the record is of another game, or names its symbols otherwise |
//! | the lot | see below |
//!
//! What wins is judged where all that a player sees is as it must be. A wrong lot is of the first rule that explains its
//! amount:
//!
//! | rule | the lot is |
//! |---|---|
//! | RO-4.10 | the sum of the gains, but no row of the prize table has it |
//! | RO-4.5a | nothing, though a line wins; or a line with too few picked symbols is paid |
//! | RO-4.9b | what other bees of the Bonus win, or nothing though its bees win |
//! | RO-4.11 | any other amount for a losing unit |
//! | RO-4.7 | right, but for a bee that is left out, paid twice or multiplied; or nothing, though a bee wins |
//! | RO-4.6 | right, but for a multiplier that is left out or applied to something else |
//! | RO-4.8a | right, but without what the EXTRA hive wins |
//! | RO-4.5b | right, but without some of a hive's winning lines |
//! | RO-3b | some other part of the gains |
//! | RO-D6 | any other |
//!
//! # Example
//!
//! ```
//! use alveole::blocklist::Blocklist;
//! use alveole::game::Game;
//! use alveole::letters::Letter;
//! use alveole::lexicon::Lexicon;
//! use alveole::money::Cents;
//! use alveole::unit::{CrosswordUnit, GridPair};
//! use alveole::verify::{Judge, Rule};
//!
//! let (game, lexicon, blocklist) = (Game::mots_croises(), Lexicon::embedded(), Blocklist::embedded());
//! let judge = Judge::new(&game, &lexicon, &blocklist);
//! let unit = CrosswordUnit {
//!     game: game.name.clone(),
//!     letters: Letter::all().take(18).collect(),
//!     pair: GridPair { grids: Vec::new() },
//!     completed: Vec::new(),
//!     lot: Some(Cents::ZERO),
//! };
//! let rejected = judge.verify(unit).unwrap_err();
//! assert_eq!(rejected.faults[0].rule, Rule::Mc4_2a);
//! assert_eq!(rejected.to_string(), "MC-4.2a: grids: 0, where the game has 2");
//! ```

mod crossword;
mod fault;
mod hive;
mod rule;

use std::ops::Deref;

pub use crossword::Judge;
pub use fault::{Fault, Place, Rejected};
pub use hive::HiveJudge;
pub use rule::Rule;

/// A unit that a judge has passed. Only a judge makes one, and what is in it cannot be changed.
///
/// Banks and blocks take nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified<T>(T);

impl<T> Verified<T> {
    /// The unit; it can be changed again, and is no longer verified.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Verified<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> AsRef<T> for Verified<T> {
    fn as_ref(&self) -> &T {
        &self.0
    }
}
