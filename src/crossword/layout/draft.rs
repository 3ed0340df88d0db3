//! One attempt at a layout: plan slots, lay them one by one, and where that gets stuck, take some out and go on.
//!
//! Starting anew at each dead end needs three times the steps; taking back the last slots only, twice.

use super::board::{Board, Place};
use super::figures::Spread;
use super::{Mask, Profile};
use crate::rng::Stream;
use crate::unit::Direction;

/// Rounds of taking slots out and laying others, before an attempt is given up. At 11x11 and 12x12, 100 rounds, or
/// taking out up to 3 or 8 slots, is no faster for a layout that meets the default profile.
const ROUNDS: usize = 40;

/// Most slots picked to be taken out in one round.
const TAKEN: usize = 5;

/// Of the places that cross as many slots as wished, so many are drawn and the one that spreads best is taken. More
/// would make layouts alike; one leaves corners empty.
const DRAWN: usize = 3;

/// What an attempt came to.
#[derive(Debug)]
pub(super) enum Outcome {
    /// All slots are laid; the profile may still be missed.
    Whole(Mask),
    /// So many slots were laid at most.
    Stuck(usize),
}

/// A slot to lay.
#[derive(Clone, Copy, Debug)]
struct Planned {
    direction: Direction,
    length: usize,
}

/// What attempts are held to, and what they draw from.
pub(super) struct Drafter<'a> {
    pub(super) profile: &'a Profile,
    /// Slots of a layout.
    pub(super) words: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) stream: &'a mut Stream,
    /// Searches for places of one direction and length, over all attempts.
    pub(super) steps: u64,
}

/// Slots that are laid, and those still to lay.
struct Draft {
    board: Board,
    laid: Vec<Place>,
    /// For each laid slot, which laid slots it crosses, as bits.
    crossed: Vec<u64>,
    crossings: usize,
    plan: Vec<Planned>,
}

