//! `alveole layout`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use std::fs;
use std::io::Read;
use std::process::Stdio;

use alveole::formats::manifest::{Manifest, Parameter};
use alveole::game::Game;
use alveole::table::hex;
use cli::{Room, Run, alveole, alveole_on, command};

const MASKS: &str = include_str!("data/layout/seed-0.12x12.txt");
const WIDE: &str = include_str!("data/layout/seed-0.15x11.txt");

/// The masks of a text, each with its lines.
fn masks(text: &str) -> Vec<&str> {
    text.split("\n\n").map(str::trim_end).collect()
}

/// The first mask, with other text in place of some of it.
fn changed(from: &str, to: &str) -> String {
    let first = masks(MASKS)[0];
    assert_eq!(first.matches(from).count(), 1, "{from}");
    format!("{}\n", first.replace(from, to))
}

/// The first mask without its last row but one across: 17 slots.
fn seventeen() -> String {
    changed("##.####....#\n#.....#.####", "##.####.##.#\n#.....#.####")
}

#[test]
fn generated_masks_are_the_golden_ones_for_any_threads() {
    for (size, golden) in [("12x12", MASKS), ("15x11", WIDE)] {
        for threads in ["1", "2"] {
            let run =
                alveole(["layout", "generate", "--count", "4", "--size", size, "--seed", "0", "--threads", threads]);
            run.ends(0).says("seed 0\n");
            assert_eq!(run.out, golden);
        }
    }
    // The defaults, and that a longer run begins with a shorter one.
    let run = alveole(["layout", "generate"]);
    assert_eq!(run.ends(0).says("seed 0\n").out, format!("{}\n", masks(MASKS)[0]));
    // More than what is drawn at once.
    let many = |threads| alveole(["layout", "generate", "--count", "300", "--seed", "5", "--threads", threads]);
    let (one, two) = (many("1"), many("2"));
    assert_eq!(one.ends(0).says("seed 5\n").out, two.ends(0).out);
    assert_eq!(masks(&one.out).len(), 300);
    alveole_on(["layout", "check", "-"], &one.out).ends(0).says("standard input: 300 masks, all sound\n");
}

#[test]
fn a_file_appears_whole_with_its_manifest() {
    let room = Room::new();
    let path = room.at("layouts.txt");
    let file = path.to_str().unwrap();
    let generate = |more: &[&str]| alveole(["layout", "generate", "--count", "4", "--out", file].iter().chain(more));
    let run = generate(&[]);
    run.ends(0).says("seed 0\n");
    assert_eq!((&*run.out, &*fs::read_to_string(&path).unwrap()), ("", MASKS));
    let text = fs::read_to_string(room.at("layouts.txt.manifest.json")).unwrap();
    let manifest = Manifest::read(&text).unwrap();
    assert_eq!((&*manifest.command, manifest.seed, manifest.units), ("layout generate", Some(0), 4));
    assert_eq!(manifest.digests.game, Some(hex(&Game::mots_croises().digest())));
    for (key, value) in [
        ("count", Parameter::Number(4)),
        ("size", Parameter::Text("12x12".into())),
        ("budget", Parameter::Number(5_000_000)),
        ("profile.crossings", Parameter::Text("22-27".into())),
        ("profile.hole", Parameter::Number(5)),
    ] {
        assert_eq!(manifest.parameters.get(key), Some(&value), "{key}");
    }
    assert_eq!(manifest.parameters.len(), 11);

    // It is not replaced by chance, and nothing is made before that is said.
    generate(&["--seed", "1"]).ends(2).says(&format!("error: {file} exists already: choose another name, or --force"));
    assert_eq!(fs::read_to_string(&path).unwrap(), MASKS);
    generate(&["--threads", "2", "--force"]).ends(0);
    assert_eq!(fs::read_to_string(room.at("layouts.txt.manifest.json")).unwrap(), text, "threads change nothing");
    generate(&["--seed", "1", "--force"]).ends(0);
    assert_ne!(fs::read_to_string(&path).unwrap(), MASKS);
    let run = alveole(["layout", "generate", "--out", "no/such/layouts.txt"]);
    run.ends(5).says("error: cannot write no/such/layouts.txt: there is no directory no/such; make it first");
}

