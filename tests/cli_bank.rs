//! `alveole bank` and `alveole deal`, as people run them.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use std::fs;
use std::process::Stdio;
use std::sync::LazyLock;

use alveole::bank::Bank;
use cli::{Room, Run, alveole};

/// The bytes of a small bank, made once.
static BANK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let room = Room::new();
    generate(&room, &["--threads", "2"]).ends(0);
    fs::read(room.at("bank.parquet")).unwrap()
});

fn generate(room: &Room, more: &[&str]) -> Run {
    let file = room.at("bank.parquet");
    let common = ["bank", "generate", "--pairs", "12", "--seed", "4", "--out", file.to_str().unwrap()];
    alveole(common.iter().chain(more))
}

/// A room with the bank, and its name there.
fn room() -> (Room, String) {
    let room = Room::new();
    let file = room.at("bank.parquet");
    fs::write(&file, &*BANK).unwrap();
    let name = file.to_str().unwrap().to_owned();
    (room, name)
}

fn deal(bank: &str, more: &[&str]) -> Run {
    alveole(["deal", bank].iter().chain(more))
}

/// The units of a run, as JSON.
fn units(run: &Run) -> Vec<serde_json::Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_seed_makes_one_bank() {
    let (room, file) = room();
    let again = generate(&room, &[]);
    again.ends(2).says("error: ");
    assert!(again.err.contains("exists"), "{}", again.err);
    let run = generate(&room, &["--force", "--threads", "1"]);
    assert_eq!(run.ends(0).err, "seed 4\n12 pairs made\n");
    assert!(fs::read(&file).unwrap() == *BANK, "another number of threads makes another bank");
    let bank = Bank::open(room.at("bank.parquet").as_path()).unwrap();
    assert_eq!((bank.len(), bank.manifest.command.as_str(), bank.manifest.seed), (12, "bank generate", Some(4)));
    assert_eq!(bank.manifest.digests.lists.len(), 7);
}

/// A run that is killed, again and again, ends in the same bytes.
#[test]
fn a_killed_run_goes_on() {
    let room = Room::new();
    let (file, whole) = (room.at("killed.parquet"), room.at("whole.parquet"));
    let common = |out: &std::path::Path| -> Vec<String> {
        let out = out.to_str().unwrap();
        ["bank", "generate", "--pairs", "600", "--seed", "2", "--out", out].map(Into::into).to_vec()
    };
    let parts = room.at("killed.parquet.parts");
    for round in ["round-000000.parquet", "round-000001.parquet"] {
        let mut run = cli::command().args(common(&file)).stderr(Stdio::null()).spawn().unwrap();
        // As soon as a round is there, it ends as hard as it can.
        while !parts.join(round).exists() && run.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        run.kill().unwrap();
        run.wait().unwrap();
        assert!(!file.exists() && parts.join(round).exists());
    }
    // A round that was damaged meanwhile is made anew.
    fs::write(parts.join("round-000001.parquet"), "damaged").unwrap();
    let other = alveole(["bank", "generate", "--pairs", "700", "--out", file.to_str().unwrap()]);
    other.ends(2);
    assert!(other.err.contains("holds rounds of another command"), "{}", other.err);
    let run = alveole(common(&file));
    assert_eq!(run.ends(0).err, "seed 2\n256 pairs were made before, and stay\n600 pairs made\n");
    alveole(common(&whole)).ends(0);
    assert!(fs::read(&file).unwrap() == fs::read(&whole).unwrap(), "a killed run makes another bank");
    assert!(!parts.exists());
}

