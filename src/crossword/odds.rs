//! The odds of a pair: how many sets of letters give each outcome.

use thiserror::Error;

use crate::game::Game;
use crate::money::Cents;

/// Why a pair has no odds that could be counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WrongShape {
    /// Other grids than one or two of 32 words at most: the words of each.
    #[error("odds are counted for one or two grids of at most 32 words each; here are grids of {0:?} words")]
    Grids(Vec<usize>),
    /// Too many pieces that must not stand alone.
    #[error("odds are counted for at most 64 pieces that must not stand alone; the words of this pair have {0}")]
    Pieces(usize),
}

/// How many sets of letters complete how many words of each grid.
///
/// *Raw* counts are of all sets; *admissible* ones leave no improper piece standing alone, so that they can be dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    words: Vec<usize>,
    /// Raw and admissible, by open words: grid 1's row, grid 2's column.
    counts: Vec<[u32; 2]>,
}

impl Odds {
    pub(super) fn new(words: &[usize]) -> Self {
        let cells = SIDE * SIDE;
        Self { words: words.to_vec(), counts: vec![[0, 0]; cells] }
    }

    #[inline]
    pub(super) fn add(&mut self, open: [u8; 2], admissible: bool, weight: u32) {
        let [raw, good] = &mut self.counts[usize::from(open[0]) * SIDE + usize::from(open[1])];
        *raw += weight;
        *good += if admissible { weight } else { 0 };
    }

    /// The raw and the admissible sets that complete exactly these words of each grid.
    ///
    /// # Panics
    /// When there are not as many numbers as grids.
    pub fn of(&self, completed: &[u8]) -> [u32; 2] {
        assert_eq!(completed.len(), self.words.len(), "a number for each grid");
        let mut open = [0; 2];
        for ((open, words), completed) in open.iter_mut().zip(&self.words).zip(completed) {
            let Some(left) = words.checked_sub(usize::from(*completed)) else { return [0, 0] };
            *open = left;
        }
        self.of_open(open)
    }

    /// The same by the words that are left open.
    pub(super) fn of_open(&self, open: [usize; 2]) -> [u32; 2] {
        self.counts[open[0] * SIDE + open[1]]
    }

    /// The raw and the admissible sets that win exactly this; zero for those that lose.
    pub fn of_lot(&self, lot: Cents, game: &Game) -> [u64; 2] {
        let outcomes = game.outcomes().filter(|outcome| game.lot(outcome) == Some(lot));
        outcomes.map(|outcome| self.of(&outcome).map(u64::from)).fold([0, 0], |[a, b], [c, d]| [a + c, b + d])
    }

    /// All raw and all admissible sets.
    pub fn all(&self) -> [u64; 2] {
        self.counts.iter().fold([0, 0], |[raw, good], [r, g]| [raw + u64::from(*r), good + u64::from(*g)])
    }
}

/// One more than the words of a grid.
const SIDE: usize = 33;
