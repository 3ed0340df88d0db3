//! The makers of hives: plans are counted and listed whole, and placed by exactly the law that is declared.

#![expect(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod full;
mod games;
mod naive;
mod placement;
mod plans;
mod runs;
