//! The distributions that p-values come from: normal, chi-square, and Pearson's type III.
//!
//! The special functions are those of `statrs`, which is named in this file only.

use serde::Serialize;
use statrs::function::erf::{erfc, erfc_inv};
use statrs::function::factorial::ln_binomial;
use statrs::function::gamma::{gamma_lr, gamma_ur};

use super::real;

/// Below this skewness the type III distribution is a normal one, but for a small correction.
const NEARLY_NORMAL: f64 = 0.02;

/// The probability that a standard normal variable is above `z`.
///
/// ```
/// use alveole::audit::distribution::normal_tail;
/// assert!((normal_tail(1.959_963_985) - 0.025).abs() < 1e-9);
/// ```
pub fn normal_tail(z: f64) -> f64 {
    erfc(z / std::f64::consts::SQRT_2) / 2.0
}

/// The `z` that a standard normal variable is above with this probability: the other way round.
pub fn normal_quantile(tail: f64) -> f64 {
    std::f64::consts::SQRT_2 * erfc_inv(2.0 * tail)
}

/// The probability that a chi-square variable of so many degrees of freedom is above `x`; 1 where there are no degrees.
///
/// ```
/// use alveole::audit::distribution::chi_square_tail;
/// assert!((chi_square_tail(3.841_458_821, 1) - 0.05).abs() < 1e-9);
/// ```
pub fn chi_square_tail(x: f64, degrees: u32) -> f64 {
    if degrees == 0 || x <= 0.0 { 1.0 } else { gamma_ur(f64::from(degrees) / 2.0, x / 2.0) }
}

/// The logarithm of the number of ways to choose `of` of `all`.
pub fn ln_choose(all: u64, of: u64) -> f64 {
    ln_binomial(all, of)
}

/// The probabilities of `value` or less, and of `value` or more, where `draws` of `all` things are drawn and `marked` of them are
/// marked: of the marked ones among those that are drawn.
///
/// ```
/// use alveole::audit::distribution::hypergeometric_tails;
/// // Two of four, two of them marked: 1, 4 and 1 of 6 ways have none, one and two.
/// let (lower, upper) = hypergeometric_tails(4, 2, 2, 1);
/// assert!((lower - 5.0 / 6.0).abs() < 1e-12 && (upper - 5.0 / 6.0).abs() < 1e-12);
/// ```
pub fn hypergeometric_tails(all: u64, marked: u64, draws: u64, value: u64) -> (f64, f64) {
    let (least, most) = ((draws + marked).saturating_sub(all), draws.min(marked));
    let whole = ln_choose(all, draws);
    let probability = |value: u64| (ln_choose(marked, value) + ln_choose(all - marked, draws - value) - whole).exp();
    let lower = (least..=value.min(most)).map(probability).sum::<f64>();
    let upper = (value.max(least)..=most).map(probability).sum::<f64>();
    (lower.min(1.0), upper.min(1.0))
}

/// The probabilities of `value` or less, and of `value` or more, of a Poisson variable.
///
/// ```
/// use alveole::audit::distribution::poisson_tails;
/// let (lower, upper) = poisson_tails(0.1, 1);
/// assert!((lower - 1.1 * (-0.1_f64).exp()).abs() < 1e-12 && (upper - 1.0 + (-0.1_f64).exp()).abs() < 1e-12);
/// ```
#[expect(clippy::cast_precision_loss, reason = "counts, far below 2^52")]
pub fn poisson_tails(mean: f64, value: u64) -> (f64, f64) {
    if mean <= 0.0 {
        return (1.0, if value == 0 { 1.0 } else { 0.0 });
    }
    let upper = if value == 0 { 1.0 } else { gamma_lr(value as f64, mean) };
    (gamma_ur(value as f64 + 1.0, mean), upper)
}

/// A chi-square test of counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChiSquare {
    /// The sum of (observed − expected)² ÷ expected.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// Probability of such a sum or a greater one, where the expected counts hold.
    pub p: f64,
}

impl ChiSquare {
    /// Counts against the shares that they should have; the degrees are one fewer than the kinds with a share. A kind that
    /// has a count and no share is impossible: the p-value is 0.
    ///
    /// ```
    /// use alveole::audit::distribution::ChiSquare;
    /// let test = ChiSquare::of_shares(&[18, 22, 20], &[1.0, 1.0, 1.0]);
    /// assert!((test.statistic - 0.4).abs() < 1e-12 && test.degrees == 2);
    /// ```
    ///
    /// # Panics
    /// When there are not as many shares as counts.
    pub fn of_shares(counts: &[u32], shares: &[f64]) -> Self {
        assert_eq!(counts.len(), shares.len(), "a share for each count");
        let (all, whole) = (counts.iter().copied().map(f64::from).sum::<f64>(), shares.iter().sum::<f64>());
        let mut statistic = 0.0;
        let mut kinds: u32 = 0;
        for (count, share) in counts.iter().copied().zip(shares) {
            let expected = all * share / whole;
            if *share > 0.0 {
                kinds += 1;
                statistic += if expected > 0.0 { (f64::from(count) - expected).powi(2) / expected } else { 0.0 };
            } else if count > 0 {
                statistic = f64::INFINITY;
            }
        }
        Self::new(statistic, kinds.saturating_sub(1))
    }

