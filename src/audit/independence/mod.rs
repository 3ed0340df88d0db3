//! Whether the grids of units tell what these win, before any letter is uncovered.
//!
//! For each [`Question`] there are
//!
//! - a rank test of each of the declared [features](super::features): Mann and Whitney's, as an area under the ROC curve, with
//!   the exact moments of its distribution when pairs are [shuffled](super::permutation) over their results;
//! - a [score] of all features together, judged on pairs that it was not learnt from;
//! - where pairs are shown more than once, whether they differ in their odds more than by chance. This needs no feature: it finds
//!   any pair that wins more often than others, whatever the reason.
//!
//! All tests of all questions are one family, at a [level](LEVEL) of 0.001: one audit in a thousand finds something where there is
//! nothing. Rank and score tests hold for any units. The test of the pairs' odds takes it that lots are dealt to units without a look
//! at the grids, as a shuffle does; a file that has winners of some pairs and losers of others tells them apart by its making.

mod page;
mod text;

use std::fmt;

use serde::Serialize;
use thiserror::Error;

use crate::audit::distribution::Moments;
use crate::audit::features::Feature;
use crate::audit::permutation::{Tally, moments};
use crate::audit::roc::mid_ranks;
use crate::audit::sample::Sample;
use crate::audit::score::{self, Design, Score};
use crate::audit::verdict::{Family, Measured, Sides, Verdict};
use crate::game::Game;
use crate::money::Cents;
use crate::rng::{Purpose, Stream, Streams};

/// The probability that an audit finds anything where there is nothing.
pub const LEVEL: f64 = 0.001;

/// Different pairs that must show a unit of the kind that is asked about, and different pairs that must show another.
pub const LEAST_PAIRS: usize = 30;

/// What is asked of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether a unit wins anything.
    Wins,
    /// Whether it wins so much or more.
    AtLeast(Cents),
}

impl Question {
    /// Whether a lot is of the kind that is asked about.
    pub fn holds(self, lot: Cents) -> bool {
        match self {
            Self::Wins => lot > Cents::ZERO,
            Self::AtLeast(least) => lot >= least,
        }
    }

    /// With lots as in a block, so many units that there should be enough of either kind; rounded up to hundreds.
    fn needed(self, game: &Game) -> u64 {
        let with: u64 = game.lots.iter().filter(|row| self.holds(row.cents)).map(|row| row.count).sum();
        let rarer = with.min(game.block_units - with).max(1);
        (LEAST_PAIRS as u64 * game.block_units).div_ceil(rarer).next_multiple_of(100)
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins => f.write_str("wins"),
            Self::AtLeast(least) => write!(f, "{least} and more"),
        }
    }
}

/// Units of the kind that a question asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The question.
    #[serde(skip)]
    pub question: Question,
    /// Such units.
    pub units: usize,
    /// Pairs that show such a unit.
    pub pairs_with: usize,
    /// Pairs that show another.
    pub pairs_without: usize,
    /// With lots as in a block, the units that should be enough to ask it.
    pub needed: u64,
}

impl Found {
    fn of(question: Question, tallies: &[Tally], game: &Game) -> Self {
        let count = |is: fn(&Tally) -> bool| tallies.iter().filter(|tally| is(tally)).count();
        Self {
            question,
            units: tallies.iter().map(|tally| tally.positive as usize).sum(),
            pairs_with: count(|tally| tally.positive > 0),
            pairs_without: count(|tally| tally.negative() > 0),
            needed: question.needed(game),
        }
    }

    /// Whether there are enough of them to say anything.
    pub const fn is_enough(&self) -> bool {
        self.pairs_with >= LEAST_PAIRS && self.pairs_without >= LEAST_PAIRS
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { question, units, pairs_with, pairs_without, needed } = self;
        write!(
            f,
            "{question}: {units} such units, on {pairs_with} different pairs, and others on {pairs_without}; \
             {LEAST_PAIRS} different pairs of each are needed, that is some {needed} units with lots as in a block"
        )
    }
}

