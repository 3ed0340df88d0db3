//! `alveole verify`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use std::io::Read;
use std::process::Stdio;

use cli::{Room, Run, alveole, alveole_on, command};

const UNITS: &str = include_str!("data/units.jsonl");

/// The units, the third with a false count: it says 4 and 3, where there are 4 and 2.
fn one_broken() -> String {
    let broken = UNITS.replace("\"completed\":[4,2]", "\"completed\":[4,3]");
    assert_ne!(broken, UNITS);
    broken
}

#[test]
fn sound_units_have_no_faults() {
    let room = Room::new();
    let file = room.file("units.jsonl", UNITS);
    for threads in ["1", "2"] {
        let run = alveole(["verify", &file, "--threads", threads]);
        run.ends(0).says(&format!("{file}: 8 units, all sound\n"));
        assert_eq!(run.out, "");
    }
    alveole_on(["verify", "-"], UNITS).ends(0).says("standard input: 8 units, all sound\n");
    alveole_on(["verify", "-"], UNITS.lines().next().unwrap()).ends(0).says("standard input: 1 unit, sound\n");
    alveole_on(["verify", "-"], "\n\r\n").ends(0).says("standard input: no unit\n");
}

#[test]
fn faults_are_4_and_named_by_rule_and_place() {
    let room = Room::new();
    let file = room.file("units.jsonl", &one_broken());
    let run = alveole(["verify", &file]);
    run.ends(4).says(&format!("{file}: 8 units, 1 with 1 fault\n"));
    assert!(run.out.starts_with(&format!("{file}:3: MC-4.5c, grid 2, ")), "{}", run.out);
    assert_eq!(run.out.lines().count(), 1);
    let run = alveole(["verify", &file, "--format", "jsonl"]);
    run.ends(4);
    let fault: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&fault["line"], &fault["rule"], &fault["grid"]), (&3.into(), &"MC-4.5c".into(), &2.into()));
    assert_eq!(fault["file"], *file);
    assert!(fault["message"].is_string() && fault["question_mark"].is_null());
}

#[test]
fn the_order_is_the_files_whatever_the_threads() {
    let many = one_broken().repeat(600);
    let one = alveole_on(["verify", "-", "--threads", "1"], &many);
    let two = alveole_on(["verify", "-", "--threads", "2"], &many);
    assert_eq!(one.ends(4).out, two.ends(4).out);
    let lines: Vec<String> = (0..600).map(|run| format!("standard input:{}: MC-4.5c", 3 + 8 * run)).collect();
    assert!(one.out.lines().zip(&lines).all(|(line, start)| line.starts_with(start)));
    assert_eq!(one.out.lines().count(), 600);
}

#[test]
fn words_and_lists_are_those_that_are_named() {
    let room = Room::new();
    let few = room.file("few.txt", "chat\n");
    let run = alveole_on(["verify", "-", "--lexicon", &few], UNITS);
    run.ends(4);
    assert!(run.out.lines().all(|line| line.contains("MC-D5")), "{}", run.out);
    let team = room.file("team.tsv", &cli::overrides(&["ban\tmoulin\t-", "ban\tbaleines\t-"]));
    let run = alveole_on(["verify", "-", "--overrides", &team], UNITS);
    run.ends(4);
    assert!(run.out.lines().count() > 0 && run.out.lines().all(|line| line.contains("MC-4.8")), "{}", run.out);
    let nothing = room.file("nothing.tsv", &cli::overrides(&[]));
    alveole_on(["verify", "-", "--overrides", &nothing], UNITS).ends(0);
}

#[test]
fn a_shared_lemma_is_a_fault_unless_allowed() {
    let room = Room::new();
    // A list in which two words of the first pair have one lemma; the others stand for themselves.
    let words: std::collections::BTreeSet<String> = UNITS
        .lines()
        .flat_map(|line| {
            let unit: serde_json::Value = serde_json::from_str(line).unwrap();
            let grids = unit["grids"].as_array().unwrap().clone();
            grids.into_iter().flat_map(|grid| grid["words"].as_array().unwrap().clone())
        })
        .map(|word| word["word"].as_str().unwrap().to_owned())
        .collect();
    let rows: Vec<String> = words
        .iter()
        .map(|word| {
            let lemma = if word == "BIP" || word == "SECOND" { "bip".into() } else { word.to_lowercase() };
            format!("{word}\t{}\tNOM\t{lemma}\t4.00\tA\t-\n", word.to_lowercase())
        })
        .collect();
    let head = "#alveole/lexicon/1\nword\tdisplay\tpos\tlemmas\tzipf\tlevel\tflags\n";
    let lexicon = room.file("lexicon.tsv", &format!("{head}{}", rows.concat()));
    let run = alveole_on(["verify", "-", "--lexicon", &lexicon], UNITS);
    run.ends(4);
    assert!(run.out.lines().all(|line| line.contains("MC-D3")), "{}", run.out);
    alveole_on(["verify", "-", "--lexicon", &lexicon, "--allow-same-lemma"], UNITS).ends(0);
}

#[test]
fn a_line_that_is_no_unit_is_2_and_ends_the_run() {
    let text = format!("{}not a unit\n{}", one_broken(), one_broken());
    let run = alveole_on(["verify", "-"], &text);
    run.ends(2).says("error: standard input:9:1: no unit: a unit is one JSON object");
    assert_eq!(run.out.lines().count(), 1, "faults before it are told, and none behind it");
    for (from, to, message) in [
        ("unit/1", "unit/2", "1:1: schema is \"alveole/unit/2\"; this version reads \"alveole/unit/1\""),
        ("\"BIP#A", "\"BIp#A", "1:1: grid 1, row 0, column 2: 'p' is neither a letter A-Z nor # for a grey cell"),
        ("\"lot_cents\":1500}", "", "1:"),
    ] {
        let run = alveole_on(["verify", "-"], &UNITS.replacen(from, to, 1));
        run.ends(2).says(&format!("error: standard input:{message}"));
    }
}

#[test]
fn unreadable_files_are_5() {
    let room = Room::new();
    alveole(["verify", "no/such.jsonl"]).ends(5).says("error: cannot read no/such.jsonl: there is no such file");
    alveole(["verify", &room.path()]).ends(5).says(&format!("error: cannot read {}: it is a directory", room.path()));
    let twice = "error: standard input can be only one of the files";
    alveole_on(["verify", "-", "--lexicon", "-"], UNITS).ends(2).says(twice);
    alveole_on(["lexicon", "stats", "--lexicon", "-", "--overrides", "-"], "chat\n").ends(2).says(twice);
    let empty = room.file("empty", "");
    alveole(["verify", &format!("{empty}/x")]).ends(5);
}

#[test]
fn a_reader_that_leaves_early_ends_it_quietly() {
    let room = Room::new();
    let file = room.file("units.jsonl", &one_broken().repeat(2000));
    let mut child = command().args(["verify", &file]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 100]).unwrap();
    drop(out);
    Run::of(&child.wait_with_output().unwrap()).ends(0).silent();
}
