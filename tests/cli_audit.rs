//! `alveole audit`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use std::fs;
use std::sync::LazyLock;

use cli::{Room, Run, alveole, alveole_on};

/// The bytes of a small bank, made once.
static BANK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let room = Room::new();
    let file = room.at("bank.parquet");
    alveole(["bank", "generate", "--pairs", "60", "--seed", "4", "--out", file.to_str().unwrap()]).ends(0);
    fs::read(file).unwrap()
});

fn bank(room: &Room) -> String {
    room.bytes("bank.parquet", &BANK)
}

fn audit(arguments: &[&str]) -> Run {
    alveole(["audit", "independence"].iter().chain(arguments))
}

/// So many units made letters first, as JSON Lines; but for one in forty, whose letters may have no such pair.
fn letters_first(reveal: &str, count: usize) -> String {
    let number = count.to_string();
    let run = alveole(["fill", "--letters", "random", "--reveal", reveal, "--count", &number, "--format", "jsonl"]);
    assert!(run.out.lines().count() * 40 >= count * 39, "{}", run.err);
    run.out
}

#[test]
fn a_bank_that_is_dealt_grids_first_passes() {
    let room = Room::new();
    let bank = bank(&room);
    let page = room.at("audit.html");
    let arguments = ["--bank", &bank, "--units", "600", "--seed", "3", "--report", page.to_str().unwrap()];
    let run = audit(&arguments);
    run.ends(0).says("seed 3\n");
    for part in [
        "600 units, 60 pairs of grids, the most frequent one in 10\n",
        "\nwins: 157 units, on ",
        "\n200 € and more: 1 such units, on 1 different pairs, and others on 60; 30 different pairs of each are needed, that is \
         some 14900 units with lots as in a block: not tested\n",
        "\nfamily level 0.001: No leak found: none of ",
    ] {
        assert!(run.out.contains(part), "{part:?} is missing in {}", run.out);
    }
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("No leak found") && html.matches("<svg").count() == 2);
    assert!(!html.contains("<script") && !html.contains("src=") && !html.contains("href="), "a page needs no other");
    assert!(html.contains("SHA-256 of bank.parquet") && !html.contains(&room.path()), "names without folders");
    // The same for any number of threads; a report is not replaced unless that is said.
    audit(&arguments).ends(2).says("error: ");
    let again = audit(&[&arguments[..], &["--force", "--threads", "1"]].concat());
    assert_eq!(again.ends(0).out, run.out);
    assert!(fs::read_to_string(&page).unwrap() == html, "another number of threads makes another page");
    assert_ne!(audit(&["--bank", &bank, "--units", "600", "--seed", "4"]).ends(0).out, run.out);
}

#[test]
fn units_made_letters_first_are_found() {
    let room = Room::new();
    let (winners, losers) = (letters_first("9,9", 200), letters_first("0,1", 400));
    let file = room.file("units.jsonl", &[&*winners, &losers].concat());
    let counts = [&winners, &losers].map(|units| units.lines().count());
    let run = audit(&[&file, "--format", "jsonl", "--report", room.at("a.html").to_str().unwrap()]);
    run.ends(4).says("seed 0\n");
    let records: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let all = records.last().unwrap();
    assert_eq!(
        (&all["record"], &all["sound"], &all["units"]),
        (&"verdict".into(), &false.into(), &(counts[0] + counts[1]).into())
    );
    let questions: Vec<_> = records.iter().filter(|record| record["record"] == "question").collect();
    assert_eq!(
        (questions.len(), &questions[1]["units"], &questions[1]["tested"]),
        (2, &counts[0].into(), &true.into())
    );
    let found = |name: &str| records.iter().any(|record| record["name"] == name && record["found"] == true);
    assert!(found("repeated letters") && found("all features together"), "{}", run.out);
    for record in records.iter().filter(|record| record["record"] == "test") {
        assert!(record["p"].as_f64().unwrap() <= record["adjusted_p"].as_f64().unwrap(), "{record}");
        assert!(record["detectable"].as_f64().unwrap() > record["expected"].as_f64().unwrap(), "{record}");
    }
    assert!(fs::read_to_string(room.at("a.html")).unwrap().contains("LEAK: "));
    // Several files are one sample; standard input is one, too.
    let both =
        alveole_on(["audit", "independence", &room.file("w.jsonl", &winners), "-", "--format", "jsonl"], &losers);
    assert_eq!(both.ends(4).out, run.out);
}

#[test]
fn what_can_not_be_audited_is_told() {
    const UNITS: &str = include_str!("data/units.jsonl");
    let room = Room::new();
    audit(&[]).ends(2);
    audit(&["--bank", "./missing.parquet"]).ends(5).says("error: cannot read ./missing.parquet");
    audit(&["./missing.jsonl"]).ends(5).says("error: cannot read ./missing.jsonl");
    audit(&[&bank(&room), "--units", "5"]).ends(2);
    alveole_on(["audit", "independence", "-"], "{}\n").ends(2).says("error: standard input:1:");
    let line = UNITS.lines().next().unwrap();
    let run = alveole_on(["audit", "independence", "-"], line);
    run.ends(2);
    assert!(run.err.contains("error: too few units to say anything; wins: "), "{}", run.err);
    let start = line.find("\"completed\":[").unwrap() + 13;
    let other = if line[start..].starts_with('0') { "1" } else { "0" };
    let changed = format!("{}{other}{}", &line[..start], &line[start + 1..]);
    alveole_on(["audit", "independence", "-"], &changed)
        .ends(2)
        .says("error: standard input:1:1: its letters complete ");
    // No report is left of an audit that failed.
    audit(&["./missing.jsonl", "--report", room.at("no.html").to_str().unwrap()]).ends(5);
    assert!(!room.at("no.html").exists());
    let list = room.file("list.txt", "quelquechose\n");
    let run = audit(&["--bank", &bank(&room), "--blocklist", &list]);
    run.ends(2);
    assert!(run.err.contains("made with another blocklist ("), "{}", run.err);
}
