//! The `ipuz` package (on `PyPI`) reads an export back, cell by cell.
//!
//! It needs a Python that has the package: `PYTHON`, or `python3`. Without one the test says so and passes, unless
//! `ALVEOLE_REQUIRE_IPUZ=1`.

use std::fs;
use std::io::Write;
use std::process::Command;

use alveole::formats::ipuz::write_ipuz;
use alveole::formats::unit_json::read_units;
use alveole::game::Game;

const UNITS: &str = include_str!("../data/units.jsonl");

fn python() -> String {
    std::env::var("PYTHON").unwrap_or_else(|_| "python3".into())
}

/// Whether the package is there; a panic where it has to be.
fn ready() -> bool {
    let ready =
        Command::new(python()).args(["-W", "ignore", "-c", "import ipuz"]).output().is_ok_and(|o| o.status.success());
    let required = std::env::var("ALVEOLE_REQUIRE_IPUZ").is_ok_and(|value| value == "1");
    assert!(ready || !required, "ALVEOLE_REQUIRE_IPUZ=1, but {} can't import ipuz: pip install ipuz", python());
    if !ready {
        // Not by a macro: what those print is seen only when a test fails.
        let skipped = "skipped, not tested: the ipuz read-back";
        let _ =
            writeln!(std::io::stderr(), "{skipped}; {} can't import ipuz: `pip install ipuz`, or set PYTHON", python());
    }
    ready
}

fn read_back(units: &str, export: &str) -> Result<String, String> {
    let room = tempfile::tempdir().unwrap();
    let (unit_file, export_file) = (room.path().join("units.jsonl"), room.path().join("export.ipuz"));
    fs::write(&unit_file, units).unwrap();
    fs::write(&export_file, export).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ipuz_readback.py");
    let run = Command::new(python()).args(["-W", "ignore", script]).arg(unit_file).arg(export_file).output().unwrap();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if run.status.success() { Ok(said(&run.stdout)) } else { Err(said(&run.stderr)) }
}

#[test]
fn an_export_is_read_back() {
    if !ready() {
        return;
    }
    let game = Game::mots_croises();
    let mut export = Vec::new();
    for unit in read_units(UNITS.as_bytes()) {
        write_ipuz(&game, &unit.unwrap().1, &mut export).unwrap();
    }
    let export = String::from_utf8(export).unwrap();
    assert_eq!(read_back(UNITS, &export), Ok(format!("{} units equal", UNITS.lines().count())));
    // The script is awake: one cell, one number, one accent, one letter set are missed.
    for (from, to) in [
        ("[\"B\",\"I\",\"P\"", "[\"B\",\"I\",\"F\""),
        ("\"puzzle\":[[1,", "\"puzzle\":[[0,"),
        ("\"relié\"", "\"relie\""),
        ("\"3 lettres\"", "\"4 lettres\""),
        ("\"org.alveole:letters\":\"F", "\"org.alveole:letters\":\"G"),
        ("http://ipuz.org/v2", "http://ipuz.org/v9"),
    ] {
        let broken = export.replacen(from, to, 1);
        assert_ne!(broken, export, "{from}");
        assert!(read_back(UNITS, &broken).is_err(), "{to}");
    }
}