#[test]
fn a_size_is_width_and_height() {
    let run = alveole(["layout", "generate", "--size", "15x11"]);
    let lines: Vec<&str> = run.ends(0).out.lines().collect();
    assert!(lines.len() == 11 && lines.iter().all(|line| line.len() == 15));
    for (size, why) in [
        ("12", "write width x height, such as 12x11; a side has 11 to 15 cells"),
        ("12x", "write width x height, such as 12x11; a side has 11 to 15 cells"),
        ("0x12", "0 is no side of this game: a side has 11 to 15 cells"),
        ("16x16", "16 is no side of this game: a side has 11 to 15 cells"),
    ] {
        let run = alveole(["layout", "generate", "--size", size]);
        run.ends(2);
        let message = format!("error: invalid value '{size}' for '--size <WxH>': {why}\n");
        assert!(run.err.starts_with(&message), "{}", run.err);
        assert_eq!(run.out, "");
    }
}

#[test]
fn profiles_are_met() {
    let room = Room::new();
    let dense = room.file("dense.toml", "# denser\ncrossings = { min = 26, max = 27 }\nhole = 4\n");
    let run = alveole(["layout", "generate", "--count", "20", "--profile", &dense]);
    run.ends(0);
    let judged = alveole_on(["layout", "check", "-", "--profile", &dense], &run.out);
    judged.ends(0).says("standard input: 20 masks, all sound\n");
    // An empty file is the default; it may be standard input.
    assert_eq!(alveole_on(["layout", "generate", "--count", "4", "--profile", "-"], "").ends(0).out, MASKS);
}

#[test]
fn a_profile_that_can_not_be_is_2_with_its_place() {
    let room = Room::new();
    for (text, message) in [
        ("hole = 4\nacross = { min = 9, max = 7 }\n", "2:10: across: min 9 is above max 7; exchange them"),
        ("crossings = { min = 5, max = 16 }", "1:13: crossings: 18 connected slots (MC-D4) need 17 crossings"),
        ("hole = 4\ncrosings = { min = 22, max = 27 }", "2:1: unknown field `crosings`, expected one of `lengths`"),
        ("hole = 4\nhole = 5", "2:1: duplicate key"),
        ("hole = ", "1:8: "),
    ] {
        let file = room.file("profile.toml", text);
        let run = alveole(["layout", "generate", "--profile", &file]);
        run.ends(2).says(&format!("error: {file}:{message}"));
        assert_eq!(run.out, "");
        alveole_on(["layout", "check", "-", "--profile", &file], MASKS)
            .ends(2)
            .says(&format!("error: {file}:{message}"));
    }
    let latin = room.bytes("latin1.toml", b"hole = 4\n# caf\xe9\n");
    let run = alveole(["layout", "generate", "--profile", &latin]);
    run.ends(2).says(&format!("error: {latin}:2:6: not UTF-8: save the file as UTF-8"));
    let run = alveole(["layout", "generate", "--profile", "no/such"]);
    run.ends(5).says("error: cannot read no/such: there is no such file");
}

#[test]
fn a_profile_that_is_not_met_is_6_with_what_was_reached() {
    let room = Room::new();
    let dense = room.file("dense.toml", "crossings = { min = 40, max = 45 }\n");
    let file = room.at("layouts.txt");
    for out in ["-", file.to_str().unwrap()] {
        let run =
            alveole(["layout", "generate", "--count", "3", "--profile", &dense, "--budget", "3000", "--out", out]);
        run.ends(6);
        let start = "seed 0\nerror: 0 of 3 masks: layout 0: the profile was not met within ";
        assert!(run.err.starts_with(start), "{}", run.err);
        assert!(run.err.contains("the nearest: crossings is "), "{}", run.err);
        assert!(run.err.contains(", where the profile asks for 40 to 45; widen the profile"), "{}", run.err);
        assert_eq!(run.out, "");
    }
    assert!(!file.exists() && fs::read_dir(room.path()).unwrap().count() == 1, "no partial file");

    // Some are found: they are written, and counted.
    let few = ["layout", "generate", "--count", "100", "--size", "11x11", "--budget", "1000"];
    let (one, two) = (alveole(few.iter().chain(&["--threads", "1"])), alveole(few.iter().chain(&["--threads", "2"])));
    let written = masks(&one.ends(6).out).len();
    assert!((1..100).contains(&written), "{written}");
    assert!(one.err.starts_with(&format!("seed 0\nerror: {written} of 100 masks: layout {written}: ")), "{}", one.err);
    assert_eq!((one.out, one.err), (two.ends(6).out.clone(), two.err));
}

