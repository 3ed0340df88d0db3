//! Odds against a slow count of every set of letters, and deals against the list of all sets that give a result.

#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

use std::collections::BTreeMap;

use alveole::blocklist::Blocklist;
use alveole::crossword::deal::{NotDealt, letter_set, order};
use alveole::crossword::odds::WrongShape;
use alveole::crossword::reveal::Reveal;
use alveole::formats::unit_json::read_lines;
use alveole::game::Game;
use alveole::letters::{ALPHABET, Letter, LetterSet};
use alveole::money::Cents;
use alveole::rng::{Purpose, Streams};
use alveole::screen::{Piece, Screen};
use alveole::unit::CrosswordUnit;
use proptest::prelude::*;

const UNITS: &str = include_str!("data/units.jsonl");

fn units() -> Vec<CrosswordUnit> {
    read_lines(UNITS.as_bytes()).map(|line| line.unwrap().unit().unwrap()).collect()
}

/// All sets of so many letters.
fn all_sets(letters: usize) -> impl Iterator<Item = LetterSet> {
    let size = u32::try_from(letters).unwrap();
    // Gosper: the next number with as many ones.
    let mut bits: u64 = (1 << letters) - 1;
    std::iter::from_fn(move || {
        let set = (bits < 1 << ALPHABET).then(|| LetterSet::from_bits(u32::try_from(bits).unwrap()))?;
        assert_eq!(bits.count_ones(), size);
        let low = bits & bits.wrapping_neg();
        let high = bits + low;
        bits = ((high ^ bits) / low) >> 2 | high;
        Some(set)
    })
}

/// Sets by completed words and by whether they are admissible, word by word and piece by piece.
fn slow(grids: &[Vec<LetterSet>], pieces: &[Piece], letters: usize) -> BTreeMap<Vec<u8>, [u32; 2]> {
    let mut counts: BTreeMap<Vec<u8>, [u32; 2]> = BTreeMap::new();
    for set in all_sets(letters) {
        let completed = grids.iter().map(|words| words.iter().filter(|word| word.is_subset(set)).count());
        let completed = completed.map(|count| u8::try_from(count).unwrap()).collect();
        let left = pieces.iter().any(|p| {
            p.shown.iter().all(|letter| set.contains(letter)) && !p.hidden.iter().any(|letter| set.contains(letter))
        });
        let [raw, good] = counts.entry(completed).or_default();
        *raw += 1;
        *good += u32::from(!left);
    }
    counts
}

fn letters(most: usize) -> impl Strategy<Value = LetterSet> {
    proptest::collection::vec(0..26_u8, 1..most)
        .prop_map(|letters| letters.into_iter().filter_map(Letter::from_index).collect())
}

fn piece() -> impl Strategy<Value = Piece> {
    (letters(5), letters(3)).prop_filter_map("a hidden letter is not shown", |(shown, hidden)| {
        let hidden: LetterSet = hidden.iter().filter(|letter| !shown.contains(*letter)).collect();
        (!hidden.is_empty()).then_some(Piece { shown, hidden })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn odds_are_those_of_a_slow_count(
        grids in proptest::collection::vec(proptest::collection::vec(letters(8), 0..33), 1..3),
        pieces in proptest::collection::vec(piece(), 0..12),
        shown in prop_oneof![1_usize..5, 21..27_usize],
    ) {
        let odds = Reveal::new(&grids, &pieces).unwrap().odds(shown);
        let slow = slow(&grids, &pieces, shown);
        for (completed, counts) in &slow {
            prop_assert_eq!(odds.of(completed), *counts, "{:?}", completed);
        }
        let sum = slow.values().fold([0, 0], |[a, b], [c, d]| [a + u64::from(*c), b + u64::from(*d)]);
        prop_assert_eq!(odds.all(), sum);
    }
}

#[test]
fn real_pairs_are_counted_whole() {
    let (game, screen) = (Game::mots_croises(), Screen::new(Blocklist::embedded()));
    let unit = &units()[0];
    let reveal = Reveal::of(&unit.pair, &screen).unwrap();
    let odds = reveal.odds(game.crossword.letters);
    assert_eq!(odds.all()[0], 1_562_275);
    let words = |grid: &alveole::unit::Grid| grid.words.iter().map(|placed| placed.word.set()).collect();
    let grids: Vec<Vec<LetterSet>> = unit.pair.grids.iter().map(words).collect();
    let placed = unit.pair.grids.iter().flat_map(|grid| &grid.words);
    let pieces: Vec<Piece> = placed.flat_map(|placed| screen.pieces(placed.word)).map(|(piece, ..)| piece).collect();
    for (completed, counts) in slow(&grids, &pieces, game.crossword.letters) {
        assert_eq!(odds.of(&completed), counts, "{completed:?}");
    }
    // Every set is a lot, nothing, a sum that is in no row of the table, or too many words.
    let lots = game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]);
    let lots: u64 = lots.map(|lot| odds.of_lot(lot, &game)[0]).sum();
    let unpaid = game.outcomes().filter(|outcome| game.lot(outcome).is_none()).map(|o| u64::from(odds.of(&o)[0]));
    let too_many = (0..=18).flat_map(|first| (0..=18).map(move |second| [first, second]));
    let too_many = too_many.filter(|outcome| outcome.iter().any(|words| *words > game.most_completed()));
    let too_many = too_many.map(|outcome| u64::from(odds.of(&outcome)[0]));
    assert_eq!(lots + unpaid.sum::<u64>() + too_many.sum::<u64>(), 1_562_275);
}

