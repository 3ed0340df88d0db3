//! `alveole fill` and what it writes: the record, what people are shown, crosswords, files and folders.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use alveole::formats::ipuz::write_ipuz;
use alveole::formats::manifest::{Manifest, Parameter};
use alveole::game::Game;
use alveole::lexicon::Source;
use alveole::unit::{CrosswordUnit, Direction, PlacedWord};
use serde_json::Value;

use crate::cli::{Room, Run, alveole, command};
use crate::{LAYOUT, LETTERS, fill, rows, units};

/// `fill` in this format, with generated layouts and letters.
fn drawn(reveal: &str, format: &str, more: &[&str]) -> Run {
    let common = ["fill", "--letters", "random", "--reveal", reveal, "--format", format];
    alveole(common.iter().chain(more))
}

#[test]
fn records_are_valid_by_the_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../schemas/unit.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for reveal in ["0,0", "3,2", "9,0"] {
        let run = drawn(reveal, "jsonl", &["--count", "5"]);
        let lines: Vec<&str> = run.ends(0).out.lines().collect();
        assert_eq!(lines.len(), 5);
        for line in lines {
            let value: Value = serde_json::from_str(line).unwrap();
            assert!(validator.is_valid(&value), "{}", validator.validate(&value).unwrap_err());
        }
    }
}

/// What a player sees of one grid in the text: its rows, which cells are marked, all words, the marked ones, its gain.
#[derive(Debug, Default)]
struct Seen {
    rows: Vec<String>,
    marked: Vec<(usize, usize)>,
    uncovered: Vec<(usize, usize)>,
    words: Vec<String>,
    completed: Vec<String>,
    headline: String,
}

/// A unit's letters and lot as the text says them, and what it shows of both grids.
fn seen(text: &str) -> (String, String, [Seen; 2]) {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let said = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].trim().to_owned()
    };
    let title = lines.iter().position(|line| line.iter().collect::<String>().contains("Grille 1")).unwrap();
    let second = lines[title].iter().collect::<String>().find("Grille 2").unwrap();
    let part = |line: &[char], grid: usize| -> Vec<char> {
        let (from, to) = [(2, second), (second, usize::MAX)][grid];
        line.iter().copied().skip(from).take(to - from).collect()
    };
    let grids = [0, 1].map(|grid| {
        let mut seen = Seen::default();
        let rest: Vec<String> = lines[title + 2..].iter().map(|line| part(line, grid).iter().collect()).collect();
        let cells = rest.iter().take_while(|line| !line.trim().is_empty());
        for (row, line) in cells.enumerate() {
            let line: Vec<char> = line.chars().collect();
            let cell = |column: usize| line[2 * column];
            let columns = line.len().div_ceil(2);
            let columns = (0..columns).take_while(|column| cell(*column) != ' ').count();
            seen.rows.push(
                (0..columns)
                    .map(|column| if cell(column) == '·' { '#' } else { cell(column).to_ascii_uppercase() })
                    .collect(),
            );
            seen.marked.extend(
                (0..columns).filter(|column| line.get(2 * column + 1) == Some(&'*')).map(|column| (row, column)),
            );
            seen.uncovered
                .extend((0..columns).filter(|column| cell(*column).is_ascii_uppercase()).map(|column| (row, column)));
        }
        let headline = rest.iter().position(|line| line.contains("completed: ")).unwrap();
        seen.headline = rest[headline].trim().into();
        assert_eq!(rest[headline + 1].split_whitespace().collect::<Vec<_>>(), ["across", "down"]);
        for line in &rest[headline + 2..] {
            let mut marked = false;
            for part in line.split_whitespace() {
                if part == "*" {
                    marked = true;
                    continue;
                }
                seen.words.push(part.into());
                if std::mem::take(&mut marked) {
                    seen.completed.push(part.into());
                }
            }
        }
        seen
    });
    (said("letters"), said("lot"), grids)
}

fn euros(cents: u64) -> String {
    let mut whole = (cents / 100).to_string();
    assert_eq!(cents % 100, 0);
    for place in (1..whole.len()).rev().filter(|place| (whole.len() - place).is_multiple_of(3)).collect::<Vec<_>>() {
        whole.insert(place, ',');
    }
    if cents == 0 { "nothing".into() } else { format!("{whole} €") }
}

