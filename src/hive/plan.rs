//! One way to a lot, and all ways within the game's cap, in groups.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use super::{NoPlan, count};
use crate::game::{HiveGame, Kind};
use crate::money::Cents;
use crate::rng::Stream;

/// The most plans that are listed for a lot.
pub const MOST_PLANS: u128 = 1_000_000;

/// What wins in a hive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gain {
    /// A line, by its index from 0, and how often its amount counts: 1 without a multiplier.
    Line {
        /// From 0, top to bottom.
        line: u8,
        /// 1, or a multiplier.
        times: u8,
    },
    /// A bee.
    Bee,
}

/// One way to a lot.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plan {
    /// The gains of the hive, and of the EXTRA hive: lines from top to bottom, then the bee.
    pub gains: [Vec<Gain>; 2],
    /// Whether there is an EXTRA hive.
    pub extra: bool,
    /// Bees of the Bonus, where that is what wins.
    pub bonus: Option<u8>,
}

impl Plan {
    /// A unit that wins nothing, and whether it opens an EXTRA hive.
    pub fn losing(extra: bool) -> Self {
        Self { extra, ..Self::default() }
    }

    /// How many gains there are; the Bonus is one.
    pub fn len(&self) -> usize {
        self.gains.iter().map(Vec::len).sum::<usize>() + usize::from(self.bonus.is_some())
    }

    /// Whether nothing wins.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The kind; `None` for what wins nothing.
    pub fn kind(&self) -> Option<Kind> {
        match (&self.gains[0][..], self.bonus, self.extra) {
            _ if self.is_empty() => None,
            (_, _, true) => Some(Kind::Extra),
            (_, Some(_), _) => Some(Kind::Bonus),
            ([Gain::Bee], ..) => Some(Kind::Bee),
            ([Gain::Line { times: 1, .. }], ..) => Some(Kind::Line),
            ([Gain::Line { .. }], ..) => Some(Kind::Multiplied),
            _ => Some(Kind::Several),
        }
    }

    /// Whether there is an EXTRA hive that wins nothing.
    pub fn has_blank_extra(&self) -> bool {
        self.extra && self.gains[1].is_empty()
    }

    /// What it wins in this game.
    ///
    /// # Panics
    /// When the game has no such line.
    pub fn lot(&self, game: &HiveGame) -> Cents {
        let gain = |gain: &Gain| match *gain {
            Gain::Line { line, times } => game.lines[usize::from(line)].cents * u64::from(times),
            Gain::Bee => game.bee,
        };
        let bonus = self.bonus.and_then(|bees| game.bonus_gain(bees)).unwrap_or_default();
        self.gains.iter().flatten().map(gain).sum::<Cents>() + bonus
    }

    /// The plan in words, such as `line 1 ×5, bee, EXTRA: blank`; lines count from 1.
    pub fn describe<'a>(&'a self, game: &'a HiveGame) -> impl fmt::Display + use<'a> {
        Description { plan: self, game }
    }
}

struct Description<'a> {
    plan: &'a Plan,
    game: &'a HiveGame,
}

impl fmt::Display for Description<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hive = |gains: &[Gain]| {
            let gains: Vec<String> = gains
                .iter()
                .map(|gain| match *gain {
                    Gain::Bee => format!("bee {}", self.game.bee),
                    Gain::Line { line, times } => {
                        let amount = self.game.lines[usize::from(line)].cents;
                        let times = if times > 1 { format!(" ×{times}") } else { String::new() };
                        format!("line {} {amount}{times}", line + 1)
                    }
                })
                .collect();
            gains.join(" + ")
        };
        let mut parts = Vec::new();
        if !self.plan.gains[0].is_empty() {
            parts.push(hive(&self.plan.gains[0]));
        }
        if self.plan.extra {
            let extra = if self.plan.has_blank_extra() { "blank".into() } else { hive(&self.plan.gains[1]) };
            parts.push(format!("EXTRA: {extra}"));
        }
        if let Some(bees) = self.plan.bonus {
            parts.push(format!("Bonus of {bees} bees"));
        }
        f.pad(&if parts.is_empty() { "nothing".into() } else { parts.join("; ") })
    }
}

/// The plans of one lot within the game's cap, in groups of one kind and number of gains.
#[derive(Clone, Debug)]
pub struct LotPlans {
    lot: Cents,
    /// By kind, number of gains, and in the order in which they are found.
    plans: Vec<Plan>,
    groups: Vec<Group>,
}

#[derive(Clone, Debug)]
struct Group {
    kind: Kind,
    weight: u32,
    plans: Range<usize>,
}

impl LotPlans {
    /// Lists the plans of a lot.
    ///
    /// # Errors
    /// When there are more than [`MOST_PLANS`].
    pub fn new(game: &HiveGame, lot: Cents) -> Result<Self, NoPlan> {
        let max_gains = game.plans.max_gains;
        let number = count(game, lot, Some(max_gains));
        if number > MOST_PLANS {
            return Err(NoPlan::TooMany { lot, plans: number, max_gains });
        }
        let mut plans = Listing::of(game, lot);
        // Stable: within a group the order is that of the listing.
        plans.sort_by_key(|plan| (plan.kind(), plan.len()));
        let mut groups: Vec<Group> = Vec::new();
        for (index, plan) in plans.iter().enumerate() {
            let Some(kind) = plan.kind() else { continue };
            let is_next =
                groups.last().is_none_or(|group| group.kind != kind || plans[group.plans.start].len() != plan.len());
            if is_next {
                let weight = game.plans.gains[plan.len() - 1];
                groups.push(Group { kind, weight, plans: index..index });
            }
            if let Some(group) = groups.last_mut() {
                group.plans.end = index + 1;
            }
        }
        Ok(Self { lot, plans, groups })
    }

