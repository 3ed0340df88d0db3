//! Alvéole makes and judges the content of instant-win games.
pub mod crossword;
pub mod game;
pub mod letters;
pub mod money;
pub mod rng;
pub mod unit;
