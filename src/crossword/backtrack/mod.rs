//! Backtracking over bitsets: the hot path.
//!
//! Each slot has a *domain*, the bitset of the words it may still hold. Placing a word filters the domains of the slots
//! that cross it (forward checking). Of every domain two numbers are kept: how many words, and how many of them are
//! completed. From them follows, for each grid, how many slots are *surely* completed and how many *possibly* are: a
//! branch ends as soon as the wanted number is not between the two, and when it meets one of them, all slots still
//! undecided become open, or all become completed. So the outcome steers the search from its first word on.
//!
//! Which slots are completed is not chosen beforehand. The slot with the smallest domain for its weight is filled next
//! (dom/wdeg, Boussemart et al. 2004: weights count the wipe-outs that a slot took part in, and survive restarts), and
//! whether it gets a completed word is drawn by its domain's share of them against those of the other undecided slots:
//! long words, which are seldom completed, are rarely forced to be.
//!
//! Runs are cut off and restarted with growing limits, because a search that starts badly may never end. The first run
//! is the cheap one; later runs keep the letters that each crossing can still show, and propagate until nothing changes
//! (arc consistency). That look-ahead pays only on hard problems.

mod domains;

use super::bits::{has, nth_one};
use super::problem::{Board, Fill, Problem};
use super::readings::{Nogood, Readings};
use super::repair::repair;
use crate::letters::{ALPHABET, Word};
use crate::rng::Stream;

/// How a search ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A fill.
    Found(Fill),
    /// Every possibility was tried: there is none.
    Exhausted {
        /// Whether some were refused, or words left out, for what could be read.
        screened: bool,
    },
    /// The steps ran out.
    Steps,
}

/// Steps of the first run: most problems take 36 to 50.
const FIRST_RUN: u64 = 80;

/// Only domains of at most so many words are looked at for the letters that they can still show: a larger one shows
/// nearly every letter. Looking at all of them takes fewer steps, and twice the time.
const NARROW: u32 = 60;

/// Searches for a fill in at most `steps` steps, a step being one word tried. Returns how it ended and the steps taken.
pub(super) fn search(problem: &Problem, stream: &mut Stream, steps: u64) -> (End, u64) {
    let mut search = Search::new(problem);
    let mut limit = FIRST_RUN;
    while search.steps < steps {
        let run_end = steps.min(search.steps + limit);
        let look_ahead = limit > FIRST_RUN;
        match search.run(stream, run_end, look_ahead) {
            End::Steps => limit += limit / 2,
            end => return (end, search.steps),
        }
    }
    (End::Steps, search.steps)
}

/// What is known of a slot's domain.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    words: u32,
    completed: u32,
    themed: u32,
}

impl Count {
    const fn is_sure(self) -> bool {
        self.completed == self.words
    }

    const fn is_possible(self) -> bool {
        self.completed > 0
    }

    const fn is_undecided(self) -> bool {
        self.is_possible() && !self.is_sure()
    }
}

/// Slots of a grid that are surely, and possibly, completed.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    sure: u32,
    possible: u32,
}

/// A slot being filled.
#[derive(Clone, Copy, Debug)]
struct Frame {
    slot: usize,
    /// Length of the undo stack when the slot was chosen, before any of its words were taken away.
    before: usize,
    /// Length of the undo stack before the word now in the slot was placed.
    tried: usize,
    /// The word now in the slot.
    bit: usize,
}

/// Something to restore.
#[derive(Clone, Copy, Debug)]
enum Undo {
    /// A slot's count, and where its domain was saved.
    Domain(usize, Count, usize),
    /// A slot's count, and a word that was taken from its domain.
    Word(usize, Count, usize),
    /// A slot's count; its domain is as it was.
    Count(usize, Count),
    /// The letters of a crossing.
    Letters(usize, u32),
}

