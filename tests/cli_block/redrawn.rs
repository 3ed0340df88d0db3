//! Units that would show the same pair with the same letters in the same order: the order of the later one is drawn anew.
//!
//! With 18 letters that hardly ever happens. So this is a game of three, on pairs of the small bank.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::{Arc, LazyLock};

use alveole::bank::{BankPair, BankWriter, outcomes, read};
use alveole::block::folder::{RunRecord, Shard};
use alveole::block::manifest::{Public, Sealed};
use alveole::block::part::{Rows, Shown};
use alveole::block::reader::Block;
use alveole::blocklist::Blocklist;
use alveole::crossword::reveal::Reveal;
use alveole::formats::{from_json, to_json};
use alveole::game::Game;
use alveole::screen::Screen;

use super::cli::alveole;
use super::{BANK, Room, Site, files, finished};

/// Three letters, and one completed word wins: so many units, of which so many win.
fn game(units: u64, winning: u64) -> String {
    format!(
        "schema = \"alveole/game/1\"\nname = \"trois\"\ntitle = \"Trois lettres\"\nstake_cents = 100\nblock_units = {units}\n
[crossword]\nletters = 3\ngrids = 2\nwords_per_grid = 18\nword_length = {{ min = 3, max = 11 }}
side = {{ min = 11, max = 15, default = 12 }}\n
[[crossword.gains]]\nwords = 1\ncents = 500\n\n[[lots]]\ncents = 500\ncount = {winning}\n"
    )
}

/// The pairs of the small bank that the fewest sets of three letters win with, and their odds in this game.
static PAIRS: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (bank, game) = (read(BANK.clone()).unwrap(), Game::from_toml(&game(400, 40)).unwrap());
    let screen = Arc::new(Screen::new(Blocklist::embedded()));
    let counted = bank.pairs().iter().map(|made| {
        let odds = Reveal::of(&made.pair, &screen).unwrap().odds(3);
        BankPair { odds: outcomes(&game).iter().map(|outcome| odds.of(outcome)[1]).collect(), ..made.clone() }
    });
    let mut pairs: Vec<(u64, BankPair)> = counted.map(|made| (made.lots(&game)[0].1, made)).collect();
    pairs.retain(|(winning, _)| *winning > 3);
    pairs.sort_by_key(|(winning, _)| *winning);
    let mut writer = BankWriter::new(Vec::new(), 2, &bank.manifest).unwrap();
    for (winning, made) in &pairs[..4] {
        assert!(*winning < 12, "{winning} sets win");
        writer.push(made).unwrap();
    }
    writer.finish().unwrap()
});

/// In parts of 20, so that units repeat those of other parts.
fn site(units: u64, winning: u64) -> Site {
    Site::of(Site { room: Room::new(), hives: false, mode: None }, &game(units, winning), &PAIRS, 20)
}

static BLOCK: LazyLock<Site> = LazyLock::new(|| finished(site(400, 40)));

/// What every unit shows.
fn shown(site: &Site, block: &str) -> Vec<(u32, Vec<u8>)> {
    let block = Block::open(&site.room.at(block)).unwrap();
    let mut shown = Vec::new();
    for part in &block.sealed.parts {
        let Rows::Crossword(rows) = block.part(part).unwrap() else { panic!("a part of crosswords") };
        shown.extend(rows.into_iter().map(|row| {
            let Shown::Pair(pair) = row.shown else { panic!("a pair of the bank") };
            (pair, row.letters.into_vec())
        }));
    }
    shown
}

fn sealed(site: &Site, block: &str) -> Sealed {
    from_json(&fs::read_to_string(site.room.at(block).join("sealed").join("manifest.json")).unwrap()).unwrap()
}

/// How often the order of each unit's letters was drawn anew.
fn redrawn(sealed: &Sealed) -> BTreeMap<u64, u32> {
    sealed.parts.iter().flat_map(|part| part.redrawn.clone()).collect()
}

