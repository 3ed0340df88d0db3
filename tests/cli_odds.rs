//! `alveole odds`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use cli::{Room, alveole, alveole_on};

const UNITS: &str = include_str!("data/units.jsonl");

#[test]
fn a_table_for_people() {
    let run = alveole_on(["odds", "-"], UNITS.lines().next().unwrap());
    run.ends(0).silent();
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 13, "a head, ten results, and what is not paid");
    assert!(lines[0].ends_with(" of 1,562,275 sets of 18 letters are admissible"), "{}", run.out);
    assert!(lines[2].starts_with("   250,000 €"), "{}", run.out);
    assert!(lines[11].starts_with("         0 €") && lines[12].contains("in no row of the prize table"), "{}", run.out);
}

#[test]
fn an_object_for_programs() {
    let room = Room::new();
    let file = room.file("units.jsonl", &UNITS.lines().take(2).collect::<Vec<_>>().join("\n"));
    let run = alveole(["odds", &file, "--format", "jsonl"]);
    run.ends(0).silent();
    let pairs: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // Both units show the same pair.
    assert_eq!(pairs[0]["outcomes"], pairs[1]["outcomes"]);
    let pair = &pairs[0];
    assert_eq!((&pair["sets"], pair["outcomes"].as_array().unwrap().len()), (&1_562_275.into(), 100));
    let sum = |key: &str| {
        let outcomes = pair["outcomes"].as_array().unwrap().iter();
        outcomes
            .filter(|outcome| outcome["lot_cents"] == 2000)
            .map(|outcome| outcome[key].as_u64().unwrap())
            .sum::<u64>()
    };
    let lot = pair["lots"].as_array().unwrap().iter().find(|lot| lot["lot_cents"] == 2000).unwrap();
    assert_eq!((lot["sets"].as_u64(), lot["admissible"].as_u64()), (Some(sum("sets")), Some(sum("admissible"))));
}

#[test]
fn lists_change_what_is_admissible() {
    let first = UNITS.lines().next().unwrap();
    let room = Room::new();
    let bans = room.file("bans.txt", "ction\n");
    let admissible =
        |run: &cli::Run| serde_json::from_str::<serde_json::Value>(&run.out).unwrap()["admissible"].as_u64();
    let (before, after) = (
        alveole_on(["odds", "-", "--format", "jsonl"], first),
        alveole_on(["odds", "-", "--format", "jsonl", "--blocklist", &bans], first),
    );
    // ACTION without its A.
    assert!(admissible(&before) > admissible(&after), "{} {}", before.out, after.out);
}

#[test]
fn what_is_no_unit_is_2() {
    let run = alveole_on(["odds", "-"], "{}\n");
    run.ends(2).says("error: standard input:1:");
    alveole(["odds", "./missing.jsonl"]).ends(5).says("error: cannot read ./missing.jsonl");
}
