//! A unit as two crosswords that other programs open: ipuz, version 2 (<http://ipuz.org/v2>).
//!
//! One JSON array, one crossword a grid. Cells are numbered as crosswords are: in reading order, where a word starts. The
//! game has no clues, and programs that open crosswords want some, so a clue tells how many letters its word has (`4
//! lettres`): the file can be played without giving its words away. What ipuz has no field for stands in extensions, for
//! the reader that wants the record whole:
//!
//! | extension | what it holds |
//! |---|---|
//! | `org.alveole:game` | name of the game, such as `mots-croises` |
//! | `org.alveole:grid` | number of the grid, from 1 |
//! | `org.alveole:letters` | the unit's letters, in the order of the question marks |
//! | `org.alveole:completed` | completed words of this grid, as the record has them |
//! | `org.alveole:lot_cents` | lot of the unit, null where the prize table has no such sum |
//! | `org.alveole:display` | the words with their accents, by direction and number |
//!
//! A pair of a bank, to which no letters are dealt yet, has its number in the bank, `org.alveole:pair`, in place of letters,
//! completed words and lot.

use std::io::{self, Write};

use serde::Serialize;
use thiserror::Error;

use super::write_json_line;
use crate::game::Game;
use crate::letters::{Letter, Word};
use crate::money::Cents;
use crate::unit::{Cells, CrosswordUnit, Direction, Grid, GridPair};

/// Why a unit can't be written as crosswords.
#[derive(Debug, Error)]
pub enum IpuzError {
    /// The words of the record are not those that the cells show, so that a reader would be shown something else.
    #[error("grid {grid}: {problem}; verify the unit before it is exported")]
    Unsound {
        /// From 1.
        grid: usize,
        /// What does not agree.
        problem: String,
    },
    /// What the system says.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a unit as one line: a JSON array with a crossword a grid.
///
/// # Errors
/// When the words of the record are not the runs of its cells, or the writer fails.
pub fn write_ipuz(game: &Game, unit: &CrosswordUnit, out: impl Write) -> Result<(), IpuzError> {
    let letters: String = unit.letters.iter().map(|letter| letter.to_char()).collect();
    let dealt =
        |grid: usize| Of::Unit { letters: &letters, completed: unit.completed.get(grid).copied(), lot_cents: unit.lot };
    write(&game.title, &unit.game, &unit.pair, dealt, out)
}

/// Writes a pair of a bank in the same way, with its number there.
///
/// # Errors
/// As [`write_ipuz`].
pub fn write_pair_ipuz(game: &Game, number: usize, pair: &GridPair, out: impl Write) -> Result<(), IpuzError> {
    write(&game.title, &game.name, pair, |_| Of::Pair { pair: number }, out)
}

fn write<'a>(
    title: &str,
    game: &str,
    pair: &GridPair,
    of: impl Fn(usize) -> Of<'a>,
    out: impl Write,
) -> Result<(), IpuzError> {
    let grids = (1..).zip(&pair.grids).map(|(number, grid)| {
        let clues = Clues::of(grid).map_err(|problem| IpuzError::Unsound { grid: number, problem })?;
        Ok(Crossword {
            version: "http://ipuz.org/v2",
            kind: ["http://ipuz.org/crossword#1"],
            title: format!("{title}, Grille {number}"),
            block: "#",
            empty: 0,
            dimensions: Dimensions { width: grid.cells.columns(), height: grid.cells.rows() },
            puzzle: clues.numbers,
            solution: rows(&grid.cells, |cell| cell.map_or('#', Letter::to_char)),
            clues: clues.lengths,
            game,
            grid: number,
            of: of(number - 1),
            display: clues.displays,
        })
    });
    let grids: Vec<Crossword> = grids.collect::<Result<_, IpuzError>>()?;
    Ok(write_json_line(&grids, out)?)
}

