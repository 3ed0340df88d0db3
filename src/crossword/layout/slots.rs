//! A mask read as a crossword: slots and crossings.

use super::graph::SlotGraph;
use super::{LayoutFault, Mask};
use crate::game;
use crate::screen::Lines;
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

impl Slot {
    /// Its cells as (row, column), first to last.
    pub fn cells(self) -> impl DoubleEndedIterator<Item = (usize, usize)> + ExactSizeIterator {
        let (row, column) = (usize::from(self.row), usize::from(self.column));
        (0..usize::from(self.length)).map(move |place| match self.direction {
            Direction::Across => (row, column + place),
            Direction::Down => (row + place, column),
        })
    }

    /// The place of a cell in the slot, from 0; `None` where the slot does not pass.
    pub fn place(self, row: usize, column: usize) -> Option<usize> {
        self.cells().position(|cell| cell == (row, column))
    }
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

/// A crossing as one of its two slots sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotCrossing {
    /// The cell's place in this slot, from 0.
    pub place: u8,
    /// The slot that crosses it there.
    pub other: SlotId,
    /// The cell's place in that slot, from 0.
    pub other_place: u8,
}

/// A mask that reads as a crossword.
///
/// **Invariant**, checked by [`Layout::from_mask`] and relied on everywhere: every maximal run of two or more letter
/// cells is one slot and of a length that words may have; there are as many slots as the game has words in a grid;
/// every letter cell is in a slot; every slot crosses another; all are connected; the box has a size of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    mask: Mask,
    /// Across slots first, each kind in reading order.
    slots: Vec<Slot>,
    across: usize,
    /// By across slot, then by place.
    crossings: Vec<Crossing>,
    /// The crossings of all slots, slot by slot, each slot's by place.
    slot_crossings: Vec<SlotCrossing>,
    /// Where each slot's crossings start in `slot_crossings`, and one end.
    starts: Vec<u16>,
    cut_slots: Vec<SlotId>,
    search_order: Vec<SlotId>,
    lines: Lines,
}

