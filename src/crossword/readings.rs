//! What a finished fill shows besides its words, held against the vocabulary's screen: lines of cells, and pairs of words.

use std::ops::Range;

use super::problem::Problem;
use crate::letters::{Letter, Word};
use crate::lexicon::WordId;
use crate::screen::{Lines, Screen};
use crate::unit::Direction;

/// Why a fill must not be printed: what may not stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Nogood {
    /// These letters in these cells.
    Letters(Vec<Shown>),
    /// The words of these two slots.
    Words([usize; 2]),
}

/// A letter in a cell, and the slots that show it: each with the cell's place in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) letter: Letter,
    pub(super) slots: Vec<(usize, usize)>,
}

impl Nogood {
    /// Whether another word in this slot could make it go away.
    pub(super) fn involves(&self, slot: usize) -> bool {
        match self {
            Self::Letters(cells) => cells.iter().any(|shown| shown.slots.iter().any(|(of, _)| *of == slot)),
            Self::Words(slots) => slots.contains(&slot),
        }
    }
}

/// Reads fills of some grids of a problem.
#[derive(Debug)]
pub(super) struct Readings<'p> {
    problem: &'p Problem<'p>,
    grids: Range<usize>,
    /// Slots of the grids before.
    base: usize,
    /// The letters of each grid's cells by their numbers, and a gap behind them.
    letters: Vec<Vec<u8>>,
}

impl<'p> Readings<'p> {
    /// For fills of all grids.
    pub(super) fn new(problem: &'p Problem<'p>) -> Self {
        Self::of(problem, 0..problem.layouts.len())
    }

    /// For fills of these grids.
    pub(super) fn of(problem: &'p Problem<'p>, grids: Range<usize>) -> Self {
        let base = problem.layouts[..grids.start].iter().map(|layout| layout.slots().len()).sum();
        let cells = |layout: &&super::layout::Layout| layout.mask().rows() * layout.mask().columns() + 1;
        let letters = problem.layouts[grids.clone()].iter().map(|layout| vec![Lines::GAP; cells(layout)]);
        Self { problem, base, letters: letters.collect(), grids }
    }

    /// What the fills are of.
    pub(super) const fn problem(&self) -> &'p Problem<'p> {
        self.problem
    }

    /// The first thing that a fill of these grids shows and must not.
    pub(super) fn first(&mut self, fill: &[WordId]) -> Option<Nogood> {
        let screen = self.problem.vocabulary.screen()?;
        let mut slots = fill.iter();
        let mut start = 0;
        for at in 0..self.letters.len() {
            let slots_here = self.problem.layouts[self.grids.start + at].slots().len();
            self.write(at, slots.by_ref().take(slots_here));
            if let Some(nogood) = self.on_lines(screen, at, self.base + start) {
                return Some(nogood);
            }
            start += slots_here;
        }
        if !self.problem.vocabulary.may_be_paired(fill) {
            return None;
        }
        let lexicon = self.problem.vocabulary.lexicon();
        let words = fill.iter().map(|id| lexicon.word(*id));
        let ([first, second], _) = screen.first_pair(&words)?;
        Some(Nogood::Words([self.base + first, self.base + second]))
    }

    /// Writes the words into the cells of a grid.
    fn write<'f>(&mut self, at: usize, words: impl Iterator<Item = &'f WordId>) {
        let layout = self.problem.layouts[self.grids.start + at];
        let (columns, lexicon) = (layout.mask().columns(), self.problem.vocabulary.lexicon());
        for (slot, id) in layout.slots().iter().zip(words) {
            let word: Word = lexicon.word(*id);
            let stride = if slot.direction == Direction::Across { 1 } else { columns };
            let mut cell = usize::from(slot.row) * columns + usize::from(slot.column);
            for letter in word.letters() {
                self.letters[at][cell] = letter.to_ascii();
                cell += stride;
            }
        }
    }

    fn on_lines(&mut self, screen: &Screen, at: usize, first_slot: usize) -> Option<Nogood> {
        let layout = self.problem.layouts[self.grids.start + at];
        let (stretch, sought) = screen.first_on_lines(layout.lines(), &self.letters[at])?;
        let shown = stretch.cells.iter().zip(sought.word.letters()).map(|((row, column), letter)| {
            let slots = layout.slots().iter().enumerate();
            let slots = slots.filter_map(|(slot, of)| Some((first_slot + slot, of.place(*row, *column)?)));
            Shown { letter: *letter, slots: slots.collect() }
        });
        Some(Nogood::Letters(shown.collect()))
    }
}
