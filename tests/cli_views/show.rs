//! `alveole bank show`.

use alveole::bank::Bank;
use alveole::letters::Letter;

use super::{bank, json, room};

#[test]
fn a_pair_as_people_read_it() {
    let (room, file) = room();
    let run = bank("show", &file, &["--pair", "3"]);
    run.ends(0).silent();
    assert!(run.out.starts_with("pair 3, level B\n\n  Grille 1 "), "{}", run.out);
    let opened = Bank::open(&room.at("bank.parquet")).unwrap();
    let made = opened.pair(3).unwrap();
    for grid in &made.pair.grids {
        // Cells in capitals, without a mark: there are no letters that complete anything.
        for row in 0..grid.cells.rows() {
            let cells = grid.cells.row(row).iter().map(|cell| cell.map_or('·', Letter::to_char));
            let row = cells.map(String::from).collect::<Vec<_>>().join(" ");
            assert!(run.out.contains(&row), "{row}\n{}", run.out);
        }
        assert!(grid.words.iter().all(|word| run.out.contains(&*word.display)), "{}", run.out);
    }
    assert!(!run.out.contains('*') && !run.out.contains("completed:"), "{}", run.out);
    // A line a result, best first; its sets are the sum of those of its outcomes.
    let lots: Vec<&str> = run.out.lines().filter(|line| line.contains(" €  ")).collect();
    assert!(lots.len() == 10 && lots[0].starts_with("   250,000 €  ") && lots[9].starts_with("         0 €  "));
    let number = |text: &str| text.replace(',', "").parse::<u32>().unwrap();
    for lot in &lots {
        let figures: Vec<&str> = lot.split_once(" €").unwrap().1.split_whitespace().collect();
        let (sets, parts) = (number(figures[0]), &figures[2..]);
        assert_eq!(parts.chunks(2).map(|part| number(part[1])).sum::<u32>(), sets, "{lot}");
    }
}

#[test]
fn several_pairs() {
    let (_room, file) = room();
    let run = bank("show", &file, &["--pair", "6,0..2,1", "--format", "jsonl"]);
    run.ends(0).silent();
    let numbers: Vec<_> = json(&run.out).iter().map(|pair| pair["pair"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [0, 1, 2, 6], "each once, in order");
    let text = bank("show", &file, &["--pair", "0..7"]);
    assert_eq!(text.ends(0).out.matches("Grille 2").count(), 8);
}

#[test]
fn what_is_not_there_is_told() {
    let (_room, file) = room();
    let run = bank("show", &file, &["--pair", "0,8"]);
    run.ends(2).says("error: there is no pair 8: the bank has 8 pairs, numbered from 0");
    let run = bank("show", &file, &["--pair", "4..2"]);
    run.ends(2);
    assert!(run.err.contains("write numbers of pairs, such as 3 or 0,4,7 or 10..19"), "{}", run.err);
    bank("show", &file, &[]).ends(2);
    bank("show", "./missing.parquet", &["--pair", "0"]).ends(5);
}
