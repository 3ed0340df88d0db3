//! What people are shown is what the record says.

use alveole::formats::text::write_text;
use alveole::formats::unit_json::read_units;
use alveole::game::Game;
use alveole::unit::{CrosswordUnit, Direction};

const UNITS: &str = include_str!("../data/units.jsonl");

fn units() -> Vec<CrosswordUnit> {
    read_units(UNITS.as_bytes()).map(|unit| unit.unwrap().1).collect()
}

fn shown(unit: &CrosswordUnit, colour: bool) -> String {
    let mut text = Vec::new();
    write_text(&Game::mots_croises(), unit, colour, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The text without its colours.
fn plain(text: &str) -> String {
    let parts = text.split('\x1b').enumerate();
    parts.map(|(place, part)| if place == 0 { part } else { part.split_once('m').unwrap().1 }).collect()
}

#[test]
fn golden() {
    assert_eq!(shown(&units()[0], false), include_str!("../data/unit.txt"));
}

#[test]
fn the_grids_read_back_are_the_record() {
    for unit in units() {
        let (text, coloured) = (shown(&unit, false), shown(&unit, true));
        // Colour takes the place of the marks in the grids, and of nothing else.
        for (line, (coloured, text)) in plain(&coloured).lines().zip(text.lines()).enumerate() {
            let text = if line < 20 { text.replace('*', " ") } else { text.into() };
            assert_eq!(coloured, text.trim_end());
        }
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let mut left = 2;
        for grid in &unit.pair.grids {
            let cells = &grid.cells;
            let completed = |row: usize, column: usize| {
                grid.words.iter().any(|word| {
                    let uncovered = word.word.letters().iter().all(|letter| unit.letters.contains(letter));
                    uncovered
                        && (0..word.word.len()).any(|step| {
                            let (down, right) = if word.direction == Direction::Down { (step, 0) } else { (0, step) };
                            (usize::from(word.row) + down, usize::from(word.column) + right) == (row, column)
                        })
                })
            };
            for row in 0..cells.rows() {
                let line = &lines[6 + row];
                for column in 0..cells.columns() {
                    let expected = cells.get(row, column).map_or('·', |letter| {
                        let uncovered = unit.letters.contains(&letter);
                        if uncovered { letter.to_char() } else { letter.to_char().to_ascii_lowercase() }
                    });
                    assert_eq!(line[left + 2 * column], expected, "{text}");
                    let mark = line.get(left + 2 * column + 1) == Some(&'*');
                    assert_eq!(mark, completed(row, column), "row {row}, column {column} of\n{text}");
                }
            }
            left = lines[4].iter().collect::<String>().find("Grille 2").unwrap_or(0);
        }
        for (grid, completed) in unit.pair.grids.iter().zip(&unit.completed) {
            assert!(text.contains(&format!("{completed} completed")), "{text}");
            assert!(grid.words.iter().all(|word| text.contains(&*word.display)), "{text}");
        }
        assert!(!text.contains("record   says"), "{text}");
    }
}

#[test]
fn a_false_record_is_told() {
    let mut unit = units().remove(0);
    unit.completed = vec![3, 1];
    unit.lot = None;
    let text = shown(&unit, false);
    assert!(text.contains("record   says 3 and 1 completed words, which is not what stands here"), "{text}");
    assert!(text.contains("record   says a lot of none"), "{text}");
}

#[test]
fn nothing_reaches_the_terminal_but_text() {
    let mut unit = units().remove(0);
    unit.pair.grids[0].words[0].display = "b\x1b[2Jip\n".into();
    unit.pair.grids[0].words[1].row = 200;
    unit.pair.grids.truncate(1);
    assert!(shown(&unit, false).contains("b\u{fffd}[2Jip\u{fffd}"));
}

mod hives {
    use alveole::formats::hive_text::write_hive_text;
    use alveole::formats::unit_json::read_lines;
    use alveole::game::HiveGame;
    use alveole::unit::HiveUnit;

    fn units() -> Vec<HiveUnit> {
        let lines = read_lines(&include_bytes!("../data/hive/seed-0.jsonl")[..]);
        lines.map(|line| line.unwrap().hive_unit().unwrap()).collect()
    }

    fn shown(unit: &HiveUnit, pick: usize, colour: bool) -> String {
        let mut text = Vec::new();
        write_hive_text(&HiveGame::ruche_d_or(), unit, pick, colour, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn colour_tells_nothing_alone() {
        for unit in units() {
            let mut text = shown(&unit, 1, true);
            for code in ["\x1b[1;32m", "\x1b[1m", "\x1b[0m"] {
                text = text.replace(code, "");
            }
            assert_eq!(text, shown(&unit, 1, false));
        }
    }

    /// What a player sees differs by the pick in symbols only: marks, amounts and lot are the same.
    #[test]
    fn the_pick_changes_symbols_only() {
        let blind = |text: String| {
            let names = ["fleur", "miel", "reine"];
            let text = names.iter().fold(text, |text, name| text.replace(name, ""));
            text.replace(' ', "")
        };
        for unit in units() {
            let first = blind(shown(&unit, 0, false));
            assert_eq!(blind(shown(&unit, 1, false)), first);
            assert_eq!(blind(shown(&unit, 2, false)), first);
        }
    }

    /// The lines of a honeycomb lie around one middle, and what wins is marked three times or more.
    #[test]
    fn lines_are_centred_and_wins_are_marked() {
        for unit in units() {
            let text = shown(&unit, 2, false);
            let middles: Vec<usize> = text
                .lines()
                .filter(|line| line.contains('|'))
                .map(|line| {
                    let bars: Vec<usize> =
                        line.chars().enumerate().filter(|(_, char)| *char == '|').map(|(at, _)| at).collect();
                    bars[0] + bars[bars.len() - 1]
                })
                .collect();
            assert_eq!(middles.len(), 7 * unit.hives.len());
            assert!(middles.iter().all(|middle| *middle == middles[0]), "{text}");
            let losing = unit.lot.0 == 0;
            assert_eq!(text.contains('*'), !losing, "{text}");
        }
    }

    #[test]
    fn a_false_record_is_told() {
        let mut unit = units()[0].clone();
        unit.lot.0 = 1_000;
        unit.symbols = ["a\u{1b}[2J", "b", "c", "d", "e", "f"].map(Box::from).into();
        let text = shown(&unit, 0, false);
        assert!(text.contains("record   says a lot of 10 €, which is not what stands here\n"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }
}
