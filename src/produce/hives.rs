//! Runs of hive units: a lot in, judged units out, in order, for any number of threads.

use std::ops::ControlFlow;

use rayon::prelude::*;

use super::Faulty;
use crate::hive::Batch;
use crate::unit::HiveUnit;
use crate::verify::{HiveJudge, Verified};

/// Units made at a time: they take less than a microsecond each, so that fewer would keep threads waiting.
const CHUNK: u64 = 16_384;

/// A run of hive units.
///
/// ```
/// use std::ops::ControlFlow;
/// use alveole::game::HiveGame;
/// use alveole::hive::{Batch, Maker};
/// use alveole::money::Cents;
/// use alveole::produce::hives::HiveRun;
/// use alveole::verify::HiveJudge;
///
/// let game = HiveGame::ruche_d_or();
/// let maker = Maker::new(&game).unwrap();
/// let batch = Batch::new(&maker, Cents::from_euros(5), None, 7, 10).unwrap();
/// let run = HiveRun { batch: &batch, judge: HiveJudge::new(&game), seed: 7 };
/// let mut won = Cents::ZERO;
/// run.each(|_, unit| {
///     won = won + unit.lot;
///     ControlFlow::Continue(())
/// })
/// .unwrap();
/// assert_eq!(won, Cents::from_euros(50));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct HiveRun<'a> {
    /// The units.
    pub batch: &'a Batch<'a>,
    /// Judges every unit before it is handed over.
    pub judge: HiveJudge<'a>,
    /// The seed of the batch, which a fault names.
    pub seed: u64,
}

impl HiveRun<'_> {
    /// Makes the units on the threads of the current rayon pool and hands them over in order, each with its index from 0,
    /// until all are made or `hand_over` breaks. Returns how many were handed over.
    ///
    /// # Errors
    /// When the judge rejects a unit: nothing unverified is handed over.
    pub fn each(&self, mut hand_over: impl FnMut(u64, Verified<HiveUnit>) -> ControlFlow<()>) -> Result<u64, Faulty> {
        let count = self.batch.count();
        let mut start = 0;
        while start < count {
            let end = count.min(start.saturating_add(CHUNK));
            let one = |index| {
                let judged = self.judge.verify(self.batch.unit(index));
                judged.map_err(|rejected| Faulty { seed: self.seed, index, rejected })
            };
            let chunk: Vec<Result<_, Faulty>> = (start..end).into_par_iter().map(one).collect();
            for (index, unit) in (start..end).zip(chunk) {
                if hand_over(index, unit?).is_break() {
                    return Ok(index + 1);
                }
            }
            start = end;
        }
        Ok(count)
    }
}
