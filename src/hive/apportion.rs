//! Shares of a whole number by weights.

/// Divides `count` by weights, by largest remainder: everyone has their exact share rounded down, and what is left goes, one
/// each, to the largest remainders; of equal ones to the first.
///
/// All zero when all weights are.
///
/// ```
/// use alveole::hive::apportion;
/// assert_eq!(apportion(3, &[67, 33]), [2, 1]);
/// assert_eq!(apportion(10, &[1, 1, 1]), [4, 3, 3]);
/// ```
pub fn apportion(count: u64, weights: &[u32]) -> Vec<u64> {
    let total: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    if total == 0 {
        return vec![0; weights.len()];
    }
    let exact = |weight: u32| u128::from(count) * u128::from(weight);
    let mut shares: Vec<u64> =
        weights.iter().map(|weight| u64::try_from(exact(*weight) / total).unwrap_or(u64::MAX)).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(exact(weights[*index]) % total));
    let left = count - shares.iter().sum::<u64>();
    // Fewer are left than there are remainders above zero.
    for index in order.into_iter().take(usize::try_from(left).unwrap_or(usize::MAX)) {
        shares[index] += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_up_and_are_within_one() {
        for count in [0, 1, 2, 7, 100, 12_345, u64::MAX] {
            for weights in
                [&[1_u32][..], &[50, 40, 10], &[25, 0, 20, 15, 25, 15], &[u32::MAX, 1, 1], &[3, 3, 3, 3, 3, 3]]
            {
                let shares = apportion(count, weights);
                let total: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
                assert_eq!(shares.iter().map(|share| u128::from(*share)).sum::<u128>(), u128::from(count));
                for (share, weight) in shares.iter().zip(weights) {
                    let exact = u128::from(count) * u128::from(*weight);
                    let share = u128::from(*share);
                    assert!(share >= exact / total && share <= exact.div_ceil(total), "{count} {weights:?} {shares:?}");
                }
            }
        }
        assert_eq!(apportion(5, &[0, 0]), [0, 0]);
    }
}