#[test]
fn sound_masks_have_no_faults() {
    let room = Room::new();
    let file = room.file("layouts.txt", MASKS);
    let run = alveole(["layout", "check", &file]);
    run.ends(0).says(&format!("{file}: 4 masks, all sound\n"));
    assert_eq!(run.out, "");
    alveole_on(["layout", "check", "-"], masks(MASKS)[0]).ends(0).says("standard input: 1 mask, sound\n");
    alveole_on(["layout", "check", "-"], &MASKS.replace('\n', "\r\n")).ends(0);
}

#[test]
fn every_fault_is_named_with_mask_line_and_column() {
    let room = Room::new();
    // Four sound masks, one of 17 slots, and one with a lone cell and a run of two.
    let lone = changed("####.##...##\n.....###.###", ".###.##...##\n#....###.###");
    let text = format!("{MASKS}\n{}\n{}", seventeen(), lone.replace("#.....#.####", "#.....#.##.."));
    let file = room.file("layouts.txt", &text);
    let run = alveole(["layout", "check", &file]);
    run.ends(2).says(&format!("{file}: 6 masks, 2 faulty\n"));
    let expected = [
        "53: mask 5: MC-4.2b: 17 slots (9 across, 8 down), where a grid has 18 words; add 1",
        "66:1: mask 6: MC-4.5b: row 0, column 0 (from 0): this letter cell is in no word; make it grey or join it to \
         others",
        "75:11: mask 6: MC-D2: row 9, column 10 (from 0): a run of 2 letter cells across, where words have 3 to 11; \
         lengthen or break it",
        "66: mask 6: MC-4.2b: 19 slots (11 across, 8 down), where a grid has 18 words; take out 1",
    ];
    assert_eq!(run.out, expected.map(|line| format!("{file}:{line}\n")).concat());
}

#[test]
fn equal_masks_are_noted() {
    let turned: Vec<String> = {
        let rows: Vec<&str> = masks(MASKS)[1].lines().collect();
        (0..12).map(|column| rows.iter().rev().map(|row| char::from(row.as_bytes()[column])).collect()).collect()
    };
    let text = format!("{MASKS}\n{}\n\n{}\n\n{WIDE}", turned.join("\n"), masks(MASKS)[3]);
    let run = alveole_on(["layout", "check", "-"], &text);
    run.ends(0).says("standard input: 10 masks, all sound; 4 equal masks, turned or mirrored: 2 and 5; 4 and 6\n");
    let run = alveole_on(["layout", "check", "-"], &format!("{MASKS}\n").repeat(10));
    let group = |first: usize| {
        let numbers: Vec<String> = (0..8).map(|copy| (first + 4 * copy).to_string()).collect();
        format!("{} and 2 more", numbers.join(", "))
    };
    let groups = [1, 2, 3, 4].map(group).join("; ");
    run.ends(0).says(&format!("standard input: 40 masks, all sound; 40 equal masks, turned or mirrored: {groups}\n"));
}

#[test]
fn sound_masks_that_miss_the_profile_are_6_and_faulty_ones_are_2() {
    let room = Room::new();
    let profile = room.file("few.toml", "crossings = { min = 22, max = 23 }\nhanging = 2\n");
    let run = alveole_on(["layout", "check", "-", "--profile", &profile], MASKS);
    run.ends(6);
    let first = "standard input:1: mask 1: profile: crossings is 24, where the profile asks for 22 to 23\n";
    assert!(run.out.starts_with(first), "{}", run.out);
    let missed: std::collections::BTreeSet<&str> = run.out.lines().filter_map(|line| line.split(": ").nth(1)).collect();
    let verb = if missed.len() == 1 { "misses" } else { "miss" };
    run.says(&format!("standard input: 4 masks, all sound, {} {verb} the profile\n", missed.len()));

    // Both at once: bad content is said first, by its code.
    let run =
        alveole_on(["layout", "check", "-", "--profile", &profile], &format!("{}\n\n{}", masks(MASKS)[0], seventeen()));
    run.ends(2).says("standard input: 2 masks, 1 faulty, 1 misses the profile\n");
    // Standard input is one file only.
    alveole_on(["layout", "check", "-", "--profile", "-"], MASKS).ends(2).says("error: standard input can be only one");
}

