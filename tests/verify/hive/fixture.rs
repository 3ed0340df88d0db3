//! Units of hives by hand. Cells: P, S, T for picked, second and third, 1, 2, 3 for fillers, x2 to x10, B a bee, E EXTRA.

use alveole::money::Cents;
use alveole::unit::{Hive, HiveCell, HiveLine, HiveUnit};

use super::GAME;

/// Lines that lose, all of them different. Two show two picked symbols, one an idle multiplier, one no picked symbol.
const LOSING: [&str; 7] =
    ["P S 1 2", "S T P 2 3", "P P S T 1 2", "S S T T P 1 1", "P S T x3 1 P", "T T 1 P 3", "S T 1 1"];

fn cell(text: &str) -> HiveCell {
    match text {
        "P" => HiveCell::Picked,
        "S" => HiveCell::Second,
        "T" => HiveCell::Third,
        "B" => HiveCell::Bee,
        "E" => HiveCell::Extra,
        _ => match text.strip_prefix('x') {
            Some(times) => HiveCell::Multiplier(times.parse().unwrap()),
            None => HiveCell::Filler(text.parse().unwrap()),
        },
    }
}

/// A line of the game, by its number from 1.
pub(crate) fn line(number: usize, cells: &str) -> HiveLine {
    let cells: Vec<HiveCell> = cells.split(' ').map(cell).collect();
    HiveLine::new(GAME.lines[number - 1].cents, &cells).unwrap()
}

/// A hive that loses, but for these lines.
pub(crate) fn hive(lines: &[(usize, &str)]) -> Hive {
    let mut hive =
        Hive { lines: (1..).zip(LOSING).map(|(number, cells)| line(number, cells)).collect(), bee: GAME.bee };
    for (number, cells) in lines {
        hive.lines[number - 1] = line(*number, cells);
    }
    hive
}

/// A unit of hives, Bonus and lot.
pub(crate) fn unit(hives: Vec<Hive>, bonus_bees: Option<u8>, euros: u64) -> HiveUnit {
    HiveUnit {
        game: GAME.name.as_str().into(),
        symbols: GAME.symbols().map(Box::from).collect(),
        hives,
        bonus_bees,
        lot: Cents::from_euros(euros),
    }
}

/// Units that break no rule.
pub(crate) fn sound() -> Vec<(&'static str, HiveUnit)> {
    let extra = (4, "S S T E P 1 1");
    vec![
        ("losing", unit(vec![hive(&[])], Some(2), 0)),
        ("blank EXTRA", unit(vec![hive(&[extra]), hive(&[])], Some(3), 0)),
        ("line", unit(vec![hive(&[(1, "P 1 P P")])], None, 3)),
        ("top line", unit(vec![hive(&[(7, "P P P 1")])], None, 100_000)),
        ("multiplied", unit(vec![hive(&[(2, "P x2 P 3 P")])], None, 10)),
        ("fifty", unit(vec![hive(&[(2, "P x10 P 3 P")])], None, 50)),
        ("bee", unit(vec![hive(&[(3, "P P S B 1 2")])], None, 5)),
        ("two lines", unit(vec![hive(&[(2, "P 1 P 3 P"), (1, "P x5 P P")])], None, 20)),
        ("line and bee", unit(vec![hive(&[(2, "P 1 P B P")])], None, 10)),
        ("multiplied and bee", unit(vec![hive(&[(1, "P P x5 P"), (3, "P P S B 1 2")])], None, 20)),
        ("Bonus", unit(vec![hive(&[])], Some(5), 5)),
        ("Bonus after a blank EXTRA", unit(vec![hive(&[extra]), hive(&[])], Some(4), 3)),
        ("EXTRA", unit(vec![hive(&[extra]), hive(&[(3, "P P S P 1 2")])], None, 10)),
        ("EXTRA and line", unit(vec![hive(&[extra, (2, "P P P 1 2")]), hive(&[(2, "P P x3 P 2")])], None, 20)),
        ("three of two hives", unit(vec![hive(&[extra, (3, "P P P S B 2")]), hive(&[(2, "P P P 1 2")])], None, 20)),
        ("line beside a blank EXTRA", unit(vec![hive(&[extra, (1, "P P P 1")]), hive(&[])], None, 3)),
    ]
}

/// The sound unit of this name.
pub(crate) fn named(name: &str) -> HiveUnit {
    sound().into_iter().find(|unit| unit.0 == name).unwrap().1
}
