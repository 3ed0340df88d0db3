//! `alveole block audit` and `alveole audit generator`: sound blocks pass, orders that tell something do not.

use std::fs;

use serde_json::Value;

use super::cli::{Run, alveole};
use super::{BLOCK_MOTS, BLOCK_RUCHE, Site};

fn audit(site: &Site, block: &str, more: &[&str]) -> Run {
    alveole(["block", "audit", &site.at(block)].iter().chain(more))
}

fn records(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of<'a>(records: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    records.iter().filter(move |record| record["record"] == kind)
}

/// Each line is taken by the schema; without one of its fields, or with another, it is not.
fn hold(records: &[Value]) {
    let schema: Value = serde_json::from_str(include_str!("../../schemas/block-audit.schema.json")).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for record in records {
        assert!(validator.is_valid(record), "{record}");
        for field in record.as_object().unwrap().keys() {
            let mut other = record.clone();
            other.as_object_mut().unwrap().remove(field);
            assert!(!validator.is_valid(&other), "{record} without {field}");
        }
        let mut other = record.clone();
        other["more"] = 1.into();
        assert!(!validator.is_valid(&other), "{record} with an unknown field");
    }
}

#[test]
fn sound_blocks_pass() {
    for (site, units, tiers) in [(&*BLOCK_MOTS, 3_000, 10), (&*BLOCK_RUCHE, 7_500, 9)] {
        let page = site.room.at("audit.html");
        let _ = fs::remove_file(&page);
        let report = ["--report", page.to_str().unwrap()];
        let run = audit(site, "block", &report);
        run.ends(0).says("");
        for part in [
            "\nall tiers: ",
            "\nnothing: ",
            "runs of equal results (runs)",
            "described only",
            "\nfamily level 0.001: No fault found: ",
        ] {
            assert!(run.out.contains(part), "{part:?} is missing in {}", run.out);
        }
        let html = fs::read_to_string(&page).unwrap();
        assert!(html.starts_with("<!DOCTYPE html>") && html.matches("<svg").count() >= 2);
        for part in ["No fault found", "This page tells outcomes", "Along the block", &site.digest("block")] {
            assert!(html.contains(part), "{part:?} is missing");
        }
        assert!(!html.contains("<script") && !html.contains("src=") && !html.contains(&site.room.path()));
        audit(site, "block", &report).ends(2).says("error: ");
        // Records, bound to the block; the same for any number of threads.
        let run = audit(site, "block", &["--format", "jsonl"]);
        let records = records(run.ends(0));
        hold(&records);
        assert_eq!(audit(site, "block", &["--format", "jsonl", "--threads", "1"]).out, run.out);
        assert_eq!(records[0]["public_sha256"], site.digest("block").as_str());
        assert_eq!((&records[0]["record"], &records[0]["rehearsal"]), (&"block".into(), &false.into()));
        assert_eq!(of(&records, "tier").count(), tiers);
        assert_eq!(of(&records, "tier").map(|tier| tier["units"].as_u64().unwrap()).sum::<u64>(), units);
        let tests = of(&records, "test").count();
        assert!(tests > 30, "{tests} tests");
        let verdict = records.last().unwrap();
        assert_eq!((&verdict["sound"], &verdict["tests"]), (&true.into(), &tests.into()));
    }
}

#[test]
fn what_is_told_is_what_units_show() {
    let records = records(audit(&BLOCK_MOTS, "block", &["--format", "jsonl"]).ends(0));
    let figure =
        |name: &str| of(&records, "described").find(|figure| figure["name"].as_str().unwrap().contains(name)).unwrap();
    // 3,000 units are 75 rounds of 40 pairs.
    assert_eq!(figure("shown most often")["found"], 75.0);
    assert_eq!(figure("shown least often")["found"], 75.0);
    let returned = |site: &Site, stake: u64| {
        let public: Value =
            serde_json::from_str(&fs::read_to_string(site.room.at("block").join("public/manifest.json")).unwrap())
                .unwrap();
        let rows: Vec<(u64, u64)> = public["table"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["cents"].as_u64().unwrap(), row["count"].as_u64().unwrap()))
            .filter(|(cents, _)| *cents > 0)
            .collect();
        let small: u64 = rows.iter().filter(|(cents, _)| *cents <= stake).map(|(_, count)| count).sum();
        f64::from(u32::try_from(small).unwrap())
            / f64::from(u32::try_from(rows.iter().map(|(_, count)| count).sum::<u64>()).unwrap())
    };
    assert!((figure("no more than the stake")["found"].as_f64().unwrap() - returned(&BLOCK_MOTS, 500)).abs() < 1e-12);
    // A word that lacks one letter: counted again from the units as they are shown.
    let near = of(&records, "described").find(|figure| figure["cents"] == 0).unwrap();
    assert_eq!((&near["name"], &near["units"]), (&"words that lack one letter, a unit".into(), &2210.into()));
    // Of the rarest lots, too, which are only described.
    assert_eq!(of(&records, "described").filter(|figure| figure["name"] == near["name"]).count(), 10);
    let shown = alveole(["block", "show", &BLOCK_MOTS.at("block"), "--units", "0..3000"]);
    let (mut words, mut units) = (0, 0);
    for line in shown.ends(0).out.lines() {
        let unit: Value = serde_json::from_str(line).unwrap();
        if unit["lot_cents"] != 0 {
            continue;
        }
        units += 1;
        let letters = unit["letters"].as_str().unwrap();
        for word in unit["grids"].as_array().unwrap().iter().flat_map(|grid| grid["words"].as_array().unwrap()) {
            let mut hidden: Vec<char> =
                word["word"].as_str().unwrap().chars().filter(|c| !letters.contains(*c)).collect();
            hidden.sort_unstable();
            hidden.dedup();
            words += u32::from(hidden.len() == 1);
        }
    }
    assert!(
        (near["found"].as_f64().unwrap() - f64::from(words) / f64::from(units)).abs() < 1e-9,
        "{near} {words} {units}"
    );
}

