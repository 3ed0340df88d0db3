//! The same plan and secrets make the same block, whoever makes it and however often it is stopped; and pairs know nothing of lots.

use std::fs;
use std::process::Stdio;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use alveole::bank::Bank;
use alveole::block::keys::Keys;
use alveole::block::part::{Rows, Shown};
use alveole::block::plan::Plan;
use alveole::block::reader::Block;
use alveole::block::sequence::{Lots, Pairs};
use alveole::block::units::{BlockUnit, Grids, Material, Units};
use alveole::blocklist::Blocklist;
use alveole::game::AnyGame;
use alveole::lexicon::Lexicon;
use alveole::screen::Screen;

use super::cli::{alveole, command};
use super::{BLOCK_MOTS, MOTS, Site, counted, files, secrets};

/// Sixty parts, so that shards and kills have something to come between.
fn site(hives: bool) -> Site {
    Site::new(hives, if hives { 125 } else { 50 })
}

#[test]
fn threads_and_shards_change_nothing() {
    for hives in [false, true] {
        let site = site(hives);
        site.generate("block", &["--threads", "1"]).ends(0);
        site.generate("two", &["--threads", "2"]).ends(0);
        assert_eq!(site.digest("two"), site.digest("block"));
        for shards in [1, 2, 7] {
            let names: Vec<String> = (1..=shards).map(|number| format!("shard{number}of{shards}")).collect();
            for (name, number) in names.iter().zip(1..) {
                let run = site.generate(name, &["--shard", &format!("{number}/{shards}")]);
                run.ends(0);
            }
            if shards == 1 {
                // One of one is the block.
                assert_eq!(site.digest(&names[0]), site.digest("block"));
                continue;
            }
            // In whatever order.
            let out = site.at(&format!("merged{shards}"));
            let folders: Vec<String> = names.iter().rev().map(|name| site.at(name)).collect();
            let words = ["block", "merge", "--out", &out];
            alveole(words.iter().copied().chain(folders.iter().map(String::as_str))).ends(0);
            assert_eq!(site.digest(&format!("merged{shards}")), site.digest("block"));
            assert_eq!(files(&site.room.at(&format!("merged{shards}"))), files(&site.room.at("block")));
            let with_secrets = site.at(&format!("with{shards}"));
            let words =
                ["block", "merge", "--out", &with_secrets, "--secret-file", &site.at("b.key"), &site.at("a.key")];
            let folders = ["--"].into_iter().chain(folders.iter().map(String::as_str));
            alveole(words.iter().copied().chain(folders)).ends(0);
            assert_eq!(site.digest(&format!("with{shards}")), site.digest("block"));
        }
        site.verify_all("merged7").ends(0);
    }
}

#[test]
fn a_killed_run_goes_on_to_the_same_block() {
    for hives in [false, true] {
        let site = site(hives);
        site.generate("block", &[]).ends(0);
        let register = site.at("register.jsonl");
        let (partial, out) = (site.room.at("killed.partial"), site.room.at("killed"));
        let parts = || {
            let sealed = fs::read_dir(partial.join("sealed")).into_iter().flatten().flatten();
            sealed.filter(|entry| entry.file_name().to_string_lossy().ends_with(".parquet")).count()
        };
        let mut chance = 0x9e37_79b9_7f4a_7c15_u64;
        let mut kills = 0;
        for number in 0..10 {
            chance ^= chance << 13;
            chance ^= chance >> 7;
            chance ^= chance << 17;
            let mut run = command();
            run.args(site.generation("killed")).args(["--threads", if number % 2 == 0 { "1" } else { "2" }]);
            run.args(["--register", &register]).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = run.spawn().unwrap();
            // Until it has got on by a few parts, the first time by none; then at any moment of the next.
            let enough = parts() + usize::try_from(chance % 4).unwrap() * usize::from(number > 0);
            while (parts() < enough || !partial.exists()) && child.try_wait().unwrap().is_none() {
                thread::sleep(Duration::from_micros(200));
            }
            thread::sleep(Duration::from_micros(chance % 5_000));
            child.kill().unwrap();
            if !child.wait().unwrap().success() {
                kills += 1;
            }
            assert!(!out.exists() || out.join("public").join("manifest.json").exists(), "a block appears whole");
        }
        assert!(kills >= 5, "only {kills} of 10 runs were killed before their end");
        if !out.exists() {
            site.generate("killed", &["--register", &register]).ends(0);
        }
        assert_eq!(site.digest("killed"), site.digest("block"));
        assert_eq!(files(&out), files(&site.room.at("block")));
        assert!(!partial.exists());
        site.verify_all("killed").ends(0);
        // All of them are one generation.
        assert_eq!(fs::read_to_string(register).unwrap().lines().count(), 1);
    }
}

