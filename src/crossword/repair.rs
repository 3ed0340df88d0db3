//! Local repair: a fill that shows what it must not gets other words around it, until it shows nothing improper.
//!
//! A repaired slot gets a word with the same letters at its crossings, completed or open and of the theme or not like the
//! one before, so nothing else of the fill changes. The words are drawn uniformly from those that fit.

use super::bits::{self, has, nth_one};
use super::problem::{Board, Fill, Problem};
use super::readings::{Nogood, Readings};
use crate::lexicon::WordId;
use crate::rng::Stream;

/// Words exchanged before a fill is given up. Nearly all are sound after one or two.
const ROUNDS: u64 = 16;

/// Words drawn for one slot before another is tried.
const DRAWS: usize = 4;

/// Exchanges words until the fill shows nothing improper; says whether that was reached, and how many were exchanged.
///
/// `first_slot` is the first slot of the fill, `nogood` what it shows.
pub(super) fn repair(
    board: &Board,
    readings: &mut Readings,
    (first_slot, fill): (usize, &mut Fill),
    nogood: Nogood,
    stream: &mut Stream,
) -> (bool, u64) {
    let mut repair = Repair { problem: readings.problem(), board, first_slot, fill, domain: Vec::new() };
    let mut nogood = nogood;
    for round in 0..ROUNDS {
        if !repair.exchange(&nogood, stream) {
            return (false, round);
        }
        match readings.first(repair.fill) {
            None => return (true, round + 1),
            Some(next) => nogood = next,
        }
    }
    (false, ROUNDS)
}

struct Repair<'r> {
    problem: &'r Problem<'r>,
    board: &'r Board<'r>,
    first_slot: usize,
    fill: &'r mut Fill,
    domain: Vec<u64>,
}

impl Repair<'_> {
    /// Exchanges one word, so that this no-good is gone.
    fn exchange(&mut self, nogood: &Nogood, stream: &mut Stream) -> bool {
        let mut places: Vec<(usize, Option<usize>)> = match nogood {
            // At a crossing, two words would have to change.
            Nogood::Letters(cells) => {
                let single = cells.iter().filter_map(|shown| match shown.slots[..] {
                    [(slot, place)] => Some((slot, Some(place))),
                    _ => None,
                });
                single.collect()
            }
            Nogood::Words(slots) => slots.map(|slot| (slot, None)).into(),
        };
        stream.shuffle(&mut places);
        places.into_iter().any(|(slot, place)| self.exchange_word(slot, place, stream))
    }

    /// Puts another word into a slot: with another letter at `place`, if that is told.
    fn exchange_word(&mut self, slot: usize, place: Option<usize>, stream: &mut Stream) -> bool {
        let board_slot = &self.board.slots[slot];
        let class = board_slot.class;
        let old = class.bit(self.fill[slot - self.first_slot]);
        let word = class.word(old);
        self.domain.clear();
        self.domain.extend_from_slice(&self.board.domains[board_slot.start..board_slot.end]);
        for crossing in self.board.crossings_of(slot) {
            self.keep(class.at(crossing.place, word.letters()[crossing.place]), true);
        }
        self.keep(board_slot.completed, has(board_slot.completed, old));
        if let Some(theme) = board_slot.theme {
            self.keep(theme, has(theme, old));
        }
        match place {
            Some(place) => self.keep(class.at(place, word.letters()[place]), false),
            None => self.domain[old / 64] &= !(1 << (old % 64)),
        }
        for _ in 0..DRAWS {
            let count = bits::count(&self.domain);
            if count == 0 {
                return false;
            }
            let bit = nth_one(self.domain.iter().copied(), stream.below(count));
            if self.stands(slot, class.id(bit)) && !self.problem.split.left_out(board_slot.length).contains(&bit) {
                self.fill[slot - self.first_slot] = class.id(bit);
                return true;
            }
            self.domain[bit / 64] &= !(1 << (bit % 64));
        }
        false
    }

    /// Keeps the words of the domain that are in a bitset, or that are not.
    fn keep(&mut self, words: &[u64], inside: bool) {
        let flip = if inside { 0 } else { u64::MAX };
        for (block, words) in self.domain.iter_mut().zip(words) {
            *block &= words ^ flip;
        }
    }

    /// Whether a word shares no group with the words of the other slots.
    fn stands(&self, slot: usize, word: WordId) -> bool {
        let vocabulary = self.problem.vocabulary;
        let others = self.fill.iter().enumerate().filter(|(at, _)| at + self.first_slot != slot);
        let mut used = others.flat_map(|(_, other)| vocabulary.groups(*other));
        !used.any(|used| vocabulary.groups(word).any(|group| group == used))
    }
}
