//! The audit finds what was planted, and nothing where grids came first.
#![cfg(feature = "audit")]
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]
#![allow(clippy::print_stdout, reason = "full runs tell their figures")]

mod alarms;
#[cfg(feature = "block")]
mod beside;
mod dealt;
mod makers;
mod positions;
