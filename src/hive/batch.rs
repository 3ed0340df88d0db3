//! Many units of one lot.

use super::{LotPlans, Maker, NoPlan, Plan};
use crate::game::Kind;
use crate::money::Cents;
use crate::rng::{Purpose, Streams};
use crate::unit::HiveUnit;

/// Units of one lot, each a function of seed, lot and index.
///
/// Kinds are apportioned over the batch by largest remainder, and stand in an order that is shuffled by the seed; within its
/// kind, unit *i* draws its plan and its cells from its own stream.
#[derive(Clone, Debug)]
pub struct Batch<'a> {
    maker: &'a Maker,
    /// `None` for losing units.
    plans: Option<&'a LotPlans>,
    /// The kind of each unit, where there are kinds.
    kinds: Vec<Kind>,
    count: u64,
    streams: Streams,
}

impl<'a> Batch<'a> {
    /// So many units of a lot, of all its kinds or of one; a lot of zero makes losing units.
    ///
    /// # Errors
    /// When the prize table has no such lot, or the kind cannot pay it.
    pub fn new(maker: &'a Maker, lot: Cents, kind: Option<Kind>, seed: u64, count: u64) -> Result<Self, NoPlan> {
        // A lot has streams of its own, so that batches of one seed share nothing.
        let streams = Streams::from_seed(seed, Purpose::Hives).within(lot.0);
        if lot == Cents::ZERO {
            return match kind {
                Some(_) => Err(NoPlan::LosingKind),
                None => Ok(Self { maker, plans: None, kinds: Vec::new(), count, streams }),
            };
        }
        let plans = maker.plans(lot)?;
        let kinds = match kind {
            Some(kind) if plans.can_pay(kind) => vec![kind; length(count)],
            Some(kind) => return Err(plans.no_kind(kind)),
            None => {
                let each = Kind::ALL.into_iter().zip(maker.shares(lot, count)?);
                let mut kinds: Vec<Kind> = each.flat_map(|(kind, share)| vec![kind; length(share)]).collect();
                Streams::from_seed(seed, Purpose::HiveKinds).within(lot.0).stream(0, 0).shuffle(&mut kinds);
                kinds
            }
        };
        Ok(Self { maker, plans: Some(plans), kinds, count, streams })
    }

    /// How many units there are.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The unit of an index, from 0.
    ///
    /// # Panics
    /// When the batch has no such unit.
    pub fn unit(&self, index: u64) -> HiveUnit {
        self.planned(index).1
    }

    /// The unit of an index, and the plan that it follows.
    ///
    /// # Panics
    /// When the batch has no such unit.
    pub fn planned(&self, index: u64) -> (&'a Plan, HiveUnit) {
        assert!(index < self.count, "unit {index} of {}", self.count);
        let mut stream = self.streams.stream(index, 0);
        let plan = match self.plans {
            None => self.maker.draw_losing(&mut stream),
            Some(plans) => plans.draw(self.kinds[length(index)], &mut stream),
        };
        (plan, self.maker.place(plan, &mut stream))
    }
}

fn length(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
