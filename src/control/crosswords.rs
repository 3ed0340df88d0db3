//! Blocks of crosswords: grids beside lots, and letters beside the law that they are drawn by.
//!
//! The letters of a unit are drawn for its pair and lot, so that they differ from tier to tier by law: a top prize shows more of them
//! that stand in many words. They are never tested to be alike. Of each tier some units are taken by chance, and for each another
//! unit is [dealt](crate::produce::dealer) from a test's stream, to the same grids and for the same lot; the two are
//! [compared](crate::audit::paired). A third set of letters is drawn without a look at what it wins: the neutral rate of
//! near-misses.

use super::read::{Read, look};
use super::{AuditError, Auditor, Described, Findings, share, tier_name};
use crate::audit::features::Features;
use crate::audit::independence::{Independence, Question};
use crate::audit::paired::Differences;
use crate::audit::sample::Sample;
use crate::audit::verdict::Measured;
use crate::block::plan::Mode;
use crate::block::reader::{Block, RecordedUnit};
use crate::crossword::reveal::Reveal;
use crate::game::Game;
use crate::letters::{ALPHABET, Letter, LetterSet};
use crate::money::Cents;
use crate::produce::dealer::{Dealer, Wanted};
use crate::rng::{Purpose, Streams};
use crate::unit::{CrosswordUnit, GridPair};

/// A unit, and what was dealt beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Its lot.
    pub lot: Cents,
    /// Its letters, and those that were dealt.
    pub letters: [LetterSet; 2],
    /// The completed words of both.
    pub completed: [Vec<u8>; 2],
    /// Words of both grids that lack one letter: of the unit, of what was dealt, and of letters drawn for no lot.
    pub near: [u32; 3],
}

impl Beside {
    /// Deals to a unit's pair what it wins, from the streams of a number.
    ///
    /// # Errors
    /// When the pair can't be dealt to: then this unit is none of this game under these lists.
    pub fn deal(unit: &CrosswordUnit, dealer: &Dealer, streams: &Streams, number: u64) -> Result<Self, String> {
        let lot = unit.lot.unwrap_or(Cents::ZERO);
        let reveal = Reveal::of(&unit.pair, dealer.screen).map_err(|problem| problem.to_string())?;
        let dealt = dealer
            .set(&reveal, &Wanted::Lot(lot), &mut streams.stream(number, 0))
            .map_err(|problem| format!("{lot}: {problem}"))?;
        let mut all: Vec<Letter> = Letter::all().collect();
        streams.stream(number, 1).shuffle(&mut all);
        let neutral: LetterSet = all[..dealer.game.crossword.letters].iter().copied().collect();
        let own: LetterSet = unit.letters.iter().copied().collect();
        Ok(Self {
            lot,
            letters: [own, dealt],
            completed: [unit.completed.clone(), reveal.completed(dealt)],
            near: [own, dealt, neutral].map(|letters| near_misses(&unit.pair, letters)),
        })
    }
}

/// Words that lack one letter.
fn near_misses(pair: &GridPair, letters: LetterSet) -> u32 {
    let hidden = letters.complement();
    let words = pair.grids.iter().flat_map(|grid| &grid.words);
    let near = words.filter(|placed| placed.word.set().iter().filter(|letter| hidden.contains(*letter)).count() == 1);
    near.fold(0, |count, _| count + 1)
}

/// The tests of one tier's units beside what was dealt, and its near-misses.
pub fn tests_of_tier(lot: Cents, units: &[&Beside], outcomes: &[Vec<u8>]) -> (Vec<Measured>, Described) {
    let question = tier_name(lot);
    let mut shown = [Differences::default(); ALPHABET];
    let mut near = Differences::default();
    let mut of_outcome = vec![Differences::default(); outcomes.len()];
    let bit = |is: bool| f64::from(u8::from(is));
    for unit in units {
        for (letter, shown) in Letter::all().zip(&mut shown) {
            let [own, dealt] = unit.letters.map(|letters| bit(letters.contains(letter)));
            shown.add(own, dealt);
        }
        for (outcome, differences) in outcomes.iter().zip(&mut of_outcome) {
            let [own, dealt] = [0, 1].map(|at| bit(unit.completed[at] == *outcome));
            differences.add(own, dealt);
        }
        near.add(unit.near[0].into(), unit.near[1].into());
    }
    let mut tests = Vec::new();
    for (letter, shown) in Letter::all().zip(&shown).filter(|(_, shown)| shown.vary()) {
        tests.push(shown.test(&question, &format!("shows {}", letter.to_char()), SHARE));
    }
    for (outcome, differences) in outcomes.iter().zip(&of_outcome).filter(|(_, differences)| differences.vary()) {
        let counts = outcome.iter().map(u8::to_string).collect::<Vec<_>>().join(" and ");
        tests.push(differences.test(&question, &format!("completes {counts} words"), SHARE));
    }
    if near.vary() {
        tests.push(near.test(&question, "words that lack one letter", WORDS));
    }
    let neutral: u64 = units.iter().map(|unit| u64::from(unit.near[2])).sum();
    let described = Described {
        cents: Some(lot),
        name: "words that lack one letter, a unit".into(),
        found: near.observed(),
        declared: Some(near.dealt()),
        neutral: Some(share(usize::try_from(neutral).unwrap_or(usize::MAX), units.len())),
        units: units.len(),
    };
    (tests, described)
}

/// What letters and outcomes are measured in: the units' share less that of those dealt beside them.
pub const SHARE: &str = "share less the law's";