#[test]
fn other_secrets_deal_other_lots() {
    for hives in [false, true] {
        let site = Site::with_block(hives);
        site.secret("b.key", b"a third secret of 32 bytes, of C");
        site.generate("other", &[]).ends(0);
        let block = |name: &str| Block::open(&site.room.at(name)).unwrap();
        let rows = |block: &Block| -> Vec<_> {
            block.sealed.parts.iter().flat_map(|part| block.part(part).unwrap().lots()).collect()
        };
        let (first, second) = (block("block"), block("other"));
        assert_eq!(first.public.table, second.public.table);
        let (first, second) = (rows(&first), rows(&second));
        let same = first.iter().zip(&second).filter(|(first, second)| first == second).count();
        // By chance alone, about the sum of the squares of the table's shares: 58 % and 54 %.
        assert!(same < first.len() * 7 / 10, "{same} of {}", first.len());
        site.verify("other", &["--secret-file", &site.at("a.key"), &site.at("b.key")]).ends(0);
    }
}

/// The pairs that a block's files show.
fn shown(block: &Block) -> Vec<u32> {
    let mut pairs = Vec::new();
    for part in &block.sealed.parts {
        let Rows::Crossword(rows) = block.part(part).unwrap() else { panic!("a block of crosswords") };
        pairs.extend(rows.iter().map(|row| match row.shown {
            Shown::Pair(pair) => pair,
            Shown::Grids(_) => panic!("a pair of the bank"),
        }));
    }
    pairs
}

/// The games whose prize tables are others: rare lots frequent, no lot at all but one, the same counts at other lots.
fn other_tables() -> [String; 3] {
    [
        counted(3_000, [300, 300, 300, 300, 300, 300, 300, 300, 300]),
        counted(3_000, [1, 1, 1, 1, 1, 1, 1, 1, 2_900]),
        counted(3_000, [300, 345, 30, 66, 40, 6, 1, 1, 1]),
    ]
}

#[test]
fn other_lots_leave_every_pair_as_it_is() {
    let site = &*BLOCK_MOTS;
    let plan = Plan::read(&fs::read_to_string(site.room.at("plan.json")).unwrap()).unwrap();
    let keys = Keys::new(&secrets(), &plan).unwrap();
    let bank = Bank::open(&site.room.at("bank.parquet")).unwrap();
    let in_block = shown(&Block::open(&site.room.at("block")).unwrap());
    // A sequence that was never told of a lot, nor of how many units there are.
    let mut pairs = Pairs::new(bank.len() as u64, &keys);
    let blind: Vec<u32> = (0..3_000).map(|unit| pairs.of(unit)).collect();
    assert_eq!(in_block, blind);
    // Under the same keys, with lots that are dealt in other numbers to other units: what the units show is the same, to the byte.
    let (lexicon, blocklist) = (Lexicon::embedded(), Blocklist::embedded());
    let screen = Arc::new(Screen::new(blocklist));
    let made = |text: &str| -> (Lots, Vec<BlockUnit>) {
        let game = AnyGame::from_toml(text).unwrap();
        let material = Material { grids: Grids::Bank(&bank), lexicon: &lexicon, screen: &screen };
        let units = Units::new(&game, &keys, Some(material)).unwrap();
        (units.lots().clone(), units.range(0..400).map(Result::unwrap).collect())
    };
    let grids = |units: &[BlockUnit]| -> Vec<u8> {
        let mut bytes = Vec::new();
        for unit in units {
            let BlockUnit::Crossword(Some(pair), unit) = unit else { panic!("a unit of crosswords") };
            assert_eq!(unit.pair, bank.pairs()[*pair as usize].pair);
            bytes.extend(pair.to_le_bytes());
            bytes.extend(format!("{:?}", unit.pair).into_bytes());
        }
        bytes
    };
    let (lots, units) = made(MOTS);
    for text in other_tables() {
        let (other_lots, other_units) = made(&text);
        let moved = (0..400).filter(|unit| lots.of(*unit) != other_lots.of(*unit)).count();
        assert!(moved > 100, "{moved} of 400 units win something else");
        assert!(grids(&units) == grids(&other_units), "what is visible depends on what is won");
        // And where a unit wins the same, all of it is the same: it does not look at the others.
        let same =
            (0..400).zip(units.iter().zip(&other_units)).filter(|(unit, _)| lots.of(*unit) == other_lots.of(*unit));
        assert!(same.into_iter().all(|(_, (unit, other))| unit == other));
    }
    // The comparison is awake: under another key, pairs are others.
    let other = Keys::new(&secrets()[..1], &plan).unwrap();
    let mut pairs = Pairs::new(bank.len() as u64, &other);
    assert_ne!((0..3_000).map(|unit| pairs.of(unit)).collect::<Vec<u32>>(), blind);
}
