//! The audit finds what was planted, and nothing where grids came first.
#![cfg(feature = "audit")]
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

mod alarms;
mod dealt;
mod makers;
