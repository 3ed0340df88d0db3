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
const BRANDS: &str = "blocklist/brands.tsv";
const MISSPELLINGS: &str = "blocklist/misspellings.tsv";
const PAIRS: &str = "blocklist/pairs.tsv";
const CONTAINMENT: &str = "blocklist/containment.tsv";
const DECISIONS: &str = "blocklist/decisions.tsv";
/// The tables of `blocklist/`, and how many of their first columns are the key: words, by which they are sorted.
const TABLES: [(&str, usize); 7] =
    [(OFFENSIVE, 1), (ALLOW, 1), (BRANDS, 1), (MISSPELLINGS, 1), (PAIRS, 2), (CONTAINMENT, 1), (DECISIONS, 1)];

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

/// One file, one form: whoever builds it anew gets the same bytes.
#[test]
fn bytes_are_normalised() {
    for (file, keys) in TABLES.into_iter().chain([(LEXICON, 1)]) {
        let text = read(file);
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{file} ends with one line break");
        let columns = text.lines().nth(1).unwrap().split('\t').count();
        let mut before: Vec<&str> = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            assert!(is_nfc(line), "{file}:{number}: not NFC");
            assert!(!line.chars().any(|c| c.is_control() && c != '\t'), "{file}:{number}: control characters");
            let mut fields: Vec<&str> = line.split('\t').collect();
            assert!(
                fields.iter().all(|field| !field.is_empty() && field.trim() == *field),
                "{file}:{number}: {line:?}"
            );
            if number < 3 {
                continue;
            }
            assert_eq!(fields.len(), columns, "{file}:{number}");
            fields.truncate(keys);
            assert!(before < fields, "{file}:{number}: {fields:?} does not come after {before:?}");
            for word in &fields {
                assert!(word.bytes().all(|byte| byte.is_ascii_uppercase()), "{file}:{number}: {word}");
                assert!((3..=15).contains(&word.len()), "{file}:{number}: {word}");
            }
            before = fields;
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
    let (offensive, allow, brands, misspellings) = (read(OFFENSIVE), read(ALLOW), read(BRANDS), read(MISSPELLINGS));
    let blocked = offensive_rows(&offensive);
    let bases: BTreeSet<&str> = blocked.iter().map(|row| row.fields[0]).collect();
    for row in &blocked {
        let [word, display, .., source, _] = row.fields;
        let here = format!("{OFFENSIVE}:{}: {word}", row.line);
        assert_eq!(fold(display).unwrap().to_string(), word, "{here}: {display}");
        for base in source.split('|').filter_map(|source| source.strip_prefix("inflected:")) {
            assert!(bases.contains(base), "{here}: its base {base} is not blocked");
        }
    }
    // One table decides on a word.
    let mut decided: BTreeMap<&str, &str> = BTreeMap::new();
    for (file, text) in [(OFFENSIVE, &offensive), (ALLOW, &allow), (BRANDS, &brands), (MISSPELLINGS, &misspellings)] {
        for word in words(text) {
            if let Some(other) = decided.insert(word, file) {
                panic!("{word} is in {other} and in {file}");
            }
        }
    }
    // What is wrong is not right: neither a word of the lexicon, nor its own correction.
    let lexicon = Lexicon::embedded();
    for line in misspellings.lines().skip(2) {
        let [wrong, meant, rule, _] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(lexicon.lookup(fold(wrong).unwrap()).is_none(), "{wrong} is a word");
        let letters: String = meant.chars().filter(|c| c.is_alphabetic()).collect();
        // What was meant may be longer than any word of a grid.
        let same = fold(&letters).is_ok_and(|right| right == fold(wrong).unwrap());
        assert!(!same || rule == "run-together", "folded, it is right: {line}");
    }
}

#[test]
fn files_are_those_of_their_sources() {
    let lexicon = read(LEXICON);
    let digest = |text: &str| hex(&Sha256::digest(text));
    let said = format!(
        "Result: `lexicon.tsv`, {} rows, SHA-256 `{}`.",
        grouped(lexicon_rows(&lexicon).len()),
        digest(&lexicon)
    );
    let sources = read("dictionaries/SOURCES.md");
    assert!(sources.lines().any(|line| line == said), "dictionaries/SOURCES.md does not say {said:?}");
    let sources = read("blocklist/SOURCES.md");
    for (file, _) in TABLES {
        let text = read(file);
        let name = file.rsplit('/').next().unwrap();
        let said = format!("| `{name}` | {} | `{}` |", grouped(words(&text).count()), digest(&text));
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

/// Each count stands in a table whose head names what is counted.
#[test]
fn counts_of_the_blocklist_are_stated() {
    let (sources, offensive) = (read("blocklist/SOURCES.md"), read(OFFENSIVE));
    let blocked = offensive_rows(&offensive);
    let tables = cells(&sources);
    let (forms, bases): (Vec<_>, Vec<_>) = blocked.iter().partition(|row| row.fields[4].starts_with("inflected:"));
    let all: Vec<_> = blocked.iter().collect();
    for (name, field) in [("theme", 2), ("severity", 3)] {
        let rows: Vec<&str> = all.iter().map(|row| row.fields[field]).collect();
        counts(&tables, name, "rows", &rows);
        let bases: Vec<&str> = bases.iter().map(|row| row.fields[field]).collect();
        counts(&tables, name, "base forms", &bases);
    }
    for (file, name, kind, field) in [(BRANDS, "prominence", "brands", 3), (PAIRS, "theme", "pairs", 2)] {
        let text = read(file);
        counts(&tables, name, kind, &column(&text, field));
    }
    let hand = bases.iter().filter(|row| row.fields[4] == "hand").count();
    let said = format!(
        "{} base forms ({} from the lists, {} by hand) and {} inflected",
        grouped(bases.len()),
        grouped(bases.len() - hand),
        grouped(hand),
        grouped(forms.len())
    );
    assert!(sources.contains(&said), "blocklist/SOURCES.md does not say {said:?}");
    // The rules of misspellings, in a table of three pairs of columns.
    let (mut stated, text) = (BTreeMap::new(), read(MISSPELLINGS));
    let start = tables.iter().position(|row| row[0] == "rule").unwrap();
    for row in tables[start + 1..].iter().take_while(|row| row[0].starts_with('`')) {
        for pair in row.chunks(2).filter(|pair| !pair[0].is_empty()) {
            stated.insert(pair[0].trim_matches('`').to_owned(), pair[1].to_owned());
        }
    }
    assert_eq!(stated, tally(&column(&text, 2)));
}

/// Checks the row `kind` of a table whose head starts with `name` and may end with `all`.
fn counts(tables: &[Vec<&str>], name: &str, kind: &str, values: &[&str]) {
    let heads = tables.iter().enumerate().filter(|(_, row)| row[0] == name && row.len() > 2);
    let found = heads.filter_map(|(at, head)| {
        let mut rows = tables[at + 1..].iter().take_while(|row| row.len() == head.len());
        Some((head, rows.find(|row| row[0] == kind)?))
    });
    let found: Vec<_> = found.collect();
    let [(head, row), ..] = found[..] else { panic!("no table of {kind} by {name}") };
    let mut expected = tally(values);
    expected.insert("all".into(), grouped(values.len()));
    let mut stated: BTreeMap<String, String> =
        head[1..].iter().zip(&row[1..]).map(|(value, count)| ((*value).into(), (*count).into())).collect();
    stated.retain(|_, count| count != "0");
    assert_eq!(stated, expected, "{kind} by {name}");
}

/// How often each value occurs, as documents write it.
fn tally(values: &[&str]) -> BTreeMap<String, String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for value in values {
        *counts.entry((*value).into()).or_default() += 1;
    }
    counts.into_iter().map(|(value, count)| (value, grouped(count))).collect()
}

/// What lists of offensive words and brands take away from the lexicon, and what a decision leaves in it.
#[test]
fn losses_to_the_blocklist_are_stated_and_small() {
    let (sources, all) = (read("blocklist/SOURCES.md"), Lexicon::embedded());
    for level in Level::ALL {
        let lexicon = all.at_level(level);
        let count = |file| words(&read(file)).filter(|word| lexicon.lookup(fold(word).unwrap()).is_some()).count();
        let (offensive, brands, allowed) = (count(OFFENSIVE), count(BRANDS), count(ALLOW));
        let share = as_float(offensive + brands) * 100.0 / as_float(lexicon.len());
        let [words, offensive, brands, allowed] = [lexicon.len(), offensive, brands, allowed].map(grouped);
        let said = format!("| {level} | {words} | {offensive} | {brands} | {share:.2} | {allowed} |");
        assert!(sources.lines().any(|line| line == said), "blocklist/SOURCES.md does not say {said:?}");
        // Level C, which is asked for seldom, has the words of violence, brands and the like that few people know.
        assert!(level == Level::C || share <= USUAL, "level {level} loses {share:.2} % of its words");
    }
}

/// What is decided on words of the lexicon is what the tables say.
#[test]
fn decisions_are_those_of_the_tables() {
    let (offensive, brands, allow, decisions) = (read(OFFENSIVE), read(BRANDS), read(ALLOW), read(DECISIONS));
    let blocked: BTreeSet<&str> = words(&offensive).chain(words(&brands)).collect();
    let allowed: BTreeSet<&str> = words(&allow).collect();
    let lexicon = Lexicon::embedded();
    for (word, verdict) in words(&decisions).zip(column(&decisions, 5)) {
        assert!(lexicon.lookup(fold(word).unwrap()).is_some(), "{word} is not in the lexicon");
        let expected = if blocked.contains(word) { "block" } else { "allow" };
        assert_eq!(verdict, expected, "{word}");
    }
    let decided: BTreeSet<&str> = words(&decisions).collect();
    for word in blocked.union(&allowed).filter(|word| word.len() <= 11) {
        let known = lexicon.lookup(fold(word).unwrap()).is_some();
        assert!(!known || decided.contains(word), "{word} is a word of the lexicon: decisions.tsv must have it");
    }
}

/// Every pair is of two words that may be shown: else there would be nothing to pair.
#[test]
fn pairs_are_of_words_that_pass() {
    let (pairs, lexicon, blocklist) = (read(PAIRS), Lexicon::embedded(), Blocklist::embedded());
    for line in pairs.lines().skip(2) {
        let [first, second, ..] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(first < second, "{line}");
        for word in [first, second].map(|word| fold(word).unwrap()) {
            assert!(lexicon.lookup(word).is_some() && blocklist.blocking(word).is_none(), "{line}");
        }
    }
}

/// The first column of a table.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.lines().skip(2).map(|line| line.split('\t').next().unwrap())
}

/// A column of a table, counted from 0.
fn column(text: &str, place: usize) -> Vec<&str> {
    text.lines().skip(2).map(|line| line.split('\t').nth(place).unwrap()).collect()
}

fn as_float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap())
}
