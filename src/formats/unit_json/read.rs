//! Reading: JSON to records with serde, records to units by hand, so that errors name grid, row and column.

use std::borrow::Cow;

use serde::Deserialize;

use super::SCHEMA;
use super::object::Object;
use crate::letters::{Letter, Word};
use crate::money::Cents;
use crate::table::Fault;
use crate::unit::{Cells, CrosswordUnit, Direction, Grid, GridPair, PlacedWord};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRecord<'a> {
    #[serde(borrow)]
    schema: Cow<'a, str>,
    game: String,
    #[serde(borrow)]
    letters: Cow<'a, str>,
    #[serde(borrow)]
    grids: Vec<Object<GridRecord<'a>>>,
    completed: Vec<u8>,
    // Null is said, never left out.
    #[serde(deserialize_with = "Option::deserialize")]
    lot_cents: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GridRecord<'a> {
    #[serde(borrow)]
    rows: Vec<Text<'a>>,
    #[serde(borrow)]
    words: Vec<Object<WordRecord<'a>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WordRecord<'a> {
    #[serde(borrow)]
    word: Cow<'a, str>,
    display: Box<str>,
    row: u8,
    column: u8,
    direction: Way,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Way {
    Across,
    Down,
}

/// A text that is borrowed where it can be, also as the item of a list.
#[derive(Deserialize)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// What tells one kind of record from another, whatever else stands there.
#[derive(Deserialize)]
struct Header {
    schema: Option<String>,
    game: Option<String>,
    grids: Option<serde::de::IgnoredAny>,
    hives: Option<serde::de::IgnoredAny>,
}

/// The unit of one line.
pub(super) fn unit(line: usize, bytes: &[u8]) -> Result<CrosswordUnit, Fault> {
    let text = utf8(line, bytes)?;
    match serde_json::from_str::<Object<UnitRecord>>(text) {
        Ok(Object(record)) if record.schema == SCHEMA => {
            from_record(record).map_err(|problem| Fault { line, column: 1, problem })
        }
        Ok(Object(record)) => Err(Fault { line, column: 1, problem: other_schema(&record.schema) }),
        Err(error) => Err(explain(line, text, &error, "hives")),
    }
}

/// The text of one line.
pub(super) fn utf8(line: usize, bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let column = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).chars().count() + 1;
        Fault { line, column, problem: "not UTF-8: save the file as UTF-8".into() }
    })
}

pub(super) fn other_schema(schema: &str) -> String {
    format!("schema is {schema:?}; this version reads {SCHEMA:?}")
}

/// What serde says, in our words where we have them. `foreign` is the field of units of the other kind.
pub(super) fn explain(line: usize, text: &str, error: &serde_json::Error, foreign: &str) -> Fault {
    let fault = |column, problem| Fault { line, column, problem };
    if !text.trim_start().starts_with('{') {
        let column = text.chars().take_while(|character| character.is_whitespace()).count() + 1;
        return fault(column, "no unit: a unit is one JSON object, {…}, on one line".into());
    }
    if let Ok(Object(Header { schema, game, grids, hives })) = serde_json::from_str(text) {
        let (other, own) = if foreign == "hives" { (hives, "grids") } else { (grids, "hives") };
        match (schema, game.filter(|_| other.is_some())) {
            (None, _) => return fault(1, format!("no unit: the field \"schema\" is missing; it is {SCHEMA:?}")),
            (Some(schema), _) if schema != SCHEMA => return fault(1, other_schema(&schema)),
            (_, Some(game)) => {
                return fault(1, format!("a unit of the game {game}, with {foreign}; units with {own} are read here"));
            }
            _ => {}
        }
    }
    // serde_json counts bytes.
    let column = text.bytes().take(error.column()).filter(|byte| byte & 0xC0 != 0x80).count().max(1);
    let said = error.to_string();
    let said = said.split_once(" at line ").map_or(&*said, |(problem, _)| problem);
    let said = said.replace("expected u8", "expected a whole number from 0 to 255").replace("u64", "a whole number");
    let problem = match error.classify() {
        serde_json::error::Category::Eof => format!("{said}: the line ends before the unit does; a unit is one line"),
        serde_json::error::Category::Data => said,
        _ => format!("no JSON: {said}"),
    };
    fault(column, problem)
}

