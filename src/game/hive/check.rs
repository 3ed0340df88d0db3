//! Whether the numbers of a hive game make a game. Each complaint comes with its place in the file.

use std::collections::BTreeSet;

use super::file::TotalsTable;
use super::{HiveGame, HiveLotRow, Kind};
use crate::money::Cents;

/// Where the values of a game stand in its file, in bytes.
pub(super) struct Places {
    pub(super) name: usize,
    pub(super) block_units: usize,
    pub(super) playable: usize,
    pub(super) fillers: usize,
    pub(super) symbols_to_win: usize,
    pub(super) multipliers: Vec<usize>,
    pub(super) bee: usize,
    pub(super) extra: usize,
    pub(super) lines: Vec<usize>,
    pub(super) bonus_gains: Vec<usize>,
    pub(super) bonus_losing: Vec<usize>,
    pub(super) blank_extra: usize,
    pub(super) idle_multiplier: usize,
    pub(super) picked: Vec<usize>,
    pub(super) max_gains: usize,
    pub(super) gain_weights: usize,
    pub(super) totals: usize,
    pub(super) lots: Vec<usize>,
    pub(super) kinds: Vec<usize>,
}

/// A place and what is wrong there.
type Complaint = (usize, String);

/// The most that a game pays in one lot or counts in one block: sums stay far from the end of 64 bits.
const MOST: u64 = 1_000_000_000_000;
/// The most gains that plans are listed for.
const MOST_GAINS: usize = 8;

pub(super) fn check(game: &HiveGame, places: &Places, totals: TotalsTable) -> Result<(), Complaint> {
    symbols(game, places)?;
    lines(game, places)?;
    bonus(game, places)?;
    rates(game, places)?;
    plans(game, places)?;
    prize_table(game, places, totals)?;
    kinds(game, places)
}

fn refuse<T>(place: usize, problem: impl Into<String>) -> Result<T, Complaint> {
    Err((place, problem.into()))
}

fn symbols(game: &HiveGame, places: &Places) -> Result<(), Complaint> {
    if game.name.is_empty() {
        return refuse(places.name, "a game needs a name: units name it");
    }
    if game.playable.len() != 3 {
        let problem =
            format!("{} playable symbols: units have the roles picked, second and third (RO-4.3)", game.playable.len());
        return refuse(places.playable, problem);
    }
    let all = game.playable.len() + game.fillers.len();
    if game.fillers.is_empty() || all > HiveGame::MOST_SYMBOLS {
        let most = HiveGame::MOST_SYMBOLS - game.playable.len();
        return refuse(places.fillers, format!("{} filler symbols: give 1 to {most} (RO-D2)", game.fillers.len()));
    }
    let mut seen = BTreeSet::new();
    if let Some(twice) = game.symbols().find(|name| name.is_empty() || !seen.insert(*name)) {
        let place = if game.playable.iter().any(|name| name == twice) { places.playable } else { places.fillers };
        return refuse(place, format!("symbol {twice:?}: symbols have names, and no two the same (RO-4.3)"));
    }
    if !(2..=HiveGame::MOST_CELLS).contains(&game.symbols_to_win) {
        return refuse(places.symbols_to_win, "it takes 2 equal symbols or more to win a line (RO-4.5a)");
    }
    Ok(())
}

