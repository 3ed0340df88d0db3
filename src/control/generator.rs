//! What makes blocks, tested where it can be asked as often as is wanted: lots that a block has once or twice, too.
//!
//! - The lot vectors of many blocks are shuffled under test keys, by what shuffles those of real blocks. For every tier, whatever
//!   its number, all blocks together are tested: stretches of the block, moduli, its first and last units, neighbours, how evenly
//!   each block is filled, and whether one block tells of the next.
//! - So many units of every tier are dealt or placed under test keys. Letters are held against the declared law as it is counted:
//!   all admissible sets of a pair that pay the lot are listed, so that nothing is asked of what deals. Hives are
//!   held against the shares that follow from the game's weights and rates.

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::{About, Audit, AuditError, Tier, hives, tier_name};
use crate::audit::distribution::{ChiSquare, Moments, poisson_tails};
use crate::audit::independence::LEVEL;
use crate::audit::positions::{MODULI, spread};
use crate::audit::verdict::{Family, Measured, Sides};
use crate::bank::Bank;
use crate::block::keys::{Keys, Secret};
use crate::block::plan::{Mode, Plan, PlanError, PlannedGrids};
use crate::block::sequence::Lots;
use crate::crossword::reveal::Reveal;
use crate::game::{AnyGame, Game, HiveGame};
use crate::hive::{Batch, Figures, Maker};
use crate::letters::{Letter, LetterSet};
use crate::money::Cents;
use crate::produce::dealer::{Dealer, Wanted};
use crate::rng::{Purpose, Streams};
use crate::screen::Screen;
use crate::table::hex;

/// Pairs of a bank that units are dealt to.
const PAIRS: usize = 20;

/// Stretches of a block.
const STRETCHES: usize = 100;

/// Stretches in which each block by itself is looked at.
const TENTHS: usize = 10;

/// Units at the start of a block, and at its end, that are looked at by themselves: a thousandth of it each.
const EDGE: usize = 1_000;

/// What is asked of a generator.
#[derive(Clone, Copy, Debug)]
pub struct Generator<'a> {
    /// The whole game file.
    pub game: &'a str,
    /// What pairs are dealt from; without it, no letters are dealt.
    pub bank: Option<&'a Bank>,
    /// The lists.
    pub screen: &'a Screen,
    /// Blocks whose lots are shuffled.
    pub blocks: u32,
    /// Units of each tier that are dealt.
    pub units: u32,
    /// All test keys follow from it.
    pub seed: u64,
}

