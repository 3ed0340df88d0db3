//! The judge of hive units.

mod cells;
mod lot;

use super::{Fault, Place, Rejected, Rule, Verified};
use crate::game::HiveGame;
use crate::money::Cents;
use crate::unit::{HiveCell, HiveLine, HiveUnit};

/// Judges units of a hive game: see the [room](super) for what it finds, and under which rule.
///
/// It is `Copy` and shared freely between threads; judging a sound unit takes less than a microsecond and allocates nothing.
#[derive(Clone, Copy, Debug)]
pub struct HiveJudge<'a> {
    game: &'a HiveGame,
}

/// What a player who picked one symbol uncovers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seen {
    /// What hive and EXTRA hive win.
    gain: Cents,
    /// Whether a line shows too many equal symbols, or enough of one that was not picked.
    misleads: bool,
}

impl<'a> HiveJudge<'a> {
    /// A judge by this game.
    pub const fn new(game: &'a HiveGame) -> Self {
        Self { game }
    }

    /// All faults of a unit; none when it is sound.
    ///
    /// Their order is the order in which a unit is read: symbols; each hive, with its lines and cells; what wins, for each
    /// symbol that can be picked; the Bonus; the lot. Where symbols, lines or cells are faulty, nobody knows what a player
    /// would see, and what wins is not judged.
    pub fn faults(&self, unit: &HiveUnit) -> Vec<Fault> {
        let mut faults = Vec::new();
        let names_agree = self.judge_symbols(unit, &mut faults);
        self.judge_hives(unit, &mut faults);
        if !faults.is_empty() && (!names_agree || faults.iter().any(|fault| fault.rule != Rule::RoD6)) {
            return faults;
        }
        let seen = self.picks().map(|pick| self.see(unit, pick));
        if seen.iter().any(|seen| seen.misleads) {
            self.tell_misleading(unit, &mut faults);
            return faults;
        }
        if let Some(other) = seen.iter().position(|other| other.gain != seen[0].gain) {
            let message = format!(
                "with {} picked the hives win {}, with {} picked {}: the pick may change nothing",
                unit.symbols[0], seen[0].gain, unit.symbols[other], seen[other].gain
            );
            faults.push(Fault::new(Rule::Ro4_3, None, message));
            return faults;
        }
        self.judge_bonus_and_lot(unit, seen[0].gain, &mut faults);
        faults
    }

    /// Passes a unit that has no fault.
    ///
    /// # Errors
    /// When it has one: all of them.
    pub fn verify(&self, unit: HiveUnit) -> Result<Verified<HiveUnit>, Rejected> {
        let faults = self.faults(&unit);
        if faults.is_empty() { Ok(Verified(unit)) } else { Err(Rejected { faults }) }
    }

    /// The symbols that can be picked: there are three, for which units have roles (RO-D4).
    #[expect(clippy::unused_self, reason = "the picks are the game's")]
    const fn picks(&self) -> [usize; 3] {
        [0, 1, 2]
    }

    /// Uncovers all cells with one symbol picked, and adds up what wins.
    fn see(&self, unit: &HiveUnit, pick: usize) -> Seen {
        let mut seen = Seen::default();
        for hive in &unit.hives {
            for line in &hive.lines {
                let shown = self.uncover(line, pick);
                seen.misleads |= shown.misleads;
                seen.gain = plus(seen.gain, shown.gain);
                // A bee wins what stands above the hive, whatever else the line shows (RO-4.7).
                for _ in 0..shown.bees {
                    seen.gain = plus(seen.gain, hive.bee);
                }
            }
        }
        seen
    }

    /// Uncovers one line.
    fn uncover(&self, line: &HiveLine, pick: usize) -> Shown {
        // The playable symbols as roles, for this pick (RO-D4); fillers follow them.
        let roles = [pick, if pick < 2 { pick + 1 } else { pick - 2 }, if pick < 1 { 2 } else { pick - 1 }];
        let mut counts = [0_usize; HiveGame::MOST_SYMBOLS];
        let mut shown = Shown::default();
        for cell in line.cells() {
            let symbol = match *cell {
                HiveCell::Picked => roles[0],
                HiveCell::Second => roles[1],
                HiveCell::Third => roles[2],
                HiveCell::Filler(number) => 2 + usize::from(number),
                HiveCell::Multiplier(times) => {
                    shown.times = u64::from(times);
                    continue;
                }
                HiveCell::Bee => {
                    shown.bees += 1;
                    continue;
                }
                HiveCell::Extra => continue,
            };
            if let Some(count) = counts.get_mut(symbol) {
                *count += 1;
            }
        }
        let wanted = self.game.symbols_to_win;
        shown.picked = counts[pick];
        counts[pick] = 0;
        shown.misleads = shown.picked > wanted || counts.iter().any(|count| *count >= wanted);
        if shown.picked == wanted {
            shown.gain = Cents(line.amount.0.saturating_mul(shown.times.max(1)));
        }
        shown
    }
}

/// What an uncovered line shows.
#[derive(Clone, Copy, Default)]
struct Shown {
    /// Picked symbols.
    picked: usize,
    /// The multiplier, or 0.
    times: u64,
    bees: usize,
    /// What the line wins; the bee is not in it.
    gain: Cents,
    misleads: bool,
}

/// A sum that never overflows: no lot is anywhere near.
const fn plus(a: Cents, b: Cents) -> Cents {
    Cents(a.0.saturating_add(b.0))
}
