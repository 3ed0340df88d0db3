//! Another fill of a filled pair, in as few other cells as possible: what a ban leaves to do on a bank.
//!
//! Only what must change does: words that the vocabulary no longer has, and one cell at least of each place that was named;
//! then whatever crosses a changed cell and is no word any more, and so on. Bounds on the number of changed cells are
//! tried one after the other (iterative deepening), so the first fill that is found has the fewest.

use std::ops::ControlFlow;

use super::bits;
use super::vocabulary::Vocabulary;
use crate::letters::{Letter, Word};
use crate::unit::{Direction, GridPair, PlacedWord};

/// A cell of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellPlace {
    /// Grid, from 0.
    pub grid: usize,
    /// From 0.
    pub row: usize,
    /// From 0.
    pub column: usize,
}

/// What must change, and what may take its place.
#[derive(Clone, Copy, Debug)]
pub struct Amend<'a> {
    /// The words that may stand.
    pub vocabulary: &'a Vocabulary,
    /// Places that must not stay as they are: of each, one cell must change. Words that the vocabulary does not have need not
    /// be named.
    pub musts: &'a [Vec<CellPlace>],
    /// For each word of the vocabulary, by its number: lower ones are tried first.
    pub preference: &'a [u32],
    /// Words looked at, at most.
    pub steps: u64,
}

/// A pair that was amended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amended {
    /// The grids.
    pub pair: GridPair,
    /// How many cells have another letter.
    pub cells: usize,
}

impl Amend<'_> {
    /// The first fill in the order of changed cells that `accept` takes; `None` where the steps are spent before.
    ///
    /// No fill with fewer other cells has all its words in the vocabulary and every place changed, and is taken, unless
    /// it needs a change that nothing named asks for.
    pub fn amend(&self, pair: &GridPair, accept: impl FnMut(&GridPair) -> bool) -> Option<Amended> {
        let mut search = Search::new(self, pair, accept);
        for bound in 0..=search.original.len() {
            match search.descend(0, bound) {
                ControlFlow::Break(found) => return found,
                ControlFlow::Continue(()) => {}
            }
        }
        None
    }
}

struct Search<'a, A> {
    amend: &'a Amend<'a>,
    pair: &'a GridPair,
    accept: A,
    steps: u64,
    /// Across and down words, by the numbers of their cells.
    slots: Vec<(Direction, Vec<usize>)>,
    /// The slots through each cell.
    through: Vec<Vec<usize>>,
    /// By the numbers of the cells: grid by grid, row by row.
    original: Vec<Option<Letter>>,
    letters: Vec<Option<Letter>>,
    /// How many of the words that were chosen stand on a cell.
    chosen: Vec<u8>,
    musts: Vec<Vec<usize>>,
}

/// The first cells of the grids among all cells.
fn offsets(pair: &GridPair) -> Vec<usize> {
    let sizes = pair.grids.iter().map(|grid| grid.cells.rows() * grid.cells.columns());
    sizes.scan(0, |start, size| Some(std::mem::replace(start, *start + size))).collect()
}

/// The cells of a word, in its order.
pub(crate) fn cells_of(placed: &PlacedWord) -> impl Iterator<Item = (usize, usize)> {
    let (row, column) = (usize::from(placed.row), usize::from(placed.column));
    (0..placed.word.len()).map(move |at| match placed.direction {
        Direction::Across => (row, column + at),
        Direction::Down => (row + at, column),
    })
}

impl<'a, A: FnMut(&GridPair) -> bool> Search<'a, A> {
    fn new(amend: &'a Amend<'a>, pair: &'a GridPair, accept: A) -> Self {
        let offsets = offsets(pair);
        let number =
            |grid: usize, row: usize, column: usize| offsets[grid] + row * pair.grids[grid].cells.columns() + column;
        let original: Vec<Option<Letter>> = pair
            .grids
            .iter()
            .flat_map(|grid| (0..grid.cells.rows()).flat_map(|row| grid.cells.row(row)))
            .copied()
            .collect();
        let mut slots = Vec::new();
        let mut through = vec![Vec::new(); original.len()];
        for (grid, placed) in
            pair.grids.iter().enumerate().flat_map(|(at, grid)| grid.words.iter().map(move |word| (at, word)))
        {
            let cells: Vec<usize> = cells_of(placed).map(|(row, column)| number(grid, row, column)).collect();
            for cell in &cells {
                through[*cell].push(slots.len());
            }
            slots.push((placed.direction, cells));
        }
        let must = |cells: &Vec<CellPlace>| cells.iter().map(|cell| number(cell.grid, cell.row, cell.column)).collect();
        let musts = amend.musts.iter().map(must).collect();
        let (letters, chosen) = (original.clone(), vec![0; original.len()]);
        Self { amend, pair, accept, steps: amend.steps, slots, through, original, letters, chosen, musts }
    }

