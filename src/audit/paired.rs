//! Units beside others that were dealt by the law that is declared: whether both are of that law.
//!
//! For each unit another one is dealt, from a test's stream, for the same grids and the same lot. Where the unit itself was dealt by
//! that law, nothing tells the two apart, so that each difference between them is as likely the other way round. Summed over
//! units, differences then have a mean of 0, and the sum of their squares is the variance, whatever the grids and lots: letters
//! are never expected to be equal between tiers, which they are not.

use super::distribution::Moments;
use super::verdict::{Measured, Sides};

/// Differences between units and those dealt beside them.
///
/// ```
/// use alveole::audit::paired::Differences;
/// let mut shown = Differences::default();
/// for unit in 0..1_000 {
///     // Two units of three show the letter, and one of three would.
///     shown.add(f64::from(u8::from(unit % 3 > 0)), f64::from(u8::from(unit % 3 == 1)));
/// }
/// let test = shown.test("10 €", "has an E", "share of units");
/// assert!(test.p < 1e-12 && (test.value - 0.333).abs() < 0.001);
/// assert!((shown.observed() - 0.666).abs() < 0.001 && (shown.dealt() - 0.333).abs() < 0.001);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Differences {
    units: f64,
    observed: f64,
    dealt: f64,
    squares: f64,
}

impl Differences {
    /// Adds a unit: what is observed of it, and of the one dealt beside it.
    pub fn add(&mut self, observed: f64, dealt: f64) {
        self.units += 1.0;
        self.observed += observed;
        self.dealt += dealt;
        self.squares += (observed - dealt).powi(2);
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            units: self.units + other.units,
            observed: self.observed + other.observed,
            dealt: self.dealt + other.dealt,
            squares: self.squares + other.squares,
        }
    }

    /// The mean of the units; 0 of none.
    pub fn observed(&self) -> f64 {
        self.observed / self.units.max(1.0)
    }

    /// The mean of those dealt beside them.
    pub fn dealt(&self) -> f64 {
        self.dealt / self.units.max(1.0)
    }

    /// Whether any unit differs from the one beside it: if none does, there is nothing to test.
    pub fn vary(&self) -> bool {
        self.squares > 0.0
    }

    /// The test of the mean difference.
    pub fn test(&self, question: &str, name: &str, measure: &'static str) -> Measured {
        let units = self.units.max(1.0);
        let null = Moments { mean: 0.0, variance: self.squares / units.powi(2), skewness: 0.0 };
        let value = (self.observed - self.dealt) / units;
        Measured {
            question: question.into(),
            name: name.into(),
            measure,
            value,
            expected: 0.0,
            deviation: null.deviation(),
            sides: Sides::Both,
            p: null.two_sided(value),
        }
    }
}
