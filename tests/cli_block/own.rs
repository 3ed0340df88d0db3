//! Blocks whose units have grids of their own, by the program: fresh ones, and ones that are filled for their letters.

use std::fs;
use std::sync::LazyLock;

use alveole::block::part::{CrosswordRow, GridText, Rows, Shown};
use alveole::block::reader::Block;
use serde_json::Value;

use super::cli::{alveole, alveole_on};
use super::{Site, counted, files, finished};

pub(crate) static FRESH: LazyLock<Site> = LazyLock::new(|| finished(Site::own("fresh")));
pub(crate) static FILLED: LazyLock<Site> = LazyLock::new(|| finished(Site::own("fill")));

const WARNING: &str =
    "warning: with --mode fill visible grids tell something of what a unit wins: not for units that are sold";

#[test]
fn they_are_planned_made_verified_and_shown() {
    for site in [&*FRESH, &*FILLED] {
        let filled = site.mode == Some("fill");
        let planned = site.plan("again.json", &["--part-units", "30"]);
        assert_eq!(planned.ends(0).err.contains(WARNING), filled, "{planned:?}");
        assert_eq!(fs::read(site.at("again.json")).unwrap(), fs::read(site.at("plan.json")).unwrap());
        let mut expected: Vec<String> = (0..4).map(|part| format!("sealed/part-{part:05}.parquet")).collect();
        expected.extend(["public/manifest.json".into(), "sealed/manifest.json".into()]);
        expected.sort();
        assert_eq!(files(&site.room.at("block")), expected, "there is no bank");
        site.verify("block", &[]).ends(0);
        let run = site.verify_all("block");
        assert!(run.ends(0).err.ends_with(": 100 units read, lots worked out again: sound\n"), "{run:?}");
        let shown = alveole(["block", "show", &site.at("block"), "--units", "0..100"]);
        alveole_on(["verify", "-"], &shown.ends(0).out).ends(0);
        let units: Vec<Value> = shown.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((units.len(), units.iter().filter(|unit| unit["lot_cents"] == 500).count()), (100, 12));
        // Each has grids of its own, with the accents of its words.
        let grids: std::collections::BTreeSet<String> = units.iter().map(|unit| unit["grids"].to_string()).collect();
        assert_eq!(grids.len(), 100);
        assert!(grids.iter().any(|grids| grids.contains('é')));
    }
}

#[test]
fn fresh_is_a_mode() {
    // As hives, which name no bank.
    let site = Site { room: super::Room::new(), hives: true, mode: None };
    site.room.file("game.toml", &counted(100, [1, 1, 1, 2, 4, 5, 3, 15, 12]));
    site.plan("fresh.json", &["--fresh", "--part-units", "30"]).ends(0);
    assert_eq!(fs::read(site.at("fresh.json")).unwrap(), fs::read(FRESH.at("plan.json")).unwrap());
}

#[test]
fn threads_and_shards_change_nothing() {
    let sites = [("fresh", &FRESH), ("fill", &FILLED)];
    for (mode, made) in sites {
        let site = Site::own(mode);
        site.generate("one", &["--threads", "1"]).ends(0);
        assert_eq!(site.digest("one"), made.digest("block"));
        for shard in ["1", "2"] {
            site.generate(shard, &["--shard", &format!("{shard}/2")]).ends(0);
        }
        let [one, two, merged, with, a, b] = ["1", "2", "merged", "with", "a.key", "b.key"].map(|name| site.at(name));
        alveole(["block", "merge", &two, &one, "--out", &merged]).ends(0);
        // The secrets are not needed, and do no harm.
        alveole(["block", "merge", &one, &two, "--out", &with, "--secret-file", &a, &b]).ends(0);
        for name in ["merged", "with"] {
            assert_eq!(site.digest(name), made.digest("block"));
            assert_eq!(files(&site.room.at(name)), files(&made.room.at("block")));
        }
    }
}

/// The grids of a row.
fn grids(row: &mut CrosswordRow) -> &mut [GridText] {
    let Shown::Grids(grids) = &mut row.shown else { panic!("grids of its own") };
    grids
}

/// Another letter at a place of a text.
fn with_letter(text: &str, at: usize, letter: char) -> Box<str> {
    text.chars().enumerate().map(|(place, old)| if place == at { letter } else { old }).collect()
}

