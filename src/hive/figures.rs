//! What units show that wins nothing, or nearly, counted, beside what the game declares: the figures of responsible gaming.

use std::collections::BTreeMap;
use std::fmt;

use super::law::Law;
use super::{Maker, NoPlan};
use crate::money::Cents;
use crate::unit::{HiveCell, HiveUnit};

/// What a figure is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// Of losing lines, those that show one picked symbol fewer than win: two, where three do. The line counts from 0.
    NearWin {
        /// From 0, top to bottom.
        line: usize,
    },
    /// Of losing lines, those that show a multiplier.
    IdleMultiplier {
        /// From 0, top to bottom.
        line: usize,
    },
    /// Of units, those whose Bonus shows so many bees.
    BonusBees {
        /// How many.
        bees: u8,
    },
    /// Of units, those with an EXTRA hive.
    Extra,
    /// Of units, those with an EXTRA hive that wins nothing.
    BlankExtra,
    /// Of units with an EXTRA hive, those that win, whatever it is that wins.
    WinAfterExtra,
}

impl Measure {
    /// The name in reports for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NearWin { .. } => "near_win",
            Self::IdleMultiplier { .. } => "idle_multiplier",
            Self::BonusBees { .. } => "bonus_bees",
            Self::Extra => "extra",
            Self::BlankExtra => "blank_extra",
            Self::WinAfterExtra => "win_after_extra",
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One figure: as counted, and as declared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The result; `None` for all units together.
    pub lot: Option<Cents>,
    /// What was counted.
    pub measure: Measure,
    /// How many.
    pub found: u64,
    /// Of how many.
    pub of: u64,
    /// The share that the game's weights and rates give, from 0 to 1. That of all units together is a whole block's, with its
    /// lots in their numbers.
    pub declared: f64,
}

impl Figure {
    /// The share that was found; `None` of nothing.
    pub fn share(&self) -> Option<f64> {
        (self.of > 0).then(|| as_float(self.found) / as_float(self.of))
    }
}

/// Counts what units show.
///
/// ```
/// use alveole::game::HiveGame;
/// use alveole::hive::{Batch, Figures, Maker, Measure};
/// use alveole::money::Cents;
/// let maker = Maker::new(&HiveGame::ruche_d_or()).unwrap();
/// let batch = Batch::new(&maker, Cents::ZERO, None, 7, 1_000).unwrap();
/// let mut figures = Figures::new(&maker);
/// for index in 0..batch.count() {
///     figures.add(&batch.unit(index));
/// }
/// let rows = figures.rows().unwrap();
/// let blank = rows.iter().find(|row| row.measure == Measure::BlankExtra).unwrap();
/// assert_eq!((blank.of, blank.declared), (1_000, 0.04));
/// ```
#[derive(Clone, Debug)]
pub struct Figures<'a> {
    maker: &'a Maker,
    results: BTreeMap<Cents, Seen>,
}

/// What the units of one result showed.
#[derive(Clone, Debug, Default)]
struct Seen {
    units: u64,
    lines: Vec<LineSeen>,
    extra: u64,
    blank_extra: u64,
    bonus: BTreeMap<u8, u64>,
}

/// What the lines of one amount showed.
#[derive(Clone, Copy, Debug, Default)]
struct LineSeen {
    losing: u64,
    near: u64,
    idle: u64,
}

impl<'a> Figures<'a> {
    /// Figures of units of this maker's game, none yet.
    pub const fn new(maker: &'a Maker) -> Self {
        Self { maker, results: BTreeMap::new() }
    }

    /// Counts a sound unit. Of one that breaks rules, figures say nothing: judge units first.
    pub fn add(&mut self, unit: &HiveUnit) {
        let game = self.maker.game();
        let seen = self.results.entry(unit.lot).or_default();
        seen.units += 1;
        seen.lines.resize(game.lines.len(), LineSeen::default());
        let mut last_wins = false;
        for hive in &unit.hives {
            last_wins = false;
            for (line, seen) in hive.lines.iter().zip(&mut seen.lines) {
                let picked = line.cells().iter().filter(|cell| **cell == HiveCell::Picked).count();
                last_wins |= line.cells().contains(&HiveCell::Bee);
                if picked >= game.symbols_to_win {
                    last_wins = true;
                    continue;
                }
                seen.losing += 1;
                seen.near += u64::from(picked + 1 == game.symbols_to_win);
                seen.idle += u64::from(line.cells().iter().any(|cell| matches!(cell, HiveCell::Multiplier(_))));
            }
        }
        if unit.hives.len() > 1 {
            seen.extra += 1;
            seen.blank_extra += u64::from(!last_wins);
        }
        if let Some(bees) = unit.bonus_bees {
            *seen.bonus.entry(bees).or_default() += 1;
        }
    }