struct Search<'p> {
    problem: &'p Problem<'p>,
    board: Board<'p>,
    start_counts: Vec<Count>,
    start_tallies: Vec<Tally>,

    domains: Vec<u64>,
    counts: Vec<Count>,
    tallies: Vec<Tally>,
    /// The letters that each crossing can show; kept only by runs that look ahead.
    letters: Vec<u32>,
    placed: Vec<Option<usize>>,
    used_groups: Vec<u64>,
    themed_placed: u32,

    frames: Vec<Frame>,
    undo: Vec<Undo>,
    saved: Vec<u64>,
    queue: Vec<usize>,

    weights: Vec<u64>,
    steps: u64,

    readings: Readings<'p>,
    /// Whether anything was refused for what could be read.
    screened: bool,
}

/// A domain became empty, or the outcome out of reach.
struct Conflict;

impl<'p> Search<'p> {
    fn new(problem: &'p Problem<'p>) -> Self {
        let board = Board::new(problem);
        let slots = board.slots.len();
        let mut search = Self {
            problem,
            start_counts: Vec::with_capacity(slots),
            start_tallies: vec![Tally::default(); board.grids.len() - 1],
            domains: board.domains.clone(),
            counts: Vec::new(),
            tallies: Vec::new(),
            letters: Vec::new(),
            placed: Vec::new(),
            used_groups: vec![0; problem.vocabulary.group_count().div_ceil(64)],
            themed_placed: 0,
            frames: Vec::with_capacity(slots),
            undo: Vec::with_capacity(256),
            saved: Vec::with_capacity(board.domains.len() * 4),
            queue: Vec::with_capacity(slots),
            weights: (0..slots).map(|slot| board.crossings_of(slot).len() as u64).collect(),
            steps: 0,
            readings: Readings::new(problem),
            screened: board.leaves_out(problem),
            board,
        };
        // Slots of one length have one domain at the start, unless a lock narrows it.
        let mut of_length: [Option<Count>; Word::MAX + 1] = [None; Word::MAX + 1];
        for slot in 0..slots {
            let known = of_length[search.board.slots[slot].length].filter(|_| problem.locks.is_empty());
            let count = known.unwrap_or_else(|| search.count(slot));
            of_length[search.board.slots[slot].length] = Some(count);
            search.start_counts.push(count);
            let tally = &mut search.start_tallies[search.board.slots[slot].grid];
            tally.sure += u32::from(count.is_sure());
            tally.possible += u32::from(count.is_possible());
        }
        search
    }

