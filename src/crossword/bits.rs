//! Counting and walking bitsets: the inner loops of the search.
//!
//! The count of ones is the portable one, which the compiler makes of a dozen instructions for the first x86-64.
//! Asking the processor for its own instruction was tried: 5 to 9 % fewer instructions for a fill, for one `unsafe`
//! block. It did not pay.

/// How many bits are set.
pub(super) fn count(bits: &[u64]) -> u32 {
    bits.iter().map(|block| block.count_ones()).sum()
}

/// How many bits are set in both.
pub(super) fn count_both(bits: &[u64], others: &[u64]) -> u32 {
    bits.iter().zip(others).map(|(block, other)| (block & other).count_ones()).sum()
}

/// Whether a bit is set.
pub(super) fn has(bits: &[u64], bit: usize) -> bool {
    bits[bit / 64] >> (bit % 64) & 1 == 1
}

/// The bits that are set, lowest first.
pub(super) fn ones(bits: &[u64]) -> impl Iterator<Item = usize> {
    bits.iter().enumerate().flat_map(|(block, bits)| {
        let mut left = *bits;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(block * 64 + bit)
        })
    })
}

/// The `rank`-th bit that is set, from 0, in blocks that follow each other.
///
/// # Panics
/// When there are not so many: the caller has counted them.
pub(super) fn nth_one(blocks: impl Iterator<Item = u64>, rank: u32) -> usize {
    let mut left = rank;
    for (block, bits) in blocks.enumerate() {
        let here = bits.count_ones();
        if left < here {
            return block * 64 + ones(&[bits]).nth(left as usize).unwrap_or(0);
        }
        left -= here;
    }
    unreachable!("a bitset has the words that were counted in it")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The slow version is the oracle: one bit after the other.
        #[test]
        fn counts_and_walks_agree(bits in proptest::collection::vec(any::<u64>(), 0..70), seed in any::<u64>()) {
            let others: Vec<u64> = bits.iter().map(|block| block.rotate_left(7) ^ seed).collect();
            let all: Vec<usize> = (0..bits.len() * 64).filter(|bit| has(&bits, *bit)).collect();
            prop_assert_eq!(count(&bits) as usize, all.len());
            prop_assert_eq!(count_both(&bits, &others) as usize, all.iter().filter(|bit| has(&others, **bit)).count());
            prop_assert_eq!(ones(&bits).collect::<Vec<_>>(), all.clone());
            for (rank, bit) in (0..).zip(&all) {
                prop_assert_eq!(nth_one(bits.iter().copied(), rank), *bit);
            }
        }
    }
}
