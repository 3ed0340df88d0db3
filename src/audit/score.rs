//! A score learnt from all features at once, and judged on pairs of grids that it has not seen.
//!
//! It is a ridge logistic regression after one Newton step from no effect: where grids tell little, as is to be shown, this *is* the
//! regression but for a factor, and where they tell much it orders the units nearly as well. It can then be learnt anew for
//! each of many shuffles of the results. That is needed, since the score of a pair depends on the results of all pairs of the
//! other folds: shuffling the results under fixed scores would take each agreement between two folds for two.
//!
//! Pairs, not units, are put into folds: no pair is judged by a score that was learnt from itself.

use rayon::prelude::*;

use super::distribution::Moments;
use super::permutation::Tally;
use super::real;
use super::roc::{self, Contest, Scored};
use crate::rng::{Stream, Streams};

/// Folds of the pairs.
pub const FOLDS: usize = 5;

/// Shuffles of the results, for each of which the score is learnt anew.
pub const DRAWS: u32 = 999;

/// What is added to the diagonal of the features' correlations, times pairs and over features: with few pairs, weights are mostly
/// noise unless they are held small. Of 0.1 to 100 times this, on 300 pairs drawn until paid, none was better for both questions.
const RIDGE: f64 = 30.0;

/// Features of pairs, ready to learn from: standardised, with their folds.
#[derive(Clone, Debug)]
pub struct Design {
    features: usize,
    /// Pair by pair.
    rows: Vec<f64>,
    /// The fold of each pair.
    folds: Vec<usize>,
    /// For each fold, the Cholesky factor of the correlations of all pairs outside, row by row.
    factors: Vec<Vec<f64>>,
}

/// How well a score tells units apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Area under the ROC curve, of units against others of the same fold.
    pub auc: f64,
    /// What it is where grids tell nothing.
    pub null: Moments,
    /// The probability of such an area or a greater one, where grids tell nothing: by the shuffles' [moments](Moments).
    pub p: f64,
    /// The same by counting shuffles: never below 1 ÷ (draws + 1).
    pub counted_p: f64,
    /// The ROC curve: the share of negative units above a score, and that of positive ones. Scores of different folds are
    /// compared by their ranks.
    pub curve: Vec<(f64, f64)>,
}

impl Design {
    /// Puts features together: a list a feature, a value a pair. They are standardised here; one that never varies says nothing.
    ///
    /// # Panics
    /// When the lists are not equally long.
    pub fn new(features: &[Vec<f64>], stream: &mut Stream) -> Self {
        let pairs = features.first().map_or(0, Vec::len);
        let mut rows = vec![0.0; pairs * features.len()];
        for (at, values) in features.iter().enumerate() {
            assert_eq!(values.len(), pairs, "a value for each pair");
            let moments = Moments::of_draws(values);
            for (pair, value) in values.iter().enumerate() {
                let apart = value - moments.mean;
                rows[pair * features.len() + at] =
                    if moments.variance > 0.0 { apart / moments.deviation() } else { 0.0 };
            }
        }
        let mut folds: Vec<usize> = (0..pairs).map(|pair| pair % FOLDS).collect();
        stream.shuffle(&mut folds);
        let mut design = Self { features: features.len(), rows, folds, factors: Vec::new() };
        design.factors = design.factors();
        design
    }

    fn row(&self, pair: usize) -> &[f64] {
        &self.rows[pair * self.features..(pair + 1) * self.features]
    }

    /// The pairs' sums of a vector each, by fold.
    fn by_fold(&self, width: usize, mut add: impl FnMut(usize, &mut [f64])) -> Vec<Vec<f64>> {
        let mut sums = vec![vec![0.0; width]; FOLDS];
        for (pair, fold) in self.folds.iter().enumerate() {
            add(pair, &mut sums[*fold]);
        }
        // Of all pairs outside of each fold.
        let whole = |at: usize| sums.iter().map(|sum| sum[at]).sum::<f64>();
        let whole: Vec<f64> = (0..width).map(whole).collect();
        for sum in &mut sums {
            for (sum, whole) in sum.iter_mut().zip(&whole) {
                *sum = whole - *sum;
            }
        }
        sums
    }

