//! `alveole fill`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

#[path = "../cli/mod.rs"]
mod cli;
mod distinct;
mod input;
mod output;
mod runs;
mod wishes;

use alveole::formats::unit_json::read_units;
use alveole::letters::Letter;
use alveole::unit::{CrosswordUnit, Grid};
use cli::{Run, alveole, alveole_on};

/// The letters that most tests show, and a layout file for them: one mask, so that runs are quick and places are known.
const LETTERS: &str = "SIXTRONPLAUMEGBCHD";
const LAYOUT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fill/layout.txt");

/// Runs `alveole fill` with these letters and this layout.
fn fill(reveal: &str, more: &[&str]) -> Run {
    let common = ["fill", "--letters", LETTERS, "--layouts", LAYOUT, "--format", "jsonl", "--reveal", reveal];
    alveole(common.iter().chain(more))
}

/// The units of a run.
fn units(jsonl: &str) -> Vec<CrosswordUnit> {
    read_units(jsonl.as_bytes()).map(|unit| unit.unwrap().1).collect()
}

/// The words of a unit, folded.
fn words(unit: &CrosswordUnit) -> Vec<String> {
    unit.pair.grids.iter().flat_map(|grid| &grid.words).map(|placed| placed.word.to_string()).collect()
}

/// The rows of a grid: letters, and `#` for grey.
fn rows(grid: &Grid) -> Vec<String> {
    let cell = |cell: &Option<Letter>| cell.map_or('#', Letter::to_char);
    (0..grid.cells.rows()).map(|row| grid.cells.row(row).iter().map(cell).collect()).collect()
}

/// `alveole verify` finds no fault in any of them.
fn judged(jsonl: &str, more: &[&str]) {
    alveole_on(["verify", "-"].iter().chain(more), jsonl).ends(0);
}
