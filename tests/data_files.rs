//! The data files: in form, and what their `SOURCES.md` says they are. All numbers are read from there.
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use alveole::blocklist::Blocklist;
use alveole::letters::fold;
use alveole::lexicon::{Level, Lexicon};
use alveole::table::{self, Row, hex};
use sha2::{Digest, Sha256};
use unicode_normalization::is_nfc;

const LEXICON: &str = "dictionaries/lexicon.tsv";
const OFFENSIVE: &str = "blocklist/offensive.tsv";
const ALLOW: &str = "blocklist/allow.tsv";

/// Differences between counts and expectation, and losses to the blocklist, that need no word: 3 %.
const USUAL: f64 = 3.0;
/// And those that no explanation covers.
const UNHEARD_OF: f64 = 10.0;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// A number as documents write it, such as 1,339 or +1.8.
fn number(text: &str) -> f64 {
    text.replace(',', "").parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// A whole number as documents write it.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The cells of all Markdown table rows.
fn cells(document: &str) -> Vec<Vec<&str>> {
    let rows = document.lines().filter(|line| line.starts_with("| ") && line.ends_with('|'));
    rows.map(|line| line[1..line.len() - 1].split(" |").map(str::trim).collect()).collect()
}

fn lexicon_rows(text: &str) -> Vec<Row<'_, 7>> {
    let columns = ["word", "display", "pos", "lemmas", "zipf", "level", "flags"];
    table::rows(text, "#alveole/lexicon/1", columns).unwrap()
}

fn offensive_rows(text: &str) -> Vec<Row<'_, 6>> {
    let columns = ["word", "display", "theme", "severity", "source", "reason"];
    table::rows(text, "#alveole/blocklist/1", columns).unwrap()
}

fn allow_rows(text: &str) -> Vec<Row<'_, 2>> {
    table::rows(text, "#alveole/allow/1", ["word", "reason"]).unwrap()
}

/// One file, one form: whoever builds it anew gets the same bytes.
#[test]
fn bytes_are_normalised() {
    for file in [LEXICON, OFFENSIVE, ALLOW] {
        let text = read(file);
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{file} ends with one line break");
        for (line, number) in text.lines().zip(1..) {
            assert!(is_nfc(line), "{file}:{number}: not NFC");
            assert!(!line.chars().any(|c| c.is_control() && c != '\t'), "{file}:{number}: control characters");
            for field in line.split('\t') {
                assert!(!field.is_empty() && field.trim() == field, "{file}:{number}: {field:?}");
            }
        }
        let words: Vec<&str> = text.lines().skip(2).map(|line| line.split('\t').next().unwrap()).collect();
        for (pair, number) in words.windows(2).zip(4..) {
            assert!(pair[0] < pair[1], "{file}:{number}: {} does not come after {}", pair[1], pair[0]);
        }
        for (word, number) in words.iter().zip(3..) {
            assert!(word.bytes().all(|byte| byte.is_ascii_uppercase()), "{file}:{number}: {word}");
        }
    }
}

#[test]
fn rows_of_the_lexicon_are_sound() {
    for row in lexicon_rows(&read(LEXICON)) {
        let [word, displays, pos, lemmas, zipf, level, flags] = row.fields;
        let here = format!("{LEXICON}:{}: {word}", row.line);
        assert!((3..=11).contains(&word.len()), "{here}");
        let displays: Vec<&str> = displays.split('|').collect();
        assert_eq!(displays.iter().collect::<BTreeSet<_>>().len(), displays.len(), "{here}: a form twice");
        for display in displays {
            assert_eq!(fold(display).unwrap().to_string(), word, "{here}: {display}");
            assert_eq!(display, display.to_lowercase(), "{here}");
        }
        for list in [pos, lemmas] {
            let values: Vec<&str> = list.split('|').collect();
            assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{here}: {list} is not sorted, or not unique");
            assert!(values.iter().all(|value| !value.is_empty()), "{here}: {list}");
        }
        assert_eq!(zipf.split_once('.').unwrap().1.len(), 2, "{here}: {zipf}");
        let by_zipf = match number(zipf) {
            3.5.. => "A",
            3.0.. => "B",
            2.0.. => "C",
            _ => "none",
        };
        assert_eq!(level, by_zipf, "{here}: {zipf}");
        assert!(["-", "name", "place", "name|place"].contains(&flags), "{here}: {flags}");
    }
}