#[derive(Serialize)]
struct Crossword<'a> {
    version: &'static str,
    kind: [&'static str; 1],
    title: String,
    block: &'static str,
    empty: u8,
    dimensions: Dimensions,
    puzzle: Vec<Vec<Cell>>,
    solution: Vec<Vec<char>>,
    clues: ByDirection<String>,
    #[serde(rename = "org.alveole:game")]
    game: &'a str,
    #[serde(rename = "org.alveole:grid")]
    grid: usize,
    #[serde(flatten)]
    of: Of<'a>,
    #[serde(rename = "org.alveole:display")]
    display: ByDirection<&'a str>,
}

/// What the grids belong to.
#[derive(Serialize)]
#[serde(untagged)]
enum Of<'a> {
    Unit {
        #[serde(rename = "org.alveole:letters")]
        letters: &'a str,
        #[serde(rename = "org.alveole:completed")]
        completed: Option<u8>,
        #[serde(rename = "org.alveole:lot_cents")]
        lot_cents: Option<Cents>,
    },
    Pair {
        #[serde(rename = "org.alveole:pair")]
        pair: usize,
    },
}

#[derive(Serialize)]
struct Dimensions {
    width: usize,
    height: usize,
}

/// A cell of the puzzle: a word's number, 0 where none starts, or `#`.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Cell {
    Number(u16),
    Grey(char),
}

/// Texts by direction, each with the number of its word.
#[derive(Serialize)]
struct ByDirection<T> {
    #[serde(rename = "Across")]
    across: Vec<(u16, T)>,
    #[serde(rename = "Down")]
    down: Vec<(u16, T)>,
}

impl<T> ByDirection<T> {
    const fn new() -> Self {
        Self { across: Vec::new(), down: Vec::new() }
    }

    fn push(&mut self, direction: Direction, number: u16, text: T) {
        match direction {
            Direction::Across => self.across.push((number, text)),
            Direction::Down => self.down.push((number, text)),
        }
    }
}

/// What the runs of a grid's cells are numbered, and what the record says of them.
struct Clues<'a> {
    numbers: Vec<Vec<Cell>>,
    lengths: ByDirection<String>,
    displays: ByDirection<&'a str>,
}

impl<'a> Clues<'a> {
    fn of(grid: &'a Grid) -> Result<Self, String> {
        let cells = &grid.cells;
        let mut numbers = rows(cells, |cell| if cell.is_some() { Cell::Number(0) } else { Cell::Grey('#') });
        let (mut lengths, mut displays) = (ByDirection::new(), ByDirection::new());
        let (mut last, mut words) = (0, 0);
        for (row, line) in numbers.iter_mut().enumerate() {
            for (column, cell) in line.iter_mut().enumerate() {
                let starting = [Direction::Across, Direction::Down]
                    .map(|direction| (direction, run(cells, row, column, direction)))
                    .into_iter()
                    .filter(|(_, run)| !run.is_empty());
                for (place, (direction, run)) in starting.enumerate() {
                    if place == 0 {
                        last += 1;
                        *cell = Cell::Number(last);
                    }
                    words += 1;
                    displays.push(direction, last, listed(grid, &run, row, column, direction)?);
                    lengths.push(direction, last, format!("{} lettres", run.len()));
                }
            }
        }
        if words == grid.words.len() {
            Ok(Self { numbers, lengths, displays })
        } else {
            Err(format!("the record lists {} words, and the cells show {words}", grid.words.len()))
        }
    }
}

/// The run of two or more letter cells that starts at this cell, or nothing.
fn run(cells: &Cells, row: usize, column: usize, direction: Direction) -> Vec<Letter> {
    let (down, right) = if direction == Direction::Down { (1, 0) } else { (0, 1) };
    let before = row.checked_sub(down).zip(column.checked_sub(right)).and_then(|(row, column)| at(cells, row, column));
    if before.is_some() {
        return Vec::new();
    }
    let run: Vec<Letter> = (0..).map_while(|step| at(cells, row + step * down, column + step * right)).collect();
    if run.len() < 2 { Vec::new() } else { run }
}

/// A cell; grey outside the box.
fn at(cells: &Cells, row: usize, column: usize) -> Option<Letter> {
    if row < cells.rows() { cells.get(row, column) } else { None }
}

