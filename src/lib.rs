//! Alvéole makes and judges the content of instant-win games.
pub mod blocklist;
pub mod crossword;
#[cfg(feature = "formats")]
pub mod formats;
pub mod game;
pub mod letters;
pub mod lexicon;
pub mod money;
pub mod produce;
pub mod rng;
pub mod screen;
pub mod table;
pub mod unit;
pub mod verify;