    fn factors(&self) -> Vec<Vec<f64>> {
        let size = self.features;
        let products = self.by_fold(size * size, |pair, sum| {
            let row = self.row(pair);
            for (at, value) in row.iter().enumerate() {
                add_times(&mut sum[at * size..=at * size + at], *value, &row[..=at]);
            }
        });
        let factor = |(fold, mut matrix): (usize, Vec<f64>)| {
            let pairs = real(self.folds.iter().filter(|of| **of != fold).count()).max(1.0);
            for value in &mut matrix {
                *value /= pairs;
            }
            for at in 0..size {
                matrix[at * size + at] += RIDGE * real(size) / pairs;
            }
            cholesky(&mut matrix, size);
            matrix
        };
        products.into_iter().enumerate().map(factor).collect()
    }

    /// The score of each pair, learnt from the pairs of the other folds, when pair `i` has the results `surplus[i]`.
    fn scores(&self, surplus: &[f64]) -> Vec<f64> {
        let gradients = self.by_fold(self.features, |pair, sum| add_times(sum, surplus[pair], self.row(pair)));
        let weights: Vec<Vec<f64>> = self
            .factors
            .iter()
            .zip(gradients)
            .map(|(factor, mut gradient)| {
                solve(factor, &mut gradient);
                gradient
            })
            .collect();
        self.folds.iter().enumerate().map(|(pair, fold)| dot(&weights[*fold], self.row(pair))).collect()
    }

    /// The pairs of each fold with their scores.
    fn scored(&self, scores: &[f64], tally: impl Fn(usize) -> Tally) -> Vec<Vec<Scored>> {
        let mut folds = vec![Vec::new(); FOLDS];
        for ((pair, fold), value) in self.folds.iter().enumerate().zip(scores) {
            let tally = tally(pair);
            folds[*fold].push(Scored { value: *value, positive: tally.positive, negative: tally.negative() });
        }
        folds
    }

    fn auc(&self, surplus: &[f64], tally: impl Fn(usize) -> Tally) -> f64 {
        let folds = self.scored(&self.scores(surplus), tally);
        let contest = |mut fold: Vec<Scored>| Contest::of(&mut fold);
        folds.into_iter().map(contest).fold(Contest::default(), Contest::and).auc()
    }

    /// Learns and judges the score, and learns it anew for [`DRAWS`] shuffles, on the threads of the current rayon pool. Shuffle
    /// *i* draws from stream *i*.
    ///
    /// # Panics
    /// When there is not a tally for each pair.
    pub fn score(&self, tallies: &[Tally], streams: &Streams) -> Score {
        assert_eq!(tallies.len(), self.folds.len(), "a tally for each pair");
        let surplus = Tally::surplus(tallies);
        let auc = self.auc(&surplus, |pair| tallies[pair]);
        let draw = |draw: u32| {
            let mut whose: Vec<usize> = (0..tallies.len()).collect();
            streams.stream(u64::from(draw), 0).shuffle(&mut whose);
            let shuffled: Vec<f64> = whose.iter().map(|pair| surplus[*pair]).collect();
            self.auc(&shuffled, |place| tallies[whose[place]])
        };
        let draws: Vec<f64> = (0..DRAWS).into_par_iter().map(draw).collect();
        let null = Moments::of_draws(&draws);
        let as_high = draws.iter().filter(|drawn| **drawn >= auc).count();
        let mut folds = self.scored(&self.scores(&surplus), |pair| tallies[pair]);
        for fold in &mut folds {
            let values: Vec<f64> = fold.iter().map(|scored| scored.value).collect();
            let ranks = roc::mid_ranks(&values, &vec![1; values.len()]);
            for (scored, rank) in fold.iter_mut().zip(ranks) {
                scored.value = rank / real(values.len() + 1);
            }
        }
        Score {
            auc,
            null,
            p: null.upper_tail(auc),
            counted_p: real(as_high + 1) / (f64::from(DRAWS) + 1.0),
            curve: roc::curve(&mut folds.concat()),
        }
    }
}

/// `sum += factor · row`.
fn add_times(sum: &mut [f64], factor: f64, row: &[f64]) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += factor * value;
    }
}

