//! Letters for pairs: what a lot or an outcome asks for, drawn by the law that the game declares.
//!
//! A lot is *natural* where the game says nothing: uniform over all admissible sets of letters that pay it. Where the game has a
//! [mix](crate::game::Mix) for it, an outcome is drawn first, by its weight among those that the pair serves, and then a set,
//! uniformly among those that give the outcome.

use crate::crossword::deal::{self, NotDealt};
use crate::crossword::reveal::Reveal;
use crate::game::Game;
use crate::letters::{Letter, LetterSet};
use crate::money::Cents;
use crate::rng::Stream;
use crate::screen::Screen;

/// What a unit shall give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Its lot; zero for nothing.
    Lot(Cents),
    /// Completed words of each grid.
    Outcome(Vec<u8>),
}

/// Letters that were dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// In the order of the question marks.
    pub letters: Vec<Letter>,
    /// Completed words of each grid.
    pub completed: Vec<u8>,
}

/// Deals the letters of one game under one screen.
#[derive(Clone, Copy, Debug)]
pub struct Dealer<'a> {
    /// The game.
    pub game: &'a Game,
    /// What the letters must not read, in their order.
    pub screen: &'a Screen,
}

impl Dealer<'_> {
    /// Deals letters to a pair: an admissible set, in an order that reads as nothing improper. Both are drawn from one stream.
    ///
    /// # Errors
    /// When no admissible set gives what is wanted (that is proved), or no order of the set passes.
    pub fn deal(&self, reveal: &Reveal, wanted: &Wanted, stream: &mut Stream) -> Result<Dealt, NotDealt> {
        let set = self.set(reveal, wanted, stream)?;
        let letters = self.order(set, stream)?;
        Ok(Dealt { letters, completed: reveal.completed(set) })
    }

    /// An order of letters that reads as nothing improper, uniformly among all of these.
    ///
    /// # Errors
    /// When none of 10,000 orders passes.
    pub fn order(&self, set: LetterSet, stream: &mut Stream) -> Result<Vec<Letter>, NotDealt> {
        deal::order(set, |order| self.screen.in_question_marks(order).is_none(), stream)
    }

    /// An admissible set that gives what is wanted, by the law of the game.
    ///
    /// # Errors
    /// When there is none.
    pub fn set(&self, reveal: &Reveal, wanted: &Wanted, stream: &mut Stream) -> Result<LetterSet, NotDealt> {
        let (game, grids) = (self.game, self.game.crossword.grids);
        let of_outcome = |outcome: &[u8], stream: &mut Stream| {
            deal::letter_set(reveal, game.crossword.letters, |completed| completed[..grids] == *outcome, stream)
        };
        let lot = match wanted {
            Wanted::Outcome(outcome) => return of_outcome(outcome, stream),
            Wanted::Lot(lot) => *lot,
        };
        let mut mix: Vec<_> = game.mix(lot).into_iter().flat_map(|mix| &mix.outcomes).collect();
        // An outcome that the pair does not serve is left out and the rest drawn from: as if it had never been there.
        while !mix.is_empty() {
            let total: u32 = mix.iter().map(|outcome| outcome.weight).sum();
            let mut left = stream.below(total);
            let at = mix.iter().position(|outcome| {
                let here = left < outcome.weight;
                left = left.saturating_sub(outcome.weight);
                here
            });
            let drawn = mix.swap_remove(at.unwrap_or(0));
            match of_outcome(&drawn.completed, stream) {
                Err(NotDealt::NotServed) => {}
                dealt => return dealt,
            }
        }
        // No mix, or none of its outcomes is served.
        let pays = |completed: [u8; 2]| game.lot(&completed[..grids]) == Some(lot);
        deal::letter_set(reveal, game.crossword.letters, pays, stream)
    }
}
