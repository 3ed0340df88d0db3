//! What is written, read by others: the JSON Schema of a unit, the `ipuz` package, and people.
#![cfg(feature = "formats")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod ipuz;
mod schema;
mod text;
