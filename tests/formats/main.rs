//! What is written, read by others: the JSON Schema of a unit, the `ipuz` package, and people.
#![cfg(feature = "formats")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test's helpers say what they expect, and why one is skipped"
)]

mod ipuz;
mod schema;
mod text;
