//! Masks of letter cells, and the slots and crossings that they make.
//!
//! A [`Mask`] says which cells of a box hold letters. Read as a crossword (every maximal run of two or more letter
//! cells is a slot) it becomes a [`Layout`]: slots, crossings and a search order, in flat arrays.

use crate::unit::Direction;

/// A slot of a layout, by its place in [`Layout::slots`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(pub u8);

impl SlotId {
    /// The place in [`Layout::slots`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place for one word: a maximal run of letter cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Row of the first cell.
    pub row: u8,
    /// Column of the first cell.
    pub column: u8,
    /// Which way it runs.
    pub direction: Direction,
    /// Cells.
    pub length: u8,
}

/// A cell that an across slot and a down slot share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Crossing {
    /// The across slot.
    pub across: SlotId,
    /// The cell's place in the across slot, from 0.
    pub across_place: u8,
    /// The down slot.
    pub down: SlotId,
    /// The cell's place in the down slot, from 0.
    pub down_place: u8,
}

/// Which cells of a box hold letters: one bit a cell, the lowest bit of a row its first column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mask {
    columns: u8,
    rows: Vec<u16>,
}

/// A mask that reads as a crossword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    mask: Mask,
    /// Across slots first, each kind in reading order.
    slots: Vec<Slot>,
    crossings: Vec<Crossing>,
}