    fn run(&mut self, stream: &mut Stream, run_end: u64, look_ahead: bool) -> End {
        self.reset();
        if self.start(look_ahead).is_err() {
            return self.exhausted();
        }
        'descend: loop {
            if let Some(slot) = self.next_slot() {
                self.frames.push(Frame { slot, before: self.undo.len(), tried: usize::MAX, bit: 0 });
            } else {
                let nogood = match self.finish(stream) {
                    Ok(fill) => return End::Found(fill),
                    Err(nogood) => nogood,
                };
                // The last slot that could change it goes on with its other words, in the frame that it has.
                if !self.retreat_before(nogood.as_ref()) {
                    return self.exhausted();
                }
            }
            // Try words of the topmost slot until one stands, going up where none does.
            loop {
                let Some(frame) = self.frames.last().copied() else { return self.exhausted() };
                let Some(bit) = self.draw(frame.slot, stream) else {
                    self.frames.pop();
                    self.undo_to(frame.before);
                    if self.frames.is_empty() || !self.retreat() {
                        return self.exhausted();
                    }
                    continue;
                };
                if self.steps >= run_end {
                    return End::Steps;
                }
                self.steps += 1;
                let tried = self.undo.len();
                if let Some(top) = self.frames.last_mut() {
                    (top.tried, top.bit) = (tried, bit);
                }
                if self.place(frame.slot, bit, look_ahead).is_ok() {
                    continue 'descend;
                }
                self.retreat();
            }
        }
    }

    fn reset(&mut self) {
        self.domains.copy_from_slice(&self.board.domains);
        self.counts.clone_from(&self.start_counts);
        self.tallies.clone_from(&self.start_tallies);
        self.placed.clear();
        self.placed.resize(self.board.slots.len(), None);
        self.used_groups.fill(0);
        self.themed_placed = 0;
        self.frames.clear();
        self.undo.clear();
        self.saved.clear();
        self.letters.clear();
    }

    /// Propagates what holds before any word is placed.
    fn start(&mut self, look_ahead: bool) -> Result<(), Conflict> {
        if self.counts.iter().any(|count| count.words == 0) {
            return Err(Conflict);
        }
        if look_ahead {
            self.letters.resize(self.board.crossing_count, (1 << ALPHABET) - 1);
            self.queue.extend(0..self.board.slots.len());
        }
        for grid in 0..self.tallies.len() {
            self.settle(grid)?;
        }
        self.propagate()?;
        self.check_theme()
    }

    /// The slot to fill next: in the first grid that is not full, the smallest domain for its weight.
    fn next_slot(&self) -> Option<usize> {
        for grid in 0..self.tallies.len() {
            let mut best: Option<(usize, u64, u64)> = None;
            for slot in self.board.slots_of(grid) {
                if self.placed[slot].is_some() {
                    continue;
                }
                let (words, weight) = (u64::from(self.counts[slot].words), self.weights[slot]);
                if best.is_none_or(|(_, least, of)| words * of < least * weight) {
                    best = Some((slot, words, weight));
                }
            }
            if let Some((slot, ..)) = best {
                return Some(slot);
            }
        }
        None
    }

    /// Draws a word for a slot from what is left of its domain; words whose group is used are taken away on the way.
    fn draw(&mut self, slot: usize, stream: &mut Stream) -> Option<usize> {
        loop {
            let count = self.counts[slot];
            if count.words == 0 || self.check_tally(self.board.slots[slot].grid).is_err() {
                return None;
            }
            let completed = match (count.is_sure(), count.is_possible()) {
                (true, _) => true,
                (_, false) => false,
                _ => self.draw_completed(slot, stream),
            };
            let themed = self.draw_themed(slot, stream);
            let bit = self.pick(slot, completed, themed, stream);
            let word = self.board.slots[slot].class.id(bit);
            let used = |group: usize| self.used_groups[group / 64] >> (group % 64) & 1 == 1;
            if !self.problem.vocabulary.groups(word).any(used) {
                return Some(bit);
            }
            self.take_away(slot, bit);
        }
    }

    /// Whether an undecided slot gets a completed word: in proportion to its share of them among the undecided slots.
    fn draw_completed(&self, slot: usize, stream: &mut Stream) -> bool {
        let grid = self.board.slots[slot].grid;
        let share = |count: Count| (count.completed << 10).div_ceil(count.words);
        let all: u32 = self.board.slots_of(grid).map(|s| self.counts[s]).filter(|c| c.is_undecided()).map(share).sum();
        let missing = u32::from(self.problem.outcome[grid]) - self.tallies[grid].sure;
        stream.below(all) < missing * share(self.counts[slot])
    }

    /// Whether a slot gets a theme word, if a theme is wanted and the slot has a choice.
    fn draw_themed(&self, slot: usize, stream: &mut Stream) -> Option<bool> {
        let theme = self.problem.theme?;
        let wanted = u32::try_from(theme.at_least()).unwrap_or(u32::MAX);
        let count = self.counts[slot];
        if wanted <= self.themed_placed || count.themed == 0 || count.themed == count.words {
            return None;
        }
        let able = (0..self.counts.len()).filter(|s| self.placed[*s].is_none() && self.counts[*s].themed > 0).count();
        let able = u32::try_from(able).unwrap_or(u32::MAX);
        Some(stream.below(able) < wanted - self.themed_placed)
    }

    /// A uniform word of the slot's domain that is completed or open as asked, and of the theme or not where that can be.
    fn pick(&self, slot: usize, completed: bool, themed: Option<bool>, stream: &mut Stream) -> usize {
        let board_slot = &self.board.slots[slot];
        let domain = &self.domains[board_slot.start..board_slot.end];
        let count = self.counts[slot];
        if let (Some(themed), Some(theme)) = (themed, board_slot.theme) {
            let matching = |block: usize| {
                let kind = if completed { board_slot.completed[block] } else { !board_slot.completed[block] };
                domain[block] & kind & if themed { theme[block] } else { !theme[block] }
            };
            let words = (0..domain.len()).map(|block| matching(block).count_ones()).sum();
            if words > 0 {
                return nth_one((0..domain.len()).map(matching), stream.below(words));
            }
        }
        if completed {
            let rank = stream.below(count.completed);
            nth_one(domain.iter().zip(board_slot.completed).map(|(d, c)| d & c), rank)
        } else {
            let rank = stream.below(count.words - count.completed);
            nth_one(domain.iter().zip(board_slot.completed).map(|(d, c)| d & !c), rank)
        }
    }

    /// Puts a word into a slot and propagates.
    fn place(&mut self, slot: usize, bit: usize, look_ahead: bool) -> Result<(), Conflict> {
        let class = self.board.slots[slot].class;
        let word = class.id(bit);
        self.placed[slot] = Some(bit);
        for group in self.problem.vocabulary.groups(word) {
            self.used_groups[group / 64] |= 1 << (group % 64);
        }
        // The domain itself may stay: nobody asks for it while the slot has a word.
        let one = |bits: &[u64]| u32::from(has(bits, bit));
        let board_slot = &self.board.slots[slot];
        let (completed, themed) = (one(board_slot.completed), board_slot.theme.map_or(0, one));
        self.undo.push(Undo::Count(slot, self.counts[slot]));
        self.recount(slot, Count { words: 1, completed, themed });
        self.themed_placed += themed;
        let letters = class.word(bit);
        for at in 0..self.board.crossings_of(slot).len() {
            let crossing = self.board.crossings_of(slot)[at];
            let letter = letters.letters()[crossing.place];
            if look_ahead {
                self.undo.push(Undo::Letters(crossing.id, self.letters[crossing.id]));
                self.letters[crossing.id] = 1 << letter.index();
            }
            if self.placed[crossing.other].is_some() {
                continue;
            }
            if self.keep_letter(crossing.other, crossing.other_place, letter).is_err() {
                self.weights[slot] += 1;
                self.weights[crossing.other] += 1;
                return Err(Conflict);
            }
            if look_ahead {
                self.queue.push(crossing.other);
            }
        }
        self.settle(self.board.slots[slot].grid)?;
        self.propagate()?;
        self.check_theme()
    }

    const fn exhausted(&self) -> End {
        End::Exhausted { screened: self.screened }
    }

    /// The fill, repaired if it shows what it must not; else the no-good that it keeps, if that is why it is refused.
    fn finish(&mut self, stream: &mut Stream) -> Result<Fill, Option<Nogood>> {
        let mut fill = self.fill();
        let nogood = self.readings.first(&fill);
        if let Some(nogood) = &nogood {
            self.screened = true;
            let (repaired, steps) = repair(&self.board, &mut self.readings, (0, &mut fill), nogood.clone(), stream);
            self.steps += steps;
            if !repaired {
                return Err(Some(nogood.clone()));
            }
        }
        if self.problem.is_taken(&fill) { Err(nogood) } else { Ok(fill) }
    }

    /// Takes words out again, the topmost slot's at least, up to the last one that is part of the no-good: as long as the
    /// words up to there stand, it comes again. False when there is no slot left.
    fn retreat_before(&mut self, nogood: Option<&Nogood>) -> bool {
        while let (Some(nogood), Some(frame)) = (nogood, self.frames.last().copied())
            && !nogood.involves(frame.slot)
        {
            self.retreat();
            self.frames.pop();
            self.undo_to(frame.before);
        }
        self.retreat()
    }

    /// Takes the topmost slot's word out again, and away from its domain. False when there is no slot.
    fn retreat(&mut self) -> bool {
        self.queue.clear();
        let Some(Frame { slot, tried, bit, .. }) = self.frames.last().copied() else { return false };
        let word = self.board.slots[slot].class.id(bit);
        for group in self.problem.vocabulary.groups(word) {
            self.used_groups[group / 64] &= !(1 << (group % 64));
        }
        self.themed_placed -= self.counts[slot].themed;
        self.placed[slot] = None;
        self.undo_to(tried);
        self.take_away(slot, bit);
        true
    }

    fn fill(&self) -> Fill {
        let bits = self.placed.iter().zip(&self.board.slots);
        bits.filter_map(|(bit, slot)| bit.map(|bit| slot.class.id(bit))).collect()
    }
}
