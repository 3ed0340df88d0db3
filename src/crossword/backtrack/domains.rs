//! What slots may still hold: narrowing, counting, undoing, and what follows.

use super::super::bits::{self, has, ones};
use super::{Conflict, Count, NARROW, Search, Tally, Undo};
use crate::letters::{Letter, LetterSet, Word};
use crate::lexicon::LengthClass;

impl Search<'_> {
    /// Removes one word from the domain of the slot being filled, for as long as it is being filled.
    pub(super) fn take_away(&mut self, slot: usize, bit: usize) {
        let board_slot = &self.board.slots[slot];
        let before = self.counts[slot];
        self.domains[board_slot.start + bit / 64] &= !(1 << (bit % 64));
        self.undo.push(Undo::Word(slot, before, bit));
        let after = Count {
            words: before.words - 1,
            completed: before.completed - u32::from(has(board_slot.completed, bit)),
            themed: before.themed - u32::from(board_slot.theme.is_some_and(|theme| has(theme, bit))),
        };
        self.recount(slot, after);
    }

    /// Keeps the words with a letter at a place.
    pub(super) fn keep_letter(&mut self, slot: usize, place: usize, letter: Letter) -> Result<(), Conflict> {
        let with = self.board.slots[slot].class.at(place, letter);
        self.keep(slot, |domain| {
            for (block, with) in domain.iter_mut().zip(with) {
                *block &= with;
            }
        })
    }

    /// Changes a domain, saving what it was and counting what it is.
    pub(super) fn keep(&mut self, slot: usize, change: impl FnOnce(&mut [u64])) -> Result<(), Conflict> {
        self.save(slot);
        let (start, end) = (self.board.slots[slot].start, self.board.slots[slot].end);
        change(&mut self.domains[start..end]);
        let after = self.count_after(slot, self.counts[slot]);
        self.recount(slot, after);
        if after.words == 0 { Err(Conflict) } else { Ok(()) }
    }

    /// Saves a domain before it changes. What changes before the first slot is chosen is never undone.
    pub(super) fn save(&mut self, slot: usize) {
        if !self.frames.is_empty() {
            let (start, end) = (self.board.slots[slot].start, self.board.slots[slot].end);
            self.undo.push(Undo::Domain(slot, self.counts[slot], self.saved.len()));
            self.saved.extend_from_slice(&self.domains[start..end]);
        }
    }

    pub(super) fn recount(&mut self, slot: usize, after: Count) {
        let before = std::mem::replace(&mut self.counts[slot], after);
        let tally = &mut self.tallies[self.board.slots[slot].grid];
        tally.sure = tally.sure + u32::from(after.is_sure()) - u32::from(before.is_sure());
        tally.possible = tally.possible + u32::from(after.is_possible()) - u32::from(before.is_possible());
    }

    pub(super) fn count(&self, slot: usize) -> Count {
        self.count_after(slot, Count { words: 2, completed: 1, themed: 0 })
    }

    /// Counts a domain that was `before` and has lost words since: one that is decided stays so, which saves a count.
    pub(super) fn count_after(&self, slot: usize, before: Count) -> Count {
        let board_slot = &self.board.slots[slot];
        let domain = &self.domains[board_slot.start..board_slot.end];
        let mut count = Count { words: bits::count(domain), ..Count::default() };
        count.completed = if before.is_undecided() {
            bits::count_both(domain, board_slot.completed)
        } else if before.is_possible() {
            count.words
        } else {
            0
        };
        count.themed = self.count_themed(slot);
        count
    }

    pub(super) fn count_themed(&self, slot: usize) -> u32 {
        let board_slot = &self.board.slots[slot];
        let Some(theme) = board_slot.theme else { return 0 };
        let domain = &self.domains[board_slot.start..board_slot.end];
        bits::count_both(domain, theme)
    }

    pub(super) fn undo_to(&mut self, length: usize) {
        while self.undo.len() > length {
            match self.undo.pop() {
                Some(Undo::Domain(slot, count, at)) => {
                    let (start, end) = (self.board.slots[slot].start, self.board.slots[slot].end);
                    self.domains[start..end].copy_from_slice(&self.saved[at..at + end - start]);
                    self.saved.truncate(at);
                    self.recount(slot, count);
                }
                Some(Undo::Word(slot, count, bit)) => {
                    self.domains[self.board.slots[slot].start + bit / 64] |= 1 << (bit % 64);
                    self.recount(slot, count);
                }
                Some(Undo::Count(slot, count)) => self.recount(slot, count),
                Some(Undo::Letters(crossing, letters)) => self.letters[crossing] = letters,
                None => {}
            }
        }
    }

    /// Whether the wanted number of completed words can still be reached.
    pub(super) fn check_tally(&self, grid: usize) -> Result<(), Conflict> {
        let wanted = u32::from(self.problem.outcome[grid]);
        let Tally { sure, possible } = self.tallies[grid];
        if sure <= wanted && wanted <= possible { Ok(()) } else { Err(Conflict) }
    }

    pub(super) fn check_theme(&self) -> Result<(), Conflict> {
        let Some(theme) = self.problem.theme else { return Ok(()) };
        let able = self.counts.iter().filter(|count| count.themed > 0).count();
        if able >= theme.at_least() { Ok(()) } else { Err(Conflict) }
    }

    /// Decides the undecided slots of a grid, when the wanted number leaves no choice.
    pub(super) fn settle(&mut self, grid: usize) -> Result<(), Conflict> {
        self.check_tally(grid)?;
        let wanted = u32::from(self.problem.outcome[grid]);
        let Tally { sure, possible } = self.tallies[grid];
        if sure == possible || (sure < wanted && wanted < possible) {
            return Ok(());
        }
        for slot in self.board.slots_of(grid) {
            let before = self.counts[slot];
            if before.is_undecided() {
                self.save(slot);
                let board_slot = &self.board.slots[slot];
                let open = if sure == wanted { u64::MAX } else { 0 };
                let domain = &mut self.domains[board_slot.start..board_slot.end];
                for (block, completed) in domain.iter_mut().zip(board_slot.completed) {
                    *block &= completed ^ open;
                }
                // Undecided slots have words of both kinds, and how many of each is known.
                let (words, completed) = if sure == wanted {
                    (before.words - before.completed, 0)
                } else {
                    (before.completed, before.completed)
                };
                self.recount(slot, Count { words, completed, themed: self.count_themed(slot) });
                if !self.letters.is_empty() {
                    self.queue.push(slot);
                }
            }
        }
        Ok(())
    }

    /// Arc consistency: until nothing changes, the letters that a changed domain can no longer show at a crossing are
    /// taken from the domain across it. Only runs that look ahead queue anything.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(slot) = self.queue.pop() {
            if self.placed[slot].is_some() || self.counts[slot].words > NARROW {
                continue;
            }
            let showable = self.showable(slot);
            for at in 0..self.board.crossings_of(slot).len() {
                let crossing = self.board.crossings_of(slot)[at];
                if self.placed[crossing.other].is_some() {
                    continue;
                }
                let old = self.letters[crossing.id];
                let left = old & showable[crossing.place];
                if left == old {
                    continue;
                }
                self.undo.push(Undo::Letters(crossing.id, old));
                self.letters[crossing.id] = left;
                let class = self.board.slots[crossing.other].class;
                let before = self.counts[crossing.other].words;
                let kept = self.keep(crossing.other, |domain| {
                    keep_letters(domain, class, crossing.other_place, old, left);
                });
                if kept.is_err() {
                    self.weights[slot] += 1;
                    self.weights[crossing.other] += 1;
                    return Err(Conflict);
                }
                if self.counts[crossing.other].words < before && !self.queue.contains(&crossing.other) {
                    self.queue.push(crossing.other);
                }
            }
            self.settle(self.board.slots[slot].grid)?;
        }
        Ok(())
    }

    /// For each place of a slot, the letters that some word of its domain has there. Read off the words: the domain is
    /// narrow.
    pub(super) fn showable(&self, slot: usize) -> [u32; Word::MAX] {
        let board_slot = &self.board.slots[slot];
        let mut showable = [0; Word::MAX];
        for bit in ones(&self.domains[board_slot.start..board_slot.end]) {
            let word = board_slot.class.word(bit);
            for (letters, letter) in showable.iter_mut().zip(word.letters()) {
                *letters |= 1 << letter.index();
            }
        }
        showable
    }
}

/// Narrows a domain from the letters `old` at a place to the letters `left`, by whichever of the two ways reads fewer
/// bitsets: dropping those that went, or keeping those that stay.
fn keep_letters(domain: &mut [u64], class: &LengthClass, place: usize, old: u32, left: u32) {
    let gone = old & !left;
    if gone.count_ones() <= left.count_ones() {
        for letter in LetterSet::from_bits(gone).iter() {
            for (block, with) in domain.iter_mut().zip(class.at(place, letter)) {
                *block &= !with;
            }
        }
        return;
    }
    for (at, block) in domain.iter_mut().enumerate().filter(|(_, block)| **block != 0) {
        *block &= LetterSet::from_bits(left).iter().fold(0, |kept, letter| kept | class.at(place, letter)[at]);
    }
}
