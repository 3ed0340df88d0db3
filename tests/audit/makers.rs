//! Makers of units: sound ones, and some that give themselves away.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use alveole::audit::features::Features;
use alveole::audit::lots::{Proportions, lots};
use alveole::audit::sample::{PairId, Sample};
use alveole::blocklist::Blocklist;
use alveole::crossword::deal;
use alveole::crossword::layout::{LayoutGenerator, Profile};
use alveole::crossword::reveal::Reveal;
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::game::Game;
use alveole::lexicon::{Level, Lexicon};
use alveole::money::Cents;
use alveole::produce::blind::{Blind, BlindPair, Wishes};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::verify::Judge;

pub(crate) static GAME: LazyLock<Game> = LazyLock::new(Game::mots_croises);
static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::embedded);
pub(crate) static SCREEN: LazyLock<Arc<Screen>> = LazyLock::new(|| Arc::new(Screen::new(Blocklist::embedded())));

/// Pairs that were made blind, once for all tests.
pub(crate) static PAIRS: LazyLock<Vec<BlindPair>> = LazyLock::new(|| pairs(300));

/// So many blind pairs.
pub(crate) fn pairs(count: usize) -> Vec<BlindPair> {
    let blocklist = Blocklist::embedded();
    let vocabulary = Vocabulary::screened(&LEXICON.at_level(Level::B), SameLemma::Refused, Arc::clone(&SCREEN));
    let streams = Streams::from_seed(0, Purpose::Layouts);
    let layouts = LayoutGenerator::new(&GAME.crossword, Profile::default(), 12, 12, streams).unwrap().pool(60).unwrap();
    let blind = Blind {
        game: &GAME,
        vocabulary: &vocabulary,
        screen: Arc::clone(&SCREEN),
        judge: Judge::new(&GAME, &LEXICON, &blocklist),
        layouts: &layouts,
        wishes: &Wishes::default(),
        seed: 0,
        count,
    };
    let mut pairs = Vec::new();
    blind
        .each(|pair| {
            pairs.push(pair);
            ControlFlow::Continue(())
        })
        .unwrap();
    pairs
}

pub(crate) fn sample() -> Sample {
    Sample::new(Features::new(&GAME, LEXICON.clone(), &[Cents::from_euros(5), Cents::from_euros(200)]))
}

fn drawn_lots(count: u32, proportions: Proportions, seed: u64) -> Vec<Cents> {
    lots(&GAME, count, proportions, &mut Streams::from_seed(seed, Purpose::AuditLots).stream(0, 0))
}

/// Grids first: unit *i* shows pair *i*, and letters are dealt to it that pay its lot.
pub(crate) fn grids_first(pairs: &[BlindPair], count: u32, proportions: Proportions, seed: u64) -> Sample {
    let mut sample = sample();
    let streams = Streams::from_seed(seed, Purpose::Deal);
    let reveals: Vec<Reveal> = pairs.iter().map(|made| Reveal::of(&made.pair, &SCREEN).unwrap()).collect();
    for (index, lot) in (0..).zip(drawn_lots(count, proportions, seed)) {
        let at = usize::try_from(index).unwrap() % pairs.len();
        let gives = |completed: [u8; 2]| GAME.lot(&completed) == Some(lot);
        let mut stream = streams.stream(index, 0);
        let set = deal::letter_set(&reveals[at], GAME.crossword.letters, gives, &mut stream).unwrap();
        let pair = sample.pair(&pairs[at].pair);
        sample.unit(pair, GAME.lot(&reveals[at].completed(set)).unwrap());
    }
    sample
}

/// Pairs that were looked at, to be shown by units of one sample after the other.
pub(crate) struct Seen {
    sample: Sample,
    pairs: Vec<PairId>,
}

impl Seen {
    pub(crate) fn new(pairs: &[BlindPair]) -> Self {
        let mut sample = sample();
        let pairs = pairs.iter().map(|made| sample.pair(&made.pair)).collect();
        Self { sample, pairs }
    }

    /// Grids first, without letters, which no audit looks at: many units in a moment.
    pub(crate) fn shuffled(&self, count: u32, proportions: Proportions, seed: u64) -> Sample {
        let mut sample = self.sample.clone();
        for (at, lot) in drawn_lots(count, proportions, seed).into_iter().enumerate() {
            sample.unit(self.pairs[at % self.pairs.len()], lot);
        }
        sample
    }
}

/// Pair and letters are drawn together until the lot is paid: a pair comes up in proportion to its odds of the lot.
pub(crate) fn drawn_until_paid(pairs: &[BlindPair], count: u32, proportions: Proportions, seed: u64) -> Sample {
    let mut sample = sample();
    let mut stream = Streams::from_seed(seed, Purpose::Deal).stream(0, 0);
    // For each lot, the sets of letters of each pair and those before it.
    let mut sums: BTreeMap<Cents, Vec<u64>> = BTreeMap::new();
    for lot in drawn_lots(count, proportions, seed) {
        let sums = sums.entry(lot).or_insert_with(|| {
            let add = |sum: &mut u64, made: &BlindPair| {
                *sum += made.odds.of_lot(lot, &GAME)[1];
                Some(*sum)
            };
            pairs.iter().scan(0, add).collect()
        });
        let place = u64::from(stream.below(u32::try_from(*sums.last().unwrap()).unwrap()));
        let pair = sample.pair(&pairs[sums.partition_point(|sum| *sum <= place)].pair);
        sample.unit(pair, lot);
    }
    sample
}