fn agree(text: &str, unit: &CrosswordUnit) {
    let (letters, lot, grids) = seen(text);
    let of_record: Vec<String> = unit.letters.iter().map(ToString::to_string).collect();
    assert_eq!(letters, of_record.join(" "));
    match unit.lot {
        Some(cents) => assert_eq!(lot, euros(cents.0), "{text}"),
        None => assert!(lot.starts_with("none: ") && lot.ends_with("is in no row of the prize table"), "{text}"),
    }
    for ((seen, grid), completed) in grids.iter().zip(&unit.pair.grids).zip(&unit.completed) {
        assert_eq!(seen.rows, rows(grid), "{text}");
        assert!(seen.headline.starts_with(&format!("{completed} completed: ")), "{text}");
        let won = |word: &&PlacedWord| word.word.letters().iter().all(|letter| unit.letters.contains(letter));
        let sorted = |mut list: Vec<String>| {
            list.sort();
            list
        };
        let displays = |list: &[&PlacedWord]| sorted(list.iter().map(|word| word.display.to_string()).collect());
        let all: Vec<&PlacedWord> = grid.words.iter().collect();
        let won: Vec<&PlacedWord> = grid.words.iter().filter(won).collect();
        assert_eq!(won.len(), usize::from(*completed), "{text}");
        assert_eq!(sorted(seen.words.clone()), displays(&all), "{text}");
        assert_eq!(sorted(seen.completed.clone()), displays(&won), "{text}");
        for (row, line) in seen.rows.iter().enumerate() {
            for (column, cell) in line.bytes().enumerate().filter(|(_, cell)| *cell != b'#') {
                let shown = unit.letters.iter().any(|letter| letter.to_ascii() == cell);
                assert_eq!(seen.uncovered.contains(&(row, column)), shown, "{text}");
                let in_won = won.iter().any(|word| {
                    let (first, start) = (usize::from(word.row), usize::from(word.column));
                    let (down, right) = (row.wrapping_sub(first), column.wrapping_sub(start));
                    match word.direction {
                        Direction::Across => down == 0 && right < word.word.len(),
                        Direction::Down => right == 0 && down < word.word.len(),
                    }
                });
                assert_eq!(seen.marked.contains(&(row, column)), in_won, "{text}");
            }
        }
    }
}

#[test]
fn what_is_shown_is_what_is_recorded() {
    for (reveal, lot) in
        [("0,0", Some(0)), ("3,2", Some(1500)), ("9,0", None), ("9,9", Some(25_000_000)), ("1,6", Some(20_000))]
    {
        let run = drawn(reveal, "jsonl", &["--count", "3", "--seed", "11"]);
        let units = units(&run.ends(0).out);
        let text = drawn(reveal, "text", &["--count", "3", "--seed", "11"]);
        let shown: Vec<String> = text
            .ends(0)
            .out
            .split("\n\nletters ")
            .enumerate()
            .map(|(at, part)| if at == 0 { part.into() } else { format!("letters {part}") })
            .collect();
        assert_eq!((units.len(), shown.len()), (3, 3));
        for (unit, shown) in units.iter().zip(&shown) {
            assert_eq!(unit.lot.map(|cents| cents.0), lot);
            agree(shown, unit);
        }
        assert!(!text.out.contains('\x1b'), "no colours in a pipe");
    }
}

#[test]
fn one_ipuz_is_an_array_of_two_crosswords() {
    let run = fill("3,2", &["--seed", "3"]);
    let unit = units(&run.ends(0).out).remove(0);
    let common =
        ["fill", "--letters", LETTERS, "--layouts", LAYOUT, "--reveal", "3,2", "--seed", "3", "--format", "ipuz"];
    let run = alveole(common);
    let value: Value = serde_json::from_str(&run.ends(0).says("seed 3\n").out).unwrap();
    let grids = value.as_array().unwrap();
    assert_eq!(grids.len(), 2);
    for (number, (grid, record)) in (1..).zip(grids.iter().zip(&unit.pair.grids)) {
        assert_eq!((&grid["version"], &grid["org.alveole:grid"]), (&"http://ipuz.org/v2".into(), &Value::from(number)));
        let solution: Vec<String> = grid["solution"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect())
            .collect();
        assert_eq!(solution, rows(record));
        let clues = ["Across", "Down"].map(|direction| grid["clues"][direction].as_array().unwrap().len());
        assert_eq!(clues[0] + clues[1], 18);
        assert_eq!((&grid["org.alveole:letters"], &grid["org.alveole:lot_cents"]), (&LETTERS.into(), &1500.into()));
    }
    let mut exported = Vec::new();
    write_ipuz(&Game::mots_croises(), &unit, &mut exported).unwrap();
    assert_eq!(run.out.as_bytes(), exported);
}

