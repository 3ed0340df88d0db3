//! What the game declares of units that win nothing, or nearly: the expectations that figures stand beside.

use std::collections::BTreeMap;

use super::{Gain, Maker, NoPlan, Plan};
use crate::game::{HiveGame, Kind};
use crate::money::Cents;

/// The law of one result, for one unit: exact expectations over its plans and over the placement.
#[derive(Clone, Debug)]
pub(super) struct Law {
    /// Line by line, over hive and EXTRA hive.
    pub(super) lines: Vec<LineLaw>,
    /// The probability of an EXTRA hive, and of one that wins nothing.
    pub(super) extra: f64,
    pub(super) blank_extra: f64,
    /// The probability of each number of bees of the Bonus.
    pub(super) bonus: BTreeMap<u8, f64>,
}

/// Expected numbers of losing lines of one amount.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineLaw {
    pub(super) losing: f64,
    /// Those that show one picked symbol too few.
    pub(super) near: f64,
    /// Those that show a multiplier.
    pub(super) idle: f64,
}

impl Law {
    /// The law of a lot, or of losing units.
    pub(super) fn of(maker: &Maker, lot: Cents) -> Result<Self, NoPlan> {
        let game = maker.game();
        let mut law = Self {
            lines: vec![LineLaw::default(); game.lines.len()],
            extra: 0.0,
            blank_extra: 0.0,
            bonus: BTreeMap::new(),
        };
        if lot == Cents::ZERO {
            let opened = f64::from(game.rates.blank_extra_per_mille) / 1_000.0;
            law.add(game, &Plan::losing(false), 1.0 - opened);
            law.add(game, &Plan::losing(true), opened);
            let total: u32 = game.bonus.losing.iter().map(|row| row.weight).sum();
            law.bonus =
                game.bonus.losing.iter().map(|row| (row.bees, f64::from(row.weight) / f64::from(total))).collect();
            return Ok(law);
        }
        let plans = maker.plans(lot)?;
        let weights = game.lot_row(lot).map(|row| row.kinds).unwrap_or_default();
        let total: u32 = weights.iter().sum();
        let of_kind = |kind: Kind| f64::from(weights[kind as usize]) / f64::from(total);
        for (plan, share) in plans.plans().iter().zip(plans.shares_in_kind()) {
            law.add(game, plan, plan.kind().map_or(0.0, of_kind) * share);
        }
        Ok(law)
    }

    /// Adds what a plan of this probability shows.
    fn add(&mut self, game: &HiveGame, plan: &Plan, probability: f64) {
        if plan.extra {
            self.extra += probability;
        }
        if plan.has_blank_extra() {
            self.blank_extra += probability;
        }
        if let Some(bees) = plan.bonus {
            *self.bonus.entry(bees).or_default() += probability;
        }
        let hives = if plan.extra { 2 } else { 1 };
        for (gains, number) in plan.gains[..hives].iter().zip(1..) {
            self.add_hive(game, gains, plan.extra && number == 1, probability);
        }
    }

    fn add_hive(&mut self, game: &HiveGame, gains: &[Gain], extra: bool, probability: f64) {
        let taken = |line: usize| {
            let won = gains.iter().find_map(|gain| match *gain {
                Gain::Line { line: at, times } if usize::from(at) == line => Some(times),
                _ => None,
            });
            won.map_or(0, |times| game.symbols_to_win + usize::from(times > 1))
        };
        let free: usize = game.lines.iter().enumerate().map(|(line, row)| row.cells - taken(line)).sum();
        let placed = usize::from(gains.contains(&Gain::Bee)) + usize::from(extra);
        for (line, row) in game.lines.iter().enumerate().filter(|(line, _)| taken(*line) == 0) {
            for (fewer, share) in (0..).zip(taken_by_bee_and_extra(row.cells, free, placed)) {
                self.lines[line].add(game, row.cells - fewer, probability * share);
            }
        }
    }
}

/// The probabilities that none, one or two cells of a line are taken, where so many (at most two) are drawn from all free
/// cells.
fn taken_by_bee_and_extra(cells: usize, free: usize, placed: usize) -> Vec<f64> {
    let (cells, free) = (as_float(cells), as_float(free));
    match placed {
        0 => vec![1.0],
        1 => vec![1.0 - cells / free, cells / free],
        _ => {
            let both = cells / free * (cells - 1.0) / (free - 1.0);
            let one = 2.0 * cells / free * (free - cells) / (free - 1.0);
            vec![1.0 - one - both, one, both]
        }
    }
}

impl LineLaw {
    /// Adds a losing line with so many free cells.
    fn add(&mut self, game: &HiveGame, free: usize, probability: f64) {
        if probability <= 0.0 {
            return;
        }
        let weights = game.picked_weights(free);
        let total: u32 = weights.iter().sum();
        let share = |weight: u32| f64::from(weight) / f64::from(total);
        let with_room: f64 =
            weights.iter().zip(0..).filter(|(_, picked)| free > *picked).map(|(weight, _)| share(*weight)).sum();
        self.losing += probability;
        self.near += probability * weights.last().map_or(0.0, |weight| share(*weight));
        self.idle += probability * with_room * f64::from(game.rates.idle_multiplier_per_mille) / 1_000.0;
    }
}

/// A small number of cells.
fn as_float(cells: usize) -> f64 {
    u32::try_from(cells).map_or(f64::INFINITY, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of the default game, worked out by hand for a line of four cells that no bee and no EXTRA comes near.
    #[test]
    fn a_losing_line_by_hand() {
        let game = HiveGame::ruche_d_or();
        let mut line = LineLaw::default();
        line.add(&game, 4, 0.5);
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(line.losing, 0.5) && close(line.near, 0.5 * 150.0 / 1170.0) && close(line.idle, 0.5 * 0.12));
        // Two picked symbols fill what bee and EXTRA leave of it: no multiplier then.
        let mut full = LineLaw::default();
        full.add(&game, 2, 1.0);
        assert!(close(full.near, 1.0 / 36.0) && close(full.idle, 0.12 * 35.0 / 36.0));
    }

    #[test]
    fn cells_are_taken_by_all_cases() {
        for (cells, free, placed) in [(4, 37, 0), (4, 37, 1), (7, 33, 2), (5, 34, 2)] {
            let shares = taken_by_bee_and_extra(cells, free, placed);
            assert_eq!(shares.len(), placed + 1);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            let mean: f64 = shares.iter().zip([0.0, 1.0, 2.0]).map(|(share, taken)| share * taken).sum();
            assert!((mean - as_float(placed * cells) / as_float(free)).abs() < 1e-12, "{cells} of {free}");
        }
    }
}
