//! `alveole fill` and what it is given: letters, outcomes, layouts and words, right and wrong.

use std::collections::BTreeSet;

use alveole::letters::Word;
use alveole::lexicon::{Level, Lexicon};
use alveole::unit::Direction;

use crate::cli::{Room, Run, alveole, alveole_on, overrides};
use crate::{LAYOUT, LETTERS, fill, judged, rows, units, words};

/// Runs it with these letters.
fn shown(letters: &str) -> Run {
    alveole(["fill", "--letters", letters, "--reveal", "3,2", "--layouts", LAYOUT, "--format", "jsonl"])
}

#[test]
fn letters_are_18_different_ones() {
    for (letters, why) in [
        ("SIXTRONPLAUMEGBCH", ": 17 letters where a unit shows 18; give 18 distinct letters, or `random`"),
        ("SIXTRONPLAUMEGBCHDF", ": 19 letters where a unit shows 18; give 18 distinct letters, or `random`"),
        ("S", ": 1 letter where a unit shows 18; give 18 distinct letters, or `random`"),
        ("", ": 0 letters where a unit shows 18; give 18 distinct letters, or `random`"),
        ("SIXTRONPLAUMEGBCHS", ", column 18: S stands at column 1 already; give 18 distinct letters"),
        ("SIXTRONPLAUMEGBCh4", ", column 18: '4' is not one letter of A-Z; give 18 distinct letters, or `random`"),
        ("SIX TRONPLAUMEGBCH", ", column 4: ' ' is not one letter of A-Z; give 18 distinct letters, or `random`"),
        ("SIXTRONPLAUMEGBCHœ", ", column 18: 'œ' is not one letter of A-Z; give 18 distinct letters, or `random`"),
        ("SIXTRONPLAUMEGBCЖD", ", column 17: 'Ж' is not one letter of A-Z; give 18 distinct letters, or `random`"),
    ] {
        let run = shown(letters);
        run.ends(2).says(&format!("error: --letters{why}"));
        assert_eq!(run.out, "");
    }
    // É is E: so it may stand once, and it is said.
    let run = shown("SIXTRONPLAUMÉGBCHE");
    run.ends(2);
    let told = "--letters, column 13: É is taken as E\n";
    let why = "error: --letters, column 18: E stands at column 13 already; give 18 distinct letters\n";
    assert_eq!(run.err, format!("{told}{why}"));

    let plain = shown(LETTERS);
    plain.ends(0).says("seed 0\n");
    let run = shown("SIXTRONPLAUMÉGBCHD");
    assert_eq!((&run.ends(0).out, &*run.err), (&plain.out, &*format!("{told}seed 0\n")));
    // Typed as E and an accent, as some systems do: one letter all the same, and columns are those that are seen.
    let run = shown("SIXTRONPLAUMe\u{301}GBCHD");
    assert_eq!(run.ends(0).out, plain.out);
    assert!(run.err.starts_with("--letters, column 13: é is taken as E\n"), "{}", run.err);
    assert_eq!(shown("sixtronplaumegbchd").ends(0).says("seed 0\n").out, plain.out);
    assert_eq!(shown("Random").ends(0).out, shown("random").ends(0).out);
}

#[test]
fn an_outcome_is_two_numbers_up_to_9() {
    for (reveal, why) in [
        (
            "10,0",
            "error: invalid value '10' for '--reveal <K1,K2>': 10 completed words: no grid may have more than 9 (MC-D1)\n",
        ),
        (
            "0,256",
            "error: invalid value '256' for '--reveal <K1,K2>': 256 completed words: no grid may have more than 9 (MC-D1)\n",
        ),
        (
            "-1,2",
            "error: invalid value '-1' for '--reveal <K1,K2>': write K1,K2 such as 3,2: two numbers from 0 to 9\n",
        ),
        ("3,", "error: invalid value '' for '--reveal <K1,K2>': write K1,K2 such as 3,2: two numbers from 0 to 9\n"),
        (
            "3;2",
            "error: invalid value '3;2' for '--reveal <K1,K2>': write K1,K2 such as 3,2: two numbers from 0 to 9\n",
        ),
        ("3", "error: --reveal: 1 number where a unit has 2 grids; write K1,K2 such as 3,2\n"),
        ("3,2,1", "error: --reveal: 3 numbers where a unit has 2 grids; write K1,K2 such as 3,2\n"),
    ] {
        let run = alveole(["fill", "--letters", LETTERS, "--layouts", LAYOUT, &format!("--reveal={reveal}")]);
        run.ends(2);
        assert!(run.err.starts_with(why), "{}", run.err);
        assert_eq!(run.out, "");
    }
    let run = fill("9,0", &[]);
    run.ends(0);
    let note =
        "the gains of 9 and 0 completed words make 125,000 €, which is no lot of the prize table: lot_cents is null";
    assert_eq!(run.err, format!("{note}\nseed 0\n"));
    assert!(run.out.ends_with("\"completed\":[9,0],\"lot_cents\":null}\n"), "{}", run.out);
    judged(&run.out, &[]);
    fill("9,9", &[]).ends(0).says("seed 0\n");
    for (count, why) in [("0", "0 is not in 1.."), ("-1", "unexpected argument"), ("many", "invalid digit")] {
        let run = fill("3,2", &["--count", count]);
        run.ends(2);
        assert!(run.err.contains(why), "{}", run.err);
    }
}

