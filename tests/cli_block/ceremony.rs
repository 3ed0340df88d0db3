//! The ceremony from the plan to the recall, and what it must never show.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use alveole::block::check::Report;
use alveole::block::manifest::Public;
use alveole::formats::from_json;
use sha2::{Digest, Sha256};

use super::cli::{Run, alveole, alveole_on};
use super::{BLOCK_MOTS, BLOCK_RUCHE, SECRETS, Site, files};

fn public(site: &Site, block: &str) -> Public {
    from_json(&fs::read_to_string(site.room.at(block).join("public").join("manifest.json")).unwrap()).unwrap()
}

#[test]
fn a_block_is_planned_made_verified_and_shown() {
    for hives in [false, true] {
        let site = Site::new(hives, 700);
        let planned = site.plan("again.json", &["--part-units", "700"]);
        let digest = planned.ends(0).out.trim().to_owned();
        // Two parties make their secrets, and publish the commitments.
        let mut commitments = ["new1.key", "new2.key"].map(|name| {
            let run = alveole(["block", "secret", "new", &site.at(name)]);
            let commitment = run.ends(0).out.trim().to_owned();
            let file = site.room.at(name);
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
            let bytes = fs::read(&file).unwrap();
            assert_eq!((bytes.len(), alveole::table::hex(&Sha256::digest(&bytes))), (32, commitment.clone()));
            let told = alveole(["block", "secret", "commitment", &site.at(name)]);
            assert_eq!(told.ends(0).out.trim(), commitment);
            commitment
        });
        let [plan, one, two, out] = ["again.json", "new1.key", "new2.key", "block"].map(|name| site.at(name));
        alveole(["block", "generate", "--plan", &plan, "--secret-file", &one, &two, "--out", &out]).ends(0);
        let made = public(&site, "block");
        commitments.sort();
        assert_eq!((made.plan_sha256.as_str(), &made.commitments[..]), (digest.as_str(), &commitments[..]));
        assert!(!made.rehearsal);
        assert_eq!(fs::metadata(site.room.at("block").join("sealed")).unwrap().permissions().mode() & 0o777, 0o700);
        assert!(!site.room.at("block.partial").exists());
        let mut expected: Vec<String> =
            (0..if hives { 11 } else { 5 }).map(|part| format!("sealed/part-{part:05}.parquet")).collect();
        expected.extend(["public/manifest.json".into(), "sealed/manifest.json".into()]);
        expected.extend((!hives).then(|| "sealed/bank.parquet".into()));
        expected.sort();
        assert_eq!(files(&site.room.at("block")), expected);
        // Without secrets and with them, in whatever order; the report is bound to the manifest.
        site.verify("block", &[]).ends(0);
        let report = site.at("report.json");
        let run = site.verify("block", &["--secret-file", &two, &one, "--report", &report]);
        let units = if hives { 7_500 } else { 3_000 };
        assert!(run.ends(0).out.is_empty());
        let again = if hives { "lots" } else { "lots and pairs" };
        assert!(run.err.ends_with(&format!(": {units} units read, {again} worked out again: sound\n")), "{run:?}");
        let report: Report = from_json(&fs::read_to_string(report).unwrap()).unwrap();
        assert_eq!((report.public_sha256, report.units, report.faults), (site.digest("block"), units, 0));
        assert_eq!((report.table, report.with_secrets), (made.table, true));
        // What is shown is what the judge reads as units.
        let shown = alveole(["block", "show", &out, "--units", "690..720"]);
        assert_eq!(shown.ends(0).out.lines().count(), 30);
        let judged = if hives {
            alveole_on(["verify", "-", "--game", &site.at("game.toml")], &shown.out)
        } else {
            alveole_on(["verify", "-"], &shown.out)
        };
        judged.ends(0);
    }
}

