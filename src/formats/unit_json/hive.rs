//! Units with hives: read and written.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Deserialize;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::SCHEMA;
use super::object::Object;
use super::read::{Text, explain, other_schema, utf8};
use crate::formats::write_json_line;
use crate::money::Cents;
use crate::table::Fault;
use crate::unit::{Hive, HiveCell, HiveLine, HiveUnit};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitRecord<'a> {
    #[serde(borrow)]
    schema: Cow<'a, str>,
    #[serde(borrow)]
    game: Cow<'a, str>,
    #[serde(borrow)]
    symbols: Vec<Text<'a>>,
    #[serde(borrow)]
    hives: Vec<Object<HiveRecord<'a>>>,
    // Null is said, never left out.
    #[serde(deserialize_with = "Option::deserialize")]
    bonus_bees: Option<u8>,
    lot_cents: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HiveRecord<'a> {
    #[serde(borrow)]
    lines: Vec<Object<LineRecord<'a>>>,
    bee_cents: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineRecord<'a> {
    amount_cents: u64,
    #[serde(borrow)]
    cells: Vec<Text<'a>>,
}

/// Whether a line of JSON is a record with hives, as far as that can be told without reading all of it.
pub(super) fn has_hives(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Header {
        hives: Option<serde::de::IgnoredAny>,
    }
    serde_json::from_slice::<Object<Header>>(bytes).is_ok_and(|Object(header)| header.hives.is_some())
}

/// The unit of one line.
pub(super) fn unit(line: usize, bytes: &[u8]) -> Result<HiveUnit, Fault> {
    let text = utf8(line, bytes)?;
    match serde_json::from_str::<Object<UnitRecord>>(text) {
        Ok(Object(record)) if record.schema == SCHEMA => {
            from_record(record).map_err(|problem| Fault { line, column: 1, problem })
        }
        Ok(Object(record)) => Err(Fault { line, column: 1, problem: other_schema(&record.schema) }),
        Err(error) => Err(explain(line, text, &error, "grids")),
    }
}

fn from_record(record: UnitRecord) -> Result<HiveUnit, String> {
    let hives = (1..)
        .zip(record.hives)
        .map(|(number, Object(hive))| from_hive(hive).map_err(|problem| format!("hive {number}, {problem}")))
        .collect::<Result<_, _>>()?;
    Ok(HiveUnit {
        game: record.game.into(),
        symbols: record.symbols.into_iter().map(|Text(name)| name.into()).collect(),
        hives,
        bonus_bees: record.bonus_bees,
        lot: Cents(record.lot_cents),
    })
}

fn from_hive(hive: HiveRecord) -> Result<Hive, String> {
    let lines = (1..)
        .zip(hive.lines)
        .map(|(number, Object(line))| from_line(&line).map_err(|problem| format!("line {number}{problem}")))
        .collect::<Result<_, _>>()?;
    Ok(Hive { lines, bee: Cents(hive.bee_cents) })
}

fn from_line(line: &LineRecord) -> Result<HiveLine, String> {
    let cell = |(number, Text(token)): (usize, &Text)| {
        token.parse().map_err(|no_cell| format!(", cell {number}: {token:?} is {no_cell} (RO-4.2)"))
    };
    let cells = (1..).zip(&line.cells).map(cell).collect::<Result<Vec<HiveCell>, _>>()?;
    HiveLine::new(Cents(line.amount_cents), &cells)
        .ok_or_else(|| format!(": {} cells, and no line has more than {} (RO-D1)", cells.len(), HiveLine::MOST))
}

/// Writes a unit with hives as one line.
///
/// # Errors
/// When the writer fails.
///
/// ```
/// use alveole::formats::unit_json::{Line, write_hive_unit};
/// let line = "{\"schema\":\"alveole/unit/1\",\"game\":\"ruche-d-or\",\"symbols\":[\"fleur\",\"miel\"],\"hives\":[{\"lines\":[\
///     {\"amount_cents\":300,\"cells\":[\"picked\",\"x5\",\"filler1\",\"bee\"]}],\"bee_cents\":500}],\
///     \"bonus_bees\":null,\"lot_cents\":500}\n";
/// let unit = Line { number: 1, bytes: line.into() }.hive_unit().unwrap();
/// assert_eq!(unit.hives[0].lines[0].cells().len(), 4);
/// let mut written = Vec::new();
/// write_hive_unit(&unit, &mut written).unwrap();
/// assert_eq!(written, line.as_bytes());
/// ```
pub fn write_hive_unit(unit: &HiveUnit, out: impl Write) -> io::Result<()> {
    write_json_line(&Record(unit), out)
}