    /// Whether two properties are independent, from a table of counts: rows of equal length. Rows and columns without a count
    /// have no say.
    ///
    /// ```
    /// use alveole::audit::distribution::ChiSquare;
    /// let test = ChiSquare::of_table(&[vec![10, 20], vec![30, 40]]);
    /// assert!((test.statistic - 0.793_650_8).abs() < 1e-6 && test.degrees == 1);
    /// ```
    ///
    /// # Panics
    /// When the rows are not equally long.
    pub fn of_table(table: &[Vec<u32>]) -> Self {
        let width = table.first().map_or(0, Vec::len);
        assert!(table.iter().all(|row| row.len() == width), "rows of equal length");
        let sum = |counts: &mut dyn Iterator<Item = u32>| counts.map(f64::from).sum::<f64>();
        let rows: Vec<f64> = table.iter().map(|row| sum(&mut row.iter().copied())).collect();
        let columns: Vec<f64> = (0..width).map(|at| sum(&mut table.iter().map(|row| row[at]))).collect();
        let all: f64 = rows.iter().sum();
        let mut statistic = 0.0;
        for (row, in_row) in table.iter().zip(&rows) {
            for (count, in_column) in row.iter().zip(&columns) {
                let expected = in_row * in_column / all;
                if expected > 0.0 {
                    statistic += (f64::from(*count) - expected).powi(2) / expected;
                }
            }
        }
        let used = |sums: &[f64]| sums.iter().filter(|sum| **sum > 0.0).count().saturating_sub(1);
        let degrees = u32::try_from(used(&rows) * used(&columns)).unwrap_or(u32::MAX);
        Self::new(statistic, degrees)
    }

    /// A statistic that was summed up elsewhere.
    pub fn of_statistic(statistic: f64, degrees: usize) -> Self {
        Self::new(statistic, u32::try_from(degrees).unwrap_or(u32::MAX))
    }

    /// The statistic times a factor that is near 1: a correction.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self::new(self.statistic * factor, self.degrees)
    }

    fn new(statistic: f64, degrees: u32) -> Self {
        let p = if statistic == f64::INFINITY { 0.0 } else { chi_square_tail(statistic, degrees) };
        Self { statistic, degrees, p }
    }
}

/// What is known of a statistic's distribution where nothing is to be found: its first three moments.
///
/// Tail probabilities are those of the distribution of Pearson's type III (a shifted gamma) with these moments: it follows
/// the skewness of permutation distributions far into the tail, where counting permutations would take millions (Mielke and
/// Berry, *Permutation Methods*, 2007; Winkler et al., "Faster permutation inference in brain imaging", 2016).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The variance; 0 where the statistic is always the same.
    pub variance: f64,
    /// The third central moment over the cube of the standard deviation.
    pub skewness: f64,
}

impl Moments {
    /// The moments of some draws; the variance is the unbiased one.
    pub fn of_draws(draws: &[f64]) -> Self {
        let count = real(draws.len());
        if draws.len() < 2 {
            return Self { mean: draws.first().copied().unwrap_or(0.0), ..Self::default() };
        }
        let mean = draws.iter().sum::<f64>() / count;
        let power = |power: i32| draws.iter().map(|draw| (draw - mean).powi(power)).sum::<f64>();
        let variance = power(2) / (count - 1.0);
        let skewness = if variance > 0.0 { power(3) / count / variance.powf(1.5) } else { 0.0 };
        Self { mean, variance, skewness }
    }

    /// Those of the marked things among `draws` of `all`, `marked` of which are marked.
    ///
    /// ```
    /// use alveole::audit::distribution::Moments;
    /// // None, one and two of two: 1, 4 and 1 of 6.
    /// let moments = Moments::of_hypergeometric(4, 2, 2);
    /// assert!((moments.mean - 1.0).abs() < 1e-12 && (moments.variance - 1.0 / 3.0).abs() < 1e-12);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "counts of units, far below 2^52")]
    pub fn of_hypergeometric(all: u64, marked: u64, draws: u64) -> Self {
        let (all, marked, draws) = (all as f64, marked as f64, draws as f64);
        let variance = draws * (marked / all) * (1.0 - marked / all) * (all - draws) / (all - 1.0);
        if all < 3.0 || variance <= 0.0 {
            return Self { mean: draws * marked / all, variance: variance.max(0.0), skewness: 0.0 };
        }
        let skewness = (all - 2.0 * marked) * (all - 1.0).sqrt() * (all - 2.0 * draws)
            / ((draws * marked * (all - marked) * (all - draws)).sqrt() * (all - 2.0));
        Self { mean: draws * marked / all, variance, skewness }
    }

