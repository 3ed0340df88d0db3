//! What blocks are made of whose units have grids of their own.

use std::sync::Arc;

use alveole::block::plan::{Mode, Plan, PlannedGrids};
use alveole::block::units::{Grids, Material, OwnGrids};
use alveole::crossword::layout::{Layout, LayoutGenerator, Mask, Profile};
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::game::Game;
use alveole::lexicon::{Level, Source};
use alveole::produce::blind::Wishes;
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;

use crate::bank::words_with;
use crate::exit::{Code, Failure};
use crate::options::{Size, Words};

/// Words, layouts and wishes of a plan.
#[derive(Debug)]
pub(super) struct OwnMaterial {
    mode: OwnGrids,
    vocabulary: Vocabulary,
    layouts: Vec<Layout>,
    wishes: Wishes,
}

impl OwnMaterial {
    /// What the plan has frozen, made again.
    pub(super) fn new(
        plan: &Plan,
        grids: &PlannedGrids,
        game: &Game,
        words: &Words,
        screen: &Arc<Screen>,
    ) -> Result<Self, Failure> {
        let unknown = |what: &str| Failure::usage(format_args!("the plan: {what} is not understood"));
        let level: Level = grids.level.parse().map_err(|_| unknown("the level of the words"))?;
        let with = grids.words_with.split_whitespace().map(|text| words_with(text).ok()).collect::<Option<Vec<_>>>();
        let wishes = Wishes { words_with: with.ok_or_else(|| unknown("words_with"))?, ..Wishes::default() };
        let layouts = layouts(grids, game)?;
        if plan.digests.layouts != Some(digest(&layouts)) {
            return Err(Failure::usage("the layouts of the plan are not those that this program makes: plan it anew"));
        }
        let vocabulary = Vocabulary::screened(&words.at_level(level)?, SameLemma::Refused, Arc::clone(screen));
        let mode = if plan.mode == Some(Mode::Fill) { OwnGrids::Filled } else { OwnGrids::Fresh };
        Ok(Self { mode, vocabulary, layouts, wishes })
    }

    pub(super) fn material<'a>(&'a self, words: &'a Words, screen: &'a Arc<Screen>) -> Material<'a> {
        let Self { mode, vocabulary, layouts, wishes } = self;
        Material { grids: Grids::Own { mode: *mode, vocabulary, layouts, wishes }, lexicon: &words.lexicon, screen }
    }
}

/// The layouts of a plan: a public matter, and the same for every block.
pub(super) fn layouts(grids: &PlannedGrids, game: &Game) -> Result<Vec<Layout>, Failure> {
    let Size { columns, rows } =
        grids.size.parse().map_err(|problem| Failure::usage(format_args!("the plan: {problem}")))?;
    let streams = Streams::from_seed(0, Purpose::Layouts);
    let generator = LayoutGenerator::new(&game.crossword, Profile::default(), rows, columns, streams);
    let count = usize::try_from(grids.layouts).unwrap_or(usize::MAX);
    let pool = generator.map_err(Failure::usage)?.pool(count);
    pool.map_err(|error| Failure::Because(Code::Spent, error.into()))
}

pub(super) fn digest(layouts: &[Layout]) -> String {
    Source::of(Mask::write_all(layouts.iter().map(Layout::mask)).as_bytes()).digest_hex()
}