fn lines(game: &HiveGame, places: &Places) -> Result<(), Complaint> {
    let least = game.symbols_to_win + 1;
    // Without any picked symbol, no other may stand often enough to read as a win.
    let most = HiveGame::MOST_CELLS.min((game.symbols_to_win - 1) * (game.playable.len() + game.fillers.len() - 1));
    if game.lines.is_empty() || game.lines.len() > HiveGame::MOST_LINES {
        let place = places.lines.first().copied().unwrap_or(places.extra);
        return refuse(place, format!("{} lines: a hive has 1 to {} (RO-4.2)", game.lines.len(), HiveGame::MOST_LINES));
    }
    for ((line, place), number) in game.lines.iter().zip(&places.lines).zip(1..) {
        if line.cells < least || line.cells > most {
            let problem = format!(
                "line {number} has {} cells: it needs {least} to {most}, {} to win and one for a multiplier, and no \
                 unpicked symbol as often as it takes to win (RO-D1, RO-D2)",
                line.cells, game.symbols_to_win
            );
            return refuse(*place, problem);
        }
        if line.cents == Cents::ZERO || line.cents.0 > MOST {
            return refuse(*place, format!("line {number} pays {}: amounts are positive (RO-4.2)", line.cents));
        }
    }
    // So that bee and EXTRA find a cell even where every line wins with a multiplier.
    let spare: usize = game.lines.iter().map(|line| line.cells - least).sum();
    let wanted = 1 + usize::from(game.extra);
    if spare < wanted {
        let problem = format!(
            "where every line wins with a multiplier, {spare} cells are left, and {wanted} are needed for a bee and EXTRA"
        );
        return refuse(places.lines[0], problem);
    }
    for (index, (times, place)) in game.multipliers.iter().zip(&places.multipliers).enumerate() {
        if !HiveGame::MULTIPLIERS.contains(times) {
            return refuse(*place, format!("there is no multiplier ×{times}: only ×2 ×3 ×4 ×5 ×6 ×10 (RO-4.6)"));
        }
        if index > 0 && game.multipliers[index - 1] >= *times {
            return refuse(*place, format!("×{times}: name multipliers in growing order, each once (RO-4.6)"));
        }
    }
    if game.bee == Cents::ZERO || game.bee.0 > MOST {
        return refuse(places.bee, format!("a bee pays {}: amounts are positive (RO-4.7)", game.bee));
    }
    Ok(())
}

fn bonus(game: &HiveGame, places: &Places) -> Result<(), Complaint> {
    let rows = &game.bonus.gains;
    let Some(first) = rows.first() else {
        return refuse(places.extra, "hive.bonus.gains is empty: say what bees win (RO-4.9b)");
    };
    for (index, (row, place)) in rows.iter().zip(&places.bonus_gains).enumerate() {
        let before = index.checked_sub(1).map(|before| rows[before]);
        if let Some(before) = before.filter(|before| u16::from(row.bees) != u16::from(before.bees) + 1) {
            let problem = format!(
                "a row for {} bees after one for {}: give one for each number of bees, fewest first (RO-4.9b)",
                row.bees, before.bees
            );
            return refuse(*place, problem);
        }
        if row.cents.0 > MOST || before.map_or(Cents::ZERO, |before| before.cents) >= row.cents {
            return refuse(*place, format!("{} bees win {}: gains grow with the bees (RO-4.9b)", row.bees, row.cents));
        }
    }
    let losing = &game.bonus.losing;
    if first.bees == 1 {
        return refuse(places.bonus_gains[0], "1 bee wins, and a losing Bonus shows 1 at least (RO-4.9b, RO-D5)");
    }
    for ((row, place), bees) in losing.iter().zip(&places.bonus_losing).zip(1_u8..) {
        if row.bees != bees || row.bees >= first.bees {
            let problem = format!(
                "a losing Bonus of {} bees: name 1 to {} bees, fewest first, fewer than win (RO-D5)",
                row.bees,
                first.bees.saturating_sub(1)
            );
            return refuse(*place, problem);
        }
    }
    if losing.len() + 1 != usize::from(first.bees) {
        let problem = format!(
            "{} bees neither lose nor win: hive.bonus.losing ends before the first row of hive.bonus.gains (RO-4.9b, RO-D5)",
            losing.len() + 1
        );
        return refuse(places.bonus_gains[0], problem);
    }
    weights(losing.iter().map(|row| row.weight), places.bonus_losing[0], "hive.bonus.losing")
}

