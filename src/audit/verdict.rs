//! Tests as a family: Holm's correction, verdicts, and the effect that would have been detected.

use serde::Serialize;

use super::distribution::normal_quantile;
use super::real;

/// How often an effect of the detectable size is missed.
pub const MISSED: f64 = 0.1;

/// Where a statistic shows an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// Above what is expected only: a score that is worse than chance tells nothing.
    Above,
    /// On either side.
    Both,
}

/// A test as it was carried out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// What was asked, such as `wins`.
    pub question: String,
    /// What was looked at, such as `words with E`.
    pub name: String,
    /// What `value` is, such as `AUC`.
    pub measure: &'static str,
    /// What was found.
    pub value: f64,
    /// What is found on average where there is no effect.
    pub expected: f64,
    /// How much `value` varies where there is no effect: a standard deviation.
    pub deviation: f64,
    /// Where an effect shows.
    pub sides: Sides,
    /// The probability of `value`, or of a more extreme one, where there is no effect.
    pub p: f64,
}

/// A test among the others of its family.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The test.
    #[serde(flatten)]
    pub test: Measured,
    /// Holm's p-value: small enough for the whole family.
    pub adjusted_p: f64,
    /// The value from which an effect is detected in nine audits of ten, were this the only one of the family.
    ///
    /// Worked out for the first step of Holm's procedure, the strictest, and a normal distribution.
    pub detectable: f64,
    /// Whether an effect was found.
    pub found: bool,
}

impl Verdict {
    /// From where on an effect would be detected, as text.
    pub fn span(&self) -> String {
        let (sign, size) = match self.test.sides {
            Sides::Above => ("", self.detectable),
            Sides::Both => ("±", self.detectable - self.test.expected),
        };
        let digits = match size {
            size if size >= 100.0 => 0,
            size if size >= 10.0 || size <= 0.0 => 1,
            size if size >= 0.01 => 3,
            _ => 6,
        };
        format!("{sign}{size:.digits$}")
    }
}

/// A probability as people read it.
pub fn probability(p: f64) -> String {
    match p {
        p if p < 1e-15 => "<1e-15".into(),
        p if p < 0.001 => format!("{p:.0e}"),
        p => format!("{p:.3}"),
    }
}

/// All tests of an audit, and what they find together.
///
/// ```
/// use alveole::audit::verdict::{Family, Measured, Sides};
/// let test = |name: &str, p| Measured {
///     question: "wins".into(), name: name.into(), measure: "AUC", value: 0.52, expected: 0.5, deviation: 0.004,
///     sides: Sides::Both, p,
/// };
/// let family = Family::new(0.001, vec![test("grey cells", 0.3), test("words with E", 0.0001)]);
/// assert_eq!(family.found().map(|verdict| verdict.test.name.as_str()).collect::<Vec<_>>(), ["words with E"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Family {
    /// The probability that anything is found where there is nothing at all.
    pub level: f64,
    /// In the order in which they were declared.
    pub verdicts: Vec<Verdict>,
}

impl Family {
    /// Judges tests together.
    pub fn new(level: f64, tests: Vec<Measured>) -> Self {
        let adjusted = holm(&tests.iter().map(|test| test.p).collect::<Vec<_>>());
        let strictest = level / real(tests.len().max(1));
        let verdict = |(test, adjusted_p): (Measured, f64)| {
            let tail = if test.sides == Sides::Both { strictest / 2.0 } else { strictest };
            let detectable = test.expected + (normal_quantile(tail) + normal_quantile(MISSED)) * test.deviation;
            Verdict { test, adjusted_p, detectable, found: adjusted_p <= level }
        };
        Self { level, verdicts: tests.into_iter().zip(adjusted).map(verdict).collect() }
    }

    /// The tests that found an effect.
    pub fn found(&self) -> impl Iterator<Item = &Verdict> {
        self.verdicts.iter().filter(|verdict| verdict.found)
    }

    /// Whether no test found an effect.
    pub fn is_sound(&self) -> bool {
        self.found().next().is_none()
    }
}

/// Holm's p-values, in the order of the given ones: one that is at most the level is found with that level for all of them
/// together, however they depend on each other (S. Holm, "A simple sequentially rejective multiple test procedure", 1979).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut adjusted = vec![1.0; p.len()];
    let mut least: f64 = 0.0;
    for (before, test) in order.into_iter().enumerate() {
        least = least.max((real(p.len() - before) * p[test]).min(1.0));
        adjusted[test] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_by_hand() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, known) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - known).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(holm(&[0.7, 0.8]), [1.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }

    #[test]
    fn what_is_detectable_is_found_nine_times_in_ten() {
        let test = |sides| Measured {
            question: String::new(),
            name: String::new(),
            measure: "AUC",
            value: 0.5,
            expected: 0.5,
            deviation: 0.01,
            sides,
            p: 1.0,
        };
        let family = Family::new(0.05, vec![test(Sides::Both), test(Sides::Above)]);
        // Levels of 0.0125 a tail, and 0.025.
        let expected = [0.5 + 0.01 * (2.241_403 + 1.281_552), 0.5 + 0.01 * (1.959_964 + 1.281_552)];
        for (verdict, expected) in family.verdicts.iter().zip(expected) {
            assert!((verdict.detectable - expected).abs() < 1e-6, "{verdict:?}");
        }
        assert!(family.is_sound());
    }
}
