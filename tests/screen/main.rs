//! Every reading finds what was planted, at its place, and nothing else: tables, and a slow scanner as the oracle.

#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod naive;
mod planted;

use alveole::blocklist::{Blocklist, Policy, Tables};
use alveole::letters::{Letter, Word, fold};
use alveole::unit::{Cells, CrosswordUnit, Direction, Grid, GridPair, PlacedWord};

/// Lists of strong words, under a policy that seeks all of them everywhere from two letters on.
fn lists(words: &[&str], allowed: &[&str]) -> Blocklist {
    let mut offensive = String::from("#alveole/blocklist/1\nword\tdisplay\ttheme\tseverity\tsource\treason\n");
    offensive.extend(words.iter().map(|word| format!("{word}\t{word}\tinsult\tstrong\thand\ttest\n")));
    let mut allow = String::from("#alveole/allow/1\nword\treason\n");
    allow.extend(allowed.iter().map(|word| format!("{word}\ttest\n")));
    let tables = Tables { offensive: offensive.as_bytes(), allow: allow.as_bytes(), ..Tables::EMPTY };
    let reach = "offensive = 'strong'\nletters = 2\n";
    let readings = ["words", "inside", "cells", "pieces", "question_marks"];
    let readings = readings.map(|reading| format!("[{reading}]\n{reach}")).concat();
    let policy =
        format!("schema = 'alveole/policy/1'\n{readings}[pairs]\noffensive = 'mild'\n[on_the_way]\nreport = true\n");
    Blocklist::read(&tables).unwrap().under(Policy::read(policy.as_bytes()).unwrap())
}

/// Cells from rows of letters and `#`.
fn cells(rows: &[String]) -> Cells {
    let mut cells = Cells::grey(rows.len(), rows[0].len());
    for (row, text) in rows.iter().enumerate() {
        for (column, byte) in text.bytes().enumerate() {
            cells.set(row, column, Letter::from_ascii(byte));
        }
    }
    cells
}

/// A unit of grids that list all their runs.
fn unit(grids: &[Vec<String>], letters: &str) -> CrosswordUnit {
    let grids = grids.iter().map(|rows| {
        let words = naive::runs(rows).into_iter().filter_map(|run| {
            let word: Word = fold(&run.text).ok()?;
            let display = run.text.to_lowercase().into();
            let (row, column) = (u8::try_from(run.row).unwrap(), u8::try_from(run.column).unwrap());
            let direction = if run.across { Direction::Across } else { Direction::Down };
            Some(PlacedWord { word, display, row, column, direction })
        });
        Grid { cells: cells(rows), words: words.collect() }
    });
    CrosswordUnit {
        game: "mots-croises".into(),
        letters: letters.bytes().filter_map(Letter::from_ascii).collect(),
        pair: GridPair { grids: grids.collect() },
        completed: vec![0, 0],
        lot: None,
    }
}
