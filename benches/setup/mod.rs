//! What the fill benches share: familiar words, screened, on 200 layouts of 12 x 12 cells.

use std::sync::Arc;

use alveole::blocklist::Blocklist;
use alveole::crossword::fill::{Effort, Solver, steps_before_sat};
use alveole::crossword::layout::{Layout, LayoutGenerator, Profile};
use alveole::crossword::lock::Locks;
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::game::Game;
use alveole::lexicon::{Level, Lexicon};
use alveole::produce::{Letters, Run};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::verify::Judge;

pub(crate) const LAYOUT_TRIES: usize = 8;

/// Everything a run borrows.
pub(crate) struct Setup {
    game: Game,
    lexicon: Lexicon,
    blocklist: Blocklist,
    vocabulary: Vocabulary,
    layouts: Vec<Layout>,
    locks: Locks,
}

impl Setup {
    /// With these lists: the screen's and the judge's.
    pub(crate) fn new(blocklist: Blocklist) -> Self {
        let (game, lexicon) = (Game::mots_croises(), Lexicon::embedded());
        let screen = Arc::new(Screen::new(blocklist.clone()));
        let vocabulary = Vocabulary::screened(&lexicon.at_level(Level::B), SameLemma::Refused, screen);
        let streams = Streams::from_seed(0, Purpose::Layouts);
        let generator = LayoutGenerator::new(&game.crossword, Profile::default(), 12, 12, streams);
        let layouts = generator.expect("a fair profile").pool(200).expect("200 layouts");
        Self { game, lexicon, blocklist, vocabulary, layouts, locks: Locks::none() }
    }

    /// A run without end of drawn letters and one outcome, by backtracking alone.
    pub(crate) fn run<'a>(&'a self, outcome: &'a [u8]) -> Run<'a> {
        Run {
            game: &self.game,
            vocabulary: &self.vocabulary,
            judge: Judge::new(&self.game, &self.lexicon, &self.blocklist),
            layouts: &self.layouts,
            layout_tries: LAYOUT_TRIES,
            letters: &Letters::Random,
            outcome,
            locks: &self.locks,
            theme: None,
            effort: Effort { solver: Solver::Backtrack, budget: steps_before_sat(LAYOUT_TRIES) },
            seed: 1,
            count: u64::MAX,
        }
    }
}
