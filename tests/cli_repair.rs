//! `alveole bank repair`, as people run it: only what must change does.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use std::fs;
use std::sync::LazyLock;

use alveole::bank::{Bank, BankPair};
use cli::{Room, Run, alveole, overrides};

/// The bytes of a small bank, made once.
static BANK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let room = Room::new();
    let file = room.at("bank.parquet");
    alveole(["bank", "generate", "--pairs", "40", "--seed", "3", "--out", file.to_str().unwrap()]).ends(0);
    fs::read(file).unwrap()
});

fn room() -> (Room, String) {
    let room = Room::new();
    let file = room.at("bank.parquet");
    fs::write(&file, &*BANK).unwrap();
    let name = file.to_str().unwrap().to_owned();
    (room, name)
}

fn pairs(path: &str) -> Vec<BankPair> {
    Bank::open(std::path::Path::new(path)).unwrap().pairs().to_vec()
}

fn has(made: &BankPair, word: &str) -> bool {
    made.pair.grids.iter().flat_map(|grid| &grid.words).any(|placed| placed.word.to_string() == word)
}

/// A ban of a word of pair 0, and one of pair 5.
fn bans(room: &Room, file: &str) -> (String, [String; 2]) {
    let pairs = pairs(file);
    let word = |pair: usize, grid: usize| pairs[pair].pair.grids[grid].words[2].word.to_string();
    let words = [word(0, 0), word(5, 1)];
    let bans = words.each_ref().map(|word| format!("ban\t{word}\t-"));
    (room.file("bans.tsv", &overrides(&bans.each_ref().map(String::as_str))), words)
}

fn repair(file: &str, out: &str, more: &[&str]) -> Run {
    alveole(["bank", "repair", file, "--out", out].iter().chain(more))
}

#[test]
fn only_what_is_banned_changes() {
    let (room, file) = room();
    let (bans, words) = bans(&room, &file);
    let out = room.at("repaired.parquet").to_str().unwrap().to_owned();
    let run = repair(&file, &out, &["--overrides", &bans, "--format", "jsonl", "--threads", "1"]);
    run.ends(0);
    let records: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (before, after) = (pairs(&file), pairs(&out));
    let told: Vec<usize> = records.iter().map(|record| record["pair"].as_u64().unwrap().try_into().unwrap()).collect();
    assert!(told.contains(&0) && told.contains(&5) && told.len() < 20, "{told:?}");
    for (number, (was, is)) in before.iter().zip(&after).enumerate() {
        assert_eq!(was != is, told.contains(&number), "pair {number}");
        assert!(words.iter().all(|word| !has(is, word)), "pair {number}");
    }
    for record in &records {
        let number = usize::try_from(record["pair"].as_u64().unwrap()).unwrap();
        let letters = |made: &BankPair| -> Vec<_> {
            made.pair
                .grids
                .iter()
                .flat_map(|grid| (0..grid.cells.rows()).flat_map(|row| grid.cells.row(row).to_vec()))
                .collect()
        };
        let (was, is) = (letters(&before[number]), letters(&after[number]));
        let cells = was.iter().zip(&is).filter(|(was, is)| was != is).count();
        assert_eq!(record["cells"], cells);
        assert!(cells < 16, "pair {number}: {cells} cells");
        let exchanged = record["exchanged"].as_array().unwrap();
        assert_eq!(exchanged.is_empty(), cells == 0);
        if let Some(word) = words.iter().find(|word| has(&before[number], word)) {
            assert!(exchanged.iter().any(|exchanged| exchanged["from"] == word.as_str()), "{record}");
            assert!(record["reasons"][0].as_str().unwrap().contains("a ban of the team ("), "{record}");
        }
    }
    // It is sound under the new lists, and needs nothing more.
    alveole(["bank", "check", &out, "--overrides", &bans]).ends(0);
    let again = room.at("again.parquet").to_str().unwrap().to_owned();
    let run = repair(&out, &again, &["--overrides", &bans]);
    assert_eq!(run.ends(0).err, "40 pairs: 0 repaired in 0 cells, 0 with other odds alone\n");
    assert!(run.out.is_empty() && fs::read(&again).unwrap() == fs::read(&out).unwrap());
    // The record says what it was made of.
    let repaired = Bank::open(std::path::Path::new(&out)).unwrap();
    assert_eq!(repaired.manifest.command, "bank repair");
    let from = alveole::table::hex(&Bank::open(std::path::Path::new(&file)).unwrap().digest());
    assert_eq!(repaired.manifest.parameters["repaired_from"], from.as_str().into());
    // Two threads repair it to the same bytes.
    repair(&file, &again, &["--overrides", &bans, "--threads", "2", "--force"]).ends(0);
    assert!(fs::read(&again).unwrap() == fs::read(&out).unwrap());
}

#[test]
fn changes_are_told_to_people() {
    let (room, file) = room();
    let (bans, words) = bans(&room, &file);
    let out = room.at("repaired.parquet").to_str().unwrap().to_owned();
    let run = repair(&file, &out, &["--overrides", &bans]);
    run.ends(0);
    let line = run.out.lines().find(|line| line.starts_with("pair 5: ")).unwrap();
    for part in [&words[1], " -> ", " cell", "a ban of the team (", "grid 2, row "] {
        assert!(line.contains(part), "{part}: {line}");
    }
    assert!(run.err.starts_with("40 pairs: ") && run.err.lines().count() == 1, "{}", run.err);
}

#[test]
fn what_can_not_be_repaired_is_refused() {
    let (room, file) = room();
    let out = room.at("repaired.parquet").to_str().unwrap().to_owned();
    // An output that exists, no bank, a lexicon of a few words.
    fs::write(&out, "here").unwrap();
    repair(&file, &out, &[]).ends(2);
    assert_eq!(fs::read(&out).unwrap(), b"here");
    fs::remove_file(&out).unwrap();
    let foreign = room.file("foreign.parquet", "PAR1");
    repair(&foreign, &out, &[]).ends(2).says(&format!("error: {foreign}: no bank"));
    let few = room.file("few.txt", "chat\nchien\noiseau\n");
    repair(&file, &out, &["--lexicon", &few]).ends(6).says(&format!("error: {file}: pair 0: none of 2000 attempts"));
    assert!(!room.at("repaired.parquet").exists());
    let mut bytes = BANK.clone();
    bytes[400] ^= 1;
    let broken = room.at("broken.parquet");
    fs::write(&broken, bytes).unwrap();
    let broken = broken.to_str().unwrap();
    repair(broken, &out, &[]).ends(4).says(&format!("error: {broken}: damaged: rows 0 to 39"));
}
