//! Shuffling pairs of grids over the results of units: what a statistic is where grids tell nothing.
//!
//! Each pair has a [`Tally`]: how many units show it, and how many of these won what is asked about. Where grids tell nothing,
//! any pair might have been in the place of any other, so the pairs are shuffled over their tallies. A tally stays whole: the
//! units of a pair are not taken apart, so that a pair with good odds of its own does not make every property of its grids look
//! like a cause.

use super::distribution::Moments;
use super::real;

/// What the units that show one pair have won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Units that show the pair; at least one.
    pub units: u32,
    /// Those of the kind that is asked about.
    pub positive: u32,
}

impl Tally {
    /// Units of the other kind.
    pub const fn negative(self) -> u32 {
        self.units - self.positive
    }

    /// All of them together: units, and those of the kind that is asked about.
    pub fn sum(tallies: &[Self]) -> (f64, f64) {
        tallies.iter().fold((0.0, 0.0), |(units, positive), tally| {
            (units + f64::from(tally.units), positive + f64::from(tally.positive))
        })
    }

    /// How many more units of each pair are of the kind than expected: of as many units of the mean pair.
    pub fn surplus(tallies: &[Self]) -> Vec<f64> {
        let (units, positive) = Self::sum(tallies);
        tallies.iter().map(|tally| f64::from(tally.positive) - f64::from(tally.units) * positive / units).collect()
    }
}

/// The moments of the sum of `values[i] · results[shuffle[i]]` over all shuffles: exact, without drawing any (mean and
/// variance: Wald and Wolfowitz 1944; the third moment follows in the same way).
///
/// ```
/// use alveole::audit::permutation::moments;
/// // 1·3 + 2·5 and 1·5 + 2·3.
/// let moments = moments(&[1.0, 2.0], &[3.0, 5.0]);
/// assert!((moments.mean - 12.0).abs() < 1e-12 && (moments.variance - 1.0).abs() < 1e-12);
/// ```
///
/// # Panics
/// When there are not as many values as results.
pub fn moments(values: &[f64], results: &[f64]) -> Moments {
    assert_eq!(values.len(), results.len(), "a value for each result");
    let size = real(values.len());
    let [a, b] = [values, results].map(Sums::of);
    let variance = if size > 1.0 { a.squares * b.squares / (size - 1.0) } else { 0.0 };
    let third = if size > 2.0 { a.cubes * b.cubes * size / ((size - 1.0) * (size - 2.0)) } else { 0.0 };
    // What is left of values that are all the same is rounding.
    let skewness = if variance > f64::MIN_POSITIVE { third / variance.powf(1.5) } else { 0.0 };
    Moments { mean: size * a.mean * b.mean, variance, skewness }
}

/// Mean, and sums of powers around it.
struct Sums {
    mean: f64,
    squares: f64,
    cubes: f64,
}

impl Sums {
    fn of(values: &[f64]) -> Self {
        let mean = values.iter().sum::<f64>() / real(values.len());
        let power = |power: i32| values.iter().map(|value| (value - mean).powi(power)).sum();
        Self { mean, squares: power(2), cubes: power(3) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All orders of a few places.
    fn orders(places: &[usize]) -> Vec<Vec<usize>> {
        if places.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for (at, first) in places.iter().enumerate() {
            let rest: Vec<usize> = [&places[..at], &places[at + 1..]].concat();
            all.extend(orders(&rest).into_iter().map(|order| [&[*first][..], &order].concat()));
        }
        all
    }

    #[test]
    fn moments_are_those_of_all_shuffles() {
        let values = [0.5, 2.0, -1.0, 7.0, 3.0, 3.0];
        let results = [1.0, 0.0, 2.5, 0.0, -4.0, 1.0];
        let orders = orders(&[0, 1, 2, 3, 4, 5]);
        let sum = |order: &Vec<usize>| order.iter().zip(values).map(|(whose, value)| value * results[*whose]).sum();
        let drawn = Moments::of_draws(&orders.iter().map(sum).collect::<Vec<f64>>());
        let (count, found) = (real(orders.len()), moments(&values, &results));
        assert!((found.mean - drawn.mean).abs() < 1e-9);
        let variance = drawn.variance * (count - 1.0) / count;
        assert!((found.variance / variance - 1.0).abs() < 1e-9, "{found:?} {drawn:?}");
        let skewness = drawn.skewness * (count / (count - 1.0)).powf(1.5);
        assert!((found.skewness / skewness - 1.0).abs() < 1e-9, "{found:?} {drawn:?}");
    }

    #[test]
    fn a_surplus_adds_up_to_nothing() {
        let tallies = [(3, 1), (1, 1), (7, 0)].map(|(units, positive)| Tally { units, positive });
        let surplus = Tally::surplus(&tallies);
        assert!(surplus.iter().sum::<f64>().abs() < 1e-12 && (surplus[0] - (1.0 - 6.0 / 11.0)).abs() < 1e-12);
    }
}