    /// The standard deviation.
    pub fn deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    /// The probability of `value` or more. 1 where the statistic is always the same.
    ///
    /// ```
    /// use alveole::audit::distribution::Moments;
    /// // An exponential variable: P(X > 12) is e^−12.
    /// let exponential = Moments { mean: 1.0, variance: 1.0, skewness: 2.0 };
    /// assert!((exponential.upper_tail(12.0) / (-12.0_f64).exp() - 1.0).abs() < 1e-9);
    /// ```
    pub fn upper_tail(&self, value: f64) -> f64 {
        if self.variance <= 0.0 {
            return 1.0;
        }
        let t = (value - self.mean) / self.deviation();
        if self.skewness.abs() < NEARLY_NORMAL {
            // The first term of Cornish and Fisher's expansion.
            return normal_tail(t - self.skewness * (t * t - 1.0) / 6.0);
        }
        let shape = 4.0 / self.skewness.powi(2);
        let place = shape + self.skewness.signum() * t * shape.sqrt();
        match (self.skewness > 0.0, place > 0.0) {
            (true, true) => gamma_ur(shape, place),
            (true, false) => 1.0,
            (false, true) => gamma_lr(shape, place),
            (false, false) => 0.0,
        }
    }

    /// The probability of `value` or less.
    pub fn lower_tail(&self, value: f64) -> f64 {
        let mirrored = Self { mean: -self.mean, variance: self.variance, skewness: -self.skewness };
        mirrored.upper_tail(-value)
    }

    /// Twice the smaller tail: how surprising `value` is on either side.
    pub fn two_sided(&self, value: f64) -> f64 {
        (2.0 * self.upper_tail(value).min(self.lower_tail(value))).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out from finite sums: a gamma tail of whole shape is a sum of Poisson probabilities.
    #[test]
    fn known_values() {
        let near = |found: f64, known: f64| assert!((found / known - 1.0).abs() < 1e-6, "{found} is not {known}");
        near(normal_tail(4.5), 3.397_673_125e-6);
        near(normal_tail(-1.0), 0.841_344_746);
        near(normal_quantile(1e-5), 4.264_890_794);
        near(chi_square_tail(60.0, 25), 1.045_548_61e-4);
        near(chi_square_tail(20_000.0, 20_000), 0.498_670_192);
        near(chi_square_tail(21_000.0, 20_000), 4.275_872_455e-7);
        // A gamma of shape 16: skewness 1/2.
        let gamma = Moments { mean: 16.0, variance: 16.0, skewness: 0.5 };
        near(gamma.upper_tail(40.0), 5.463_980_711e-6);
        near(gamma.lower_tail(5.0), 6.900_824_186e-5);
    }

    #[test]
    fn skewness_passes_into_the_normal_without_a_jump() {
        for t in [-4.0, -1.0, 0.0, 2.0, 4.5] {
            let below = Moments { mean: 0.0, variance: 1.0, skewness: NEARLY_NORMAL * 0.999 };
            let above = Moments { skewness: NEARLY_NORMAL * 1.001, ..below };
            let (below, above) = (below.upper_tail(t), above.upper_tail(t));
            assert!((below / above - 1.0).abs() < 0.01, "{t}: {below} and {above}");
        }
    }

    #[test]
    fn what_never_varies_is_no_surprise() {
        let fixed = Moments { mean: 3.0, ..Moments::default() };
        assert!((fixed.two_sided(3.0) - 1.0).abs() < 1e-12);
        assert!((chi_square_tail(5.0, 0) - 1.0).abs() < 1e-12);
        assert!((ChiSquare::of_table(&[vec![3, 4]]).p - 1.0).abs() < 1e-12);
    }

    #[test]
    fn moments_of_draws() {
        let moments = Moments::of_draws(&[0.0, 0.0, 0.0, 4.0]);
        assert!((moments.mean - 1.0).abs() < 1e-12 && (moments.variance - 4.0).abs() < 1e-12);
        assert!((moments.skewness - 24.0 / 4.0 / 8.0).abs() < 1e-12);
    }

    #[test]
    fn impossible_counts() {
        assert!(ChiSquare::of_shares(&[5, 1], &[1.0, 0.0]).p < 1e-300);
    }
}
