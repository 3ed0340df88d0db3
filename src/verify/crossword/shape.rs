//! The shape of a grid: its box, how many words it shows, and whether they hold together.

use super::Judge;
use super::reading::{Reading, Run};
use crate::unit::{Cells, Direction};
use crate::verify::{Fault, Place, Rule};

impl Judge<'_> {
    /// MC-4.2b (how many words), MC-4.5b (cells outside of words), MC-D4 (box, crossings, connection).
    pub(super) fn judge_shape(&self, grid: usize, cells: &Cells, reading: &Reading, faults: &mut Vec<Fault>) {
        let crossword = &self.game.crossword;
        let (found, expected) = (reading.runs.len(), crossword.words_per_grid);
        if found != expected {
            let message = format!("words that can be read: {found}, where the game has {expected}");
            faults.push(Fault::new(Rule::Mc4_2b, Place::Grid { grid }, message));
        }
        for &(row, column) in &reading.lone {
            let message = "the letter stands alone: every letter cell is in a word";
            faults.push(Fault::new(Rule::Mc4_5b, Place::Cell { grid, row, column }, message));
        }
        let side = crossword.side;
        let (rows, columns) = (cells.rows(), cells.columns());
        for (count, what) in [(rows, "rows"), (columns, "columns")] {
            if !(side.min..=side.max).contains(&count) {
                let message = format!("the box has {count} {what}, and must have {} to {}", side.min, side.max);
                faults.push(Fault::new(Rule::McD4, Place::Grid { grid }, message));
            }
        }
        // Every across word is tried against every down word: not in a box of any size, which was refused above.
        if rows.max(columns) <= side.max {
            judge_connection(grid, reading, faults);
        }
    }
}

/// MC-D4: each word crosses another, and all hang together.
fn judge_connection(grid: usize, reading: &Reading, faults: &mut Vec<Fault>) {
    let runs = &reading.runs;
    let down = runs.partition_point(|run| run.spot.0 == Direction::Across);
    // To which part of the grid each word belongs: at first, each is a part of its own.
    let mut part: Vec<usize> = (0..runs.len()).collect();
    for across in 0..down {
        for other in down..runs.len() {
            let (into, from) = (part[across], part[other]);
            if into != from && cross(&runs[across], &runs[other]) {
                part.iter_mut().filter(|part| **part == from).for_each(|part| *part = into);
            }
        }
    }
    let Some(main) = part.first() else { return };
    if part.iter().all(|part| part == main) && runs.len() > 1 {
        return;
    }
    // The first word of each part of two or more words.
    let mut parts: Vec<&Run> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        if part.iter().filter(|other| **other == part[index]).count() == 1 {
            let message = format!("{} crosses no other word", run.text());
            faults.push(Fault::new(Rule::McD4, run.place(grid), message));
        } else if !part[..index].contains(&part[index]) {
            parts.push(run);
        }
    }
    if let [first, others @ ..] = &parts[..] {
        for run in others {
            let message =
                format!("{} and the words that it crosses do not hang together with {}", run.text(), first.text());
            faults.push(Fault::new(Rule::McD4, run.place(grid), message));
        }
    }
}

/// Whether an across run and a down run share a cell.
fn cross(across: &Run, down: &Run) -> bool {
    let ((_, row, first_column), (_, first_row, column)) = (across.spot, down.spot);
    (first_column..first_column + across.length).contains(&column)
        && (first_row..first_row + down.length).contains(&row)
}
