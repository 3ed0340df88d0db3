//! `alveole hive`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use cli::{Room, alveole, alveole_on};
use serde_json::Value;

const RUCHE_D_OR: &str = include_str!("../games/ruche-d-or.toml");
const PETITE_RUCHE: &str = include_str!("data/hive/petite-ruche.toml");
const LOTS: [&str; 9] = ["0", "3", "5", "10", "20", "50", "500", "5000", "100000"];

/// Units of every lot, of one seed: three of each.
fn units() -> String {
    let run = |lot| alveole(["hive", "--lot", lot, "--count", "3", "--format", "jsonl"]).ends(0).out.clone();
    LOTS.map(run).concat()
}

#[test]
fn a_seed_makes_the_same_bytes() {
    assert!(units() == include_str!("data/hive/seed-0.jsonl"));
    let text = |threads| {
        let run = alveole(["hive", "--lot", "20", "--count", "5", "--kind", "extra", "--threads", threads]);
        assert_eq!(run.ends(0).err, "seed 0\n");
        run.out
    };
    assert_eq!(text("1"), include_str!("data/hive/seed-0.txt"));
    assert_eq!(text("1"), text("3"));
}

#[test]
fn what_is_made_is_verified_and_counted() {
    let room = Room::new();
    let file = room.file("units.jsonl", &units());
    alveole(["verify", &file]).ends(0).says(&format!("{file}: 27 units, all sound"));
    let stats = alveole(["hive", "stats", &file]);
    stats.ends(0).silent();
    assert!(stats.out.starts_with(&format!("{file}: 27 units; in brackets what the game declares\n")), "{}", stats.out);
    for there in
        ["\nnothing: 3 units\n", "\n100,000 €: 3 units\n", "  2 picked  ", "(12.80 %)", "blank EXTRA", "Bonus, 1 bee "]
    {
        assert!(stats.out.contains(there), "{there}: {}", stats.out);
    }
    assert!(stats.out.ends_with("(56.75 %) in a whole block\n"), "{}", stats.out);
    let rows = alveole(["hive", "stats", &file, "--format", "jsonl"]);
    let rows: Vec<Value> = rows.ends(0).out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let near = rows.iter().find(|row| row["measure"] == "near_win").unwrap();
    assert_eq!((&near["lot_cents"], &near["line"], &near["amount_cents"]), (&0.into(), &1.into(), &300.into()));
    assert!((near["declared"].as_f64().unwrap() - 0.1280).abs() < 1e-3);
}

#[test]
fn stats_count_sound_units_only() {
    let broken = units().replacen("\"lot_cents\":0", "\"lot_cents\":10000000", 1);
    let run = alveole_on(["hive", "stats", "-"], &broken);
    run.ends(4).says("error: standard input:1: RO-4.11: a lot of 100,000 € is recorded, where the unit wins 0 €");
    let crossword = include_str!("data/units.jsonl");
    alveole_on(["hive", "stats", "-"], crossword)
        .ends(2)
        .says("error: standard input:1:1: a unit of the game mots-croises");
    alveole(["hive", "stats", "./missing.jsonl"]).ends(5).says("error: cannot read ./missing.jsonl");
    let none = alveole_on(["hive", "stats", "-"], "");
    assert!(none.ends(0).out.starts_with("standard input: 0 units"), "{}", none.out);
}

