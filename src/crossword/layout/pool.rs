//! Layouts without repeats, drawn by all threads and settled in order.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::{GenerateError, Layout, LayoutGenerator, Mask};

/// Layouts that are drawn at once: enough for all threads, and never more memory than this many need.
const CHUNK: u64 = 256;

/// So many layouts of a generator, no two of them equal under the symmetries of the square; it ends at the first error.
///
/// **Invariant**: what comes out is a function of the generator alone. A layout is a function of its index and
/// sub-stream, so any thread may draw it; which of two equal ones stays is settled in index order, by one thread.
///
/// See [`LayoutGenerator::layouts`].
#[derive(Debug)]
pub struct Layouts<'a> {
    generator: &'a LayoutGenerator,
    wanted: usize,
    /// Indices that are not drawn yet.
    left: Range<u64>,
    /// First draws of the next indices, not settled yet.
    drawn: VecDeque<(u64, Result<Layout, GenerateError>)>,
    /// Canonical masks of what was given out.
    seen: BTreeSet<Mask>,
}

impl<'a> Layouts<'a> {
    pub(super) fn new(generator: &'a LayoutGenerator, count: usize) -> Self {
        let left = 0..u64::try_from(count).unwrap_or(u64::MAX);
        Self { generator, wanted: count, left, drawn: VecDeque::new(), seen: BTreeSet::new() }
    }

    /// Draws the next chunk. Behind an index that failed nothing is needed any more: its budget may have been long.
    fn draw(&mut self) {
        let chunk = self.left.start..self.left.end.min(self.left.start.saturating_add(CHUNK));
        self.left.start = chunk.end;
        let failed = AtomicU64::new(u64::MAX);
        let drawn: Vec<_> = chunk
            .into_par_iter()
            .filter(|index| *index < failed.load(Ordering::Relaxed))
            .map(|index| {
                let made = self.generator.make(index, 0);
                if made.is_err() {
                    failed.fetch_min(index, Ordering::Relaxed);
                }
                (index, made)
            })
            .collect();
        self.drawn = drawn.into();
    }

    /// The layout of an index, or of its first sub-stream that gives a new one.
    fn settle(&mut self, index: u64, first: Result<Layout, GenerateError>) -> Result<Layout, GenerateError> {
        let mut layout = first?;
        let mut sub = 0;
        while !self.seen.insert(layout.mask().canonical()) {
            sub += 1;
            if sub == LayoutGenerator::CLASHES {
                return Err(GenerateError::Exhausted { found: self.seen.len(), wanted: self.wanted, clashes: sub });
            }
            layout = self.generator.make(index, sub)?;
        }
        Ok(layout)
    }
}

impl Iterator for Layouts<'_> {
    type Item = Result<Layout, GenerateError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.drawn.is_empty() && !self.left.is_empty() {
            self.draw();
        }
        let (index, first) = self.drawn.pop_front()?;
        let settled = self.settle(index, first);
        if settled.is_err() {
            self.drawn.clear();
            self.left = 0..0;
        }
        Some(settled)
    }
}

impl std::iter::FusedIterator for Layouts<'_> {}