/// Weights that can be drawn by: not all zero, and a sum of 32 bits.
fn weights(weights: impl Iterator<Item = u32>, place: usize, name: &str) -> Result<(), Complaint> {
    match weights.map(u64::from).sum() {
        0 => refuse(place, format!("all weights of {name} are 0: nothing can be drawn by them")),
        1..=1_000_000_000 => Ok(()),
        sum => refuse(place, format!("the weights of {name} sum up to {sum}: stay below 1,000,000,000")),
    }
}

fn rates(game: &HiveGame, places: &Places) -> Result<(), Complaint> {
    let rates = &game.rates;
    for (rate, place) in
        [(rates.blank_extra_per_mille, places.blank_extra), (rates.idle_multiplier_per_mille, places.idle_multiplier)]
    {
        if rate > 1_000 {
            return refuse(place, format!("{rate} of a thousand: rates go from 0 to 1,000"));
        }
    }
    if rates.blank_extra_per_mille > 0 && !game.extra {
        return refuse(places.blank_extra, "losing units open a blank EXTRA hive, and the game has none: set it to 0");
    }
    if rates.idle_multiplier_per_mille > 0 && game.multipliers.is_empty() {
        return refuse(places.idle_multiplier, "losing lines show a multiplier, and the game has none: set it to 0");
    }
    for (index, (row, place)) in rates.picked.iter().zip(&places.picked).enumerate() {
        if index > 0 && rates.picked[index - 1].cells >= row.cells {
            return refuse(*place, "name numbers of cells in growing order, each once");
        }
        if row.weights.len() != game.symbols_to_win {
            let problem = format!(
                "{} weights: a losing line shows 0 to {} picked symbols (RO-4.5a)",
                row.weights.len(),
                game.symbols_to_win - 1
            );
            return refuse(*place, problem);
        }
        if let Some(more) = row.weights.iter().skip(row.cells + 1).position(|weight| *weight > 0) {
            return refuse(
                *place,
                format!("{} picked symbols have no room in {} cells", row.cells + 1 + more, row.cells),
            );
        }
        weights(row.weights.iter().copied(), *place, "hive.rates.picked")?;
    }
    let taken = 1 + usize::from(game.extra);
    for line in &game.lines {
        for cells in line.cells - taken..=line.cells {
            if !rates.picked.iter().any(|row| row.cells == cells) {
                let problem =
                    format!("no row for {cells} cells, which a line of {} cells can have free: add it", line.cells);
                return refuse(places.picked.first().copied().unwrap_or(places.idle_multiplier), problem);
            }
        }
    }
    Ok(())
}

fn plans(game: &HiveGame, places: &Places) -> Result<(), Complaint> {
    let plans = &game.plans;
    if !(1..=MOST_GAINS).contains(&plans.max_gains) {
        return refuse(places.max_gains, format!("a unit has 1 to {MOST_GAINS} gains, not {}", plans.max_gains));
    }
    if plans.gains.len() != plans.max_gains {
        let problem = format!("{} weights, where a unit has 1 to {} gains", plans.gains.len(), plans.max_gains);
        return refuse(places.gain_weights, problem);
    }
    if plans.gains.contains(&0) {
        return refuse(places.gain_weights, "a weight of 0: lower max_gains, so that no such plan is counted");
    }
    weights(plans.gains.iter().copied(), places.gain_weights, "plans.gains")
}

