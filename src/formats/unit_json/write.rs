//! Writing: the record's fields in the contract's order, straight from the unit.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeSeq, SerializeStruct, Serializer};

use super::SCHEMA;
use crate::formats::write_json_line;
use crate::letters::{Letter, Word};
use crate::unit::{Cells, CrosswordUnit, Grid, PlacedWord};

/// Writes a unit as one line.
///
/// # Errors
/// When the writer fails.
pub fn write_unit(unit: &CrosswordUnit, out: impl Write) -> io::Result<()> {
    write_json_line(&Record(unit), out)
}

struct Record<'a>(&'a CrosswordUnit);
/// A grid as records have it: its rows and words.
pub(crate) struct GridRecord<'a>(pub(crate) &'a Grid);
struct WordRecord<'a>(&'a PlacedWord);
struct Rows<'a>(&'a Cells);
/// A sequence whose items are written through `W`.
struct Each<'a, T, W>(&'a [T], fn(&'a T) -> W);

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unit = self.0;
        let letters: String = unit.letters.iter().map(|letter| letter.to_char()).collect();
        let mut record = serializer.serialize_struct("Unit", 6)?;
        record.serialize_field("schema", SCHEMA)?;
        record.serialize_field("game", &unit.game)?;
        record.serialize_field("letters", &letters)?;
        record.serialize_field("grids", &Each(&unit.pair.grids, GridRecord))?;
        record.serialize_field("completed", &unit.completed)?;
        record.serialize_field("lot_cents", &unit.lot)?;
        record.end()
    }
}

impl Serialize for GridRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut record = serializer.serialize_struct("Grid", 2)?;
        record.serialize_field("rows", &Rows(&self.0.cells))?;
        record.serialize_field("words", &Each(&self.0.words, WordRecord))?;
        record.end()
    }
}

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.0.rows()))?;
        let mut text = String::new();
        for row in 0..self.0.rows() {
            text.clear();
            text.extend(self.0.row(row).iter().map(|cell| cell.map_or('#', Letter::to_char)));
            rows.serialize_element(&text)?;
        }
        rows.end()
    }
}

impl Serialize for WordRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let placed = self.0;
        // Faster than through `Display`: most of a unit's record is words.
        let mut ascii = [0; Word::MAX];
        for (byte, letter) in ascii.iter_mut().zip(placed.word.letters()) {
            *byte = letter.to_ascii();
        }
        let word = std::str::from_utf8(&ascii[..placed.word.len()]).unwrap_or_default();
        let mut record = serializer.serialize_struct("Word", 5)?;
        record.serialize_field("word", word)?;
        record.serialize_field("display", &placed.display)?;
        record.serialize_field("row", &placed.row)?;
        record.serialize_field("column", &placed.column)?;
        record.serialize_field("direction", placed.direction.name())?;
        record.end()
    }
}

impl<T, W: Serialize> Serialize for Each<'_, T, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(self.1))
    }
}