impl Drafter<'_> {
    /// Draws a plan (directions, lengths with a sum in range, a number of crossings to reach) and lays it.
    pub(super) fn attempt(&mut self) -> Outcome {
        let range = self.profile.crossings;
        // No more can cross than all with all: a range may be as wide as it likes.
        let wished = self.within(range.min.max(self.words - 1), range.max.min(self.words * self.words));
        let mut best = self.first();
        self.lay_plan(&mut best, wished);
        for round in 0..ROUNDS {
            // In the first half of the rounds only what was wished will do, or few layouts had many crossings.
            let least = if round < ROUNDS / 2 { wished } else { range.min };
            if best.plan.is_empty() && (least..=range.max).contains(&best.crossings) {
                let mask = best.board.mask();
                if self.profile.check_spread(&Spread::of(&mask)).is_ok() {
                    return Outcome::Whole(mask);
                }
            }
            let mut next = self.thin_out(&best);
            self.lay_plan(&mut next, wished);
            if next.laid.len() >= best.laid.len() {
                best = next;
            }
        }
        if best.plan.is_empty() { Outcome::Whole(best.board.mask()) } else { Outcome::Stuck(best.laid.len()) }
    }

    fn within(&mut self, min: usize, max: usize) -> usize {
        min + self.stream.index(max.saturating_sub(min) + 1)
    }

    /// The plan, with its first slot laid anywhere.
    fn first(&mut self) -> Draft {
        let mut plan = self.plan();
        let board = Board::new(self.rows, self.columns);
        let mut draft = Draft { board, laid: Vec::new(), crossed: Vec::new(), crossings: 0, plan: Vec::new() };
        if let Some(Planned { direction, length }) = plan.pop() {
            let (lines, cells) = draft.board.extent(direction);
            let (line, start) = (self.stream.index(lines), self.within(0, cells - length));
            draft.lay(Place::new(direction, line, start, length));
        }
        draft.plan = plan;
        draft
    }

    /// Slots to lay, in random order: directions in range, and lengths whose sum is in range where the box allows it.
    fn plan(&mut self) -> Vec<Planned> {
        let Self { words, profile, rows, columns, .. } = *self;
        let across = self.within(profile.across.min.max(1), profile.across.max.min(words - 1));
        let longest = |direction| match direction {
            Direction::Across => profile.lengths.max.min(columns),
            Direction::Down => profile.lengths.max.min(rows),
        };
        let mut plan = Vec::with_capacity(words);
        for slot in 0..words {
            let direction = if slot < across { Direction::Across } else { Direction::Down };
            plan.push(Planned { direction, length: self.length(longest(direction)) });
        }
        let most: usize = plan.iter().map(|slot| longest(slot.direction)).sum();
        let totals = profile.totals(words);
        let wished = self.within(totals.min, totals.max.min(most)).min(most);
        let mut total: usize = plan.iter().map(|slot| slot.length).sum();
        while total != wished {
            let slot = &mut plan[self.stream.index(words)];
            if total < wished && slot.length < longest(slot.direction) {
                slot.length += 1;
                total += 1;
            } else if total > wished && slot.length > profile.lengths.min {
                slot.length -= 1;
                total -= 1;
            }
        }
        self.stream.shuffle(&mut plan);
        plan
    }

    /// A length for one slot. Half of them are uniform, for short words that many letter sets complete and a few long
    /// ones; half the mean of two draws, since words of middle length are what most of a lexicon has.
    fn length(&mut self, longest: usize) -> usize {
        let shortest = self.profile.lengths.min;
        let length = self.within(shortest, longest);
        if self.stream.chance(1, 2) { length } else { usize::midpoint(length, self.within(shortest, longest)) }
    }

    /// Lays planned slots until all are laid or none of the rest finds a place.
    fn lay_plan(&mut self, draft: &mut Draft, wished: usize) {
        let mut places = Vec::new();
        while !draft.plan.is_empty() {
            // Spread the crossings that are still wished over the slots that are left.
            let (left, need) = (draft.plan.len(), wished.saturating_sub(draft.crossings));
            let wish = (need / left + usize::from(self.stream.index(left) < need % left)).max(1);
            let Some(place) = self.choose(draft, wish, &mut places) else { return };
            draft.lay(place);
        }
    }

    /// Takes the first planned slot that finds a place from the plan, and chooses the place.
    fn choose(&mut self, draft: &mut Draft, wish: usize, places: &mut Vec<Place>) -> Option<Place> {
        // Lengths that were found to have no place, as bits, by direction.
        let mut hopeless = [0u16; 2];
        for item in (0..draft.plan.len()).rev() {
            let Planned { direction, length } = draft.plan[item];
            let hopeless = &mut hopeless[usize::from(direction == Direction::Down)];
            if *hopeless >> length & 1 == 1 {
                continue;
            }
            self.steps += 1;
            draft.board.places(direction, length, places);
            let Some(nearest) = places.iter().map(|place| place.crossings.abs_diff(wish)).min() else {
                *hopeless |= 1 << length;
                continue;
            };
            places.retain(|place| place.crossings.abs_diff(wish) == nearest);
            draft.plan.remove(item);
            return (0..DRAWN)
                .map(|_| places[self.stream.index(places.len())])
                .max_by_key(|place| draft.board.freshness(*place));
        }
        None
    }

    /// A copy without a few slots; of what then falls apart, the largest part. What is taken out is planned anew.
    fn thin_out(&mut self, draft: &Draft) -> Draft {
        let slots = draft.laid.len();
        let mut kept = u64::MAX >> (64 - slots);
        for _ in 0..=self.stream.index(TAKEN) {
            let slot = self.stream.index(slots);
            if !draft.carries(slot) {
                kept &= !(1 << slot);
            }
        }
        let part = draft.largest_part(kept);
        let board = Board::new(self.rows, self.columns);
        let mut thinned =
            Draft { board, laid: Vec::new(), crossed: Vec::new(), crossings: 0, plan: draft.plan.clone() };
        for (slot, place) in draft.laid.iter().enumerate() {
            if part >> slot & 1 == 1 {
                thinned.lay(*place);
            } else {
                thinned.plan.push(Planned { direction: place.direction, length: place.length() });
            }
        }
        self.stream.shuffle(&mut thinned.plan);
        thinned
    }
}

impl Draft {
    fn lay(&mut self, place: Place) {
        let slot = self.laid.len();
        let mut crossed = 0;
        for (other, laid) in self.laid.iter().enumerate() {
            if laid.crosses(place) {
                crossed |= 1 << other;
                self.crossed[other] |= 1 << slot;
            }
        }
        self.board.lay(place);
        self.laid.push(place);
        self.crossed.push(crossed);
        self.crossings += crossed.count_ones() as usize;
    }

    /// Whether slots lie side by side across this one. Without it their cells would be a run that is no slot.
    fn carries(&self, slot: usize) -> bool {
        let lines = bits(self.crossed[slot]).fold(0u16, |lines, other| lines | 1 << self.laid[other].line);
        lines & lines >> 1 != 0
    }

    /// The largest connected part of some slots.
    fn largest_part(&self, slots: u64) -> u64 {
        let (mut largest, mut left) = (0u64, slots);
        while left != 0 {
            let (mut part, mut fresh) = (0, 1 << left.trailing_zeros());
            while fresh != 0 {
                part |= fresh;
                fresh = bits(fresh).fold(0, |next, slot| next | self.crossed[slot]) & left & !part;
            }
            left &= !part;
            if part.count_ones() > largest.count_ones() {
                largest = part;
            }
        }
        largest
    }
}

/// The set bits, lowest first.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