fn prize_table(game: &HiveGame, places: &Places, totals: TotalsTable) -> Result<(), Complaint> {
    if game.lots.is_empty() {
        return refuse(places.totals, "there are no lots (RO-3a)");
    }
    for (index, (row, place)) in game.lots.iter().zip(&places.lots).enumerate() {
        if row.cents == Cents::ZERO || row.cents.0 > MOST || row.count > MOST {
            return refuse(*place, format!("{} lots of {}: lots are positive (RO-3a)", row.count, row.cents));
        }
        if index > 0 && game.lots[index - 1].cents <= row.cents {
            return refuse(*place, format!("a lot of {}: list lots best first, each once (RO-3a)", row.cents));
        }
    }
    let count: u64 = game.lots.iter().map(|row| row.count).sum();
    let cents: u128 = game.lots.iter().map(|row| u128::from(row.cents.0) * u128::from(row.count)).sum();
    if count != totals.lots || cents != u128::from(totals.cents.0) {
        let problem = format!(
            "the table has {count} lots of {cents} cents together, where {} lots of {} cents are stated (RO-3a)",
            totals.lots, totals.cents.0
        );
        return refuse(places.totals, problem);
    }
    if count > game.block_units {
        return refuse(places.block_units, format!("{count} lots in a block of {} units (RO-3a)", game.block_units));
    }
    Ok(())
}

/// Every lot is reached, and every kind that has a weight can pay it.
fn kinds(game: &HiveGame, places: &Places) -> Result<(), Complaint> {
    let sums = hive_sums(game);
    for ((row, lot_place), place) in game.lots.iter().zip(&places.lots).zip(&places.kinds) {
        let payable = Kind::ALL.map(|kind| can_pay(game, &sums, row, kind));
        if !payable.contains(&true) {
            let most = game.plans.max_gains;
            return refuse(
                *lot_place,
                format!("a lot of {} is reached by no {most} gains or fewer (RO-3b)", row.cents),
            );
        }
        if let Some(kind) = Kind::ALL.into_iter().find(|kind| row.weight(*kind) > 0 && !payable[*kind as usize]) {
            return refuse(*place, format!("{kind} has a weight, and cannot pay a lot of {}: take it out", row.cents));
        }
        weights(row.kinds.iter().copied(), *place, "kinds")?;
    }
    Ok(())
}

/// For each number of gains, from none to the most, what they can sum up to in one hive, up to the best lot.
fn hive_sums(game: &HiveGame) -> Vec<BTreeSet<u64>> {
    let best = game.lots.first().map_or(0, |row| row.cents.0);
    let mut sums = vec![BTreeSet::new(); game.plans.max_gains + 1];
    sums[0].insert(0);
    let lines = game.lines.iter().map(|line| {
        let times = std::iter::once(&1).chain(&game.multipliers);
        times.map(|times| line.cents.0 * u64::from(*times)).collect::<Vec<_>>()
    });
    for gains in lines.chain([vec![game.bee.0]]) {
        for count in (1..sums.len()).rev() {
            let more: Vec<u64> = sums[count - 1]
                .iter()
                .flat_map(|sum| gains.iter().map(move |gain| sum + gain))
                .filter(|sum| *sum <= best)
                .collect();
            sums[count].extend(more);
        }
    }
    sums
}

fn can_pay(game: &HiveGame, sums: &[BTreeSet<u64>], row: &HiveLotRow, kind: Kind) -> bool {
    let lot = row.cents;
    let by_bonus = game.bonus.gains.iter().any(|row| row.cents == lot);
    match kind {
        Kind::Line => game.lines.iter().any(|line| line.cents == lot),
        Kind::Multiplied => {
            game.lines.iter().any(|line| game.multipliers.iter().any(|times| line.cents * u64::from(*times) == lot))
        }
        Kind::Bee => game.bee == lot,
        Kind::Several => sums.iter().skip(2).any(|sums| sums.contains(&lot.0)),
        Kind::Bonus => by_bonus,
        Kind::Extra => {
            let hive = |count: usize, sum: u64| sums[count].contains(&sum);
            let both = |count: usize| {
                let mut first = sums[count].iter().filter(|sum| **sum <= lot.0);
                first.any(|sum| (0..sums.len() - count).any(|other| hive(other, lot.0 - sum)))
            };
            game.extra && (by_bonus || (0..sums.len()).any(both))
        }
    }
}
