//! Units as an audit sees them: which pair of grids each shows, and what it wins.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::features::Features;
use super::permutation::Tally;
use crate::letters::Letter;
use crate::money::Cents;
use crate::unit::GridPair;

/// A pair of grids of a [`Sample`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairId(usize);

/// Units, by the pair of grids that they show. A pair is told by its cells: the same grids in the same order are one pair, wherever
/// they come from.
#[derive(Clone, Debug)]
pub struct Sample {
    features: Features,
    known: BTreeMap<[u8; 32], PairId>,
    pairs: Vec<Seen>,
    units: usize,
    digest: Sha256,
}

/// A pair, and what its units win.
#[derive(Clone, Debug)]
struct Seen {
    cells: [u8; 32],
    values: Vec<f64>,
    lots: Vec<Cents>,
}

impl Sample {
    /// No units yet.
    pub fn new(features: Features) -> Self {
        Self { features, known: BTreeMap::new(), pairs: Vec::new(), units: 0, digest: Sha256::new() }
    }

    /// Looks at a pair, unless it has been seen.
    pub fn pair(&mut self, pair: &GridPair) -> PairId {
        let cells = cells(pair);
        let next = PairId(self.pairs.len());
        let id = *self.known.entry(cells).or_insert(next);
        if id == next {
            self.pairs.push(Seen { cells, values: self.features.of(pair), lots: Vec::new() });
        }
        id
    }

    /// Adds a unit.
    ///
    /// # Panics
    /// When the pair is none of this sample.
    pub fn unit(&mut self, pair: PairId, lot: Cents) {
        let seen = &mut self.pairs[pair.0];
        seen.lots.push(lot);
        self.digest.update(seen.cells);
        self.digest.update(lot.0.to_le_bytes());
        self.units += 1;
    }

    /// What is looked at.
    pub const fn features(&self) -> &Features {
        &self.features
    }

    /// How many units.
    pub const fn len(&self) -> usize {
        self.units
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.units == 0
    }

    /// How many pairs that units show.
    pub fn pairs(&self) -> usize {
        self.shown().count()
    }

    /// Of each pair, how many units there are, and how many win what is asked for.
    pub fn tallies(&self, wins: impl Fn(Cents) -> bool) -> Vec<Tally> {
        let count = |lots: usize| u32::try_from(lots).unwrap_or(u32::MAX);
        let tally = |seen: &Seen| {
            let positive = seen.lots.iter().filter(|lot| wins(**lot)).count();
            Tally { units: count(seen.lots.len()), positive: count(positive) }
        };
        self.shown().map(tally).collect()
    }

    /// The values of each feature, pair by pair, as in [`Sample::tallies`].
    pub fn values(&self) -> Vec<Vec<f64>> {
        let feature = |at: usize| self.shown().map(|seen| seen.values[at]).collect();
        (0..self.features.list().len()).map(feature).collect()
    }

    /// SHA-256 of what was looked at: of each unit, in order, its cells and its lot.
    pub fn digest(&self) -> [u8; 32] {
        self.digest.clone().finalize().into()
    }

    fn shown(&self) -> impl Iterator<Item = &Seen> {
        self.pairs.iter().filter(|seen| !seen.lots.is_empty())
    }
}

/// SHA-256 of the cells of a pair.
fn cells(pair: &GridPair) -> [u8; 32] {
    let mut hash = Sha256::new();
    for grid in &pair.grids {
        for row in 0..grid.cells.rows() {
            let text: Vec<u8> = grid.cells.row(row).iter().map(|cell| cell.map_or(b'#', Letter::to_ascii)).collect();
            hash.update(text);
            hash.update(b"\n");
        }
        hash.update(b"\n");
    }
    hash.finalize().into()
}
