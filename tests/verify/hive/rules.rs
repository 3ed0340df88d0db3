//! For every rule, units broken in that rule only: the judge rejects them by its name.

use std::collections::BTreeSet;

use alveole::money::Cents;
use alveole::unit::{HiveCell, HiveLine, HiveUnit};
use alveole::verify::Rule;

use super::fixture::{hive, line, named, unit};
use super::{GAME, judge, naive};

/// A rule, what was done to a sound unit, the unit, and how the fault begins or what it says.
type Case = (Rule, &'static str, HiveUnit, &'static str);

/// The sound unit of this name, after a change.
fn broken(name: &str, change: impl FnOnce(&mut HiveUnit)) -> HiveUnit {
    let mut unit = named(name);
    change(&mut unit);
    unit
}

/// The sound unit of this name, and another lot in the record.
fn paid(name: &str, euros: u64) -> HiveUnit {
    broken(name, |unit| unit.lot = Cents::from_euros(euros))
}

/// The losing unit with another line.
fn with_line(number: usize, cells: &str) -> HiveUnit {
    broken("losing", |unit| unit.hives[0].lines[number - 1] = line(number, cells))
}

fn symbols(change: impl FnOnce(&mut Vec<Box<str>>)) -> HiveUnit {
    broken("losing", |unit| {
        let mut names = unit.symbols.to_vec();
        change(&mut names);
        unit.symbols = names.into();
    })
}

fn board() -> Vec<Case> {
    let amount = |unit: &mut HiveUnit, cents| unit.hives[0].lines[3].amount = Cents(cents);
    let shorter = |unit: &mut HiveUnit| {
        let line = &mut unit.hives[0].lines[3];
        *line = HiveLine::new(line.amount, &line.cells()[..6]).unwrap();
    };
    vec![
        (Rule::Ro4_2, "no hive", unit(vec![], Some(1), 0), "RO-4.2: there is no hive"),
        (
            Rule::Ro4_2,
            "no line",
            broken("losing", |unit| unit.hives[0].lines.clear()),
            "RO-4.2, hive 1: it has no line",
        ),
        (
            Rule::Ro4_2,
            "no cell",
            broken("losing", |unit| unit.hives[0].lines[1] = HiveLine::new(Cents(500), &[]).unwrap()),
            "RO-4.2, hive 1, line 2: it has no cell",
        ),
        (
            Rule::Ro4_2,
            "no amount",
            broken("losing", |unit| amount(unit, 0)),
            "RO-4.2, hive 1, line 4: it has no amount",
        ),
        (Rule::RoD1, "a line less", broken("losing", |unit| unit.hives[0].lines.truncate(6)), "6 lines, where"),
        (Rule::RoD1, "a cell less", broken("losing", shorter), "RO-D1, hive 1, line 4: 6 cells, where the game has 7"),
        (
            Rule::RoD1,
            "another amount",
            broken("losing", |unit| amount(unit, 2_100)),
            "it pays 21 €, where the game has 20 €",
        ),
        (
            Rule::RoD1,
            "another amount in the EXTRA hive",
            broken("EXTRA", |unit| unit.hives[1].lines[0].amount = Cents(400)),
            "RO-D1, hive 2, line 1: it pays 4 €",
        ),
        (
            Rule::RoD1,
            "another bee",
            broken("bee", |unit| unit.hives[0].bee = Cents(300)),
            "a bee wins 3 €, where the game pays 5 €",
        ),
        (
            Rule::Ro4_3,
            "a playable symbol twice",
            symbols(|names| names[1] = names[0].clone()),
            "RO-4.3, symbol 2: fleur is symbol 1",
        ),
        (
            Rule::RoD2,
            "a filler like a playable symbol",
            symbols(|names| names[5] = names[0].clone()),
            "RO-D2, symbol 6: fleur",
        ),
        (
            Rule::RoD2,
            "a symbol less",
            symbols(|names| drop(names.pop())),
            "5 symbols, where the game has 3 playable ones and 3 fillers",
        ),
        (
            Rule::RoD2,
            "three of an unpicked symbol",
            with_line(4, "S S T S P 1 1"),
            "RO-D2, hive 1, line 4: second stands 3 times",
        ),
        (Rule::RoD2, "three of another", with_line(4, "T S T S P T 1"), "RO-D2, hive 1, line 4: third stands 3 times"),
        (Rule::RoD2, "three fillers", with_line(7, "2 2 S 2"), "RO-D2, hive 1, line 7: filler2 stands 3 times"),
        (
            Rule::RoD2,
            "four picked symbols",
            broken("line", |unit| unit.hives[0].lines[0] = line(1, "P P P P")),
            "RO-D2, hive 1, line 1: 4 picked symbols, and 3 win",
        ),
    ]
}

