//! The two manifests of a block: what may be published, and what tells outcomes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::plan::Plan;
use crate::money::Cents;

/// The version of the public manifest.
pub const PUBLIC: &str = "alveole/block/1";
/// The version of the sealed one.
pub const SEALED: &str = "alveole/sealed/1";

/// What may be published of a block. It tells nothing of where the lots are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// [`PUBLIC`].
    pub schema: String,
    /// Version of the crate that made it.
    pub engine: String,
    /// Whether it is a test, never to be sold.
    pub rehearsal: bool,
    /// The plan.
    pub plan: Plan,
    /// Its digest.
    pub plan_sha256: String,
    /// How many units win what, all parts together; best lot first, nothing last.
    pub table: Vec<TableRow>,
    /// What was published of the secrets.
    pub commitments: Vec<String>,
    /// SHA-256 of `sealed/manifest.json`.
    pub sealed_sha256: String,
}

/// How many units win what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableRow {
    /// The lot; zero for nothing.
    pub cents: Cents,
    /// Units.
    pub count: u64,
}

/// What tells outcomes, and where everything is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    /// [`SEALED`].
    pub schema: String,
    /// The plan's digest.
    pub plan_sha256: String,
    /// The parts, in order.
    pub parts: Vec<SealedPart>,
    /// Units that show the same pair with the same letters as an earlier one, in another order.
    pub same_letters: u64,
}

/// A part of a block, as its manifest has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SealedPart {
    /// Its file.
    pub file: String,
    /// The number of its first unit.
    pub first: u64,
    /// How many units.
    pub units: u64,
    /// SHA-256 of the file.
    pub sha256: String,
    /// How many of its units win what.
    pub table: Vec<TableRow>,
    /// Units whose letters' order was drawn anew, because an earlier one shows the same: how often.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub redrawn: BTreeMap<u64, u32>,
}

/// How many units win what, in the order of a table's rows; other lots behind them.
pub(crate) fn counted(lots: impl IntoIterator<Item = Cents>, rows: &[Cents]) -> Vec<TableRow> {
    let mut counts: BTreeMap<Cents, u64> = BTreeMap::new();
    for lot in lots {
        *counts.entry(lot).or_default() += 1;
    }
    let mut table: Vec<TableRow> =
        rows.iter().map(|cents| TableRow { cents: *cents, count: counts.remove(cents).unwrap_or(0) }).collect();
    table.extend(counts.into_iter().map(|(cents, count)| TableRow { cents, count }));
    table
}

/// Tables of one game, added row by row.
pub(crate) fn total<'a>(tables: impl IntoIterator<Item = &'a [TableRow]>) -> Vec<TableRow> {
    let mut total: Vec<TableRow> = Vec::new();
    for row in tables.into_iter().flatten() {
        match total.iter_mut().find(|known| known.cents == row.cents) {
            Some(known) => known.count += row.count,
            None => total.push(*row),
        }
    }
    total
}
