//! Letters are dealt by the law that the game declares: natural, or by a mix.
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use std::collections::BTreeMap;

use alveole::blocklist::Blocklist;
use alveole::crossword::deal::NotDealt;
use alveole::crossword::reveal::Reveal;
use alveole::game::Game;
use alveole::letters::LetterSet;
use alveole::lexicon::Lexicon;
use alveole::money::Cents;
use alveole::produce::dealer::{Dealer, Wanted};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;

/// Eighteen words of seven letters and eighteen of six: every outcome of 20 € has sets of letters.
fn reveal() -> Reveal {
    let lexicon = Lexicon::embedded();
    let words = |length: usize| -> Vec<LetterSet> {
        let class = lexicon.class(length);
        (0..18).map(|at| class.word((3 + at * 41) % class.len()).set()).collect()
    };
    Reveal::new(&[words(7), words(6)], &[]).unwrap()
}

fn game(mixes: &str) -> Game {
    let text = include_str!("../games/mots-croises.toml");
    Game::from_toml(&format!("{text}\n{mixes}")).unwrap()
}

const UNITS: u32 = 3_000;

/// How often each outcome comes up.
fn dealt(game: &Game, reveal: &Reveal, lot: Cents) -> BTreeMap<Vec<u8>, u32> {
    let screen = Screen::new(Blocklist::embedded());
    let dealer = Dealer { game, screen: &screen };
    let streams = Streams::from_seed(8, Purpose::Deal);
    let mut counts = BTreeMap::new();
    for index in 0..UNITS {
        let dealt = dealer.deal(reveal, &Wanted::Lot(lot), &mut streams.stream(index.into(), 0)).unwrap();
        assert_eq!(game.lot(&dealt.completed), Some(lot));
        assert_eq!(reveal.completed(dealt.letters.iter().copied().collect()), dealt.completed);
        assert_eq!(screen.in_question_marks(&dealt.letters), None);
        *counts.entry(dealt.completed).or_default() += 1;
    }
    counts
}

/// Whether counts are those that shares ask for: chi-square below the 99.99 % point of its few degrees of freedom.
fn agree(counts: &BTreeMap<Vec<u8>, u32>, shares: &[(Vec<u8>, f64)]) -> bool {
    let total: f64 = shares.iter().map(|(_, share)| share).sum();
    let terms = shares.iter().map(|(outcome, share)| {
        let expected = f64::from(UNITS) * share / total;
        let found = f64::from(counts.get(outcome).copied().unwrap_or(0));
        if expected == 0.0 { found * 1e9 } else { (found - expected).powi(2) / expected }
    });
    terms.sum::<f64>() < 25.0
}

#[test]
fn lots_are_natural_or_mixed() {
    let (reveal, lot) = (reveal(), Cents::from_euros(20));
    let odds = reveal.odds(18);
    let outcomes = [vec![0, 4], vec![1, 4], vec![3, 3], vec![4, 0], vec![4, 1]];
    let natural: Vec<(Vec<u8>, f64)> = outcomes.iter().map(|k| (k.clone(), f64::from(odds.of(k)[1]))).collect();
    let mixed: Vec<(Vec<u8>, f64)> = outcomes.iter().cloned().zip([1.0, 0.0, 3.0, 2.0, 0.0]).collect();
    let mix = "[[mixes]]\ncents = 2_000\noutcomes = [{ completed = [0, 4], weight = 1 },\
               { completed = [3, 3], weight = 3 }, { completed = [4, 0], weight = 2 }]\n";
    let (plain, weighed) = (dealt(&game(""), &reveal, lot), dealt(&game(mix), &reveal, lot));
    assert!(agree(&plain, &natural) && !agree(&plain, &mixed), "{plain:?} {natural:?}");
    assert!(agree(&weighed, &mixed) && !agree(&weighed, &natural), "{weighed:?}");
}

/// Outcomes that a pair does not serve are left out; where it serves none of the mix, the lot is natural.
#[test]
fn what_is_not_served_is_left_out() {
    // Twelve words of grid 2 have all letters: none of them is ever completed.
    let lexicon = Lexicon::embedded();
    let words = |count: usize| (0..count).map(|at| lexicon.class(6).word(at * 41).set()).collect::<Vec<LetterSet>>();
    let never = LetterSet::default().complement();
    let second = [words(6), vec![never; 12]].concat();
    let reveal = Reveal::new(&[words(18), second], &[]).unwrap();
    let screen = Screen::new(Blocklist::embedded());
    let deal = |mix: &str, wanted: Wanted, index| {
        let game = game(mix);
        let dealer = Dealer { game: &game, screen: &screen };
        dealer.deal(&reveal, &wanted, &mut Streams::from_seed(1, Purpose::Deal).stream(index, 0))
    };
    let lot = Wanted::Lot(Cents::from_euros(1_000));
    let both = "[[mixes]]\ncents = 100_000\noutcomes = [{ completed = [0, 7], weight = 1_000_000 }, { completed = [7, 0], weight = 1 }]\n";
    let none = "[[mixes]]\ncents = 100_000\noutcomes = [{ completed = [0, 7], weight = 1 }]\n";
    let mut natural = Vec::new();
    for index in 0..20 {
        assert_eq!(deal(both, lot.clone(), index).unwrap().completed, [7, 0]);
        natural.push(deal(none, lot.clone(), index).unwrap().completed);
    }
    assert!(natural.iter().all(|completed| completed[0] == 7), "{natural:?}");
    assert_eq!(deal("", Wanted::Outcome(vec![0, 7]), 0), Err(NotDealt::NotServed));
}
