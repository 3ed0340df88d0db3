//! `alveole fill`, as people run it: the same bytes for the same seed, proofs, budgets, and no grids twice.

use std::collections::BTreeSet;

use crate::cli::{Room, alveole};
use crate::{fill, judged, rows, units, words};
use alveole::letters::LetterSet;
use alveole::lexicon::Lexicon;

#[test]
fn a_seed_makes_the_golden_bytes_for_any_threads() {
    let common = ["fill", "--letters", "random", "--reveal", "3,2", "--seed", "0"];
    for (count, format, golden) in [
        ("5", "jsonl", include_str!("../data/fill/seed-0.jsonl")),
        ("2", "text", include_str!("../data/fill/seed-0.txt")),
        ("1", "ipuz", include_str!("../data/fill/seed-0.ipuz")),
    ] {
        for threads in ["1", "2", "2"] {
            let run = alveole(common.iter().chain(&["--count", count, "--format", format, "--threads", threads]));
            run.ends(0);
            // Another lexicon, blocklist or order of draws makes other units: then these files are made anew.
            assert!(run.out == golden, "{format}, {threads} threads, is now\n{}", run.out);
            assert_eq!(run.err, if count == "1" { "seed 0\n".into() } else { format!("seed 0\n{count} made\n") });
        }
    }
    // The defaults: one unit as text, seed 0.
    let run = alveole(["fill", "--letters", "random", "--reveal", "3,2"]);
    run.ends(0).says("seed 0\n");
    assert!(include_str!("../data/fill/seed-0.txt").starts_with(&run.out));
    judged(include_str!("../data/fill/seed-0.jsonl"), &[]);
}

#[test]
fn a_long_run_is_the_same_for_one_and_two_threads() {
    // More than are made at a time; one of them is infeasible, and the others go on.
    let many = |threads| {
        let common = ["fill", "--letters", "random", "--reveal", "3,2", "--count", "600", "--format", "jsonl"];
        alveole(common.iter().chain(&["--threads", threads]))
    };
    let (one, two) = (many("1"), many("2"));
    one.ends(3);
    two.ends(3);
    assert!(one.out == two.out, "the units differ");
    assert_eq!(one.err, two.err);
    assert!(one.out.starts_with(include_str!("../data/fill/seed-0.jsonl")), "a longer run begins with a shorter one");
    let said: Vec<&str> = one.err.lines().collect();
    assert_eq!(said[0], "seed 0");
    let start = "unit 74, letters VNWXGKQSDBPMTYFJLC: proved infeasible on any layout: too few words written with \
                 BCDFGJKLMNPQSTVWXY alone: a unit can have ";
    assert!(said[1].starts_with(start) && said[1].ends_with(" of them (one a lemma), and needs 5"), "{}", said[1]);
    assert!(said[2].contains(" distinct words in 599 units; most used: "), "{}", said[2]);
    assert_eq!(said[3..], ["599 made, 1 proved infeasible"]);

    let units = units(&one.out);
    assert_eq!(units.len(), 599);
    let grids: BTreeSet<Vec<Vec<String>>> =
        units.iter().map(|unit| unit.pair.grids.iter().map(rows).collect()).collect();
    assert_eq!(grids.len(), 599, "grids twice");
    let letters: BTreeSet<LetterSet> = units.iter().map(|unit| unit.letters.iter().copied().collect()).collect();
    assert!(letters.len() > 590 && letters.iter().all(|set| set.len() == 18), "letters are drawn anew for each unit");
    assert_ne!(fill("3,2", &["--seed", "1"]).ends(0).out, fill("3,2", &["--seed", "2"]).ends(0).out);
    judged(&one.out, &[]);
}

#[test]
fn every_solver_makes_judged_units() {
    for solver in ["backtrack", "sat", "auto"] {
        for reveal in ["3,2", "0,9"] {
            let run = fill(reveal, &["--solver", solver, "--count", "4", "--seed", "7"]);
            let units = units(&run.ends(0).out);
            assert_eq!(units.len(), 4, "{solver}");
            assert!(
                units
                    .iter()
                    .all(|unit| unit.completed == reveal.split(',').map(|k| k.parse().unwrap()).collect::<Vec<u8>>())
            );
            judged(&run.out, &[]);
        }
    }
}