#[test]
fn layouts_are_those_of_the_file_or_of_the_size() {
    let run = alveole([
        "fill",
        "--letters",
        "random",
        "--reveal",
        "0,1",
        "--size",
        "15x11",
        "--count",
        "3",
        "--format",
        "jsonl",
    ]);
    for grid in units(&run.ends(0).out).iter().flat_map(|unit| &unit.pair.grids) {
        assert_eq!((grid.cells.columns(), grid.cells.rows()), (15, 11));
    }
    let mask = std::fs::read_to_string(LAYOUT).unwrap();
    for unit in units(&fill("3,2", &["--count", "3"]).ends(0).out) {
        for grid in &unit.pair.grids {
            let lines: Vec<String> = rows(grid).iter().map(|row| row.replace(|cell| cell != '#', ".")).collect();
            assert_eq!(lines.join("\n") + "\n", mask);
        }
    }
    for (size, why) in
        [("10x12", "10 is no side of this game"), ("16x16", "16 is no side"), ("12", "write width x height")]
    {
        let run = alveole(["fill", "--letters", "random", "--reveal", "0,1", "--size", size]);
        run.ends(2);
        assert!(
            run.err.starts_with(&format!("error: invalid value '{size}' for '--size <WxH>': {why}")),
            "{}",
            run.err
        );
    }
    // One or the other.
    fill("3,2", &["--size", "12x12"]).ends(2);
    fill("3,2", &["--profile", "any.toml"]).ends(2);
}

#[test]
fn bad_layouts_are_2_with_their_place() {
    let room = Room::new();
    let mask = std::fs::read_to_string(LAYOUT).unwrap();
    let with = |from: &str, to: &str| {
        assert_eq!(mask.matches(from).count(), 1, "{from}");
        mask.replace(from, to)
    };
    let all = "; `alveole layout check` names all faults\n";
    for (text, why, end) in [
        (
            with("##.####....#\n#.....#", "##.####.##.#\n#.....#"),
            "1:1: mask 1: MC-4.2b: 17 slots (9 across, 8 down), where a grid has 18 words",
            all,
        ),
        (
            with("#.....#.####", "#.....#.##.."),
            "10:11: mask 1: MC-D2: row 9, column 10 (from 0): a run of 2 letter cells across",
            all,
        ),
        (format!("{mask}\n{}", with("#.....#.####", "#.....#.##..")), "23:11: mask 2: MC-D2: row 9, column 10", all),
        (with(".....###.###", ".....###.##"), "2:12: this row has 11 cells, the first of its mask 12", "\n"),
        (with(".....###.###", ".....###.xx#"), "2:10: 'x' is no cell; write . for a letter, # for grey", "\n"),
        (String::new(), "1:1: there is no mask here; write its rows as lines of . and #", "\n"),
    ] {
        let file = room.file("layouts.txt", &text);
        let run = alveole(["fill", "--letters", LETTERS, "--reveal", "3,2", "--layouts", &file]);
        run.ends(2).says(&format!("error: {file}:{why}"));
        assert!(run.err.ends_with(end), "{}", run.err);
        assert_eq!(run.out, "");
    }
    let run = alveole(["fill", "--letters", LETTERS, "--reveal", "3,2", "--layouts", "no/such"]);
    run.ends(5).says("error: cannot read no/such: there is no such file\n");
}

#[test]
fn a_profile_is_met_or_it_is_6() {
    let room = Room::new();
    let with = |profile: &str| {
        let file = room.file("profile.toml", profile);
        (alveole(["fill", "--letters", LETTERS, "--reveal", "3,2", "--format", "jsonl", "--profile", &file]), file)
    };
    let (run, _) = with("crossings = { min = 40, max = 45 }\n");
    run.ends(6).says("error: layout 0: the profile was not met within ");
    assert!(run.err.contains("where the profile asks for 40 to 45; "), "{}", run.err);
    assert!(run.err.ends_with("an option of `alveole layout generate`: name its masks by --layouts\n"), "{}", run.err);
    assert_eq!(run.out, "");
    let (run, file) = with("hole = 4\ncrossings = { min = 5, max = 4 }\n");
    run.ends(2).says(&format!("error: {file}:2:13: crossings: min 5 is above max 4"));
    let (run, _) = with("across = { min = 9, max = 9 }\n");
    for grid in &units(&run.ends(0).out)[0].pair.grids {
        let across = grid.words.iter().filter(|word| word.direction == Direction::Across);
        assert_eq!(across.count(), 9);
    }
}