/// What lies in a directory, hidden files too.
fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn several_ipuz_are_a_folder() {
    let room = Room::new();
    let path = room.at("units");
    let folder = path.to_str().unwrap();
    let run = drawn("3,2", "ipuz", &["--count", "3"]);
    run.ends(2).says("error: several units as ipuz need a folder: --out DIR writes a file a unit\n");
    drawn("3,2", "ipuz", &["--count", "3", "--out", "-"]).ends(2);

    let run = drawn("3,2", "ipuz", &["--count", "3", "--out", folder]);
    run.ends(0);
    assert_eq!((&*run.out, &*run.err), ("", "seed 0\n3 made\n"));
    let files = ["unit-000001.ipuz", "unit-000002.ipuz", "unit-000003.ipuz"];
    assert_eq!(names(&path), [&["manifest.json"][..], &files].concat());
    let bytes = files.map(|file| fs::read_to_string(path.join(file)).unwrap());
    assert_eq!(bytes[0], include_str!("../data/fill/seed-0.ipuz"), "the first is that of a run of one");
    let text = fs::read_to_string(path.join("manifest.json")).unwrap();
    let manifest = Manifest::read(&text).unwrap();
    assert_eq!((manifest.units, &manifest.output_sha256), (3, &Source::of(bytes.concat().as_bytes()).digest_hex()));
    assert!(!text.contains(&room.path()), "{text}");

    for more in [&[][..], &["--force"]] {
        let run = drawn("3,2", "ipuz", &[&["--count", "3", "--out", folder], more].concat());
        run.ends(2).says(&format!("error: {folder} exists already: choose another name; a folder is never replaced\n"));
    }
    drawn("3,2", "ipuz", &["--count", "3", "--out", "no/such/units"]).ends(5);
    // Files keep the numbers of their units; where none was made, there is no folder.
    let gaps = room.at("gaps");
    let run = drawn("3,2", "ipuz", &["--count", "40", "--budget", "40", "--out", gaps.to_str().unwrap()]);
    run.ends(6);
    let spent: Vec<String> =
        run.err.lines().filter_map(|line| Some(line.strip_prefix("unit ")?.split(',').next()?.to_owned())).collect();
    let expected: Vec<String> = (1..=40)
        .filter(|unit: &u32| !spent.contains(&unit.to_string()))
        .map(|unit| format!("unit-{unit:06}.ipuz"))
        .collect();
    assert_eq!(names(&gaps), [vec!["manifest.json".into()], expected].concat());
    let none = room.at("none");
    drawn("3,2", "ipuz", &["--count", "3", "--budget", "1", "--out", none.to_str().unwrap()]).ends(6);
    assert_eq!(names(&room.at(".")), ["gaps", "units"], "nothing else is left");
}

