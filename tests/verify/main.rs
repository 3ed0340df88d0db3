//! The judge against units that are sound, units broken in one rule, and units that are anything at all.

#![expect(clippy::unwrap_used, reason = "what cannot be read is a fault of the fixture")]

mod any;
mod fixture;
mod hive;
mod mutants;
mod naive;
mod rules;

use std::sync::LazyLock;

use alveole::blocklist::{Blocklist, Tables};
use alveole::game::Game;
use alveole::lexicon::Lexicon;
use alveole::money::Cents;
use alveole::unit::CrosswordUnit;
use alveole::verify::{Judge, Verified};

static GAME: LazyLock<Game> = LazyLock::new(Game::mots_croises);
static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::embedded);
/// A list of our own, so that the real ones may change.
static BLOCKLIST: LazyLock<Blocklist> = LazyLock::new(|| {
    let block = "#alveole/blocklist/1\nword\tdisplay\ttheme\tseverity\tsource\treason\n\
        BUS\tbus\tteam\tmild\ttest\ta word of the lexicon\nZUT\tzut\tteam\tmild\ttest\ta word that ends no grid\n";
    Blocklist::read(&Tables { offensive: block.as_bytes(), ..Tables::EMPTY }).unwrap()
});

fn judge() -> Judge<'static> {
    Judge::new(&GAME, &LEXICON, &BLOCKLIST)
}

/// The units of the fixture that break no rule.
fn sound_units() -> Vec<CrosswordUnit> {
    fixture::units().into_iter().filter(|unit| unit.completed[0] < 10).collect()
}

/// The sound unit with these completed words.
fn sound(first: u8, second: u8) -> CrosswordUnit {
    fixture::units().into_iter().find(|unit| unit.completed == [first, second]).unwrap()
}

#[test]
fn sound_units_are_verified() {
    let units = sound_units();
    assert_eq!(units.len(), 11);
    for unit in units {
        assert!(naive::is_sound(&unit, &LEXICON, &BLOCKLIST));
        let verified: Verified<CrosswordUnit> = judge().verify(unit.clone()).unwrap();
        assert_eq!((verified.letters.len(), verified.as_ref()), (18, &unit));
        assert_eq!(verified.into_inner(), unit);
    }
}

#[test]
fn the_order_of_letters_and_of_listed_words_is_free() {
    let mut unit = sound(3, 2);
    unit.letters.reverse();
    unit.pair.grids[0].words.reverse();
    unit.pair.grids.reverse();
    unit.completed.reverse();
    assert_eq!(judge().faults(&unit), []);
}

#[test]
fn a_block_holds_only_outcomes_of_the_prize_table() {
    let unit = sound(4, 2);
    assert_eq!((unit.lot, judge().faults(&unit)), (None, vec![]));
    let faults = judge().for_block(true).faults(&unit);
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let expected = "MC-3b: no lot is recorded, where 4 and 2 completed words give 25 €: no row of the prize table, so that no \
        block may hold it";
    assert_eq!(said, [expected]);
    for unit in sound_units().iter().filter(|unit| unit.lot.is_some()) {
        assert_eq!(judge().for_block(true).faults(unit), []);
    }
}

#[test]
fn a_rejection_says_the_first_fault_and_how_many_more() {
    let mut unit = sound(3, 2);
    unit.letters.pop();
    unit.game = "ruche-d-or".into();
    unit.completed = vec![3, 1];
    unit.lot = Some(Cents::from_euros(10));
    let rejected = judge().verify(unit).unwrap_err();
    let expected = "MC-D6: the record is of game \"ruche-d-or\", the judge's is \"mots-croises\" (and 2 more)";
    assert_eq!(rejected.to_string(), expected);
}