impl Layout {
    /// Reads a mask as a crossword of this game.
    ///
    /// # Errors
    /// The first thing that keeps it from being one, in the order of [`LayoutFault`]'s variants.
    ///
    /// ```
    /// use alveole::crossword::layout::{Layout, Mask};
    /// use alveole::game::Game;
    /// let mut small = Game::mots_croises().crossword;
    /// (small.words_per_grid, small.side.min) = (4, 3);
    /// let layout = Layout::from_mask(&"...\n.#.\n...\n".parse::<Mask>()?, &small)?;
    /// assert_eq!((layout.slots().len(), layout.crossings().len()), (4, 4));
    ///
    /// let fault = Layout::from_mask(&"...\n.#.\n..#\n".parse::<Mask>()?, &small).unwrap_err();
    /// assert_eq!(fault.rule(), "MC-D2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_mask(mask: &Mask, game: &game::Crossword) -> Result<Self, LayoutFault> {
        let reading = Reading::new(mask);
        if let Some(fault) = reading.faults(mask, game).next() {
            return Err(fault);
        }
        let Reading { slots, across, crossings, slot_crossings, starts, graph } = reading;
        let cut_slots = graph.cut_slots();
        let search_order = graph.search_order(&cut_slots);
        let lines = Lines::new(mask.rows(), mask.columns(), |row, column| mask.is_letter(row, column));
        let mask = mask.clone();
        Ok(Self { mask, slots, across, crossings, slot_crossings, starts, cut_slots, search_order, lines })
    }

    /// Everything that keeps a mask from being a crossword of this game, in the order of [`LayoutFault`]'s variants;
    /// nothing exactly when [`Self::from_mask`] reads it.
    ///
    /// ```
    /// use alveole::crossword::layout::{Layout, Mask};
    /// use alveole::game::Game;
    /// let mut small = Game::mots_croises().crossword;
    /// (small.words_per_grid, small.side.min) = (4, 3);
    /// let faults = Layout::faults(&"...#\n.#.#\n..#.\n".parse::<Mask>()?, &small);
    /// let rules: Vec<_> = faults.iter().map(|fault| (fault.rule(), fault.cell())).collect();
    /// assert_eq!(rules, [("MC-4.5b", Some((2, 3))), ("MC-D2", Some((2, 0))), ("MC-D2", Some((0, 2)))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn faults(mask: &Mask, game: &game::Crossword) -> Vec<LayoutFault> {
        Reading::new(mask).faults(mask, game).collect()
    }

    /// The straight lines of cells that are read besides the slots.
    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The mask that was read.
    pub const fn mask(&self) -> &Mask {
        &self.mask
    }

    /// Across slots first, each kind in reading order.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// All slots with their ids.
    pub fn slot_ids(&self) -> impl ExactSizeIterator<Item = SlotId> + use<> {
        (0..=u8::MAX).take(self.slots.len()).map(SlotId)
    }

    /// One slot.
    ///
    /// # Panics
    /// When the id is of another layout with more slots.
    pub fn slot(&self, id: SlotId) -> Slot {
        self.slots[id.index()]
    }

    /// The slot of a direction that passes through a cell.
    pub fn slot_at(&self, row: usize, column: usize, direction: Direction) -> Option<SlotId> {
        self.slot_ids().find(|id| self.slot(*id).direction == direction && self.slot(*id).place(row, column).is_some())
    }

    /// How many slots run across.
    pub const fn across(&self) -> usize {
        self.across
    }

    /// How many slots run down.
    pub const fn down(&self) -> usize {
        self.slots.len() - self.across
    }

    /// All crossings, in reading order of the across slots.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }

    /// The crossings of one slot, first place first: a slice of one flat array.
    ///
    /// # Panics
    /// When the id is of another layout with more slots.
    pub fn crossings_of(&self, id: SlotId) -> &[SlotCrossing] {
        &self.slot_crossings[usize::from(self.starts[id.index()])..usize::from(self.starts[id.index() + 1])]
    }

    /// All slots in an order good for searches: each as strongly bound to those before it as can be. A function of the
    /// mask alone.
    pub fn search_order(&self) -> &[SlotId] {
        &self.search_order
    }

    /// The slots that hold the layout together: without any one of them the others would not be connected.
    pub fn cut_slots(&self) -> &[SlotId] {
        &self.cut_slots
    }
}

/// A mask's runs and where they cross, sound or not.
struct Reading {
    slots: Vec<Slot>,
    across: usize,
    crossings: Vec<Crossing>,
    slot_crossings: Vec<SlotCrossing>,
    starts: Vec<u16>,
    graph: SlotGraph,
}

impl Reading {
    fn new(mask: &Mask) -> Self {
        let mut slots = Vec::new();
        read_runs(mask, Direction::Across, &mut slots);
        let across = slots.len();
        read_runs(&mask.transposed(), Direction::Down, &mut slots);
        // Down slots come column by column.
        slots[across..].sort_unstable_by_key(|slot| (slot.row, slot.column));
        let crossings = cross(&slots, across);
        let (slot_crossings, starts) = by_slot(slots.len(), &crossings);
        let graph = SlotGraph::new(&slots, &crossings);
        Self { slots, across, crossings, slot_crossings, starts, graph }
    }

    fn faults<'a>(&'a self, mask: &'a Mask, game: &game::Crossword) -> impl Iterator<Item = LayoutFault> + use<'a> {
        let first = check_box(mask, game).into_iter().chain(lone_cells(mask));
        let runs = bad_runs(&self.slots, game.word_length).chain(check_count(&self.slots, self.across, game));
        first.chain(runs).chain(self.uncrossed()).chain(self.islands())
    }

    fn is_crossed(&self, id: SlotId) -> bool {
        self.starts[id.index()] < self.starts[id.index() + 1]
    }

    fn uncrossed(&self) -> impl Iterator<Item = LayoutFault> {
        let alone = self.starts.windows(2).zip(&self.slots).filter(|(pair, _)| pair[0] == pair[1]);
        alone.map(|(_, slot)| {
            let (row, column, direction) = start(*slot);
            LayoutFault::Uncrossed { row, column, direction }
        })
    }