#[test]
fn rows_of_the_lists_are_sound() {
    let (offensive, allow) = (read(OFFENSIVE), read(ALLOW));
    let (blocked, allowed) = (offensive_rows(&offensive), allow_rows(&allow));
    let bases: BTreeSet<&str> = blocked.iter().map(|row| row.fields[0]).collect();
    for row in &blocked {
        let [word, display, .., source, _] = row.fields;
        let here = format!("{OFFENSIVE}:{}: {word}", row.line);
        assert!((3..=15).contains(&word.len()), "{here}");
        assert_eq!(fold(display).unwrap().to_string(), word, "{here}: {display}");
        for source in source.split('|') {
            if let Some(base) = source.strip_prefix("inflected:") {
                assert!(bases.contains(base), "{here}: its base {base} is not blocked");
            }
        }
    }
    for row in &allowed {
        assert!((3..=15).contains(&row.fields[0].len()), "{ALLOW}:{}", row.line);
        assert!(!bases.contains(row.fields[0]), "{ALLOW}:{}: {} is blocked as well", row.line, row.fields[0]);
    }
}

#[test]
fn files_are_those_of_their_sources() {
    let (lexicon, offensive, allow) = (read(LEXICON), read(OFFENSIVE), read(ALLOW));
    let digest = |text: &str| hex(&Sha256::digest(text));
    let said = format!(
        "Result: `lexicon.tsv`, {} rows, SHA-256 `{}`.",
        grouped(lexicon_rows(&lexicon).len()),
        digest(&lexicon)
    );
    let sources = read("dictionaries/SOURCES.md");
    assert!(sources.lines().any(|line| line == said), "dictionaries/SOURCES.md does not say {said:?}");
    let sources = read("blocklist/SOURCES.md");
    for (name, rows, digest) in [
        ("offensive.tsv", offensive_rows(&offensive).len(), digest(&offensive)),
        ("allow.tsv", allow_rows(&allow).len(), digest(&allow)),
    ] {
        let said = format!("| `{name}` | {} | `{digest}` |", grouped(rows));
        assert!(sources.lines().any(|line| line == said), "blocklist/SOURCES.md does not say {said:?}");
    }
}

/// Counts of words by level and length, as stated and as they are; what is far from expectation is explained.
#[test]
fn counts_of_the_lexicon_are_stated() {
    let (sources, text) = (read("dictionaries/SOURCES.md"), read(LEXICON));
    let mut counts: BTreeMap<(&str, usize), usize> = BTreeMap::new();
    for row in lexicon_rows(&text) {
        for level in ["A", "B", "C"].into_iter().filter(|level| row.fields[5] <= *level) {
            *counts.entry((level, row.fields[0].len())).or_default() += 1;
        }
    }
    let rows = cells(&sources);
    let stated = |level: &str, kind: &str| {
        let row = rows.iter().find(|row| row.len() == 12 && row[0] == level && row[1] == kind);
        row.unwrap_or_else(|| panic!("no row {level}, {kind}"))[2..].iter().map(|cell| number(cell)).collect::<Vec<_>>()
    };
    let explained = explained(&sources);
    let mut needed = BTreeSet::new();
    for level in ["A", "B", "C"] {
        let (expected, found, differences) =
            (stated(level, "expected"), stated(level, "found"), stated(level, "difference %"));
        let mut counted: Vec<f64> = (3..=11).map(|length| as_float(counts[&(level, length)])).collect();
        counted.push(counted.iter().sum());
        assert_eq!(found, counted, "level {level}");
        assert!((expected[..9].iter().sum::<f64>() - expected[9]).abs() < 0.5, "level {level}: sum of the expected");
        for (place, ((expected, found), stated)) in expected.iter().zip(&found).zip(&differences).enumerate() {
            let length = place + 3;
            let difference = (found / expected - 1.0) * 100.0;
            assert!((difference - stated).abs() < 0.051, "level {level}, {length} letters: {difference:.1} %");
            assert!(difference.abs() < UNHEARD_OF, "level {level}, {length} letters: {difference:.1} %");
            if difference.abs() > USUAL {
                assert!(length <= 11, "level {level} as a whole: {difference:.1} %");
                needed.insert((level.to_owned(), length));
            }
        }
    }
    let missing: Vec<_> = needed.difference(&explained).collect();
    assert!(missing.is_empty(), "more than 3 % from expectation, and not explained: {missing:?}");
    for (level, length) in &explained {
        let near = |other: &(String, usize)| other.0 == *level || other.1 == *length;
        assert!(needed.iter().any(near), "what is explained of level {level}, {length} letters is not so");
    }
}

