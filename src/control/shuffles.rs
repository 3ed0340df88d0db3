//! Where the units of each tier lie in many blocks together.

use super::real;
use crate::audit::distribution::{ChiSquare, Moments, poisson_tails};
use crate::audit::positions::{MODULI, spread};
use crate::audit::verdict::{Measured, Sides};

/// Stretches of a block.
const STRETCHES: usize = 100;

/// Stretches in which each block by itself is looked at.
const TENTHS: usize = 10;

/// Units at the start of a block, and at its end, that are looked at by themselves: a thousandth of it each.
const EDGE: usize = 1_000;

/// What the lot vectors of many blocks showed.
#[derive(Clone, Debug)]
pub(super) struct Shuffles {
    units: usize,
    blocks: u64,
    /// Pairs of successive blocks that were held against each other.
    successive: u64,
    tiers: Vec<Tier>,
}

#[derive(Clone, Debug)]
struct Tier {
    /// In a block.
    units: u64,
    stretches: Vec<u32>,
    /// One list a modulus.
    moduli: Vec<Vec<u32>>,
    edges: u64,
    twice: u64,
    /// Units that win it in two successive blocks.
    again: u64,
    /// Sum over blocks of a chi-square statistic of ten stretches.
    even: f64,
}

impl Shuffles {
    pub(super) fn new(units: usize, tiers: usize) -> Self {
        let tier = Tier {
            units: 0,
            stretches: vec![0; STRETCHES],
            moduli: MODULI.iter().map(|modulus| vec![0; *modulus]).collect(),
            edges: 0,
            twice: 0,
            again: 0,
            even: 0.0,
        };
        Self { units, blocks: 0, successive: 0, tiers: vec![tier; tiers] }
    }

    pub(super) fn and(mut self, other: Self) -> Self {
        self.blocks += other.blocks;
        self.successive += other.successive;
        let add = |to: &mut Vec<u32>, from: &[u32]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        for (tier, other) in self.tiers.iter_mut().zip(other.tiers) {
            tier.units = other.units;
            add(&mut tier.stretches, &other.stretches);
            for (to, from) in tier.moduli.iter_mut().zip(&other.moduli) {
                add(to, from);
            }
            tier.edges += other.edges;
            tier.twice += other.twice;
            tier.again += other.again;
            tier.even += other.even;
        }
        self
    }

    fn edge(&self) -> usize {
        (self.units / EDGE).max(1)
    }

    /// Adds a block, given by the row of the prize table of each unit, and the one before it.
    pub(super) fn add(&mut self, rows: &[u8], before: Option<&[u8]>) {
        let (units, edge) = (self.units, self.edge());
        let mut tenths = vec![[0_u32; TENTHS]; self.tiers.len()];
        for (unit, row) in rows.iter().enumerate() {
            let tier = &mut self.tiers[usize::from(*row)];
            tier.stretches[unit * STRETCHES / units] += 1;
            for (counts, modulus) in tier.moduli.iter_mut().zip(MODULI) {
                counts[unit % modulus] += 1;
            }
            tier.edges += u64::from(unit < edge || unit >= units - edge);
            tier.twice += u64::from(unit > 0 && rows[unit - 1] == *row);
            tier.again += u64::from(before.is_some_and(|before| before[unit] == *row));
            tenths[usize::from(*row)][unit * TENTHS / units] += 1;
        }
        self.blocks += 1;
        self.successive += u64::from(before.is_some());
        for (tier, tenths) in self.tiers.iter_mut().zip(tenths) {
            tier.units = tenths.iter().copied().map(u64::from).sum();
            tier.even += self::even(&tenths, units);
        }
    }

