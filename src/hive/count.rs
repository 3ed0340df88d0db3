//! How many plans a lot has: dynamic programming over what may win.

use std::collections::BTreeMap;

use crate::game::HiveGame;
use crate::money::Cents;

/// For each number of gains, how many choices sum up to what.
type Ways = Vec<BTreeMap<u64, u128>>;

/// How many plans a lot has, exactly: those of up to so many gains, or all.
///
/// A plan with an EXTRA hive counts apart from the same gains without one, so that each way without has a sister whose EXTRA
/// hive stays blank. A lot of zero has none: what loses is no way to win.
///
/// ```
/// use alveole::game::HiveGame;
/// use alveole::hive::count;
/// use alveole::money::Cents;
/// let game = HiveGame::ruche_d_or();
/// assert_eq!(count(&game, Cents::from_euros(50), Some(3)), 321);
/// assert_eq!(count(&game, Cents::from_euros(50), None), 1_627);
/// ```
pub fn count(game: &HiveGame, lot: Cents, most_gains: Option<usize>) -> u128 {
    if lot == Cents::ZERO {
        return 0;
    }
    // Every line and the bee of both hives, where nothing caps it.
    let all = 2 * (game.lines.len() + 1);
    let most = most_gains.unwrap_or(all).min(all);
    let capped = most_gains.is_some();
    let mut ways: Ways = vec![BTreeMap::new(); if capped { most + 1 } else { 1 }];
    ways[0].insert(0, 1);
    let reached = |ways: &Ways| ways.iter().filter_map(|sums| sums.get(&lot.0)).sum::<u128>();
    let bonus = u128::from(most > 0 && game.bonus.gains.iter().any(|row| row.cents == lot));
    add_hive(game, lot, &mut ways, capped);
    let without = reached(&ways) + bonus;
    if !game.extra {
        return without;
    }
    // A second hive on top of the first: its choices may be none.
    add_hive(game, lot, &mut ways, capped);
    without + reached(&ways) + bonus
}

/// Adds the choices of one hive: each line wins or not, with one multiplier or none, and there is a bee or not.
fn add_hive(game: &HiveGame, lot: Cents, ways: &mut Ways, capped: bool) {
    let lines = game.lines.iter().map(|line| {
        let times = std::iter::once(1).chain(game.multipliers.iter().copied());
        times.map(|times| line.cents.0 * u64::from(times)).collect::<Vec<_>>()
    });
    for gains in lines.chain([vec![game.bee.0]]) {
        // From many gains to few, so that nothing is chosen twice. Uncapped, all numbers of gains share one map.
        if capped {
            for count in (1..ways.len()).rev() {
                let (fewer, more) = ways.split_at_mut(count);
                add(&fewer[count - 1], &gains, lot, &mut more[0]);
            }
        } else {
            let before = ways[0].clone();
            add(&before, &gains, lot, &mut ways[0]);
        }
    }
}

fn add(from: &BTreeMap<u64, u128>, gains: &[u64], lot: Cents, to: &mut BTreeMap<u64, u128>) {
    for (sum, ways) in from {
        for sum in gains.iter().map(|gain| sum + gain).filter(|sum| *sum <= lot.0) {
            *to.entry(sum).or_default() += ways;
        }
    }
}
