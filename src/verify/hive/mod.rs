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

/// What a player who picked one symbol sees of all hives.
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
    /// Their order is the order in which a unit is read: symbols; each hive, with its lines and cells; EXTRA; what wins, for
    /// each symbol that can be picked; the Bonus; the lot. Where symbols, lines or cells are faulty, nobody knows what a
    /// player would see, and what wins is not judged.
    pub fn faults(&self, unit: &HiveUnit) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.judge_symbols(unit, &mut faults);
        let seen = self.judge_hives(unit, &mut faults);
        // A name of another game or symbol hides nothing.
        if faults.iter().any(|fault| fault.rule != Rule::RoD6) {
            return faults;
        }
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

    /// What a line shows to a player who picked this symbol.
    fn uncover(self, line: &HiveLine, cells: &Read, pick: usize) -> Shown {
        // The playable symbols as roles (RO-D4): second comes behind the picked one, in a circle.
        let roles = match pick {
            0 => [0, 1, 2],
            1 => [1, 2, 0],
            _ => [2, 0, 1],
        };
        let mut playable = [0; PICKS];
        for (role, symbol) in roles.into_iter().enumerate() {
            playable[symbol] = cells.counts[role];
        }
        let wanted = self.game.symbols_to_win;
        let picked = usize::from(playable[pick]);
        playable[pick] = 0;
        let unpicked = usize::from(playable.into_iter().fold(cells.fillers, u8::max));
        let mut shown =
            Shown { picked, times: cells.times, misleads: picked > wanted || unpicked >= wanted, gain: Cents::ZERO };
        if picked == wanted {
            shown.gain = Cents(line.amount.0.saturating_mul(u64::from(cells.times.max(1))));
        }
        shown
    }
}

/// How many picks there are: units have roles for three playable symbols (RO-D4).
const PICKS: usize = 3;

/// Where [`Read`] counts what is no symbol, behind all symbols.
const UNKNOWN: usize = HiveGame::MOST_SYMBOLS;
const MULTIPLIER: usize = UNKNOWN + 1;
const BEE: usize = UNKNOWN + 2;
const EXTRA: usize = UNKNOWN + 3;

/// What the cells of a line are, counted.
struct Read {
    /// Picked, second, third and fillers; then what is no symbol.
    counts: [u8; HiveGame::MOST_SYMBOLS + 4],
    /// The last multiplier, or 0.
    times: u8,
    /// How often the filler stands there that stands there most.
    fillers: u8,
}

impl Read {
    fn of(line: &HiveLine) -> Self {
        let mut read = Self { counts: [0; HiveGame::MOST_SYMBOLS + 4], times: 0, fillers: 0 };
        for cell in line.cells() {
            // What it is, as a number without a branch: neighbouring cells are as different as can be.
            let (kind, filler) = match *cell {
                HiveCell::Picked => (0, 0),
                HiveCell::Second => (1, 0),
                HiveCell::Third => (2, 0),
                HiveCell::Filler(0) => (UNKNOWN, 0),
                HiveCell::Filler(number) => (2, number),
                HiveCell::Multiplier(_) => (MULTIPLIER, 0),
                HiveCell::Bee => (BEE, 0),
                HiveCell::Extra => (EXTRA, 0),
            };
            let place = if kind == 2 { (kind + usize::from(filler)).min(UNKNOWN) } else { kind };
            read.counts[place] += 1;
        }
        read.fillers = read.counts[PICKS..UNKNOWN].iter().copied().fold(0, u8::max);
        if read.counts[MULTIPLIER] > 0 {
            let mut times = line
                .cells()
                .iter()
                .filter_map(|cell| if let HiveCell::Multiplier(times) = cell { Some(*times) } else { None });
            read.times = times.next_back().unwrap_or(0);
        }
        read
    }

    fn bees(&self) -> usize {
        usize::from(self.counts[BEE])
    }
}

/// What an uncovered line shows.
#[derive(Clone, Copy)]
struct Shown {
    /// Picked symbols.
    picked: usize,
    /// The multiplier, or 0.
    times: u8,
    /// What the line wins; a bee is not in it.
    gain: Cents,
    misleads: bool,
}

/// A sum that never overflows: no lot is anywhere near.
const fn plus(a: Cents, b: Cents) -> Cents {
    Cents(a.0.saturating_add(b.0))
}
