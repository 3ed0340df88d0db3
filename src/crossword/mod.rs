//! Crossword grids: where words may stand (`layout`), and which words stand there (`fill`).

pub mod amend;
mod backtrack;
mod bits;
mod bounds;
pub mod deal;
mod explain;
pub mod fill;
pub mod layout;
pub mod lock;
pub mod odds;
mod problem;
mod readings;
mod repair;
pub mod reveal;
mod sat;
mod served;
pub mod vocabulary;

pub use bounds::{Kind, Shortage};
pub use problem::{Fill, Problem, Taken};
pub use sat::Core;