impl Generator<'_> {
    /// Audits it, on the threads of the current rayon pool. `done` is told of each block that was shuffled.
    ///
    /// # Errors
    /// When the game can't be played, or a pair of the bank can't be dealt to.
    pub fn audit(&self, done: impl Fn() + Sync) -> Result<Audit, AuditError> {
        let game = AnyGame::from_toml(self.game).map_err(PlanError::from)?;
        let table = game.table();
        let seen = self.shuffled(&game, &done)?;
        let names: Vec<String> = table.iter().map(|row| tier_name(row.cents)).collect();
        let mut tests = Vec::new();
        for (tier, name) in names.iter().enumerate().filter(|(tier, _)| table[*tier].count > 0) {
            seen.tests(tier, name, &mut tests);
        }
        let mut untested = Vec::new();
        let mut dealt = self.units;
        match (&game, self.bank) {
            (AnyGame::Crossword(game), Some(bank)) => self.letters(game, bank, &mut tests)?,
            (AnyGame::Crossword(_), None) => {
                dealt = 0;
                untested.push("Letters: no bank was named that they are dealt from.".into());
            }
            (AnyGame::Hive(game), _) => self.hives(game, &mut tests)?,
        }
        let tier = |row: &crate::game::LotRow| Tier {
            cents: row.cents,
            units: usize::try_from(row.count * u64::from(self.blocks)).unwrap_or(usize::MAX),
            tested: row.count > 0,
        };
        Ok(Audit {
            about: About::Generator {
                game: game.name().into(),
                game_sha256: hex(&Sha256::digest(self.game)),
                blocks: self.blocks,
                units: dealt,
                bank_sha256: self.bank.map(|bank| hex(&bank.digest())),
            },
            seed: self.seed,
            tiers: table.iter().map(tier).collect(),
            family: Family::new(LEVEL, tests),
            described: Vec::new(),
            untested,
            along: Vec::new(),
        })
    }

    /// The keys of a block, from a secret that everybody knows.
    fn keys(&self, block: u32) -> Result<Keys, AuditError> {
        let is_crossword = matches!(AnyGame::from_toml(self.game), Ok(AnyGame::Crossword(_)));
        // Grids are not made: what they would be of does not matter.
        let grids = PlannedGrids { level: String::new(), size: String::new(), layouts: 0, words_with: String::new() };
        let plan = Plan {
            rehearsal: true,
            mode: is_crossword.then_some(Mode::Fresh),
            grids: is_crossword.then_some(grids),
            ..Plan::bare(self.game, "generator", &block.to_string())
        };
        let mut secret = Sha256::new();
        secret.update(b"alveole/test secret/1\0");
        secret.update(self.seed.to_le_bytes());
        secret.update(block.to_le_bytes());
        let secret = Secret::from_bytes(&secret.finalize()).ok_or(crate::block::keys::SecretError::None)?;
        Ok(Keys::new(&[secret], &plan)?)
    }

    fn shuffled(&self, game: &AnyGame, done: &(impl Fn() + Sync)) -> Result<Seen, AuditError> {
        let tiers = game.table().len();
        let units = usize::try_from(game.block_units()).unwrap_or(usize::MAX);
        // A few blocks at a time: each is held with the one before it.
        let numbers: Vec<u32> = (0..self.blocks).collect();
        let stretches: Vec<&[u32]> = numbers.chunks(16).collect();
        let seen = stretches.par_iter().map(|numbers| {
            let mut seen = Seen::new(units, tiers);
            let mut before: Option<Lots> = None;
            for number in *numbers {
                let lots = Lots::new(game, &self.keys(*number)?);
                seen.add(&lots, before.as_ref());
                before = Some(lots);
                done();
            }
            Ok(seen)
        });
        let seen: Vec<Seen> = seen.collect::<Result<_, AuditError>>()?;
        Ok(seen.into_iter().fold(Seen::new(units, tiers), Seen::and))
    }

    /// Letters of each tier, against all sets that the law allows.
    fn letters(&self, game: &Game, bank: &Bank, tests: &mut Vec<Measured>) -> Result<(), AuditError> {
        let dealer = Dealer { game, screen: self.screen };
        let results: Vec<Cents> = game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]).collect();
        let pairs: Vec<usize> = (0..PAIRS.min(bank.len())).map(|at| at * bank.len() / PAIRS.min(bank.len())).collect();
        let units = u64::from(self.units).div_ceil(pairs.len().max(1) as u64);
        let cells: Vec<(Cents, usize)> =
            results.iter().flat_map(|lot| pairs.iter().map(move |pair| (*lot, *pair))).collect();
        let streams = Streams::from_seed(self.seed, Purpose::ControlDeal);
        let counted = cells.par_iter().map(|(lot, pair)| {
            let foreign = |problem: String| AuditError::Pair { pair: *pair, problem };
            let made = bank.pair(*pair).ok_or_else(|| foreign("the bank has none".into()))?;
            let reveal = Reveal::of(&made.pair, self.screen).map_err(|problem| foreign(problem.to_string()))?;
            let law = law(game, &reveal, *lot);
            let mut counts = [0_u64; 26];
            let streams = streams.within(lot.0);
            for unit in 0..units {
                let mut stream = streams.stream(*pair as u64 * units + unit, 0);
                let set = dealer.set(&reveal, &Wanted::Lot(*lot), &mut stream);
                let set = set.map_err(|problem| foreign(format!("{lot}: {problem}")))?;
                for letter in set.iter() {
                    counts[letter.index()] += 1;
                }
            }
            Ok((*lot, counts, law))
        });
        let counted: Vec<(Cents, [u64; 26], [f64; 26])> = counted.collect::<Result<_, AuditError>>()?;
        for lot in results {
            for letter in Letter::all() {
                let at = letter.index();
                let of_lot = counted.iter().filter(|(of, ..)| *of == lot);
                let (mut found, mut mean, mut variance) = (0, 0.0, 0.0);
                for (_, counts, law) in of_lot {
                    found += counts[at];
                    mean += law[at] * real(units);
                    variance += law[at] * (1.0 - law[at]) * real(units);
                }
                if variance <= 0.0 && (real(found) - mean).abs() < 1e-6 {
                    continue;
                }
                let null = Moments { mean, variance, skewness: 0.0 };
                let all = real(units) * real(pairs.len() as u64);
                tests.push(Measured {
                    question: tier_name(lot),
                    name: format!("shows {}", letter.to_char()),
                    measure: "share less the law's",
                    value: (real(found) - mean) / all,
                    expected: 0.0,
                    deviation: null.deviation() / all,
                    sides: Sides::Both,
                    p: if variance > 0.0 { null.two_sided(real(found)) } else { 0.0 },
                });
            }
        }
        Ok(())
    }

    /// Hives of each tier, against the shares that the game declares.
    fn hives(&self, game: &HiveGame, tests: &mut Vec<Measured>) -> Result<(), AuditError> {
        let maker = Maker::new(game)?;
        let results: Vec<Cents> = game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]).collect();
        let figures = results.par_iter().map(|lot| {
            let batch = Batch::new(&maker, *lot, None, self.seed, self.units.into())?;
            let mut figures = Figures::new(&maker);
            for index in 0..batch.count() {
                figures.add(&batch.unit(index));
            }
            Ok(figures.rows()?)
        });
        let figures: Vec<Vec<_>> = figures.collect::<Result<_, AuditError>>()?;
        // Those of all tiers are of a whole block: here each tier has as many units.
        let figures = figures.into_iter().flatten().filter(|figure| figure.lot.is_some());
        tests.extend(figures.filter_map(|figure| hives::test(&figure, game)));
        Ok(())
    }
}