    fn word(&self, slot: usize) -> Option<Word> {
        let letters: Option<Vec<Letter>> = self.slots[slot].1.iter().map(|cell| self.letters[*cell]).collect();
        Word::from_letters(&letters?)
    }

    fn is_known(&self, slot: usize) -> bool {
        self.word(slot).is_some_and(|word| self.amend.vocabulary.lexicon().lookup(word).is_some())
    }

    /// Tries every way to go on with `changed` cells changed so far, and `bound` in the end.
    fn descend(&mut self, changed: usize, bound: usize) -> ControlFlow<Option<Amended>> {
        let unknown: Vec<usize> = (0..self.slots.len()).filter(|slot| !self.is_known(*slot)).collect();
        // Words of one direction have no cell in common: each needs a change of its own.
        let across = unknown.iter().filter(|slot| self.slots[**slot].0 == Direction::Across).count();
        if changed + across.max(unknown.len() - across) > bound {
            return ControlFlow::Continue(());
        }
        // Where most is settled, least is left to try.
        let settled = |slot: &usize| self.slots[*slot].1.iter().filter(|cell| self.chosen[**cell] > 0).count();
        if let Some(slot) = unknown.iter().copied().max_by_key(|slot| (settled(slot), usize::MAX - slot)) {
            return self.choose(slot, None, changed, bound);
        }
        let stays = |cells: &Vec<usize>| cells.iter().all(|cell| self.letters[*cell] == self.original[*cell]);
        if let Some(must) = self.musts.iter().position(stays) {
            let mut slots: Vec<usize> = self.musts[must].iter().flat_map(|cell| self.through[*cell].clone()).collect();
            slots.sort_unstable();
            slots.dedup();
            return slots.into_iter().try_for_each(|slot| self.choose(slot, Some(must), changed, bound));
        }
        // With fewer cells it was tried before.
        if changed < bound {
            return ControlFlow::Continue(());
        }
        let pair = self.amended();
        if (self.accept)(&pair) {
            ControlFlow::Break(Some(Amended { pair, cells: changed }))
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Tries every word for a slot; one that changes a cell of the place that must, if there is one.
    fn choose(
        &mut self,
        slot: usize,
        must: Option<usize>,
        changed: usize,
        bound: usize,
    ) -> ControlFlow<Option<Amended>> {
        let cells = self.slots[slot].1.clone();
        let class = self.amend.vocabulary.lexicon().class(cells.len());
        let mut fitting = class.all().to_vec();
        for (place, cell) in cells.iter().enumerate().filter(|(_, cell)| self.chosen[**cell] > 0) {
            let Some(letter) = self.letters[*cell] else { continue };
            for (block, with) in fitting.iter_mut().zip(class.at(place, letter)) {
                *block &= with;
            }
        }
        let mut words: Vec<(u32, usize, usize)> = Vec::new();
        for bit in bits::ones(&fitting) {
            let Some(left) = self.steps.checked_sub(1) else { return ControlFlow::Break(None) };
            self.steps = left;
            let letters = class.word(bit);
            let differs = |(letter, cell): &(&Letter, &usize)| self.letters[**cell] != Some(**letter);
            let others = letters.letters().iter().zip(&cells).filter(differs);
            let meets = must.is_none_or(|must| others.clone().any(|(_, cell)| self.musts[must].contains(cell)));
            let other = others.count();
            if meets && other > 0 && changed + other <= bound {
                words.push((self.amend.preference[class.id(bit).index()], bit, other));
            }
        }
        words.sort_unstable();
        for (_, bit, other) in words {
            let word = class.word(bit);
            let before: Vec<Option<Letter>> = cells.iter().map(|cell| self.letters[*cell]).collect();
            for (cell, letter) in cells.iter().zip(word.letters()) {
                self.letters[*cell] = Some(*letter);
                self.chosen[*cell] += 1;
            }
            self.descend(changed + other, bound)?;
            for (cell, letter) in cells.iter().zip(before) {
                self.letters[*cell] = letter;
                self.chosen[*cell] -= 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The pair with the letters as they stand; words that stay keep their form.
    fn amended(&self) -> GridPair {
        let lexicon = self.amend.vocabulary.lexicon();
        let mut pair = self.pair.clone();
        let mut slot = 0;
        let mut letters = self.letters.iter();
        for grid in &mut pair.grids {
            for (row, column) in (0..grid.cells.rows())
                .flat_map(|row| (0..grid.cells.columns()).map(move |column| (row, column)))
                .collect::<Vec<_>>()
            {
                grid.cells.set(row, column, letters.next().copied().flatten());
            }
            for placed in &mut grid.words {
                if let Some(word) = self.word(slot).filter(|word| *word != placed.word) {
                    placed.word = word;
                    placed.display =
                        lexicon.lookup(word).map_or_else(String::new, |id| lexicon.display(id).into()).into();
                }
                slot += 1;
            }
        }
        pair
    }
}
