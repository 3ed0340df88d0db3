//! A box in which slots are laid one by one: the hot path of the generator, on bit rows.
//!
//! **Invariant**: every maximal run of two or more letter cells is a slot that was laid. A new slot keeps it when its
//! fresh cells touch no letter sideways, its ends touch none lengthwise, and the letters that it takes over belong to
//! slots of the other direction alone. So words lie side by side only where each run that they make is a slot.

use super::Mask;
use crate::unit::Direction;

/// Room for lines 0 to 15 with an empty one on both sides.
const LINES: usize = Mask::MAX_SIDE + 2;

/// The letter cells of a box, twice: by rows and by columns.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Letter cells of each row (bit: column) and of each column (bit: row), from index 1 on.
    lines: [[u16; LINES]; 2],
    /// Number of rows, number of columns.
    sides: [usize; 2],
}

/// A place for a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) direction: Direction,
    /// The row of an across slot, the column of a down slot.
    pub(super) line: usize,
    /// Its cells: bits along the line.
    pub(super) cells: u16,
    /// How many laid slots it crosses, as [`Board::places`] counted.
    pub(super) crossings: usize,
}

impl Place {
    pub(super) fn new(direction: Direction, line: usize, start: usize, length: usize) -> Self {
        Self { direction, line, cells: window(length) << start, crossings: 0 }
    }

    pub(super) fn length(self) -> usize {
        self.cells.count_ones() as usize
    }

    pub(super) fn crosses(self, other: Self) -> bool {
        self.direction != other.direction && self.cells >> other.line & 1 == 1 && other.cells >> self.line & 1 == 1
    }
}

/// So many low bits.
fn window(length: usize) -> u16 {
    u16::MAX >> (Mask::MAX_SIDE - length)
}

impl Board {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        Self { lines: [[0; LINES]; 2], sides: [rows, columns] }
    }

    /// The cells of a line along a direction, as bits; none outside the box.
    fn line(&self, direction: Direction, line: usize) -> u16 {
        self.lines[along(direction)][line + 1]
    }

    /// How many lines run along a direction, and how many cells each has.
    pub(super) fn extent(&self, direction: Direction) -> (usize, usize) {
        (self.sides[along(direction)], self.sides[1 - along(direction)])
    }

    /// Lays a slot.
    pub(super) fn lay(&mut self, place: Place) {
        let along = along(place.direction);
        self.lines[along][place.line + 1] |= place.cells;
        let mut cells = place.cells;
        while cells != 0 {
            self.lines[1 - along][cells.trailing_zeros() as usize + 1] |= 1 << place.line;
            cells &= cells - 1;
        }
    }

    /// Where a slot of this direction and length may be laid so that it crosses one or more that lie there.
    pub(super) fn places(&self, direction: Direction, length: usize, places: &mut Vec<Place>) {
        places.clear();
        let (lines, cells) = self.extent(direction);
        if length > cells {
            return;
        }
        let full = window(cells);
        let slot = window(length);
        for line in 0..lines {
            let letters = self.line(direction, line);
            if letters == 0 {
                continue;
            }
            let beside = self.lines[along(direction)][line] | self.lines[along(direction)][line + 2];
            let fresh = !letters & !beside;
            let crossed = letters & !(letters << 1) & !(letters >> 1);
            let usable = (fresh | crossed) & full;
            // Bit s of `starts`: all cells from s on are usable, and the cells before and behind are grey.
            let mut starts = usable & !(letters << 1) & !letters.checked_shr(small(length)).unwrap_or(0);
            for place in 1..length {
                starts &= usable >> place;
            }
            while starts != 0 {
                let first = starts.trailing_zeros();
                starts &= starts - 1;
                let cells = slot << first;
                let crossings = (letters & cells).count_ones() as usize;
                if crossings > 0 {
                    places.push(Place { direction, line, cells, crossings });
                }
            }
        }
    }

    /// How much a slot here would spread the layout: more for each line that it crosses and that has few letters yet,
    /// less for each letter on its own line.
    pub(super) fn freshness(&self, place: Place) -> isize {
        let along = along(place.direction);
        let mut score = -count(self.lines[along][place.line + 1]);
        let mut cells = place.cells;
        while cells != 0 {
            score += match count(self.lines[1 - along][cells.trailing_zeros() as usize + 1]) {
                0 => 4,
                1 => 2,
                2 => 1,
                _ => 0,
            };
            cells &= cells - 1;
        }
        score
    }

    pub(super) fn mask(&self) -> Mask {
        let [rows, columns] = self.sides;
        Mask::from_bits(columns, self.lines[0][1..=rows].to_vec())
    }
}

const fn along(direction: Direction) -> usize {
    match direction {
        Direction::Across => 0,
        Direction::Down => 1,
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).expect("a side has at most 16 cells")
}

fn count(bits: u16) -> isize {
    isize::try_from(bits.count_ones()).expect("at most 16")
}
