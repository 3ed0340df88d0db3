//! Letters first: given letters and outcome, a pair of grids, a proof that there is none, or word that the budget is spent.
//!
//! The layouts are drawn before anything is solved, several ordered tuples of them ([`Task::tries`]): letters and outcome
//! are never redrawn because they are hard, and a proof speaks of exactly these layouts. Counting bounds come first, then
//! backtracking on each try with a small budget, then with a larger one, then the SAT solver.

use std::fmt;

use super::backtrack;
use super::bounds::{Shortage, Supply};
use super::layout::Layout;
use super::lock::Locks;
use super::problem::{Fill, Problem, Taken};
use super::sat::{self, Core};
use super::vocabulary::{Split, Theme, Vocabulary};
use crate::rng::Stream;
use crate::unit::{Cells, Grid, GridPair, PlacedWord};

/// Which solvers may work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// Backtracking, then SAT where it gives up.
    #[default]
    Auto,
    /// Backtracking alone.
    Backtrack,
    /// SAT alone.
    Sat,
}

/// How hard to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Which solvers may work.
    pub solver: Solver,
    /// Steps for one unit: words tried by backtracking, or 64 bytes of a SAT proof. The default, 4,000,000, is more than
    /// nearly any unit takes: the hardest known ones take some hundred thousand.
    pub budget: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { solver: Solver::Auto, budget: 4_000_000 }
    }
}

/// What is to be filled.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The words.
    pub vocabulary: &'a Vocabulary,
    /// Which of them the letters complete.
    pub split: &'a Split,
    /// Completed words wanted, grid by grid.
    pub outcome: &'a [u8],
    /// What `tries` index.
    pub pool: &'a [Layout],
    /// Ordered tuples of layouts, one layout a grid.
    pub tries: &'a [Vec<usize>],
    /// Words and letters that are given.
    pub locks: &'a Locks,
    /// Words of which some are wanted.
    pub theme: Option<&'a Theme>,
    /// Says of a fill that it must not be found again.
    pub taken: Option<&'a Taken<'a>>,
}

impl fmt::Debug for Task<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.split.shown();
        f.debug_struct("Task").field("shown", &shown).field("outcome", &self.outcome).finish_non_exhaustive()
    }
}

/// What became of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The end.
    pub end: End,
    /// Steps taken.
    pub steps: u64,
    /// Whether the SAT solver had to work.
    pub used_sat: bool,
}

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A fill, on the layouts of one try.
    Found {
        /// The try, by its place in [`Task::tries`].
        on: usize,
        /// A word for each slot.
        fill: Fill,
    },
    /// There is none.
    Infeasible(Infeasible),
    /// Nobody knows: the steps ran out.
    BudgetSpent,
}

/// Why there is no fill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Infeasible {
    /// On no layouts at all: the letters leave too few words.
    Lexicon(Shortage),
    /// The vocabulary has too few theme words.
    Theme {
        /// Theme words that the vocabulary has.
        found: usize,
        /// Theme words wanted.
        needed: usize,
    },
    /// On exactly these layouts: a refutation for each try.
    Layouts(Vec<Refutation>),
}

/// Why one try has no fill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The layouts, one a grid, by their places in the pool.
    pub layouts: Vec<usize>,
    /// The grid that alone can't be filled, from 0; `None` where it takes all of them.
    pub grid: Option<usize>,
    /// Why.
    pub reason: Reason,
}

/// Why layouts can't be filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Too few words of the lengths that the slots have.
    Counting(Shortage),
    /// Every possibility was tried.
    Exhausted {
        /// Whether some were refused for what could be read on them: the proof rests on the screen.
        screened: bool,
    },
    /// Refuted, using these slots and letters.
    Core(Core),
}

/// Steps of a try in each round of backtracking.
const ROUNDS: [u64; 3] = [150, 500, 2_500];

/// The most steps that backtracking takes on `tries` tries before [`Solver::Auto`] hands over to SAT.
pub const fn steps_before_sat(tries: usize) -> u64 {
    tries as u64 * (ROUNDS[0] + ROUNDS[1] + ROUNDS[2])
}

/// Fills, refutes, or spends the budget.
///
/// # Panics
/// When the SAT solver's model does not stand up to checking: a fault of this crate or of that solver.
pub fn fill(task: &Task, stream: &mut Stream, effort: Effort) -> Answer {
    let tries = task.tries.len();
    let mut state = State {
        task,
        effort,
        steps: 0,
        used_sat: false,
        supply: Supply::new(task.vocabulary, task.split),
        counted: vec![false; tries],
        refuted: vec![None; tries],
    };
    let end = state.end(stream);
    Answer { end, steps: state.steps, used_sat: state.used_sat }
}