/// The probability of each letter to be shown, by the declared law: all sets are listed.
fn law(game: &Game, reveal: &Reveal, lot: Cents) -> [f64; 26] {
    let grids = game.crossword.grids;
    let mut law = [0.0; 26];
    let mut add = |sets: &[LetterSet], weight: f64| {
        for set in sets {
            for letter in set.iter() {
                law[letter.index()] += weight / real(sets.len() as u64);
            }
        }
    };
    let letters = game.crossword.letters;
    let mut mixed: Vec<(Vec<LetterSet>, f64)> = Vec::new();
    for outcome in game.mix(lot).into_iter().flat_map(|mix| &mix.outcomes) {
        let sets = reveal.sets(letters, |completed| completed[..grids] == outcome.completed[..]);
        if !sets.is_empty() {
            mixed.push((sets, f64::from(outcome.weight)));
        }
    }
    let whole: f64 = mixed.iter().map(|(_, weight)| weight).sum();
    for (sets, weight) in &mixed {
        add(sets, weight / whole);
    }
    if mixed.is_empty() {
        add(&reveal.sets(letters, |completed| game.lot(&completed[..grids]) == Some(lot)), 1.0);
    }
    law
}

/// What the lot vectors of many blocks showed.
#[derive(Clone, Debug)]
struct Seen {
    units: usize,
    blocks: u64,
    /// Pairs of successive blocks that were held against each other.
    successive: u64,
    tiers: Vec<SeenTier>,
}

#[derive(Clone, Debug)]
struct SeenTier {
    /// In a block.
    units: u64,
    stretches: Vec<u32>,
    /// One list a modulus.
    moduli: Vec<Vec<u32>>,
    edges: u64,
    twice: u64,
    /// Units that win it in two successive blocks.
    again: u64,
    /// Sum over blocks of a chi-square statistic of ten stretches, and of its square.
    even: [f64; 2],
}

impl Seen {
    fn new(units: usize, tiers: usize) -> Self {
        let tier = SeenTier {
            units: 0,
            stretches: vec![0; STRETCHES],
            moduli: MODULI.iter().map(|modulus| vec![0; *modulus]).collect(),
            edges: 0,
            twice: 0,
            again: 0,
            even: [0.0; 2],
        };
        Self { units, blocks: 0, successive: 0, tiers: vec![tier; tiers] }
    }

    fn and(mut self, other: Self) -> Self {
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
            tier.even = [tier.even[0] + other.even[0], tier.even[1] + other.even[1]];
        }
        self
    }

    fn edge(&self) -> usize {
        (self.units / EDGE).max(1)
    }

    fn add(&mut self, lots: &Lots, before: Option<&Lots>) {
        let (units, edge) = (self.units, self.edge());
        let mut tenths = vec![[0_u32; TENTHS]; self.tiers.len()];
        let rows = lots.rows();
        for (unit, row) in rows.iter().enumerate() {
            let tier = &mut self.tiers[usize::from(*row)];
            tier.stretches[unit * STRETCHES / units] += 1;
            for (counts, modulus) in tier.moduli.iter_mut().zip(MODULI) {
                counts[unit % modulus] += 1;
            }
            tier.edges += u64::from(unit < edge || unit >= units - edge);
            tier.twice += u64::from(unit > 0 && rows[unit - 1] == *row);
            tier.again += u64::from(before.is_some_and(|before| before.rows()[unit] == *row));
            tenths[usize::from(*row)][unit * TENTHS / units] += 1;
        }
        self.blocks += 1;
        self.successive += u64::from(before.is_some());
        for (tier, tenths) in self.tiers.iter_mut().zip(tenths) {
            tier.units = tenths.iter().copied().map(u64::from).sum();
            let chi_square = self::even(&tenths, units);
            tier.even[0] += chi_square;
            tier.even[1] += chi_square.powi(2);
        }
    }

    fn tests(&self, tier: usize, name: &str, tests: &mut Vec<Measured>) {
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
            let mean = seen.even[0] / blocks;
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

/// A count, to calculate with.
#[expect(clippy::cast_precision_loss, reason = "counts of units, far below 2^52")]
const fn real(count: u64) -> f64 {
    count as f64
}
