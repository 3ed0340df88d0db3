//! Reading a grid as a player does: cell by cell, from nothing but what is printed.

use crate::letters::{Letter, LetterSet, Word};
use crate::lexicon::{Lexicon, WordId};
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
    /// `None` where the lexicon does not have it.
    pub(super) id: Option<WordId>,
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
    pub(super) fn of(cells: &Cells, lexicon: &Lexicon) -> Self {
        // Room for the words of a grid, so that a sound one is read without growing either list.
        let (mut runs, mut down) = (Vec::with_capacity(24), Vec::with_capacity(16));
        let mut lone = Vec::new();
        let rows = cells.rows();
        for row in 0..rows {
            let above = row.checked_sub(1).map(|above| cells.row(above));
            let below = (row + 1 < rows).then(|| cells.row(row + 1));
            let here = cells.row(row);
            let mut left = false;
            for (column, cell) in here.iter().enumerate() {
                let Some(first) = *cell else {
                    left = false;
                    continue;
                };
                let right = here.get(column + 1).is_some_and(Option::is_some);
                let above = above.is_some_and(|line| line[column].is_some());
                let below = below.is_some_and(|line| line[column].is_some());
                if right && !left {
                    runs.push(read_run(cells, first, (Direction::Across, row, column), lexicon));
                }
                if below && !above {
                    down.push(read_run(cells, first, (Direction::Down, row, column), lexicon));
                }
                if !(left || right || above || below) {
                    lone.push((row, column));
                }
                left = true;
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

/// The letters from a cell on, up to the first grey cell or the edge; none from a cell outside the box, however far.
pub(super) fn letters_from(cells: &Cells, (direction, row, column): Spot) -> impl Iterator<Item = Letter> {
    let rows = cells.rows();
    (0..).map_while(move |step| match direction {
        Direction::Across if row < rows => cells.get(row, column + step),
        Direction::Down if row + step < rows => cells.get(row + step, column),
        _ => None,
    })
}

fn read_run(cells: &Cells, first: Letter, spot: Spot, lexicon: &Lexicon) -> Run {
    let mut buffer = [first; Word::MAX];
    let (mut length, mut letters) = (0, LetterSet::EMPTY);
    for letter in letters_from(cells, spot) {
        if let Some(place) = buffer.get_mut(length) {
            *place = letter;
        }
        letters.insert(letter);
        length += 1;
    }
    let word = buffer.get(..length).and_then(Word::from_letters);
    Run { spot, length, letters, word, id: word.and_then(|word| lexicon.lookup(word)) }
}
