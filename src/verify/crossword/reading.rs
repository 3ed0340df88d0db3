//! Reading a grid as a player does: cell by cell, from nothing but what is printed.

use crate::letters::{Letter, LetterSet, Word};
use crate::unit::{Cells, Direction};
use crate::verify::Place;

/// Direction, row, column: where a word starts. Sorts as records list words.
pub(super) type Spot = (Direction, usize, usize);

/// An unbroken run of two or more letter cells, bounded by grey cells or the edge of the grid (MC-4.5b).
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) spot: Spot,
    /// Cells.
    pub(super) length: usize,
    /// Its distinct letters.
    pub(super) letters: LetterSet,
    /// `None` where it is longer than any word can be.
    pub(super) word: Option<Word>,
}

impl Run {
    /// Where it stands, in the grid with this number (from 1).
    pub(super) fn place(&self, grid: usize) -> Place {
        place(grid, self.spot)
    }

    /// What it reads, as far as a word goes.
    pub(super) fn text(&self) -> String {
        self.word.map_or_else(|| format!("a run of {} letters", self.length), |word| word.to_string())
    }

    /// Whether a cell belongs to the run.
    pub(super) fn covers(&self, row: usize, column: usize) -> bool {
        let (direction, first_row, first_column) = self.spot;
        match direction {
            Direction::Across => row == first_row && (first_column..first_column + self.length).contains(&column),
            Direction::Down => column == first_column && (first_row..first_row + self.length).contains(&row),
        }
    }
}

pub(super) const fn place(grid: usize, (direction, row, column): Spot) -> Place {
    Place::Word { grid, row, column, direction }
}

/// What can be read in a grid.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// All runs: across first, each kind in reading order. So they are sorted by their spots.
    pub(super) runs: Vec<Run>,
    /// Letter cells that are in no run.
    pub(super) lone: Vec<(usize, usize)>,
}

impl Reading {
    pub(super) fn of(cells: &Cells) -> Self {
        // Room for the words of a grid, so that a sound one is read without growing either list.
        let (mut runs, mut down) = (Vec::with_capacity(24), Vec::with_capacity(16));
        let mut lone = Vec::new();
        // A box without rows may claim any number of columns.
        let columns = if cells.rows() == 0 { 0 } else { cells.columns() };
        let letter = |row, column| letter_at(cells, row, column).is_some();
        for row in 0..cells.rows() {
            for column in 0..columns {
                let Some(first) = letter_at(cells, row, column) else { continue };
                let left = column > 0 && letter(row, column - 1);
                let above = row > 0 && letter(row - 1, column);
                let right = letter(row, column + 1);
                let below = letter(row + 1, column);
                if right && !left {
                    runs.push(read_run(cells, first, (Direction::Across, row, column)));
                }
                if below && !above {
                    down.push(read_run(cells, first, (Direction::Down, row, column)));
                }
                if !(left || right || above || below) {
                    lone.push((row, column));
                }
            }
        }
        runs.append(&mut down);
        Self { runs, lone }
    }

    /// The run that starts at this spot.
    pub(super) fn at(&self, spot: Spot) -> Option<&Run> {
        self.runs.binary_search_by_key(&spot, |run| run.spot).ok().map(|index| &self.runs[index])
    }
}

/// The letter of a cell; `None` where it is grey or outside the box, however far.
pub(super) fn letter_at(cells: &Cells, row: usize, column: usize) -> Option<Letter> {
    if row < cells.rows() { cells.get(row, column) } else { None }
}

/// The letters from a cell on, up to the first grey cell or the edge.
pub(super) fn letters_from(cells: &Cells, (direction, row, column): Spot) -> impl Iterator<Item = Letter> {
    (0..).map_while(move |step| match direction {
        Direction::Across => letter_at(cells, row, column + step),
        Direction::Down => letter_at(cells, row + step, column),
    })
}

fn read_run(cells: &Cells, first: Letter, spot: Spot) -> Run {
    let mut buffer = [first; Word::MAX];
    let (mut length, mut letters) = (0, LetterSet::EMPTY);
    for letter in letters_from(cells, spot) {
        if let Some(place) = buffer.get_mut(length) {
            *place = letter;
        }
        letters.insert(letter);
        length += 1;
    }
    Run { spot, length, letters, word: buffer.get(..length).and_then(Word::from_letters) }
}
