//! Random changes to sound units, and units that are anything at all.

use std::sync::LazyLock;

use alveole::game::HiveGame;
use alveole::hive::{Batch, Maker};
use alveole::money::Cents;
use alveole::unit::{Hive, HiveCell, HiveLine, HiveUnit};
use proptest::prelude::*;
use proptest::sample::Index;

use super::{GAME, fixture, judge, naive};

static MADE: LazyLock<Vec<HiveUnit>> = LazyLock::new(|| {
    let maker = Maker::new(&HiveGame::ruche_d_or()).unwrap();
    let lots = GAME.lots.iter().map(|row| row.cents).chain([Cents::ZERO]);
    let units = lots.flat_map(|lot| {
        let batch = Batch::new(&maker, lot, None, 3, 40).unwrap();
        (0..40).map(|index| batch.unit(index)).collect::<Vec<_>>()
    });
    units.chain(fixture::sound().into_iter().map(|unit| unit.1)).collect()
});

fn cell() -> impl Strategy<Value = HiveCell> {
    prop_oneof![
        4 => Just(HiveCell::Picked),
        2 => Just(HiveCell::Second),
        2 => Just(HiveCell::Third),
        3 => (1_u8..4).prop_map(HiveCell::Filler),
        1 => any::<u8>().prop_map(HiveCell::Filler),
        2 => prop::sample::select(vec![2, 3, 4, 5, 6, 10]).prop_map(HiveCell::Multiplier),
        1 => any::<u8>().prop_map(HiveCell::Multiplier),
        1 => Just(HiveCell::Bee),
        1 => Just(HiveCell::Extra),
    ]
}

fn cents() -> impl Strategy<Value = Cents> {
    let euros = vec![0, 3, 5, 8, 10, 15, 20, 25, 50, 500, 5_000, 100_000];
    prop_oneof![3 => prop::sample::select(euros).prop_map(Cents::from_euros), 1 => any::<u64>().prop_map(Cents)]
}

#[derive(Clone, Debug)]
enum Change {
    Cell(Index, Index, Index, HiveCell),
    Swap(Index, Index, Index, Index),
    Lot(Cents),
    Bees(Option<u8>),
    Amount(Index, Index, Cents),
    BeeAmount(Index, Cents),
    Name(Index, Index),
    DropHive,
    TwiceHive,
    SwapHives,
    DropLine(Index, Index),
}

impl Change {
    fn apply(self, unit: &mut HiveUnit) {
        let hives = unit.hives.len();
        match self {
            Self::Cell(hive, line, cell, new) => {
                let cells = unit.hives[hive.index(hives)].lines[line.index(7)].cells_mut();
                cells[cell.index(cells.len())] = new;
            }
            Self::Swap(hive, line, a, b) => {
                let cells = unit.hives[hive.index(hives)].lines[line.index(7)].cells_mut();
                cells.swap(a.index(cells.len()), b.index(cells.len()));
            }
            Self::Lot(lot) => unit.lot = lot,
            Self::Bees(bees) => unit.bonus_bees = bees,
            Self::Amount(hive, line, amount) => unit.hives[hive.index(hives)].lines[line.index(7)].amount = amount,
            Self::BeeAmount(hive, amount) => unit.hives[hive.index(hives)].bee = amount,
            Self::Name(a, b) => {
                let mut names = unit.symbols.to_vec();
                names[a.index(6)] = names[b.index(6)].clone();
                unit.symbols = names.into();
            }
            Self::DropHive => drop(unit.hives.pop()),
            Self::TwiceHive => unit.hives.push(unit.hives[0].clone()),
            Self::SwapHives => unit.hives.reverse(),
            Self::DropLine(hive, line) => {
                unit.hives[hive.index(hives)].lines.remove(line.index(7));
            }
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let i = any::<Index>;
    prop_oneof![
        8 => (i(), i(), i(), cell()).prop_map(|(a, b, c, new)| Change::Cell(a, b, c, new)),
        1 => (i(), i(), i(), i()).prop_map(|(a, b, c, d)| Change::Swap(a, b, c, d)),
        2 => cents().prop_map(Change::Lot),
        1 => prop::option::of(prop_oneof![0_u8..10, any::<u8>()]).prop_map(Change::Bees),
        1 => (i(), i(), cents()).prop_map(|(a, b, amount)| Change::Amount(a, b, amount)),
        1 => (i(), cents()).prop_map(|(a, amount)| Change::BeeAmount(a, amount)),
        1 => (i(), i()).prop_map(|(a, b)| Change::Name(a, b)),
        1 => Just(Change::DropHive),
        1 => Just(Change::TwiceHive),
        1 => Just(Change::SwapHives),
        1 => (i(), i()).prop_map(|(a, b)| Change::DropLine(a, b)),
    ]
}

fn any_unit() -> impl Strategy<Value = HiveUnit> {
    let line = (cents(), prop::collection::vec(cell(), 0..=HiveLine::MOST));
    let line = line.prop_map(|(amount, cells)| HiveLine::new(amount, &cells).unwrap());
    let hive = (prop::collection::vec(line, 0..9), cents()).prop_map(|(lines, bee)| Hive { lines, bee });
    let names = prop::collection::vec("[a-c]{0,1}", 0..9);
    (names, prop::collection::vec(hive, 0..4), any::<Option<u8>>(), cents()).prop_map(
        |(names, hives, bonus_bees, lot)| {
            let symbols = names.into_iter().map(String::into_boxed_str).collect();
            HiveUnit { game: "ruche-d-or".into(), symbols, hives, bonus_bees, lot }
        },
    )
}

/// As the game's hives are, but for what the cells hold: what wins is read, whatever it is.
fn any_cells() -> impl Strategy<Value = HiveUnit> {
    let lengths = [4, 5, 6, 7, 6, 5, 4];
    let cells = prop::collection::vec(cell(), 37 * 2);
    (cells, any::<bool>(), prop::option::of(0_u8..10), cents()).prop_map(move |(cells, two, bonus_bees, lot)| {
        let mut unit = fixture::named(if two { "blank EXTRA" } else { "losing" });
        let mut cells = cells.into_iter();
        for hive in &mut unit.hives {
            for (line, length) in hive.lines.iter_mut().zip(lengths) {
                let new: Vec<HiveCell> = cells.by_ref().take(length).collect();
                line.cells_mut().copy_from_slice(&new);
            }
        }
        (unit.bonus_bees, unit.lot) = (bonus_bees, lot);
        unit
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn changes_are_found(unit in prop::sample::select(&MADE[..]), changes in prop::collection::vec(change(), 1..3)) {
        let mut unit = unit;
        for change in changes {
            // What a change before took away cannot be changed.
            if unit.hives.is_empty() || unit.hives.iter().any(|hive| hive.lines.len() != 7) {
                break;
            }
            change.apply(&mut unit);
        }
        let faults = judge().faults(&unit);
        prop_assert_eq!(faults.is_empty(), naive::is_sound(&unit, &GAME), "{:?}", faults);
    }

    #[test]
    fn any_unit_can_be_judged(unit in prop_oneof![any_unit(), any_cells()]) {
        let faults = judge().faults(&unit);
        prop_assert_eq!(faults.is_empty(), naive::is_sound(&unit, &GAME), "{:?}", &faults);
        prop_assert_eq!(&faults, &judge().faults(&unit));
        for fault in &faults {
            prop_assert!(!fault.message.is_empty());
        }
    }
}
