//! Masks of letter cells, and the slots and crossings that they make.
//!
//! A [`Mask`] says which cells of a box hold letters. Read as a crossword (every maximal run of two or more letter
//! cells is a slot) it becomes a [`Layout`]: slots, crossings and a search order, in flat arrays. A [`Profile`] says
//! how a layout should look beyond what the rules ask, and a [`LayoutGenerator`] draws layouts that look so.
//!
//! Rows and columns of cells count from 0, top left; lines and columns of texts count from 1.
//!
//! ```
//! use alveole::crossword::layout::{LayoutGenerator, Profile};
//! use alveole::game::Game;
//! use alveole::rng::{Purpose, Streams};
//!
//! let game = Game::mots_croises().crossword;
//! let streams = Streams::from_seed(0, Purpose::Layouts);
//! let generator = LayoutGenerator::new(&game, Profile::default(), 12, 12, streams)?;
//! for layout in generator.pool(3)? {
//!     assert_eq!(layout.slots().len(), 18);
//!     println!("{}", layout.mask());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod draft;
mod fault;
mod figures;
mod generate;
mod graph;
mod mask;
mod pool;
mod profile;
mod slots;

pub use fault::LayoutFault;
pub use figures::{Figures, Spread};
pub use generate::{GenerateError, LayoutGenerator, Nearest};
pub use mask::{Mask, MaskError, MaskProblem};
pub use pool::Layouts;
pub use profile::{Profile, ProfileError, ProfileFault};
pub use slots::{Crossing, Layout, Slot, SlotCrossing, SlotId};
