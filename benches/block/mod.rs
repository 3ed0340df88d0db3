//! What benches of blocks are made of: small games, a bank of a few pairs, a plan, keys.
#![allow(dead_code, reason = "no bench needs all of it")]

use std::ops::ControlFlow;
use std::sync::Arc;

use alveole::bank::{Bank, BankPair, BankWriter, outcomes, read};
use alveole::block::keys::{Keys, Secret};
use alveole::block::plan::Plan;
use alveole::blocklist::Blocklist;
use alveole::crossword::layout::{LayoutGenerator, Profile};
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::formats::manifest::{Digests, Manifest};
use alveole::game::Game;
use alveole::lexicon::{Level, Lexicon};
use alveole::produce::blind::{Blind, Wishes};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::verify::Judge;

/// A block of 3,000 units, and one of 7,500.
pub(crate) const MOTS: &str = include_str!("../../tests/data/block/mots-croises.toml");
pub(crate) const RUCHE: &str = include_str!("../../tests/data/block/ruche-d-or.toml");

/// A bank of 16 pairs, as its file has it.
pub(crate) fn bank() -> (Bank, Vec<u8>) {
    let (game, lexicon, blocklist) = (Game::mots_croises(), Lexicon::embedded(), Blocklist::embedded());
    let screen = Arc::new(Screen::new(blocklist.clone()));
    let words = lexicon.at_level(Level::B);
    let vocabulary = Vocabulary::screened(&words, SameLemma::Refused, Arc::clone(&screen));
    let streams = Streams::from_seed(0, Purpose::Layouts);
    let generator = LayoutGenerator::new(&game.crossword, Profile::default(), 12, 12, streams).expect("a profile");
    let layouts = generator.pool(60).expect("layouts");
    let wishes = Wishes::default();
    let blind = Blind {
        game: &game,
        vocabulary: &vocabulary,
        screen,
        judge: Judge::new(&game, &lexicon, &blocklist),
        layouts: &layouts,
        wishes: &wishes,
        seed: 0,
        count: 16,
    };
    let manifest = Manifest::new("bank generate", Some(0), Digests::default());
    let mut writer = BankWriter::new(Vec::new(), 2, &manifest).expect("a bank in memory");
    let made = blind.each(|made| {
        let odds = outcomes(&game).iter().map(|outcome| made.odds.of(outcome)[1]).collect();
        let pair = BankPair { pair: made.pair, level: "B".into(), odds };
        writer.push(&pair).expect("a bank in memory");
        ControlFlow::Continue(())
    });
    made.expect("pairs");
    let bytes = writer.finish().expect("a bank in memory");
    (read(bytes.clone()).expect("a bank"), bytes)
}

/// The plan of a game, and its keys under two secrets.
pub(crate) fn planned(game: &str, bank: Option<&Bank>) -> (Plan, Keys) {
    let plan = match bank {
        Some(bank) => Plan::of_bank(game, "bench", "1", bank),
        None => Plan::of_hives(game, "bench", "1"),
    };
    let plan = Plan { part_units: 1_000, ..plan.expect("a plan") };
    let keys = Keys::new(&secrets(), &plan).expect("two secrets");
    (plan, keys)
}

/// Two secrets.
pub(crate) fn secrets() -> Vec<Secret> {
    [[1; 32], [2; 32]].iter().map(|bytes| Secret::from_bytes(bytes).expect("32 bytes")).collect()
}