#[test]
fn words_are_those_of_the_lexicon_and_its_level() {
    let room = Room::new();
    for (bytes, why) in [
        (&b"chat\nch4t\n"[..], "2:3: \"ch4t\" is no word: '4' at column 3 is no letter; write one word a line"),
        (b"chat\nle chat\n", "2:3: \"le chat\" is no word"),
        (b"", "1:1: no word of 3 to 11 letters"),
        (b"chat\nch\xe2t\n", "2:3: not UTF-8: save the file as UTF-8"),
    ] {
        let file = room.bytes("words.txt", bytes);
        let run = fill("3,2", &["--lexicon", &file]);
        run.ends(2).says(&format!("error: {file}:{why}"));
        assert_eq!(run.out, "");
    }
    fill("3,2", &["--lexicon", "no/such"]).ends(5).says("error: cannot read no/such: there is no such file\n");
    let none = room.file("blocked.txt", "merde\n");
    fill("3,2", &["--lexicon", &none]).ends(2).says("error: every word of the lexicon is blocked");

    // Familiar words only; and an own list, accents and all.
    let familiar: BTreeSet<Word> = Lexicon::embedded().at_level(Level::A).entries().map(|entry| entry.word).collect();
    let of_level_a = units(&fill("3,2", &["--level", "A", "--count", "5"]).ends(0).out);
    assert!(
        of_level_a
            .iter()
            .flat_map(|unit| &unit.pair.grids)
            .flat_map(|grid| &grid.words)
            .all(|word| familiar.contains(&word.word))
    );
    let of_level_c = fill("3,2", &["--level", "C", "--count", "5"]);
    judged(&of_level_c.ends(0).out, &[]);
    let list: Vec<String> =
        Lexicon::embedded().at_level(Level::A).entries().map(|entry| format!("{}\n", entry.displays[0])).collect();
    let (run, letters) = (
        alveole_on(
            [
                "fill",
                "--letters",
                LETTERS,
                "--reveal",
                "3,2",
                "--layouts",
                LAYOUT,
                "--format",
                "jsonl",
                "--lexicon",
                "-",
            ],
            &list.concat(),
        ),
        &familiar,
    );
    let unit = units(&run.ends(0).out).remove(0);
    assert!(unit.pair.grids.iter().flat_map(|grid| &grid.words).all(|word| letters.contains(&word.word)));
    judged(&run.out, &[]);
}

#[test]
fn overrides_ban_add_and_move_words() {
    let room = Room::new();
    let plain = fill("3,2", &["--count", "20"]);
    let banned: Vec<String> = words(&units(&plain.ends(0).out)[0]);
    let lines: Vec<String> = banned.iter().map(|word| format!("ban\t{word}\t-")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let file = room.file("ban.tsv", &overrides(&lines));
    let run = fill("3,2", &["--count", "20", "--overrides", &file]);
    for unit in units(&run.ends(0).out) {
        assert!(words(&unit).iter().all(|word| !banned.contains(word)));
    }
    judged(&run.out, &["--overrides", &file]);

    // XYLEMES is added; AIGREUR, of level C, becomes familiar. Both then fit where 7 letters go.
    let at = |word: &str| format!("1:4:0:across={word}");
    fill("3,2", &["--lock", &at("xylèmes")]).ends(2);
    fill("3,2", &["--lock", &at("aigreur"), "--level", "A"]).ends(2);
    let file = room.file("team.tsv", &overrides(&["add\txylèmes\tA", "level\taigreur\tA"]));
    for word in ["xylèmes", "aigreur"] {
        let run = fill("3,2", &["--lock", &at(word), "--level", "A", "--overrides", &file]);
        let unit = units(&run.ends(0).out).remove(0);
        assert!(unit.pair.grids[0].words.iter().any(|placed| &*placed.display == word), "{word}");
        judged(&run.out, &["--overrides", &file]);
    }

    for (lines, why) in [
        (&["ban\tchat\t-", "allow\tchat\t-"][..], "4:7: line 3 already decides on CHAT: keep one of the two"),
        (&["add\tchat\tA", "level\tCHAT\tB"], "4:7: line 3 already decides on CHAT: keep one of the two"),
        (&["level\txylèmes\tA"], "3:1: XYLEMES is not in the lexicon: add it before setting its level"),
        (&["ban\tch4t\t-"], "3:5: \"ch4t\" is no word"),
    ] {
        let file = room.file("wrong.tsv", &overrides(lines));
        let run = fill("3,2", &["--overrides", &file]);
        run.ends(2).says(&format!("error: {file}:{why}"));
        assert_eq!(run.out, "");
    }
}
