//! Other programs read the parts as they are: pyarrow, pandas and `DuckDB`.
//!
//! They need a Python that has them: `PYTHON`, or `python3`. Without one a test says so and passes, unless
//! `ALVEOLE_REQUIRE_PYARROW=1`, `ALVEOLE_REQUIRE_PANDAS=1` or `ALVEOLE_REQUIRE_DUCKDB=1`.

use std::io::Write;
use std::process::Command;

use alveole::block::part::{Rows, Shown};
use alveole::block::reader::Block;
use serde_json::{Value, json};

use super::own::FRESH;
use super::{BLOCK_MOTS, BLOCK_RUCHE};

fn python() -> Command {
    let mut python = Command::new(std::env::var("PYTHON").unwrap_or_else(|_| "python3".into()));
    python.args(["-W", "ignore"]);
    python
}

/// Whether packages are there; a panic where they have to be.
fn has(reader: &str, packages: &str) -> bool {
    let has = python().args(["-c", &format!("import {packages}")]).output().is_ok_and(|o| o.status.success());
    let required = format!("ALVEOLE_REQUIRE_{}", reader.to_uppercase());
    let is_required = std::env::var(&required).is_ok_and(|value| value == "1");
    assert!(has || !is_required, "{required}=1, but Python can't import {packages}");
    if !has {
        // Not by a macro: what those print is seen only when a test fails.
        let how = format!("Python can't import {packages}: install them, or set PYTHON");
        let _ = writeln!(std::io::stderr(), "skipped, not tested: parts of blocks read by {reader}; {how}");
    }
    has
}

/// The rows of a block as the library reads them, in the words of the other programs.
fn expected(block: &Block) -> Vec<Value> {
    let mut expected = Vec::new();
    for record in &block.sealed.parts {
        match block.part(record).unwrap() {
            Rows::Crossword(rows) => expected.extend((record.first..).zip(rows).map(|(unit, row)| {
                let mut expected = json!({
                    "unit": unit, "letters": String::from_utf8(row.letters.to_vec()).unwrap(),
                    "completed_1": row.completed[0], "completed_2": row.completed[1], "lot_cents": row.lot.0,
                });
                match row.shown {
                    Shown::Pair(pair) => expected["pair"] = pair.into(),
                    Shown::Grids(grids) => {
                        for (grid, number) in grids.iter().zip(1..) {
                            expected[format!("rows_{number}")] = (&*grid.rows).into();
                            expected[format!("displays_{number}")] = (&*grid.displays).into();
                        }
                    }
                }
                expected
            })),
            Rows::Hive(rows) => expected.extend((record.first..).zip(rows).map(|(unit, row)| {
                json!({
                    "unit": unit, "cells": alveole::table::hex(&row.cells), "bonus_bees": row.bonus_bees,
                    "lot_cents": row.lot.0,
                })
            })),
        }
    }
    expected
}

fn read_by(reader: &str, packages: &str) {
    if !has(reader, packages) {
        return;
    }
    for (site, units) in [(&*BLOCK_MOTS, 3_000), (&*BLOCK_RUCHE, 7_500), (&*FRESH, 100)] {
        let block = Block::open(&site.room.at("block")).unwrap();
        let script = format!("{}/tests/block_readback.py", env!("CARGO_MANIFEST_DIR"));
        let run = python().args([&script, reader, &site.at("block/sealed")]).output().unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let read: Value = serde_json::from_slice(&run.stdout).unwrap();
        let (rows, expected) = (read["rows"].as_array().unwrap(), expected(&block));
        assert_eq!((rows.len(), expected.len()), (units, units));
        for (read, expected) in rows.iter().zip(&expected) {
            let (read, expected) = (read.as_object().unwrap(), expected.as_object().unwrap());
            assert_eq!(read.len(), expected.len());
            for (column, value) in expected {
                // A column that may be null is one of floats for pandas.
                let is_same = &read[column] == value || value.is_u64() && read[column].as_f64() == value.as_f64();
                assert!(is_same, "{column}: {read:?}, {expected:?}");
            }
        }
        for (number, about) in read["metadata"].as_array().unwrap().iter().enumerate() {
            assert_eq!(about["alveole.schema"], "alveole/part/1");
            assert_eq!(about["alveole.plan"], block.public.plan_sha256.as_str());
            assert_eq!(about["alveole.part"], number.to_string().as_str());
            assert_eq!(about["alveole.rehearsal"], "false");
        }
    }
}

#[test]
fn parts_are_read_by_pyarrow() {
    read_by("pyarrow", "pyarrow");
}

#[test]
fn parts_are_read_by_pandas() {
    read_by("pandas", "pandas, pyarrow");
}

#[test]
fn parts_are_read_by_duckdb() {
    read_by("duckdb", "duckdb");
}
