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

use super::crosswords::SHARE;
use super::shuffles::Shuffles;
use super::{About, Audit, AuditError, Tier, hives, real, tier_name};
use crate::audit::distribution::Moments;
use crate::audit::independence::LEVEL;
use crate::audit::verdict::{Family, Measured, Sides};
use crate::bank::Bank;
use crate::block::keys::{Keys, Secret};
use crate::block::plan::{Mode, Plan, PlanError, PlannedGrids};
use crate::block::sequence::Lots;
use crate::crossword::reveal::Reveal;
use crate::game::{AnyGame, Game, HiveGame};
use crate::hive::{Batch, Figures, Maker};
use crate::letters::{ALPHABET, Letter, LetterSet};
use crate::money::Cents;
use crate::produce::dealer::{Dealer, Wanted};
use crate::rng::{Purpose, Streams};
use crate::screen::Screen;
use crate::table::hex;

/// Pairs of a bank that units are dealt to.
const PAIRS: usize = 20;

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

    fn shuffled(&self, game: &AnyGame, done: &(impl Fn() + Sync)) -> Result<Shuffles, AuditError> {
        let tiers = game.table().len();
        let units = usize::try_from(game.block_units()).unwrap_or(usize::MAX);
        // A few blocks at a time: each is held with the one before it.
        let numbers: Vec<u32> = (0..self.blocks).collect();
        let stretches: Vec<&[u32]> = numbers.chunks(16).collect();
        let seen = stretches.par_iter().map(|numbers| {
            let mut seen = Shuffles::new(units, tiers);
            let mut before: Option<Lots> = None;
            for number in *numbers {
                let lots = Lots::new(game, &self.keys(*number)?);
                seen.add(lots.rows(), before.as_ref().map(Lots::rows));
                before = Some(lots);
                done();
            }
            Ok(seen)
        });
        let seen: Vec<Shuffles> = seen.collect::<Result<_, AuditError>>()?;
        Ok(seen.into_iter().fold(Shuffles::new(units, tiers), Shuffles::and))
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
            let mut counts = [0_u64; ALPHABET];
            let streams = streams.within(lot.0);
            for unit in 0..units {
                let mut stream = streams.stream(*pair as u64 * units + unit, 0);
                let set = dealer.set(&reveal, &Wanted::Lot(*lot), &mut stream);
                let set = set.map_err(|problem| foreign(format!("{lot}: {problem}")))?;
                for letter in set.iter() {
                    counts[letter.index()] += 1;
                }
            }
            Ok(Dealt { lot: *lot, counts, law })
        });
        let counted: Vec<Dealt> = counted.collect::<Result<_, AuditError>>()?;
        tests.extend(results.into_iter().flat_map(|lot| letter_tests(lot, &counted, units)));
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

/// The letters that were dealt to one pair for one lot, and their probabilities.
struct Dealt {
    lot: Cents,
    counts: [u64; ALPHABET],
    law: [f64; ALPHABET],
}

/// The tests of a lot's letters, of so many units a pair.
fn letter_tests(lot: Cents, dealt: &[Dealt], units: u64) -> Vec<Measured> {
    let of_lot: Vec<&Dealt> = dealt.iter().filter(|dealt| dealt.lot == lot).collect();
    let all = real(units) * real(of_lot.len() as u64);
    let test = |letter: Letter| {
        let at = letter.index();
        let (mut found, mut mean, mut variance) = (0, 0.0, 0.0);
        for Dealt { counts, law, .. } in &of_lot {
            found += counts[at];
            mean += law[at] * real(units);
            variance += (law[at] * (1.0 - law[at])).max(0.0) * real(units);
        }
        let null = Moments { mean, variance, skewness: 0.0 };
        // A letter that is always shown, or never, has nothing to test, but for one that is where it can't be.
        let is_certain = variance < 1e-6;
        let is_as_expected = (real(found) - mean).abs() < 1e-3;
        (!is_certain || !is_as_expected).then(|| Measured {
            question: tier_name(lot),
            name: format!("shows {}", letter.to_char()),
            measure: SHARE,
            value: (real(found) - mean) / all,
            expected: 0.0,
            deviation: null.deviation() / all,
            sides: Sides::Both,
            p: if is_certain { 0.0 } else { null.two_sided(real(found)) },
        })
    };
    Letter::all().filter_map(test).collect()
}

/// The probability of each letter to be shown, by the declared law: all sets are listed.
fn law(game: &Game, reveal: &Reveal, lot: Cents) -> [f64; ALPHABET] {
    let grids = game.crossword.grids;
    let mut law = [0.0; ALPHABET];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::verdict::Family;
    use crate::letters::fold;

    /// The law of a small pair by hand, and what is dealt by it and beside it.
    #[test]
    fn letters_beside_the_law() {
        let game = Game::mots_croises();
        let set = |word: &str| fold(word).unwrap().set();
        let words: Vec<LetterSet> = ["AB", "CD", "EF"].map(set).into();
        let reveal = Reveal::new(&[words.clone(), words], &[]).unwrap();
        // 50 €: three words of each grid, or what else pays it; here, one word open would be one of each.
        let lot = game.lot(&[3, 3]).unwrap();
        let sets = reveal.sets(18, |completed| game.lot(&completed) == Some(lot));
        let law = law(&game, &reveal, lot);
        assert!((law.iter().sum::<f64>() - 18.0).abs() < 1e-9);
        let share = |letter: char| {
            let letter = Letter::from_ascii(letter as u8).unwrap();
            let shown = sets.iter().filter(|set| set.contains(letter)).count() as u64;
            (real(shown) / real(sets.len() as u64), law[letter.index()])
        };
        for letter in ['A', 'F', 'Z'] {
            let (counted, declared) = share(letter);
            assert!((counted - declared).abs() < 1e-9, "{letter}");
        }
        let mut stream = Streams::from_seed(1, Purpose::Audit).stream(0, 0);
        let mut dealt = Dealt { lot, counts: [0; ALPHABET], law };
        for _ in 0..5_000 {
            for letter in sets[stream.index(sets.len())].iter() {
                dealt.counts[letter.index()] += 1;
            }
        }
        let found = |dealt: Dealt| {
            let family = Family::new(LEVEL, letter_tests(lot, &[dealt], 5_000));
            assert!(family.verdicts.len() >= 20);
            family.found().map(|verdict| verdict.test.name.clone()).collect::<Vec<_>>()
        };
        let of = |counts| Dealt { lot, counts, law };
        assert_eq!(found(of(dealt.counts)), [""; 0]);
        // One unit in ten shows a Z in place of a G.
        let mut tilted = dealt.counts;
        tilted[25] += 500;
        tilted[6] -= 500;
        assert_eq!(found(of(tilted)), ["shows G", "shows Z"]);
        // A letter that is always shown is missing once.
        let mut missing = dealt.counts;
        missing[0] -= 1;
        assert_eq!(found(of(missing)), ["shows A"]);
    }
}
