//! Other programs read what we write: `pyarrow` a bank, and `ipuz` exported pairs.
//!
//! They need a Python that has these packages: `PYTHON`, or `python3`. Without one a test says so and passes, unless
//! `ALVEOLE_REQUIRE_PYARROW=1` or `ALVEOLE_REQUIRE_IPUZ=1`.

use std::fs;
use std::io::Write;
use std::process::{Command, Output};

use alveole::bank::Bank;
use alveole::letters::Letter;
use serde_json::Value;

use super::{bank, room};

fn python() -> Command {
    let mut python = Command::new(std::env::var("PYTHON").unwrap_or_else(|_| "python3".into()));
    python.args(["-W", "ignore"]);
    python
}

/// Whether a package is there; a panic where it has to be.
fn has(package: &str) -> bool {
    let has = python().args(["-c", &format!("import {package}")]).output().is_ok_and(|o| o.status.success());
    let required = format!("ALVEOLE_REQUIRE_{}", package.to_uppercase());
    let is_required = std::env::var(&required).is_ok_and(|value| value == "1");
    assert!(has || !is_required, "{required}=1, but Python can't import {package}: pip install {package}");
    if !has {
        // Not by a macro: what those print is seen only when a test fails.
        let how = format!("Python can't import {package}: `pip install {package}`, or set PYTHON");
        let _ = writeln!(std::io::stderr(), "skipped, not tested: the read-back by {package}; {how}");
    }
    has
}

fn script(name: &str, files: &[&str]) -> Output {
    python().arg(format!("{}/tests/{name}", env!("CARGO_MANIFEST_DIR"))).args(files).output().unwrap()
}

#[test]
fn a_bank_is_read_by_pyarrow() {
    if !has("pyarrow") {
        return;
    }
    let (room, file) = room();
    let run = script("bank_readback.py", &[&file]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let read: Value = serde_json::from_slice(&run.stdout).unwrap();
    let schema: Value = serde_json::from_str(include_str!("../../schemas/bank.schema.json")).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&read), "{}", validator.validate(&read).unwrap_err());
    let opened = Bank::open(&room.at("bank.parquet")).unwrap();
    assert_eq!(read["metadata"]["alveole.manifest"].as_str(), Some(opened.manifest.to_json().as_str()));
    let rows = read["rows"].as_array().unwrap();
    assert_eq!(rows.len(), opened.len());
    for (number, (row, made)) in rows.iter().zip(opened.pairs()).enumerate() {
        assert_eq!((row["pair"].as_u64(), row["level"].as_str()), (Some(number as u64), Some(&*made.level)));
        assert_eq!(row["odds"], serde_json::json!(made.odds));
        for (grid, filled) in (1..).zip(&made.pair.grids) {
            let of = |column: &str| row[format!("{column}_{grid}")].as_array().unwrap().clone();
            let cells = (0..filled.cells.rows()).map(|row| {
                let cells = filled.cells.row(row).iter().map(|cell| cell.map_or('#', Letter::to_char));
                Value::from(cells.collect::<String>())
            });
            assert_eq!(of("rows"), cells.collect::<Vec<_>>());
            assert!(of("words").iter().zip(&filled.words).all(|(read, placed)| *read == placed.word.to_string()));
            assert!(of("displays").iter().zip(&filled.words).all(|(read, placed)| *read == *placed.display));
        }
    }
}

#[test]
fn exported_pairs_are_read_by_ipuz() {
    if !has("ipuz") {
        return;
    }
    let (room, file) = room();
    let records = room.file("pairs.jsonl", &bank("export", &file, &["--format", "jsonl"]).ends(0).out);
    let folder = room.at("ipuz");
    bank("export", &file, &["--format", "ipuz", "--out", folder.to_str().unwrap()]).ends(0);
    let files = (0..8).map(|pair| fs::read_to_string(folder.join(format!("pair-{pair:06}.ipuz"))).unwrap());
    let export = files.collect::<Vec<_>>().concat();
    let read = |export: &str| script("ipuz_readback.py", &[&records, &room.file("export.ipuz", export)]);
    let run = read(&export);
    assert_eq!(String::from_utf8_lossy(&run.stdout), "8 units equal\n", "{}", String::from_utf8_lossy(&run.stderr));
    // The script is awake.
    assert!(!read(&export.replacen("\"org.alveole:pair\":3", "\"org.alveole:pair\":4", 1)).status.success());
}
