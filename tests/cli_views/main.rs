//! How people and other programs look at a bank: `bank show`, `export`, `stats`, `check` and the files that they make.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

#[path = "../cli/mod.rs"]
mod cli;

mod export;
mod others;
mod readback;
mod schemas;
mod show;
mod stats;

use std::fs;
use std::sync::LazyLock;

use cli::{Room, Run, alveole};

/// The bytes of a small bank, made once.
static BANK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let room = Room::new();
    let file = room.at("bank.parquet");
    alveole(["bank", "generate", "--pairs", "8", "--seed", "4", "--out", file.to_str().unwrap()]).ends(0);
    fs::read(file).unwrap()
});

/// A room with the bank, and its name there.
fn room() -> (Room, String) {
    let room = Room::new();
    let name = room.bytes("bank.parquet", &BANK);
    (room, name)
}

fn bank(verb: &str, file: &str, more: &[&str]) -> Run {
    alveole(["bank", verb, file].iter().chain(more))
}

/// The lines of an output, as JSON.
fn json(lines: &str) -> Vec<serde_json::Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