/// What near-misses are measured in.
pub const WORDS: &str = "words less the law's";

pub(super) fn audit(
    auditor: &Auditor,
    block: &Block,
    game: &Game,
    read: &Read,
    tested: &[usize],
    findings: &mut Findings,
) -> Result<(), AuditError> {
    // Of all tiers: small ones are described.
    let table = block.game.table();
    let sampled = read.sample(&(0..table.len()).collect::<Vec<_>>(), auditor.sample, auditor.seed);
    grids(auditor, block, game, read, &sampled, tested, findings)?;
    reuse(block, read, findings);
    if block.public.plan.mode == Some(Mode::Fill) {
        findings.untested.push(
            "Letters: in this block they came first, and grids were made for them; no law is declared of them.".into(),
        );
        return Ok(());
    }
    let dealer = Dealer { game, screen: auditor.screen };
    let streams = Streams::from_seed(auditor.seed, Purpose::ControlDeal);
    let beside = look(block, &sampled, |number, unit| {
        let RecordedUnit::Crossword(unit) = unit else {
            return Err(AuditError::Unit { unit: number, problem: "no unit of crosswords".into() });
        };
        Beside::deal(&unit, &dealer, &streams, number).map_err(|problem| AuditError::Unit { unit: number, problem })
    })?;
    for (tier, row) in table.iter().enumerate() {
        let units: Vec<&Beside> = beside.iter().filter(|unit| unit.lot == row.cents).collect();
        if units.is_empty() {
            continue;
        }
        let (tests, described) = tests_of_tier(row.cents, &units, &outcomes_of(game, row.cents));
        if tested.contains(&tier) {
            findings.tests.extend(tests);
        }
        findings.described.push(described);
    }
    Ok(())
}

/// The outcomes that pay a lot, where there is more than one.
fn outcomes_of(game: &Game, lot: Cents) -> Vec<Vec<u8>> {
    let outcomes: Vec<Vec<u8>> = game.outcomes().filter(|outcome| game.lot(outcome) == Some(lot)).collect();
    if outcomes.len() > 1 { outcomes } else { Vec::new() }
}

/// Whether grids tell the lot: each tier and better ones against the rest.
fn grids(
    auditor: &Auditor,
    block: &Block,
    game: &Game,
    read: &Read,
    sampled: &[u64],
    tested: &[usize],
    findings: &mut Findings,
) -> Result<(), AuditError> {
    let table = block.game.table();
    let lots: Vec<Cents> = tested.iter().map(|tier| table[*tier].cents).filter(|lot| *lot > Cents::ZERO).collect();
    let lowest = game.lots.last().map(|row| row.cents);
    let questions: Vec<Question> = std::iter::once(Question::Wins)
        .chain(lots.iter().rev().filter(|lot| Some(**lot) != lowest).map(|lot| Question::AtLeast(*lot)))
        .collect();
    let mut sample = Sample::new(Features::new(game, auditor.lexicon.clone(), &lots));
    let lot = |unit: usize| table[usize::from(read.tiers[unit])].cents;
    if let Some(bank) = &block.bank {
        let pairs: Vec<_> = bank.pairs().iter().map(|made| sample.pair(&made.pair)).collect();
        for (unit, pair) in read.pairs.iter().enumerate() {
            sample.unit(pairs[*pair as usize], lot(unit));
        }
    } else {
        let pairs = look(block, sampled, |number, unit| match unit {
            RecordedUnit::Crossword(unit) => Ok((number, unit.pair)),
            RecordedUnit::Hive(_) => Err(AuditError::Unit { unit: number, problem: "no unit of crosswords".into() }),
        })?;
        for (number, pair) in pairs {
            let pair = sample.pair(&pair);
            sample.unit(pair, lot(usize::try_from(number).unwrap_or(usize::MAX)));
        }
        findings.untested.push(format!(
            "Grids of units that were not sampled: each unit has grids of its own, and {} of {} were looked at.",
            sampled.len(),
            read.tiers.len()
        ));
    }
    match Independence::of(&sample, &questions, game, auditor.seed) {
        Ok(independence) => {
            let tests = independence.family.verdicts.into_iter().map(|verdict| verdict.test);
            findings.tests.extend(tests.map(|mut test| {
                test.question = format!("grids: {}", test.question);
                test
            }));
            for asked in independence.asked.iter().filter(|asked| asked.score.is_none()) {
                findings.untested.push(format!("Grids: {}.", asked.found));
            }
        }
        Err(few) => findings.untested.push(format!("Grids: {few}.")),
    }
    Ok(())
}

/// How often pairs are shown.
fn reuse(block: &Block, read: &Read, findings: &mut Findings) {
    let Some(bank) = &block.bank else { return };
    let mut shown = vec![0_usize; bank.len()];
    for pair in &read.pairs {
        shown[*pair as usize] += 1;
    }
    let mut tell = |name: &str, value: usize| {
        findings.described.push(Described {
            cents: None,
            name: name.into(),
            found: share(value, 1),
            declared: None,
            neutral: None,
            units: read.pairs.len(),
        });
    };
    tell("units of the pair that is shown least often", shown.iter().min().copied().unwrap_or(0));
    tell("units of the pair that is shown most often", shown.iter().max().copied().unwrap_or(0));
    let again = usize::try_from(block.sealed.same_letters).unwrap_or(usize::MAX);
    tell("units that show a pair with the letters of an earlier one, in another order", again);
}