    /// The tests of a tier.
    pub(super) fn tests(&self, tier: usize, name: &str, tests: &mut Vec<Measured>) {
        let seen = &self.tiers[tier];
        let (units, of) = (self.units as u64, seen.units);
        let all = of * self.blocks;
        let question = format!("places: {name}");
        let others = (units - of) * self.blocks;
        let rarer = all.min(others);
        // As many stretches as have twenty units each.
        let classes = [100, 50, 20, 10, 5, 2].into_iter().find(|classes| rarer >= 20 * classes);
        if let Some(classes) = classes {
            let merged = usize::try_from(100 / classes).unwrap_or(1);
            let counts: Vec<u32> = seen.stretches.chunks(merged).map(|stretch| stretch.iter().sum()).collect();
            let class = |unit: usize| unit * STRETCHES / self.units / merged;
            tests.push(spread(&question, "stretches of the block", self.against(&counts, class)));
        }
        for (counts, modulus) in seen.moduli.iter().zip(MODULI) {
            if rarer >= 20 * modulus as u64 {
                let test = self.against(counts, |unit| unit % modulus);
                tests.push(spread(&question, &format!("unit number modulo {modulus}"), test));
            }
        }
        let mut count = |name: &str, found: u64, times: u64, null: Moments| {
            if null.variance > 0.0 && times > 0 {
                tests.push(counted(&question, name, found, times, null));
            }
        };
        let edges = 2 * self.edge() as u64;
        count("first and last units of a block", seen.edges, self.blocks, Moments::of_hypergeometric(units, edges, of));
        let runs = Moments::of_hypergeometric(units, units - of + 1, of);
        let twice = Moments { mean: real(of) - runs.mean, skewness: -runs.skewness, ..runs };
        count("twice in a row", seen.twice, self.blocks, twice);
        count(
            "the same unit in the next block",
            seen.again,
            self.successive,
            Moments::of_hypergeometric(units, of, of),
        );
        if of.min(units - of) >= 20 * TENTHS as u64 && self.blocks >= 20 {
            let blocks = real(self.blocks);
            let mean = seen.even / blocks;
            let degrees = real(TENTHS as u64 - 1);
            let null =
                Moments { mean: degrees, variance: 2.0 * degrees / blocks, skewness: (8.0 / degrees / blocks).sqrt() };
            tests.push(Measured {
                question,
                name: "evenness within blocks".into(),
                measure: "chi-square",
                value: mean,
                expected: degrees,
                deviation: null.deviation(),
                sides: Sides::Both,
                p: null.two_sided(mean),
            });
        }
    }

    /// Counts of a tier over all blocks, by a class of unit numbers, against those of all other units.
    fn against(&self, counts: &[u32], class: impl Fn(usize) -> usize) -> ChiSquare {
        let mut sizes = vec![0_u64; counts.len()];
        for unit in 0..self.units {
            sizes[class(unit)] += 1;
        }
        let all: u64 = counts.iter().copied().map(u64::from).sum();
        let units = real(self.units as u64);
        let mut statistic = 0.0;
        for (count, size) in counts.iter().zip(&sizes) {
            let expected = real(all) * real(*size) / units;
            statistic += (f64::from(*count) - expected).powi(2) / expected;
        }
        // Without replacement, counts of a block vary less by the share of the others.
        let others = 1.0 - real(all) / real(self.blocks) / units;
        ChiSquare::of_statistic(statistic / others * (units - 1.0) / units, counts.len() - 1)
    }
}

/// Chi-square of a block's ten stretches, corrected as counts without replacement vary less; the mean is 9.
fn even(tenths: &[u32; TENTHS], units: usize) -> f64 {
    let units = real(units as u64);
    let all: f64 = tenths.iter().copied().map(f64::from).sum();
    if all <= 0.0 || all >= units {
        return 0.0;
    }
    let expected = all / real(TENTHS as u64);
    let statistic: f64 = tenths.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    statistic / (1.0 - all / units) * (units - 1.0) / units
}

