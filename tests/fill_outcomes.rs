//! The main promise at real size: for letter sets and outcomes, every answer is a judged unit or a proof.
//!
//! A few sets run with the tests. `ALVEOLE_FULL=1 cargo test --release --test fill_outcomes -- --nocapture` runs 200
//! drawn sets and the extreme ones, each with every outcome that a block may contain, and prints the figures.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test stops where it fails, and prints its figures")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use alveole::blocklist::Blocklist;
use alveole::crossword::fill::{Effort, Infeasible};
use alveole::crossword::layout::{Layout, LayoutGenerator, Profile};
use alveole::crossword::lock::Locks;
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::game::Game;
use alveole::letters::{Letter, LetterSet};
use alveole::lexicon::{Level, Lexicon};
use alveole::produce::{Letters, NotMade, Run};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::verify::Judge;

struct Bench {
    game: Game,
    lexicon: Lexicon,
    blocklist: Blocklist,
    vocabulary: Vocabulary,
    layouts: Vec<Layout>,
}

impl Bench {
    fn new(layouts: usize) -> Self {
        let game = Game::mots_croises();
        let (lexicon, blocklist) = (Lexicon::embedded(), Blocklist::embedded());
        let screen = Arc::new(Screen::new(blocklist.clone()));
        let vocabulary = Vocabulary::screened(&lexicon.at_level(Level::B), SameLemma::Refused, screen);
        let streams = Streams::from_seed(0, Purpose::Layouts);
        let generator = LayoutGenerator::new(&game.crossword, Profile::default(), 12, 12, streams).unwrap();
        let layouts = generator.pool(layouts).unwrap();
        Self { game, lexicon, blocklist, vocabulary, layouts }
    }

    /// One unit; what became of it, and whether SAT had to work. The letters may come in another order.
    fn one(&self, letters: &[Letter], outcome: &[u8], seed: u64) -> (Result<(), NotMade>, bool) {
        let mut letters = letters.to_vec();
        let screen = self.vocabulary.screen().unwrap();
        while screen.in_question_marks(&letters).is_some() {
            letters.rotate_left(7);
            letters.swap(0, 1);
        }
        let run = Run {
            game: &self.game,
            vocabulary: &self.vocabulary,
            judge: Judge::new(&self.game, &self.lexicon, &self.blocklist),
            layouts: &self.layouts,
            layout_tries: 8,
            letters: &Letters::Given(letters),
            outcome,
            locks: &Locks::none(),
            theme: None,
            effort: Effort::default(),
            seed,
            count: 1,
        };
        let mut end = None;
        run.each(|made| {
            end = Some((made.result.map(|unit| assert_eq!(unit.completed, outcome)), made.used_sat));
            ControlFlow::Continue(())
        })
        .unwrap();
        end.unwrap()
    }
}

#[derive(Debug, Default)]
struct Tally {
    made: u32,
    lexicon: u32,
    layouts: u32,
    spent: u32,
    sat: u32,
}

impl Tally {
    fn count(&mut self, (end, used_sat): &(Result<(), NotMade>, bool)) {
        self.sat += u32::from(*used_sat);
        match end {
            Ok(()) => self.made += 1,
            Err(NotMade::Infeasible(Infeasible::Layouts(_))) => self.layouts += 1,
            Err(NotMade::Infeasible(_)) => self.lexicon += 1,
            Err(NotMade::BudgetSpent) => self.spent += 1,
            Err(why) => panic!("a single unit clashes with none, and its letters are in a sound order: {why:?}"),
        }
    }
}

fn is_full() -> bool {
    std::env::var_os("ALVEOLE_FULL").is_some()
}

#[test]
fn drawn_letters_with_every_outcome_of_a_block() {
    let bench = Bench::new(200);
    let sets = if is_full() { 200 } else { 2 };
    let streams = Streams::from_seed(20, Purpose::Letters);
    let mut tally = Tally::default();
    for set in 0..sets {
        let mut letters: Vec<Letter> = Letter::all().collect();
        streams.stream(set, 0).shuffle(&mut letters);
        letters.truncate(18);
        for outcome in bench.game.block_outcomes() {
            tally.count(&bench.one(&letters, &outcome, set));
        }
    }
    println!("{sets} sets x 37 outcomes: {tally:?}");
    assert_eq!(u64::from(tally.made + tally.lexicon + tally.layouts + tally.spent), sets * 37);
    assert!(u64::from(tally.spent) * 1000 <= sets * 37, "{tally:?}");
}

#[test]
fn extreme_letters() {
    let bench = Bench::new(200);
    for hidden in ["AEIOUYWX", "WKXZJQYH", "ESARTINU"] {
        let hidden: LetterSet = hidden.bytes().map(|byte| Letter::from_ascii(byte).unwrap()).collect();
        let letters: Vec<Letter> = hidden.complement().iter().collect();
        let mut ends = BTreeMap::new();
        let mut tally = Tally::default();
        let seeds = if is_full() { 5 } else { 1 };
        for seed in 0..seeds {
            for words in 0..=9 {
                if !is_full() && ![0, 1, 9].contains(&words) {
                    continue;
                }
                for outcome in [[words, words], [words, 0]] {
                    let end = bench.one(&letters, &outcome, seed);
                    tally.count(&end);
                    ends.insert((seed, outcome), end.0.is_ok());
                }
            }
        }
        println!("hidden {hidden}: {tally:?}");
        println!("  made: {:?}", ends.iter().filter(|(_, made)| **made).map(|(k, _)| k).collect::<Vec<_>>());
        assert!(tally.spent * 20 <= tally.made + tally.lexicon + tally.layouts + tally.spent, "{tally:?}");
    }
}