#[test]
fn reveals_say_what_units_say() {
    let screen = Screen::new(Blocklist::embedded());
    for unit in units() {
        let reveal = Reveal::of(&unit.pair, &screen).unwrap();
        let letters: LetterSet = unit.letters.iter().copied().collect();
        assert_eq!(reveal.completed(letters), unit.completed);
        assert!(reveal.is_admissible(letters));
    }
}

#[test]
fn other_shapes_are_refused() {
    let word = LetterSet::from_bits(3);
    assert_eq!(Reveal::new(&[], &[]).unwrap_err(), WrongShape::Grids(Vec::new()));
    assert_eq!(Reveal::new(&[vec![word; 33]], &[]).unwrap_err(), WrongShape::Grids(vec![33]));
    let piece = |at: u32| Piece { shown: LetterSet::from_bits(at), hidden: LetterSet::from_bits(1 << 25) };
    let many: Vec<Piece> = (1..66).map(piece).collect();
    assert_eq!(Reveal::new(&[vec![word]], &many).unwrap_err(), WrongShape::Pieces(65));
}

/// The chi-square of these counts against a uniform law, and how many degrees of freedom it has.
fn chi_square(counts: &[u32]) -> (f64, f64) {
    let all: f64 = counts.iter().copied().map(f64::from).sum();
    let expected = all / f64::from(u32::try_from(counts.len()).unwrap());
    let sum = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    (sum, f64::from(u32::try_from(counts.len() - 1).unwrap()))
}