#[test]
fn what_no_layout_can_hold_is_3_with_the_reason() {
    // No vowel is shown: hidden are A E I O U Y W X.
    let consonants = ["fill", "--letters", "BCDFGHJKLMNPQRSTVZ", "--reveal", "1,0", "--format", "jsonl"];
    let why = "letters BCDFGHJKLMNPQRSTVZ: proved infeasible on any layout: too few words written with \
               BCDFGHJKLMNPQRSTVZ alone: a unit can have 0 of them (one a lemma), and needs 1\n";
    let run = alveole(consonants.iter().chain(&["--count", "2"]));
    run.ends(3);
    assert_eq!(run.err, format!("seed 0\nunit 1, {why}unit 2, {why}0 made, 2 proved infeasible\n"));
    assert_eq!(run.out, "");
    // Nothing completed is possible all the same.
    let run = alveole(consonants.map(|argument| if argument == "1,0" { "0,0" } else { argument }));
    judged(&run.ends(0).says("seed 0\n").out, &[]);

    // Too few words in the whole list.
    let room = Room::new();
    let few = room.file("few.txt", "chat\nchien\nloup\nXYZZY\n");
    let run = fill("0,0", &["--lexicon", &few]);
    run.ends(3);
    let why = "proved infeasible on any layout: too few words with one of the hidden letters FJKQVWYZ: a unit can have \
               1 of them (one a lemma), and needs 36\n0 made, 1 proved infeasible\n";
    assert!(run.err.ends_with(why), "{}", run.err);
}

#[test]
fn what_one_layout_can_not_hold_is_3_with_its_scope() {
    let run = fill("3,2", &["--lock", "1:4:2=X", "--lock", "1:3:2=Q", "--lock", "1:5:2=Z"]);
    run.ends(3);
    let start = "seed 0\nunit 1, letters SIXTRONPLAUMEGBCHD: proved infeasible, given the locks, on exactly this \
                 choice of layouts: layouts 1+1: ";
    assert!(run.err.starts_with(start), "{}", run.err);
    let run = fill("3,2", &["--lock", "1:4:2=X", "--lock", "1:3:2=Q", "--solver", "sat"]);
    run.ends(3);
    assert!(
        run.err.contains("layouts 1+1: grid 1 can't be filled: it takes 1 of 18 slots (3:2:down)\n"),
        "{}",
        run.err
    );
}

#[test]
fn a_spent_budget_is_6_and_comes_before_3() {
    let run = fill("3,2", &["--budget", "1", "--count", "2"]);
    run.ends(6);
    let why = "letters SIXTRONPLAUMEGBCHD: budget spent after 1 step; raise --budget\n";
    assert_eq!(run.err, format!("seed 0\nunit 1, {why}unit 2, {why}0 made, 2 out of budget\n"));
    assert_eq!(run.out, "");

    // The 74th unit of this seed is infeasible whatever the budget.
    let run = alveole([
        "fill",
        "--letters",
        "random",
        "--reveal",
        "3,2",
        "--count",
        "75",
        "--budget",
        "40",
        "--format",
        "jsonl",
    ]);
    run.ends(6);
    let made = units(&run.out).len();
    assert!((1..74).contains(&made), "{made} made: the others go on");
    let end = format!("{made} made, 1 proved infeasible, {} out of budget\n", 74 - made);
    assert!(run.err.ends_with(&end), "{}", run.err);
    assert_eq!(run.err.lines().filter(|line| line.starts_with("unit ")).count(), 75 - made);
}

#[test]
fn words_share_a_lemma_only_where_that_is_allowed() {
    let lexicon = Lexicon::embedded();
    let clash = |unit: &alveole::unit::CrosswordUnit| {
        let ids: Vec<_> = unit
            .pair
            .grids
            .iter()
            .flat_map(|grid| &grid.words)
            .map(|word| lexicon.lookup(word.word).unwrap())
            .collect();
        let shared =
            |a: usize, b: usize| lexicon.lemmas(ids[a]).iter().any(|lemma| lexicon.lemmas(ids[b]).contains(lemma));
        (0..36).any(|a| (0..a).any(|b| shared(a, b)))
    };
    let few = units(&fill("0,1", &["--count", "60"]).ends(0).out);
    assert!(!few.iter().any(clash));
    let allowed = fill("0,1", &["--count", "60", "--allow-same-lemma"]);
    let more = units(&allowed.ends(0).out);
    assert!(more.iter().any(clash), "nothing was tested");
    assert!(more.iter().all(|unit| words(unit).into_iter().collect::<BTreeSet<_>>().len() == 36));
    judged(&allowed.out, &["--allow-same-lemma"]);
}
