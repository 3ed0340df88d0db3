//! Locked words and letters, and themes: kept in every unit, or refused with the reason.

use crate::cli::{Room, alveole, alveole_on};
use crate::{LETTERS, fill, judged, rows, units, words};

#[test]
fn locks_are_kept() {
    let locks =
        ["--lock", "1:4:0:across=baleine", "--lock", "2:2:4=M", "--lock", "1:4:0=B", "--lock", "2:0:4:down=homard"];
    let run = fill("3,2", &[&locks[..], &["--count", "6"]].concat());
    let units = units(&run.ends(0).out);
    assert_eq!(units.len(), 6);
    for unit in &units {
        let [first, second] = [0, 1].map(|grid| rows(&unit.pair.grids[grid]));
        assert!(first[4].starts_with("BALEINE#"), "{first:?}");
        assert!(second[2].starts_with("####M"), "{second:?}");
    }
    judged(&run.out, &[]);
}

#[test]
fn locks_that_can_not_be_are_2() {
    for (locks, why) in [
        (
            &["1:4:0:across=BALEINE", "1:4:2=X"][..],
            "locks 1:4:0:across=BALEINE and 1:4:2=X contradict each other: row 4, column 2 would be both L and X",
        ),
        (
            &["1:0:4=C", "1:0:4=D"],
            "locks 1:0:4=C and 1:0:4=D contradict each other: row 0, column 4 would be both C and D",
        ),
        (
            &["1:4:0:across=CHEVRON", "1:7:1:across=CHEVRON"],
            "locks 1:4:0:across=CHEVRON and 1:7:1:across=CHEVRON contradict each other: CHEVRON may stand only once in a unit",
        ),
        (
            &["1:8:7:across=CHAT", "2:9:1:across=CHATS"],
            "locks 1:8:7:across=CHAT and 2:9:1:across=CHATS contradict each other: CHAT and CHATS share a lemma",
        ),
        (&["1:0:0=C"], "lock 1:0:0=C: row 0, column 0 is a grey cell or outside the box"),
        (&["1:12:0=C"], "lock 1:12:0=C: row 12, column 0 is a grey cell or outside the box"),
        (&["3:0:4=C"], "lock 3:0:4=C: there is no grid 3: grids are 1 to 2"),
        (&["0:0:4=C"], "lock 0:0:4=C: there is no grid 0: grids are 1 to 2"),
        (&["1:4:0:across=CHAT"], "lock 1:4:0:across=CHAT: CHAT has 4 letters, the place has 7"),
        (&["1:4:1:across=BALEINE"], "lock 1:4:1:across=BALEINE: the across word there starts at row 4, column 0"),
        (&["1:4:0:down=BALEINE"], "lock 1:4:0:down=BALEINE: no down word passes row 4, column 0"),
        (
            &["1:4:0:across=XYLEMES"],
            "lock 1:4:0:across=XYLEMES: XYLEMES is not among the words in use: it is not in the lexicon at this level, or it is blocked",
        ),
        (&["1:9:1:across=MERDE"], "lock 1:9:1:across=MERDE: MERDE is not among the words in use"),
    ] {
        let arguments: Vec<&str> = locks.iter().flat_map(|lock| ["--lock", lock]).collect();
        let run = fill("3,2", &arguments);
        run.ends(2).says(&format!("error: {why}"));
        assert_eq!(run.out, "");
    }
    for (lock, why) in [
        ("1:0=C", "\"1:0\" is no place; write GRID:ROW:COLUMN:across=WORD"),
        ("1:0:0:up=CHAT", "\"1:0:0:up\" is no place"),
        ("1:0:x=C", "\"x\" is no number"),
        ("1:0:0=CH", "\"CH\" is not one letter"),
        ("1:0:0=4", "\"4\": '4' at column 1 is no letter"),
        ("1:0:0", "no = in \"1:0:0\""),
    ] {
        let run = fill("3,2", &["--lock", lock]);
        run.ends(2);
        assert!(
            run.err.starts_with(&format!("error: invalid value '{lock}' for '--lock <LOCK>': {why}")),
            "{}",
            run.err
        );
    }
    // Places are known on one layout only.
    let run = alveole(["fill", "--letters", LETTERS, "--reveal", "3,2", "--lock", "1:4:0=B"]);
    run.ends(2);
    assert!(run.err.contains("--layouts <FILE>"), "{}", run.err);
    let several = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/layout/seed-0.12x12.txt");
    let run = alveole(["fill", "--letters", LETTERS, "--reveal", "3,2", "--layouts", several, "--lock", "1:4:0=B"]);
    run.ends(2).says(&format!("error: --lock needs exactly one layout, and {several} has 4: keep one of them\n"));
}

#[test]
fn a_theme_stands_in_every_unit() {
    let room = Room::new();
    let theme = [
        "pomme", "poire", "cerise", "fraise", "citron", "orange", "banane", "melon", "raisin", "olive", "noix", "figue",
    ];
    let list = room.file("fruit.txt", &format!("# fruit\n{}\nxyzzy\nàbcd\n", theme.join("\n")));
    let folded: Vec<String> = theme.iter().map(|word| word.to_uppercase()).collect();
    let run = fill("3,2", &["--count", "5", "--theme", &list, "--theme-min", "4"]);
    run.ends(0);
    let units = units(&run.out);
    assert_eq!(units.len(), 5);
    for unit in &units {
        let themed = words(unit).iter().filter(|word| folded.contains(word)).count();
        assert!(themed >= 4, "{themed} theme words");
    }
    judged(&run.out, &[]);
    let told =
        format!("{list}: 2 of 14 theme words are not in use, being unknown at level B or blocked: ABCD, XYZZY\n");
    assert!(run.err.starts_with(&told), "{}", run.err);

    let run = fill("3,2", &["--theme", &list, "--theme-min", "13"]);
    run.ends(3);
    let why =
        "proved infeasible on any layout: 12 theme words (one a lemma) are among the words in use, and 13 are wanted\n";
    assert!(run.err.contains(why), "{}", run.err);
    assert_eq!(run.out, "");
    // More than this layout can hold under a lock: the proof says what it takes for granted.
    let few = room.file("few.txt", "noix\nnoisette\n");
    let run = fill(
        "3,2",
        &["--theme", &few, "--theme-min", "2", "--lock", "1:2:4:across=APPROUVE", "--lock", "2:2:4:across=FLUIDITE"],
    );
    run.ends(3);
    let why = "proved infeasible, given the locks and the theme, on exactly this choice of layouts: layouts 1+1: ";
    assert!(run.err.contains(why), "{}", run.err);

    fill("3,2", &["--theme", &list]).ends(2);
    fill("3,2", &["--theme-min", "3"]).ends(2);
    let run = fill("3,2", &["--theme", &list, "--theme-min", "37"]);
    run.ends(2).says("error: --theme-min: 37 theme words wanted, and a unit has 36 words\n");
    let wrong = room.file("wrong.txt", "pomme\nle chat\n");
    fill("3,2", &["--theme", &wrong, "--theme-min", "1"])
        .ends(2)
        .says(&format!("error: {wrong}:2:3: \"le chat\" is no word"));
    fill("3,2", &["--theme", "no/such", "--theme-min", "1"]).ends(5).says("error: cannot read no/such");
    let twice = alveole_on(
        ["fill", "--letters", LETTERS, "--reveal", "3,2", "--theme", "-", "--theme-min", "1", "--lexicon", "-"],
        "chat\n",
    );
    twice.ends(2).says("error: standard input can be only one of the files");
}
