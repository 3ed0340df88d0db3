//! Who gets what: the lots of a block, the kinds of plans, the pairs.
//!
//! Each is a function of a key and of unit numbers alone, and the pairs know nothing of the lots.

use super::keys::{KeyPurpose, Keys};
use crate::game::{AnyGame, Kind};
use crate::hive::Maker;
use crate::money::Cents;

/// The lots of all units: a number for each, that of its row of the prize table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lots {
    rows: Vec<Cents>,
    of_units: Vec<u8>,
}

impl Lots {
    /// The prize table, dealt: each lot exactly as often as the table says, in an order that is shuffled under the lots' key.
    ///
    /// # Panics
    /// When the game has more than 255 lots: none does.
    pub fn new(game: &AnyGame, keys: &Keys) -> Self {
        let table = game.table();
        let mut of_units = Vec::new();
        for (row, number) in table.iter().zip(0_u8..) {
            of_units.resize(of_units.len() + usize::try_from(row.count).unwrap_or(usize::MAX), number);
        }
        keys.streams(KeyPurpose::Lots).stream(0, 0).shuffle(&mut of_units);
        Self { rows: table.iter().map(|row| row.cents).collect(), of_units }
    }

    /// The lot of a unit, from 0.
    pub fn of(&self, unit: u64) -> Cents {
        self.rows[usize::from(self.of_units[index(unit)])]
    }

    /// The row of the prize table of each unit: best lot first, nothing last.
    pub fn rows(&self) -> &[u8] {
        &self.of_units
    }

    /// How many units there are.
    pub fn len(&self) -> u64 {
        self.of_units.len() as u64
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.of_units.is_empty()
    }
}

/// The kind of plan that each winning unit takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kinds(Vec<u8>);

/// No kind: the unit loses.
const NONE: u8 = u8::MAX;

impl Kinds {
    /// The kinds of each lot, apportioned by its weights, in an order that is shuffled under the kinds' key.
    pub(crate) fn new(maker: &Maker, lots: &Lots, keys: &Keys) -> Self {
        let streams = keys.streams(KeyPurpose::Kinds);
        let mut kinds = vec![NONE; lots.of_units.len()];
        for (row, lot) in (0_u8..).zip(&lots.rows) {
            let units: Vec<usize> = (0..kinds.len()).filter(|unit| lots.of_units[*unit] == row).collect();
            let Ok(shares) = maker.shares(*lot, units.len() as u64) else { continue };
            let mut of_lot: Vec<u8> = Vec::with_capacity(units.len());
            for (share, kind) in shares.into_iter().zip(0_u8..) {
                of_lot.resize(of_lot.len() + index(share), kind);
            }
            streams.stream(lot.0, 0).shuffle(&mut of_lot);
            for (unit, kind) in units.into_iter().zip(of_lot) {
                kinds[unit] = kind;
            }
        }
        Self(kinds)
    }

    pub(crate) fn of(&self, unit: u64) -> Option<Kind> {
        Kind::ALL.get(usize::from(self.0[index(unit)])).copied()
    }
}

/// The pairs of a block: dealt in rounds, each a fresh permutation of the bank.
#[derive(Clone, Debug)]
pub struct Pairs {
    streams: crate::rng::Streams,
    count: u64,
    /// The round that was asked for last, and its order.
    round: Option<(u64, Vec<u32>)>,
}

impl Pairs {
    /// The sequence of a bank of so many pairs.
    pub fn new(count: u64, keys: &Keys) -> Self {
        Self { streams: keys.streams(KeyPurpose::Pairs), count, round: None }
    }

    /// The pair of a unit: place *i* mod *n* of round *i* / *n*.
    ///
    /// # Panics
    /// When the bank has no pair.
    pub fn of(&mut self, unit: u64) -> u32 {
        let (round, place) = (unit / self.count, unit % self.count);
        if self.round.as_ref().is_none_or(|(current, _)| *current != round) {
            let mut order: Vec<u32> = (0..u32::try_from(self.count).unwrap_or(u32::MAX)).collect();
            self.streams.stream(round, 0).shuffle(&mut order);
            self.round = Some((round, order));
        }
        self.round.as_ref().map_or(0, |(_, order)| order[index(place)])
    }
}

fn index(unit: u64) -> usize {
    usize::try_from(unit).unwrap_or(usize::MAX)
}
