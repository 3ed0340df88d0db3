//! Units of crosswords with grids of their own: blind, or for their letters and lot.

use std::sync::Arc;

use super::keys::{KeyPurpose, Keys};
use super::units::{BlockError, Grids, Material, OwnGrids};
use crate::crossword::fill::{self, Effort, End, Solver, Task};
use crate::crossword::layout::Layout;
use crate::crossword::lock::Locks;
use crate::crossword::vocabulary::{Split, Vocabulary};
use crate::game::Game;
use crate::letters::{Letter, LetterSet};
use crate::money::Cents;
use crate::produce::blind::{Blind, Wishes};
use crate::produce::dealer::{Dealer, Wanted};
use crate::produce::fresh::Fresh;
use crate::rng::{Stream, Streams};
use crate::screen::Screen;
use crate::unit::{CrosswordUnit, GridPair};
use crate::verify::{Judge, Verified};

/// Letters that are drawn for a filled unit before it is given up: a set of them may have no grids at all.
const ATTEMPTS: u32 = 1_000;

/// Steps of one fill.
const STEPS: u64 = 4_000_000;

/// Makes units with grids of their own.
#[derive(Debug)]
pub(super) struct OwnCrosswords<'a> {
    game: &'a Game,
    name: String,
    fresh: Fresh<'a>,
    mode: OwnGrids,
    vocabulary: &'a Vocabulary,
    layouts: &'a [Layout],
    dealer: Dealer<'a>,
    judge: Judge<'a>,
    pairs: Streams,
    letters: Streams,
    order: Streams,
}

impl<'a> OwnCrosswords<'a> {
    /// # Panics
    /// When the material is a bank.
    pub(super) fn new(game: &'a Game, keys: &Keys, material: &Material<'a>) -> Self {
        let Grids::Own { mode, vocabulary, layouts, wishes } = material.grids else { panic!("a bank makes no grids") };
        let screen: &'a Arc<Screen> = material.screen;
        let judge = Judge::new(game, material.lexicon, screen.blocklist()).for_block(true);
        let wishes: &'a Wishes = wishes;
        let run = Blind { game, vocabulary, screen: Arc::clone(screen), judge, layouts, wishes, seed: 0, count: 0 };
        Self {
            game,
            name: game.name.clone(),
            fresh: Fresh::new(run),
            mode,
            vocabulary,
            layouts,
            dealer: Dealer { game, screen },
            judge,
            pairs: keys.streams(KeyPurpose::Pairs),
            letters: keys.streams(KeyPurpose::Letters),
            order: keys.streams(KeyPurpose::Order),
        }
    }

    pub(super) fn unit(&self, unit: u64, lot: Cents) -> Result<Verified<CrosswordUnit>, BlockError> {
        let (pair, set, completed) = match self.mode {
            OwnGrids::Fresh => self.fresh(unit, lot)?,
            OwnGrids::Filled => self.filled(unit, lot)?,
        };
        let letters = self.dealer.order(set, &mut self.order.stream(unit, 0));
        let letters = letters.map_err(|problem| BlockError::NoOrder { unit, problem })?;
        let made = CrosswordUnit { game: self.name.clone(), letters, pair, lot: self.game.lot(&completed), completed };
        self.judge.verify(made).map_err(|rejected| BlockError::Faulty { unit, rejected })
    }

    /// The pair first, certified for every result; then the letters for the lot.
    fn fresh(&self, unit: u64, lot: Cents) -> Result<(GridPair, LetterSet, Vec<u8>), BlockError> {
        let no_grids = |problem: String| BlockError::NoGrids { unit, problem };
        let (pair, reveal) = self.fresh.pair(&self.pairs, unit).map_err(|error| no_grids(error.to_string()))?;
        let set = self.dealer.set(&reveal, &Wanted::Lot(lot), &mut self.letters.stream(unit, 0));
        let set = set.map_err(|error| no_grids(error.to_string()))?;
        let completed = reveal.completed(set);
        Ok((pair, set, completed))
    }

    /// Outcome and letters first, and grids that suit them; letters that have no grids are drawn anew.
    fn filled(&self, unit: u64, lot: Cents) -> Result<(GridPair, LetterSet, Vec<u8>), BlockError> {
        let locks = Locks::none();
        let outcome = self.outcome(lot, &mut self.letters.stream(unit, u32::MAX));
        for attempt in 0..ATTEMPTS {
            let mut all: Vec<Letter> = Letter::all().collect();
            self.letters.stream(unit, attempt).shuffle(&mut all);
            let set: LetterSet = all[..self.game.crossword.letters].iter().copied().collect();
            let mut stream = self.pairs.stream(unit, attempt);
            let tries: Vec<Vec<usize>> = (0..LAYOUT_TRIES).map(|_| self.layouts(&mut stream)).collect();
            let split = Split::new(self.vocabulary, set);
            let task = Task {
                vocabulary: self.vocabulary,
                split: &split,
                outcome: &outcome,
                pool: self.layouts,
                tries: &tries,
                locks: &locks,
                theme: None,
                taken: None,
            };
            let effort = Effort { solver: Solver::Auto, budget: STEPS };
            if let End::Found { on, fill } = fill::fill(&task, &mut stream, effort).end {
                let layouts: Vec<&Layout> = tries[on].iter().map(|layout| &self.layouts[*layout]).collect();
                return Ok((fill::grids(&layouts, &fill, self.vocabulary), set, outcome));
            }
        }
        Err(BlockError::NoGrids { unit, problem: format!("no letters of {ATTEMPTS} draws have grids that win {lot}") })
    }

    /// Layouts of a unit, all different where there are enough.
    fn layouts(&self, stream: &mut Stream) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.layouts.len()).collect();
        stream.shuffle(&mut all);
        all.into_iter().cycle().take(self.game.crossword.grids).collect()
    }

    /// An outcome of a lot: by the game's mix, or each as often.
    fn outcome(&self, lot: Cents, stream: &mut Stream) -> Vec<u8> {
        let weighed: Vec<(Vec<u8>, u32)> = match self.game.mix(lot) {
            Some(mix) => mix.outcomes.iter().map(|outcome| (outcome.completed.clone(), outcome.weight)).collect(),
            None => {
                self.game.outcomes().filter(|outcome| self.game.lot(outcome) == Some(lot)).map(|k| (k, 1)).collect()
            }
        };
        let mut left = stream.below(weighed.iter().map(|(_, weight)| weight).sum());
        for (outcome, weight) in &weighed {
            if left < *weight {
                return outcome.clone();
            }
            left -= weight;
        }
        weighed.last().map(|(outcome, _)| outcome.clone()).unwrap_or_default()
    }
}

/// Layouts that are drawn for one fill.
const LAYOUT_TRIES: usize = 8;
