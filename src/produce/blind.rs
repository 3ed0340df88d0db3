//! Pairs made blind: filled without any letters in mind, so that they tell nothing of what will be dealt to them.
//!
//! Each pair serves every result of the game: for each lot, and for nothing, there is a set of letters that gives it and
//! leaves no improper piece. Pairs differ: no two share more than a few words, and no word is used much more than others of
//! its length. How many words of a grid may have a letter is bounded, here and blindly, because a letter that stands in nearly
//! every word would be hidden in nearly every losing unit.
//!
//! Pairs are made in rounds, in parallel, against the pairs as they stood when the round began, and accepted in order: the
//! same for any number of threads. Pair *i* draws from its own streams, one an attempt.

use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::HashMap;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use thiserror::Error;

use super::draw_layouts;
use crate::crossword::Fill;
use crate::crossword::deal::{self, NotDealt};
use crate::crossword::fill::{self, Effort, End, Solver, Task};
use crate::crossword::layout::Layout;
use crate::crossword::lock::Locks;
use crate::crossword::odds::{Odds, WrongShape};
use crate::crossword::reveal::Reveal;
use crate::crossword::vocabulary::{Split, Vocabulary};
use crate::game::Game;
use crate::letters::{Letter, Word};
use crate::money::Cents;
use crate::rng::{Purpose, Stream, Streams};
use crate::screen::Screen;
use crate::unit::{CrosswordUnit, GridPair};
use crate::verify::{Judge, Rejected};

/// Pairs of a round.
pub const ROUND: usize = 256;

/// Attempts at one pair before the run gives up.
const ATTEMPTS: u32 = 2_000;

/// Steps of one fill: most take some twenty.
const STEPS: u64 = 500;

/// Fills of one grid in an attempt.
const FILLS: usize = 100;

/// What pairs must be like, besides serving every result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wishes {
    /// The most words that two pairs may have in common.
    pub common_words: usize,
    /// The most words of one grid that may have a letter.
    pub words_with: Vec<(Letter, usize)>,
    /// How much more often than the mean of its length a word may be used, in percent: 150 is half as often again.
    pub word_use_percent: u64,
}

impl Default for Wishes {
    /// Eight words in common; ten words of a grid with an E; half as much use again.
    fn default() -> Self {
        let e = Letter::from_ascii(b'E').into_iter().map(|letter| (letter, 10));
        Self { common_words: 8, words_with: e.collect(), word_use_percent: 150 }
    }
}

/// A run of blind pairs.
#[derive(Clone, Debug)]
pub struct Blind<'a> {
    /// The game.
    pub game: &'a Game,
    /// The words, with the screen that pairs must pass.
    pub vocabulary: &'a Vocabulary,
    /// The same screen.
    pub screen: Arc<Screen>,
    /// Judges every pair, with letters dealt to it, before it is handed over.
    pub judge: Judge<'a>,
    /// The layouts that pairs draw from.
    pub layouts: &'a [Layout],
    /// What pairs must be like.
    pub wishes: &'a Wishes,
    /// All draws follow from it.
    pub seed: u64,
    /// How many pairs.
    pub count: usize,
}

/// A pair that serves every result, and its odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlindPair {
    /// The grids.
    pub pair: GridPair,
    /// How many sets of letters give what.
    pub odds: Odds,
}

/// Why no pair could be made.
#[derive(Debug, Error)]
pub enum BlindError {
    /// No attempt met the wishes: they are too narrow for these words and layouts, or for so many pairs.
    #[error("pair {pair}: none of {ATTEMPTS} attempts could be used; {}", advice(*.refused))]
    Spent {
        /// From 0.
        pair: usize,
        /// What most attempts were refused for.
        refused: Refused,
    },
    /// The game has a shape whose odds can't be counted.
    #[error(transparent)]
    Shape(#[from] WrongShape),
    /// The judge rejects a pair: a fault of this crate.
    #[error("seed {seed}, pair {pair}: the judge rejects what was made: {rejected}")]
    Faulty {
        /// Seed of the run.
        seed: u64,
        /// From 0.
        pair: usize,
        /// What is wrong with it.
        rejected: Rejected,
    },
}

/// What an attempt was refused for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refused {
    /// It could not be filled in a few steps.
    Fill,
    /// Too many words of a grid have a letter.
    Letter,
    /// Some result has no admissible set of letters.
    Result,
    /// It has too many words in common with another.
    Common,
}

