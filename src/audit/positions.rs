//! Where the units of a tier lie in a block: whether their places tell anything.
//!
//! A tier is a result: a lot, or nothing. Where nothing is to be found, every order of the block's results is equally
//! likely. For each tier with at least [`LEAST_UNITS`] units, and units enough of others, there are
//!
//! - chi-square tests of counts: in equal stretches of the block, by the place in a part, and by the unit's number modulo each of
//!   [`MODULI`]; each multiplied by (*n* − 1) ÷ *n*, as counts without replacement vary less;
//! - a chi-square test of the gaps between one unit of the tier and the next, in classes of equal probability. All *m* + 1
//!   stretches between and around *m* units have the law P(gap > *g*) = C(*n* − *g*, *m*) ÷ C(*n*, *m*);
//! - how often two units of the tier follow each other: the runs of the tier are hypergeometric (Wald and Wolfowitz, 1940);
//! - a chi-square test of what follows a unit of the tier, beside what follows others (Bartlett, 1951);
//!
//! and for all tiers together the number of runs (Mood, 1940; Barton and David, 1957).
//!
//! What is tested of a chi-square is its *spread*: the statistic over its degrees of freedom, 1 on average.

use super::distribution::{ChiSquare, Moments, hypergeometric_tails, ln_choose};
use super::real;
use super::verdict::{Measured, Sides};

/// Tiers with fewer units are described, and not tested.
pub const LEAST_UNITS: usize = 1_000;

/// Units of other tiers that there must be.
const LEAST_OTHERS: usize = 100;

/// Numbers by which unit numbers are divided: tickets are packed, printed and counted by such.
pub const MODULI: [usize; 5] = [2, 7, 10, 64, 100];

/// The most stretches of a block or a part.
const STRETCHES: usize = 100;

/// Classes of gaps.
const GAPS: usize = 20;

/// The smallest count that is expected of a class of its own.
const LEAST_EXPECTED: f64 = 5.0;

/// Above this variance, a hypergeometric count is told by its moments, and not summed up.
const MUCH: f64 = 10_000.0;

/// The tiers of a block's units, in the order of their numbers.
///
/// ```
/// use alveole::audit::positions::Positions;
/// // Winners in the first half, as if the block had been sorted.
/// let tiers: Vec<u8> = (0..10_000).map(|unit| u8::from(unit >= 2_000)).collect();
/// let names = ["5 €".to_owned(), "nothing".to_owned()];
/// let tests = Positions { tiers: &tiers, names: &names, part: 10_000 }.tests();
/// assert!(tests.iter().any(|test| test.name == "stretches of the block" && test.p < 1e-12));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    /// The tier of each unit, by its number among the names.
    pub tiers: &'a [u8],
    /// What the tiers are called.
    pub names: &'a [String],
    /// Units of a part.
    pub part: usize,
}