fn from_record(record: UnitRecord) -> Result<CrosswordUnit, String> {
    let letters = (1..)
        .zip(record.letters.chars())
        .map(|(place, character)| {
            letter(character).ok_or_else(|| {
                format!("question mark {place}: {character:?} is no letter A-Z, without accent, upper case")
            })
        })
        .collect::<Result<_, _>>()?;
    let grids = (1..)
        .zip(record.grids)
        .map(|(number, Object(grid))| from_grid(grid).map_err(|problem| format!("grid {number}, {problem}")))
        .collect::<Result<_, _>>()?;
    Ok(CrosswordUnit {
        game: record.game,
        letters,
        pair: GridPair { grids },
        completed: record.completed,
        lot: record.lot_cents.map(Cents),
    })
}

fn from_grid(grid: GridRecord) -> Result<Grid, String> {
    let columns = grid.rows.first().map_or(0, |row| row.0.chars().count());
    let mut cells = Cells::grey(grid.rows.len(), columns);
    for (row, Text(text)) in grid.rows.iter().enumerate() {
        let length = text.chars().count();
        if length != columns {
            return Err(format!("row {row}: {length} cells where row 0 has {columns}; rows are equally long"));
        }
        for (column, character) in text.chars().enumerate().filter(|(_, character)| *character != '#') {
            let letter = letter(character).ok_or_else(|| {
                format!("row {row}, column {column}: {character:?} is neither a letter A-Z nor # for a grey cell")
            })?;
            cells.set(row, column, Some(letter));
        }
    }
    let words =
        (1..).zip(grid.words).map(|(number, Object(record))| from_word(number, record)).collect::<Result<_, _>>()?;
    Ok(Grid { cells, words })
}

fn from_word(number: usize, record: WordRecord) -> Result<PlacedWord, String> {
    let word = Word::from_ascii(record.word.as_bytes()).ok_or_else(|| {
        format!("word {number}: {:?} is no folded word of 1 to {} letters A-Z", record.word, Word::MAX)
    })?;
    let direction = match record.direction {
        Way::Across => Direction::Across,
        Way::Down => Direction::Down,
    };
    Ok(PlacedWord { word, display: record.display, row: record.row, column: record.column, direction })
}

