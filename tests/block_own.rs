//! Blocks whose units have grids of their own: fresh ones know nothing of the lots, filled ones have the table all the same.
#![cfg(feature = "block")]
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use std::collections::BTreeMap;
use std::sync::Arc;

use alveole::block::keys::{Keys, Secret};
use alveole::block::plan::{Mode, PART_UNITS, Plan, PlannedGrids, SCHEMA};
use alveole::block::units::{BlockUnit, Grids, Material, OwnGrids, Units};
use alveole::blocklist::Blocklist;
use alveole::crossword::layout::{Layout, LayoutGenerator, Profile};
use alveole::crossword::odds::Odds;
use alveole::crossword::reveal::Reveal;
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::formats::manifest::Digests;
use alveole::game::{AnyGame, Game};
use alveole::lexicon::{Level, Lexicon};
use alveole::money::Cents;
use alveole::produce::blind::Wishes;
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::unit::CrosswordUnit;

/// The game in small: 100 units, and these counts of its lots, best first.
fn game(counts: [u64; 9]) -> String {
    let whole = [2, 3, 40, 6_000, 40_000, 66_500, 30_000, 345_000, 300_000_u64];
    let mut text = Game::MOTS_CROISES.replace("block_units = 3_000_000", "block_units = 100");
    let (head, mut lots) = text.split_at(text.find("[[lots]]").unwrap());
    let mut small = head.to_owned();
    for (whole, count) in whole.into_iter().zip(counts) {
        let at = lots.find("count = ").unwrap();
        let end = at + lots[at..].find('\n').unwrap();
        assert_eq!(lots[at + 8..end].replace('_', ""), whole.to_string());
        small += &lots[..at];
        small.push_str("count = ");
        small.push_str(&count.to_string());
        lots = &lots[end..];
    }
    text = small + lots;
    text
}

struct Room {
    lexicon: Lexicon,
    screen: Arc<Screen>,
    vocabulary: Vocabulary,
    layouts: Vec<Layout>,
    wishes: Wishes,
}

impl Room {
    fn new() -> Self {
        let (game, lexicon) = (Game::mots_croises(), Lexicon::embedded());
        let screen = Arc::new(Screen::new(Blocklist::embedded()));
        let vocabulary = Vocabulary::screened(&lexicon.at_level(Level::B), SameLemma::Refused, Arc::clone(&screen));
        let streams = Streams::from_seed(0, Purpose::Layouts);
        let generator = LayoutGenerator::new(&game.crossword, Profile::default(), 12, 12, streams).unwrap();
        let layouts = generator.pool(40).unwrap();
        Self { lexicon, screen, vocabulary, layouts, wishes: Wishes::default() }
    }

    fn units(&self, keys: &Keys, game: &str, mode: OwnGrids) -> Vec<CrosswordUnit> {
        let (vocabulary, layouts, wishes) = (&self.vocabulary, &self.layouts, &self.wishes);
        let grids = Grids::Own { mode, vocabulary, layouts, wishes };
        let material = Material { grids, lexicon: &self.lexicon, screen: &self.screen };
        let game = AnyGame::from_toml(game).unwrap();
        let units = Units::new(&game, keys, Some(material)).unwrap();
        let units = units.range(0..units.len()).map(|unit| match unit.unwrap() {
            BlockUnit::Crossword(None, unit) => unit.into_inner(),
            other => panic!("{other:?}"),
        });
        units.collect()
    }
}

fn keys(game: &str, secret: u8) -> Keys {
    let plan = Plan {
        schema: SCHEMA.into(),
        engine: env!("CARGO_PKG_VERSION").into(),
        game: game.into(),
        emission: "test".into(),
        block: "1".into(),
        rehearsal: false,
        part_units: PART_UNITS,
        mode: Some(Mode::Fresh),
        bank: None,
        grids: Some(PlannedGrids { level: "B".into(), size: "12x12".into(), layouts: 40, words_with: "E=10".into() }),
        digests: Digests::default(),
    };
    plan.check().unwrap();
    Keys::new(&[Secret::from_bytes(&[secret; 32]).unwrap()], &plan).unwrap()
}

fn table(units: &[CrosswordUnit]) -> BTreeMap<Cents, usize> {
    let mut table = BTreeMap::new();
    for unit in units {
        *table.entry(unit.lot.unwrap()).or_default() += 1;
    }
    table
}

const LOTS: [u64; 9] = [1, 1, 1, 2, 4, 5, 3, 15, 12];

/// With the same keys and another lot vector, every unit shows the same grids.
#[test]
fn fresh_pairs_know_nothing_of_the_lots() {
    let room = Room::new();
    let (one, other) = (game(LOTS), game([2, 1, 1, 1, 1, 1, 1, 1, 1]));
    let keys = keys(&one, 7);
    let made = room.units(&keys, &one, OwnGrids::Fresh);
    let dealt_otherwise = room.units(&keys, &other, OwnGrids::Fresh);
    let lots = |units: &[CrosswordUnit]| units.iter().map(|unit| unit.lot).collect::<Vec<_>>();
    assert_ne!(lots(&made), lots(&dealt_otherwise));
    for (unit, (one, other)) in made.iter().zip(&dealt_otherwise).enumerate() {
        assert_eq!(one.pair, other.pair, "unit {unit}");
    }
    // Each serves every result, whatever its own is: counted in full.
    let game = Game::from_toml(&one).unwrap();
    for unit in made.iter().take(12) {
        let odds: Odds = Reveal::of(&unit.pair, &room.screen).unwrap().odds(18);
        for lot in game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]) {
            assert!(odds.of_lot(lot, &game)[1] > 0, "{lot}");
        }
    }
    let winning: BTreeMap<Cents, usize> =
        game.lots.iter().map(|row| (row.cents, usize::try_from(row.count).unwrap())).collect();
    let mut counted = table(&made);
    assert_eq!(counted.remove(&Cents::ZERO), Some(100 - winning.values().sum::<usize>()));
    assert_eq!(counted, winning);
}

#[test]
fn filled_blocks_have_the_table_too() {
    let room = Room::new();
    let text = game(LOTS);
    let keys = keys(&text, 9);
    let made = room.units(&keys, &text, OwnGrids::Filled);
    let again = room.units(&keys, &text, OwnGrids::Filled);
    assert_eq!(made, again);
    let fresh = room.units(&keys, &text, OwnGrids::Fresh);
    assert_eq!(table(&made), table(&fresh));
    let lots = |units: &[CrosswordUnit]| units.iter().map(|unit| unit.lot).collect::<Vec<_>>();
    assert_eq!(lots(&made), lots(&fresh), "the lots have a key of their own");
    let other = room.units(&self::keys(&text, 10), &text, OwnGrids::Filled);
    assert_ne!(lots(&made), lots(&other));
}
