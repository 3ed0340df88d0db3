//! Means of samples, and how far off they may be.

use std::fmt;

use serde::Serialize;

/// The mean of a sample, and its standard error: the sample's standard deviation over the root of its size.
///
/// The error takes the units for independent of each other: it is too small where more units than pairs are dealt, so that they
/// share pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Estimate {
    pub(super) mean: f64,
    /// None of a single unit.
    pub(super) standard_error: Option<f64>,
}

impl Estimate {
    pub(super) fn of(sample: &[f64]) -> Self {
        let size: f64 = sample.iter().map(|_| 1.0).sum();
        let mean = sample.iter().sum::<f64>() / size;
        let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
        let error = (sample.len() > 1).then(|| (squares / (size - 1.0) / size).sqrt());
        Self { mean: rounded(mean), standard_error: error.map(rounded) }
    }

    /// `12.3 ± 0.4 %`.
    pub(super) fn percent(&self) -> String {
        let Self { mean, standard_error } = self;
        let error = standard_error.map_or_else(String::new, |error| format!(" ± {:.1}", error * 100.0));
        format!("{:.1}{error} %", mean * 100.0)
    }
}

/// To six decimals: more would be noise.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.mean)?;
        self.standard_error.map_or(Ok(()), |error| write!(f, " ± {error:.2}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_errors() {
        // A variance of 5/3, over four values.
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(estimate, Estimate { mean: 2.5, standard_error: Some(0.645_497) });
        assert_eq!((estimate.to_string().as_str(), estimate.percent().as_str()), ("2.50 ± 0.65", "250.0 ± 64.5 %"));
        assert_eq!(Estimate::of(&[0.5]).percent(), "50.0 %");
    }
}