fn advice(refused: Refused) -> &'static str {
    match refused {
        Refused::Fill => "most could not be filled: use more words or other layouts",
        Refused::Letter => "most had too many words with one letter: allow more",
        Refused::Result => "most did not serve every result: use more words",
        Refused::Common => "most had too many words in common with others: allow more, or make fewer pairs",
    }
}

/// The words of the pairs so far.
#[derive(Default)]
pub(super) struct Used {
    /// The pairs that have a word.
    pairs: HashMap<Word, Vec<usize>, FxBuildHasher>,
    count: usize,
}

impl Used {
    pub(super) fn add(&mut self, pair: &GridPair) {
        for word in words(pair) {
            self.pairs.entry(word).or_default().push(self.count);
        }
        self.count += 1;
    }

    /// Puts another pair in the place of one.
    pub(super) fn exchange(&mut self, number: usize, pair: &GridPair, other: &GridPair) {
        for word in words(pair) {
            if let Some(pairs) = self.pairs.get_mut(&word) {
                pairs.retain(|other| *other != number);
            }
        }
        for word in words(other) {
            let pairs = self.pairs.entry(word).or_default();
            pairs.insert(pairs.partition_point(|before| *before < number), number);
        }
    }

    /// How many pairs have a word.
    pub(super) fn uses(&self, word: Word) -> usize {
        self.pairs.get(&word).map_or(0, Vec::len)
    }

    /// The most words that the pair has in common with one of the pairs from `start` on.
    pub(super) fn most_common(&self, pair: &GridPair, start: usize) -> usize {
        let lists = words(pair).filter_map(|word| self.pairs.get(&word));
        let mut seen: Vec<usize> =
            lists.flat_map(|pairs| &pairs[pairs.partition_point(|pair| *pair < start)..]).copied().collect();
        seen.sort_unstable();
        seen.chunk_by(|a, b| a == b).map(<[usize]>::len).max().unwrap_or(0)
    }

    /// Whether a word may be used in the next round: not where it has been used more than its share.
    fn is_free(&self, word: Word, means: &[(usize, usize)], percent: u64) -> bool {
        let (uses, of) = means.get(word.len()).copied().unwrap_or((0, 1));
        let own = self.pairs.get(&word).map_or(0, Vec::len) as u64;
        // Twice at least: a mean of a few uses says nothing.
        own * (of as u64) * 100 <= (uses as u64) * percent + 200 * (of as u64)
    }

    /// Uses of the words of each length, and how many words it has.
    fn means(&self, vocabulary: &Vocabulary) -> Vec<(usize, usize)> {
        let mut means = vec![(0, 0); Word::MAX + 1];
        for (length, (uses, of)) in means.iter_mut().enumerate() {
            let class = vocabulary.lexicon().class(length);
            *of = class.len();
            let words = (0..class.len()).map(|bit| class.word(bit));
            *uses = words.filter_map(|word| self.pairs.get(&word)).map(Vec::len).sum();
        }
        means
    }
}

pub(super) fn words(pair: &GridPair) -> impl Iterator<Item = Word> {
    pair.grids.iter().flat_map(|grid| grid.words.iter().map(|placed| placed.word))
}