#[test]
fn what_is_altered_by_hand_is_found_and_named() {
    for of in [&*FRESH, &*FILLED] {
        let site = Site::copy_of(of);
        // Part 1 starts at unit 30: a letter of a grid, an accent, a cell that is taken away, rows that are cut, a grid of another unit.
        site.crosswords(1, |rows| {
            let grid = &mut grids(&mut rows[2])[0];
            let at = grid.rows.find(|c: char| c.is_ascii_alphabetic()).unwrap();
            let old = grid.rows.as_bytes()[at];
            grid.rows = with_letter(&grid.rows, at, if old == b'Z' { 'K' } else { 'Z' });
            let grid = &mut grids(&mut rows[3])[1];
            grid.displays = format!("{}s", grid.displays).into();
            let grid = &mut grids(&mut rows[4])[1];
            let at = grid.rows.find(|c: char| c.is_ascii_alphabetic()).unwrap();
            grid.rows = with_letter(&grid.rows, at, '#');
            let grid = &mut grids(&mut rows[5])[0];
            grid.rows = grid.rows[..grid.rows.len() - 7].into();
            let grid = &mut grids(&mut rows[6])[0];
            grid.rows = grid.rows[..grid.rows.rfind('/').unwrap()].into();
            let grid = &mut grids(&mut rows[7])[0];
            grid.displays = "".into();
            let grid = &mut grids(&mut rows[8])[0];
            grid.rows = "".into();
            let other = grids(&mut rows[9])[0].clone();
            grids(&mut rows[10])[0] = other;
            // Both grids of an earlier unit, with the letters of another one.
            rows[12] = CrosswordRow { letters: rows[12].letters.clone(), ..rows[11].clone() };
        });
        let found = site.found(false);
        let units: std::collections::BTreeSet<Option<u64>> = found.iter().map(|(unit, _)| *unit).collect();
        let mut expected: Vec<_> = [32, 33, 34, 35, 36, 37, 38, 40, 42].map(Some).into();
        // The lot of unit 41 stands at unit 42 now, so the table is another one, if they differ.
        expected.extend(units.contains(&None).then_some(None));
        expected.sort();
        assert_eq!(units.into_iter().collect::<Vec<_>>(), expected, "{found:?}");
        for unit in [35, 37, 38] {
            assert!(found.contains(&(Some(unit), "file".into())), "unit {unit}: {found:?}");
        }
        assert!(found.contains(&(Some(42), "repeat".into())), "{found:?}");
        assert!(found.iter().any(|(unit, rule)| *unit == Some(32) && rule.starts_with("MC-")), "{found:?}");
        // A unit that can't be read is told as that by those who look at it, too.
        let run = alveole(["block", "show", &site.at("block"), "--units", "35"]);
        run.ends(4).says("error: unit 35: ");
    }
}

#[test]
fn truncated_columns_are_found_and_named() {
    let site = Site::copy_of(&FRESH);
    let path = site.at("block/sealed/part-00002.parquet");
    let told = |site: &Site| {
        let findings = site.findings("block", false);
        let of_file = findings.iter().find(|finding| finding.rule == "file").expect("a fault of the file");
        assert!(of_file.unit.is_none() && of_file.problem.contains("part-00002.parquet: "), "{findings:#?}");
        assert!(findings.iter().all(|finding| finding.unit.is_none()), "{findings:#?}");
        of_file.problem.clone()
    };
    let before = fs::read(&path).unwrap();
    // The columns of one grid are missing, or one of the two texts of it, or how many words are completed.
    site.crosswords(2, |rows| {
        for row in rows {
            row.shown = Shown::Grids(grids(row)[..1].into());
        }
    });
    let columns =
        "no part of a block: its columns are unit, rows_1, displays_1, letters, completed_1, completed_2, lot_cents";
    assert!(told(&site).ends_with(columns), "{}", told(&site));
    let site = Site::copy_of(&FRESH);
    site.crosswords(2, |rows| rows.iter_mut().for_each(|row| row.completed = row.completed[..1].into()));
    let columns = "its columns are unit, rows_1, displays_1, rows_2, displays_2, letters, completed_1, lot_cents";
    assert!(told(&site).ends_with(columns), "{}", told(&site));
    // Fewer units than the manifest has.
    let site = Site::copy_of(&FRESH);
    site.crosswords(2, |rows| rows.truncate(12));
    assert!(told(&site).ends_with(": it is not what the manifest says of it"), "{}", told(&site));
    // A file that ends too soon: by its digest, or with a digest made anew by what can't be read.
    for length in [0, 4, 11, before.len() / 3, before.len() - 9, before.len() - 1] {
        let site = Site::copy_of(&FRESH);
        fs::write(site.at("block/sealed/part-00002.parquet"), &before[..length]).unwrap();
        assert!(told(&site).contains("its digest is not the one on record"), "{}", told(&site));
        site.reseal(2);
        assert!(told(&site).contains("part-00002.parquet: no part of a block: "), "{length}: {}", told(&site));
    }
}