#[test]
fn a_file_has_its_manifest() {
    let room = Room::new();
    let path = room.at("units.jsonl");
    let file = path.to_str().unwrap();
    alveole(["hive", "--lot", "50", "--count", "4", "--seed", "9", "--format", "jsonl", "--out", file]).ends(0);
    let manifest = std::fs::read_to_string(room.at("units.jsonl.manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!((&manifest["units"], &manifest["seed"]), (&4.into(), &9.into()), "{manifest}");
    assert_eq!(manifest["parameters"]["lot_cents"], 5000);
    assert!(manifest["digests"]["game"].as_str().is_some_and(|digest| digest.len() == 64), "{manifest}");
    alveole(["hive", "--lot", "50", "--out", file]).ends(2).says(&format!("error: {file} exists already"));
}

#[test]
fn plans_are_counted_and_listed() {
    let count = |lot| alveole(["hive", "plans", "--lot", lot, "--count"]).ends(0).out.clone();
    assert_eq!(count("50"), "50 €: 321 plans of up to 3 gains, 1627 of any number\n");
    assert_eq!(count("5000"), "5,000 €: 14 plans of up to 3 gains, 47600414 of any number\n");
    let three = alveole(["hive", "plans", "--lot", "3"]);
    let expected = "line        50.000%  line 1 3 €\nbonus       40.000%  Bonus of 4 bees\n\
        extra        3.333%  line 1 3 €; EXTRA: blank\nextra        3.333%  EXTRA: line 1 3 €\n\
        extra        3.333%  EXTRA: blank; Bonus of 4 bees\n";
    assert_eq!(three.ends(0).silent().out, expected);
    let fifty = alveole(["hive", "plans", "--lot", "50", "--format", "jsonl"]);
    let plans: Vec<Value> = fifty.ends(0).out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(plans.len(), 321);
    let sum: f64 = plans.iter().map(|plan| plan["share"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    // An amount that no row has can be asked for: it has plans, and nobody draws them.
    assert!(
        alveole(["hive", "plans", "--lot", "8"]).ends(0).out.contains("several           –  line 1 3 € + line 2 5 €\n")
    );
}

#[test]
fn lots_and_kinds_that_cannot_be_are_2() {
    for (arguments, says) in [
        (&["--lot", "4"][..], "error: a lot of 4 € is in no row of the prize table (RO-3b); there are 100,000 €"),
        (&["--lot", "3", "--kind", "several"], "error: several cannot pay a lot of 3 €; line, bonus, extra can"),
        (&["--lot", "0", "--kind", "bee"], "error: losing units have no kind: leave it out"),
        (&["plans", "--lot", "0"], "error: losing units have no plan: ask for a lot above 0"),
        (&["plans", "--lot", "1"], "error: 1 €: no 3 gains or fewer make that"),
    ] {
        alveole([&["hive"], arguments].concat()).ends(2).says(says);
    }
    for arguments in [
        &["--lot", "3.5"][..],
        &["--lot", "-3"],
        &["--lot", "99999999999999999999"],
        &["--count", "0", "--lot", "3"],
        &["--lot", "3", "--kind", "loto"],
        &[],
    ] {
        alveole([&["hive"], arguments].concat()).ends(2);
    }
}

#[test]
fn games_that_cannot_be_played_are_told_by_line() {
    let room = Room::new();
    for (from, to, place, problem) in [
        ("{ cells = 4, cents = 300 }", "{ cells = 2, cents = 300 }", "17:3", "line 1 has 2 cells: it needs 4 to 10"),
        ("[2, 3, 4, 5, 6, 10]", "[2, 3, 4, 5, 6, 7]", "12:31", "there is no multiplier ×7"),
        ("  { bees = 6, cents = 1_000 },\n", "", "31:3", "a row for 7 bees after one for 5"),
        (
            "several = 30, bonus = 10",
            "several = 30, bee = 10",
            "84:9",
            "bee has a weight, and cannot pay a lot of 50 €",
        ),
        ("count = 15\n", "count = 16\n", "64:1", "the table has 2437769 lots"),
        ("[hive]", "[hive", "8:6", ""),
    ] {
        let text = RUCHE_D_OR.replacen(from, to, 1);
        assert_ne!(text, RUCHE_D_OR, "{from}");
        let file = room.file("game.toml", &text);
        for arguments in [&["hive", "--lot", "3"][..], &["hive", "plans", "--lot", "3"], &["hive", "stats", "-"]] {
            let run = alveole([arguments, &["--game", &file]].concat());
            run.ends(2).says(&format!("error: {file}:{place}: {problem}"));
        }
    }
    alveole(["hive", "--lot", "3", "--game", "./missing.toml"]).ends(5).says("error: cannot read ./missing.toml");
}

/// Five lines, four fillers, no EXTRA, from its file alone.
#[test]
fn another_game_is_made_verified_played_and_counted() {
    let room = Room::new();
    let game = room.file("petite-ruche.toml", PETITE_RUCHE);
    let made = alveole(["hive", "--game", &game, "--lot", "10", "--count", "40", "--format", "jsonl"]);
    let file = room.file("units.jsonl", &made.ends(0).out);
    alveole(["verify", &file, "--game", &game]).ends(0).says(&format!("{file}: 40 units, all sound"));
    alveole(["verify", &file]).ends(4);
    let played = alveole(["play", &file, "--unit", "2", "--pick", "cœur", "--game", &game]);
    assert!(played.ends(0).silent().out.contains("\nthe unit wins 10 €\n"), "{}", played.out);
    let expected = format!("error: {file}:2:1: a unit of the game petite-ruche, and the rules are those of ruche-d-or");
    alveole(["play", &file, "--unit", "2"]).ends(2).says(&expected);
    let stats = alveole(["hive", "stats", &file, "--game", &game]);
    assert!(stats.ends(0).out.contains("10 €: 40 units") && !stats.out.contains("P(win"), "{}", stats.out);
    let error = "error: extra cannot pay a lot of 10 €; line, multiplied, several, bonus can";
    alveole(["hive", "--game", &game, "--lot", "10", "--kind", "extra"]).ends(2).says(error);
}

/// Each kind of fault of a unit file: message with place and rule, and the exit code of the contract.
#[test]
fn broken_units_are_told_by_place_and_rule() {
    let unit =
        alveole(["hive", "--lot", "50", "--kind", "extra", "--seed", "3", "--format", "jsonl"]).ends(0).out.clone();
    let foreign = alveole_on(["verify", "-"], &unit.replacen("\"extra\"", "\"fleur\"", 1));
    foreign
        .ends(2)
        .says("error: standard input:1:1: hive 1, line 4, cell 1: \"fleur\" is no cell: picked, second, third");
    let mut record: Value = serde_json::from_str(&unit).unwrap();
    record["hives"].as_array_mut().unwrap().truncate(1);
    let without = alveole_on(["verify", "-"], &record.to_string());
    let expected = "standard input:1: RO-4.8a, hive 1: it holds EXTRA, and the record has no EXTRA hive\n";
    assert_eq!(without.ends(4).out, expected);
    let played = alveole_on(["play", "-", "--unit", "1"], &record.to_string());
    played
        .ends(2)
        .says("error: standard input:1:1: RO-4.8a: the hive holds EXTRA, and the record has no EXTRA hive; `alv");
    let mut record: Value = serde_json::from_str(&unit).unwrap();
    for cell in 0..3 {
        record["hives"][0]["lines"][5]["cells"][cell] = "third".into();
    }
    let triple = alveole_on(["verify", "-"], &record.to_string());
    assert!(triple.ends(4).out.starts_with("standard input:1: RO-D2, hive 1, line 6: third stands "), "{}", triple.out);
}