impl Blind<'_> {
    /// Makes the pairs on the threads of the current rayon pool and hands them over in order, until all are made or
    /// `hand_over` breaks.
    ///
    /// # Errors
    /// When a pair can't be made, or the judge rejects one.
    pub fn each(&self, hand_over: impl FnMut(BlindPair) -> ControlFlow<()>) -> Result<(), BlindError> {
        self.each_after(&[], hand_over)
    }

    /// Goes on behind pairs that the same run has made already: whole [rounds](ROUND) of them, and then the same pairs follow as
    /// if it had never stopped.
    ///
    /// # Errors
    /// As [`Blind::each`].
    ///
    /// # Panics
    /// When the pairs before end in the middle of a round.
    pub fn each_after(
        &self,
        before: &[GridPair],
        mut hand_over: impl FnMut(BlindPair) -> ControlFlow<()>,
    ) -> Result<(), BlindError> {
        assert!(before.len().is_multiple_of(ROUND) || before.len() >= self.count, "a round that was cut off");
        let streams = Streams::from_seed(self.seed, Purpose::Pairs);
        let mut used = Used::default();
        for pair in before {
            used.add(pair);
        }
        while used.count < self.count {
            let start = used.count;
            let means = used.means(self.vocabulary);
            let percent = self.wishes.word_use_percent;
            let vocabulary = self.vocabulary.select(|word| used.is_free(word, &means, percent));
            let split = Split::new(&vocabulary, Letter::all().collect());
            let round = Round { run: self, vocabulary: &vocabulary, split: &split, streams: &streams };
            let pairs = start..self.count.min(start + ROUND);
            let made: Vec<Result<(u32, BlindPair), BlindError>> =
                pairs.clone().into_par_iter().map(|pair| round.pair(pair, 0, &used)).collect();
            for (pair, made) in pairs.zip(made) {
                let (attempt, mut made) = made?;
                // Against the pairs of this round, which the threads did not know of.
                if used.most_common(&made.pair, start) > self.wishes.common_words {
                    made = round.pair(pair, attempt + 1, &used)?.1;
                }
                used.add(&made.pair);
                if hand_over(made).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

impl Blind<'_> {
    /// Whether no grid has more words with a letter than it may.
    pub(super) fn has_few_of_each<'w>(&self, words: &(impl Iterator<Item = &'w Word> + Clone)) -> bool {
        self.wishes
            .words_with
            .iter()
            .all(|(letter, most)| words.clone().filter(|word| word.set().contains(*letter)).count() <= *most)
    }

    /// The odds of a pair, if it serves every result.
    pub(super) fn served(&self, reveal: &Reveal) -> Option<Odds> {
        let odds = reveal.odds(self.game.crossword.letters);
        results(self.game).all(|lot| odds.of_lot(lot, self.game)[1] > 0).then_some(odds)
    }

    /// Has the pair judged as the unit that it would be with letters that win nothing.
    pub(super) fn judged(
        &self,
        pair: usize,
        made: &GridPair,
        reveal: &Reveal,
        stream: &mut Stream,
    ) -> Result<(), BlindError> {
        let Blind { game, screen, seed, judge, .. } = self;
        let wanted = |completed: [u8; 2]| game.lot(&completed[..game.crossword.grids]) == Some(Cents::ZERO);
        let letters = deal::letter_set(reveal, game.crossword.letters, wanted, stream).and_then(|letters| {
            let order = deal::order(letters, |order| screen.in_question_marks(order).is_none(), stream)?;
            Ok((letters, order))
        });
        let (set, letters) = match letters {
            Ok(dealt) => dealt,
            Err(NotDealt::NotServed | NotDealt::NoOrder) => {
                return Err(BlindError::Spent { pair, refused: Refused::Result });
            }
        };
        let unit = CrosswordUnit {
            game: game.name.clone(),
            letters,
            pair: made.clone(),
            completed: reveal.completed(set),
            lot: Some(Cents::ZERO),
        };
        let faulty = |rejected| BlindError::Faulty { seed: *seed, pair, rejected };
        judge.verify(unit).map(|_| ()).map_err(faulty)
    }
}

/// What the pairs of one round are made with.
pub(super) struct Round<'r> {
    pub(super) run: &'r Blind<'r>,
    pub(super) vocabulary: &'r Vocabulary,
    pub(super) split: &'r Split,
    pub(super) streams: &'r Streams,
}

