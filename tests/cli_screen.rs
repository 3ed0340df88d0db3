//! `alveole screen`, as people run it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

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
    let row = include_str!("../blocklist/containment.tsv").lines().position(|row| row.starts_with("ANUS\t")).unwrap();
    let sought = format!(
        "  listed to be sought across neighbouring cells, as a visible piece: obscene where it stands alone (containment.tsv:{})",
        row + 1
    );
    assert!(lines(&run).contains(&sought.as_str()), "{}", run.out);
    assert!(run.out.contains("\nTABLE: clean, no list names it\nAFRICAIN: "), "{}", run.out);
    assert!(run.out.contains("\n  listed as a pair with CAFARD: racist, strong: "), "{}", run.out);
}

#[test]
fn overrides_decide_first() {
    let room = Room::new();
    let team = room.file("team.tsv", &cli::overrides(&["ban\tmoulin\t-", "allow\tmerde\t-"]));
    let run = alveole(["screen", "moulin", "merde", "--overrides", &team]);
    run.ends(4).silent();
    assert!(lines(&run)[0].starts_with("MOULIN: blocked as a ban of the team: test "), "{}", run.out);
    assert!(lines(&run)[0].contains(&format!("({team}:3, ")), "{}", run.out);
    assert!(lines(&run)[1].ends_with(&format!("({team}:4)")), "{}", run.out);
}

#[test]
fn programs_read_json() {
    let run = alveole(["screen", "--format", "jsonl", "abandoner", "table"]);
    run.ends(4).silent();
    let row = include_str!("../blocklist/misspellings.tsv").lines().position(|row| row.starts_with("ABANDONER\t"));
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