/// Deals a result many times, and holds the sets against all that give it.
fn deals_are_uniform(reveal: &Reveal, shown: usize, wanted: impl Fn([u8; 2]) -> bool + Copy, each: usize) {
    let sets = reveal.sets(shown, wanted);
    assert!(sets.len() > 10, "{} sets", sets.len());
    let mut counts: BTreeMap<u32, u32> = sets.iter().map(|set| (set.bits(), 0)).collect();
    let mut stream = Streams::from_seed(11, Purpose::Deal).stream(0, 0);
    for _ in 0..each * sets.len() {
        let set = letter_set(reveal, shown, wanted, &mut stream).unwrap();
        *counts.get_mut(&set.bits()).expect("a set that gives the result") += 1;
    }
    let (sum, freedom) = chi_square(&counts.into_values().collect::<Vec<_>>());
    // Five standard deviations of a chi-square, which is nearly normal here.
    assert!((sum - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{sum} with {freedom} degrees of freedom");
}

#[test]
fn letters_are_dealt_uniformly() {
    let screen = Screen::new(Blocklist::embedded());
    let reveal = Reveal::of(&units()[0].pair, &screen).unwrap();
    // A result of many sets, found by rejection; one of few, found in the list of all.
    let common = reveal.sets(23, |[first, second]| first == 10 && second < 12);
    println!("{} common sets", common.len());
    deals_are_uniform(&reveal, 23, |[first, second]| first == 10 && second < 12, 30);
    deals_are_uniform(&reveal, 24, |[first, _]| first == 12, 200);
}

#[test]
fn rare_results_are_dealt_and_none_is_proved() {
    let screen = Screen::new(Blocklist::embedded());
    let reveal = Reveal::of(&units()[0].pair, &screen).unwrap();
    let mut stream = Streams::from_seed(3, Purpose::Deal).stream(0, 0);
    let best = (0..=18).rev().find(|best| !reveal.sets(18, |[first, _]| first == *best).is_empty()).unwrap();
    let few = reveal.sets(18, |[first, _]| first == best).len();
    let set = letter_set(&reveal, 18, |[first, _]| first == best, &mut stream).unwrap();
    assert_eq!(reveal.completed(set)[0], best);
    println!("{few} sets complete {best} words");
    let none = letter_set(&reveal, 18, |[first, _]| first == best + 1, &mut stream);
    assert_eq!(none, Err(NotDealt::NotServed));
}

#[test]
fn orders_are_redrawn_until_they_pass() {
    let set: LetterSet = Letter::all().take(4).collect();
    let mut stream = Streams::from_seed(3, Purpose::Deal).stream(0, 0);
    let mut counts: BTreeMap<Vec<Letter>, u32> = BTreeMap::new();
    let first = Letter::from_index(0).unwrap();
    for _ in 0..18 * 200 {
        let order = order(set, |order| order[0] != first, &mut stream).unwrap();
        *counts.entry(order).or_default() += 1;
    }
    assert_eq!(counts.len(), 18);
    let (sum, freedom) = chi_square(&counts.into_values().collect::<Vec<_>>());
    assert!(sum < freedom + 5.0 * (2.0 * freedom).sqrt(), "{sum}");
    assert_eq!(order(set, |_| false, &mut stream), Err(NotDealt::NoOrder));
}

/// On the way to a full reveal, the sets that have what is uncovered are counted as one by one.
#[test]
fn odds_on_the_way() {
    let reveal = Reveal::of(&units()[0].pair, &Screen::new(Blocklist::embedded())).unwrap();
    let shown = &units()[0].letters;
    let odds = reveal.odds_on_the_way(shown);
    assert_eq!(odds.len(), 18);
    for known in [1, 2, 9, 17, 18] {
        let uncovered: LetterSet = shown[..known].iter().copied().collect();
        let mut slow: BTreeMap<Vec<u8>, [u32; 2]> = BTreeMap::new();
        for set in all_sets(18).filter(|set| uncovered.is_subset(*set)) {
            let [raw, good] = slow.entry(reveal.completed(set)).or_default();
            *raw += 1;
            *good += u32::from(reveal.is_admissible(set));
        }
        let sets: u32 = slow.values().map(|[raw, _]| raw).sum();
        assert_eq!(odds[known - 1].all()[0], u64::from(sets), "{known}");
        for (completed, sets) in slow {
            assert_eq!(odds[known - 1].of(&completed), sets, "{known} {completed:?}");
        }
    }
}

/// One set is enough to serve an outcome, and none is found where there is none.
#[test]
fn outcomes_are_served_as_the_odds_say() {
    let screen = Screen::new(Blocklist::embedded());
    let game = Game::mots_croises();
    let lots: Vec<Cents> = game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]).collect();
    let (mut served, mut unserved) = (0, 0);
    for unit in units().iter().take(6) {
        let reveal = Reveal::of(&unit.pair, &screen).unwrap();
        let odds = reveal.odds(18);
        // Each outcome alone; each lot's; and none.
        let all = || (0..=18).flat_map(|first| (0..=18).map(move |second| [first, second]));
        let mut results: Vec<Vec<[u8; 2]>> = all().map(|outcome| vec![outcome]).collect();
        for lot in &lots {
            let pays = |outcome: &Vec<u8>| game.lot(outcome) == Some(*lot);
            results.push(game.outcomes().filter(pays).map(|k| [k[0], k[1]]).collect());
        }
        results.extend([vec![], vec![[19, 0]]]);
        let expected: Vec<bool> =
            results.iter().map(|outcomes| outcomes.iter().any(|outcome| odds.of(outcome)[1] > 0)).collect();
        assert_eq!(reveal.serves(18, &results), expected);
        served += expected.iter().filter(|is_served| **is_served).count();
        unserved += expected.iter().filter(|is_served| !**is_served).count();
        // However they are asked for: what is found for one is not lost for another.
        for (result, is_served) in results.iter().zip(&expected).step_by(11) {
            assert_eq!(reveal.serves(18, std::slice::from_ref(result)), [*is_served], "{result:?}");
        }
    }
    assert!(served > 300 && unserved > 300, "{served} {unserved}");
}
