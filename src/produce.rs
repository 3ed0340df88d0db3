//! Runs of units: letters in, judged units out.
//!
//! A [`Run`] says what is wanted; [`Run::each`] makes the units in parallel and hands them over in order. Unit *i* draws
//! from its own streams, so the units are the same for any number of threads. Whatever is handed over has passed the
//! judge. No two units of a run have the same filled grids: a clash is settled in index order, the later unit drawing
//! again from its next sub-stream, with what earlier units have forbidden to it.

pub mod blind;
pub mod dealer;
pub mod fresh;
pub mod hives;
pub mod repair;

use std::fmt;
use std::ops::ControlFlow;

use hashbrown::HashSet;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::crossword::fill::{self, Effort, End, Infeasible, Task};
use crate::crossword::layout::Layout;
use crate::crossword::lock::Locks;
use crate::crossword::vocabulary::{Split, Theme, Vocabulary};
use crate::game::Game;
use crate::letters::{Letter, Word};
use crate::rng::{Purpose, Stream, Streams};
use crate::unit::{CrosswordUnit, GridPair};
use crate::verify::{Judge, Rejected, Verified};

/// Units made at a time: enough to keep many threads busy, few enough to stay small in memory.
const CHUNK: u64 = 256;

/// Where a unit's letters come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Letters {
    /// These, in this order, for every unit.
    Given(Vec<Letter>),
    /// Drawn anew for each unit: uniform among all sets of the game's size, in an order that is uniform among those in
    /// which the letters read as nothing improper.
    Random,
}

/// A run of units of one outcome.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The game.
    pub game: &'a Game,
    /// The words, screened and cut to their level.
    pub vocabulary: &'a Vocabulary,
    /// Judges every unit before it is handed over.
    pub judge: Judge<'a>,
    /// The layouts that units draw from.
    pub layouts: &'a [Layout],
    /// Ordered tuples of layouts that a unit draws before it is solved; at least 1.
    pub layout_tries: usize,
    /// The letters.
    pub letters: &'a Letters,
    /// Completed words wanted, grid by grid.
    pub outcome: &'a [u8],
    /// Words and letters that are given: only with exactly one layout.
    pub locks: &'a Locks,
    /// Words of which some are wanted.
    pub theme: Option<&'a Theme>,
    /// How hard to try for each unit.
    pub effort: Effort,
    /// All draws follow from it.
    pub seed: u64,
    /// How many units.
    pub count: u64,
}

/// What became of one unit of a run.
#[derive(Clone, Debug)]
pub struct Made {
    /// Which unit, from 0.
    pub index: u64,
    /// In the order of the question marks.
    pub letters: Vec<Letter>,
    /// The unit, or why there is none.
    pub result: Result<Verified<CrosswordUnit>, NotMade>,
    /// Steps taken.
    pub steps: u64,
    /// Whether the SAT solver had to work.
    pub used_sat: bool,
}

/// Why a unit of a run was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotMade {
    /// There is none, on no layouts or on exactly those drawn.
    Infeasible(Infeasible),
    /// There are some, but earlier units of the run have them all; the proof speaks of what is left.
    AllTaken(Infeasible),
    /// Nobody knows: the steps ran out.
    BudgetSpent,
    /// The letters under the question marks read as something improper: in the order given, or in every order drawn.
    Letters {
        /// The question mark at which it starts, from 1.
        number: usize,
        /// What is read.
        word: Word,
    },
}

/// A unit that the judge rejects: a fault of this crate.
#[derive(Debug, Error)]
#[error("seed {seed}, unit {index}: the judge rejects what was made: {rejected}")]
pub struct Faulty {
    /// Seed of the run.
    pub seed: u64,
    /// Which unit, from 0.
    pub index: u64,
    /// What is wrong with it.
    pub rejected: Rejected,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Units made.
    pub made: u64,
    /// Units that were proved not to exist.
    pub infeasible: u64,
    /// Units whose steps ran out.
    pub spent: u64,
    /// Units that the SAT solver worked on.
    pub used_sat: u64,
}

/// Orders of one set of letters that are drawn before it is given up. One in seventy is improper.
const ORDERS: usize = 10_000;

/// The filled grids of a pair, in 16 bytes.
type GridsDigest = [u8; 16];