struct State<'a> {
    task: &'a Task<'a>,
    effort: Effort,
    steps: u64,
    used_sat: bool,
    supply: Supply,
    /// Whether the counting bound of each try was looked at.
    counted: Vec<bool>,
    /// Why each try has no fill, once that is known.
    refuted: Vec<Option<Refutation>>,
}

/// What became of one grid, solved for itself.
struct Alone {
    /// Layout, completed words, and, where there are locks, which grid.
    asked: (usize, u8, Option<usize>),
    end: Result<Fill, Core>,
}

impl<'a> State<'a> {
    fn end(&mut self, stream: &mut Stream) -> End {
        let task = self.task;
        if let Some(theme) = task.theme
            && theme.found() < theme.at_least()
        {
            return End::Infeasible(Infeasible::Theme { found: theme.found(), needed: theme.at_least() });
        }
        if let Some(shortage) = self.shortage() {
            return End::Infeasible(Infeasible::Lexicon(shortage));
        }
        let found = match self.effort.solver {
            Solver::Auto => self.backtrack(&ROUNDS, stream).or_else(|| self.sat(stream)),
            Solver::Backtrack => {
                let more = (1..32).map(|round| ROUNDS[ROUNDS.len() - 1] << round);
                let rounds: Vec<u64> = ROUNDS.into_iter().chain(more).collect();
                self.backtrack(&rounds, stream)
            }
            Solver::Sat => self.sat(stream),
        };
        if let Some((on, fill)) = found {
            return End::Found { on, fill };
        }
        // A try that stands twice is refuted once.
        let mut proofs: Vec<Refutation> = Vec::new();
        for refutation in &self.refuted {
            match refutation {
                None => return End::BudgetSpent,
                Some(refutation) if proofs.iter().any(|known| known.layouts == refutation.layouts) => {}
                Some(refutation) => proofs.push(refutation.clone()),
            }
        }
        End::Infeasible(Infeasible::Layouts(proofs))
    }

    /// The counting bound of the whole task.
    fn shortage(&self) -> Option<Shortage> {
        let Task { outcome, pool, tries, .. } = *self.task;
        let completed: usize = outcome.iter().map(|words| usize::from(*words)).sum();
        let slots = tries.iter().map(|layouts| layouts.iter().map(|layout| pool[*layout].slots().len()).sum());
        let open = slots.min().unwrap_or(0usize).saturating_sub(completed);
        self.supply.shortage(completed, open)
    }