fn cells() -> Vec<Case> {
    vec![
        (
            Rule::Ro4_6,
            "a multiplier of seven",
            with_line(5, "P S T x7 1 P"),
            "RO-4.6, hive 1, line 5, cell 4: the game has no multiplier ×7",
        ),
        (Rule::RoD3, "two multipliers", with_line(5, "P S T x3 x2 P"), "RO-D3, hive 1, line 5: 2 multipliers"),
        (
            Rule::RoD3,
            "two multipliers in a winning line",
            broken("multiplied", |unit| unit.hives[0].lines[1] = line(2, "P x2 P x2 P")),
            "RO-D3, hive 1, line 2: 2 multipliers",
        ),
        (
            Rule::RoD3,
            "two bees",
            broken("bee", |unit| {
                unit.hives[0].lines[3] = line(4, "S S B T P 1 1");
                unit.lot = Cents::from_euros(10);
            }),
            "RO-D3, hive 1: 2 bees",
        ),
        (
            Rule::RoD3,
            "two EXTRA",
            broken("blank EXTRA", |unit| unit.hives[0].lines[4] = line(5, "P S T E 1 P")),
            "RO-D3, hive 1: 2 EXTRA cells",
        ),
        (
            Rule::RoD4,
            "a fourth filler",
            with_line(7, "S T 1 4"),
            "RO-D4, hive 1, line 7, cell 4: filler 4, where the game has 3",
        ),
        (
            Rule::RoD4,
            "a filler of no number",
            broken("losing", |unit| unit.hives[0].lines[6].cells_mut()[3] = HiveCell::Filler(0)),
            "RO-D4, hive 1, line 7, cell 4: filler 0",
        ),
        (
            Rule::RoD6,
            "another game",
            broken("line", |unit| unit.game = "loto".into()),
            "RO-D6: the record is of game \"loto\"",
        ),
        (
            Rule::RoD6,
            "another symbol",
            symbols(|names| names[4] = "lune".into()),
            "RO-D6, symbol 5: the record has the symbol \"lune\"",
        ),
    ]
}

fn stages() -> Vec<Case> {
    vec![
        (
            Rule::Ro4_8a,
            "EXTRA without its hive",
            broken("blank EXTRA", |unit| drop(unit.hives.pop())),
            "RO-4.8a, hive 1: it holds EXTRA, and the record has no EXTRA hive",
        ),
        (
            Rule::Ro4_8a,
            "a winning EXTRA hive that nothing opens",
            broken("EXTRA", |unit| unit.hives[0] = hive(&[])),
            "RO-4.8a, hive 2: the record has an EXTRA hive, and no cell",
        ),
        (
            Rule::Ro4_8a,
            "EXTRA in an EXTRA hive",
            broken("blank EXTRA", |unit| unit.hives[1].lines[3] = line(4, "S S T E P 1 1")),
            "RO-4.8a, hive 2: an EXTRA hive holds no EXTRA",
        ),
        (
            Rule::Ro4_8a,
            "a third hive",
            broken("blank EXTRA", |unit| unit.hives.push(hive(&[]))),
            "RO-4.8a: there are 3 hives",
        ),
        (
            Rule::Ro4_9a,
            "a Bonus beside a line",
            broken("line", |unit| unit.bonus_bees = Some(2)),
            "RO-4.9a, Bonus: the hives win 3 €, and",
        ),
        (
            Rule::Ro4_9a,
            "a Bonus that wins beside a line",
            broken("line", |unit| (unit.bonus_bees, unit.lot) = (Some(5), Cents::from_euros(8))),
            "RO-4.9a, Bonus",
        ),
        (
            Rule::Ro4_9a,
            "no Bonus",
            broken("losing", |unit| unit.bonus_bees = None),
            "RO-4.9a, Bonus: the hives win nothing, and",
        ),
        (Rule::Ro4_9a, "a paid Bonus left out", broken("Bonus", |unit| unit.bonus_bees = None), "RO-4.9a, Bonus"),
        (
            Rule::Ro4_9a,
            "no Bonus after a blank EXTRA",
            broken("blank EXTRA", |unit| unit.bonus_bees = None),
            "RO-4.9a, Bonus",
        ),
        (
            Rule::Ro4_9b,
            "nine bees",
            broken("losing", |unit| unit.bonus_bees = Some(9)),
            "RO-4.9b, Bonus: 9 bees, and the pay table ends at 8",
        ),
        (
            Rule::Ro4_9b,
            "many bees that are paid",
            broken("Bonus", |unit| (unit.bonus_bees, unit.lot) = (Some(255), Cents::from_euros(50))),
            "RO-4.9b, Bonus: 255 bees",
        ),
        (
            Rule::RoD5,
            "no bee",
            broken("losing", |unit| unit.bonus_bees = Some(0)),
            "RO-D5, Bonus: 0 bees, and a losing Bonus shows 1 to 3",
        ),
    ]
}