#[test]
fn units_with_fewer_grids_or_letters_are_found_and_named() {
    // Columns that go together, but not with the game: a fault of each unit of the part.
    let changes: [fn(&mut CrosswordRow); 3] = [
        |row| {
            row.shown = Shown::Grids(grids(row)[..1].into());
            row.completed = row.completed[..1].into();
        },
        |row| row.letters = row.letters[..17].into(),
        |row| row.letters = Box::default(),
    ];
    for change in changes {
        let site = Site::copy_of(&FRESH);
        site.crosswords(1, |rows| rows.iter_mut().for_each(change));
        let units: Vec<_> = site.found(false).into_iter().filter_map(|(unit, _)| unit).collect();
        assert!((30..60).all(|unit| units.contains(&unit)) && units.iter().all(|unit| (30..60).contains(unit)));
    }
    let site = Site::with_block(false);
    site.crosswords(1, |rows| rows.iter_mut().for_each(|row| row.completed = row.completed[..1].into()));
    let units: Vec<_> = site.found(false).into_iter().filter_map(|(unit, _)| unit).collect();
    assert!((500..600).all(|unit| units.contains(&unit)) && units.iter().all(|unit| (500..1_000).contains(unit)));
}

#[test]
fn words_and_letters_are_found_again() {
    for site in [&*FRESH, &*FILLED] {
        let block = site.at("block");
        let find = |more: &[&str]| -> Vec<Value> {
            let run = alveole(["block", "find", &block, "--format", "jsonl"].iter().chain(more));
            run.ends(0).out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let shown = alveole(["block", "show", &block, "--units", "77"]);
        let unit: Value = serde_json::from_str(&shown.ends(0).out).unwrap();
        let placed = &unit["grids"][1]["words"][3];
        let found = find(&["--word", placed["display"].as_str().unwrap()]);
        let of_unit = found.iter().find(|found| found["unit"] == 77).unwrap();
        let place = format!(
            "grid 2, row {}, column {}, {}",
            placed["row"],
            placed["column"],
            placed["direction"].as_str().unwrap()
        );
        assert_eq!(of_unit["places"], serde_json::json!([place]));
        assert_eq!((&of_unit["part"], of_unit.get("pair")), (&"part-00002.parquet".into(), None));
        // Nobody else shows it but those that are named.
        let all = Block::open(&site.room.at("block")).unwrap();
        let word = placed["display"].as_str().unwrap();
        let mut showing = Vec::new();
        for record in &all.sealed.parts {
            let Rows::Crossword(rows) = all.part(record).unwrap() else { panic!("crosswords") };
            showing.extend((record.first..).zip(rows).filter_map(|(unit, mut row)| {
                let has = grids(&mut row).iter().any(|grid| grid.displays.split(' ').any(|display| display == word));
                has.then_some(unit)
            }));
        }
        assert_eq!(found.iter().map(|found| found["unit"].as_u64().unwrap()).collect::<Vec<_>>(), showing);
        let letters: String = unit["letters"].as_str().unwrap().chars().rev().collect();
        let found = find(&["--letters", &letters]);
        assert_eq!(found.iter().map(|found| &found["unit"]).collect::<Vec<_>>(), [77]);
        assert_eq!(find(&["--unit", "77"]).len(), 1);
        let run = alveole(["block", "find", &block, "--pair", "7"]);
        run.ends(2)
            .says(&format!("error: {block} is a block whose units have grids of their own, and no pairs of a bank"));
    }
}

#[test]
fn what_a_mode_does_not_take_is_refused() {
    let site = Site::own("fresh");
    let run = Site::mots().plan("other.json", &["--level", "C"]);
    run.ends(2)
        .says("error: --level and --size are for grids of a unit's own, --mode fresh or fill: a bank has its own");
    let run = Site::ruche().plan("other.json", &["--size", "13x13"]);
    run.ends(2)
        .says("error: --level and --size are for grids of a unit's own, --mode fresh or fill: a bank has its own");
    let bank = site.room.bytes("bank.parquet", &super::BANK);
    site.plan("other.json", &["--bank", &bank])
        .ends(2)
        .says("error: a mode that makes grids takes no bank, and a bank makes none");
    assert!(!site.room.at("other.json").exists());
    // Layouts that are not those of the plan.
    let text = fs::read_to_string(site.at("plan.json")).unwrap();
    fs::write(site.at("plan.json"), text.replace("\"layouts\": 200", "\"layouts\": 199")).unwrap();
    site.generate("block", &[]).ends(2).says("error: the layouts of the plan are not those that this program makes");
    assert!(!site.room.at("block.partial").exists());
}