    /// The layouts of a try that is worth solving: none when it is refuted, by its counting bound at the latest.
    fn unrefuted(&mut self, at: usize) -> Option<Vec<&'a Layout>> {
        if self.refuted[at].is_some() {
            return None;
        }
        let outcome = self.task.outcome;
        let layouts: Vec<&Layout> = self.task.tries[at].iter().map(|layout| &self.task.pool[*layout]).collect();
        if !std::mem::replace(&mut self.counted[at], true) {
            let completed = outcome.iter().map(|words| usize::from(*words)).sum();
            let alone = (0..layouts.len()).find_map(|grid| {
                Some((Some(grid), self.supply.shortage_on(&layouts[grid..=grid], outcome[grid].into())?))
            });
            let short = alone.or_else(|| Some((None, self.supply.shortage_on(&layouts, completed)?)));
            if let Some((grid, shortage)) = short {
                self.refute(at, grid, Reason::Counting(shortage));
                return None;
            }
        }
        Some(layouts)
    }

    fn left(&self) -> u64 {
        self.effort.budget.saturating_sub(self.steps)
    }

    fn refute(&mut self, at: usize, grid: Option<usize>, reason: Reason) {
        self.refuted[at] = Some(Refutation { layouts: self.task.tries[at].clone(), grid, reason });
    }

    /// Backtracks on each try that is not refuted, with more steps each round.
    fn backtrack(&mut self, rounds: &[u64], stream: &mut Stream) -> Option<(usize, Fill)> {
        for round in rounds {
            for at in 0..self.task.tries.len() {
                let Some(layouts) = self.unrefuted(at) else { continue };
                let limit = self.left().min(*round);
                if limit == 0 {
                    return None;
                }
                let (end, steps) = backtrack::search(&problem(self.task, &layouts), stream, limit);
                self.steps += steps;
                match end {
                    backtrack::End::Found(fill) => return Some((at, fill)),
                    backtrack::End::Exhausted { screened } => self.refute(at, None, Reason::Exhausted { screened }),
                    backtrack::End::Steps => {}
                }
            }
            if self.refuted.iter().all(Option::is_some) {
                break;
            }
        }
        None
    }

    /// Solves each try that is not refuted by SAT: each grid alone, which is the cheap way to a refutation and often
    /// already gives two grids that go together, then all grids.
    fn sat(&mut self, stream: &mut Stream) -> Option<(usize, Fill)> {
        let grids = self.task.outcome.len();
        let mut known: Vec<Alone> = Vec::new();
        'tries: for at in 0..self.task.tries.len() {
            let Some(layouts) = self.unrefuted(at) else { continue };
            let mut fills: Vec<Fill> = Vec::new();
            for grid in 0..grids {
                match self.alone(at, grid, &layouts, &mut known, stream)? {
                    Ok(fill) => fills.push(fill),
                    Err(mut core) => {
                        core.slots.iter_mut().for_each(|(of, _)| *of = grid);
                        self.refute(at, Some(grid), Reason::Core(core));
                        continue 'tries;
                    }
                }
            }
            let together: Fill = fills.concat();
            if problem(self.task, &layouts).fault(&together).is_none() {
                return Some((at, together));
            }
            match self.sat_on(&layouts, 0..grids, stream) {
                sat::End::Found(fill) => {
                    let fault = problem(self.task, &layouts).fault(&fill);
                    assert_eq!(fault, None, "the SAT solver's model does not solve the problem");
                    return Some((at, fill));
                }
                sat::End::Refuted(core) => self.refute(at, None, Reason::Core(core)),
                sat::End::Steps => return None,
            }
        }
        None
    }

    /// One grid of a try, solved for itself, or as it was when another try had the same; `None` when the steps ran out.
    fn alone(
        &mut self,
        at: usize,
        grid: usize,
        layouts: &[&Layout],
        known: &mut Vec<Alone>,
        stream: &mut Stream,
    ) -> Option<Result<Fill, Core>> {
        // With locks the grids differ even on equal layouts.
        let locked = if self.task.locks.is_empty() { None } else { Some(grid) };
        let asked = (self.task.tries[at][grid], self.task.outcome[grid], locked);
        if let Some(same) = known.iter().find(|other| other.asked == asked) {
            return Some(same.end.clone());
        }
        let end = match self.sat_on(layouts, grid..grid + 1, stream) {
            sat::End::Found(fill) => Ok(fill),
            sat::End::Refuted(core) => Err(core),
            sat::End::Steps => return None,
        };
        known.push(Alone { asked, end: end.clone() });
        Some(end)
    }

    fn sat_on(&mut self, layouts: &[&Layout], grids: std::ops::Range<usize>, stream: &mut Stream) -> sat::End {
        if self.left() == 0 {
            return sat::End::Steps;
        }
        self.used_sat = true;
        let (end, steps) = sat::solve(&problem(self.task, layouts), grids, stream, self.left());
        self.steps += steps;
        end
    }
}

/// The task on the layouts of one try.
fn problem<'a>(task: &Task<'a>, layouts: &'a [&'a Layout]) -> Problem<'a> {
    let Task { vocabulary, split, outcome, locks, theme, taken, .. } = *task;
    Problem { vocabulary, split, layouts, outcome, locks, theme, taken }
}

/// The grids of a fill.
///
/// # Panics
/// When the fill is not one of these layouts.
pub fn grids(layouts: &[&Layout], fill: &[crate::lexicon::WordId], vocabulary: &Vocabulary) -> GridPair {
    let lexicon = vocabulary.lexicon();
    let mut words = fill.iter();
    let grids = layouts.iter().map(|layout| {
        let mut cells = Cells::grey(layout.mask().rows(), layout.mask().columns());
        let placed = layout.slots().iter().zip(words.by_ref()).map(|(slot, id)| {
            let word = lexicon.word(*id);
            for ((row, column), letter) in slot.cells().zip(word.letters()) {
                cells.set(row, column, Some(*letter));
            }
            PlacedWord {
                word,
                display: lexicon.display(*id).into(),
                row: slot.row,
                column: slot.column,
                direction: slot.direction,
            }
        });
        let words = placed.collect();
        Grid { cells, words }
    });
    GridPair { grids: grids.collect() }
}
