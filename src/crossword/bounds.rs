//! Quick counting bounds: can there be enough words at all?
//!
//! A unit has at most one word of a group, so it has at most as many words of a kind as there are first groups among
//! them. Where words abound, the plain number of words says enough, and the groups are not counted.

use super::bits::{self, ones};
use super::layout::Layout;
use super::vocabulary::{Split, Vocabulary};
use crate::letters::Word;

/// Completed or open: written with the shown letters alone, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All letters are shown.
    Completed,
    /// Some letter is hidden.
    Open,
}

/// Too few words for a need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// Of which kind.
    pub kind: Kind,
    /// How many words of this kind a unit (or a grid) can have at most.
    pub available: usize,
    /// How many are needed.
    pub needed: usize,
}

/// With fewer words of a length and kind than this, their groups are counted: no unit has more than 36 places for them.
const SCARCE: usize = 64;

/// For each length, the most words of each kind that one unit can have.
#[derive(Debug)]
pub(super) struct Supply {
    completed: [usize; Word::MAX + 1],
    open: [usize; Word::MAX + 1],
}

impl Supply {
    pub(super) fn new(vocabulary: &Vocabulary, split: &Split) -> Self {
        let mut supply = Self { completed: [0; Word::MAX + 1], open: [0; Word::MAX + 1] };
        for length in 0..=Word::MAX {
            let class = vocabulary.lexicon().class(length);
            if class.is_empty() {
                continue;
            }
            let completed = split.completed(length);
            let count = bits::count(completed) as usize;
            supply.completed[length] =
                if count < SCARCE { distinct(vocabulary, length, completed.iter().copied()) } else { count };
            let count = class.len() - count;
            supply.open[length] = if count < SCARCE {
                distinct(vocabulary, length, completed.iter().zip(class.all()).map(|(completed, all)| all & !completed))
            } else {
                count
            };
        }
        supply
    }

    /// What keeps any unit with these numbers of words from existing, whatever its layouts.
    pub(super) fn shortage(&self, completed: usize, open: usize) -> Option<Shortage> {
        let all = |lengths: &[usize]| lengths.iter().sum();
        let of = |kind, available, needed| Shortage { kind, available, needed };
        [of(Kind::Completed, all(&self.completed), completed), of(Kind::Open, all(&self.open), open)]
            .into_iter()
            .find(|shortage| shortage.available < shortage.needed)
    }

    /// What keeps these layouts together from showing so many completed words.
    pub(super) fn shortage_on(&self, layouts: &[&Layout], completed: usize) -> Option<Shortage> {
        let mut slots = [0; Word::MAX + 1];
        for slot in layouts.iter().flat_map(|layout| layout.slots()) {
            slots[usize::from(slot.length)] += 1;
        }
        let most = |supply: &[usize]| slots.iter().zip(supply).map(|(slots, words)| slots.min(words)).sum();
        let open = slots.iter().sum::<usize>() - completed;
        let of = |kind, available, needed| Shortage { kind, available, needed };
        [of(Kind::Completed, most(&self.completed), completed), of(Kind::Open, most(&self.open), open)]
            .into_iter()
            .find(|shortage| shortage.available < shortage.needed)
    }
}

/// How many first groups the words of a bitset have.
fn distinct(vocabulary: &Vocabulary, length: usize, bits: impl Iterator<Item = u64>) -> usize {
    let class = vocabulary.lexicon().class(length);
    let bits: Vec<u64> = bits.collect();
    let mut groups: Vec<usize> = ones(&bits).filter_map(|bit| vocabulary.groups(class.id(bit)).next()).collect();
    groups.sort_unstable();
    groups.dedup();
    groups.len()
}
