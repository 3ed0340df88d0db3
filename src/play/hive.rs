//! A hive, played line by line.

use std::fmt;

use super::PlayError;
use crate::game::HiveGame;
use crate::money::Cents;
use crate::unit::{Hive, HiveCell, HiveLine, HiveUnit};

/// A line of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineAt {
    /// 0 for the hive, 1 for the EXTRA hive.
    pub hive: usize,
    /// From 0, top to bottom.
    pub line: usize,
}

impl fmt::Display for LineAt {
    /// As people count, from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = if self.hive == 0 { "" } else { " of the EXTRA hive" };
        write!(f, "{}{of}", self.line + 1)
    }
}

/// What a line shows when it is uncovered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineShown {
    /// Which line.
    pub at: LineAt,
    /// What the line wins, its multiplier counted; zero where it loses.
    pub gain: Cents,
    /// How often its amount counts: 1 without a multiplier, or where it loses.
    pub times: u8,
    /// What its bee wins; zero where there is none.
    pub bee: Cents,
    /// Whether it opens the EXTRA hive.
    pub opens_extra: bool,
}

/// How a unit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiveEnd {
    /// What hive and EXTRA hive won.
    pub hives: Cents,
    /// The bees of the Bonus and what they win; `None` where it was not reached, or the record has none.
    pub bonus: Option<(u8, Cents)>,
    /// The lot.
    pub lot: Cents,
}

/// A unit of hives that is being played, with a symbol picked.
#[derive(Clone, Debug)]
pub struct HivePlay<'a> {
    game: &'a HiveGame,
    unit: &'a HiveUnit,
    pick: usize,
    /// Which lines are uncovered, hive by hive.
    uncovered: Vec<Vec<bool>>,
    extra_is_open: bool,
    won: Cents,
}

impl<'a> HivePlay<'a> {
    /// Starts to play, with the playable symbol of this index (from 0) picked.
    ///
    /// # Errors
    /// When there is no such symbol, or the record's hives are not those that the game goes through: one, and a second one
    /// where the first holds EXTRA.
    pub fn new(game: &'a HiveGame, unit: &'a HiveUnit, pick: usize) -> Result<Self, PlayError> {
        let playable = game.playable.len().min(unit.symbols.len());
        if pick >= playable {
            return Err(PlayError::Pick { number: pick + 1, playable });
        }
        let opens = |hive: &Hive| hive.lines.iter().any(|line| holds(line, HiveCell::Extra) > 0);
        match &unit.hives[..] {
            [] => return Err(PlayError::Unplayable("RO-4.2: there is no hive")),
            [hive] if opens(hive) => {
                return Err(PlayError::Unplayable("RO-4.8a: the hive holds EXTRA, and the record has no EXTRA hive"));
            }
            [hive, _] if !opens(hive) => {
                return Err(PlayError::Unplayable("RO-4.8a: there is an EXTRA hive, and no cell opens it"));
            }
            [_, extra] if opens(extra) => {
                return Err(PlayError::Unplayable("RO-4.8a: an EXTRA hive holds EXTRA"));
            }
            [_] | [_, _] => {}
            _ => return Err(PlayError::Unplayable("RO-4.8a: there are more than two hives")),
        }
        let uncovered = unit.hives.iter().map(|hive| vec![false; hive.lines.len()]).collect();
        Ok(Self { game, unit, pick, uncovered, extra_is_open: false, won: Cents::ZERO })
    }

    /// The picked symbol, from 0.
    pub const fn pick(&self) -> usize {
        self.pick
    }

    /// What is won so far, the Bonus left out.
    pub const fn won(&self) -> Cents {
        self.won
    }

    /// The lines that can be uncovered now: those of the hive from top to bottom, then those of the EXTRA hive if it is open.
    pub fn covered(&self) -> impl Iterator<Item = LineAt> {
        let open = if self.extra_is_open { 2 } else { 1 };
        self.uncovered.iter().take(open).enumerate().flat_map(|(hive, lines)| {
            let covered = lines.iter().enumerate().filter(|(_, uncovered)| !**uncovered);
            covered.map(move |(line, _)| LineAt { hive, line })
        })
    }

    /// Uncovers one line.
    ///
    /// # Errors
    /// When there is no such line, its hive is not open yet, or it is uncovered already.
    pub fn uncover(&mut self, at: LineAt) -> Result<LineShown, PlayError> {
        let unit = self.unit;
        let hive = unit.hives.get(at.hive).filter(|_| at.hive == 0 || self.extra_is_open);
        let line = hive.and_then(|hive| hive.lines.get(at.line));
        let (Some(hive), Some(line)) = (hive, line) else { return Err(PlayError::NoLine(at)) };
        if std::mem::replace(&mut self.uncovered[at.hive][at.line], true) {
            return Err(PlayError::Twice(format!("line {at}")));
        }
        let wins = holds(line, HiveCell::Picked) == self.game.symbols_to_win;
        let multiplier = line.cells().iter().find_map(|cell| match cell {
            HiveCell::Multiplier(times) => Some(*times),
            _ => None,
        });
        let times = multiplier.filter(|_| wins).unwrap_or(1);
        let gain = if wins { Cents(line.amount.0.saturating_mul(u64::from(times))) } else { Cents::ZERO };
        let bee = (0..holds(line, HiveCell::Bee)).fold(Cents::ZERO, |sum, _| plus(sum, hive.bee));
        let opens_extra = holds(line, HiveCell::Extra) > 0;
        self.extra_is_open |= opens_extra;
        self.won = plus(self.won, plus(gain, bee));
        Ok(LineShown { at, gain, times, bee, opens_extra })
    }

    /// Uncovers all lines that are still covered, an EXTRA hive's too; what they show, in the order of
    /// [`covered`](Self::covered).
    pub fn auto(&mut self) -> Vec<LineShown> {
        let mut shown = Vec::new();
        loop {
            let Some(at) = self.covered().next() else { return shown };
            let Ok(line) = self.uncover(at) else { unreachable!("a covered line can be uncovered") };
            shown.push(line);
        }
    }

    /// The end, when all lines are uncovered: the Bonus where nothing was won, and the lot.
    pub fn end(&self) -> Option<HiveEnd> {
        if self.covered().next().is_some() {
            return None;
        }
        let reached = self.unit.bonus_bees.filter(|_| self.won == Cents::ZERO);
        let bonus = reached.map(|bees| (bees, self.game.bonus_gain(bees).unwrap_or_default()));
        let lot = plus(self.won, bonus.map_or(Cents::ZERO, |(_, gain)| gain));
        Some(HiveEnd { hives: self.won, bonus, lot })
    }
}

fn holds(line: &HiveLine, cell: HiveCell) -> usize {
    line.cells().iter().filter(|other| **other == cell).count()
}

/// A sum that never overflows, whatever a false record says.
const fn plus(a: Cents, b: Cents) -> Cents {
    Cents(a.0.saturating_add(b.0))
}