    /// The same counts beside what another game of the same shape declares.
    #[must_use]
    pub fn beside<'b>(&self, maker: &'b Maker) -> Figures<'b> {
        Figures { maker, results: self.results.clone() }
    }

    /// Adds what others counted, of the same game.
    pub fn join(&mut self, other: Self) {
        for (lot, other) in other.results {
            self.results.entry(lot).or_default().join(other);
        }
    }

    /// How many units of each result were counted: nothing first, then from the least lot to the best.
    pub fn units(&self) -> impl Iterator<Item = (Cents, u64)> {
        self.results.iter().map(|(lot, seen)| (*lot, seen.units))
    }

    /// All figures: result by result, nothing first, then those of all units.
    ///
    /// # Errors
    /// When a unit had a lot that is in no row of the prize table.
    pub fn rows(&self) -> Result<Vec<Figure>, NoPlan> {
        let mut rows = Vec::new();
        for (lot, seen) in &self.results {
            let law = Law::of(self.maker, *lot)?;
            seen.rows(*lot, &law, &mut rows);
        }
        if self.maker.game().extra {
            rows.push(self.win_after_extra()?);
        }
        Ok(rows)
    }

    fn win_after_extra(&self) -> Result<Figure, NoPlan> {
        let game = self.maker.game();
        let mut winning = 0.0;
        for row in &game.lots {
            winning += as_float(row.count) * Law::of(self.maker, row.cents)?.extra;
        }
        let losing = as_float(game.losing_units()) * Law::of(self.maker, Cents::ZERO)?.extra;
        let with_extra = |(_, seen): (&Cents, &Seen)| seen.extra;
        Ok(Figure {
            lot: None,
            measure: Measure::WinAfterExtra,
            found: self.results.range(Cents(1)..).map(with_extra).sum(),
            of: self.results.iter().map(with_extra).sum(),
            declared: if winning + losing > 0.0 { winning / (winning + losing) } else { 0.0 },
        })
    }
}

impl Seen {
    fn join(&mut self, other: Self) {
        self.units += other.units;
        self.lines.resize(self.lines.len().max(other.lines.len()), LineSeen::default());
        for (line, other) in self.lines.iter_mut().zip(other.lines) {
            line.losing += other.losing;
            line.near += other.near;
            line.idle += other.idle;
        }
        self.extra += other.extra;
        self.blank_extra += other.blank_extra;
        for (bees, count) in other.bonus {
            *self.bonus.entry(bees).or_default() += count;
        }
    }

    fn rows(&self, lot: Cents, law: &Law, rows: &mut Vec<Figure>) {
        let mut add = |measure, found, of, declared| rows.push(Figure { lot: Some(lot), measure, found, of, declared });
        for ((line, seen), law) in self.lines.iter().enumerate().zip(&law.lines) {
            // A line that every unit of a result wins never loses.
            let share = |expected: f64| if law.losing > 0.0 { expected / law.losing } else { 0.0 };
            add(Measure::NearWin { line }, seen.near, seen.losing, share(law.near));
            add(Measure::IdleMultiplier { line }, seen.idle, seen.losing, share(law.idle));
        }
        add(Measure::Extra, self.extra, self.units, law.extra);
        add(Measure::BlankExtra, self.blank_extra, self.units, law.blank_extra);
        let mut bees: Vec<u8> = self.bonus.keys().chain(law.bonus.keys()).copied().collect();
        bees.sort_unstable();
        bees.dedup();
        for bees in bees {
            let found = self.bonus.get(&bees).copied().unwrap_or(0);
            add(Measure::BonusBees { bees }, found, self.units, law.bonus.get(&bees).copied().unwrap_or(0.0));
        }
    }
}

/// A count, for a share: counts of units stay far below what a float holds exactly.
#[expect(clippy::cast_precision_loss, reason = "statistics of fewer than 2^52 units")]
const fn as_float(count: u64) -> f64 {
    count as f64
}
