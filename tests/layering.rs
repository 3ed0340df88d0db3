//! The house plan: which room may use which, and which file may name which big dependency.
//!
//! The table here is the plan; `ARCHITECTURE.md` draws it. A row may use rows above it only, so the rooms can never come
//! to depend on each other in a circle. Every path of `src/` that leads to a room is held against it: `use crate::room`,
//! `crate::room::` in the middle of code, `super::` as far as it leaves a room, and `alveole::room` in the program.
//! Comments, examples in them, and texts do not count.
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

use std::fs;
use std::path::{Path, PathBuf};

#[path = "layering/paths.rs"]
mod paths;

use paths::{External, Reference, external_crates, references};

/// Rooms, lowest first, and the rooms that each may use.
const ROOMS: [(&str, &[&str]); 20] = [
    ("letters", &[]),
    ("money", &[]),
    ("table", &[]),
    ("rng", &[]),
    ("lexicon", &["letters", "table"]),
    ("blocklist", &["letters", "table", "lexicon"]),
    ("game", &["money", "table"]),
    ("unit", &["letters", "money", "lexicon", "game"]),
    ("screen", &["letters", "lexicon", "blocklist", "unit"]),
    // Makers and judge share data and no algorithm: the judge sees neither screen nor crossword nor produce.
    ("verify", &["letters", "money", "lexicon", "blocklist", "game", "unit"]),
    ("formats", &["letters", "money", "table", "lexicon", "game", "unit"]),
    ("bank", &["letters", "money", "table", "game", "unit", "formats"]),
    // Audits see what players see: data, and no maker.
    ("audit", &["letters", "money", "table", "rng", "lexicon", "game", "unit"]),
    ("crossword", &["letters", "money", "rng", "lexicon", "game", "unit", "screen"]),
    ("hive", &["money", "rng", "game", "unit"]),
    ("play", &["letters", "money", "game", "unit"]),
    (
        "produce",
        &["letters", "money", "rng", "lexicon", "blocklist", "game", "unit", "screen", "verify", "crossword", "hive"],
    ),
    // What is delivered. Its verification goes by the judge; audits look at it from outside.
    (
        "block",
        &[
            "letters",
            "money",
            "table",
            "rng",
            "lexicon",
            "blocklist",
            "game",
            "unit",
            "screen",
            "verify",
            "formats",
            "bank",
            "crossword",
            "hive",
            "produce",
        ],
    ),
    // A block and its maker as a games-control officer looks at them.
    (
        "control",
        &[
            "letters",
            "money",
            "table",
            "rng",
            "lexicon",
            "game",
            "unit",
            "screen",
            "formats",
            "bank",
            "audit",
            "crossword",
            "hive",
            "produce",
            "block",
        ],
    ),
    (
        "bin",
        &[
            "letters",
            "money",
            "table",
            "rng",
            "lexicon",
            "blocklist",
            "game",
            "unit",
            "screen",
            "verify",
            "formats",
            "bank",
            "audit",
            "crossword",
            "hive",
            "play",
            "produce",
            "block",
            "control",
        ],
    ),
];

/// Dependencies that are confined, and the files or folders of `src/` (ending in `/`) that may name them.
const CONFINED: [(&str, &[&str]); 15] = [
    ("aho_corasick", &["screen/matcher.rs"]),
    ("petgraph", &["crossword/layout/graph.rs"]),
    ("varisat", &["crossword/sat.rs"]),
    ("rand", &["rng.rs"]),
    ("unicode_normalization", &["letters.rs"]),
    ("serde_json", &["formats/"]),
    // The program's own use is a test's.
    ("tempfile", &["formats/", "bin/alveole/output.rs"]),
    ("anyhow", &["bin/"]),
    ("clap", &["bin/"]),
    ("indicatif", &["bin/"]),
    ("parquet", &["bank/file.rs", "block/part.rs"]),
    ("hkdf", &["block/keys.rs"]),
    ("plotters", &["audit/plot.rs"]),
    ("statrs", &["audit/distribution.rs"]),
    ("rayon", &["audit/score.rs", "crossword/layout/pool.rs", "produce.rs", "produce/", "block/", "control/", "bin/"]),
];

/// What one file breaks, a line each. `file` is its path below `src/`, with `/` between its parts.
fn faults(file: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for External { name, line } in external_crates(text) {
        if let Some((_, places)) = CONFINED.iter().find(|(confined, _)| *confined == name)
            && !places.iter().any(|place| file == *place || place.ends_with('/') && file.starts_with(place))
        {
            faults.push(format!("src/{file}:{line}: {name} is confined to {}", places.join(", ")));
        }
    }
    let Some(room) = room_of(file) else { return faults };
    let Some((_, allowed)) = ROOMS.iter().find(|(known, _)| *known == room) else {
        faults.push(format!("src/{file}: {room} is no room of the table in tests/layering.rs: give it its place"));
        return faults;
    };
    for Reference { room: used, line } in references(file, text) {
        if used != room && !allowed.contains(&used.as_str()) {
            faults.push(format!("src/{file}:{line}: {room} may not use {used}"));
        }
    }
    faults
}

