//! Units that are anything at all: the judge says something of each, and never panics.

use alveole::unit::{Cells, CrosswordUnit, Grid, GridPair, PlacedWord};
use alveole::verify::Place;
use proptest::prelude::*;

use crate::mutants::{direction, letter, lot, word};
use crate::{judge, sound};

fn grid() -> impl Strategy<Value = Grid> {
    let cells = (0_usize..20, 0_usize..20).prop_flat_map(|(rows, columns)| {
        // From nearly empty to solid: solid boxes have runs that are longer than any word.
        let letters = (0.0..=1.0)
            .prop_flat_map(move |share| prop::collection::vec(prop::option::weighted(share, letter()), rows * columns));
        letters.prop_map(move |letters| {
            let mut cells = Cells::grey(rows, columns);
            for (index, cell) in letters.into_iter().enumerate() {
                cells.set(index / columns, index % columns, cell);
            }
            cells
        })
    });
    let placed = (word(), ".{0,8}", any::<u8>(), 0_u8..20, direction());
    let placed = placed.prop_map(|(word, display, row, column, direction)| PlacedWord {
        word,
        display: display.into(),
        row: row % 24,
        column,
        direction,
    });
    (cells, prop::collection::vec(placed, 0..30)).prop_map(|(cells, words)| Grid { cells, words })
}

fn unit() -> impl Strategy<Value = CrosswordUnit> {
    let letters = prop::collection::vec(letter(), 0..40);
    let completed = prop::collection::vec(any::<u8>(), 0..4);
    (letters, prop::collection::vec(grid(), 0..4), completed, lot()).prop_map(|(letters, grids, completed, lot)| {
        CrosswordUnit { game: "mots-croises".into(), letters, pair: GridPair { grids }, completed, lot }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_unit_can_be_judged(unit in unit()) {
        let faults = judge().faults(&unit);
        prop_assert!(!faults.is_empty());
        prop_assert_eq!(&faults, &judge().faults(&unit));
        for fault in &faults {
            prop_assert!(!fault.message.is_empty());
        }
    }
}

#[test]
fn boxes_of_any_size_can_be_judged() {
    let letter = alveole::letters::Letter::from_ascii(b'A');
    for (rows, columns) in [(0, 0), (0, usize::MAX), (5, 0), (1, 1), (1, 2_000), (2_000, 1), (300, 300)] {
        let mut unit = sound(3, 2);
        let mut cells = Cells::grey(rows, columns);
        for row in 0..cells.rows() {
            (0..columns).for_each(|column| cells.set(row, column, letter));
        }
        unit.pair.grids[1].cells = cells;
        let faults = judge().faults(&unit);
        assert!(faults.iter().any(|fault| fault.place == Some(Place::Grid { grid: 2 })), "{rows} by {columns}");
    }
}