fn letter(character: char) -> Option<Letter> {
    u8::try_from(character).ok().and_then(Letter::from_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::unit_json::{read_units, write_unit};

    const LINE: &str = concat!(
        r#"{"schema":"alveole/unit/1","game":"mots-croises","letters":"CHATSON","grids":["#,
        r####"{"rows":["#CHAT","###O#","###N#"],"words":[{"word":"CHAT","display":"chât","row":0,"column":1,"direction":"across"},"####,
        r#"{"word":"TON","display":"\"ton\"","row":0,"column":3,"direction":"down"}]},{"rows":[],"words":[]}],"#,
        r#""completed":[2,0],"lot_cents":500}"#
    );

    fn read(text: &str) -> Result<CrosswordUnit, String> {
        unit(7, text.as_bytes()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn what_is_read_is_written() {
        for text in [LINE.to_owned(), LINE.replace("500", "null"), LINE.replace("mots-croises", "loto \\\"x\\\"")] {
            let mut written = Vec::new();
            write_unit(&read(&text).unwrap(), &mut written).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), text + "\n");
        }
    }

    #[test]
    fn order_and_space_are_free() {
        let text = r#" { "lot_cents" : null , "completed":[], "grids":[], "letters":"\u0041", "game":"g", "schema":"alveole/unit/1" } "#;
        let unit = read(text).unwrap();
        assert_eq!((unit.letters.len(), unit.lot, unit.pair.grids.len()), (1, None, 0));
    }

    #[test]
    fn what_the_judge_can_judge_is_read() {
        for (from, to) in [
            ("CHATSON", "CHATSONCHATSONCHATSON"),
            ("\"row\":0", "\"row\":200"),
            ("[2,0]", "[10,9,8]"),
            ("500", "501"),
            ("\"chât\"", "\"chien\""),
            ("\"word\":\"CHAT\"", "\"word\":\"CHIEN\""),
        ] {
            assert!(read(&LINE.replacen(from, to, 1)).is_ok(), "{to}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (from, to, message) in [
            ("{\"schema\"", "units: {\"schema\"", "line 7, column 1: no unit: a unit is one JSON object"),
            ("\"completed\"", "completed", "line 7, column 294: no JSON: key must be a string"),
            ("}]},{", "}]},", "line 7, column 275: invalid type: string \"rows\", expected an object"),
            (
                ",\"lot_cents\":500}",
                "",
                "line 7, column 310: EOF while parsing an object: the line ends before the unit",
            ),
            ("500}", "500} {}", "line 7, column 329: no JSON: trailing characters"),
            (
                "unit/1",
                "unit/2",
                "line 7, column 1: schema is \"alveole/unit/2\"; this version reads \"alveole/unit/1\"",
            ),
            ("\"schema\":\"alveole/unit/1\",", "", "line 7, column 1: no unit: the field \"schema\" is missing"),
            ("\"game\"", "\"jeu\":1,\"game\"", "line 7, column 32: unknown field `jeu`"),
            ("\"grids\"", "\"hives\":[],\"grids\"", "line 7, column 1: a unit of the game mots-croises, with hives"),
            (",\"lot_cents\":500", "", "line 7, column 311: missing field `lot_cents`"),
            ("\"row\":0", "\"row\":0,\"row\":0", "line 7, column 166: duplicate field `row`"),
            (
                "\"row\":0",
                "\"row\":-1",
                "line 7, column 161: invalid value: integer `-1`, expected a whole number from 0 to 255",
            ),
            ("across", "acros", "line 7, column 191: unknown variant `acros`, expected `across` or `down`"),
            ("500", "5.00", "line 7, column 327: invalid type: floating point"),
            ("CHATSON", "CHATsON", "line 7, column 1: question mark 5: 's' is no letter A-Z"),
            ("CHATSON", "CHATÉON", "line 7, column 1: question mark 5: 'É' is no letter A-Z"),
            ("###O#", "###O", "line 7, column 1: grid 1, row 1: 4 cells where row 0 has 5"),
            ("###N#", "###n#", "line 7, column 1: grid 1, row 2, column 3: 'n' is neither a letter A-Z nor #"),
            ("#CHAT", "#CHÂT", "line 7, column 1: grid 1, row 0, column 3: 'Â' is neither"),
            ("#CHAT", ".CHAT", "line 7, column 1: grid 1, row 0, column 0: '.' is neither"),
            (
                "\"TON\"",
                "\"ton\"",
                "line 7, column 1: grid 1, word 2: \"ton\" is no folded word of 1 to 15 letters A-Z",
            ),
            ("\"TON\"", "\"\"", "line 7, column 1: grid 1, word 2: \"\" is no folded word"),
            ("\"TON\"", "\"ABCDEFGHIJKLMNOP\"", "line 7, column 1: grid 1, word 2: \"ABCDEFGHIJKLMNOP\" is no"),
        ] {
            let text = LINE.replacen(from, to, 1);
            assert_ne!(text, LINE, "{from}");
            let error = read(&text).unwrap_err();
            assert!(error.starts_with(message), "{to}: {error}");
        }
    }

    #[test]
    fn what_is_no_object_is_no_unit() {
        for text in
            ["[]", r#"["alveole/unit/1","g","",[],[],null]"#, "null", "7", "\"CHAT\"", "{}", "#alveole/lexicon/1"]
        {
            assert!(read(text).is_err(), "{text}");
        }
        let lists = LINE.replacen(r#"{"rows":[],"words":[]}"#, "[[],[]]", 1);
        assert!(read(&lists).unwrap_err().contains("expected an object"));
        let deep = format!("{{\"x\":{}", "[".repeat(100_000));
        assert!(read(&deep).is_err(), "and the stack holds");
        let error = unit(2, b"{\"g\xc3\xa9\xff").unwrap_err().to_string();
        assert_eq!(error, "line 2, column 5: not UTF-8: save the file as UTF-8");
    }

    #[test]
    fn reading_goes_on_after_a_bad_line() {
        let text = format!("{LINE}\n\nbad\n{LINE}\r\n");
        let read: Vec<_> = read_units(text.as_bytes()).map(|unit| unit.ok().map(|(line, _)| line)).collect();
        assert_eq!(read, [Some(1), None, Some(4)]);
    }
}