#[test]
fn what_is_no_mask_is_2_with_its_place() {
    let room = Room::new();
    for command in ["check", "show"] {
        for (text, message) in [
            ("", "1:1: there is no mask here; write its rows as lines of . and #"),
            ("...\n.x.\n", "2:2: 'x' is no cell; write . for a letter, # for grey"),
            ("...\n\n...\n..\n", "4:3: this row has 2 cells, the first of its mask 3; make them equally long"),
            (&"#".repeat(17), "1:17: a mask has at most 16 rows and columns; shorten it"),
        ] {
            let file = room.file("masks.txt", text);
            let run = alveole(["layout", command, &file]);
            run.ends(2).says(&format!("error: {file}:{message}"));
            assert_eq!(run.out, "");
        }
        let latin = room.bytes("latin1.txt", b"...\n..\xe9\n");
        alveole(["layout", command, &latin]).ends(2).says(&format!("error: {latin}:2:3: not UTF-8"));
        alveole(["layout", command, "no/such"]).ends(5).says("error: cannot read no/such: there is no such file");
    }
}

#[test]
fn show_draws_masks_with_their_numbers() {
    let run = alveole_on(["layout", "show", "-"], MASKS);
    run.ends(0).silent();
    let pages: Vec<&str> = run.out.split("\n\nmask ").collect();
    assert_eq!(pages.len(), 4);
    assert_eq!(format!("{}\n", pages[0]), include_str!("data/layout/seed-0.12x12.show.txt"));
    assert!(!run.out.contains('\x1b'), "no colours in a pipe");
    assert!(run.out.lines().all(|line| line.trim_end() == line), "no space ends a line");
}

#[test]
fn show_tells_the_same_as_json() {
    let run = alveole_on(["layout", "show", "-", "--format", "jsonl"], &format!("\n{MASKS}"));
    run.ends(0).silent();
    let records: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 4);
    assert_eq!(
        (&records[1]["schema"], &records[1]["mask"], &records[1]["line"]),
        (&"alveole/layout/1".into(), &2.into(), &15.into())
    );
    for (record, mask) in records.iter().zip(masks(MASKS)) {
        let rows: Vec<&str> = record["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        assert_eq!(rows, mask.lines().collect::<Vec<_>>());
        let slots = record["slots"].as_array().unwrap();
        let number = |value: &serde_json::Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        assert_eq!(slots.len(), 18);
        let across = slots.iter().filter(|slot| slot["direction"] == "across").count();
        assert_eq!((number(&record["across"]), number(&record["down"])), (across, 18 - across));
        let crossings: usize = slots.iter().map(|slot| slot["crossings"].as_array().unwrap().len()).sum();
        assert_eq!(crossings, 2 * number(&record["crossings"]));
        // Numbers grow in reading order of the first cells, and go without a gap.
        let mut starts: Vec<_> =
            slots.iter().map(|slot| (number(&slot["row"]), number(&slot["column"]), number(&slot["number"]))).collect();
        starts.sort_unstable();
        starts.dedup();
        assert!(starts.iter().map(|start| start.2).eq(1..=starts.len()), "{starts:?}");
        // Crossings meet in one cell.
        for slot in slots {
            let cell = |slot: &serde_json::Value, place: &serde_json::Value| {
                let down = slot["direction"] == "down";
                let (row, column, place) = (number(&slot["row"]), number(&slot["column"]), number(place));
                if down { (row + place, column) } else { (row, column + place) }
            };
            for crossing in slot["crossings"].as_array().unwrap() {
                let crosses = |other: &&serde_json::Value| {
                    other["number"] == crossing["number"] && other["direction"] != slot["direction"]
                };
                let other = slots.iter().find(crosses).unwrap();
                assert_eq!(cell(slot, &crossing["place"]), cell(other, &crossing["other_place"]));
            }
        }
        let lengths = record["lengths"].as_object().unwrap();
        assert_eq!(lengths.values().map(number).sum::<usize>(), 18);
    }
}

#[test]
fn show_refuses_what_is_no_layout() {
    let text = format!("{MASKS}\n{}", changed("#.....#.####", "#..#..#.####"));
    let run = alveole_on(["layout", "show", "-"], &text);
    run.ends(2)
        .says("error: standard input:62:2: mask 5: MC-D2: row 9, column 1 (from 0): a run of 2 letter cells across");
    assert!(run.err.ends_with("`alveole layout check` names all faults\n"), "{}", run.err);
    assert_eq!(run.out, "");
}

#[test]
fn a_reader_that_leaves_early_ends_it_quietly() {
    let mut child = command()
        .args(["layout", "generate", "--count", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 100]).unwrap();
    drop(out);
    Run::of(&child.wait_with_output().unwrap()).ends(0).says("seed 0\n");
}

#[test]
fn a_profile_may_ask_for_any_number_of_crossings() {
    let room = Room::new();
    let profile = room.file("wide.toml", "crossings = { min = 0, max = 9223372036854775807 }\n");
    alveole(["layout", "generate", "--profile", &profile]).ends(0);
}
