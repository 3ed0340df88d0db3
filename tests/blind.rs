//! Pairs made blind: they serve every result, differ, keep the wishes, and are the same for any number of threads.

#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use alveole::blocklist::Blocklist;
use alveole::crossword::layout::{Layout, LayoutGenerator, Profile};
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::game::Game;
use alveole::letters::{Letter, Word};
use alveole::lexicon::{Level, Lexicon};
use alveole::money::Cents;
use alveole::produce::blind::{Blind, BlindError, BlindPair, ROUND, Refused, Wishes};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::unit::GridPair;
use alveole::verify::Judge;

struct Room {
    game: Game,
    lexicon: Lexicon,
    blocklist: Blocklist,
    vocabulary: Vocabulary,
    screen: Arc<Screen>,
    layouts: Vec<Layout>,
}

impl Room {
    fn new() -> Self {
        let (game, lexicon, blocklist) = (Game::mots_croises(), Lexicon::embedded(), Blocklist::embedded());
        let screen = Arc::new(Screen::new(blocklist.clone()));
        let words = lexicon.at_level(Level::B);
        let vocabulary = Vocabulary::screened(&words, SameLemma::Refused, Arc::clone(&screen));
        let streams = Streams::from_seed(0, Purpose::Layouts);
        let generator = LayoutGenerator::new(&game.crossword, Profile::default(), 12, 12, streams).unwrap();
        let layouts = generator.pool(60).unwrap();
        Self { game, lexicon, blocklist, vocabulary, screen, layouts }
    }

    fn blind<'a>(&'a self, wishes: &'a Wishes, seed: u64, count: usize) -> Blind<'a> {
        Blind {
            game: &self.game,
            vocabulary: &self.vocabulary,
            screen: Arc::clone(&self.screen),
            judge: Judge::new(&self.game, &self.lexicon, &self.blocklist),
            layouts: &self.layouts,
            wishes,
            seed,
            count,
        }
    }

    fn pairs(&self, wishes: &Wishes, seed: u64, count: usize, threads: usize) -> Result<Vec<BlindPair>, BlindError> {
        let blind = self.blind(wishes, seed, count);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut pairs = Vec::new();
        pool.install(|| {
            blind.each(|pair| {
                pairs.push(pair);
                ControlFlow::Continue(())
            })
        })?;
        Ok(pairs)
    }
}

fn words(pair: &GridPair) -> BTreeSet<Word> {
    pair.grids.iter().flat_map(|grid| grid.words.iter().map(|placed| placed.word)).collect()
}

#[test]
fn pairs_serve_every_result_and_differ() {
    let (room, wishes) = (Room::new(), Wishes::default());
    let count = ROUND + 20;
    let pairs = room.pairs(&wishes, 0, count, 2).unwrap();
    assert_eq!(pairs.len(), count);
    let lots = || room.game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]);
    let e = Letter::from_ascii(b'E').unwrap();
    let mut uses: BTreeMap<Word, usize> = BTreeMap::new();
    for (at, made) in pairs.iter().enumerate() {
        assert!(lots().all(|lot| made.odds.of_lot(lot, &room.game)[1] > 0), "pair {at} does not serve every result");
        assert!(room.screen.pair(&made.pair).is_empty(), "pair {at} shows something improper");
        let own = words(&made.pair);
        assert_eq!(own.len(), 36);
        for grid in &made.pair.grids {
            assert!(grid.words.iter().filter(|placed| placed.word.set().contains(e)).count() <= 10);
        }
        for other in &pairs[..at] {
            assert!(own.intersection(&words(&other.pair)).count() <= 8, "pair {at} has too many words of another");
        }
        for word in own {
            *uses.entry(word).or_default() += 1;
        }
    }
    // What was used too often in the first round is not used in the next.
    let often = uses.values().max().unwrap();
    assert!(uses.len() > 3_000 && *often < 60, "{} words, one {often} times", uses.len());
    // A run that goes on behind a whole round makes the same pairs.
    let before: Vec<GridPair> = pairs[..ROUND].iter().map(|made| made.pair.clone()).collect();
    let mut behind = Vec::new();
    room.blind(&wishes, 0, count)
        .each_after(&before, |made| {
            behind.push(made);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert!(behind[..] == pairs[ROUND..]);
    // The same for one thread, and another for another seed; a shorter run is the start of a longer one.
    assert!(room.pairs(&wishes, 0, 40, 1).unwrap()[..] == pairs[..40]);
    assert!(room.pairs(&wishes, 1, 1, 1).unwrap()[0] != pairs[0]);
}

#[test]
fn wishes_that_can_not_be_met_are_told() {
    let room = Room::new();
    let e = Letter::from_ascii(b'E').unwrap();
    let narrow = Wishes { words_with: vec![(e, 0)], ..Wishes::default() };
    let few = Room { layouts: room.layouts[..2].to_vec(), ..Room::new() };
    match few.pairs(&narrow, 0, 1, 1) {
        Err(error @ BlindError::Spent { pair: 0, refused: Refused::Letter }) => {
            assert!(error.to_string().ends_with("most had too many words with one letter: allow more"), "{error}");
        }
        other => panic!("{:?}", other.map(|pairs| pairs.len())),
    }
}
