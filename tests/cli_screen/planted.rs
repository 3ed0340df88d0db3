//! One unit on which something can be read in every way: each is told, at its place.

use super::cli::{self, Room, Run, alveole};

/// Banned words that the first unit shows, in the eight directions, over grey cells, standing alone, under the question
/// marks; and, each in a table of its own, one that is sought inside a longer word, and a pair.
const BANS: &str = "second\nbip\nbipa\ncesa\nprea\narge\neeur\nleen\nmrue\nlvei\nrade\ntori\nfoed\nmiti\n";
const INSIDE: &str = "#alveole/containment/1\nword\treadings\treason\nMITI\tinside\tplanted\n";
const PAIR: &str = "#alveole/pairs/1\nfirst\tsecond\ttheme\tseverity\treason\nrelie\tcrime\tinsult\tmedium\tplanted\n";

/// What is told: reading and place, what is read, and the file and line of the row.
const TOLD: [(&str, &str, &str); 16] = [
    ("word, grid 1, row 0, column 6, right", "second", "bans.txt:1"),
    ("word, grid 1, row 5, column 0, right", "bip", "bans.txt:2"),
    ("run, grid 1, row 0, column 0, right", "bip", "bans.txt:2"),
    ("inside, grid 1, row 6, column 7, right", "miti", "inside.tsv:3"),
    ("cells, grid 1, row 0, column 0, right", "bipa", "bans.txt:3"),
    ("cells, grid 1, row 0, column 2, down", "prea", "bans.txt:5"),
    ("cells, grid 1, row 0, column 8, left", "cesa", "bans.txt:4"),
    ("cells, grid 1, row 1, column 4, down-left", "leen", "bans.txt:8"),
    ("cells, grid 1, row 2, column 3, down-right", "eeur", "bans.txt:7"),
    ("cells, grid 1, row 5, column 2, up-right", "lvei", "bans.txt:10"),
    ("cells, grid 1, row 6, column 6, up", "arge", "bans.txt:6"),
    ("cells, grid 1, row 6, column 7, up-left", "mrue", "bans.txt:9"),
    ("piece, grid 1, row 5, column 6, down", "rade", "bans.txt:11"),
    ("on the way, grid 2, row 11, column 3, right", "tori", "bans.txt:12"),
    ("question marks, question mark 1", "foed", "bans.txt:13"),
    ("pair, grid 1, row 2, column 2, across and grid 2, row 9, column 5, across", "CRIME + RELIE", "pair.tsv:3"),
];

/// The first unit of the fixture, its record with BIP where it does not stand.
fn unit() -> String {
    let bip = r#"{"word":"BIP","display":"bip","row":"#;
    super::changed(&format!("{bip}0"), &format!("{bip}5")).lines().next().unwrap().to_owned() + "\n"
}

fn screen(room: &Room, options: &[&str]) -> Run {
    let unit = room.file("unit.jsonl", &unit());
    let lists =
        [("bans.txt", BANS), ("inside.tsv", INSIDE), ("pair.tsv", PAIR)].map(|(name, text)| room.file(name, text));
    let lists: Vec<&str> = lists.iter().flat_map(|list| ["--blocklist", list]).collect();
    alveole([&["screen", &unit], &lists[..], options].concat())
}

#[test]
fn each_is_told_at_its_place() {
    let room = Room::new();
    let run = screen(&room, &["--on-the-way"]);
    let unit = format!("{}/unit.jsonl", room.path());
    run.ends(4).says(&format!(
        "{unit}: 1 unit, 1 blocked (word 2, run 1, inside 1, cells 8, piece 1, question marks 1, pair 1); 1 piece stands \
         alone only on the way, which is no fault"
    ));
    let told: Vec<&str> = run.out.lines().collect();
    assert_eq!(told.len(), TOLD.len(), "{}", run.out);
    for (line, (place, read, row)) in told.iter().zip(TOLD) {
        assert!(line.starts_with(&format!("{unit}:1: {place}: {read}: ")), "{place}, {read}: {line}");
        assert!(line.ends_with(&format!("({}/{row})", room.path())), "{row}: {line}");
    }
    // What is read on the way is told when it is asked for, and counted always.
    let run = screen(&room, &[]);
    assert_eq!(run.out.lines().count(), TOLD.len() - 1);
    assert!(run.err.ends_with("; 1 piece stands alone only on the way, which is no fault\n"), "{}", run.err);
}

