//! The law of hives, written down once more: slowly, over all cells, sharing no code with the maker.

use std::collections::BTreeMap;

use alveole::game::HiveGame;
use alveole::hive::{Gain, Plan};
use alveole::money::Cents;
use alveole::unit::HiveCell;

/// All plans of a lot, by trying everything.
pub(crate) fn plans(game: &HiveGame, lot: Cents) -> Vec<Plan> {
    let mut hives: Vec<Vec<Gain>> = vec![Vec::new()];
    for line in 0..u8::try_from(game.lines.len()).unwrap() {
        let with = hives.iter().flat_map(|gains| {
            let times = [1].into_iter().chain(game.multipliers.iter().copied());
            times.map(move |times| [&gains[..], &[Gain::Line { line, times }]].concat())
        });
        let with: Vec<_> = with.filter(|gains| gains.len() <= game.plans.max_gains).collect();
        hives.extend(with);
    }
    let with: Vec<_> = hives.iter().map(|gains| [&gains[..], &[Gain::Bee]].concat()).collect();
    hives.extend(with);
    let mut found = Vec::new();
    let mut add = |first: &[Gain], second: Option<&[Gain]>, bonus| {
        let gains = [first.to_vec(), second.unwrap_or_default().to_vec()];
        let plan = Plan { gains, extra: second.is_some(), bonus };
        if plan.len() <= game.plans.max_gains && !plan.is_empty() && plan.lot(game) == lot {
            found.push(plan);
        }
    };
    // Sorted by sum, so that only pairs that can fit are tried.
    let sum = |gains: &[Gain]| Plan { gains: [gains.to_vec(), Vec::new()], ..Plan::default() }.lot(game);
    let mut by_sum: BTreeMap<Cents, Vec<&Vec<Gain>>> = BTreeMap::new();
    for gains in &hives {
        by_sum.entry(sum(gains)).or_default().push(gains);
    }
    for (first_sum, firsts) in by_sum.range(..=lot) {
        for first in firsts {
            add(first, None, None);
            for second in by_sum.get(&Cents(lot.0 - first_sum.0)).into_iter().flatten().filter(|_| game.extra) {
                add(first, Some(second), None);
            }
        }
    }
    for row in &game.bonus.gains {
        add(&[], None, Some(row.bees));
        if game.extra {
            add(&[], Some(&[]), Some(row.bees));
        }
    }
    found
}

/// A count that is no large one.
pub(crate) fn float(count: impl TryInto<u32>) -> f64 {
    f64::from(count.try_into().unwrap_or_else(|_| panic!("a small count")))
}

/// The hives of a distribution, each with its probability.
pub(crate) type Law = BTreeMap<Vec<Vec<HiveCell>>, f64>;

/// The probability of every hive with these gains, by going through all draws of the law in turn, cell by cell.
pub(crate) fn law(game: &HiveGame, gains: &[Gain], extra: bool) -> Law {
    let blank: Vec<Vec<Option<HiveCell>>> = game.lines.iter().map(|row| vec![None; row.cells]).collect();
    let mut states = BTreeMap::from([(blank, 1.0)]);
    // Winning lines: their symbols, then the multiplier, in drawn cells.
    for gain in gains {
        if let Gain::Line { line, times } = *gain {
            for _ in 0..game.symbols_to_win {
                states = put(&states, HiveCell::Picked, |at| at == usize::from(line));
            }
            if times > 1 {
                states = put(&states, HiveCell::Multiplier(times), |at| at == usize::from(line));
            }
        }
    }
    for (cell, is_there) in [(HiveCell::Bee, gains.contains(&Gain::Bee)), (HiveCell::Extra, extra)] {
        if is_there {
            states = put(&states, cell, |_| true);
        }
    }
    let wins = |at: usize| gains.iter().any(|gain| matches!(gain, Gain::Line { line, .. } if usize::from(*line) == at));
    for at in (0..game.lines.len()).filter(|at| !wins(*at)) {
        states = losing_line(game, &states, at);
    }
    for at in 0..game.lines.len() {
        states = others(game, &states, at);
    }
    states
        .into_iter()
        .map(|(lines, p)| (lines.into_iter().map(|line| line.into_iter().map(Option::unwrap).collect()).collect(), p))
        .collect()
}

