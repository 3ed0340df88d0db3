//! `alveole lexicon`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use cli::{Room, alveole};

#[test]
fn stats_count_by_level_and_length() {
    let run = alveole(["lexicon", "stats"]);
    run.ends(0).silent();
    for part in ["lexicon    built in\n", "blocklist  ", "\nlevel  ", "\nA  ", "\nB  ", "\nC  ", "\nblocked  "] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let at_a = alveole(["lexicon", "stats", "--level", "a"]);
    assert!(at_a.out.contains("\nA  ") && !at_a.out.contains("\nB  "), "{}", at_a.out);
}

#[test]
fn stats_respect_lists_and_overrides() {
    let room = Room::new();
    let words = room.file("words.txt", "chat\nchats\nchiens\nmerde\nas\n");
    let team = room.file("team.tsv", &cli::overrides(&["ban\tchien\t-", "ban\tchiens\t-", "add\tkéfir\tC"]));
    let run = alveole(["lexicon", "stats", "--lexicon", &words, "--overrides", &team]);
    run.ends(0);
    assert!(
        run.err.ends_with("words.txt: 1 words left out, being shorter than 3 or longer than 11 letters\n"),
        "{}",
        run.err
    );
    // chat and chats are one lemma; kéfir was added at level C; merde and chiens are blocked.
    assert!(run.out.contains("\nA                 1       2     1     1     0\n"), "{}", run.out);
    assert!(run.out.contains("\nC                 2       3     1     2     0\n"), "{}", run.out);
    assert!(run.out.contains("\nblocked  "), "{}", run.out);
    assert!(run.out.contains(": 3 lines\n"), "{}", run.out);

    let run = alveole(["lexicon", "stats", "--blocked", "--lexicon", &words, "--overrides", &team]);
    run.ends(0);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "word\tdisplay\tzipf\tlevel\treading\tentry\ttheme\tseverity\tsource\treason");
    assert!(lines[1].starts_with("MERDE\tmerde"), "the most familiar first: {}", run.out);
    assert!(lines[2].starts_with("CHIENS\tchiens\t"), "{}", run.out);
    assert!(lines[2].ends_with("\tban\t-\toverrides\ttest (2026-11-30, overrides line 4)"), "{}", run.out);
    assert_eq!(lines.len(), 3);

    let only_c = room.file("c.tsv", &cli::overrides(&["level\tchat\tC"]));
    let chat = room.file("chat.txt", "chat\n");
    let run = alveole(["lexicon", "stats", "--level", "B", "--lexicon", &chat, "--overrides", &only_c]);
    run.ends(2).says("error: no word of the lexicon is of level B; try --level C");
}

#[test]
fn show_says_what_is_known() {
    let run = alveole(["lexicon", "show", "maïs", "CHATEAU", "xylo", "as"]);
    run.ends(0).silent();
    let mais = "MAIS  (maïs, folded)\n  forms   mais, maïs\n  lemmas  mais, maïs\n  pos     ";
    assert!(run.out.starts_with(mais), "{}", run.out);
    assert!(run.out.contains("\n\nCHATEAU\n  forms   château\n"), "{}", run.out);
    assert!(run.out.contains("  level   A, used at A, B, C\n"), "{}", run.out);
    assert!(run.out.contains("\n\nXYLO\n  not in the lexicon\n  screen  passes: no list has it\n"), "{}", run.out);
    assert!(
        run.out.contains("\n\nAS\n  not in the lexicon: it has 2 letters, and words have 3 to 11\n"),
        "{}",
        run.out
    );
}

#[test]
fn show_says_what_the_screen_decides() {
    let room = Room::new();
    let team = room.file("team.tsv", &cli::overrides(&["ban\tmoulin\t-", "allow\tmerde\t-", "add\tkéfir\tB"]));
    let run = alveole(["lexicon", "show", "moulin", "merde", "kefir", "--overrides", &team]);
    run.ends(0);
    assert!(
        run.out.contains("screen  blocked as a ban of the team: test (2026-11-30, overrides line 3) (from overrides)"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("screen  passes by a written decision: test (2026-11-30, overrides line 4)"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("KEFIR\n  forms   kéfir\n  lemmas  kéfir\n  pos     -\n  zipf    unknown\n"),
        "{}",
        run.out
    );
    let run = alveole(["lexicon", "show", "merde"]);
    run.ends(0);
    assert!(run.out.contains("screen  blocked as "), "{}", run.out);
}

#[test]
fn show_refuses_what_is_no_word() {
    for (text, why) in [
        ("arc-en-ciel", "'-' at column 4 is no letter"),
        ("c4", "'4' at column 2 is no letter"),
        ("", "no letters"),
        ("anticonstitutionnellement", "more than 15 letters"),
    ] {
        let run = alveole(["lexicon", "show", "chat", text]);
        run.ends(2).says(&format!("error: {text:?} is no word: {why}; a word has letters only, 15 at most"));
        assert_eq!(run.out, "", "nothing is shown when one text is no word");
    }
}

#[test]
fn the_licence_is_printed() {
    let run = alveole(["lexicon", "licence"]);
    run.ends(0).silent();
    assert_eq!(run.out, alveole::lexicon::LICENCE);
}

#[test]
fn bad_files_are_named() {
    let room = Room::new();
    let stats = |option: &str, file: &str| alveole(["lexicon", "stats", option, file]);
    for (name, text, message) in [
        ("words.txt", "chat\nab4\n", ":2:3: \"ab4\" is no word: '4' at column 3 is no letter"),
        ("empty.txt", "", ":1:1: no word of 3 to 11 letters in this lexicon"),
        ("table.tsv", "#alveole/lexicon/1\nword\n", ":2:1: the second line must be the column names"),
    ] {
        let file = room.file(name, text);
        stats("--lexicon", &file).ends(2).says(&format!("error: {file}{message}"));
    }
    let latin = room.bytes("latin1.txt", b"chat\nch\xe2t\n");
    stats("--lexicon", &latin).ends(2).says(&format!("error: {latin}:2:3: not UTF-8: save the file as UTF-8"));
    let team = room.file("team.tsv", &cli::overrides(&["ban\tchat\t-", "allow\tchat\t-"]));
    stats("--overrides", &team).ends(2).says(&format!("error: {team}:4:7: line 3 already decides on CHAT"));
    let lost = room.file("lost.tsv", &cli::overrides(&["level\tqsdfgh\tB"]));
    stats("--overrides", &lost).ends(2).says(&format!("error: {lost}:3:1: QSDFGH is not in the lexicon"));
    // Unreadable: not there, through a file, a directory.
    stats("--lexicon", "no/such").ends(5).says("error: cannot read no/such: there is no such file");
    let through = format!("{team}/words.txt");
    stats("--lexicon", &through).ends(5).says(&format!("error: cannot read {through}: a part of its path is a file"));
    let directory = room.path();
    stats("--lexicon", &directory).ends(5).says(&format!("error: cannot read {directory}: it is a directory"));
}
