//! Audits: whether what a player sees before any letter is uncovered tells what the unit wins.
//!
//! An instant-win game was broken in 2003 because it did: Mohan Srivastava found that symbols which stood on a tic-tac-toe ticket
//! just once told its winners with 90 % (J. Lehrer, "Cracking the scratch lottery code", *Wired*, 2011). Here a unit shows two
//! filled grids. [`independence`] asks whether anything of a declared list of their [`features`], or a [`score`] learnt from all
//! of them, goes with the lot.
//!
//! # How a p-value comes about
//!
//! The grids of a pair are the same in all units that show them, so the pairs, not the units, are what is drawn. Each pair
//! keeps the results of its units together, and the grids are [shuffled](permutation) over these: a pair that is shown a hundred
//! times counts as one piece of evidence, not as a hundred. All tests of an audit are one [`Family`](verdict::Family): what is
//! called found holds with the whole family's level (Holm). Beside each verdict stands the effect that would have been
//! detected nine times in ten: a test that found nothing says no more than that.
//!
//! | module | what it is |
//! |---|---|
//! | [`distribution`] | tails of normal, chi-square and Pearson's type III; chi-square tests |
//! | [`verdict`] | tests as a family: Holm, detectable effects |
//! | [`roc`] | ranks, areas under curves |
//! | [`permutation`] | shuffling pairs over results: exact moments of rank statistics |
//! | [`score`] | a ridge logistic score, out of fold |
//! | [`features`] | what is looked at on a pair of grids |
//! | [`sample`] | units as an audit sees them |
//! | [`lots`] | lots for units that are dealt to be audited |
//! | [`independence`] | the audit of grids against lots |
//! | [`positions`] | where units of a tier lie in a block |
//! | [`paired`] | units beside others that were dealt by the declared law |
//! | [`plot`], [`report`] | pictures, and a page for people |
//!
//! Nothing here knows where units come from, and all but [`features`], [`sample`], [`lots`] and [`independence`] know
//! no crossword. Floats
//! are used freely: nothing that is computed here goes into a unit. The same units and seed give the same bytes, for any
//! number of threads.

pub mod distribution;
pub mod features;
pub mod independence;
pub mod lots;
pub mod paired;
pub mod permutation;
pub mod plot;
pub mod positions;
pub mod report;
pub mod roc;
pub mod sample;
pub mod score;
pub mod verdict;

/// A count as a number to calculate with. There are fewer than 2³² of anything here.
fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