/// The display form of the record's word at the place of a run.
fn listed<'a>(
    grid: &'a Grid,
    run: &[Letter],
    row: usize,
    column: usize,
    direction: Direction,
) -> Result<&'a str, String> {
    let place = (row, column, direction);
    let word = grid.words.iter().find(|word| (word.row.into(), word.column.into(), word.direction) == place);
    match word {
        Some(word) if word.word.letters() == run => Ok(&word.display),
        _ => {
            let shown =
                Word::from_letters(run).map_or_else(|| format!("{} letters", run.len()), |word| word.to_string());
            Err(format!("row {row}, column {column}, {direction}: the cells show {shown}, which the record does not"))
        }
    }
}

/// Something of every cell, row by row.
fn rows<T>(cells: &Cells, of: impl Fn(Option<Letter>) -> T) -> Vec<Vec<T>> {
    (0..cells.rows()).map(|row| cells.row(row).iter().map(|cell| of(*cell)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::unit_json::read_units;

    const UNIT: &str = concat!(
        r###"{"schema":"alveole/unit/1","game":"mots-croises","letters":"CHATSON","grids":[{"rows":["CHAT#","#E#OS"],"words":["###,
        r#"{"word":"CHAT","display":"chat","row":0,"column":0,"direction":"across"},"#,
        r#"{"word":"OS","display":"os","row":1,"column":3,"direction":"across"},"#,
        r#"{"word":"HE","display":"hé","row":0,"column":1,"direction":"down"},"#,
        r#"{"word":"TO","display":"to","row":0,"column":3,"direction":"down"}]}],"completed":[3],"lot_cents":1000}"#
    );

    fn ipuz(unit: &str) -> Result<String, IpuzError> {
        let unit = read_units(unit.as_bytes()).next().unwrap().unwrap().1;
        let mut out = Vec::new();
        write_ipuz(&Game::mots_croises(), &unit, &mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_small_grid() {
        let expected = concat!(
            r###"[{"version":"http://ipuz.org/v2","kind":["http://ipuz.org/crossword#1"],"title":"Maxi Mots Croisés, Grille 1","###,
            r###""block":"#","empty":0,"dimensions":{"width":5,"height":2},"###,
            r###""puzzle":[[1,2,0,3,"#"],["#",0,"#",4,0]],"###,
            r###""solution":[["C","H","A","T","#"],["#","E","#","O","S"]],"###,
            r###""clues":{"Across":[[1,"4 lettres"],[4,"2 lettres"]],"Down":[[2,"2 lettres"],[3,"2 lettres"]]},"###,
            r###""org.alveole:game":"mots-croises","org.alveole:grid":1,"org.alveole:letters":"CHATSON","###,
            r###""org.alveole:completed":3,"org.alveole:lot_cents":1000,"###,
            r###""org.alveole:display":{"Across":[[1,"chat"],[4,"os"]],"Down":[[2,"hé"],[3,"to"]]}}]"###,
            "\n"
        );
        assert_eq!(ipuz(UNIT).unwrap(), expected);
    }

    #[test]
    fn a_pair_of_a_bank() {
        let unit = read_units(UNIT.as_bytes()).next().unwrap().unwrap().1;
        let mut out = Vec::new();
        write_pair_ipuz(&Game::mots_croises(), 17, &unit.pair, &mut out).unwrap();
        let dealt = r#""org.alveole:letters":"CHATSON","org.alveole:completed":3,"org.alveole:lot_cents":1000"#;
        assert_eq!(String::from_utf8(out).unwrap(), ipuz(UNIT).unwrap().replace(dealt, r#""org.alveole:pair":17"#));
    }

    #[test]
    fn what_does_not_agree_is_not_exported() {
        for (from, to, message) in [
            (
                "\"CHAT\",\"d",
                "\"CHUT\",\"d",
                "grid 1: row 0, column 0, across: the cells show CHAT, which the record does not",
            ),
            ("\"row\":1", "\"row\":0", "grid 1: row 1, column 3, across: the cells show OS"),
            ("\"#E#OS\"", "\"###OS\"", "grid 1: the record lists 4 words, and the cells show 3; verify"),
        ] {
            let error = ipuz(&UNIT.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
