//! `schemas/` takes what is written, and not what is broken.

use std::fmt::Write;
use std::fs;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::cli::{Room, alveole};
use super::{bank, json as lines, room};

macro_rules! schema {
    ($name:literal) => {
        include_str!(concat!("../../schemas/", $name, ".schema.json"))
    };
}

fn validator(schema: &str) -> Validator {
    let schema: Value = serde_json::from_str(schema).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[track_caller]
fn valid(schema: &str, value: &Value) {
    let validator = validator(schema);
    assert!(validator.is_valid(value), "{}", validator.validate(value).unwrap_err());
}

/// Each change breaks the value.
#[track_caller]
fn broken(schema: &str, value: &Value, changes: &[(&str, Value)]) {
    for (pointer, change) in changes {
        let mut other = value.clone();
        *other.pointer_mut(pointer).unwrap() = change.clone();
        assert!(!validator(schema).is_valid(&other), "{pointer} {change}");
    }
    for field in value.as_object().unwrap().keys().filter(|field| *field == "schema") {
        let mut other = value.clone();
        other.as_object_mut().unwrap().remove(field);
        assert!(!validator(schema).is_valid(&other), "without {field}");
    }
    let mut more = value.clone();
    more["more"] = json!(1);
    assert!(!validator(schema).is_valid(&more), "with an unknown field");
}

#[test]
fn pairs() {
    let (_room, file) = room();
    let pairs = lines(&bank("export", &file, &["--format", "jsonl"]).ends(0).out);
    assert_eq!(pairs.len(), 8);
    for pair in &pairs {
        valid(schema!("pair"), pair);
    }
    let changes = [
        ("/schema", json!("alveole/pair/2")),
        ("/pair", json!(-1)),
        ("/level", json!("D")),
        ("/grids/1/rows/0", json!("abc")),
        ("/odds/0/completed/0", json!(10)),
        ("/odds/36", json!(null)),
        ("/odds/3/sets", json!(1_562_276)),
    ];
    broken(schema!("pair"), &pairs[0], &changes);
    // Grids and words are those of a unit.
    let [pair, unit]: [Value; 2] = [schema!("pair"), schema!("unit")].map(|text| serde_json::from_str(text).unwrap());
    assert_eq!((&pair["$defs"]["grid"], &pair["$defs"]["word"]), (&unit["$defs"]["grid"], &unit["$defs"]["word"]));
}

#[test]
fn manifests() {
    let (room, file) = room();
    let made = alveole::bank::Bank::open(&room.at("bank.parquet")).unwrap().manifest.to_json();
    let made: Value = serde_json::from_str(&made).unwrap();
    valid(schema!("manifest"), &made);
    let out = room.at("pairs.jsonl");
    bank("export", &file, &["--format", "jsonl", "--out", out.to_str().unwrap()]).ends(0);
    let written = fs::read_to_string(room.at("pairs.jsonl.manifest.json")).unwrap();
    valid(schema!("manifest"), &serde_json::from_str(&written).unwrap());
    let changes = [
        ("/schema", json!("alveole/manifest/2")),
        ("/command", json!(null)),
        ("/digests/lexicon", json!("9f30")),
        ("/digests/lists/brands.tsv", json!(null)),
        ("/parameters/level", json!(1.5)),
        ("/seed", json!("4")),
        ("/units", json!(-1)),
        ("/output_sha256", json!("00")),
    ];
    broken(schema!("manifest"), &made, &changes);
}

#[test]
fn policies() {
    let embedded = include_str!("../../blocklist/policy.toml");
    let policy: Value = toml::from_str(embedded).unwrap();
    valid(schema!("policy"), &policy);
    valid(schema!("policy"), &json!({"schema": "alveole/policy/1"}));
    let changes = [
        ("/schema", json!("alveole/policy/2")),
        ("/cells/offensive", json!("big")),
        ("/words/brands", json!("mild")),
        ("/inside/letters", json!(-1)),
        ("/inside/except/0", json!(1)),
        ("/pairs", json!({"brands": "low"})),
        ("/on_the_way/report", json!("yes")),
    ];
    broken(schema!("policy"), &policy, &changes);
    // What the schema refuses, the program refuses, too.
    for (pointer, change) in changes {
        let mut other = policy.clone();
        *other.pointer_mut(pointer).unwrap() = change;
        let text = toml_of(&other);
        assert!(alveole::blocklist::Policy::read(text.as_bytes()).is_err(), "{text}");
    }
    alveole::blocklist::Policy::read(toml_of(&policy).as_bytes()).unwrap();
}

/// A policy as TOML: JSON values are TOML's, in tables of one level.
fn toml_of(policy: &Value) -> String {
    let mut text = format!("schema = {}\n", policy["schema"]);
    for (section, keys) in policy.as_object().unwrap().iter().filter(|(_, keys)| keys.is_object()) {
        let _ = writeln!(text, "[{section}]");
        for (key, value) in keys.as_object().unwrap() {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    text
}

#[test]
fn layouts() {
    let room = Room::new();
    let masks = room.file("masks.txt", &alveole(["layout", "generate", "--count", "3"]).ends(0).out);
    let layouts = lines(&alveole(["layout", "show", &masks, "--format", "jsonl"]).ends(0).out);
    assert_eq!(layouts.len(), 3);
    for layout in &layouts {
        valid(schema!("layout"), layout);
    }
    let changes = [
        ("/schema", json!("alveole/layout/2")),
        ("/mask", json!(0)),
        ("/rows/0", json!("A###########")),
        ("/slots/17", json!(null)),
        ("/slots/0/direction", json!("up")),
        ("/slots/0/crossings", json!([])),
        ("/lengths", json!({"long": 1})),
        ("/empty_edges/top", json!(-1)),
    ];
    broken(schema!("layout"), &layouts[0], &changes);
}

#[test]
fn stats() {
    let (_room, file) = room();
    for deals in ["0", "1", "2"] {
        let stats = bank("stats", &file, &["--deals", deals, "--format", "jsonl"]);
        valid(schema!("bank-stats"), &lines(&stats.ends(0).out)[0]);
    }
    let stats = lines(&bank("stats", &file, &["--deals", "1", "--format", "jsonl"]).ends(0).out).remove(0);
    let changes = [
        ("/schema", json!("alveole/bank-stats/2")),
        ("/words/letters/25", json!(null)),
        ("/deals/results/0/won/0", json!(0.5)),
        ("/deals/results/0/hidden/3/share/mean", json!(-0.1)),
        ("/deals/units", json!(0)),
    ];
    broken(schema!("bank-stats"), &stats, &changes);
}