/// Too few units to ask any of the questions: what there is, and what is needed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("too few units to say anything; {}", found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct TooFew {
    /// One a question.
    pub found: Vec<Found>,
}

/// A question, and the score that was learnt to answer it; none where there were too few units.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// What there was.
    pub found: Found,
    /// What all features together tell.
    pub score: Option<Score>,
}

/// What an audit found.
#[derive(Clone, Debug, PartialEq)]
pub struct Independence {
    /// Units.
    pub units: usize,
    /// Different pairs of grids that they show.
    pub pairs: usize,
    /// How often the pair is shown that is shown most often.
    pub most_shown: u32,
    /// The names of the features that were looked at, and what they are.
    pub features: Vec<Feature>,
    /// SHA-256 of the units, as the [sample](Sample::digest) has it.
    pub digest: [u8; 32],
    /// The questions.
    pub asked: Vec<Asked>,
    /// All tests: those of each question that was asked follow each other, the score first, then the odds of pairs, then
    /// the features in their order.
    pub family: Family,
}

impl Independence {
    /// Audits units, on the threads of the current rayon pool. The seed is that of folds and shuffles.
    ///
    /// # Errors
    /// When there are too few units for any of the questions.
    pub fn of(sample: &Sample, questions: &[Question], game: &Game, seed: u64) -> Result<Self, TooFew> {
        let tallies: Vec<Vec<Tally>> =
            questions.iter().map(|question| sample.tallies(|lot| question.holds(lot))).collect();
        let found: Vec<Found> =
            questions.iter().zip(&tallies).map(|(question, tallies)| Found::of(*question, tallies, game)).collect();
        if !found.iter().any(Found::is_enough) {
            return Err(TooFew { found });
        }
        let streams = Streams::from_seed(seed, Purpose::Audit);
        let looked = Looked::at(sample, &mut streams.stream(FOLDS_STREAM, 0));
        let (mut asked, mut tests) = (Vec::new(), Vec::new());
        for (found, tallies) in found.into_iter().zip(&tallies) {
            let score = found.is_enough().then(|| looked.tests(found.question, tallies, &streams, &mut tests));
            asked.push(Asked { found, score });
        }
        let shown = tallies.first().into_iter().flatten().map(|tally| tally.units);
        Ok(Self {
            units: sample.len(),
            pairs: sample.pairs(),
            most_shown: shown.max().unwrap_or(0),
            features: sample.features().list().to_vec(),
            digest: sample.digest(),
            asked,
            family: Family::new(LEVEL, tests),
        })
    }
}

impl Independence {
    /// The verdicts of a question, in their order.
    pub fn verdicts(&self, question: Question) -> impl Iterator<Item = &Verdict> {
        let name = question.to_string();
        self.family.verdicts.iter().filter(move |verdict| verdict.test.question == name)
    }

    /// What the audit concludes, in a sentence or two.
    pub fn conclusion(&self) -> String {
        let count = self.family.found().count();
        let tests = self.family.verdicts.len();
        let mut text = if count == 0 {
            format!("No leak found: none of {tests} tests finds that the grids tell what is won.")
        } else {
            format!("LEAK: {count} of {tests} tests find that the grids tell what is won.")
        };
        for asked in self.asked.iter().filter(|asked| asked.score.is_none()) {
            text.push_str(" Not tested: ");
            text.push_str(&asked.found.to_string());
            text.push('.');
        }
        text
    }
}

/// Streams of their own, behind those of the shuffles.
const FOLDS_STREAM: u64 = 1 << 32;
const ODDS_STREAM: u64 = FOLDS_STREAM + 1;

/// The pairs, and what is visible on them.
struct Looked<'s> {
    sample: &'s Sample,
    /// Ranks of each feature, pair by pair; over units.
    ranks: Vec<Vec<f64>>,
    design: Design,
}