#[test]
fn what_is_read_on_the_way_alone_blocks_nothing() {
    let room = Room::new();
    let unit = room.file("unit.jsonl", super::UNITS.lines().next().unwrap());
    let list = room.file("list.txt", "tori\n");
    let run = alveole(["screen", &unit, "--blocklist", &list, "--on-the-way", "--format", "jsonl"]);
    run.ends(0).says(&format!("{unit}: 1 unit, clean; 1 piece stands alone only on the way"));
    let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&told["verdict"], &told["reading"]), (&"told".into(), &"on the way".into()));
}

#[test]
fn programs_read_each_as_an_object() {
    let room = Room::new();
    let run = screen(&room, &["--format", "jsonl", "--on-the-way"]);
    run.ends(4);
    let folder = format!("{}/", room.path());
    let told: Vec<String> = run.out.lines().map(|line| line.replace(&folder, "")).collect();
    assert_eq!(told.len(), TOLD.len());
    for (at, record) in [
        (
            2,
            r#"{"input":"unit.jsonl","input_line":1,"word":"BIP","verdict":"blocked","reading":"run","grid":1,"row":0,"column":0,"direction":"right","entry":"bip","theme":"ban","source":"list","reason":"on a list of the team","file":"bans.txt","line":2}"#,
        ),
        (
            3,
            r#"{"input":"unit.jsonl","input_line":1,"word":"MITI","verdict":"blocked","reading":"inside","grid":1,"row":6,"column":7,"direction":"right","entry":"miti","theme":"ban","source":"list","reason":"planted","file":"inside.tsv","line":3}"#,
        ),
        (
            7,
            r#"{"input":"unit.jsonl","input_line":1,"word":"LEEN","verdict":"blocked","reading":"cells","grid":1,"row":1,"column":4,"direction":"down-left","entry":"leen","theme":"ban","source":"list","reason":"on a list of the team","file":"bans.txt","line":8}"#,
        ),
        (
            13,
            r#"{"input":"unit.jsonl","input_line":1,"word":"TORI","verdict":"told","reading":"on the way","grid":2,"row":11,"column":3,"direction":"right","entry":"tori","theme":"ban","source":"list","reason":"on a list of the team","file":"bans.txt","line":12}"#,
        ),
        (
            14,
            r#"{"input":"unit.jsonl","input_line":1,"word":"FOED","verdict":"blocked","reading":"question marks","question_mark":1,"entry":"foed","theme":"ban","source":"list","reason":"on a list of the team","file":"bans.txt","line":13}"#,
        ),
        (
            15,
            r#"{"input":"unit.jsonl","input_line":1,"word":"RELIE","verdict":"blocked","reading":"pair","grid":1,"row":2,"column":2,"direction":"across","other":{"grid":2,"row":9,"column":5,"direction":"across"},"entry":"CRIME + RELIE","theme":"insult","severity":"medium","reason":"planted","file":"pair.tsv","line":3}"#,
        ),
    ] {
        assert_eq!(told[at], record);
    }
}

#[test]
fn words_and_files_go_together() {
    let room = Room::new();
    let unit = room.file("unit.jsonl", super::UNITS.lines().next().unwrap());
    let words = room.file("words.txt", "\n# ours\nchat\nｍｅｒｄｅ\n");
    let run = cli::alveole_on(["screen", "table", &words, "-", &unit], "conflit\n");
    run.ends(4);
    let told: Vec<&str> = run.out.lines().collect();
    assert_eq!(told[0], "TABLE: clean, no list names it");
    assert!(told[1].starts_with(&format!("{words}:3: CHAT: clean by ")), "{}", run.out);
    assert!(told[2].starts_with(&format!("{words}:4: MERDE: blocked as ")), "{}", run.out);
    assert!(told[3].starts_with("standard input:1: CONFLIT: clean, no list names it; letters can leave CON ("));
    assert_eq!(told.len(), 4);
    let said: Vec<&str> = run.err.lines().collect();
    assert_eq!(said[0], format!("{words}: 2 words, 1 blocked"));
    assert_eq!(said[1], "standard input: 1 word, clean");
    assert!(said[2].starts_with(&format!("{unit}: 1 unit, clean")), "{}", run.err);
    // A file that is not right stops the run, whatever was found before.
    let cut = room.file("cut.jsonl", "{\"schema\":\n");
    alveole(["screen", "merde", &cut]).ends(2).says(&format!("error: {cut}:1:"));
    let empty = room.file("empty.txt", "\n");
    alveole(["screen", &empty]).ends(0).says(&format!("{empty}: no unit"));
    let latin = room.bytes("latin1.txt", b"ch\xe2t\n");
    alveole(["screen", &latin]).ends(2).says(&format!("error: {latin}:1:"));
}