    /// The lot.
    pub const fn lot(&self) -> Cents {
        self.lot
    }

    /// All plans: by kind, then number of gains.
    pub fn plans(&self) -> &[Plan] {
        &self.plans
    }

    /// The kinds that can pay the lot.
    pub fn kinds(&self) -> Vec<Kind> {
        Kind::ALL.into_iter().filter(|kind| self.can_pay(*kind)).collect()
    }

    /// Whether the kind can pay the lot.
    pub fn can_pay(&self, kind: Kind) -> bool {
        self.groups.iter().any(|group| group.kind == kind)
    }

    /// That the kind cannot pay the lot, and which can.
    pub(super) fn no_kind(&self, kind: Kind) -> NoPlan {
        NoPlan::Kind { kind, lot: self.lot, payable: self.kinds() }
    }

    /// Draws a plan of a kind: the number of gains by the game's weights, then uniformly.
    ///
    /// # Panics
    /// When the kind cannot pay the lot.
    pub fn draw(&self, kind: Kind, stream: &mut Stream) -> &Plan {
        let groups = || self.groups.iter().filter(|group| group.kind == kind);
        let total = groups().map(|group| group.weight).sum();
        let mut drawn = stream.below(total);
        for group in groups() {
            if drawn < group.weight {
                return &self.plans[group.plans.start + stream.index(group.plans.len())];
            }
            drawn -= group.weight;
        }
        unreachable!("a draw below the sum of weights falls to one of them")
    }

    /// The probability of each plan among those of its kind, in the order of [`plans`](Self::plans).
    pub fn shares_in_kind(&self) -> Vec<f64> {
        let mut shares = vec![0.0; self.plans.len()];
        for group in &self.groups {
            let total: u32 =
                self.groups.iter().filter(|other| other.kind == group.kind).map(|other| other.weight).sum();
            let plans = u32::try_from(group.plans.len()).unwrap_or(u32::MAX);
            shares[group.plans.clone()].fill(f64::from(group.weight) / f64::from(total) / f64::from(plans));
        }
        shares
    }
}

/// The search for plans. What can still be reached is known beforehand, so that no path ends in nothing.
struct Listing<'a> {
    game: &'a HiveGame,
    /// What may win: every line and the bee of one hive, then of the other.
    choices: Vec<(usize, Vec<(Gain, u64)>)>,
    /// For each choice on, and each number of gains, what it and the later ones can sum up to.
    reach: Vec<Vec<BTreeSet<u64>>>,
    plan: Plan,
    found: Vec<Plan>,
}

impl Listing<'_> {
    fn of(game: &HiveGame, lot: Cents) -> Vec<Plan> {
        let mut found = Vec::new();
        if lot == Cents::ZERO {
            return found;
        }
        for extra in [false, true].into_iter().filter(|extra| game.extra || !extra) {
            let choices = (0..=usize::from(extra))
                .flat_map(|hive| choices_of(game).into_iter().map(move |choice| (hive, choice)));
            let choices: Vec<_> = choices.collect();
            let reach = reach(&choices, game.plans.max_gains, lot);
            let mut listing = Listing { game, choices, reach, plan: Plan { extra, ..Plan::default() }, found };
            listing.search(0, game.plans.max_gains, lot.0);
            found = listing.found;
            let bonus = game.bonus.gains.iter().find(|row| row.cents == lot);
            found.extend(bonus.map(|row| Plan { extra, bonus: Some(row.bees), ..Plan::default() }));
        }
        found
    }

    /// Goes through the choices from one on, with so many gains and so much of the lot left.
    fn search(&mut self, at: usize, gains: usize, rest: u64) {
        if rest == 0 {
            self.found.push(self.plan.clone());
            return;
        }
        if at == self.choices.len() || !self.reach[at][..=gains].iter().any(|sums| sums.contains(&rest)) {
            return;
        }
        debug_assert!(gains <= self.game.plans.max_gains, "gains only become fewer");
        for option in 0..self.choices[at].1.len() {
            let (hive, (gain, amount)) = (self.choices[at].0, self.choices[at].1[option]);
            if amount <= rest && gains > 0 {
                self.plan.gains[hive].push(gain);
                self.search(at + 1, gains - 1, rest - amount);
                self.plan.gains[hive].pop();
            }
        }
        self.search(at + 1, gains, rest);
    }
}

/// What may win in one hive, and what it pays.
fn choices_of(game: &HiveGame) -> Vec<Vec<(Gain, u64)>> {
    let lines = game.lines.iter().zip(0_u8..).map(|(row, line)| {
        let times = std::iter::once(1).chain(game.multipliers.iter().copied());
        times.map(|times| (Gain::Line { line, times }, row.cents.0 * u64::from(times))).collect()
    });
    lines.chain([vec![(Gain::Bee, game.bee.0)]]).collect()
}

fn reach(choices: &[(usize, Vec<(Gain, u64)>)], max_gains: usize, lot: Cents) -> Vec<Vec<BTreeSet<u64>>> {
    let mut layers = vec![vec![BTreeSet::new(); max_gains + 1]];
    layers[0][0].insert(0);
    for (_, options) in choices.iter().rev() {
        let mut layer = layers[layers.len() - 1].clone();
        for count in (1..layer.len()).rev() {
            let more: Vec<u64> = layer[count - 1]
                .iter()
                .flat_map(|sum| options.iter().map(move |(_, amount)| sum + amount))
                .filter(|sum| *sum <= lot.0)
                .collect();
            layer[count].extend(more);
        }
        layers.push(layer);
    }
    layers.reverse();
    layers
}
