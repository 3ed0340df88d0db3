//! The same problem for a SAT solver: where backtracking gives up, and where a proof is wanted.
//!
//! **Encoding.** A variable says that a slot holds a word, another that a crossing shows a letter, a third that a slot
//! is completed, and one that a letter is among the shown. A slot with its assumption holds a word; a word shows its
//! letters at its crossings, and a crossing shows at most one letter, each supported by a word of both slots. A word of
//! shown letters completes its slot; a word with a letter that is not shown leaves it open. Sequential counters (Sinz,
//! "Towards an optimal CNF encoding of Boolean cardinality constraints", 2005) hold the numbers of completed and of theme
//! words. Words that share a group exclude each other: at once where completed or open words are scarce, else only when
//! a model breaks it, since tens of thousands of lemmas hardly ever meet.
//!
//! Slots, letters and the screen are *assumptions*, so a refutation names the slots and letters that it needed, and says
//! whether it needed the screen. What may not be read is added only when a model shows it and cannot be repaired.
//!
//! **Budget.** varisat has no limit of its own, but it writes its proof as it goes and stops when that fails: the proof
//! goes to a writer that counts bytes and refuses the one too many. Bytes do not depend on the clock.
//!
//! This is the only file that knows varisat. Every model is checked before it is believed.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use varisat::solver::{ProofFormat, Solver};
use varisat::{ExtendFormula, Lit};

use super::bits::{has, ones};
use super::problem::{Board, Fill, Problem};
use super::readings::{Nogood, Readings};
use super::repair::repair;
use crate::letters::{Letter, LetterSet};
use crate::lexicon::WordId;
use crate::rng::Stream;

/// Bytes of proof that count as one step.
pub(super) const BYTES_PER_STEP: u64 = 64;

/// With fewer completed (or open) words than this, their groups are encoded from the start.
const SCARCE: usize = 600;

/// How a solve ended.
#[derive(Debug)]
pub(super) enum End {
    /// A word for each slot of the grids asked for, in order.
    Found(Fill),
    /// There is none: what the refutation used.
    Refuted(Core),
    /// The steps ran out.
    Steps,
}

/// What a refutation used: with these slots and letters alone there is no fill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// Grid, from 0, and slot, by its place in the layout.
    pub slots: Vec<(usize, usize)>,
    /// Shown letters that matter: without them, some word would not be completed.
    pub shown: LetterSet,
    /// Hidden letters that matter: without them, some word would be completed.
    pub hidden: LetterSet,
    /// Whether it matters that fills are refused for what can be read on them.
    pub screened: bool,
}

/// Solves the problem for a range of its grids, in about `steps` steps; returns how it ended and the steps taken.
///
/// With fewer than all grids, theme and taken fills do not count: the problem is weaker, so a refutation holds for the
/// whole one.
pub(super) fn solve(problem: &Problem, grids: std::ops::Range<usize>, stream: &mut Stream, steps: u64) -> (End, u64) {
    let board = Board::with_left_out(problem);
    let left = Rc::new(Cell::new(u64::MAX));
    let mut encoding = Encoding::new(problem, &board, grids, Rc::clone(&left));
    encoding.encode(stream);
    let budget = steps.saturating_mul(BYTES_PER_STEP);
    left.set(budget);
    let end = encoding.run(stream);
    let used = (budget - left.get()).div_ceil(BYTES_PER_STEP);
    (end, used.max(1))
}

/// Counts the bytes of a proof, and refuses the one too many.
struct Meter(Rc<Cell<u64>>);

