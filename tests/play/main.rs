//! Replays: order, pick and AUTO change nothing, in either game.
#![cfg(feature = "formats")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod crossword;
mod hive;