fn lots() -> Vec<Case> {
    let eight = unit(vec![hive(&[(1, "P P P 1"), (2, "P P P 1 2")])], None, 8);
    vec![
        (Rule::Ro3b, "one gain of three", paid("three of two hives", 5), "the lot is the whole gain of the unit"),
        (
            Rule::Ro4_5a,
            "a line not paid",
            paid("line", 0),
            "RO-4.5a: a lot of 0 € is recorded, where the unit wins 3 €: a line wins",
        ),
        (Rule::Ro4_5a, "two symbols paid", paid("losing", 10), "too few picked symbols wins nothing"),
        (
            Rule::Ro4_5a,
            "two symbols paid with a multiplier",
            paid("losing", 150),
            "too few picked symbols wins nothing",
        ),
        (Rule::Ro4_5a, "one symbol paid beside a win", paid("line", 503), "too few picked symbols wins nothing"),
        (Rule::Ro4_5b, "one line of two", paid("two lines", 15), "winning lines add up"),
        (Rule::Ro4_6, "a multiplier left out", paid("multiplied", 5), "a multiplier counts for its own winning line"),
        (Rule::Ro4_6, "an idle one applied", paid("line", 9), "a multiplier counts for its own winning line"),
        (
            Rule::Ro4_6,
            "one applied to both lines",
            paid("two lines", 40),
            "a multiplier counts for its own winning line",
        ),
        (Rule::Ro4_7, "a bee not paid", paid("bee", 0), "a bee wins"),
        (Rule::Ro4_7, "a bee left out", paid("line and bee", 5), "a bee wins its amount once"),
        (Rule::Ro4_7, "a bee paid twice", paid("bee", 10), "a bee wins its amount once"),
        (Rule::Ro4_7, "a bee multiplied", paid("multiplied and bee", 40), "a bee wins its amount once"),
        (Rule::Ro4_8a, "an EXTRA hive not paid", paid("EXTRA", 0), "the EXTRA hive wins"),
        (Rule::Ro4_8a, "an EXTRA hive left out", paid("EXTRA and line", 5), "what the EXTRA hive wins is a part"),
        (Rule::Ro4_9b, "five bees paid as six", paid("Bonus", 10), "other bees of the Bonus win that"),
        (Rule::Ro4_9b, "five bees not paid", paid("Bonus", 0), "other bees of the Bonus win that"),
        (
            Rule::Ro4_9b,
            "three bees paid as four",
            broken("losing", |unit| {
                unit.hives[0].lines[0] = line(1, "T S 1 2");
                (unit.bonus_bees, unit.lot) = (Some(3), Cents::from_euros(3));
            }),
            "too few bees of the Bonus win nothing",
        ),
        (
            Rule::Ro4_10,
            "a sum in no row of the table",
            eight,
            "RO-4.10: a lot of 8 € is recorded, where the unit wins 8 €: no row",
        ),
        (
            Rule::Ro4_11,
            "a losing unit with a top lot",
            paid("losing", 100_000),
            "RO-4.11: a lot of 100,000 € is recorded",
        ),
        (Rule::RoD6, "cents", broken("line", |unit| unit.lot = Cents(299)), "no reading of the unit gives that"),
        (Rule::RoD6, "any amount for a Bonus", paid("Bonus", 7), "no reading of the unit gives that"),
    ]
}

#[test]
fn every_rule_is_named() {
    let mut seen = BTreeSet::new();
    for (rule, what, unit, message) in [board(), cells(), stages(), lots()].concat() {
        let said: Vec<String> = judge().faults(&unit).iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 1, "{rule}, {what}: {said:#?}");
        assert!(said[0].starts_with(rule.id()) && said[0].contains(message), "{rule}, {what}: {said:#?}");
        assert!(!naive::is_sound(&unit, &GAME), "{rule}, {what}");
        assert!(judge().verify(unit).is_err());
        seen.insert(rule);
    }
    let rules = Rule::ALL.into_iter().filter(|rule| rule.id().starts_with("RO-"));
    assert!(seen.into_iter().eq(rules), "a rule has no unit that breaks it");
}

/// Two playable symbols that look the same: with one pick the player sees more than with another.
#[test]
fn a_gain_that_depends_on_the_pick_is_told_by_the_names() {
    let unit = broken("losing", |unit| {
        let mut names = unit.symbols.to_vec();
        names[2] = names[0].clone();
        unit.symbols = names.into();
        unit.hives[0].lines[2] = line(3, "P P T 2 1 2");
    });
    let said: Vec<String> = judge().faults(&unit).iter().map(ToString::to_string).collect();
    assert_eq!(said, ["RO-4.3, symbol 3: fleur is symbol 1 already: symbols are told apart by their names"]);
}

#[test]
fn several_faults_are_all_told() {
    let unit = broken("blank EXTRA", |unit| {
        unit.hives.pop();
        unit.hives[0].lines[4] = line(5, "P S T x7 4 P");
        unit.hives[0].bee = Cents(1);
    });
    let rules: Vec<Rule> = judge().faults(&unit).iter().map(|fault| fault.rule).collect();
    assert_eq!(rules, [Rule::RoD1, Rule::Ro4_6, Rule::RoD4, Rule::Ro4_8a]);
}