impl io::Write for Meter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.0.get().checked_sub(bytes.len() as u64);
        self.0.set(left.unwrap_or(0));
        left.map(|_| bytes.len()).ok_or_else(|| io::Error::other("the steps ran out"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A word in a slot: its variable, and its bit.
#[derive(Clone, Copy)]
struct Choice {
    holds: Lit,
    bit: usize,
}

struct Encoding<'p> {
    problem: &'p Problem<'p>,
    board: &'p Board<'p>,
    grids: std::ops::Range<usize>,
    solver: Solver<'static>,
    /// True when the letter is shown; an assumption says which it is.
    shown: Vec<Lit>,
    /// The words of each slot; none for slots of other grids.
    choices: Vec<Vec<Choice>>,
    assumptions: Vec<Lit>,
    /// Assumption and slot.
    filled: Vec<(Lit, usize)>,
    encoded_groups: Vec<bool>,
    /// What each crossing shows: a literal a letter; none for crossings of other grids.
    shows: Vec<Vec<Lit>>,
    /// Assumed: nothing improper may be read.
    screened: Lit,
}

impl<'p> Encoding<'p> {
    fn new(problem: &'p Problem, board: &'p Board, grids: std::ops::Range<usize>, left: Rc<Cell<u64>>) -> Self {
        let mut solver = Solver::new();
        // Before the first clause: varisat insists.
        solver.write_proof(Meter(left), ProofFormat::Varisat);
        let shown: Vec<Lit> = Letter::all().map(|_| solver.new_lit()).collect();
        let screened = solver.new_lit();
        Self {
            problem,
            board,
            grids,
            solver,
            shown,
            choices: vec![Vec::new(); board.slots.len()],
            assumptions: vec![screened],
            filled: Vec::new(),
            shows: Vec::new(),
            screened,
            encoded_groups: vec![false; problem.vocabulary.group_count()],
        }
    }

    fn slots(&self) -> std::ops::Range<usize> {
        self.board.grids[self.grids.start]..self.board.grids[self.grids.end]
    }

    fn is_whole(&self) -> bool {
        self.grids.len() + 1 == self.board.grids.len()
    }

    fn encode(&mut self, stream: &mut Stream) {
        for letter in Letter::all() {
            let lit = self.shown[letter.index()];
            self.assumptions.push(if self.problem.split.shown().contains(letter) { lit } else { !lit });
        }
        for slot in self.slots() {
            self.encode_choices(slot, stream);
        }
        self.encode_crossings();
        for grid in self.grids.clone() {
            let completed: Vec<Lit> = self.board.slots_of(grid).map(|slot| self.encode_completed(slot)).collect();
            let wanted = usize::from(self.problem.outcome[grid]);
            let reached = self.counter(&completed, wanted + 1);
            self.solver.add_clause(&[reached[wanted]]);
            self.solver.add_clause(&[!reached[wanted + 1]]);
        }
        if self.is_whole() {
            self.encode_theme();
        }
        self.encode_scarce_groups();
    }

    /// The slot holds one of its words, if it is assumed to be filled. The words stand in a drawn order, so that another
    /// stream finds another model.
    fn encode_choices(&mut self, slot: usize, stream: &mut Stream) {
        let board_slot = &self.board.slots[slot];
        let mut bits: Vec<usize> = ones(&self.board.domains[board_slot.start..board_slot.end]).collect();
        stream.shuffle(&mut bits);
        let choices: Vec<Choice> = bits.into_iter().map(|bit| Choice { holds: self.solver.new_lit(), bit }).collect();
        let filled = self.solver.new_lit();
        let clause: Vec<Lit> = choices.iter().map(|choice| choice.holds).chain([!filled]).collect();
        self.solver.add_clause(&clause);
        for bit in self.problem.split.left_out(board_slot.length) {
            let out = choices.iter().find(|choice| choice.bit == *bit).map(|choice| choice.holds);
            if let Some(holds) = out {
                self.solver.add_clause(&[!holds, !self.screened]);
            }
        }
        self.assumptions.push(filled);
        self.filled.push((filled, slot));
        self.choices[slot] = choices;
    }

    fn encode_crossings(&mut self) {
        let lexicon = self.problem.vocabulary.lexicon();
        let mut shows: Vec<Vec<Lit>> = vec![Vec::new(); self.board.crossing_count];
        for slot in self.slots() {
            for crossing in self.board.crossings_of(slot) {
                if shows[crossing.id].is_empty() {
                    let letters: Vec<Lit> = Letter::all().map(|_| self.solver.new_lit()).collect();
                    for (place, first) in letters.iter().enumerate() {
                        for second in &letters[place + 1..] {
                            self.solver.add_clause(&[!*first, !*second]);
                        }
                    }
                    shows[crossing.id] = letters;
                }
                let letters = &shows[crossing.id];
                let mut supports: Vec<Vec<Lit>> = letters.iter().map(|shown| vec![!*shown]).collect();
                for choice in &self.choices[slot] {
                    let word = lexicon.word(self.board.slots[slot].class.id(choice.bit));
                    let letter = word.letters()[crossing.place].index();
                    self.solver.add_clause(&[!choice.holds, letters[letter]]);
                    supports[letter].push(choice.holds);
                }
                // A letter needs a word, but only where the slot must be filled.
                let filled = self.filled.iter().find(|(_, of)| *of == slot).map(|(lit, _)| *lit);
                for support in &mut supports {
                    support.extend(filled.map(|lit| !lit));
                    self.solver.add_clause(support);
                }
            }
        }
        self.shows = shows;
    }

    /// The variable that says whether a slot is completed.
    fn encode_completed(&mut self, slot: usize) -> Lit {
        let lexicon = self.problem.vocabulary.lexicon();
        let completed = self.solver.new_lit();
        for choice in &self.choices[slot] {
            let letters = lexicon.word(self.board.slots[slot].class.id(choice.bit)).set();
            let hidden = letters.intersection(self.problem.split.shown().complement());
            if hidden.is_empty() {
                let mut clause = vec![!choice.holds, completed];
                clause.extend(letters.iter().map(|letter| !self.shown[letter.index()]));
                self.solver.add_clause(&clause);
            }
            for letter in hidden.iter() {
                self.solver.add_clause(&[!choice.holds, !completed, self.shown[letter.index()]]);
            }
        }
        completed
    }

    /// Literals that say whether at least 0, 1, … `most` of these are true.
    fn counter(&mut self, literals: &[Lit], most: usize) -> Vec<Lit> {
        let (yes, no) = (self.solver.new_lit(), self.solver.new_lit());
        self.solver.add_clause(&[yes]);
        self.solver.add_clause(&[!no]);
        let mut reached = vec![no; most + 1];
        reached[0] = yes;
        for literal in literals {
            let before = reached.clone();
            for number in 1..=most {
                let now = self.solver.new_lit();
                self.solver.add_clause(&[!before[number], now]);
                self.solver.add_clause(&[!*literal, !before[number - 1], now]);
                self.solver.add_clause(&[before[number], *literal, !now]);
                self.solver.add_clause(&[before[number], before[number - 1], !now]);
                reached[number] = now;
            }
        }
        reached
    }

    fn encode_theme(&mut self) {
        let Some(theme) = self.problem.theme else { return };
        let mut themed = Vec::new();
        for slot in self.slots() {
            let lit = self.solver.new_lit();
            let words = theme.words(self.board.slots[slot].length);
            for choice in &self.choices[slot] {
                if !has(words, choice.bit) {
                    self.solver.add_clause(&[!choice.holds, !lit]);
                }
            }
            themed.push(lit);
        }
        let wanted = theme.at_least();
        let reached = self.counter(&themed, wanted);
        self.solver.add_clause(&[reached[wanted]]);
    }

    /// Encodes the groups of the completed words where these are few, and of the open words where those are.
    fn encode_scarce_groups(&mut self) {
        let vocabulary = self.problem.vocabulary;
        let mut lengths: Vec<usize> = self.slots().map(|slot| self.board.slots[slot].length).collect();
        lengths.sort_unstable();
        lengths.dedup();
        for open in [false, true] {
            let mut words = Vec::new();
            for length in &lengths {
                let class = vocabulary.lexicon().class(*length);
                let completed = self.problem.split.completed(*length);
                let kind = (0..class.len()).filter(|bit| has(completed, *bit) != open);
                words.extend(kind.map(|bit| class.id(bit)));
            }
            if words.len() < SCARCE {
                let mut groups: Vec<usize> = words.iter().flat_map(|word| vocabulary.groups(*word)).collect();
                groups.sort_unstable();
                groups.dedup();
                self.encode_groups(&groups);
            }
        }
    }

    /// At most one word of each of these groups (sorted).
    fn encode_groups(&mut self, groups: &[usize]) {
        let vocabulary = self.problem.vocabulary;
        let mut members: Vec<Vec<Lit>> = vec![Vec::new(); groups.len()];
        for slot in self.slots() {
            let class = self.board.slots[slot].class;
            for choice in &self.choices[slot] {
                for group in vocabulary.groups(class.id(choice.bit)) {
                    if let Ok(at) = groups.binary_search(&group) {
                        members[at].push(choice.holds);
                    }
                }
            }
        }
        for (group, members) in groups.iter().zip(members) {
            if !std::mem::replace(&mut self.encoded_groups[*group], true) {
                self.at_most_one(&members);
            }
        }
    }

    fn at_most_one(&mut self, literals: &[Lit]) {
        let mut any_before: Option<Lit> = None;
        for literal in literals {
            let any = self.solver.new_lit();
            self.solver.add_clause(&[!*literal, any]);
            if let Some(before) = any_before {
                self.solver.add_clause(&[!before, any]);
                self.solver.add_clause(&[!before, !*literal]);
            }
            any_before = Some(any);
        }
    }

    fn run(&mut self, stream: &mut Stream) -> End {
        self.solver.assume(&self.assumptions);
        let mut readings = Readings::of(self.problem, self.grids.clone());
        loop {
            match self.solver.solve() {
                Ok(true) => {
                    let mut fill = self.model();
                    let clashes = self.problem.vocabulary.clashing_groups(&fill);
                    if !clashes.is_empty() {
                        self.encode_groups(&clashes);
                        continue;
                    }
                    let Some(nogood) = readings.first(&fill) else {
                        if self.is_whole() && self.problem.is_taken(&fill) {
                            self.forbid(&fill);
                            continue;
                        }
                        return End::Found(fill);
                    };
                    let improper = fill.clone();
                    let filled = (self.slots().start, &mut fill);
                    let (repaired, _) = repair(self.board, &mut readings, filled, nogood.clone(), stream);
                    if repaired && !(self.is_whole() && self.problem.is_taken(&fill)) {
                        return End::Found(fill);
                    }
                    self.forbid_reading(&improper, &nogood);
                }
                Ok(false) => return End::Refuted(self.core()),
                // The only way for the solver to fail is that its proof could not be written: the steps ran out.
                Err(_) => return End::Steps,
            }
        }
    }

    fn model(&self) -> Fill {
        let model = self.solver.model().expect("a satisfied solver has a model");
        let mut holds = Vec::new();
        for lit in model {
            let var = lit.var().index();
            if var >= holds.len() {
                holds.resize(var + 1, false);
            }
            holds[var] = lit.is_positive();
        }
        let is_held = |choice: &&Choice| holds.get(choice.holds.var().index()).copied().unwrap_or(false);
        self.slots()
            .map(|slot| {
                let choice = self.choices[slot].iter().find(is_held).expect("a filled slot holds a word");
                self.board.slots[slot].class.id(choice.bit)
            })
            .collect()
    }

    /// What this fill shows must not be read again, as long as the screen is assumed.
    fn forbid_reading(&mut self, fill: &Fill, nogood: &Nogood) {
        match nogood {
            Nogood::Letters(cells) => {
                let mut clause = vec![!self.screened];
                for shown in cells {
                    let shows = shown.slots.iter().map(|(slot, place)| self.shows_letter(*slot, *place, shown.letter));
                    clause.extend(shows.take(1).map(|lit| !lit));
                }
                self.solver.add_clause(&clause);
            }
            Nogood::Words(slots) => {
                let first_slot = self.slots().start;
                let [firsts, seconds] = slots.map(|slot| self.holding(fill[slot - first_slot]));
                for first in &firsts {
                    for second in &seconds {
                        self.solver.add_clause(&[!*first, !*second, !self.screened]);
                    }
                }
            }
        }
    }

    /// The literals that say of each slot whether it holds a word.
    fn holding(&self, word: WordId) -> Vec<Lit> {
        let holds = self.slots().flat_map(|slot| {
            let class = self.board.slots[slot].class;
            let here = self.choices[slot].iter().filter(move |choice| class.id(choice.bit) == word);
            here.map(|choice| choice.holds)
        });
        holds.collect()
    }

    /// A literal that is true where a slot shows a letter at a place.
    fn shows_letter(&mut self, slot: usize, place: usize, letter: Letter) -> Lit {
        let crossing = self.board.crossings_of(slot).iter().find(|crossing| crossing.place == place);
        if let Some(crossing) = crossing {
            return self.shows[crossing.id][letter.index()];
        }
        let shows = self.solver.new_lit();
        let class = self.board.slots[slot].class;
        for choice in &self.choices[slot] {
            if class.word(choice.bit).letters()[place] == letter {
                self.solver.add_clause(&[!choice.holds, shows]);
            }
        }
        shows
    }

    /// This fill must not be found again.
    fn forbid(&mut self, fill: &Fill) {
        let held = self.slots().zip(fill).map(|(slot, word)| {
            let bit = self.board.slots[slot].class.bit(*word);
            let choice = self.choices[slot].iter().find(|choice| choice.bit == bit);
            !choice.expect("a fill of the slot's own words").holds
        });
        let clause: Vec<Lit> = held.collect();
        self.solver.add_clause(&clause);
    }

    fn core(&self) -> Core {
        let failed = self.solver.failed_core().unwrap_or_default();
        let screened = failed.contains(&self.screened);
        let mut core = Core { slots: Vec::new(), shown: LetterSet::EMPTY, hidden: LetterSet::EMPTY, screened };
        for letter in Letter::all() {
            if failed.contains(&self.shown[letter.index()]) {
                core.shown.insert(letter);
            } else if failed.contains(&!self.shown[letter.index()]) {
                core.hidden.insert(letter);
            }
        }
        let needed = self.filled.iter().filter(|(lit, _)| failed.contains(lit));
        core.slots = needed
            .map(|(_, slot)| {
                let grid = self.board.slots[*slot].grid;
                (grid, slot - self.board.grids[grid])
            })
            .collect();
        core
    }
}
