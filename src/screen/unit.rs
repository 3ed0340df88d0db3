//! All readings of a whole unit.

use super::lines::numbered;
use super::{Cause, Hit, Lines, Place, Reading, Screen, Spot};
use crate::letters::{Letter, LetterSet, Word};
use crate::unit::{CrosswordUnit, Direction, Grid, GridPair, Heading};

/// A maximal run of letter cells.
struct Run {
    word: Word,
    spot: Spot,
}

impl Run {
    /// The cell at a place of the run.
    const fn cell(&self, at: usize) -> (usize, usize) {
        let Spot { row, column, direction, .. } = self.spot;
        match direction {
            Direction::Across => (row, column + at),
            Direction::Down => (row + at, column),
        }
    }
}

impl Screen {
    /// Everything that can be read on a unit and must not, in the order of the readings.
    pub fn unit(&self, unit: &CrosswordUnit) -> Vec<Hit<'_>> {
        let mut hits = self.pair(&unit.pair);
        let shown: LetterSet = unit.letters.iter().copied().collect();
        for run in unit.pair.grids.iter().zip(1..).flat_map(|(grid, number)| runs(grid, number)) {
            for (piece, at, sought) in self.pieces(run.word) {
                let reading = if piece.is_left_by(shown) {
                    Reading::Piece
                } else if self.blocklist.policy().on_the_way
                    && piece.shown.is_subset(shown)
                    && !self.blocklist.allows(run.word)
                {
                    Reading::OnTheWay
                } else {
                    continue;
                };
                let (row, column) = run.cell(at);
                let place = Place::Line { grid: run.spot.grid, row, column, heading: run.spot.direction.into() };
                hits.push(Hit { word: sought.word, reading, place, cause: Cause::Sought(sought) });
            }
        }
        if let Some((at, entry)) = self.in_question_marks(&unit.letters) {
            let place = Place::QuestionMark { number: at + 1 };
            hits.push(Hit { word: entry.word, reading: Reading::QuestionMarks, place, cause: Cause::Entry(entry) });
        }
        hits.sort_by_key(|hit| (hit.reading, hit.place));
        hits
    }

    /// Everything that can be read on a pair of grids, whatever the letters are.
    pub fn pair(&self, pair: &GridPair) -> Vec<Hit<'_>> {
        let mut hits = Vec::new();
        let mut all: Vec<Run> = Vec::new();
        for (grid, number) in pair.grids.iter().zip(1..) {
            let runs = runs(grid, number);
            for placed in &grid.words {
                let is_run = |run: &Run| {
                    let Spot { row, column, direction, .. } = run.spot;
                    let place = (placed.row.into(), placed.column.into(), placed.direction);
                    run.word == placed.word && (row, column, direction) == place
                };
                if runs.iter().any(is_run) {
                    continue;
                }
                // Only the record has it.
                let (row, column) = (placed.row.into(), placed.column.into());
                let place = Place::Line { grid: number, row, column, heading: placed.direction.into() };
                let entry = self.blocklist.blocking(placed.word).map(Cause::Entry);
                hits.extend(entry.map(|cause| Hit { word: placed.word, reading: Reading::Word, place, cause }));
            }
            for run in &runs {
                self.read_run(run, grid, &mut hits);
            }
            self.read_lines(grid, number, &mut hits);
            all.extend(runs);
        }
        self.read_pairs(&all, &mut hits);
        // Of the words that start at one cell in one direction, the longest. A stretch between two grey cells is in two lines.
        hits.sort_by_key(|hit| (hit.reading, hit.place, std::cmp::Reverse(hit.word.len())));
        hits.dedup_by(|next, hit| {
            hit.reading == Reading::Cells && (hit.reading, hit.place) == (next.reading, next.place)
        });
        hits
    }

    fn read_run<'a>(&'a self, run: &Run, grid: &Grid, hits: &mut Vec<Hit<'a>>) {
        let Spot { grid: number, direction, .. } = run.spot;
        for found in self.in_word(run.word) {
            let (row, column) = run.cell(found.at);
            let (word, reading, heading) = match (found.reading, found.cause) {
                (Reading::Cells, Cause::Sought(sought)) => {
                    let back = if direction == Direction::Across { Heading::Left } else { Heading::Up };
                    (sought.word, Reading::Cells, back)
                }
                (reading, Cause::Sought(sought)) => (sought.word, reading, direction.into()),
                _ => {
                    let is_listed = grid.words.iter().any(|placed| {
                        (placed.word, usize::from(placed.row), usize::from(placed.column)) == (run.word, row, column)
                    });
                    (run.word, if is_listed { Reading::Word } else { Reading::Run }, direction.into())
                }
            };
            hits.push(Hit {
                word,
                reading,
                place: Place::Line { grid: number, row, column, heading },
                cause: found.cause,
            });
        }
    }

    fn read_lines<'a>(&'a self, grid: &Grid, number: usize, hits: &mut Vec<Hit<'a>>) {
        let lines = Lines::of(&grid.cells);
        let letters = numbered(&grid.cells);
        let found = self.on_lines.all(lines.text(self.on_lines.shortest(), &letters)).into_iter().filter_map(|found| {
            let stretch = lines.stretch(found)?;
            let sought = &self.blocklist.sought()[found.sought];
            let (row, column) = *stretch.cells.first()?;
            let place = Place::Line { grid: number, row, column, heading: stretch.heading };
            Some(Hit { word: sought.word, reading: Reading::Cells, place, cause: Cause::Sought(sought) })
        });
        hits.extend(found);
    }

    fn read_pairs<'a>(&'a self, runs: &[Run], hits: &mut Vec<Hit<'a>>) {
        for (second, run) in runs.iter().enumerate() {
            for pair in self.blocklist.pairs_with(run.word) {
                let other = pair.words[usize::from(pair.words[0] == run.word)];
                for first in runs[..second].iter().filter(|earlier| earlier.word == other) {
                    let place = Place::Words(first.spot, run.spot);
                    let cause = Cause::Pair(pair);
                    hits.push(Hit { word: first.word, reading: Reading::Pair, place, cause });
                }
            }
        }
    }
}

/// The maximal runs of two or more letter cells of a grid.
fn runs(grid: &Grid, number: usize) -> Vec<Run> {
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
                    found.push(Run { word, spot: Spot { grid: number, row, column, direction } });
                }
                run.clear();
            }
        }
    }
    found
}