impl Positions<'_> {
    /// How many units each tier has.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.names.len()];
        for tier in self.tiers {
            counts[usize::from(*tier)] += 1;
        }
        counts
    }

    /// The tiers that are tested: those with units enough, of which there are others, too.
    pub fn tested(&self) -> Vec<usize> {
        let is_enough = |count: usize| count >= LEAST_UNITS && self.tiers.len() - count >= LEAST_OTHERS;
        self.counts().into_iter().enumerate().filter(|(_, count)| is_enough(*count)).map(|(tier, _)| tier).collect()
    }

    /// All tests: those of all tiers together, and then tier by tier. None where no tier has units enough.
    pub fn tests(&self) -> Vec<Measured> {
        let counts = self.counts();
        let tested = self.tested();
        let mut tests = Vec::new();
        if !tested.is_empty() {
            tests.push(self.all_runs(&counts));
        }
        for tier in tested {
            let places: Vec<usize> =
                (0..self.tiers.len()).filter(|unit| usize::from(self.tiers[*unit]) == tier).collect();
            self.of_tier(tier, &places, &counts, &mut tests);
        }
        tests
    }

    fn of_tier(&self, tier: usize, places: &[usize], counts: &[usize], tests: &mut Vec<Measured>) {
        let (units, name) = (self.tiers.len(), &self.names[tier]);
        let mut push = |test: &str, chi_square: ChiSquare| tests.push(spread(name, test, chi_square));
        let rarer = places.len().min(units - places.len());
        let stretches = (rarer / 20).clamp(2, STRETCHES);
        push("stretches of the block", self.by(places, stretches, |unit| unit * stretches / units));
        if self.part < units {
            push("places in parts", self.by(places, stretches, |unit| unit % self.part * stretches / self.part));
        }
        for modulus in MODULI.into_iter().filter(|modulus| rarer / modulus >= 20) {
            push(&format!("unit number modulo {modulus}"), self.by(places, modulus, |unit| unit % modulus));
        }
        push("gaps", gaps(places, units));
        push("what follows", self.follows(tier, counts));
        tests.push(self.twice(name, places));
    }

    /// Counts of the tier and of the others, by a class of unit numbers.
    fn by(&self, places: &[usize], classes: usize, class: impl Fn(usize) -> usize) -> ChiSquare {
        let mut table = vec![vec![0_u32; classes]; 2];
        for unit in 0..self.tiers.len() {
            table[1][class(unit)] += 1;
        }
        for place in places {
            table[0][class(*place)] += 1;
            table[1][class(*place)] -= 1;
        }
        let units = real(self.tiers.len());
        ChiSquare::of_table(&table).times((units - 1.0) / units)
    }

    /// The tiers of the units behind those of a tier, beside those of the units behind others. Tiers that are rarely expected there
    /// are counted together.
    fn follows(&self, tier: usize, counts: &[usize]) -> ChiSquare {
        let units = real(self.tiers.len());
        let expected =
            |other: usize| real(counts[tier].min(self.tiers.len() - counts[tier])) * real(counts[other]) / units;
        let own: Vec<usize> = (0..counts.len()).filter(|other| expected(*other) >= LEAST_EXPECTED).collect();
        // Behind those of their own: what is expected too rarely, together.
        let mut column = vec![own.len(); counts.len()];
        for (at, other) in own.iter().enumerate() {
            column[*other] = at;
        }
        let pooled: f64 = (0..counts.len()).filter(|other| !own.contains(other)).map(expected).sum();
        if pooled < LEAST_EXPECTED {
            // Not enough even so: with the last of the others, which is the most frequent one.
            let last = own.len().saturating_sub(1);
            column.iter_mut().filter(|column| **column == own.len()).for_each(|column| *column = last);
        }
        let mut table = vec![vec![0_u32; own.len() + 1]; 2];
        for two in self.tiers.windows(2) {
            table[usize::from(usize::from(two[0]) != tier)][column[usize::from(two[1])]] += 1;
        }
        ChiSquare::of_table(&table)
    }

    /// How often a unit of the tier follows another one of it.
    fn twice(&self, name: &str, places: &[usize]) -> Measured {
        let found = places.windows(2).filter(|two| two[1] == two[0] + 1).count();
        let (of, units) = (places.len() as u64, self.tiers.len() as u64);
        // Its runs are what is drawn of the gaps between and around the others.
        let (slots, runs) = (units - of + 1, (places.len() - found) as u64);
        let null = Moments::of_hypergeometric(units, slots, of);
        let (lower, upper) = if null.variance > MUCH {
            let runs = real(places.len() - found);
            (null.lower_tail(runs + 0.5), null.upper_tail(runs - 0.5))
        } else {
            hypergeometric_tails(units, slots, of, runs)
        };
        Measured {
            question: name.into(),
            name: "twice in a row".into(),
            measure: "times",
            value: real(found),
            expected: real(places.len()) - null.mean,
            deviation: null.deviation(),
            sides: Sides::Both,
            p: (2.0 * lower.min(upper)).min(1.0),
        }
    }

    /// Runs of equal results.
    fn all_runs(&self, counts: &[usize]) -> Measured {
        let runs = 1 + self.tiers.windows(2).filter(|two| two[0] != two[1]).count();
        let units = real(self.tiers.len());
        let power = |power: i32| counts.iter().map(|count| real(*count).powi(power)).sum::<f64>();
        let (squares, cubes) = (power(2), power(3));
        let mean = units + 1.0 - squares / units;
        let variance = (squares * (squares + units * (units + 1.0)) - 2.0 * units * cubes - units.powi(3))
            / (units.powi(2) * (units - 1.0));
        let null = Moments { mean, variance, skewness: 0.0 };
        Measured {
            question: ALL_TIERS.into(),
            name: "runs of equal results".into(),
            measure: "runs",
            value: real(runs),
            expected: mean,
            deviation: null.deviation(),
            sides: Sides::Both,
            p: null.two_sided(real(runs)),
        }
    }
}

/// The question of tests that are not of one tier.
pub const ALL_TIERS: &str = "all tiers";

/// A chi-square test as a spread.
pub fn spread(question: &str, name: &str, test: ChiSquare) -> Measured {
    let degrees = f64::from(test.degrees.max(1));
    Measured {
        question: question.into(),
        name: name.into(),
        measure: "spread",
        value: test.statistic / degrees,
        expected: 1.0,
        deviation: (2.0 / degrees).sqrt(),
        sides: Sides::Above,
        p: test.p,
    }
}

/// Stretches without a unit of the tier: before the first, between two, behind the last.
fn gaps(places: &[usize], units: usize) -> ChiSquare {
    let of = places.len();
    // P(gap > g), and a class for each twentieth of it, but for gaps of which one alone has more.
    let over = |gap: usize| {
        if units - gap < of {
            0.0
        } else {
            (ln_choose((units - gap) as u64, of as u64) - ln_choose(units as u64, of as u64)).exp()
        }
    };
    let mut ends = Vec::new();
    for class in 1..GAPS {
        let wanted = 1.0 - real(class) / real(GAPS);
        let (mut low, mut high) = (ends.last().copied().unwrap_or(0), units);
        // The smallest gap that is exceeded no more often than is wanted.
        while low < high {
            let middle = low.midpoint(high);
            if over(middle) <= wanted { high = middle } else { low = middle + 1 }
        }
        if ends.last() != Some(&low) && low > 0 && over(low) * real(of) >= LEAST_EXPECTED {
            ends.push(low);
        }
    }
    let mut counts = vec![0_u32; ends.len() + 1];
    let starts = std::iter::once(0).chain(places.iter().map(|place| place + 1));
    let stops = places.iter().map(|place| place + 1).chain([units + 1]);
    for gap in starts.zip(stops).map(|(start, stop)| stop - start) {
        counts[ends.partition_point(|end| *end < gap)] += 1;
    }
    let above: Vec<f64> = std::iter::once(1.0).chain(ends.iter().map(|end| over(*end))).chain([0.0]).collect();
    let shares: Vec<f64> = above.windows(2).map(|two| two[0] - two[1]).collect();
    ChiSquare::of_shares(&counts, &shares)
}
