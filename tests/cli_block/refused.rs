//! What a block is not made of: other secrets, banks, lists and plans than those that were frozen.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use alveole::bank::{BankWriter, outcomes, read};
use alveole::game::Game;

use super::cli::{alveole, overrides};
use super::{BANK, MOTS, SECRETS, Site};
use alveole::table::hex;

#[test]
fn secrets_that_are_none() {
    let site = Site::ruche();
    let [a, b, plan] = ["a.key", "b.key", "plan.json"].map(|name| site.at(name));
    fs::remove_file(&a).unwrap();
    site.generate("block", &[]).ends(5).says(&format!("error: cannot read {a}: there is no such file"));
    fs::create_dir(&a).unwrap();
    fs::set_permissions(&a, fs::Permissions::from_mode(0o700)).unwrap();
    site.generate("block", &[]).ends(5).says(&format!("error: cannot read {a}: it is a directory"));
    fs::remove_dir(&a).unwrap();
    for mode in [0o640, 0o604, 0o660, 0o610, 0o601, 0o622] {
        site.secret("a.key", SECRETS[0]);
        fs::set_permissions(&a, fs::Permissions::from_mode(mode)).unwrap();
        let problem =
            format!("error: {a}: others can read it (mode {mode:04o}): a secret is its owner's alone, chmod 600");
        site.generate("block", &[]).ends(2).says(&problem);
        fs::remove_file(&a).unwrap();
    }
    for bytes in [0, 1, 31] {
        site.secret("a.key", &SECRETS[0][..bytes]);
        site.generate("block", &[]).ends(2).says(&format!("error: {a}: {bytes} bytes: a secret has 32 to 1024"));
    }
    site.secret("a.key", &[7; 1025]);
    site.generate("block", &[]).ends(2).says(&format!("error: {a}: 1025 bytes: a secret has 32 to 1024"));
    // One secret twice, by whatever name; none at all.
    site.secret("a.key", SECRETS[1]);
    site.generate("block", &[]).ends(2).says("error: two of the secrets are the same (commitment ");
    site.generate("block", &["--secret-file", &b]).ends(2).says("error: two of the secrets are the same (commitment ");
    alveole(["block", "generate", "--plan", &plan, "--out", &site.at("block")])
        .ends(2)
        .says("error: no secret is given: a block needs one at least");
    // A secret is not written over.
    let run = alveole(["block", "secret", "new", &b]);
    run.ends(2).says(&format!("error: {b} exists: a secret is never written over; name another file"));
    assert_eq!(fs::read(&b).unwrap(), SECRETS[1]);
    // Nothing of all that has left anything.
    assert!(!site.room.at("block").exists() && !site.room.at("block.partial").exists());
}

#[test]
fn banks_that_will_not_do() {
    let site = Site::mots();
    let [bank, game] = ["bank.parquet", "game.toml"].map(|name| site.at(name));
    // Too small: for the game as it is, and for this one.
    let small =
        ["--game", "mots-croises", "--emission", "1", "--block", "1", "--bank", &bank, "--out", &site.at("p.json")];
    alveole(["block", "plan"].iter().chain(&small)).ends(2).says(
        "error: the bank is too small: 40 pairs for 3000000 units; 3000 are the least, so that none is shown more than 1000 times",
    );
    // None at all; one that is none; hives with one.
    let without = ["block", "plan", "--game", &game, "--emission", "1", "--block", "1", "--out", &site.at("p.json")];
    alveole(without).ends(2).says("error: crosswords are dealt from a bank: name one");
    let foreign = site.room.file("foreign.parquet", "PAR1");
    alveole(without.iter().chain(&["--bank", &foreign])).ends(2).says(&format!("error: {foreign}: no bank"));
    let hives =
        ["block", "plan", "--game", "ruche-d-or", "--emission", "1", "--block", "1", "--out", &site.at("p.json")];
    alveole(hives.iter().chain(&["--bank", &bank]))
        .ends(2)
        .says("error: hives need neither bank nor mode: leave them out");
    for mode in [&["--fresh"][..], &["--mode", "fill"], &["--mode", "bank"]] {
        alveole(hives.iter().chain(mode)).ends(2).says("error: --fresh and --mode are for crosswords");
    }
    // One of another game: it has other outcomes.
    let short = MOTS.replace("[[lots]]\ncents = 25_000_000\ncount = 1\n", "");
    assert_ne!(short, MOTS);
    let other = site.room.file("other.toml", &short);
    let run = alveole([
        "block",
        "plan",
        "--game",
        &other,
        "--emission",
        "1",
        "--block",
        "1",
        "--bank",
        &bank,
        "--out",
        &site.at("p.json"),
    ]);
    run.ends(2).says("error: the bank is of another game: ");
    assert!(!site.room.at("p.json").exists());
    // Another one than planned, and one that is not where it was.
    fs::rename(&bank, site.at("moved.parquet")).unwrap();
    site.generate("block", &[]).ends(5).says(&format!("error: cannot read {bank}: there is no such file"));
    alveole(["bank", "generate", "--pairs", "4", "--seed", "8", "--out", &bank]).ends(0);
    site.generate("block", &[])
        .ends(2)
        .says(&format!("error: {bank} is not the bank of the plan: its digest is another"));
    assert!(!site.room.at("block.partial").exists());
    site.generate("block", &["--bank", &site.at("moved.parquet")]).ends(0);
}

