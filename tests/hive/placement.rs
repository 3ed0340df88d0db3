//! Placement against full enumeration.

use std::collections::BTreeMap;

use alveole::game::HiveGame;
use alveole::hive::{Gain, Maker, Plan};
use alveole::rng::{Purpose, Streams};
use alveole::unit::{Hive, HiveCell};

use crate::{games, naive};

fn cells(hive: &Hive) -> Vec<Vec<HiveCell>> {
    hive.lines.iter().map(|line| line.cells().to_vec()).collect()
}

/// What is looked at of a hive. All of it at once would be so many hives that none is expected often.
type View = fn(&[Vec<HiveCell>]) -> Vec<HiveCell>;

/// The first line whole; the second line whole; both, with all symbols alike that are not picked.
const VIEWS: [(&str, View); 3] = [
    ("first line", |lines| lines[0].clone()),
    ("last line", |lines| lines[lines.len() - 1].clone()),
    ("both lines, coarsely", |lines| {
        let coarse = |cell: &HiveCell| match cell {
            HiveCell::Second | HiveCell::Third | HiveCell::Filler(_) => HiveCell::Filler(1),
            cell => *cell,
        };
        lines.iter().flatten().map(coarse).collect()
    }),
];

fn seen<T: Copy + std::iter::Sum<T> + std::ops::AddAssign + Default>(
    view: View,
    hives: &BTreeMap<Vec<Vec<HiveCell>>, T>,
) -> BTreeMap<Vec<HiveCell>, T> {
    let mut seen = BTreeMap::new();
    for (hive, weight) in hives {
        *seen.entry(view(hive)).or_default() += *weight;
    }
    seen
}

/// Holds counts against a law, in each view.
fn compare(law: &naive::Law, counts: &BTreeMap<Vec<Vec<HiveCell>>, u32>, name: &str) {
    let draws = f64::from(counts.values().sum::<u32>());
    let total: f64 = law.values().sum();
    assert!((total - 1.0).abs() < 1e-9, "{name}: the law sums up to {total}");
    assert!(counts.keys().all(|hive| law.contains_key(hive)), "{name}: a hive that the law does not have");
    for (view_name, view) in VIEWS {
        let (law, counts) = (seen(view, law), seen(view, counts));
        let pairs: Vec<(f64, f64)> =
            law.iter().map(|(seen, p)| (f64::from(counts.get(seen).copied().unwrap_or(0)), p * draws)).collect();
        naive::assert_follows(&pairs, &format!("{name}, {view_name}"));
    }
}

/// Places a plan many times, and holds what comes against the law.
fn check(game: &HiveGame, plan: &Plan, draws: u32, name: &str) {
    let maker = Maker::new(game).unwrap();
    let streams = Streams::from_seed(11, Purpose::Hives);
    let hives = 1 + usize::from(plan.extra);
    let mut counts: Vec<BTreeMap<Vec<Vec<HiveCell>>, u32>> = vec![BTreeMap::new(); hives];
    for index in 0..draws {
        let unit = maker.place(plan, &mut streams.stream(index.into(), 0));
        assert_eq!(unit.hives.len(), hives);
        for (counts, hive) in counts.iter_mut().zip(&unit.hives) {
            *counts.entry(cells(hive)).or_default() += 1;
        }
    }
    for (hive, counts) in counts.iter().enumerate() {
        compare(&naive::law(game, &plan.gains[hive], plan.extra && hive == 0), counts, name);
    }
}

#[test]
fn small_hives_follow_the_law() {
    let game = games::tiny();
    let line = |line, times| Gain::Line { line, times };
    for (name, first, second) in [
        ("blank", &[][..], None),
        ("line", &[line(0, 1)], None),
        ("multiplied", &[line(1, 3)], None),
        ("bee", &[Gain::Bee], None),
        ("both lines, full, and a bee", &[line(0, 2), line(1, 2), Gain::Bee], None),
        ("EXTRA, blank", &[line(0, 2)], Some(&[][..])),
        ("EXTRA beside a bee", &[line(0, 1), Gain::Bee], Some(&[line(1, 1), Gain::Bee])),
        ("EXTRA where all is full", &[line(0, 2), line(1, 2), Gain::Bee], Some(&[Gain::Bee])),
    ] {
        let gains = [first.to_vec(), second.unwrap_or_default().to_vec()];
        let plan = Plan { gains, extra: second.is_some(), bonus: None };
        check(&game, &plan, 120_000, name);
    }
}

/// With three symbols to win, single lines of a larger game: the others are summed away.
#[test]
fn lines_that_three_symbols_win_follow_the_law() {
    let text = games::THIRD
        .replace("[\"lune\", \"étoile\", \"nuage\", \"pluie\"]", "[\"lune\"]")
        .replace("  { cells = 8, cents = 500 },\n", "  { cells = 6, cents = 500 },\n")
        .replace("multipliers = [2, 5, 10]", "multipliers = [2, 10]")
        .replace("kinds = { line = 1, multiplied = 1, several = 1, bonus = 1 }", "kinds = { line = 1, bonus = 1 }");
    let game = HiveGame::from_toml(&text).unwrap();
    let maker = Maker::new(&game).unwrap();
    let streams = Streams::from_seed(12, Purpose::Hives);
    // One line that wins and is full, with a multiplier; one that wins and has room; one that loses.
    for (at, gain) in
        [(0, Some(Gain::Line { line: 0, times: 2 })), (1, Some(Gain::Line { line: 1, times: 1 })), (0, None)]
    {
        let mut alone = game.clone();
        alone.lines = vec![game.lines[at]];
        let moved = gain.map(|gain| match gain {
            Gain::Line { times, .. } => Gain::Line { line: 0, times },
            Gain::Bee => Gain::Bee,
        });
        let law = naive::law(&alone, moved.as_slice(), false);
        let plan = Plan { gains: [gain.into_iter().collect(), Vec::new()], ..Plan::losing(false) };
        let draws = 60_000_u32;
        let mut counts: BTreeMap<Vec<Vec<HiveCell>>, u32> = BTreeMap::new();
        for index in 0..draws {
            let unit = maker.place(&plan, &mut streams.stream(index.into(), 0));
            *counts.entry(vec![unit.hives[0].lines[at].cells().to_vec()]).or_default() += 1;
        }
        compare(&law, &counts, &format!("line {at}, {gain:?}"));
    }
}

/// The checker is awake: a law with another rate is told.
#[test]
fn another_law_is_told() {
    let game = games::tiny();
    let mut other = game.clone();
    other.rates.idle_multiplier_per_mille = 430;
    let check = |name: &str, game: &HiveGame| {
        let maker = Maker::new(&games::tiny()).unwrap();
        let streams = Streams::from_seed(11, Purpose::Hives);
        let mut counts: BTreeMap<Vec<Vec<HiveCell>>, u32> = BTreeMap::new();
        for index in 0..60_000 {
            let unit = maker.place(&Plan::losing(false), &mut streams.stream(index, 0));
            *counts.entry(cells(&unit.hives[0])).or_default() += 1;
        }
        compare(&naive::law(game, &[], false), &counts, name);
    };
    check("the law", &game);
    assert!(std::panic::catch_unwind(|| check("another", &other)).is_err());
}
