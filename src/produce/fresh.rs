//! A new pair for each unit, made blind: certified for every result before anybody looks at the unit's lot.
//!
//! Each pair is a function of its streams alone, so there is no bank to balance: no bound on words in common, none on how often a
//! word is used. Whether it serves a result is found by [one set](Reveal::serves) of letters, and not by counting all.

use super::blind::{Blind, BlindError, Refused, Round, results};
use crate::crossword::odds::WrongShape;
use crate::crossword::reveal::Reveal;
use crate::crossword::vocabulary::Split;
use crate::letters::Letter;
use crate::money::Cents;
use crate::rng::Streams;
use crate::unit::GridPair;

/// Attempts at one pair before it is given up.
const ATTEMPTS: u32 = 2_000;

/// Makes pairs, each from streams of its own.
#[derive(Debug)]
pub struct Fresh<'a> {
    run: Blind<'a>,
    split: Split,
    /// The outcomes of each result.
    results: Vec<Vec<[u8; 2]>>,
}

impl<'a> Fresh<'a> {
    /// A maker of pairs with the words, layouts and wishes of a run; its seed and count are not used.
    pub fn new(run: Blind<'a>) -> Self {
        let split = Split::new(run.vocabulary, Letter::all().collect());
        let of_lot = |lot: Cents| {
            let outcomes = run.game.outcomes().filter(|outcome| run.game.lot(outcome) == Some(lot));
            let mut outcomes: Vec<[u8; 2]> =
                outcomes.map(|outcome| [outcome[0], outcome.get(1).copied().unwrap_or(0)]).collect();
            // Those with more completed words are served by more pairs, and found sooner.
            outcomes.sort_by_key(|[first, second]| std::cmp::Reverse(first + second));
            outcomes
        };
        let results = results(run.game).map(of_lot).collect();
        Self { run, split, results }
    }

    /// The pair of an index: the first of its attempts that passes the screen, keeps the wishes for letters and serves every result.
    ///
    /// # Errors
    /// When none of 2,000 attempts does.
    pub fn pair(&self, streams: &Streams, index: u64) -> Result<(GridPair, Reveal), BlindError> {
        let round = Round { run: &self.run, vocabulary: self.run.vocabulary, split: &self.split, streams };
        let mut last = Refused::Fill;
        for attempt in 0..ATTEMPTS {
            let pair = match round.fill(&mut streams.stream(index, attempt)) {
                Ok(pair) => pair,
                Err(refused) => {
                    last = refused;
                    continue;
                }
            };
            let reveal = match Reveal::of(&pair, &self.run.screen) {
                Ok(reveal) => reveal,
                Err(WrongShape::Pieces(_)) => continue,
                Err(problem) => return Err(problem.into()),
            };
            if self.serves(&reveal) {
                return Ok((pair, reveal));
            }
            last = Refused::Result;
        }
        Err(BlindError::Spent { pair: usize::try_from(index).unwrap_or(usize::MAX), refused: last })
    }

    /// Whether a pair serves every result.
    pub fn serves(&self, reveal: &Reveal) -> bool {
        let letters = self.run.game.crossword.letters;
        reveal.serves(letters, &self.results).into_iter().all(|is_served| is_served)
    }
}
