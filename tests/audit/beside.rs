//! Units beside what the declared law deals: units dealt by another law are found, and those of the law are not.

use alveole::audit::verdict::{Family, Measured};
use alveole::control::crosswords::{Beside, tests_of_tier};
use alveole::control::hives;
use alveole::crossword::reveal::Reveal;
use alveole::game::HiveGame;
use alveole::hive::{Batch, Figures, Maker, Measure};
use alveole::letters::{Letter, LetterSet};
use alveole::money::Cents;
use alveole::produce::dealer::{Dealer, Wanted};
use alveole::rng::{Purpose, Streams};
use alveole::unit::{CrosswordUnit, GridPair, HiveUnit};

use crate::makers::{GAME, PAIRS, SCREEN};

const UNITS: u64 = 2_000;

/// Units that win this, each the better of two by a measure, in the eyes of who makes them; the first where there is none.
fn units(lot: Cents, prefers: impl Fn(&GridPair, LetterSet) -> u32) -> Vec<Beside> {
    let dealer = Dealer { game: &GAME, screen: &SCREEN };
    let (own, beside) = (Streams::from_seed(5, Purpose::Deal), Streams::from_seed(5, Purpose::ControlDeal));
    let reveals: Vec<Reveal> = PAIRS.iter().take(100).map(|made| Reveal::of(&made.pair, &SCREEN).unwrap()).collect();
    let unit = |number: u64| {
        let at = usize::try_from(number).unwrap() % reveals.len();
        let (reveal, pair) = (&reveals[at], &PAIRS[at].pair);
        let sets = [0, 1].map(|draw| dealer.set(reveal, &Wanted::Lot(lot), &mut own.stream(number, draw)).unwrap());
        let set = if prefers(pair, sets[1]) > prefers(pair, sets[0]) { sets[1] } else { sets[0] };
        let unit = CrosswordUnit {
            game: GAME.name.clone(),
            letters: set.iter().collect(),
            pair: pair.clone(),
            completed: reveal.completed(set),
            lot: Some(lot),
        };
        Beside::deal(&unit, &dealer, &beside, number).unwrap()
    };
    (0..UNITS).map(unit).collect()
}

fn tests(lot: Cents, units: &[Beside]) -> Vec<Measured> {
    let outcomes: Vec<Vec<u8>> = GAME.outcomes().filter(|outcome| GAME.lot(outcome) == Some(lot)).collect();
    tests_of_tier(lot, &units.iter().collect::<Vec<_>>(), &outcomes).0
}

fn found(lot: Cents, units: &[Beside]) -> Vec<String> {
    Family::new(0.001, tests(lot, units)).found().map(|verdict| verdict.test.name.clone()).collect()
}

#[test]
fn units_of_the_law_pass() {
    for euros in [0, 5, 10, 1_000] {
        let lot = Cents::from_euros(euros);
        let units = units(lot, |_, _| 0);
        assert_eq!(found(lot, &units), [""; 0], "{lot}");
        let tests = tests(lot, &units);
        assert!(tests.len() >= 20, "{} tests of {lot}", tests.len());
        let small = tests.iter().filter(|test| test.p < 0.05).count();
        assert!(small * 5 < tests.len(), "{small} of {} p-values are below 0.05", tests.len());
    }
}

#[test]
fn a_letter_that_is_preferred_is_found() {
    let lot = Cents::from_euros(10);
    let letter = Letter::from_ascii(b'J').unwrap();
    let found = found(lot, &units(lot, |_, set| u32::from(set.contains(letter))));
    assert!(found.contains(&"shows J".into()), "{found:?}");
}

#[test]
fn losing_units_that_nearly_win_are_found() {
    let near = |pair: &GridPair, set: LetterSet| {
        let words = pair.grids.iter().flat_map(|grid| &grid.words);
        let lacks = |letters: LetterSet| letters.iter().filter(|letter| !set.contains(*letter)).count();
        u32::try_from(words.filter(|placed| lacks(placed.word.set()) == 1).count()).unwrap()
    };
    let units = units(Cents::ZERO, near);
    assert!(found(Cents::ZERO, &units).contains(&"words that lack one letter".into()));
    let described = tests_of_tier(Cents::ZERO, &units.iter().collect::<Vec<_>>(), &[]).1;
    assert!(described.found > described.declared.unwrap() + 0.5, "{described:?}");
    // What is told of these units is what they show.
    let sum: u32 = units.iter().map(|unit| unit.near[0]).sum();
    assert!((described.found - f64::from(sum) / 2_000.0).abs() < 1e-9);
}

#[test]
fn outcomes_that_are_preferred_are_found() {
    let lot = Cents::from_euros(5);
    let first_wins = |pair: &GridPair, set: LetterSet| {
        u32::try_from(pair.grids[0].words.iter().filter(|placed| placed.word.set().is_subset(set)).count()).unwrap()
    };
    let found = found(lot, &units(lot, first_wins));
    assert!(found.iter().any(|name| name.starts_with("completes ")), "{found:?}");
}

/// Hives of a lot; each the one of two that has more lines which lack one symbol, where that is wished for.
fn figures(maker: &Maker, lot: Cents, is_tilted: bool) -> Vec<Measured> {
    let batches = [1, 2].map(|seed| Batch::new(maker, lot, None, seed, 20_000).unwrap());
    let near = |unit: &HiveUnit| {
        let lines = unit.hives.iter().flat_map(|hive| &hive.lines);
        let picked = |cells: &[alveole::unit::HiveCell]| {
            cells.iter().filter(|cell| **cell == alveole::unit::HiveCell::Picked).count()
        };
        lines.filter(|line| picked(line.cells()) == 2).count()
    };
    let mut figures = Figures::new(maker);
    for index in 0..batches[0].count() {
        let [one, other] = [&batches[0], &batches[1]].map(|batch| batch.unit(index));
        figures.add(if is_tilted && near(&other) > near(&one) { &other } else { &one });
    }
    let rows = figures.rows().unwrap();
    rows.iter().filter(|row| row.lot.is_some()).filter_map(|row| hives::test(row, maker.game())).collect()
}

#[test]
fn hives_that_nearly_win_are_found() {
    let maker = Maker::new(&HiveGame::ruche_d_or()).unwrap();
    for lot in [Cents::ZERO, Cents::from_euros(3)] {
        let family = Family::new(0.001, figures(&maker, lot, false));
        assert!(family.is_sound() && family.verdicts.len() > 14, "{lot}: {:?}", family.found().collect::<Vec<_>>());
        let family = Family::new(0.001, figures(&maker, lot, true));
        let found = family.found().filter(|verdict| verdict.test.name.contains("lack one symbol"));
        assert!(found.count() >= 5, "{lot}");
    }
}

/// Counts of several threads are counts of one.
#[test]
fn figures_are_joined() {
    let maker = Maker::new(&HiveGame::ruche_d_or()).unwrap();
    let batch = Batch::new(&maker, Cents::from_euros(10), None, 1, 3_000).unwrap();
    let count = |range: std::ops::Range<u64>| {
        let mut figures = Figures::new(&maker);
        range.for_each(|index| figures.add(&batch.unit(index)));
        figures
    };
    let mut joined = count(0..1_000);
    joined.join(count(1_000..3_000));
    assert_eq!(joined.rows().unwrap(), count(0..3_000).rows().unwrap());
    let of = |measure| joined.rows().unwrap().iter().find(|row| row.measure == measure).unwrap().of;
    assert_eq!(of(Measure::Extra), 3_000);
}