/// The room that a file belongs to; none for the map, `lib.rs`.
fn room_of(file: &str) -> Option<&str> {
    let top = file.split('/').next()?;
    let room = top.strip_suffix(".rs").unwrap_or(top);
    (room != "lib").then_some(room)
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_room_keeps_to_the_plan() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    files.sort();
    let mut found = Vec::new();
    let mut seen = 0;
    for path in &files {
        let parts = path.strip_prefix(&src).unwrap().components().map(|part| part.as_os_str().to_str().unwrap());
        let (file, text) = (parts.collect::<Vec<_>>().join("/"), fs::read_to_string(path).unwrap());
        found.extend(faults(&file, &text));
        seen += references(&file, &text).len();
    }
    assert!(found.is_empty(), "{}\n", found.join("\n"));
    // A reader that finds nothing would find no fault either.
    assert!(files.len() > 40 && seen > 100, "{} files, {seen} paths between rooms", files.len());
}

#[test]
fn the_plan_points_downwards() {
    for (place, (room, allowed)) in ROOMS.iter().enumerate() {
        let below: Vec<&str> = ROOMS[..place].iter().map(|(name, _)| *name).collect();
        let upwards: Vec<_> = allowed.iter().filter(|used| !below.contains(used)).collect();
        assert!(upwards.is_empty(), "{room} uses {upwards:?}, which do not stand above it in the table");
    }
}

/// The checker is awake: each text breaks the plan in the way that is said.
#[test]
fn broken_texts_are_told() {
    for (file, text, expected) in [
        ("verify/mod.rs", "use crate::screen::hits;", "src/verify/mod.rs:1: verify may not use screen"),
        (
            "verify/rule.rs",
            "\nuse crate::{letters::Word, crossword};",
            "src/verify/rule.rs:2: verify may not use crossword",
        ),
        ("verify/a/b.rs", "fn f() { crate::produce::make() }", "src/verify/a/b.rs:1: verify may not use produce"),
        ("letters.rs", "use super::money::Cents;", "src/letters.rs:1: letters may not use money"),
        ("letters.rs", "mod tests {\n use super::super::{rng};\n}", "src/letters.rs:2: letters may not use rng"),
        (
            "crossword/sat.rs",
            "use super::super::formats::text;",
            "src/crossword/sat.rs:1: crossword may not use formats",
        ),
        ("unit.rs", "pub(crate) use crate::*;", "src/unit.rs:1: unit may not use *"),
        ("unit.rs", "use crate as all;", "src/unit.rs:1: unit may not use as"),
        ("bin/alveole/main.rs", "use alveole::studio::Page;", "src/bin/alveole/main.rs:1: bin may not use studio"),
        (
            "bin/alveole/main.rs",
            "fn f() { ::alveole::studio::f() }",
            "src/bin/alveole/main.rs:1: bin may not use studio",
        ),
        ("game.rs", "use alveole::rng::Stream;", "src/game.rs:1: game may not use rng"),
        ("utils.rs", "", "src/utils.rs: utils is no room of the table in tests/layering.rs: give it its place"),
        (
            "common/mod.rs",
            "",
            "src/common/mod.rs: common is no room of the table in tests/layering.rs: give it its place",
        ),
        (
            "crossword/fill.rs",
            "use petgraph::Graph;",
            "src/crossword/fill.rs:1: petgraph is confined to crossword/layout/graph.rs",
        ),
        ("rng/mod.rs", "use {std::fmt, ::rand::Rng};", "src/rng/mod.rs:1: rand is confined to rng.rs"),
        ("lexicon/mod.rs", "extern crate clap;", "src/lexicon/mod.rs:1: clap is confined to bin/"),
        ("unit.rs", "#[derive(clap::Args)] struct S;", "src/unit.rs:1: clap is confined to bin/"),
        ("unit.rs", "use serde_json;", "src/unit.rs:1: serde_json is confined to formats/"),
        ("bin/alveole/a.rs", "use serde_json as json;", "src/bin/alveole/a.rs:1: serde_json is confined to formats/"),
    ] {
        assert_eq!(faults(file, text), [expected], "{file}: {text}");
    }
}

/// And it does not cry out at what is right.
#[test]
fn sound_texts_pass() {
    for (file, text) in [
        ("verify/mod.rs", "//! use crate::screen;\n/* crate::screen::hits /* nested */ crate::produce */"),
        ("verify/mod.rs", "const A: &str = \"use crate::screen\"; const B: &str = r#\"\"crate::screen::x\"\"#;"),
        ("verify/mod.rs", "fn f<'a>(x: &'a str) -> char { '\"' } // crate::screen"),
        ("verify/crossword/mod.rs", "use super::fault::Fault; use crate::verify::{Rule, crossword::x};"),
        ("verify/crossword/mod.rs", "mod tests { use super::super::super::unit::Cells; }"),
        ("lexicon/mod.rs", "/// ```\n/// use alveole::rng::Streams;\n/// ```\npub(crate) fn f() {}"),
        ("bin/alveole/exit.rs", "use crate::input::Input; use super::options; use alveole::{table, letters::fold};"),
        ("letters.rs", "use unicode_normalization::UnicodeNormalization; let b'\\'' = b; let c = '\\u{2f}';"),
        ("game.rs", "let rand = 1; let x = rand + self.clap; fn f() { a::clap() }"),
        ("produce.rs", "use rayon::prelude::*; use crate::crossword::fill::fill;"),
    ] {
        assert_eq!(faults(file, text), [""; 0], "{file}: {text}");
    }
}