impl Round<'_> {
    /// The first attempt from `attempt` on that can be used beside the pairs so far; and which one it was.
    pub(super) fn pair(&self, pair: usize, attempt: u32, used: &Used) -> Result<(u32, BlindPair), BlindError> {
        let mut refusals = [0_u32; 4];
        for attempt in attempt..attempt + ATTEMPTS {
            let mut stream = self.streams.stream(pair as u64, attempt);
            match self.attempt(&mut stream, used)? {
                Ok((made, reveal)) => {
                    self.run.judged(pair, &made.pair, &reveal, &mut stream)?;
                    return Ok((attempt, made));
                }
                Err(refused) => refusals[refused as usize] += 1,
            }
        }
        let kinds = [Refused::Fill, Refused::Letter, Refused::Result, Refused::Common];
        let refused = kinds.into_iter().max_by_key(|kind| refusals[*kind as usize]).unwrap_or(Refused::Fill);
        Err(BlindError::Spent { pair, refused })
    }

    fn attempt(&self, stream: &mut Stream, used: &Used) -> Result<Result<(BlindPair, Reveal), Refused>, BlindError> {
        let Blind { wishes, screen, .. } = self.run;
        let pair = match self.fill(stream) {
            Ok(pair) => pair,
            Err(refused) => return Ok(Err(refused)),
        };
        if used.most_common(&pair, 0) > wishes.common_words {
            return Ok(Err(Refused::Common));
        }
        let reveal = match Reveal::of(&pair, screen) {
            Ok(reveal) => reveal,
            // Very wide policies: such a pair could not be counted.
            Err(WrongShape::Pieces(_)) => return Ok(Err(Refused::Result)),
            Err(problem) => return Err(problem.into()),
        };
        let odds = self.run.served(&reveal);
        Ok(odds.map(|odds| (BlindPair { pair, odds }, reveal)).ok_or(Refused::Result))
    }

    /// A pair, grid by grid: a grid that has too many words with a letter is filled anew, and the other stays.
    pub(super) fn fill(&self, stream: &mut Stream) -> Result<GridPair, Refused> {
        let Blind { game, layouts, screen, .. } = self.run;
        let [drawn] = &draw_layouts(layouts.len(), game.crossword.grids, 1, stream)[..] else {
            return Err(Refused::Fill);
        };
        let mut words = Vec::new();
        for layout in drawn {
            let mut refused = Refused::Fill;
            let grid = (0..FILLS).find_map(|_| {
                let grid = self.fill_grid(*layout, stream)?;
                refused = Refused::Letter;
                let words: Vec<Word> = grid.iter().map(|id| self.vocabulary.lexicon().word(*id)).collect();
                self.run.has_few_of_each(&words.iter()).then_some(grid)
            });
            words.extend(grid.ok_or(refused)?);
        }
        // Each grid is sound in itself: what is left are words of both.
        if !self.vocabulary.clashing_groups(&words).is_empty() {
            return Err(Refused::Fill);
        }
        let layouts: Vec<&Layout> = drawn.iter().map(|layout| &layouts[*layout]).collect();
        let pair = fill::grids(&layouts, &words, self.vocabulary);
        if screen.pair(&pair).is_empty() { Ok(pair) } else { Err(Refused::Fill) }
    }

    /// Words alone: as if all letters were shown, so that every word is completed and no outcome is wanted.
    fn fill_grid(&self, layout: usize, stream: &mut Stream) -> Option<Fill> {
        let Blind { game, layouts, .. } = self.run;
        let locks = Locks::none();
        let task = Task {
            vocabulary: self.vocabulary,
            split: self.split,
            outcome: &[u8::try_from(game.crossword.words_per_grid).unwrap_or(u8::MAX)],
            pool: layouts,
            tries: &[vec![layout]],
            locks: &locks,
            theme: None,
            taken: None,
        };
        let effort = Effort { solver: Solver::Backtrack, budget: STEPS };
        match fill::fill(&task, stream, effort).end {
            End::Found { fill, .. } => Some(fill),
            End::Infeasible(_) | End::BudgetSpent => None,
        }
    }
}

/// All results of a game: its lots, and nothing.
pub(super) fn results(game: &Game) -> impl Iterator<Item = Cents> {
    game.lots.iter().map(|row| row.cents).chain([Cents::ZERO])
}
