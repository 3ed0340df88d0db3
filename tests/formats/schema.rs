//! `schemas/unit.schema.json` takes what is written, and not what is broken.

use alveole::formats::unit_json::{read_lines, read_units, write_hive_unit, write_unit};
use jsonschema::Validator;
use serde_json::{Value, json};

const UNITS: &str = include_str!("../data/units.jsonl");
const HIVES: &str = include_str!("../data/hive/seed-0.jsonl");
const SCHEMA: &str = include_str!("../../schemas/unit.schema.json");

fn validator() -> Validator {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

/// A hive unit as the contract has it, with a line that wins five times its amount.
fn hives() -> Value {
    let line = |amount: u64, cells: usize| {
        let tokens = ["picked", "second", "filler1", "filler2", "third", "filler3", "second"];
        json!({"amount_cents": amount, "cells": tokens[..cells]})
    };
    let lines = [(300, 4), (500, 5), (1000, 6), (2000, 7), (5000, 6), (50_000, 5), (10_000_000, 4)];
    let mut lines: Vec<Value> = lines.into_iter().map(|(amount, cells)| line(amount, cells)).collect();
    lines[0]["cells"] = json!(["picked", "picked", "x5", "picked"]);
    json!({
        "schema": "alveole/unit/1", "game": "ruche-d-or",
        "symbols": ["fleur", "miel", "reine", "feuille", "goutte", "soleil"],
        "hives": [{"lines": lines, "bee_cents": 500}],
        "bonus_bees": null, "lot_cents": 1500
    })
}

#[test]
fn written_units_are_valid() {
    let validator = validator();
    for unit in read_units(UNITS.as_bytes()) {
        let (line, unit) = unit.unwrap();
        let mut written = Vec::new();
        write_unit(&unit, &mut written).unwrap();
        // The file was not written by this program: equal bytes are the contract's, key order included.
        assert_eq!(std::str::from_utf8(&written).unwrap().trim_end(), UNITS.lines().nth(line - 1).unwrap());
        let value: Value = serde_json::from_slice(&written).unwrap();
        assert!(validator.is_valid(&value), "line {line}: {}", validator.validate(&value).unwrap_err());
    }
    assert!(validator.is_valid(&hives()), "{}", validator.validate(&hives()).unwrap_err());
}

#[test]
fn written_units_of_hives_are_valid() {
    let validator = validator();
    for line in read_lines(HIVES.as_bytes()) {
        let line = line.unwrap();
        let mut written = Vec::new();
        write_hive_unit(&line.hive_unit().unwrap(), &mut written).unwrap();
        assert_eq!(std::str::from_utf8(&written).unwrap().trim_end(), std::str::from_utf8(&line.bytes).unwrap());
        let value: Value = serde_json::from_slice(&written).unwrap();
        assert!(validator.is_valid(&value), "line {}: {}", line.number, validator.validate(&value).unwrap_err());
    }
}

#[test]
fn broken_units_are_not() {
    let crossword: Value = serde_json::from_str(UNITS.lines().next().unwrap()).unwrap();
    for (unit, pointer, value) in [
        (&crossword, "/schema", json!("alveole/unit/2")),
        (&crossword, "/game", json!("loto")),
        (&crossword, "/game", json!("ruche-d-or")),
        (&crossword, "/letters", json!("ABCDEFGHIJKLMNOPQ")),
        (&crossword, "/letters", json!("ÉBCDEFGHIJKLMNOPQR")),
        (&crossword, "/grids/1", json!({})),
        (&crossword, "/grids/0/rows/3", json!("ERE#E####r#O")),
        (&crossword, "/grids/0/words/3/row", json!(-1)),
        (&crossword, "/grids/0/words/3/direction", json!("up")),
        (&crossword, "/grids/0/words/3/word", json!("ÈRE")),
        (&crossword, "/completed", json!([3])),
        (&crossword, "/completed/0", json!(10)),
        (&crossword, "/lot_cents", json!(15.5)),
        (&hives(), "/symbols/1", json!("fleur")),
        (&hives(), "/hives/0/lines/0/cells/2", json!("x7")),
        (&hives(), "/hives/0/lines/6", json!(null)),
        (&hives(), "/bonus_bees", json!(9)),
    ] {
        let mut broken = unit.clone();
        *broken.pointer_mut(pointer).unwrap() = value.clone();
        assert!(!validator().is_valid(&broken), "{pointer} {value}");
    }
    for field in ["schema", "game", "letters", "grids", "completed", "lot_cents"] {
        let mut broken = crossword.clone();
        broken.as_object_mut().unwrap().remove(field);
        assert!(!validator().is_valid(&broken), "without {field}");
    }
    let mut more = crossword;
    more["seed"] = json!(1);
    assert!(!validator().is_valid(&more), "with an unknown field");
}