#[test]
fn what_shows_a_word_is_found_again() {
    let site = &*BLOCK_MOTS;
    let block = site.at("block");
    let find = |more: &[&str]| -> Vec<serde_json::Value> {
        let run = alveole(["block", "find", &block, "--format", "jsonl"].iter().chain(more));
        run.ends(0).out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let shown = alveole(["block", "show", &block, "--units", "1234"]);
    let unit: serde_json::Value = serde_json::from_str(&shown.ends(0).out).unwrap();
    let by_number = find(&["--unit", "1234"]);
    assert_eq!((by_number.len(), &by_number[0]["part"]), (1, &"part-00002.parquet".into()));
    let pair = by_number[0]["pair"].to_string();
    // 3,000 units are 75 rounds of 40 pairs.
    let by_pair = find(&["--pair", &pair]);
    assert_eq!(by_pair.len(), 75);
    assert!(by_pair.iter().any(|found| found["unit"] == 1234));
    let word = unit["grids"][1]["words"][3]["word"].as_str().unwrap();
    let by_word = find(&["--word", word]);
    assert!(by_word.len() >= 75 && by_word.len() < 3_000);
    let of_unit = by_word.iter().find(|found| found["unit"] == 1234).unwrap();
    assert!(
        of_unit["places"].as_array().unwrap().iter().any(|place| place.as_str().unwrap().starts_with("grid 2, row "))
    );
    let mut letters: Vec<char> = unit["letters"].as_str().unwrap().chars().collect();
    letters.reverse();
    let by_letters = find(&["--letters", &letters.iter().collect::<String>()]);
    assert!(by_letters.iter().any(|found| found["unit"] == 1234) && by_letters.len() < 75);
    // Nothing that is found says what is won.
    assert!(by_word.iter().chain(&by_letters).all(|found| !found.to_string().contains("cents")));
    assert!(find(&["--unit", "3000"]).is_empty() && find(&["--word", "zzz"]).is_empty());
    // What no unit can show.
    for (option, value, problem) in [
        ("--letters", "SIXTRONPLAUMEGBCH", format!("--letters: 17 different letters, where a unit of {block} has 18")),
        ("--pair", "40", format!("--pair 40: the bank of {block} has pairs 0 to 39")),
    ] {
        alveole(["block", "find", &block, option, value]).ends(2).says(&format!("error: {problem}"));
    }
    let hives = BLOCK_RUCHE.at("block");
    let run = alveole(["block", "find", &hives, "--word", "chat"]);
    run.ends(2).says(&format!("error: {hives} is a block of hives: they have no words, pairs or letters"));
}

#[test]
fn a_block_stays_valid_when_its_bank_is_repaired() {
    let site = Site::with_block(false);
    let bank = alveole::bank::Bank::open(&site.room.at("bank.parquet")).unwrap();
    let word = bank.pairs()[0].pair.grids[0].words[2].word.to_string();
    let team = site.room.file("bans.tsv", &super::cli::overrides(&[&format!("ban\t{word}\t-")]));
    let [bank, repaired] = ["bank.parquet", "repaired.parquet"].map(|name| site.at(name));
    alveole(["bank", "repair", &bank, "--overrides", &team, "--out", &repaired]).ends(0);
    fs::rename(&repaired, &bank).unwrap();
    site.verify_all("block").ends(0);
    let found = alveole(["block", "find", &site.at("block"), "--word", &word]);
    assert!(found.ends(0).out.lines().count() >= 75);
    // But nothing new is made of the plan: its bank is no longer there.
    site.generate("other", &[]).ends(2).says(&format!("error: {bank} is not the bank of the plan"));
}

#[test]
fn a_rehearsal_is_another_block_and_says_so() {
    for hives in [false, true] {
        let site = Site::with_block(hives);
        site.generate("rehearsal", &["--rehearsal"]).ends(0);
        let (real, test) = (public(&site, "block"), public(&site, "rehearsal"));
        assert!(test.rehearsal && test.plan.rehearsal && !real.rehearsal);
        assert!(test.plan_sha256 != real.plan_sha256 && test.table == real.table);
        let shown = |block: &str| alveole(["block", "show", &site.at(block), "--units", "0..500"]).ends(0).out.clone();
        let (real, test) = (shown("block"), shown("rehearsal"));
        let same = real.lines().zip(test.lines()).filter(|(real, test)| real == test).count();
        assert!(same < 50, "{same} units of the rehearsal are those of the block");
        let run = site.verify("rehearsal", &[]);
        run.ends(4);
        assert!(run.out.contains(": rehearsal: this is a rehearsal, and no emission"), "{}", run.out);
        site.verify("rehearsal", &["--rehearsal"]).ends(0);
        let part = fs::read(site.room.at("rehearsal").join("sealed").join("part-00001.parquet")).unwrap();
        assert!(alveole::block::part::Part::read(part).unwrap().rehearsal);
        // It can't be passed off as an emission: its mark is part of the plan.
        let path = site.room.at("rehearsal").join("public").join("manifest.json");
        let manifest = fs::read_to_string(&path).unwrap().replace("\"rehearsal\": true", "\"rehearsal\": false");
        fs::write(&path, manifest).unwrap();
        let run = site.verify("rehearsal", &[]);
        assert!(run.ends(4).err.contains("the plan's digest is not that of the plan"), "{}", run.err);
    }
}

/// The files that hold secrets, and nothing else.
const KEYS: [&str; 2] = ["a.key", "b.key"];

/// Base64 of bytes whose number is a multiple of three.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = bytes.chunks(3).flat_map(|three| {
        let bits = three.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
        [18, 12, 6, 0].map(|shift| char::from(DIGITS[bits >> shift & 63]))
    });
    digits.collect()
}

