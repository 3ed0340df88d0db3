//! `alveole play`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use cli::{Room, Run, alveole, alveole_on};

const CROSSWORDS: &str = include_str!("data/units.jsonl");
/// Three units of each result, nothing first.
const HIVES: &str = include_str!("data/hive/seed-0.jsonl");

fn play(units: &str, arguments: &[&str]) -> Run {
    alveole_on([&["play", "-"], arguments].concat(), units)
}

/// What stands behind the steps: the end, and the whole unit but for the pick.
fn end(run: &Run) -> String {
    run.out[run.out.find("the unit wins").unwrap()..].to_owned()
}

#[test]
fn a_hive_is_replayed_line_by_line() {
    let unit = HIVES.lines().nth(11).unwrap();
    let run = play(unit, &["--unit", "1", "--order", "4,2", "--auto-after", "3", "--pick", "miel"]);
    run.ends(0).silent();
    assert_eq!(run.out, include_str!("data/hive/play.txt"));
    for (number, line) in (1..).zip(HIVES.lines()) {
        let number = number.to_string();
        let by_hand = play(HIVES, &["--unit", &number]);
        by_hand.ends(0).silent();
        assert!(!by_hand.out.contains("AUTO"), "{}", by_hand.out);
        let cents: u64 = line.rsplit(':').next().unwrap().trim_end_matches('}').parse().unwrap();
        let won = if cents == 0 { "the unit wins nothing\n" } else { "the unit wins " };
        assert!(by_hand.out.contains(won), "{}", by_hand.out);
        let auto = play(HIVES, &["--unit", &number, "--auto-after", "0"]);
        assert_eq!(end(auto.ends(0)), end(&by_hand));
    }
}

#[test]
fn crosswords_are_replayed_letter_by_letter() {
    for number in ["1", "2", "3"] {
        let by_hand = play(CROSSWORDS, &["--unit", number]);
        by_hand.ends(0).silent();
        assert_eq!(by_hand.out.matches("question mark").count(), 18);
        let mixed = play(CROSSWORDS, &["--unit", number, "--order", "18,3,7", "--auto-after", "5"]);
        assert!(mixed.ends(0).out.starts_with("  1  question mark 18: "), "{}", mixed.out);
        assert_eq!(mixed.out.matches("question mark").count(), 18);
        assert_eq!(end(&mixed), end(&by_hand));
    }
}

/// What the record says is not what is played from: it is compared.
#[test]
fn a_record_that_says_otherwise_is_4() {
    let hive = play(&HIVES.replacen("\"lot_cents\":0", "\"lot_cents\":300", 1), &["--unit", "1"]);
    let told = "record   says a lot of 3 €, which is not what stands here\n";
    assert!(hive.ends(4).out.contains(told), "{}", hive.out);
    let bonus = play(&HIVES.replacen("\"bonus_bees\":1", "\"bonus_bees\":null", 1), &["--unit", "1"]);
    assert!(bonus.ends(4).out.contains("nothing is won, and the record has no Bonus (RO-4.9a)\n"), "{}", bonus.out);
    let winning = HIVES.lines().find(|line| line.contains("\"bonus_bees\":null")).unwrap();
    let both = play(&winning.replace("\"bonus_bees\":null", "\"bonus_bees\":5"), &["--unit", "1"]);
    assert!(both.ends(4).out.contains("the record has a Bonus that is not reached (RO-4.9a)\n"), "{}", both.out);
    let lot = CROSSWORDS.lines().next().unwrap().replacen("\"lot_cents\":", "\"lot_cents\":7", 1);
    assert!(play(&lot, &["--unit", "1"]).ends(4).out.contains("record   says a lot of"));
}

#[test]
fn steps_that_cannot_be_done_are_2() {
    for (units, arguments, says) in [
        (HIVES, &["--unit", "28"][..], "error: standard input: there is no unit 28: it has 27 units"),
        (HIVES, &["--unit", "1", "--order", "e1"], "error: --order: there is no line 1 of the EXTRA hive to uncover"),
        (HIVES, &["--unit", "1", "--order", "8"], "error: --order: there is no line 8 to uncover"),
        (HIVES, &["--unit", "1", "--order", "2,2"], "error: --order: line 2 is uncovered already"),
        (HIVES, &["--unit", "1", "--pick", "soleil"], "error: --pick: soleil can't be picked; fleur, miel, reine can"),
        (CROSSWORDS, &["--unit", "1", "--pick", "miel"], "error: --pick: this unit has crosswords, and no symbol"),
        (CROSSWORDS, &["--unit", "1", "--order", "e1"], "error: --order: e1: this unit has crosswords, and no EXTRA"),
        (CROSSWORDS, &["--unit", "1", "--order", "19"], "error: --order: there is no question mark 19: there are 18"),
        (CROSSWORDS, &["--unit", "1", "--order", "1,1"], "error: --order: question mark 1 is uncovered already"),
        ("{}", &["--unit", "1"], "error: standard input:1:"),
    ] {
        play(units, arguments).ends(2).says(says);
    }
    for arguments in [&["--unit", "0"][..], &["--unit", "1", "--order", "x"], &["--unit", "1", "--order", "0"], &[]] {
        play(HIVES, arguments).ends(2);
    }
    alveole(["play", "./missing.jsonl", "--unit", "1"]).ends(5).says("error: cannot read ./missing.jsonl");
}

/// Names of symbols are somebody's: what a terminal would obey does not reach it.
#[test]
fn control_characters_are_not_shown() {
    let room = Room::new();
    let file = room.file("units.jsonl", &HIVES.lines().next().unwrap().replace("fleur", "fl\\u001b[2Jeur"));
    let run = alveole(["play", &file, "--unit", "1"]);
    assert!(run.ends(0).out.contains("fl\u{fffd}[2Jeur") && !run.out.contains('\u{1b}'), "{}", run.out);
}
