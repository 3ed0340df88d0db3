//! Lists that are not those of the bank, and pictures of odds.

use std::fs;

use super::cli::{Room, alveole, alveole_on, overrides};
use super::{bank, room};

const UNITS: &str = include_str!("../data/units.jsonl");

#[test]
fn check_says_first_what_is_other() {
    let (room, file) = room();
    let (list, team) =
        (room.file("list.txt", "quelquechose\n"), room.file("team.tsv", &overrides(&["ban\tmoulin\t-"])));
    let lexicon = room.file("words.txt", "chat\n");
    let more = ["--blocklist", &list, "--overrides", &team, "--lexicon", &lexicon];
    let run = bank("check", &file, &more);
    run.ends(4);
    let said: Vec<&str> = run.err.lines().collect();
    assert!(said[0].starts_with(&format!("{file}: the lexicon: the bank was made with ")), "{}", run.err);
    assert!(
        said[1].starts_with(&format!("{file}: list.txt: the bank was made with none, and here is ")),
        "{}",
        run.err
    );
    assert!(
        said[2].starts_with(&format!("{file}: the overrides: the bank was made with none, and here is ")),
        "{}",
        run.err
    );
    assert!(said[3].ends_with("8 pairs, 8 unsound"), "{}", run.err);
    bank("check", &file, &[]).ends(0).says(&format!("{file}: 8 pairs, all sound"));
}

#[test]
fn odds_are_drawn() {
    let room = Room::new();
    let path = room.at("odds.svg");
    let arguments = ["odds", "-", "--plot", path.to_str().unwrap()];
    let first = UNITS.lines().next().unwrap();
    let run = alveole_on(arguments, first);
    run.ends(0).silent();
    let svg = fs::read_to_string(&path).unwrap();
    let framed = svg.matches("stroke=\"#e4572e\"").count();
    assert_eq!((svg.matches(" rx=\"3\"").count(), framed), (100, 37), "a cell an outcome; a block may contain 37");
    // What the table says of 9+9 is what its cell says.
    let top = run.out.lines().find(|line| line.contains("250,000 €")).unwrap();
    let one_in = top.split_whitespace().nth(4).unwrap();
    assert!(svg.contains(&format!(">1 in {one_in}</text><text ")) && svg.contains(">250,000 €</text>"), "{top}");
    // It is not replaced by chance, and said before anything is counted.
    let again = alveole_on(arguments, first);
    again.ends(2).says("error: ");
    assert_eq!(again.out, "");
    alveole_on(["odds", "-", "--force", "--plot", path.to_str().unwrap()], UNITS).ends(0);
    assert!(fs::read_to_string(&path).unwrap().contains(" pairs of standard input</title>"));
    let none = room.at("none.svg");
    alveole_on(["odds", "-", "--plot", none.to_str().unwrap()], "")
        .ends(2)
        .says("error: standard input: there is no unit");
    assert!(!none.exists());
    alveole(["odds", "x.jsonl", "--force"]).ends(2);
}