/// In four lanes: a sum in one order can't be computed in parallel.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (fours_a, rest_a) = a.as_chunks::<4>();
    let (fours_b, rest_b) = b.as_chunks::<4>();
    let mut lanes = [0.0; 4];
    for (a, b) in fours_a.iter().zip(fours_b) {
        for (lane, (a, b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += a * b;
        }
    }
    lanes.iter().sum::<f64>() + rest_a.iter().zip(rest_b).map(|(a, b)| a * b).sum::<f64>()
}

/// The lower triangle L of a positive definite matrix `LLᵀ`, in place of its own lower triangle.
fn cholesky(matrix: &mut [f64], size: usize) {
    for row in 0..size {
        for column in 0..=row {
            let known = dot(&matrix[row * size..row * size + column], &matrix[column * size..column * size + column]);
            let left = matrix[row * size + column] - known;
            matrix[row * size + column] =
                if row == column { left.sqrt() } else { left / matrix[column * size + column] };
        }
    }
}

/// Solves `LLᵀx = b`, in place of b.
fn solve(factor: &[f64], b: &mut [f64]) {
    let size = b.len();
    for row in 0..size {
        let known = dot(&factor[row * size..row * size + row], &b[..row]);
        b[row] = (b[row] - known) / factor[row * size + row];
    }
    for row in (0..size).rev() {
        b[row] /= factor[row * size + row];
        let value = b[row];
        let (before, _) = b.split_at_mut(row);
        add_times(before, -value, &factor[row * size..row * size + row]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Purpose;

    /// Standard normal draws, nearly: sums of twelve uniform ones.
    fn noise(count: usize, stream: &mut Stream) -> Vec<f64> {
        (0..count)
            .map(|_| (0..12).map(|_| f64::from(stream.below(1 << 20)) / f64::from(1 << 20)).sum::<f64>() - 6.0)
            .collect()
    }

    /// Pairs of one unit each, of which a third is positive, by a threshold on `cause` and noise.
    fn tallies(cause: &[f64], stream: &mut Stream) -> Vec<Tally> {
        let noise = noise(cause.len(), stream);
        let positive = cause.iter().zip(&noise).map(|(cause, noise)| u32::from(cause + noise > 0.6));
        positive.map(|positive| Tally { units: 1, positive }).collect()
    }

    #[test]
    fn equations_are_solved() {
        let mut matrix = vec![4.0, 2.0, 0.6, 2.0, 5.0, 1.0, 0.6, 1.0, 3.0];
        let (original, right) = (matrix.clone(), [1.0, -2.0, 0.5]);
        cholesky(&mut matrix, 3);
        let mut found = right.to_vec();
        solve(&matrix, &mut found);
        for (row, right) in original.chunks(3).zip(right) {
            assert!((dot(row, &found) - right).abs() < 1e-12);
        }
    }

    #[test]
    fn a_cause_is_learnt_and_noise_is_not() {
        let mut stream = Streams::from_seed(3, Purpose::Audit).stream(0, 0);
        let features: Vec<Vec<f64>> = (0..8).map(|_| noise(400, &mut stream)).collect();
        let design = Design::new(&features, &mut stream);
        let streams = Streams::from_seed(4, Purpose::Audit);
        let cause: Vec<f64> = features[2].iter().zip(&features[5]).map(|(a, b)| 0.4 * (a - b)).collect();
        let found = design.score(&tallies(&cause, &mut stream), &streams);
        assert!(found.auc > 0.6 && found.p < 1e-4 && found.counted_p < 0.0011, "{found:?}");
        let nothing = design.score(&tallies(&vec![0.0; 400], &mut stream), &streams);
        assert!(nothing.p > 0.01 && (nothing.auc - nothing.null.mean).abs() < 0.1, "{nothing:?}");
        // By moments and by counting it is the same where both can say it.
        assert!((nothing.p - nothing.counted_p).abs() < 0.05, "{nothing:?}");
    }

    #[test]
    fn threads_change_nothing() {
        let mut stream = Streams::from_seed(5, Purpose::Audit).stream(0, 0);
        let features: Vec<Vec<f64>> = (0..5).map(|_| noise(60, &mut stream)).collect();
        let design = Design::new(&features, &mut stream);
        let tallies = tallies(&features[0], &mut stream);
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| design.score(&tallies, &Streams::from_seed(6, Purpose::Audit)))
        };
        assert_eq!(run(1), run(3));
    }
}