#[test]
fn a_file_appears_whole_with_its_manifest() {
    let room = Room::new();
    let path = room.at("units.jsonl");
    let file = path.to_str().unwrap();
    let theme = room.file("theme.txt", "chat\nchien\n");
    let run = drawn("3,2", "jsonl", &["--count", "5", "--out", file]);
    run.ends(0);
    assert_eq!((&*run.out, &*run.err), ("", "seed 0\n5 made\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), include_str!("../data/fill/seed-0.jsonl"));
    let beside = room.at("units.jsonl.manifest.json");
    let text = fs::read_to_string(&beside).unwrap();
    let manifest = Manifest::read(&text).unwrap();
    assert_eq!((&*manifest.command, manifest.seed, manifest.units), ("fill", Some(0), 5));
    assert_eq!(manifest.output_sha256, Source::of(&fs::read(&path).unwrap()).digest_hex());
    let parameters = [
        ("letters", "random".into()),
        ("reveal", "3,2".into()),
        ("count", Parameter::Number(5)),
        ("format", "jsonl".into()),
        ("level", "B".into()),
        ("size", "12x12".into()),
        ("profile.crossings", "22-27".into()),
        ("layout_tries", Parameter::Number(8)),
        ("solver", "auto".into()),
        ("budget", Parameter::Number(4_000_000)),
        ("allow_same_lemma", Parameter::Flag(false)),
        ("locks", "".into()),
        ("theme_min", Parameter::Number(0)),
    ];
    for (key, value) in &parameters {
        assert_eq!(manifest.parameters.get(*key), Some(value), "{key}");
    }
    assert_eq!(manifest.parameters.len(), parameters.len() + 7, "and the rest of the profile");
    let digests = &manifest.digests;
    for digest in [&digests.lexicon, &digests.blocklist, &digests.game, &digests.layouts] {
        assert_eq!(digest.as_ref().unwrap().len(), 64);
    }
    assert!(digests.overrides.is_none() && digests.theme.is_none());
    assert!(!text.contains(&room.path()) && !text.contains(env!("CARGO_MANIFEST_DIR")), "no paths: {text}");

    // It is not replaced by chance; --force replaces both, and threads change nothing.
    let run = drawn("3,2", "jsonl", &["--count", "5", "--out", file, "--seed", "1"]);
    run.ends(2).says(&format!("error: {file} exists already: choose another name, or --force\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), include_str!("../data/fill/seed-0.jsonl"));
    drawn("3,2", "jsonl", &["--count", "5", "--out", file, "--threads", "2", "--force"]).ends(0);
    assert_eq!(fs::read_to_string(&beside).unwrap(), text);
    let run = fill("3,2", &["--out", file, "--force", "--theme", &theme, "--theme-min", "1", "--lock", "1:4:2=L"]);
    run.ends(0);
    let manifest = Manifest::read(&fs::read_to_string(&beside).unwrap()).unwrap();
    assert_eq!(manifest.digests.theme, Some(Source::of(b"chat\nchien\n").digest_hex()));
    let masks = Source::of(&fs::read(LAYOUT).unwrap()).digest_hex();
    assert_eq!(manifest.digests.layouts, Some(masks));
    assert_eq!(manifest.parameters["letters"], LETTERS.into());
    assert_eq!(manifest.parameters["locks"], "1:4:2=L".into());
    assert!(!manifest.parameters.contains_key("size"), "layouts were given");
}

#[test]
fn what_fails_leaves_no_file() {
    let room = Room::new();
    let path = room.at("units.jsonl");
    let file = path.to_str().unwrap();
    // Nothing was made: infeasible, out of budget, an unmet profile, bad content.
    let consonants = ["fill", "--letters", "BCDFGHJKLMNPQRSTVZ", "--reveal", "1,0", "--layouts", LAYOUT, "--out", file];
    alveole(consonants).ends(3);
    fill("3,2", &["--budget", "1", "--out", file]).ends(6);
    fill("3,2", &["--lock", "1:0:0=A", "--out", file]).ends(2);
    assert_eq!(names(&room.at(".")), [""; 0]);
    for (out, why) in [
        ("no/such/units.jsonl", "cannot write no/such/units.jsonl: there is no directory no/such; make it first\n"),
        (&room.path(), &format!("cannot write {}: it names a directory; name a file in it\n", room.path())),
        (&format!("{LAYOUT}/units.jsonl"), &format!("cannot write {LAYOUT}/units.jsonl: {LAYOUT} is no directory\n")),
    ] {
        fill("3,2", &["--out", out]).ends(5).says(&format!("error: {why}"));
    }
    assert_eq!(names(&room.at(".")), [""; 0]);
    // Some were made: they are written, and the code tells that others are missing.
    let run = drawn("3,2", "jsonl", &["--count", "40", "--budget", "40", "--out", file]);
    run.ends(6);
    let manifest = Manifest::read(&fs::read_to_string(room.at("units.jsonl.manifest.json")).unwrap()).unwrap();
    let made = units(&fs::read_to_string(&path).unwrap()).len();
    assert_eq!((manifest.units, &manifest.parameters["count"]), (made as u64, &Parameter::Number(40)));
    assert!((1..40).contains(&made), "{made}");
}

#[test]
fn a_reader_that_leaves_early_ends_it_quietly() {
    let many = ["fill", "--letters", "random", "--reveal", "3,2", "--count", "100000", "--format", "jsonl"];
    let mut child = command().args(many).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 100]).unwrap();
    drop(out);
    let run = Run::of(&child.wait_with_output().unwrap());
    run.ends(0);
    assert!(run.err.lines().all(|line| line.starts_with("seed ") || line.starts_with("unit ")), "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_5() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let few = ["fill", "--letters", LETTERS, "--reveal", "3,2", "--layouts", LAYOUT];
    let run = Run::of(&command().args(few).stdout(full).stderr(Stdio::piped()).output().unwrap());
    run.ends(5);
    assert_eq!(run.err, "seed 0\nerror: cannot write standard output: no space is left\n");
}