/// Whether bytes hold a good part of a secret, raw or written in a usual way.
fn tells(bytes: &[u8], secret: &[u8]) -> bool {
    let has = |wanted: &[u8]| bytes.windows(wanted.len()).any(|window| window == wanted);
    let hex = alveole::table::hex(&secret[..6]);
    let decimal = secret[..5].iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    let written =
        [hex.to_uppercase(), hex, base64(&secret[..9]), base64(&secret[1..10]), base64(&secret[2..11]), decimal];
    has(&secret[..8]) || has(&secret[24..]) || written.iter().any(|text| has(text.as_bytes()))
}

#[test]
fn secrets_are_never_shown() {
    for (told, is_told) in [
        (&SECRETS[0][..], true),
        (b"key: 713823566432, 6 bytes", true),
        (b"KEY: 713823566432", true),
        (b"cTgjVmQyIW5M", true),
        (b"OCNWZDIhbkx3", true),
        (b"[113, 56, 35, 86, 100, 50]", true),
        (b"q8#Vd2!n", true),
        (b"q8#Vd2!", false),
    ] {
        assert_eq!(tells(told, SECRETS[0]), is_told, "{}", String::from_utf8_lossy(told));
    }
    for hives in [false, true] {
        let site = Site::with_block(hives);
        let register = site.at("register.jsonl");
        let [a, b, block, other] = ["a.key", "b.key", "block", "other"].map(|name| site.at(name));
        let mut runs: Vec<Run> = vec![
            site.generate("other", &["--register", &register]),
            site.generate("third", &["--register", &register]),
            site.generate("block", &[]),
            site.generate("rehearsal", &["--rehearsal", "--register", &register, "--again", "a test"]),
            site.generate("shard", &["--shard", "1/2"]),
            site.generate("one", &["--secret-file", &a]),
            site.verify_all("block"),
            site.verify("rehearsal", &["--secret-file", &a, "--rehearsal"]),
            site.verify("block", &["--secret-file", &b, "--report", &site.at("report.json")]),
            alveole(["block", "secret", "commitment", &a]),
            alveole(["block", "secret", "new", &a]),
            alveole(["block", "merge", &site.at("shard"), "--secret-file", &a, &b, "--out", &site.at("merged")]),
            alveole(["block", "show", &other, "--units", "0..9", "--out", &site.at("units.jsonl")]),
            alveole(["block", "find", &block, "--unit", "3"]),
        ];
        fs::set_permissions(&b, fs::Permissions::from_mode(0o640)).unwrap();
        runs.push(site.generate("more", &[]));
        fs::set_permissions(&b, fs::Permissions::from_mode(0o600)).unwrap();
        site.secret("b.key", &SECRETS[1][..31]);
        runs.push(site.generate("more", &[]));
        let codes: Vec<Option<i32>> = runs.iter().map(|run| run.code).collect();
        assert_eq!(codes, [0, 2, 2, 0, 0, 2, 0, 4, 4, 0, 2, 2, 0, 0, 2, 2].map(Some), "{runs:#?}");
        for secret in SECRETS {
            for run in &runs {
                assert!(!tells(run.out.as_bytes(), secret) && !tells(run.err.as_bytes(), secret), "{run:?}");
            }
            let folder = site.room.path();
            for name in files(Path::new(&folder)).iter().filter(|name| !KEYS.contains(&name.as_str())) {
                assert!(!tells(&fs::read(site.room.at(name)).unwrap(), secret), "{name}");
            }
            let kept = alveole::block::keys::Secret::from_bytes(secret).unwrap();
            assert!(!tells(format!("{kept:?}").as_bytes(), secret));
        }
    }
}
