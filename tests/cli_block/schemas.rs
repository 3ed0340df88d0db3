//! `schemas/` takes the manifests, plans and reports that are written, and not what is broken.

use std::fs;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::own::{FILLED, FRESH};
use super::{BLOCK_MOTS, BLOCK_RUCHE, Site};

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

fn json(site: &Site, file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(site.room.at(file)).unwrap()).unwrap()
}

/// The value is taken; with each change, without any of its fields, or with another one, it is not.
#[track_caller]
fn holds(schema: &str, value: &Value, changes: &[(&str, Value)]) {
    let validator = validator(schema);
    assert!(validator.is_valid(value), "{}", validator.validate(value).unwrap_err());
    for (pointer, change) in changes {
        let mut other = value.clone();
        *other.pointer_mut(pointer).unwrap() = change.clone();
        assert!(!validator.is_valid(&other), "{pointer} {change}");
    }
    for field in value.as_object().unwrap().keys() {
        let mut other = value.clone();
        other.as_object_mut().unwrap().remove(field);
        assert!(!validator.is_valid(&other), "without {field}");
    }
    let mut more = value.clone();
    more["more"] = json!(1);
    assert!(!validator.is_valid(&more), "with an unknown field");
}

#[test]
fn plans() {
    holds(schema!("plan"), &json(&BLOCK_RUCHE, "plan.json"), &[("/bank", json!({}))]);
    let changes = [
        ("/schema", json!("alveole/plan/2")),
        ("/emission", json!("a b")),
        ("/part_units", json!(0)),
        ("/rehearsal", json!(null)),
        ("/bank/pairs", json!(0)),
        ("/bank/file", json!(1)),
        ("/digests/lexicon", json!("9f30")),
        ("/digests/lists/brands.tsv", json!(null)),
    ];
    holds(schema!("plan"), &json(&BLOCK_MOTS, "plan.json"), &changes);
}

#[test]
fn plans_with_grids_of_a_units_own() {
    let changes = [
        ("/mode", json!("slow")),
        ("/mode", json!(3)),
        ("/grids", json!({})),
        ("/grids/level", json!("D")),
        ("/grids/size", json!("12")),
        ("/grids/size", json!("0x12")),
        ("/grids/layouts", json!(0)),
        ("/grids/words_with", json!(["E=10"])),
        ("/digests/layouts", json!("")),
    ];
    let in_block: Vec<(String, Value)> =
        changes.iter().map(|(pointer, change)| (format!("/plan{pointer}"), change.clone())).collect();
    let in_block: Vec<(&str, Value)> = in_block.iter().map(|(pointer, change)| (&**pointer, change.clone())).collect();
    for site in [&*FRESH, &*FILLED] {
        let plan = json(site, "plan.json");
        assert_eq!((plan["mode"].as_str(), &plan["bank"]), (site.mode, &Value::Null));
        holds(schema!("plan"), &plan, &changes);
        for field in ["level", "size", "layouts", "words_with"] {
            let mut without = plan.clone();
            without["grids"].as_object_mut().unwrap().remove(field);
            assert!(!validator(schema!("plan")).is_valid(&without), "without {field}");
        }
        holds(schema!("block"), &json(site, "block/public/manifest.json"), &in_block);
        holds(schema!("sealed"), &json(site, "block/sealed/manifest.json"), &[]);
    }
}

#[test]
fn public_manifests() {
    holds(schema!("block"), &json(&BLOCK_RUCHE, "block/public/manifest.json"), &[]);
    let public = json(&BLOCK_MOTS, "block/public/manifest.json");
    let mut with_file = public["plan"]["bank"].clone();
    with_file["file"] = json!("bank.parquet");
    let changes = [
        ("/schema", json!("alveole/plan/1")),
        ("/plan/schema", json!("alveole/block/1")),
        ("/plan/bank", with_file),
        ("/plan_sha256", json!("")),
        ("/table/0/count", json!(-1)),
        ("/table/1", json!({"cents": 0})),
        ("/commitments", json!([])),
        ("/commitments/0", json!("AB")),
        ("/sealed_sha256", json!(null)),
    ];
    holds(schema!("block"), &public, &changes);
    // The plan in it is that of the plan's own schema.
    let [plan, block]: [Value; 2] = [schema!("plan"), schema!("block")].map(|text| serde_json::from_str(text).unwrap());
    assert_eq!(plan["properties"], block["$defs"]["plan"]["properties"]);
    let manifest: Value = serde_json::from_str(schema!("manifest")).unwrap();
    for schema in [plan, block] {
        assert_eq!(schema["$defs"]["digests"], manifest["$defs"]["digests"]);
    }
}

#[test]
fn sealed_manifests() {
    let mut sealed = json(&BLOCK_RUCHE, "block/sealed/manifest.json");
    holds(schema!("sealed"), &sealed, &[]);
    sealed["parts"][0]["redrawn"] = json!({"12": 1});
    let changes = [
        ("/schema", json!("alveole/block/1")),
        ("/plan_sha256", json!(7)),
        ("/same_letters", json!(0.5)),
        ("/parts", json!([])),
        ("/parts/0/file", json!("../part-00000.parquet")),
        ("/parts/0/units", json!(0)),
        ("/parts/0/first", json!(null)),
        ("/parts/0/table/3/cents", json!("300")),
        ("/parts/0/redrawn", json!({"unit": 1})),
        ("/parts/0/redrawn/12", json!(0)),
    ];
    holds(schema!("sealed"), &sealed, &changes);
}

#[test]
fn reports() {
    let site = Site::with_block(false);
    let report = || json(&site, "report.json");
    assert!(site.findings("block", true).is_empty());
    holds(schema!("report"), &report(), &[]);
    // Faults of all kinds: of files, of the table, of units and rounds, of secrets.
    fs::remove_file(site.room.at("block").join("sealed").join("part-00001.parquet")).unwrap();
    assert!(site.findings("block", true).len() > 3);
    let changes = [
        ("/schema", json!("alveole/report/2")),
        ("/units", json!(-1)),
        ("/emission", json!("")),
        ("/with_secrets", json!("yes")),
        ("/faults", json!(null)),
        ("/findings/0/rule", json!("weather")),
        ("/findings/0/problem", json!("")),
        ("/table/0/count", json!("3")),
    ];
    holds(schema!("report"), &report(), &changes);
    for unit in [json!(3), json!(3_000_000)] {
        let mut of_unit = report();
        of_unit["findings"][0]["unit"] = unit;
        of_unit["findings"][0]["rule"] = json!("MC-4.5b");
        holds(schema!("report"), &of_unit, &[("/findings/0/unit", json!(-1)), ("/findings/0/unit", json!("3"))]);
    }
}