    /// One fault for each part but the first. A slot that crosses nothing is no part: that is said of it already.
    fn islands(&self) -> impl Iterator<Item = LayoutFault> {
        let mut parts =
            self.graph.parts().filter(|part| self.is_crossed(*part)).map(|part| start(self.slots[part.index()]));
        let first = parts.next();
        parts.zip(std::iter::repeat(first)).filter_map(|((row, column, direction), first)| {
            let (first_row, first_column, _) = first?;
            Some(LayoutFault::Island { row, column, direction, first_row, first_column })
        })
    }
}

fn start(slot: Slot) -> (usize, usize, Direction) {
    (usize::from(slot.row), usize::from(slot.column), slot.direction)
}

fn small(number: usize) -> u8 {
    u8::try_from(number).expect("a mask has at most 16 rows and columns")
}

fn check_box(mask: &Mask, game: &game::Crossword) -> Option<LayoutFault> {
    let (rows, columns, side) = (mask.rows(), mask.columns(), game.side);
    let fits = [rows, columns].iter().all(|cells| (side.min..=side.max).contains(cells));
    (!fits).then_some(LayoutFault::Box { rows, columns, min: side.min, max: side.max })
}

fn lone_cells(mask: &Mask) -> impl Iterator<Item = LayoutFault> {
    (0..mask.rows()).flat_map(|row| {
        let bits = mask.bits(row);
        let above = row.checked_sub(1).map_or(0, |above| mask.bits(above));
        let below = if row + 1 < mask.rows() { mask.bits(row + 1) } else { 0 };
        let lone = bits & !(bits << 1 | bits >> 1 | above | below);
        let columns = (0..mask.columns()).filter(move |column| lone >> column & 1 == 1);
        columns.map(move |column| LayoutFault::LoneCell { row, column })
    })
}

/// All maximal runs of two or more cells along the rows; for down slots, of the transposed mask.
fn read_runs(mask: &Mask, direction: Direction, slots: &mut Vec<Slot>) {
    for row in 0..mask.rows() {
        let mut bits = mask.bits(row);
        while bits != 0 {
            let first = bits.trailing_zeros();
            let length = (bits >> first).trailing_ones();
            bits = bits.checked_shr(first + length).map_or(0, |rest| rest << (first + length));
            if length >= 2 {
                let (line, first) = (small(row), small(first as usize));
                let (row, column) = if direction == Direction::Across { (line, first) } else { (first, line) };
                slots.push(Slot { row, column, direction, length: small(length as usize) });
            }
        }
    }
}

fn bad_runs(slots: &[Slot], range: game::Range) -> impl Iterator<Item = LayoutFault> {
    let bad = slots.iter().filter(move |slot| !range.contains(usize::from(slot.length)));
    bad.map(move |slot| {
        let (row, column, direction) = start(*slot);
        let length = usize::from(slot.length);
        LayoutFault::RunLength { row, column, direction, length, min: range.min, max: range.max }
    })
}

fn check_count(slots: &[Slot], across: usize, game: &game::Crossword) -> Option<LayoutFault> {
    let (found, wanted) = (slots.len(), game.words_per_grid);
    (found != wanted).then_some(LayoutFault::SlotCount { found, across, down: found - across, wanted })
}

/// All crossings, by across slot, then by place.
fn cross(slots: &[Slot], across: usize) -> Vec<Crossing> {
    let mut crossings = Vec::with_capacity(2 * slots.len());
    for (over, row_slot) in slots[..across].iter().enumerate() {
        let from = crossings.len();
        for (under, column_slot) in (across..).zip(&slots[across..]) {
            let place = column_slot.column.wrapping_sub(row_slot.column);
            let under_place = row_slot.row.wrapping_sub(column_slot.row);
            if place < row_slot.length && under_place < column_slot.length {
                let (across, down) = (SlotId(small_id(over)), SlotId(small_id(under)));
                crossings.push(Crossing { across, across_place: place, down, down_place: under_place });
            }
        }
        crossings[from..].sort_unstable_by_key(|crossing| crossing.across_place);
    }
    crossings
}