type States = BTreeMap<Vec<Vec<Option<HiveCell>>>, f64>;

/// One cell goes to a free place of the lines that may have it, all alike.
fn put(states: &States, cell: HiveCell, may: impl Fn(usize) -> bool) -> States {
    let mut next = States::new();
    for (lines, p) in states {
        let free: Vec<(usize, usize)> = lines
            .iter()
            .enumerate()
            .filter(|(at, _)| may(*at))
            .flat_map(|(at, line)| (0..line.len()).filter(|cell| line[*cell].is_none()).map(move |cell| (at, cell)))
            .collect();
        for (line, place) in &free {
            let mut lines = lines.clone();
            lines[*line][*place] = Some(cell);
            *next.entry(lines).or_default() += p / float(free.len());
        }
    }
    next
}

fn losing_line(game: &HiveGame, states: &States, at: usize) -> States {
    let mut next = States::new();
    for (lines, p) in states {
        let free = lines[at].iter().filter(|cell| cell.is_none()).count();
        let weights = game.picked_weights(free);
        let total = f64::from(weights.iter().sum::<u32>());
        for (picked, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
            let p = p * f64::from(*weight) / total;
            let mut drawn = States::from([(lines.clone(), p)]);
            for _ in 0..picked {
                drawn = put(&drawn, HiveCell::Picked, |line| line == at);
            }
            let rate = if free > picked { f64::from(game.rates.idle_multiplier_per_mille) / 1000.0 } else { 0.0 };
            for (lines, p) in &drawn {
                *next.entry(lines.clone()).or_default() += p * (1.0 - rate);
            }
            for times in game.multipliers.iter().filter(|_| rate > 0.0) {
                for (lines, p) in put(&drawn, HiveCell::Multiplier(*times), |line| line == at) {
                    *next.entry(lines).or_default() += p * rate / float(game.multipliers.len());
                }
            }
        }
    }
    next
}

/// The other symbols: all fillings in which none stands as often as it takes to win, each as likely as the next.
fn others(game: &HiveGame, states: &States, at: usize) -> States {
    let mut symbols = vec![HiveCell::Second, HiveCell::Third];
    symbols.extend((1..=u8::try_from(game.fillers.len()).unwrap()).map(HiveCell::Filler));
    let mut next = States::new();
    for (lines, p) in states {
        let mut fillings = vec![lines[at].clone()];
        for cell in 0..lines[at].len() {
            if lines[at][cell].is_none() {
                fillings = fillings
                    .iter()
                    .flat_map(|filling| {
                        symbols.iter().map(move |symbol| {
                            let mut filling = filling.clone();
                            filling[cell] = Some(*symbol);
                            filling
                        })
                    })
                    .collect();
            }
        }
        let often = |filling: &[Option<HiveCell>], symbol| filling.iter().filter(|cell| **cell == Some(symbol)).count();
        fillings.retain(|filling| symbols.iter().all(|symbol| often(filling, *symbol) < game.symbols_to_win));
        for filling in &fillings {
            let mut lines = lines.clone();
            lines[at].clone_from(filling);
            *next.entry(lines).or_default() += p / float(fillings.len());
        }
    }
    next
}

/// Chi-square of counts and expectations: cells with few expected are put together. Fails beyond five standard deviations
/// of the statistic, which chance passes once in millions of runs; the seeds are fixed, so that a pass stays a pass.
pub(crate) fn assert_follows(law: &[(f64, f64)], name: &str) {
    let (mut statistic, mut cells, mut rest) = (0.0, 0_u32, (0.0, 0.0));
    for (found, expected) in law {
        if *expected < 8.0 {
            rest = (rest.0 + found, rest.1 + expected);
        } else {
            statistic += (found - expected).powi(2) / expected;
            cells += 1;
        }
    }
    if rest.1 >= 8.0 {
        statistic += (rest.0 - rest.1).powi(2) / rest.1;
        cells += 1;
    } else {
        assert!(rest.0 - rest.1 < 40.0, "{name}: {} found where {} are expected", rest.0, rest.1);
    }
    let freedom = f64::from(cells) - 1.0;
    let deviations = (statistic - freedom) / (2.0 * freedom).sqrt().max(1.0);
    assert!(deviations < 5.0, "{name}: chi-square {statistic:.1} with {freedom} degrees of freedom");
}
