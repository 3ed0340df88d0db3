//! Random changes to sound units: the judge passes what a second, slow reading finds sound, and nothing else.

use alveole::letters::{Letter, Word};
use alveole::money::Cents;
use alveole::unit::{CrosswordUnit, Direction, Grid};
use alveole::verify::Rule;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::{BLOCKLIST, LEXICON, judge, naive, sound_units};

/// One change to a unit.
#[derive(Clone, Debug)]
enum Change {
    Cell { grid: Index, row: Index, column: Index, cell: Option<Letter> },
    Letter { mark: Index, letter: Letter },
    Swap { a: Index, b: Index },
    Drop { mark: Index },
    Count { grid: Index, count: u8 },
    Lot(Option<Cents>),
    Word { grid: Index, word: Index, new: Word },
    Move { grid: Index, word: Index, row: u8, column: u8, direction: Direction },
    Display { grid: Index, word: Index, display: Box<str> },
    Unlist { grid: Index, word: Index },
    Twice { grid: Index, word: Index },
    SameGrids,
    Game,
}

impl Change {
    fn apply(self, unit: &mut CrosswordUnit) {
        let marks = unit.letters.len();
        let grids = &mut unit.pair.grids;
        let pick = |grids: &mut Vec<Grid>, grid: Index| -> usize { grid.index(grids.len()) };
        match self {
            Self::Cell { grid, row, column, cell } => {
                let grid = pick(grids, grid);
                let cells = &mut grids[grid].cells;
                let (row, column) = (row.index(cells.rows()), column.index(cells.columns()));
                cells.set(row, column, cell);
            }
            Self::Letter { mark, letter } => unit.letters[mark.index(marks)] = letter,
            Self::Swap { a, b } => unit.letters.swap(a.index(marks), b.index(marks)),
            Self::Drop { mark } => {
                unit.letters.remove(mark.index(marks));
            }
            Self::Count { grid, count } => unit.completed[pick(grids, grid)] = count,
            Self::Lot(lot) => unit.lot = lot,
            Self::Word { grid, word, new } => {
                let words = &mut grids[grid.index(2)].words;
                words[word.index(18)].word = new;
            }
            Self::Move { grid, word, row, column, direction } => {
                let placed = &mut grids[grid.index(2)].words[word.index(18)];
                (placed.row, placed.column, placed.direction) = (row, column, direction);
            }
            Self::Display { grid, word, display } => grids[grid.index(2)].words[word.index(18)].display = display,
            Self::Unlist { grid, word } => drop(grids[grid.index(2)].words.remove(word.index(18))),
            Self::Twice { grid, word } => {
                let words = &mut grids[grid.index(2)].words;
                words.push(words[word.index(18)].clone());
            }
            Self::SameGrids => grids[1] = grids[0].clone(),
            Self::Game => unit.game.push('2'),
        }
    }
}

pub(crate) fn letter() -> impl Strategy<Value = Letter> {
    (0_u8..26).prop_map(|index| Letter::from_index(index).unwrap())
}

pub(crate) fn word() -> impl Strategy<Value = Word> {
    prop::collection::vec(letter(), 1..=15).prop_map(|letters| Word::from_letters(&letters).unwrap())
}

pub(crate) fn direction() -> impl Strategy<Value = Direction> {
    prop_oneof![Just(Direction::Across), Just(Direction::Down)]
}

pub(crate) fn lot() -> impl Strategy<Value = Option<Cents>> {
    let euros = prop::sample::select(vec![0, 5, 10, 15, 20, 25, 50, 200, 1_000, 10_000, 125_000, 250_000]);
    prop_oneof![
        Just(None),
        euros.prop_map(|euros| Some(Cents::from_euros(euros))),
        any::<u64>().prop_map(|cents| Some(Cents(cents)))
    ]
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    let cell = || (index(), index(), index(), prop::option::weighted(0.8, letter()));
    prop_oneof![
        8 => cell().prop_map(|(grid, row, column, cell)| Change::Cell { grid, row, column, cell }),
        4 => (index(), letter()).prop_map(|(mark, letter)| Change::Letter { mark, letter }),
        1 => (index(), index()).prop_map(|(a, b)| Change::Swap { a, b }),
        1 => index().prop_map(|mark| Change::Drop { mark }),
        1 => (index(), 0_u8..12).prop_map(|(grid, count)| Change::Count { grid, count }),
        1 => lot().prop_map(Change::Lot),
        1 => (index(), index(), word()).prop_map(|(grid, word, new)| Change::Word { grid, word, new }),
        1 => (index(), index(), 0_u8..13, 0_u8..13, direction())
            .prop_map(|(grid, word, row, column, direction)| Change::Move { grid, word, row, column, direction }),
        1 => (index(), index(), "[a-zéèœç' -]{0,6}")
            .prop_map(|(grid, word, text)| Change::Display { grid, word, display: text.into() }),
        1 => (index(), index()).prop_map(|(grid, word)| Change::Unlist { grid, word }),
        1 => (index(), index()).prop_map(|(grid, word)| Change::Twice { grid, word }),
        1 => Just(Change::SameGrids),
        1 => Just(Change::Game),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn one_change_is_found(unit in prop::sample::select(sound_units()), change in change()) {
        let mut unit = unit;
        change.apply(&mut unit);
        let faults = judge().faults(&unit);
        prop_assert_eq!(faults.is_empty(), naive::is_sound(&unit, &LEXICON, &BLOCKLIST), "{:?}", faults);
    }

    /// A record that says what cells and letters give hides nothing, and is itself no fault.
    #[test]
    fn a_settled_record_hides_nothing(
        unit in prop::sample::select(sound_units()),
        changes in prop::collection::vec(change(), 1..3),
    ) {
        let mut unit = unit;
        changes.into_iter().filter(|change| matches!(change, Change::Cell { .. } | Change::Letter { .. } | Change::Swap { .. }))
            .for_each(|change| change.apply(&mut unit));
        naive::settle(&mut unit);
        let faults = judge().faults(&unit);
        prop_assert_eq!(faults.is_empty(), naive::is_sound(&unit, &LEXICON, &BLOCKLIST), "{:?}", faults);
        let of_record = faults.iter().find(|fault| fault.rule == Rule::McD6 || fault.rule == Rule::Mc4_5c);
        prop_assert_eq!(of_record, None);
    }
}
