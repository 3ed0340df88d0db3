//! Units to judge, from `tests/data/judged.txt`: its head says how they are written.

use alveole::letters::{Letter, fold};
use alveole::money::Cents;
use alveole::unit::{Cells, CrosswordUnit, Direction, Grid, GridPair, PlacedWord};

const JUDGED: &str = include_str!("../data/judged.txt");

/// All units of the file, those with too many completed words too.
pub(crate) fn units() -> Vec<CrosswordUnit> {
    let mut units = Vec::new();
    let mut grids: Vec<(Vec<&str>, Vec<PlacedWord>)> = Vec::new();
    for line in JUDGED.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        match fields[..] {
            ["pair", _] => grids.clear(),
            ["grid"] => grids.push((Vec::new(), Vec::new())),
            ["row", row] => grids.last_mut().unwrap().0.push(row),
            ["word", word, display, row, column, direction] => grids.last_mut().unwrap().1.push(PlacedWord {
                word: fold(word).unwrap(),
                display: display.into(),
                row: row.parse().unwrap(),
                column: column.parse().unwrap(),
                direction: if direction == "across" { Direction::Across } else { Direction::Down },
            }),
            ["unit", letters, first, second, lot] => units.push(CrosswordUnit {
                game: "mots-croises".into(),
                letters: letters.bytes().map(|byte| Letter::from_ascii(byte).unwrap()).collect(),
                pair: GridPair {
                    grids: grids
                        .iter()
                        .map(|(rows, words)| Grid { cells: cells(rows), words: words.clone() })
                        .collect(),
                },
                completed: vec![first.parse().unwrap(), second.parse().unwrap()],
                lot: lot.parse().ok().map(Cents),
            }),
            _ => assert!(line.is_empty() || line.starts_with('#'), "{line}"),
        }
    }
    units
}

/// Cells from their rows: letters, and `#` for grey.
pub(crate) fn cells(rows: &[impl AsRef<str>]) -> Cells {
    let mut cells = Cells::grey(rows.len(), rows.first().map_or(0, |row| row.as_ref().len()));
    for (row, text) in rows.iter().enumerate() {
        for (column, byte) in text.as_ref().bytes().enumerate() {
            cells.set(row, column, Letter::from_ascii(byte));
        }
    }
    cells
}
