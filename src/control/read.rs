//! A block's units as an audit needs them: who wins what, and who shows which pair.

use rayon::prelude::*;

use super::AuditError;
use crate::block::part::{CrosswordRow, Rows, Shown};
use crate::block::reader::{Block, RecordedUnit};
use crate::game::LotRow;
use crate::rng::{Purpose, Streams};

/// The tiers of all units, and their pairs of a bank.
pub(super) struct Read {
    /// By unit: the row of the prize table.
    pub(super) tiers: Vec<u8>,
    /// By unit: the pair; empty where there is no bank.
    pub(super) pairs: Vec<u32>,
}

impl Read {
    pub(super) fn all(block: &Block, table: &[LotRow], done: impl Fn(u64) + Sync) -> Result<Self, AuditError> {
        let parts = block.sealed.parts.par_iter().map(|record| {
            let rows = block.part(record)?;
            let mut tiers = Vec::with_capacity(rows.len());
            for (lot, unit) in rows.lots().into_iter().zip(record.first..) {
                let row = table.iter().zip(0_u8..).find(|(row, _)| row.cents == lot);
                let (_, tier) = row.ok_or_else(|| {
                    let problem = format!("it wins {lot}, which is in no row of the prize table");
                    AuditError::Unit { unit, problem }
                })?;
                tiers.push(tier);
            }
            let pairs = match (&rows, &block.bank) {
                (Rows::Crossword(rows), Some(bank)) => pairs(rows, record.first, bank.len())?,
                _ => Vec::new(),
            };
            done(record.units);
            Ok((tiers, pairs))
        });
        let parts: Vec<(Vec<u8>, Vec<u32>)> = parts.collect::<Result<_, AuditError>>()?;
        let (tiers, pairs): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        Ok(Self { tiers: tiers.concat(), pairs: pairs.concat() })
    }

    /// At most so many units of each of these tiers, in their order: drawn uniformly, by the seed.
    pub(super) fn sample(&self, tiers: &[usize], most: usize, seed: u64) -> Vec<u64> {
        let streams = Streams::from_seed(seed, Purpose::ControlSample);
        let mut sample = Vec::new();
        for tier in tiers {
            let mut units: Vec<u64> =
                (0..).zip(&self.tiers).filter(|(_, of)| usize::from(**of) == *tier).map(|(unit, _)| unit).collect();
            let mut stream = streams.stream(*tier as u64, 0);
            let drawn = most.min(units.len());
            for at in 0..drawn {
                let other = at + stream.index(units.len() - at);
                units.swap(at, other);
            }
            sample.extend_from_slice(&units[..drawn]);
        }
        sample.sort_unstable();
        sample
    }
}

/// The pairs of a bank that units show.
fn pairs(rows: &[CrosswordRow], first: u64, count: usize) -> Result<Vec<u32>, AuditError> {
    let pair = |(unit, row): (u64, &CrosswordRow)| match row.shown {
        Shown::Pair(pair) if (pair as usize) < count => Ok(pair),
        Shown::Pair(pair) => Err(AuditError::Unit { unit, problem: format!("the bank has no pair {pair}") }),
        Shown::Grids(_) => {
            Err(AuditError::Unit { unit, problem: "it has grids of its own, in a block of a bank".into() })
        }
    };
    (first..).zip(rows).map(pair).collect()
}

/// Looks at some units of a block, given in order, on the threads of the current pool.
pub(super) fn look<T: Send>(
    block: &Block,
    units: &[u64],
    at: impl Fn(u64, RecordedUnit) -> Result<T, AuditError> + Sync,
) -> Result<Vec<T>, AuditError> {
    let parts = block.sealed.parts.par_iter().map(|record| {
        let start = units.partition_point(|unit| *unit < record.first);
        let end = units.partition_point(|unit| *unit < record.first + record.units);
        if start == end {
            return Ok(Vec::new());
        }
        let rows = block.part(record)?;
        let one = |unit: &u64| {
            let row = usize::try_from(unit - record.first).unwrap_or(usize::MAX);
            let recorded = block.recorded(&rows, row).map_err(|problem| AuditError::Unit { unit: *unit, problem })?;
            at(*unit, recorded)
        };
        units[start..end].iter().map(one).collect()
    });
    Ok(parts.collect::<Result<Vec<Vec<T>>, AuditError>>()?.into_iter().flatten().collect())
}