fn small_id(index: usize) -> u8 {
    u8::try_from(index).expect("a mask of 16 by 16 has fewer than 256 slots")
}

/// The crossings slot by slot, and where each slot's start.
fn by_slot(slots: usize, crossings: &[Crossing]) -> (Vec<SlotCrossing>, Vec<u16>) {
    let mut all: Vec<(SlotId, SlotCrossing)> = Vec::with_capacity(2 * crossings.len());
    for Crossing { across, across_place, down, down_place } in crossings.iter().copied() {
        all.push((across, SlotCrossing { place: across_place, other: down, other_place: down_place }));
        all.push((down, SlotCrossing { place: down_place, other: across, other_place: across_place }));
    }
    all.sort_unstable_by_key(|(slot, crossing)| (*slot, crossing.place));
    let starts = (0..=slots)
        .map(|slot| u16::try_from(all.partition_point(|(id, _)| id.index() < slot)))
        .collect::<Result<_, _>>()
        .expect("a mask of 16 by 16 has at most 256 crossings");
    (all.into_iter().map(|(_, crossing)| crossing).collect(), starts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    fn read(text: &str, words: usize) -> Layout {
        let mut game = Game::mots_croises().crossword;
        (game.words_per_grid, game.side.min) = (words, 3);
        Layout::from_mask(&text.parse().unwrap(), &game).unwrap()
    }

    #[test]
    fn slots_stand_across_first_in_reading_order() {
        let layout = read("...#.\n.#...\n...#.\n", 6);
        let slots: Vec<_> = layout.slots().iter().map(|slot| (slot.direction, slot.row, slot.column)).collect();
        let (across, down) = (Direction::Across, Direction::Down);
        assert_eq!(slots, [(across, 0, 0), (across, 1, 2), (across, 2, 0), (down, 0, 0), (down, 0, 2), (down, 0, 4)]);
        assert!(layout.slots().iter().all(|slot| slot.length == 3));
    }

    #[test]
    fn crossings_are_seen_the_same_from_both_sides() {
        let layout = read("...#.\n.#...\n...#.\n", 6);
        assert_eq!((layout.across(), layout.down(), layout.crossings().len()), (3, 3, 6));
        for crossing in layout.crossings() {
            let Crossing { across, across_place, down, down_place } = *crossing;
            let cell = |slot, place: u8| layout.slot(slot).cells().nth(usize::from(place)).unwrap();
            let (row, column) = cell(across, across_place);
            assert_eq!(cell(down, down_place), (row, column));
            assert_eq!(layout.slot_at(row, column, Direction::Across), Some(across));
            assert_eq!(layout.slot_at(row, column, Direction::Down), Some(down));
            let seen = SlotCrossing { place: across_place, other: down, other_place: down_place };
            assert!(layout.crossings_of(across).contains(&seen));
            let seen = SlotCrossing { place: down_place, other: across, other_place: across_place };
            assert!(layout.crossings_of(down).contains(&seen));
        }
        let total: usize = layout.slot_ids().map(|id| layout.crossings_of(id).len()).sum();
        assert_eq!(total, 2 * layout.crossings().len());
        assert_eq!(layout.slot_at(1, 1, Direction::Down), None);
        assert_eq!(layout.slot_at(0, 1, Direction::Down), None);
    }

    #[test]
    fn cut_slots_and_search_order() {
        // A square, and a slot that hangs on it by another.
        let layout = read("...#.\n.#...\n...#.\n", 6);
        assert_eq!(layout.cut_slots(), [SlotId(1), SlotId(4)]);
        assert_eq!(layout.search_order().iter().map(|id| id.0).collect::<Vec<_>>(), [4, 1, 0, 2, 3, 5]);
        // In a plain square no slot is a cut.
        assert_eq!(read("...\n.#.\n...\n", 4).cut_slots(), []);
    }
}