/// The test of a count that was added up over so many blocks, each with these moments. Few are told by Poisson's law.
fn counted(question: &str, name: &str, found: u64, times: u64, of_block: Moments) -> Measured {
    let blocks = real(times);
    let null = Moments {
        mean: of_block.mean * blocks,
        variance: of_block.variance * blocks,
        skewness: of_block.skewness / blocks.sqrt(),
    };
    let (lower, upper) = if null.mean < 50.0 {
        poisson_tails(null.mean, found)
    } else {
        (null.lower_tail(real(found) + 0.5), null.upper_tail(real(found) - 0.5))
    };
    Measured {
        question: question.into(),
        name: name.into(),
        measure: "times",
        value: real(found),
        expected: null.mean,
        deviation: null.deviation(),
        sides: Sides::Both,
        p: (2.0 * lower.min(upper)).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::verdict::Family;
    use crate::rng::{Purpose, Stream, Streams};

    const UNITS: usize = 5_000;

    /// One of the first tier, a hundredth of the second, a third of the third.
    fn shuffled(stream: &mut Stream) -> Vec<u8> {
        let mut rows = [vec![0; 1], vec![1; 50], vec![2; 1_600], vec![3; UNITS - 1_651]].concat();
        stream.shuffle(&mut rows);
        rows
    }

    fn tests(blocks: usize, seed: u64, change: impl Fn(usize, &mut Vec<u8>, &mut Stream)) -> Vec<Measured> {
        let mut stream = Streams::from_seed(seed, Purpose::Audit).stream(0, 0);
        let mut shuffles = Shuffles::new(UNITS, 4);
        let mut before: Option<Vec<u8>> = None;
        for block in 0..blocks {
            let mut rows = shuffled(&mut stream);
            change(block, &mut rows, &mut stream);
            shuffles.add(&rows, before.as_deref());
            before = Some(rows);
        }
        let mut tests = Vec::new();
        for (tier, name) in ["best", "good", "small", "nothing"].iter().enumerate() {
            shuffles.tests(tier, name, &mut tests);
        }
        tests
    }

    fn found(change: impl Fn(usize, &mut Vec<u8>, &mut Stream)) -> Vec<String> {
        let family = Family::new(0.001, tests(300, 1, change));
        family.found().map(|verdict| format!("{}: {}", verdict.test.question, verdict.test.name)).collect()
    }

    #[track_caller]
    fn finds(test: &str, change: impl Fn(usize, &mut Vec<u8>, &mut Stream)) {
        let found = found(change);
        assert!(found.iter().any(|name| name == test), "{test} is not among {found:?}");
    }

    fn place_of(rows: &[u8], tier: u8) -> usize {
        rows.iter().position(|row| *row == tier).unwrap()
    }

    #[test]
    fn shuffled_blocks_raise_no_alarm() {
        assert_eq!(found(|_, _, _| ()), [""; 0]);
        let mut small = 0;
        let mut all = 0;
        for seed in 2..42 {
            let tests = tests(60, seed, |_, _, _| ());
            all += tests.len();
            small += tests.iter().filter(|test| test.p < 0.01).count();
            assert!(Family::new(0.001, tests).is_sound(), "seed {seed}");
        }
        // One in a hundred is to be expected.
        assert!(all > 1_000 && small * 40 < all, "{small} of {all} p-values are below 0.01");
    }

    /// A tier that a block has once: it needs many blocks.
    #[test]
    fn the_best_lot_in_the_first_half_is_found() {
        finds("places: best: stretches of the block", |_, rows, stream| {
            let at = place_of(rows, 0);
            if at >= UNITS / 2 {
                let other = stream.index(UNITS / 2);
                rows.swap(at, other);
            }
        });
    }

    #[test]
    fn the_best_lot_at_the_edge_is_found() {
        finds("places: best: first and last units of a block", |block, rows, _| {
            if block % 20 == 0 {
                let at = place_of(rows, 0);
                rows.swap(at, 0);
            }
        });
    }

    #[test]
    fn blocks_that_are_alike_are_found() {
        finds("places: good: the same unit in the next block", |_, rows, stream| {
            for at in 0..50 {
                if rows[at] != 1 && rows[at] != 0 && stream.below(2) == 0 {
                    let other = 50 + place_of(&rows[50..], 1);
                    rows.swap(at, other);
                }
            }
        });
    }

    #[test]
    fn blocks_that_are_too_even_are_found() {
        // Each tenth of the block has as many small lots as any other.
        finds("places: small: evenness within blocks", |_, rows, stream| {
            let tenth = UNITS / 10;
            for (at, row) in rows.iter_mut().enumerate() {
                *row = if at % tenth < 160 { 2 } else { 3 };
            }
            for stretch in rows.chunks_mut(tenth) {
                stream.shuffle(stretch);
            }
        });
    }

    #[test]
    fn lots_that_keep_apart_are_found() {
        finds("places: good: twice in a row", |_, rows, _| {
            for at in 1..UNITS {
                if rows[at - 1] == 1 && rows[at] == 1 {
                    let other = rows.windows(3).position(|three| three.iter().all(|row| *row > 1)).unwrap() + 1;
                    rows.swap(at, other);
                }
            }
        });
    }
}