impl<'s> Looked<'s> {
    fn at(sample: &'s Sample, stream: &mut Stream) -> Self {
        let units: Vec<u32> = sample.tallies(|_| false).iter().map(|tally| tally.units).collect();
        // The score learns from ranks, too: one value that is far out has no more weight than its place.
        let ranks: Vec<Vec<f64>> = sample.values().iter().map(|values| mid_ranks(values, &units)).collect();
        let design = Design::new(&ranks, stream);
        Self { sample, ranks, design }
    }

    /// Carries out the tests of a question.
    fn tests(&self, question: Question, tallies: &[Tally], streams: &Streams, tests: &mut Vec<Measured>) -> Score {
        let measured = |name: &str, measure, value, null: Moments, sides, p| Measured {
            question: question.to_string(),
            name: name.into(),
            measure,
            value,
            expected: null.mean,
            deviation: null.deviation(),
            sides,
            p,
        };
        let score = self.design.score(tallies, streams);
        tests.push(measured(ALL_FEATURES, AUC, score.auc, score.null, Sides::Above, score.p));
        if tallies.iter().any(|tally| tally.units > 1) {
            let (spread, null) = spread(tallies, streams);
            tests.push(measured(PAIR_ODDS, "spread", spread, null, Sides::Above, null.upper_tail(spread)));
        }
        let surplus = Tally::surplus(tallies);
        let (units, positive) = Tally::sum(tallies);
        // A sum of ranks of the surplus is the area's distance from one half, times all comparisons.
        let comparisons = positive * (units - positive);
        let area = |sum: f64| 0.5 + sum / comparisons;
        for (feature, ranks) in self.sample.features().list().iter().zip(&self.ranks) {
            let sum: f64 = ranks.iter().zip(&surplus).map(|(rank, surplus)| rank * surplus).sum();
            let null = moments(ranks, &surplus);
            let p = null.two_sided(sum);
            let null = Moments { mean: area(null.mean), variance: null.variance / comparisons.powi(2), ..null };
            tests.push(measured(&feature.name, AUC, area(sum), null, Sides::Both, p));
        }
        score
    }
}

/// The name of the test of the score.
pub const ALL_FEATURES: &str = "all features together";

/// The name of the test of the pairs' own odds.
pub const PAIR_ODDS: &str = "odds of pairs";

/// What most tests measure.
pub const AUC: &str = "AUC";

/// How far the pairs' shares of such units are spread, and how far they would be if the results were shuffled over all units: the
/// sum over pairs of (found − expected)² ÷ expected, over its mean in these shuffles.
fn spread(tallies: &[Tally], streams: &Streams) -> (f64, Moments) {
    let (units, positive) = Tally::sum(tallies);
    let spread = |counts: &dyn Fn(usize) -> u32| {
        let terms = tallies.iter().enumerate().map(|(pair, tally)| {
            let expected = f64::from(tally.units) * positive / units;
            (f64::from(counts(pair)) - expected).powi(2) / expected
        });
        terms.sum::<f64>()
    };
    let found = spread(&|pair| tallies[pair].positive);
    let shown = tallies.iter().enumerate().flat_map(|(pair, tally)| std::iter::repeat_n(pair, tally.units as usize));
    let mut shown: Vec<usize> = shown.collect();
    let count: usize = tallies.iter().map(|tally| tally.positive as usize).sum();
    let draw = |draw: u32| {
        let mut stream = streams.stream(ODDS_STREAM + u64::from(draw), 0);
        let mut counts = vec![0; tallies.len()];
        for at in 0..count {
            let other = at + stream.index(shown.len() - at);
            shown.swap(at, other);
            counts[shown[at]] += 1;
        }
        spread(&|pair| counts[pair])
    };
    let draws: Vec<f64> = (0..score::DRAWS).map(draw).collect();
    let null = Moments::of_draws(&draws);
    let mean = null.mean.max(f64::MIN_POSITIVE);
    (found / mean, Moments { mean: 1.0, variance: null.variance / mean.powi(2), ..null })
}
