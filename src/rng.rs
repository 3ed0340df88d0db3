//! Every random choice comes from here: named streams, and our own bounded draw and shuffle.
//!
//! A [`Streams`] is a key for one purpose; [`Streams::stream`] gives the stream of one index (a unit, a layout) and one
//! of its sub-streams. Streams never meet: the key is hashed with the purpose, the index is `ChaCha20`'s stream id, and
//! sub-streams lie 2⁴⁰ words apart. So unit *i* draws the same whatever the other units draw, and whatever the thread.
//!
//! This is the only room that names a generator. `ChaCha20` is a named, portable algorithm; the draws built on it are
//! ours, held by golden vectors, because library sampling promises no stability between versions.

use std::io;

use rand::rngs::{ChaCha20Rng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use sha2::{Digest, Sha256};

/// What a family of streams is for. One key gives unrelated streams for different purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The pool of layouts of a run.
    Layouts,
    /// The letters of a unit.
    Letters,
    /// Choice of layouts and words of a unit.
    Fill,
    /// The letters that are dealt to a pair.
    Deal,
    /// Layouts and words of pairs that are made blind.
    Pairs,
    /// What takes the place of banned words in pairs.
    Repair,
    /// The order in which the units of a batch of hives take their kinds.
    HiveKinds,
    /// Plan and placement of a hive unit.
    Hives,
    /// The folds and shuffles of an audit.
    Audit,
    /// The lots of units that are dealt to be audited.
    AuditLots,
    /// The units of a block that an audit looks at one by one.
    ControlSample,
    /// What an audit deals beside units.
    ControlDeal,
}

impl Purpose {
    const fn label(self) -> &'static str {
        match self {
            Self::Layouts => "layouts",
            Self::Letters => "letters",
            Self::Fill => "fill",
            Self::Deal => "deal",
            Self::Pairs => "pairs",
            Self::Repair => "repair",
            Self::HiveKinds => "hive kinds",
            Self::Hives => "hives",
            Self::Audit => "audit",
            Self::AuditLots => "audit lots",
            Self::ControlSample => "control sample",
            Self::ControlDeal => "control deal",
        }
    }
}

/// The streams of one key and purpose.
#[derive(Clone, Debug)]
pub struct Streams {
    key: [u8; 32],
}

impl Streams {
    /// The streams of a public seed number.
    pub fn from_seed(seed: u64, purpose: Purpose) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"alveole/seed/1\0");
        hash.update(seed.to_le_bytes());
        hash.update(purpose.label());
        Self { key: hash.finalize().into() }
    }

    /// The streams of a key that was derived from secrets.
    pub const fn from_key(key: [u8; 32]) -> Self {
        Self { key }
    }

    /// Streams of their own for one member of a family, such as one lot of several that are made with one seed.
    #[must_use]
    pub fn within(&self, member: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"alveole/within/1\0");
        hash.update(self.key);
        hash.update(member.to_le_bytes());
        Self { key: hash.finalize().into() }
    }

    /// The stream of one index; `sub` 0 is the first, further ones serve when the first gave a clash.
    pub fn stream(&self, index: u64, sub: u32) -> Stream {
        let mut generator = ChaCha20Rng::from_seed(self.key);
        // The stream first: setting it resets the position.
        generator.set_stream(index);
        generator.set_word_pos(u128::from(sub) << 40);
        Stream { generator }
    }
}

/// Thirty-two bytes that nobody can guess, from the operating system.
///
/// # Errors
/// When the system has none to give.
pub fn unguessable() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// A stream of draws.
///
/// ```
/// use alveole::rng::{Purpose, Streams};
/// let streams = Streams::from_seed(7, Purpose::Fill);
/// let (mut a, mut b) = (streams.stream(3, 0), streams.stream(3, 0));
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Debug)]
pub struct Stream {
    generator: ChaCha20Rng,
}