#[test]
fn banks_are_checked_and_described() {
    let (room, file) = room();
    alveole(["bank", "check", &file]).ends(0).says(&format!("{file}: 12 pairs, all sound"));
    let stats = alveole(["bank", "stats", &file, "--deals", "3"]);
    stats.ends(0).silent();
    assert!(stats.out.starts_with("pairs      12\n") && stats.out.contains("\n    all"), "{}", stats.out);
    // Under another list, pairs with a banned word are not sound.
    let bank = Bank::open(room.at("bank.parquet").as_path()).unwrap();
    let word = bank.pair(3).unwrap().pair.grids[0].words[0].word.to_string();
    let list = room.file("list.txt", &format!("{word}\n"));
    let run = alveole(["bank", "check", &file, "--blocklist", &list]);
    run.ends(4);
    assert!(run.out.contains(": pair 3: MC-4.8, grid 1, "), "{}", run.out);
    // A flipped byte is found, and a foreign file refused.
    let mut bytes = BANK.clone();
    let middle = bytes.len() / 3;
    bytes[middle] ^= 0xff;
    fs::write(room.at("flipped.parquet"), bytes).unwrap();
    let run = alveole(["bank", "check", room.at("flipped.parquet").to_str().unwrap()]);
    assert!(matches!(run.code, Some(2 | 4)) && run.err.starts_with("error: "), "{}", run.err);
    let foreign = room.file("units.jsonl", "{}\n");
    alveole(["bank", "stats", &foreign]).ends(2).says(&format!("error: {foreign}: no bank: "));
    alveole(["bank", "check", "./missing.parquet"]).ends(5).says("error: cannot read ./missing.parquet");
}

#[test]
fn every_result_is_dealt_on_the_same_grids() {
    let (room, file) = room();
    let grids = |run: &Run| units(run).iter().map(|unit| unit["grids"].clone()).collect::<Vec<_>>();
    let nothing = deal(&file, &["--lot", "0", "--count", "30"]);
    nothing.ends(0).says("seed 0\n");
    let shown = grids(&nothing);
    assert_eq!(shown[0], shown[12], "behind the last pair comes the first");
    for lot in ["5", "10", "15", "20", "50", "200", "1000", "10000", "250000"] {
        let run = deal(&file, &["--lot", lot, "--count", "30", "--seed", "9"]);
        run.ends(0);
        let cents = lot.parse::<u64>().unwrap() * 100;
        assert!(units(&run).iter().all(|unit| unit["lot_cents"] == cents), "{lot}");
        // The lot leaves every grid as it is: it can't be told from them.
        assert!(grids(&run) == shown, "the grids of {lot} are others");
        cli::alveole_on(["verify", "-"], &run.out).ends(0);
    }
    let run = deal(&file, &["--reveal", "3,2", "--count", "5", "--out", room.at("units.jsonl").to_str().unwrap()]);
    run.ends(0);
    let text = fs::read_to_string(room.at("units.jsonl")).unwrap();
    assert!(text.lines().count() == 5 && text.lines().all(|line| line.contains("\"completed\":[3,2]")));
    assert!(fs::read_to_string(room.at("units.jsonl.manifest.json")).unwrap().contains("\"command\": \"deal\""));
}

#[test]
fn what_can_not_be_dealt_is_told() {
    let (room, file) = room();
    deal(&file, &["--lot", "7"]).ends(2).says("error: --lot: 7 € is in no row of the prize table: 250,000 €, ");
    deal(&file, &["--reveal", "3"]).ends(2).says("error: --reveal: write K1,K2 such as 3,2");
    deal(&file, &["--reveal", "10,0"]).ends(2).says("error: --reveal: write K1,K2");
    assert_eq!(deal(&file, &[]).code, Some(2));
    let list = room.file("list.txt", "quelquechose\n");
    let run = deal(&file, &["--lot", "5", "--blocklist", &list]);
    run.ends(2).says(&format!("error: {file}: made with another blocklist ("));
    // A pair serves every result, but not every outcome.
    let bank = Bank::open(room.at("bank.parquet").as_path()).unwrap();
    let outcomes = alveole::bank::outcomes(&alveole::game::Game::mots_croises());
    let never = (0..bank.len()).find_map(|pair| {
        let at = bank.pair(pair).unwrap().odds.iter().position(|sets| *sets == 0)?;
        Some((pair, outcomes[at].clone()))
    });
    if let Some((pair, outcome)) = never {
        let count = (pair + 1).to_string();
        let run = deal(&file, &["--reveal", &format!("{},{}", outcome[0], outcome[1]), "--count", &count]);
        run.ends(3);
        assert!(run.err.contains("no set of letters gives this result"), "{}", run.err);
    }
}