struct Record<'a>(&'a HiveUnit);
struct HiveWriting<'a>(&'a Hive);
struct LineWriting<'a>(&'a HiveLine);
struct CellWriting(HiveCell);

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unit = self.0;
        let mut record = serializer.serialize_struct("Unit", 6)?;
        record.serialize_field("schema", SCHEMA)?;
        record.serialize_field("game", &*unit.game)?;
        record.serialize_field("symbols", &*unit.symbols)?;
        record.serialize_field("hives", &Each(&unit.hives, HiveWriting))?;
        record.serialize_field("bonus_bees", &unit.bonus_bees)?;
        record.serialize_field("lot_cents", &unit.lot)?;
        record.end()
    }
}

impl Serialize for HiveWriting<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Hive", 2)?;
        record.serialize_field("lines", &Each(&self.0.lines, LineWriting))?;
        record.serialize_field("bee_cents", &self.0.bee)?;
        record.end()
    }
}

impl Serialize for LineWriting<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Line", 2)?;
        record.serialize_field("amount_cents", &self.0.amount)?;
        record.serialize_field("cells", &Each(self.0.cells(), |cell| CellWriting(*cell)))?;
        record.end()
    }
}

impl Serialize for CellWriting {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A sequence whose items are written through `W`.
struct Each<'a, T, W>(&'a [T], fn(&'a T) -> W);

impl<T, W: Serialize> Serialize for Each<'_, T, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(self.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "{\"schema\":\"alveole/unit/1\",\"game\":\"ruche-d-or\",\"symbols\":[\"fleur\",\"miel\",\"reine\",\"é\"],\
        \"hives\":[{\"lines\":[{\"amount_cents\":300,\"cells\":[\"picked\",\"second\",\"third\",\"filler1\"]},\
        {\"amount_cents\":500,\"cells\":[\"x7\",\"bee\",\"extra\",\"x10\",\"filler9\"]}],\"bee_cents\":500},\
        {\"lines\":[],\"bee_cents\":0}],\"bonus_bees\":3,\"lot_cents\":0}";

    fn read(text: &str) -> Result<HiveUnit, String> {
        unit(7, text.as_bytes()).map_err(|fault| fault.to_string())
    }

    #[test]
    fn what_is_read_is_written() {
        for text in [LINE.to_owned(), LINE.replace(":3,", ":null,"), LINE.replace("ruche-d-or", "ruche \\\"x\\\"")] {
            let mut written = Vec::new();
            write_hive_unit(&read(&text).unwrap(), &mut written).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), text + "\n");
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (from, to, message) in [
            ("x10", "x11", "line 7, column 1: hive 1, line 2, cell 4: \"x11\" is no cell: picked, second"),
            ("\"bee\"", "\"fleur\"", "line 7, column 1: hive 1, line 2, cell 2: \"fleur\" is no cell"),
            ("unit/1", "unit/2", "line 7, column 1: schema is \"alveole/unit/2\"; this version reads"),
            (",\"bonus_bees\":3", "", "line 7, column 298: missing field `bonus_bees`"),
            (":3,", ":-1,", "line 7, column 299: invalid value: integer `-1`, expected a whole number from 0 to 255"),
            ("\"lines\":[]", "\"lines\":[],\"rows\":[]", "line 7, column 274: unknown field `rows`"),
            (
                "\"hives\"",
                "\"grids\":[],\"hives\"",
                "line 7, column 1: a unit of the game ruche-d-or, with grids; units with hives",
            ),
            (
                "500,\"cells\":[",
                &format!("500,\"cells\":[{}", "\"bee\",".repeat(12)),
                "line 7, column 1: hive 1, line 2: 17 cells",
            ),
        ] {
            let text = LINE.replacen(from, to, 1);
            assert_ne!(text, LINE, "{from}");
            let error = read(&text).unwrap_err();
            assert!(error.starts_with(message), "{to}: {error}");
        }
    }

    #[test]
    fn kinds_are_told_apart() {
        assert!(has_hives(LINE.as_bytes()));
        for text in ["", "[]", "{}", "{\"grids\":[]}", "{\"hives\":", "\"hives\""] {
            assert!(!has_hives(text.as_bytes()), "{text}");
        }
    }
}
