//! `alveole screen`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

#[path = "../cli/mod.rs"]
mod cli;
mod lists;
mod planted;

use cli::{Room, alveole};

/// The lines of standard output.
fn lines(run: &cli::Run) -> Vec<&str> {
    run.out.lines().collect()
}

#[test]
fn each_word_gets_a_verdict() {
    let run = alveole(["screen", "Ｍerde", "Absolut", "abandoner", "chat", "table"]);
    run.ends(4).silent();
    for (line, (start, row)) in lines(&run).into_iter().zip([
        ("MERDE: blocked as scatological, ", "(offensive.tsv:"),
        ("ABSOLUT: blocked as brand, alcohol, of high prominence: ", "(brands.tsv:"),
        ("ABANDONER: blocked as misspelling of abandonner: ", "(misspellings.tsv:"),
        ("CHAT: clean by a written decision: ", "(allow.tsv:"),
        ("TABLE: clean, no list names it", ""),
    ]) {
        assert!(line.starts_with(start) && line.contains(row), "{line}");
    }
    assert_eq!(lines(&run).len(), 5);
}

#[test]
fn innocent_words_are_clean() {
    let words = "concombre calcul dispute violon habiter député innocent lucide sergent chat panier orange";
    alveole(["screen"].into_iter().chain(words.split(' '))).ends(0).silent();
}

#[test]
fn explain_names_the_row() {
    let run = alveole(["screen", "explain", "anus", "table", "africain"]);
    run.ends(0).silent();
    let row =
        include_str!("../../blocklist/containment.tsv").lines().position(|row| row.starts_with("ANUS\t")).unwrap();
    let sought = format!(
        "  sought across neighbouring cells, as a visible piece: obscene where it stands alone (containment.tsv:{})",
        row + 1
    );
    assert!(lines(&run).contains(&sought.as_str()), "{}", run.out);
    let table = "\nTABLE: clean, no list names it\n  in the lexicon at level A, and kept\nAFRICAIN: ";
    assert!(run.out.contains(table), "{}", run.out);
    assert!(run.out.contains("\n  listed as a pair with CAFARD: racist, strong: "), "{}", run.out);
}

#[test]
fn programs_read_json() {
    let run = alveole(["screen", "--format", "jsonl", "abandoner", "table"]);
    run.ends(4).silent();
    let row = include_str!("../../blocklist/misspellings.tsv").lines().position(|row| row.starts_with("ABANDONER\t"));
    let first = format!(
        r#"{{"word":"ABANDONER","verdict":"blocked","reading":"word","entry":"abandoner","theme":"misspelling","meant":"abandonner","source":"halved","reason":"one of two letters left out","file":"misspellings.tsv","line":{}}}"#,
        row.unwrap() + 1
    );
    assert_eq!(lines(&run), [first.as_str(), r#"{"word":"TABLE","verdict":"clean","reading":"word"}"#]);
}

#[test]
fn what_is_no_word_is_refused() {
    let run = alveole(["screen", "chat", "c4"]);
    run.ends(2).says("error: \"c4\" is no word: '4' at column 2 is no letter");
    assert_eq!(run.out, "", "nothing is shown when one text is no word");
    assert_eq!(alveole(["screen"]).code, Some(2));
    assert_eq!(alveole(["screen", "explain"]).code, Some(2));
}

const UNITS: &str = include_str!("../data/units.jsonl");

/// The units, with one text in place of another.
fn changed(from: &str, to: &str) -> String {
    assert!(UNITS.contains(from), "{from}");
    UNITS.replacen(from, to, 1)
}

#[test]
fn clean_units_are_0() {
    let room = Room::new();
    let file = room.file("units.jsonl", UNITS);
    let run = alveole(["screen", &file]);
    run.ends(0).says(&format!("{file}: 8 units, all clean"));
    assert_eq!(run.out, "");
    let told = alveole(["screen", &file, "--on-the-way"]);
    told.ends(0);
    let lines: Vec<&str> = told.out.lines().collect();
    assert!(lines.iter().all(|line| line.contains(": on the way, grid ")), "{}", told.out);
    let count = run.err.split("; ").nth(1).map_or(0, |told| told.split(' ').next().unwrap().parse().unwrap());
    assert_eq!(lines.len(), count, "{}", run.err);
    cli::alveole_on(["screen", "-"], UNITS).ends(0).says("standard input: 8 units, all clean");
}

#[test]
fn hits_on_units_are_4_with_their_place() {
    let room = Room::new();
    // PUTE under the question marks 3 to 6; the cells stay.
    let letters = changed("\"letters\":\"FOEDQJZBIRKVHTPCWA\"", "\"letters\":\"FOPUTEQJZBIRKVHCWA\"");
    let file = room.file("letters.jsonl", &letters);
    let run = alveole(["screen", &file]);
    run.ends(4).says(&format!("{file}: 8 units, 1 blocked (question marks 1)"));
    let start = format!("{file}:1: question marks, question mark 3: pute: insult, strong: ");
    assert!(run.out.starts_with(&start) && run.out.lines().count() == 1, "{}", run.out);

    // A ban is found as a word, and read over a grey cell: JOB#T is the start of a row.
    let bans = room.file("bans.txt", "# ours\nécho\njobt\n");
    let units = room.file("units.jsonl", UNITS);
    let run = alveole(["screen", &units, "--blocklist", &bans, "--format", "jsonl"]);
    run.ends(4);
    let hits: Vec<serde_json::Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let echo = &hits[0];
    assert_eq!(
        (&echo["reading"], &echo["word"], &echo["direction"]),
        (&"word".into(), &"ECHO".into(), &"right".into())
    );
    assert!(echo["input"] == *units && echo["file"] == *bans && echo["line"] == 2, "{echo}");
    let over = hits.iter().find(|hit| hit["word"] == "JOBT").unwrap();
    assert_eq!((&over["reading"], &over["grid"], &over["row"]), (&"cells".into(), &2.into(), &0.into()));
    assert_eq!((&over["column"], &over["theme"], &over["verdict"]), (&0.into(), &"ban".into(), &"blocked".into()));
    // The judge finds the same.
    let run = alveole(["verify", &units, "--blocklist", &bans]);
    run.ends(4);
    assert!(
        run.out.contains("MC-4.8, grid 2, row 0, column 0, right: JOBT must not be read across cells"),
        "{}",
        run.out
    );
}

#[test]
fn files_of_words_are_screened_too() {
    let run = cli::alveole_on(["screen", "-"], "chat\n# ours\n\nMerde\n");
    run.ends(4).says("standard input: 2 words, 1 blocked");
    assert!(run.out.starts_with("standard input:1: CHAT: clean by "), "{}", run.out);
    assert!(run.out.contains("\nstandard input:4: MERDE: blocked as "), "{}", run.out);
    let run = cli::alveole_on(["screen", "-"], "chat\nc4\n");
    run.ends(2).says("error: standard input:2:1: \"c4\" is no word");
    let run = cli::alveole_on(["screen", "-"], &format!("{UNITS}{{\"schema\":1}}\n"));
    run.ends(2).says("error: standard input:9:");
    alveole(["screen", "./missing.jsonl"]).ends(5).says("error: cannot read ./missing.jsonl");
    alveole(["screen", "-", "--overrides", "-"]).ends(2).says("error: standard input can be only one of the files");
}