impl Run<'_> {
    /// Makes the units on the threads of the current rayon pool and hands them over in order, until all are made or
    /// `hand_over` breaks.
    ///
    /// # Errors
    /// When the judge rejects a unit: nothing unverified is handed over.
    pub fn each(&self, mut hand_over: impl FnMut(Made) -> ControlFlow<()>) -> Result<Summary, Faulty> {
        let streams = self.streams();
        // Given letters divide the words once for the whole run.
        let split = match self.letters {
            Letters::Given(letters) => Some(Split::new(self.vocabulary, letters.iter().copied().collect())),
            Letters::Random => None,
        };
        let mut seen: HashSet<GridsDigest, FxBuildHasher> = HashSet::default();
        let mut summary = Summary::default();
        for start in (0..self.count).step_by(usize::try_from(CHUNK).unwrap_or(usize::MAX)) {
            let indices = start..self.count.min(start + CHUNK);
            let one = |index| self.make(&streams, split.as_ref(), index, None);
            let chunk: Vec<Result<Made, Faulty>> = indices.into_par_iter().map(one).collect();
            for result in chunk {
                let mut made = result?;
                let is_new = |made: &Made, seen: &mut HashSet<_, _>| {
                    made.result.as_ref().map_or(true, |unit| seen.insert(digest(&unit.pair)))
                };
                if !is_new(&made, &mut seen) {
                    made = self.make(&streams, split.as_ref(), made.index, Some(&seen))?;
                    is_new(&made, &mut seen);
                }
                summary.count(&made);
                if hand_over(made).is_break() {
                    return Ok(summary);
                }
            }
        }
        Ok(summary)
    }

    /// Makes one unit of the run, as if it were the only one.
    ///
    /// # Errors
    /// When the judge rejects it.
    pub fn one(&self, index: u64) -> Result<Made, Faulty> {
        self.make(&self.streams(), None, index, None)
    }

    fn streams(&self) -> [Streams; 2] {
        [Purpose::Letters, Purpose::Fill].map(|purpose| Streams::from_seed(self.seed, purpose))
    }

    fn make(
        &self,
        [of_letters, of_fill]: &[Streams; 2],
        split: Option<&Split>,
        index: u64,
        seen: Option<&HashSet<GridsDigest, FxBuildHasher>>,
    ) -> Result<Made, Faulty> {
        let letters = match self.letters {
            Letters::Given(letters) => letters.clone(),
            Letters::Random => self.draw_letters(&mut of_letters.stream(index, 0)),
        };
        if let Some((at, word)) = self.read_letters(&letters) {
            let result = Err(NotMade::Letters { number: at + 1, word });
            return Ok(Made { index, letters, result, steps: 0, used_sat: false });
        }
        let own_split;
        let split = if let Some(split) = split {
            split
        } else {
            own_split = Split::new(self.vocabulary, letters.iter().copied().collect());
            &own_split
        };
        let mut stream = of_fill.stream(index, u32::from(seen.is_some()));
        let tries = draw_layouts(self.layouts.len(), self.outcome.len(), self.layout_tries, &mut stream);
        let is_taken = |layouts: &[&Layout], words: &[_]| {
            seen.is_some_and(|seen| seen.contains(&digest(&fill::grids(layouts, words, self.vocabulary))))
        };
        let task = Task {
            vocabulary: self.vocabulary,
            split,
            outcome: self.outcome,
            pool: self.layouts,
            tries: &tries,
            locks: self.locks,
            theme: self.theme,
            taken: if seen.is_some() { Some(&is_taken) } else { None },
        };
        let answer = fill::fill(&task, &mut stream, self.effort);
        let result = match answer.end {
            End::Infeasible(proof) if seen.is_some() => Err(NotMade::AllTaken(proof)),
            End::Infeasible(proof) => Err(NotMade::Infeasible(proof)),
            End::BudgetSpent => Err(NotMade::BudgetSpent),
            End::Found { on, fill } => {
                let layouts: Vec<&Layout> = tries[on].iter().map(|layout| &self.layouts[*layout]).collect();
                let unit = CrosswordUnit {
                    game: self.game.name.clone(),
                    letters: letters.clone(),
                    pair: fill::grids(&layouts, &fill, self.vocabulary),
                    completed: self.outcome.to_vec(),
                    lot: self.game.lot(self.outcome),
                };
                let faulty = |rejected| Faulty { seed: self.seed, index, rejected };
                Ok(self.judge.verify(unit).map_err(faulty)?)
            }
        };
        Ok(Made { index, letters, result, steps: answer.steps, used_sat: answer.used_sat })
    }

    /// Draws a set of letters, then its order again and again until it reads as nothing improper.
    fn draw_letters(&self, stream: &mut Stream) -> Vec<Letter> {
        let mut letters: Vec<Letter> = Letter::all().collect();
        stream.shuffle(&mut letters);
        letters.truncate(self.game.crossword.letters);
        for _ in 1..ORDERS {
            if self.read_letters(&letters).is_none() {
                break;
            }
            stream.shuffle(&mut letters);
        }
        letters
    }

    /// What letters read as in this order, and must not: where it starts, and the word.
    fn read_letters(&self, letters: &[Letter]) -> Option<(usize, Word)> {
        let (at, entry) = self.vocabulary.screen()?.in_question_marks(letters)?;
        Some((at, entry.word))
    }
}

/// The tries of one unit: each as many layouts as there are grids, different ones where the pool has enough.
fn draw_layouts(pool: usize, grids: usize, tries: usize, stream: &mut Stream) -> Vec<Vec<usize>> {
    if pool == 1 {
        return vec![vec![0; grids]];
    }
    let draw = |_| {
        let mut tuple: Vec<usize> = Vec::with_capacity(grids);
        while tuple.len() < grids {
            let layout = stream.index(pool);
            if pool < grids || !tuple.contains(&layout) {
                tuple.push(layout);
            }
        }
        tuple
    };
    (0..tries).map(draw).collect()
}

impl Summary {
    fn count(&mut self, made: &Made) {
        self.used_sat += u64::from(made.used_sat);
        match &made.result {
            Ok(_) => self.made += 1,
            Err(NotMade::Infeasible(_) | NotMade::AllTaken(_)) => self.infeasible += 1,
            Err(NotMade::BudgetSpent | NotMade::Letters { .. }) => self.spent += 1,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} made", self.made)?;
        if self.infeasible > 0 {
            write!(f, ", {} proved infeasible", self.infeasible)?;
        }
        if self.spent > 0 {
            write!(f, ", {} out of budget", self.spent)?;
        }
        Ok(())
    }
}

/// What tells filled grids apart: their boxes and cells.
fn digest(pair: &GridPair) -> GridsDigest {
    let mut hash = Sha256::new();
    let mut row_bytes = Vec::new();
    for grid in &pair.grids {
        hash.update([0]);
        for row in 0..grid.cells.rows() {
            row_bytes.clear();
            row_bytes.extend(grid.cells.row(row).iter().map(|cell| cell.map_or(b'#', Letter::to_ascii)));
            hash.update(&row_bytes);
            hash.update(b"\n");
        }
    }
    let mut digest = GridsDigest::default();
    digest.copy_from_slice(&hash.finalize()[..16]);
    digest
}