#[test]
fn a_bank_without_some_result_stops_the_block() {
    let site = Site::mots();
    let bank = read(BANK.clone()).unwrap();
    let game = Game::from_toml(MOTS).unwrap();
    let mut writer = BankWriter::new(Vec::new(), 2, &bank.manifest).unwrap();
    for (number, made) in bank.pairs().iter().enumerate() {
        let mut made = made.clone();
        for (outcome, sets) in outcomes(&game).iter().zip(&mut made.odds) {
            // 200 € is won by no set of letters of pair 23.
            if number == 23 && game.lot(outcome).is_some_and(|lot| lot.0 == 20_000) {
                *sets = 0;
            }
        }
        writer.push(&made).unwrap();
    }
    let bytes = writer.finish().unwrap();
    fs::write(site.at("bank.parquet"), &bytes).unwrap();
    // Before anything is published.
    site.plan("other.json", &[]).ends(3).says("error: pair 23 of the bank serves 200");
    assert!(!site.room.at("other.json").exists());
    let of_bank = |bytes: Vec<u8>| hex(&read(bytes).unwrap().digest());
    let plan = fs::read_to_string(site.at("plan.json")).unwrap();
    fs::write(site.at("plan.json"), plan.replace(&of_bank(BANK.clone()), &of_bank(bytes))).unwrap();
    // Whether or not it is to win that: who looked at the lot first would know something of the pair.
    site.generate("block", &[]).ends(3).says("error: pair 23 of the bank serves 200");
    assert!(!site.room.at("block.partial").exists());
}

#[test]
fn lists_are_those_that_were_frozen() {
    let site = Site::mots();
    let bank = site.at("bank.parquet");
    let team = site.room.file("bans.tsv", &overrides(&["ban\tmoulin\t-"]));
    let run = site.plan("other.json", &["--overrides", &team]);
    run.ends(2).says(&format!("error: {bank} was made with another "));
    let plan = site.at("plan.json");
    let run = site.generate("block", &["--overrides", &team]);
    run.ends(2).says(&format!("error: {plan} was made with another "));
    assert!(!site.room.at("block.partial").exists());
    site.generate("block", &[]).ends(0);
    let run = site.verify("block", &["--overrides", &team]);
    run.ends(2).says(&format!("error: {} was made with another ", site.at("block")));
}

#[test]
fn plans_that_are_none() {
    let site = Site::ruche();
    let plan = site.at("plan.json");
    let text = fs::read_to_string(&plan).unwrap();
    for (from, to, problem) in [
        ("alveole/plan/1", "alveole/plan/2", "no plan: schema is \"alveole/plan/2\""),
        ("\"engine\": \"", "\"engine\": \"9", "planned by alveole 9"),
        ("\"emission\": \"2026-07\"", "\"emission\": \"2026/07\"", "emission \"2026/07\": name it by"),
        ("\"part_units\": 1250", "\"part_units\": 0", "0 units of a part"),
        ("block_units = 7_500", "block_units = 75", "the game in the plan: "),
        ("\"rehearsal\": false,", "", "no plan: "),
        ("\"rehearsal\": false,", "\"rehearsal\": false, \"more\": 1,", "no plan: "),
    ] {
        assert!(text.contains(from));
        fs::write(&plan, text.replacen(from, to, 1)).unwrap();
        site.generate("block", &[]).ends(2).says(&format!("error: {plan}: {problem}"));
    }
    fs::remove_file(&plan).unwrap();
    site.generate("block", &[]).ends(5).says(&format!("error: cannot read {plan}: there is no such file"));
    for (emission, block) in [("", "1"), ("a b", "1"), ("1", "x/y"), (&*"e".repeat(65), "1")] {
        let out = site.at("p.json");
        let words = ["--game", "ruche-d-or", "--emission", emission, "--block", block, "--out", &out];
        assert!(alveole(["block", "plan"].iter().chain(&words)).ends(2).err.contains("name it by 1 to 64 letters"));
    }
    // A plan is not written over, unless it is said.
    fs::write(&plan, "mine").unwrap();
    assert!(site.plan("plan.json", &[]).ends(2).err.contains("exists already"));
    assert_eq!(fs::read(&plan).unwrap(), b"mine");
}