/// The cells that the list under “Differences over 3 %” speaks of: its items start like `6 and 7 letters, A and B`.
fn explained(sources: &str) -> BTreeSet<(String, usize)> {
    let list = sources.split_once("Differences over 3 %:").unwrap().1;
    let items: Vec<&str> = list.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    let mut cells = BTreeSet::new();
    for item in items {
        let (lengths, rest) = item.split_once(" letters, ").unwrap();
        let levels = rest.split([',', ':']).next().unwrap();
        for level in levels.split(" and ") {
            for length in lengths.split(" and ") {
                cells.insert((level.to_owned(), length.parse().unwrap()));
            }
        }
    }
    cells
}

#[test]
fn counts_of_the_blocklist_are_stated() {
    let (sources, offensive) = (read("blocklist/SOURCES.md"), read(OFFENSIVE));
    let blocked = offensive_rows(&offensive);
    let rows = cells(&sources);
    for (name, field) in [("theme", 2), ("severity", 3)] {
        let at = rows.iter().position(|row| row[0] == name && row.len() > 2).unwrap();
        for (value, stated) in rows[at][1..].iter().zip(&rows[at + 1][1..]) {
            let found = blocked.iter().filter(|row| row.fields[field] == *value).count();
            assert_eq!(grouped(found), *stated, "{name} {value}");
        }
        let known = |row: &Row<6>| rows[at][1..].contains(&row.fields[field]);
        assert!(blocked.iter().all(known), "a {name} without a count");
    }
    let inflected = blocked.iter().filter(|row| row.fields[4].starts_with("inflected:")).count();
    let by_hand = blocked.iter().filter(|row| row.fields[4] == "hand").count();
    let said = format!(
        "Of the {} blocked rows {} are in a list, {by_hand} are our own additions to the same families (`hand`) and {inflected} are inflected",
        grouped(blocked.len()),
        blocked.len() - inflected - by_hand
    );
    assert!(sources.contains(&said), "blocklist/SOURCES.md does not say {said:?}");
}

#[test]
fn losses_to_the_blocklist_are_stated_and_small() {
    let sources = read("blocklist/SOURCES.md");
    let (all, blocklist) = (Lexicon::embedded(), Blocklist::embedded());
    for level in Level::ALL {
        let lexicon = all.at_level(level);
        let lost = lexicon.entries().filter(|entry| blocklist.blocking(entry.word).is_some()).count();
        let share = as_float(lost) * 100.0 / as_float(lexicon.len());
        let said = format!("| {level} | {} | {} | {share:.2} |", grouped(lexicon.len()), grouped(lost));
        assert!(sources.lines().any(|line| line == said), "blocklist/SOURCES.md does not say {said:?}");
        assert!(share <= USUAL, "level {level} loses {share:.2} % of its words");
    }
}

fn as_float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap())
}