#[test]
fn orders_that_tell_something_are_found() {
    // Winners first, in each part.
    let site = Site::with_block(false);
    for part in 0..6 {
        site.crosswords(part, |rows| rows.sort_by_key(|row| std::cmp::Reverse(row.lot)));
    }
    let run = audit(&site, "block", &[]);
    run.ends(4);
    assert!(run.out.contains("  FAULT\n") && run.out.contains("\nfamily level 0.001: FAULT: "), "{}", run.out);
    let page = site.at("audit.html");
    audit(&site, "block", &["--report", &page]).ends(4);
    let html = fs::read_to_string(page).unwrap();
    assert!(html.contains("A block that fails is never made anew until one passes"));

    let site = Site::with_block(true);
    for part in 0..6 {
        site.hives(part, |rows| rows.sort_by_key(|row| row.lot));
    }
    let records = records(audit(&site, "block", &["--format", "jsonl"]).ends(4));
    hold(&records);
    let found: Vec<_> = of(&records, "test").filter(|test| test["found"] == true).collect();
    for (tier, name) in [
        ("3 €", "places in parts"),
        ("nothing", "gaps"),
        ("5 €", "what follows"),
        ("all tiers", "runs of equal results"),
    ] {
        assert!(found.iter().any(|test| test["question"] == tier && test["name"] == name), "{tier}: {name}");
    }
}

#[test]
fn rehearsals_damage_and_blocks_that_are_too_small() {
    let site = Site::with_block(true);
    site.generate("rehearsal", &["--rehearsal"]).ends(0);
    let run = audit(&site, "rehearsal", &[]);
    assert!(
        run.ends(0).out.starts_with("ruche-d-or, emission 2026-07, block 1 (a rehearsal, no emission)\n"),
        "{}",
        run.out
    );
    site.hives(2, |rows| rows[7].cells[3] = b'!');
    audit(&site, "block", &[]).ends(2).says(&format!("error: {}: unit 2507: ", site.at("block")));
    fs::remove_file(site.room.at("block").join("sealed/part-00001.parquet")).unwrap();
    audit(&site, "block", &[]).ends(5).says("error: ");
    audit(&site, "no-such-folder", &[]).ends(5).says("error: ");
    let site = Site::with_block(false);
    site.crosswords(3, |rows| rows[9].shown = alveole::block::part::Shown::Pair(40));
    audit(&site, "block", &[])
        .ends(2)
        .says(&format!("error: {}: unit 1509: the bank has no pair 40; ", site.at("block")));
    site.crosswords(3, |rows| {
        rows[9].shown = alveole::block::part::Shown::Pair(3);
        rows[11].lot = alveole::money::Cents(700);
    });
    audit(&site, "block", &[]).ends(2).says(&format!("error: {}: unit 1511: it wins 7 €", site.at("block")));
}

#[test]
fn generators_are_audited() {
    let site = &*BLOCK_MOTS;
    let [game, bank] = ["game.toml", "bank.parquet"].map(|name| site.at(name));
    let small = ["--blocks", "40", "--units", "100", "--format", "jsonl"];
    let run = alveole(["audit", "generator", "--game", &game, "--bank", &bank].iter().chain(&small));
    let records = records(run.ends(0));
    hold(&records);
    assert_eq!((&records[0]["record"], &records[0]["blocks"]), (&"generator".into(), &40.into()));
    // Lots of which a block has one, too; 26 letters of ten results.
    let questions = |prefix: &str| {
        of(&records, "test").filter(|test| test["question"].as_str().unwrap().starts_with(prefix)).count()
    };
    assert!(questions("places: 250,000 €") >= 1 && questions("places: nothing") >= 8, "{}", run.out);
    assert!(of(&records, "test").filter(|test| test["name"].as_str().unwrap().starts_with("shows ")).count() > 200);
    let again =
        alveole(["audit", "generator", "--game", &game, "--bank", &bank, "--threads", "1"].iter().chain(&small));
    assert_eq!(again.ends(0).out, run.out);
    // Without a bank, places only; hives need none.
    let run = alveole(["audit", "generator", "--game", &game, "--blocks", "40"]);
    assert!(run.ends(0).out.contains("\nnot tested: Letters: no bank was named"), "{}", run.out);
    let run =
        alveole(["audit", "generator", "--game", &BLOCK_RUCHE.at("game.toml"), "--blocks", "40", "--units", "2000"]);
    assert!(run.ends(0).out.contains("\n100,000 €: ") && run.out.contains("lack one symbol"), "{}", run.out);
    alveole(["audit", "generator", "--game", "ruche"]).ends(5).says("error: ");
}
