//! Ranks, and how well a value tells two kinds of units apart: the area under the ROC curve.
//!
//! The area (AUC) is the probability that of a positive and a negative unit, each drawn at random, the positive one has the
//! higher value, ties counting half: 0.5 is chance, 1 is certainty. It is Mann and Whitney's statistic.

use std::cmp::Ordering;

/// So many positive and negative units that have one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// The value.
    pub value: f64,
    /// Units of the kind that is sought.
    pub positive: u32,
    /// The others.
    pub negative: u32,
}

/// Positive-negative pairs of units: how many there are, and how many are told apart rightly, ties counting half.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contest {
    /// All of them.
    pub pairs: f64,
    /// Those in which the positive unit has the higher value.
    pub right: f64,
}

impl Contest {
    /// Counts them; sorts the scores by their values, highest first.
    pub fn of(scores: &mut [Scored]) -> Self {
        scores.sort_unstable_by(|a, b| falling(a.value, b.value));
        let mut contest = Self::default();
        // Positive and negative units above.
        let mut above = [0.0, 0.0];
        for tied in scores.chunk_by(|a, b| falling(a.value, b.value) == Ordering::Equal) {
            let [positive, negative] = counts(tied);
            contest.right += negative * (above[0] + positive / 2.0);
            above = [above[0] + positive, above[1] + negative];
        }
        contest.pairs = above[0] * above[1];
        contest
    }

    /// Both together: comparisons within each of two groups, and none between them.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { pairs: self.pairs + other.pairs, right: self.right + other.right }
    }

    /// The area under the curve; 0.5 where there is nothing to compare.
    ///
    /// ```
    /// use alveole::audit::roc::{Contest, Scored};
    /// let mut scores = [(3.0, 1, 0), (2.0, 1, 1), (1.0, 0, 1)].map(|(value, positive, negative)| Scored { value, positive, negative });
    /// assert_eq!(Contest::of(&mut scores).auc(), 0.875);
    /// ```
    pub fn auc(self) -> f64 {
        if self.pairs > 0.0 { self.right / self.pairs } else { 0.5 }
    }
}

/// The ROC curve, from (0, 0) to (1, 1): the share of the negative units above each value, and that of the positive ones.
/// Sorts the scores by their values, highest first.
pub fn curve(scores: &mut [Scored]) -> Vec<(f64, f64)> {
    scores.sort_unstable_by(|a, b| falling(a.value, b.value));
    let [positive, negative] = counts(scores);
    let (mut points, mut above) = (vec![(0.0, 0.0)], [0.0, 0.0]);
    for tied in scores.chunk_by(|a, b| falling(a.value, b.value) == Ordering::Equal) {
        let counts = counts(tied);
        above = [above[0] + counts[0], above[1] + counts[1]];
        points.push((above[1] / negative.max(1.0), above[0] / positive.max(1.0)));
    }
    points
}

/// Ranks of values from 1 on, each value standing for so many units; equal ones share the mean of their ranks.
///
/// ```
/// use alveole::audit::roc::mid_ranks;
/// assert_eq!(mid_ranks(&[5.0, 1.0, 5.0], &[1, 2, 1]), [3.5, 1.5, 3.5]);
/// ```
pub fn mid_ranks(values: &[f64], units: &[u32]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut below = 0.0;
    for tied in order.chunk_by(|a, b| values[*a].total_cmp(&values[*b]) == Ordering::Equal) {
        let count: f64 = tied.iter().map(|at| f64::from(units[*at])).sum();
        for at in tied {
            ranks[*at] = below + f64::midpoint(count, 1.0);
        }
        below += count;
    }
    ranks
}

fn counts(scores: &[Scored]) -> [f64; 2] {
    scores.iter().fold([0.0, 0.0], |[positive, negative], scored| {
        [positive + f64::from(scored.positive), negative + f64::from(scored.negative)]
    })
}

/// Highest first.
fn falling(a: f64, b: f64) -> Ordering {
    b.total_cmp(&a)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against the definition: every positive unit against every negative one.
        #[test]
        fn the_area_counts_pairs(scores in prop::collection::vec((0_u8..6, 0_u32..4, 0_u32..4), 0..12)) {
            let mut scores: Vec<Scored> = scores.into_iter()
                .map(|(value, positive, negative)| Scored { value: f64::from(value), positive, negative }).collect();
            let (mut pairs, mut right) = (0.0, 0.0);
            for a in &scores {
                for b in &scores {
                    let both = f64::from(a.positive * b.negative);
                    pairs += both;
                    right += both * if a.value > b.value { 1.0 } else if a.value < b.value { 0.0 } else { 0.5 };
                }
            }
            let contest = Contest::of(&mut scores);
            prop_assert!((contest.pairs - pairs).abs() < 1e-9 && (contest.right - right).abs() < 1e-9);
            // And the trapezes under the curve are that area.
            if pairs > 0.0 {
                let area: f64 = curve(&mut scores).windows(2)
                    .map(|ends| (ends[1].0 - ends[0].0) * f64::midpoint(ends[0].1, ends[1].1)).sum();
                prop_assert!((area - contest.auc()).abs() < 1e-9);
            }
        }
    }
}