#[test]
fn no_unit_shows_what_an_earlier_one_shows() {
    let site = &*BLOCK;
    let sealed = sealed(site, "block");
    let redrawn = redrawn(&sealed);
    assert!(redrawn.len() >= 5 && redrawn.values().any(|draws| *draws > 1), "{redrawn:?}");
    assert!(sealed.parts.iter().filter(|part| !part.redrawn.is_empty()).count() >= 4, "{redrawn:?}");
    let shown = shown(site, "block");
    assert_eq!((shown.len(), shown.iter().collect::<BTreeSet<_>>().len()), (400, 400));
    // Those that share a set of letters are counted.
    let sets = shown.iter().map(|(pair, letters)| {
        let mut set = letters.clone();
        set.sort_unstable();
        (pair, set)
    });
    assert_eq!(sealed.same_letters, 400 - sets.collect::<BTreeSet<_>>().len() as u64);
    // Lots and pairs are what the secrets give, and no repeat is found.
    site.verify("block", &[]).ends(0);
    site.verify_all("block").ends(0);
    // Only what was drawn anew is another than without: shards are made without a look at each other.
    site.generate("shard1", &["--shard", "1/2"]).ends(0);
    site.generate("shard2", &["--shard", "2/2"]).ends(0);
    let mut made = Vec::new();
    for part in &sealed.parts {
        let shard = if part.first / 20 % 2 == 0 { "shard1" } else { "shard2" };
        let bytes = fs::read(site.room.at(shard).join("sealed").join(&part.file)).unwrap();
        let Rows::Crossword(rows) = alveole::block::part::Part::read(bytes).unwrap().rows else { panic!("crosswords") };
        made.extend(rows);
    }
    for (unit, ((pair, letters), row)) in (0..).zip(shown.iter().zip(&made)) {
        assert_eq!(Shown::Pair(*pair), row.shown, "no pair is ever exchanged");
        if !redrawn.contains_key(&unit) {
            assert_eq!(letters[..], row.letters[..], "unit {unit}");
            continue;
        }
        let [mut one, mut two] = [letters.clone(), row.letters.to_vec()];
        assert_ne!(one, two, "unit {unit}");
        one.sort_unstable();
        two.sort_unstable();
        assert_eq!(one, two, "unit {unit}: its set of letters is what it was");
    }
}

#[test]
fn threads_shards_and_resumptions_change_nothing() {
    let site = site(400, 40);
    let digest = BLOCK.digest("block");
    for threads in ["1", "2"] {
        site.generate(threads, &["--threads", threads]).ends(0);
        assert_eq!(site.digest(threads), digest);
    }
    let shards: Vec<String> = (1..=3).map(|number| site.at(&format!("shard{number}"))).collect();
    for (shard, number) in shards.iter().zip(1..) {
        alveole(site.generation(&format!("shard{number}")).iter().chain(&["--shard".into(), format!("{number}/3")]))
            .ends(0);
        assert!(fs::exists(shard).unwrap());
    }
    let merge = |more: &[&str]| {
        let out = site.at("merged");
        let words = ["block", "merge", "--out", &out];
        alveole(words.iter().copied().chain(shards.iter().rev().map(String::as_str)).chain(more.iter().copied()))
    };
    // Without the secrets nothing can be drawn; with them the same command goes on to the same block.
    let run = merge(&[]);
    run.ends(2).says("error: unit ");
    let problem = " shows what an earlier one shows, so that the order of its letters must be drawn anew: \
                   merge again with --secret-file, and the secrets of all parties\n";
    assert!(run.err.ends_with(problem), "{}", run.err);
    assert!(!site.room.at("merged").exists());
    let [a, b] = ["a.key", "b.key"].map(|name| site.at(name));
    merge(&["--secret-file", &a]).ends(2).says("error: these are not the secrets of the shards");
    merge(&["--secret-file", &b, &a]).ends(0);
    assert_eq!(site.digest("merged"), digest);
    assert_eq!(files(&site.room.at("merged")), files(&BLOCK.room.at("block")));
    site.verify_all("merged").ends(0);

    // A run that was stopped behind the redraws, or between two of them, goes on to the same block.
    let whole = sealed(&BLOCK, "block");
    let public = fs::read_to_string(site.room.at("1").join("public").join("manifest.json")).unwrap();
    let Public { plan, commitments, .. } = from_json(&public).unwrap();
    let run = to_json(&RunRecord { plan, commitments, shard: Shard::WHOLE, parts: Vec::new() });
    let record: RunRecord = from_json(&fs::read_to_string(site.room.at("shard2").join("shard.json")).unwrap()).unwrap();
    for between in [false, true] {
        let partial = site.room.at("again.partial");
        super::copy(&site.room.at("1"), &partial);
        fs::write(partial.join("run.json"), &run).unwrap();
        let place = |name: &str| partial.join("sealed").join(name);
        for part in &whole.parts {
            let file = place(&part.file);
            let earlier = record.parts.iter().find(|made| made.file == part.file);
            match earlier.filter(|_| between) {
                // As it was before anything was drawn anew.
                Some(made) => {
                    fs::copy(site.room.at("shard2").join("sealed").join(&made.file), &file).unwrap();
                    fs::write(file.with_extension("json"), to_json(made)).unwrap();
                }
                None => fs::write(file.with_extension("json"), to_json(part)).unwrap(),
            }
        }
        site.generate("again", &[]).ends(0);
        assert_eq!(site.digest("again"), digest);
        assert_eq!(files(&site.room.at("again")), files(&BLOCK.room.at("block")));
        fs::remove_dir_all(site.room.at("again")).unwrap();
    }
}

#[test]
fn a_block_that_has_no_orders_left_is_given_up() {
    // More units win than sets of letters have orders.
    let site = site(1_600, 1_500);
    let run = site.generate("block", &[]);
    run.ends(6).says("error: unit ");
    let problem = " show its letters in each of 1000 orders that were drawn: make a larger bank, and plan anew\n";
    assert!(run.err.contains(": earlier units with pair ") && run.err.ends_with(problem), "{}", run.err);
    assert!(!site.room.at("block").exists());
}
