//! Draws layouts that meet a profile, one by one or in pools without repeats.

use std::fmt;

use thiserror::Error;

use super::draft::{Drafter, Outcome};
use super::{Layout, Layouts, Profile, ProfileError, ProfileFault};
use crate::game;
use crate::rng::Streams;

/// Draws layouts that meet a profile.
///
/// Layout *i* is a function of the streams' key and *i* alone.
///
/// ```
/// use alveole::crossword::layout::{LayoutGenerator, Profile};
/// use alveole::game::Game;
/// use alveole::rng::{Purpose, Streams};
/// let game = Game::mots_croises().crossword;
/// let streams = Streams::from_seed(7, Purpose::Layouts);
/// let generator = LayoutGenerator::new(&game, Profile::default(), 11, 15, streams)?;
/// let layout = generator.make(1_000_000, 0)?;
/// assert_eq!((layout.mask().rows(), layout.mask().columns()), (11, 15));
/// assert_eq!(Profile::default().check(&layout), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LayoutGenerator {
    game: game::Crossword,
    profile: Profile,
    rows: usize,
    columns: usize,
    streams: Streams,
    budget: u64,
}

/// Why there is no layout, or no further one. In both cases a wished-for profile is not met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GenerateError {
    /// The budget was spent before a layout met the profile.
    #[error(
        "layout {index}: the profile was not met within {steps} steps ({attempts} attempts); the nearest: {nearest}; widen the profile or the box, or raise the budget"
    )]
    Unmet {
        /// Which layout of the run.
        index: u64,
        /// Steps taken.
        steps: u64,
        /// Attempts made.
        attempts: u64,
        /// How near they came.
        nearest: Nearest,
    },
    /// Only layouts that were there already came up.
    #[error(
        "found {found} different layouts of {wanted} (turned and mirrored ones are the same), then {clashes} times one that was there; ask for fewer, or widen the profile or the box"
    )]
    Exhausted {
        /// Different layouts found.
        found: usize,
        /// Layouts asked for.
        wanted: usize,
        /// Layouts drawn in vain for the next one.
        clashes: u32,
    },
}

/// How near the attempts came to the profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearest {
    /// Never were all slots laid.
    Partial {
        /// Slots laid at most.
        laid: usize,
        /// Slots of a layout.
        wanted: usize,
    },
    /// All slots were laid, and missed the profile in this.
    Whole(ProfileFault),
}

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Partial { laid, wanted } => write!(f, "{laid} of {wanted} slots found a place"),
            Self::Whole(fault) => fault.fmt(f),
        }
    }
}

impl Nearest {
    /// Smaller is nearer: first by slots laid, then by how late the profile looks at what is missed, then by how much.
    fn distance(&self) -> (usize, usize, usize) {
        match self {
            Self::Partial { laid, wanted } => (wanted - laid, 0, 0),
            Self::Whole(fault) => {
                let bounds_left =
                    ProfileFault::KEYS.iter().rev().position(|key| *key == fault.key).unwrap_or(usize::MAX);
                (
                    0,
                    bounds_left,
                    fault.wanted.min.saturating_sub(fault.found) + fault.found.saturating_sub(fault.wanted.max),
                )
            }
        }
    }
}

impl LayoutGenerator {
    /// Steps that one layout may take unless another budget is set: some seconds. A step is one search for places of a
    /// slot of one direction and length; a layout of the default profile takes a few hundred.
    pub const BUDGET: u64 = 5_000_000;

    /// Layouts drawn in vain for one index, before a pool is held to be exhausted.
    pub const CLASHES: u32 = 64;

    /// A generator of layouts of this game in a box of so many rows and columns.
    ///
    /// # Errors
    /// When the profile contradicts itself, the game or the box, or the box is none of the game.
    pub fn new(
        game: &game::Crossword,
        profile: Profile,
        rows: usize,
        columns: usize,
        streams: Streams,
    ) -> Result<Self, ProfileError> {
        profile.check_against(game)?;
        profile.check_box(game, rows, columns)?;
        Ok(Self { game: game.clone(), profile, rows, columns, streams, budget: Self::BUDGET })
    }

    /// The same with another budget, in steps for each layout. The attempt that passes it is still ended.
    #[must_use]
    pub const fn with_budget(mut self, steps: u64) -> Self {
        self.budget = steps;
        self
    }

    /// The profile that is met.
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Draws the layout of an index, from one of the index's sub-streams.
    ///
    /// # Errors
    /// [`GenerateError::Unmet`] when the budget is spent.
    ///
    /// # Panics
    /// When the slots that were laid are no layout of the game: a fault of this room.
    pub fn make(&self, index: u64, sub: u32) -> Result<Layout, GenerateError> {
        let wanted = self.game.words_per_grid;
        let mut stream = self.streams.stream(index, sub);
        let mut drafter = Drafter {
            profile: &self.profile,
            words: wanted,
            rows: self.rows,
            columns: self.columns,
            stream: &mut stream,
            steps: 0,
        };
        let (mut attempts, mut nearest) = (0, Nearest::Partial { laid: 0, wanted });
        loop {
            attempts += 1;
            let came = match drafter.attempt() {
                Outcome::Stuck(laid) => Nearest::Partial { laid, wanted },
                Outcome::Whole(mask) => {
                    let layout = Layout::from_mask(&mask, &self.game)
                        .unwrap_or_else(|fault| panic!("layout {index}, sub-stream {sub}: {fault}\n{mask}"));
                    match self.profile.check(&layout) {
                        Ok(()) => return Ok(layout),
                        Err(fault) => Nearest::Whole(fault),
                    }
                }
            };
            if came.distance() < nearest.distance() {
                nearest = came;
            }
            let steps = drafter.steps;
            // An attempt takes a step at least, but for plans that fit no box at all.
            if steps.max(attempts) >= self.budget {
                return Err(GenerateError::Unmet { index, steps, attempts, nearest });
            }
        }
    }

    /// So many layouts, no two of them equal under the symmetries of the square, drawn by the threads of the current
    /// rayon pool. Where a layout is there already, its index's next sub-stream is drawn from; so a longer run begins
    /// with the shorter one, and any number of threads gives the same layouts.
    ///
    /// The iterator ends at the first error: the budget of a layout is spent, or [`CLASHES`](Self::CLASHES) layouts in a
    /// row were there already.
    pub fn layouts(&self, count: usize) -> Layouts<'_> {
        Layouts::new(self, count)
    }

    /// All of [`Self::layouts`] at once.
    ///
    /// # Errors
    /// When there are not so many: its error.
    pub fn pool(&self, count: usize) -> Result<Vec<Layout>, GenerateError> {
        self.layouts(count).collect()
    }
}