impl Stream {
    /// A uniform number below `bound`.
    ///
    /// Widening multiplication with rejection (Lemire, "Fast random integer generation in an interval", 2019): exactly
    /// uniform, and in nearly every case without a division.
    ///
    /// # Panics
    /// When `bound` is 0: there is nothing to draw.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a draw from nothing");
        let mut product = u64::from(self.generator.next_u32()) * u64::from(bound);
        // The low half decides on rejection, the high half is the draw.
        if low(product) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while low(product) < threshold {
                product = u64::from(self.generator.next_u32()) * u64::from(bound);
            }
        }
        high(product)
    }

    /// A uniform index of a slice of this length.
    ///
    /// # Panics
    /// When `length` is 0 or does not fit 32 bits.
    pub fn index(&mut self, length: usize) -> usize {
        let bound = u32::try_from(length).expect("slices drawn from have fewer than 2^32 items");
        self.below(bound) as usize
    }

    /// Independent uniform numbers, each below its bound, all from one word of 64 bits.
    ///
    /// The high half of the word times the first bound is the first draw, the low half is the word of the next; the word is
    /// redrawn where the last low half says that it would favour some draws (Brackett-Rozinsky and Lemire, "Batched Ranged
    /// Random Integer Generation", 2024): exactly uniform, and a fraction of the cost of as many single draws.
    ///
    /// # Panics
    /// When a bound is 0, the product of the bounds does not fit 64 bits, or there are more bounds than draws.
    pub fn batch(&mut self, bounds: &[u32], draws: &mut [u32]) {
        let product = bounds.iter().try_fold(1_u64, |product, bound| product.checked_mul(u64::from(*bound)));
        let product = product.filter(|product| *product > 0).expect("bounds are positive and fit one word together");
        let draws = &mut draws[..bounds.len()];
        loop {
            let mut rest = self.generator.next_u64();
            for (draw, bound) in draws.iter_mut().zip(bounds) {
                let wide = u128::from(rest) * u128::from(*bound);
                (*draw, rest) = halves(wide);
            }
            if rest >= product || rest >= product.wrapping_neg() % product {
                return;
            }
        }
    }

    /// Whether an event of probability `numerator / denominator` happens.
    ///
    /// # Panics
    /// When `denominator` is 0.
    pub fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        self.below(denominator) < numerator
    }

    /// A uniform permutation of the slice, in place (Fisher–Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low half of the product is what is asked for")]
const fn low(product: u64) -> u32 {
    product as u32
}

/// The draw, which is below a bound of 32 bits, and what is left of the word.
#[expect(clippy::cast_possible_truncation, reason = "the halves of the product are what is asked for")]
const fn halves(product: u128) -> (u32, u64) {
    ((product >> 64) as u32, product as u64)
}

const fn high(product: u64) -> u32 {
    (product >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Golden vectors: if one changes, every seed anyone has used makes other units.
    #[test]
    fn golden_draws() {
        let streams = Streams::from_seed(0, Purpose::Fill);
        let draws = |index, sub| {
            let mut stream = streams.stream(index, sub);
            (0..6).map(|_| stream.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draws(0, 0), [857, 418, 432, 386, 624, 237]);
        assert_eq!(draws(1, 0), [737, 326, 216, 349, 822, 504]);
        assert_eq!(draws(0, 1), [549, 887, 635, 801, 922, 470]);
        let mut items: Vec<u8> = (0..10).collect();
        streams.stream(2, 0).shuffle(&mut items);
        assert_eq!(items, [7, 0, 5, 2, 8, 3, 4, 1, 9, 6]);
        let mut draws = [0; 4];
        streams.stream(3, 0).batch(&[10, 100, 1000, 7], &mut draws);
        assert_eq!(draws, [0, 66, 151, 1]);
        assert_eq!(streams.within(300).stream(0, 0).below(1000), 287);
    }

    #[test]
    fn draws_are_uniform() {
        let mut stream = Streams::from_seed(1, Purpose::Letters).stream(0, 0);
        let mut counts = [0u32; 26];
        for _ in 0..26_000 {
            counts[stream.index(26)] += 1;
        }
        // 99.99 % of chi-square with 25 degrees of freedom is 60.
        let chi_square: f64 = counts.iter().map(|n| (f64::from(*n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi_square < 60.0, "{chi_square} {counts:?}");
    }

    #[test]
    fn batches_are_uniform_and_independent() {
        let mut stream = Streams::from_seed(2, Purpose::Hives).stream(0, 0);
        let mut counts = [0_u32; 30];
        for _ in 0..30_000 {
            let mut draws = [0; 3];
            stream.batch(&[5, 3, 2], &mut draws);
            counts[(draws[0] * 6 + draws[1] * 2 + draws[2]) as usize] += 1;
        }
        // 99.99 % of chi-square with 29 degrees of freedom is 66.
        let chi_square: f64 = counts.iter().map(|n| (f64::from(*n) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi_square < 66.0, "{chi_square} {counts:?}");
    }

    /// With bounds whose product is nearly all words, words must be redrawn; the draws stay below their bounds.
    #[test]
    fn large_batches_stay_within_their_bounds() {
        let mut stream = Streams::from_seed(3, Purpose::Hives).stream(0, 0);
        for _ in 0..1_000 {
            let mut draws = [0; 2];
            stream.batch(&[u32::MAX, u32::MAX - 1], &mut draws);
            assert!(draws[0] < u32::MAX && draws[1] < u32::MAX - 1);
        }
    }
}
