//! The straight lines of neighbouring cells that somebody can read off a grid.

use super::matcher::{GAP, Match};
use crate::letters::{Letter, Word};
use crate::unit::{Cells, Heading};

/// The lines of cells that are read in four directions and back: diagonals, and rows and columns over one grey cell. Rows
/// and columns without a grey cell are runs, which are read for themselves.
///
/// They depend on the mask alone, so a layout has them once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    columns: usize,
    /// Cells by their numbers (row × columns + column), line after line, with the number behind the last cell between
    /// lines.
    cells: Vec<u16>,
    /// The longest first, so that short lines can be left out.
    spans: Vec<Span>,
    /// How many of `cells` belong to lines of so many cells and more.
    ends: [usize; Word::MAX + 1],
}

/// One line of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: usize,
    /// Where the part behind the grey cell starts; `start` where there is none.
    middle: usize,
    heading: Heading,
}

/// Cells that are read one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Row and column of each cell, in reading order.
    pub cells: Vec<(usize, usize)>,
    /// Which way they run.
    pub heading: Heading,
}

impl Lines {
    /// What stands where there is no letter.
    pub const GAP: u8 = GAP;

    /// The lines of a box whose letter cells are told.
    ///
    /// # Panics
    /// When the box has 65,535 cells or more.
    pub fn new(rows: usize, columns: usize, is_letter: impl Fn(usize, usize) -> bool) -> Self {
        let count = u16::try_from(rows * columns).expect("a box of fewer than 65,535 cells");
        assert!(count < u16::MAX, "a box of fewer than 65,535 cells");
        let mut found: Vec<(usize, Vec<u16>, Heading)> = Vec::new();
        for heading in [Heading::Right, Heading::Down, Heading::DownRight, Heading::DownLeft] {
            let step = heading.step();
            for (row, column) in starts(rows, columns, heading) {
                let mut segments: Vec<(usize, Vec<u16>)> = Vec::new();
                let mut open = false;
                let mut at = Some((row, column));
                let mut place = 0;
                while let Some((row, column)) = at {
                    if is_letter(row, column) {
                        if !open {
                            segments.push((place, Vec::new()));
                        }
                        if let (Some((_, cells)), Ok(cell)) =
                            (segments.last_mut(), u16::try_from(row * columns + column))
                        {
                            cells.push(cell);
                        }
                    }
                    open = is_letter(row, column);
                    place += 1;
                    at = row
                        .checked_add_signed(step.0)
                        .zip(column.checked_add_signed(step.1))
                        .filter(|(row, column)| *row < rows && *column < columns);
                }
                found.extend(joined(&segments, heading));
            }
        }
        found.sort_by_key(|(_, cells, _)| std::cmp::Reverse(cells.len()));
        let mut all = Self { columns, cells: Vec::new(), spans: Vec::new(), ends: [0; Word::MAX + 1] };
        for (middle, cells, heading) in found {
            let start = all.cells.len();
            all.spans.push(Span { start, middle: start + middle, heading });
            all.cells.extend_from_slice(&cells);
            all.cells.push(count);
            for end in all.ends.iter_mut().take(cells.len() + 1) {
                *end = all.cells.len();
            }
        }
        all
    }

    /// The lines of filled cells.
    pub fn of(cells: &Cells) -> Self {
        Self::new(cells.rows(), cells.columns(), |row, column| cells.get(row, column).is_some())
    }

    /// The text of all lines of at least so many cells, with a gap behind each. `letters` has the letter of each cell by
    /// its number, and a gap behind them.
    pub(super) fn text<'t>(&'t self, least: usize, letters: &'t [u8]) -> impl Iterator<Item = u8> + 't {
        let end = self.ends.get(least).copied().unwrap_or(0);
        self.cells[..end].iter().map(|cell| letters[usize::from(*cell)])
    }

    /// The cells of a part of the text, if it is to be read: a part of a run, of a row or column before or behind the grey
    /// cell, is not.
    pub(super) fn stretch(&self, Match { start, end, backwards, .. }: Match) -> Option<Stretch> {
        let span = self.spans[self.spans.partition_point(|span| span.start <= start) - 1];
        let in_run =
            matches!(span.heading, Heading::Right | Heading::Down) && !(start < span.middle && span.middle < end);
        if in_run {
            return None;
        }
        let cell = |cell: &u16| (usize::from(*cell) / self.columns, usize::from(*cell) % self.columns);
        let mut cells: Vec<(usize, usize)> = self.cells[start..end].iter().map(cell).collect();
        if backwards {
            cells.reverse();
        }
        Some(Stretch { cells, heading: if backwards { opposite(span.heading) } else { span.heading } })
    }
}

/// The letters of cells by their numbers, and a gap behind them: what [`Lines`] are read with.
pub(super) fn numbered(cells: &Cells) -> Vec<u8> {
    let rows = (0..cells.rows()).flat_map(|row| cells.row(row));
    rows.map(|cell| cell.map_or(GAP, Letter::to_ascii)).chain([GAP]).collect()
}

/// The cells at which lines of a heading start.
fn starts(rows: usize, columns: usize, heading: Heading) -> Vec<(usize, usize)> {
    let left = (0..rows).map(|row| (row, 0));
    let top = (0..columns).map(|column| (0, column));
    match heading {
        Heading::Down => top.collect(),
        Heading::DownRight => top.chain(left.skip(1)).collect(),
        Heading::DownLeft => top.chain((1..rows).map(|row| (row, columns - 1))).collect(),
        _ => left.collect(),
    }
}

/// The lines of one row, column or diagonal, each with the length of its part before the grey cell: every two segments with
/// one grey cell between, and the diagonal segments that stand alone.
fn joined(segments: &[(usize, Vec<u16>)], heading: Heading) -> Vec<(usize, Vec<u16>, Heading)> {
    let mut lines = Vec::new();
    let near: Vec<bool> = segments.windows(2).map(|two| two[0].0 + two[0].1.len() + 1 == two[1].0).collect();
    for (two, _) in segments.windows(2).zip(&near).filter(|(_, near)| **near) {
        lines.push((two[0].1.len(), [&two[0].1[..], &two[1].1[..]].concat(), heading));
    }
    if matches!(heading, Heading::DownRight | Heading::DownLeft) {
        for (at, (_, cells)) in segments.iter().enumerate() {
            let is_joined = at > 0 && near[at - 1] || near.get(at) == Some(&true);
            if !is_joined && cells.len() > 1 {
                lines.push((0, cells.clone(), heading));
            }
        }
    }
    lines
}

const fn opposite(heading: Heading) -> Heading {
    match heading {
        Heading::Right => Heading::Left,
        Heading::DownRight => Heading::UpLeft,
        Heading::Down => Heading::Up,
        Heading::DownLeft => Heading::UpRight,
        Heading::Left => Heading::Right,
        Heading::UpLeft => Heading::DownRight,
        Heading::Up => Heading::Down,
        Heading::UpRight => Heading::DownLeft,
    }
}
