//! What can be measured of a layout's looks.

use super::{Layout, Mask};

/// The looks of a layout in numbers: what a [`Profile`](super::Profile) bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Slots, both directions.
    pub slots: usize,
    /// Slots that run across.
    pub across: usize,
    /// Cells of the shortest slot.
    pub shortest: usize,
    /// Cells of the longest slot.
    pub longest: usize,
    /// Cells of all slots together, crossings counted twice.
    pub total_length: usize,
    /// Crossings.
    pub crossings: usize,
    /// Slots with one crossing only.
    pub hanging: usize,
    /// How the letter cells lie in the box.
    pub spread: Spread,
}

/// How letter cells lie in their box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Empty rows or columns at the edges: top, right, bottom, left.
    pub empty_edges: [usize; 4],
    /// Letter cells.
    pub letter_cells: usize,
    /// Four times the letter cells of each quarter of the box: top left, top right, bottom left, bottom right. A cell
    /// on a middle row or column counts by halves on both sides, hence the four.
    pub quarters: [usize; 4],
    /// Side, in cells, of the largest square of grey cells.
    pub hole: usize,
}

impl Figures {
    /// Measures a layout.
    pub fn of(layout: &Layout) -> Self {
        let lengths = || layout.slots().iter().map(|slot| usize::from(slot.length));
        Self {
            slots: layout.slots().len(),
            across: layout.across(),
            shortest: lengths().min().unwrap_or(0),
            longest: lengths().max().unwrap_or(0),
            total_length: lengths().sum(),
            crossings: layout.crossings().len(),
            hanging: layout.slot_ids().filter(|id| layout.crossings_of(*id).len() == 1).count(),
            spread: Spread::of(layout.mask()),
        }
    }

    /// Mean slot length in hundredths of a cell, rounded down.
    pub const fn mean_length_hundredths(&self) -> usize {
        match (100 * self.total_length).checked_div(self.slots) {
            Some(mean) => mean,
            None => 0,
        }
    }
}

impl Spread {
    /// Measures a mask.
    pub fn of(mask: &Mask) -> Self {
        Self {
            empty_edges: empty_edges(mask),
            letter_cells: mask.letter_cells(),
            quarters: quarters(mask),
            hole: hole(mask),
        }
    }

    /// Letter cells of the emptiest quarter as a share of all, in percent, rounded down.
    pub fn emptiest_quarter_percent(&self) -> usize {
        let emptiest = self.quarters.iter().min().copied().unwrap_or(0);
        (100 * emptiest).checked_div(4 * self.letter_cells).unwrap_or(0)
    }
}

fn empty_edges(mask: &Mask) -> [usize; 4] {
    let rows = || 0..mask.rows();
    let all = rows().fold(0, |all, row| all | mask.bits(row));
    let top = rows().take_while(|row| mask.bits(*row) == 0).count();
    let bottom = rows().rev().take_while(|row| mask.bits(*row) == 0).count();
    let left = (all.trailing_zeros() as usize).min(mask.columns());
    let right = (all.leading_zeros() as usize).saturating_sub(Mask::MAX_SIDE - mask.columns());
    [top, right, bottom, left]
}

fn quarters(mask: &Mask) -> [usize; 4] {
    let (mut quarters, half_columns) = ([0; 4], mask.columns() / 2);
    let left = (1u16 << half_columns) - 1;
    let right = left << (mask.columns() - half_columns);
    let middle = if mask.columns() % 2 == 1 { 1 << half_columns } else { 0 };
    for row in 0..mask.rows() {
        let bits = mask.bits(row);
        let count = |part: u16| (bits & part).count_ones() as usize;
        let (west, east) = (2 * count(left) + count(middle), 2 * count(right) + count(middle));
        // Of the two halves of this row: how many lie in the upper half of the box?
        let upper = mask.rows().saturating_sub(2 * row).min(2);
        quarters[0] += upper * west;
        quarters[1] += upper * east;
        quarters[2] += (2 - upper) * west;
        quarters[3] += (2 - upper) * east;
    }
    quarters
}

/// Grows grey squares from side to side: a cell is the top left of one of side n + 1 where it, its right, its lower and
/// its diagonal neighbour are of ones of side n.
fn hole(mask: &Mask) -> usize {
    let full = u16::MAX >> (Mask::MAX_SIDE - mask.columns());
    let mut squares = [0u16; Mask::MAX_SIDE + 1];
    for (row, squares) in squares.iter_mut().enumerate().take(mask.rows()) {
        *squares = !mask.bits(row) & full;
    }
    let mut side = 0;
    while squares.iter().any(|row| *row != 0) {
        side += 1;
        let below = squares;
        for (row, below) in squares.iter_mut().zip(&below[1..]) {
            let both = *row & below;
            *row = both & both >> 1;
        }
    }
    side
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The measures by their definitions, cell by cell.
    fn naive_quarters(mask: &Mask) -> [usize; 4] {
        let mut quarters = [0; 4];
        for row in 0..mask.rows() {
            for column in 0..mask.columns() {
                // A cell is four points, each in one quarter.
                for (half_row, half_column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let south = 2 * row + half_row >= mask.rows();
                    let east = 2 * column + half_column >= mask.columns();
                    quarters[2 * usize::from(south) + usize::from(east)] += usize::from(mask.is_letter(row, column));
                }
            }
        }
        quarters
    }

    fn naive_hole(mask: &Mask) -> usize {
        let grey = |row: usize, column: usize, side: usize| {
            (row..row + side).all(|r| (column..column + side).all(|c| !mask.is_letter(r, c)))
        };
        (1..=mask.rows().min(mask.columns()))
            .filter(|side| {
                (0..=mask.rows() - side).any(|row| (0..=mask.columns() - side).any(|column| grey(row, column, *side)))
            })
            .max()
            .unwrap_or(0)
    }

    fn naive_empty_edges(mask: &Mask) -> [usize; 4] {
        let empty_row = |row: &usize| (0..mask.columns()).all(|column| !mask.is_letter(*row, column));
        let empty_column = |column: &usize| (0..mask.rows()).all(|row| !mask.is_letter(row, *column));
        [
            (0..mask.rows()).take_while(empty_row).count(),
            (0..mask.columns()).rev().take_while(empty_column).count(),
            (0..mask.rows()).rev().take_while(empty_row).count(),
            (0..mask.columns()).take_while(empty_column).count(),
        ]
    }

    proptest! {
        #[test]
        fn measures_of_bits_are_those_of_cells(
            columns in 1..=16usize,
            // Sparse rows, so that holes and empty edges are seen.
            rows in prop::collection::vec((any::<u16>(), any::<u16>(), any::<u16>()), 1..=16),
        ) {
            let mask = Mask::from_bits(columns, rows.into_iter().map(|(a, b, c)| a & b & c).collect());
            prop_assert_eq!(quarters(&mask), naive_quarters(&mask));
            prop_assert_eq!(hole(&mask), naive_hole(&mask));
            prop_assert_eq!(empty_edges(&mask), naive_empty_edges(&mask));
        }
    }
}
