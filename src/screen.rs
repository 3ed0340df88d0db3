//! Article 4.8: what can be read on a unit, held against the lists.
//!
//! Readings: the words of the record and the maximal runs of the cells (which are the same on a sound unit).

use crate::blocklist::{Blocklist, Entry};
use crate::letters::{Letter, Word};
use crate::lexicon::Lexicon;
use crate::unit::{Direction, Grid, GridPair};

/// How a blocked word was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A word of the record.
    Word,
    /// A maximal run of letter cells.
    Run,
}

/// A blocked word on a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit<'a> {
    /// The entry that blocks it.
    pub entry: &'a Entry,
    /// How it was read.
    pub reading: Reading,
    /// Grid, from 1.
    pub grid: usize,
    /// Row of its first cell, from 0.
    pub row: usize,
    /// Column of its first cell, from 0.
    pub column: usize,
    /// Which way it runs.
    pub direction: Direction,
}

/// The words of a lexicon that may stand on a unit.
#[must_use]
pub fn passing(lexicon: &Lexicon, blocklist: &Blocklist) -> Lexicon {
    lexicon.select(|id| blocklist.blocking(lexicon.word(id)).is_none())
}

/// All blocked words that can be read on these grids.
pub fn hits<'a>(pair: &GridPair, blocklist: &'a Blocklist) -> Vec<Hit<'a>> {
    let mut hits = Vec::new();
    for (grid, number) in pair.grids.iter().zip(1..) {
        for placed in &grid.words {
            let entry = blocklist.blocking(placed.word);
            let (row, column) = (placed.row.into(), placed.column.into());
            let direction = placed.direction;
            hits.extend(entry.map(|entry| Hit { entry, reading: Reading::Word, grid: number, row, column, direction }));
        }
        for (word, row, column, direction) in runs(grid) {
            // What the record lists at this place was said above.
            let listed = grid.words.iter().any(|placed| {
                (placed.word, placed.row.into(), placed.column.into(), placed.direction)
                    == (word, row, column, direction)
            });
            let entry = blocklist.blocking(word).filter(|_| !listed);
            hits.extend(entry.map(|entry| Hit { entry, reading: Reading::Run, grid: number, row, column, direction }));
        }
    }
    hits
}

/// The maximal runs of two or more letter cells: word, row, column, direction.
fn runs(grid: &Grid) -> Vec<(Word, usize, usize, Direction)> {
    let cells = &grid.cells;
    let mut found = Vec::new();
    let lines = [(Direction::Across, cells.rows(), cells.columns()), (Direction::Down, cells.columns(), cells.rows())];
    for (direction, count, length) in lines {
        for line in 0..count {
            let mut run: Vec<Letter> = Vec::new();
            for place in 0..=length {
                let (row, column) = if direction == Direction::Across { (line, place) } else { (place, line) };
                if let Some(letter) = cells.get(row, column) {
                    run.push(letter);
                    continue;
                }
                if let Some(word) = Word::from_letters(&run).filter(|word| word.len() > 1) {
                    let first = place - word.len();
                    let (row, column) = if direction == Direction::Across { (line, first) } else { (first, line) };
                    found.push((word, row, column, direction));
                }
                run.clear();
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::fold;
    use crate::unit::{Cells, PlacedWord};

    #[test]
    fn words_and_runs_are_read() {
        let mut cells = Cells::grey(6, 6);
        for (place, letter) in fold("MERDE").unwrap().letters().iter().enumerate() {
            cells.set(place + 1, 2, Some(*letter));
        }
        let word = PlacedWord {
            word: fold("merde").unwrap(),
            display: "merde".into(),
            row: 0,
            column: 0,
            direction: Direction::Across,
        };
        let pair = GridPair { grids: vec![Grid { cells, words: vec![word] }] };
        let lists = Blocklist::embedded();
        let found = hits(&pair, &lists);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].reading, found[0].row), (Reading::Word, 0));
        let place = (found[1].row, found[1].column, found[1].direction);
        assert_eq!((found[1].reading, place), (Reading::Run, (1, 2, Direction::Down)));
    }

    #[test]
    fn blocked_words_leave_the_lexicon() {
        let lexicon = Lexicon::read(b"merde\nchat\n", None).unwrap();
        assert_eq!(passing(&lexicon, &Blocklist::embedded()).len(), 1);
    }
}
