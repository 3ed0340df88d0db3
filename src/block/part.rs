//! The parts of a block: Parquet files (zstd), a row a unit, which other programs read as they are.
//!
//! | column | type | what it is |
//! |---|---|---|
//! | `unit` | int64 | its number in the block, from 0 |
//! | `pair` | int32 | crosswords: its pair in the bank, from 0 |
//! | `rows_1`, `rows_2` | text | crosswords that show no pair of a bank: the rows of each grid, with `/` between them |
//! | `displays_1`, `displays_2` | text | the same: its words with their accents, across first, each kind in reading order |
//! | `letters` | text | crosswords: the letters under the question marks, in their order |
//! | `completed_1`, `completed_2` | int32 | crosswords: completed words of each grid |
//! | `cells` | bytes | hives: a byte a cell, the EXTRA hive's behind the first's; see [`HiveCell::code`](crate::unit::HiveCell::code) |
//! | `bonus_bees` | int32, or null | hives: bees of the Bonus, where it is reached |
//! | `lot_cents` | int64 | what it wins |
//!
//! The metadata has `alveole.schema`, the plan's digest as `alveole.plan`, the part's number as `alveole.part`, and
//! `alveole.rehearsal`: `true` where the units are a test.

use std::io::Write;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::reader::{ColumnReader, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use thiserror::Error;

use crate::money::Cents;

/// The version that this crate writes and reads.
pub const SCHEMA: &str = "alveole/part/1";

/// One row of a part of crosswords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosswordRow {
    /// What it shows.
    pub shown: Shown,
    /// In the order of the question marks.
    pub letters: Box<[u8]>,
    /// Completed words of each grid.
    pub completed: Box<[u8]>,
    /// What it wins.
    pub lot: Cents,
}

/// The grids of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A pair of the bank, from 0.
    Pair(u32),
    /// Grids of its own.
    Grids(Box<[GridText]>),
}

/// A grid as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GridText {
    /// Its rows, with `/` between them.
    pub rows: Box<str>,
    /// Its words with their accents, with a space between them.
    pub displays: Box<str>,
}

/// One row of a part of hives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiveRow {
    /// A byte a cell.
    pub cells: Box<[u8]>,
    /// Bees of the Bonus; `None` where it is not reached.
    pub bonus_bees: Option<u8>,
    /// What it wins.
    pub lot: Cents,
}

/// The rows of a part, in the order of their units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Of crosswords.
    Crossword(Vec<CrosswordRow>),
    /// Of hives.
    Hive(Vec<HiveRow>),
}

impl Rows {
    /// How many there are.
    pub const fn len(&self) -> usize {
        match self {
            Self::Crossword(rows) => rows.len(),
            Self::Hive(rows) => rows.len(),
        }
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lots, in order.
    pub fn lots(&self) -> Vec<Cents> {
        match self {
            Self::Crossword(rows) => rows.iter().map(|row| row.lot).collect(),
            Self::Hive(rows) => rows.iter().map(|row| row.lot).collect(),
        }
    }
}

/// A part of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The plan's digest, in hexadecimal.
    pub plan: String,
    /// Its number, from 0.
    pub number: u64,
    /// Whether its units are a test.
    pub rehearsal: bool,
    /// The number of its first unit.
    pub first: u64,
    /// Its units.
    pub rows: Rows,
}

/// Why a file is no part.
#[derive(Debug, Error)]
pub enum PartError {
    /// Not written by this crate, or damaged.
    #[error("no part of a block: {0}")]
    Foreign(String),
    /// It can't be written.
    #[error("cannot write: {0}")]
    Write(String),
}

impl From<ParquetError> for PartError {
    fn from(error: ParquetError) -> Self {
        Self::Foreign(error.to_string())
    }
}

fn failed(error: impl std::fmt::Display) -> PartError {
    PartError::Write(error.to_string())
}

impl Part {
    /// Writes the part.
    ///
    /// # Errors
    /// When it can't be written.
    ///
    /// # Panics
    /// Never: the schema is well formed.
    pub fn write(&self, out: impl Write + Send) -> Result<(), PartError> {
        let grids = match &self.rows {
            Rows::Crossword(rows) => rows.first().map_or(0, |row| row.completed.len()),
            Rows::Hive(_) => 0,
        };
        let own: Vec<String> = match &self.rows {
            Rows::Crossword(rows) => {
                let text = |name: &str| format!("required binary {name} (UTF8);");
                let shown = match rows.first().map(|row| &row.shown) {
                    Some(Shown::Grids(grids)) => {
                        let of_grid = |grid: usize| ["rows", "displays"].map(|name| text(&format!("{name}_{grid}")));
                        (1..=grids.len()).flat_map(of_grid).collect()
                    }
                    _ => vec!["required int32 pair;".to_owned()],
                };
                let completed = (1..=grids).map(|grid| format!("required int32 completed_{grid};"));
                shown.into_iter().chain([text("letters")]).chain(completed).collect()
            }
            Rows::Hive(_) => vec!["required binary cells;".into(), "optional int32 bonus_bees;".into()],
        };
        let schema = format!("message part {{ required int64 unit; {} required int64 lot_cents; }}", own.concat());
        let schema = parse_message_type(&schema).expect("a sound schema");
        let about = [
            ("alveole.schema", SCHEMA.to_owned()),
            ("alveole.plan", self.plan.clone()),
            ("alveole.part", self.number.to_string()),
            ("alveole.rehearsal", self.rehearsal.to_string()),
        ];
        let about = about.map(|(key, value)| KeyValue::new(key.to_owned(), value)).to_vec();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1).expect("a level of zstd")))
            .set_created_by(format!("alveole {}", env!("CARGO_PKG_VERSION")))
            .set_dictionary_enabled(false)
            .set_column_encoding(ColumnPath::from("unit"), Encoding::DELTA_BINARY_PACKED)
            .set_column_dictionary_enabled(ColumnPath::from("lot_cents"), true)
            .set_key_value_metadata(Some(about))
            .build();
        let mut file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        let mut group = file.next_row_group().map_err(failed)?;
        let units = (self.first..).take(self.rows.len()).map(i64::try_from).collect::<Result<Vec<_>, _>>();
        column::<Int64Type>(&mut group, &units.map_err(failed)?, None)?;
        match &self.rows {
            Rows::Crossword(rows) => {
                write_shown(rows, &mut group)?;
                let letters: Vec<ByteArray> = rows.iter().map(|row| ByteArray::from(row.letters.to_vec())).collect();
                column::<ByteArrayType>(&mut group, &letters, None)?;
                for grid in 0..grids {
                    let completed: Vec<i32> = rows.iter().map(|row| row.completed[grid].into()).collect();
                    column::<Int32Type>(&mut group, &completed, None)?;
                }
            }
            Rows::Hive(rows) => {
                let cells: Vec<ByteArray> = rows.iter().map(|row| ByteArray::from(row.cells.to_vec())).collect();
                column::<ByteArrayType>(&mut group, &cells, None)?;
                let bees: Vec<i32> = rows.iter().filter_map(|row| row.bonus_bees.map(Into::into)).collect();
                let reached: Vec<i16> = rows.iter().map(|row| row.bonus_bees.is_some().into()).collect();
                column::<Int32Type>(&mut group, &bees, Some(&reached))?;
            }
        }
        let lots = self.rows.lots().into_iter().map(|lot| i64::try_from(lot.0)).collect::<Result<Vec<_>, _>>();
        column::<Int64Type>(&mut group, &lots.map_err(failed)?, None)?;
        group.close().map_err(failed)?;
        file.close().map_err(failed)?;
        Ok(())
    }

    /// Reads a part from the bytes of its file, whose digest has been checked: damaged bytes are not for decoding.
    ///
    /// # Errors
    /// When it is no part of this version, or its columns do not go together.
    pub fn read(bytes: Vec<u8>) -> Result<Self, PartError> {
        let foreign = |why: &str| PartError::Foreign(why.into());
        let file = SerializedFileReader::new(Bytes::from(bytes))?;
        let about = file.metadata().file_metadata().key_value_metadata();
        let value = |key: &str| {
            let found = about.into_iter().flatten().find(|pair| pair.key == key).and_then(|pair| pair.value.clone());
            found.ok_or_else(|| PartError::Foreign(format!("it does not say {key}")))
        };
        let schema = value("alveole.schema")?;
        if schema != SCHEMA {
            return Err(PartError::Foreign(format!("it is {schema:?}, where this program reads {SCHEMA:?}")));
        }
        let number = value("alveole.part")?.parse().map_err(|_| foreign("its number is none"))?;
        let (plan, rehearsal) = (value("alveole.plan")?, value("alveole.rehearsal")? == "true");
        if file.num_row_groups() != 1 {
            return Err(foreign("it has other row groups than one"));
        }
        let group = file.get_row_group(0)?;
        let names: Vec<String> =
            group.metadata().columns().iter().map(|column| column.column_path().string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let units = values::<Int64Type>(&*group, 0)?;
        let first =
            units.first().map_or(Ok(0), |unit| u64::try_from(*unit)).map_err(|_| foreign("a unit below zero"))?;
        if !units.iter().zip(first..).all(|(unit, number)| u64::try_from(*unit) == Ok(number)) {
            return Err(foreign("its units are not numbered one after the other"));
        }
        let lots = values::<Int64Type>(&*group, names.len().saturating_sub(1))?;
        let lots = lots.into_iter().map(|lot| u64::try_from(lot).map(Cents)).collect::<Result<Vec<_>, _>>();
        let lots = lots.map_err(|_| foreign("a lot below zero"))?;
        let rows = match &names[..] {
            ["unit", of_row @ .., "lot_cents"] if are_crosswords(of_row) => {
                Rows::Crossword(crossword_rows(&*group, &names, lots)?)
            }
            ["unit", "cells", "bonus_bees", "lot_cents"] => Rows::Hive(hive_rows(&*group, lots)?),
            _ => return Err(PartError::Foreign(format!("its columns are {}", names.join(", ")))),
        };
        if rows.len() != units.len() {
            return Err(foreign("its columns are not equally long"));
        }
        Ok(Self { plan, number, rehearsal, first, rows })
    }
}

/// The columns of what rows show.
fn write_shown(
    rows: &[CrosswordRow],
    group: &mut SerializedRowGroupWriter<impl Write + Send>,
) -> Result<(), PartError> {
    let (mut pairs, mut texts) = (Vec::with_capacity(rows.len()), Vec::new());
    for row in rows {
        match &row.shown {
            Shown::Pair(pair) => pairs.push(i32::try_from(*pair).map_err(failed)?),
            Shown::Grids(grids) => texts.push(grids),
        }
    }
    if !pairs.is_empty() && !texts.is_empty() {
        return Err(failed("some units show pairs of a bank, others their own"));
    }
    if texts.is_empty() {
        return column::<Int32Type>(group, &pairs, None);
    }
    for grid in 0..texts[0].len() {
        for text in
            [|grid: &GridText| grid.rows.as_bytes().to_vec(), |grid: &GridText| grid.displays.as_bytes().to_vec()]
        {
            let column_of: Vec<ByteArray> = texts.iter().map(|grids| ByteArray::from(text(&grids[grid]))).collect();
            column::<ByteArrayType>(group, &column_of, None)?;
        }
    }
    Ok(())
}

fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<impl Write + Send>,
    values: &[T::T],
    defined: Option<&[i16]>,
) -> Result<(), PartError> {
    let mut column = group.next_column().map_err(failed)?.ok_or_else(|| failed("a column is missing"))?;
    column.typed::<T>().write_batch(values, defined, None).map_err(failed)?;
    column.close().map_err(failed)
}

/// All values of a column that is never null.
fn values<T: DataType>(group: &dyn RowGroupReader, column: usize) -> Result<Vec<T::T>, PartError> {
    Ok(read_column::<T>(group, column)?.0)
}

/// The values of a column, and for each row whether it has one.
fn read_column<T: DataType>(group: &dyn RowGroupReader, column: usize) -> Result<(Vec<T::T>, Vec<i16>), PartError> {
    let wrong = || PartError::Foreign(format!("column {column} is of another type"));
    if column >= group.num_columns() || group.metadata().column(column).column_type() != T::get_physical_type() {
        return Err(wrong());
    }
    let rows = usize::try_from(group.metadata().num_rows()).map_err(|_| wrong())?;
    let reader: ColumnReader = group.get_column_reader(column)?;
    let mut reader = get_typed_column_reader::<T>(reader);
    let (mut values, mut defined) = (Vec::with_capacity(rows), Vec::new());
    let is_optional = group.metadata().column(column).column_descr().max_def_level() > 0;
    reader.read_records(rows, is_optional.then_some(&mut defined), None, &mut values)?;
    Ok((values, defined))
}

/// Whether columns are those of crosswords, with a pair or with so many grids as have completed words.
fn are_crosswords(columns: &[&str]) -> bool {
    let Some(letters) = columns.iter().position(|name| *name == "letters") else { return false };
    let (shown, completed) = (&columns[..letters], &columns[letters + 1..]);
    let own = (1..=completed.len()).flat_map(|grid| ["rows", "displays"].map(|name| format!("{name}_{grid}")));
    let are_numbered = completed.iter().zip(1..).all(|(name, grid)| *name == format!("completed_{grid}"));
    !completed.is_empty() && are_numbered && (shown == ["pair"] || own.eq(shown.iter().copied()))
}

fn crossword_rows(
    group: &dyn RowGroupReader,
    names: &[&str],
    lots: Vec<Cents>,
) -> Result<Vec<CrosswordRow>, PartError> {
    let foreign = || PartError::Foreign("a pair, a text or a number of words is out of range".into());
    let place = names.iter().position(|name| *name == "letters").ok_or_else(foreign)?;
    let letters = values::<ByteArrayType>(group, place)?;
    let completed =
        (place + 1..names.len() - 1).map(|column| values::<Int32Type>(group, column)).collect::<Result<Vec<_>, _>>()?;
    let shown: Vec<Shown> = if place == 2 && names[1] == "pair" {
        let pairs = values::<Int32Type>(group, 1)?.into_iter().map(|pair| u32::try_from(pair).map(Shown::Pair));
        pairs.collect::<Result<_, _>>().map_err(|_| foreign())?
    } else {
        let texts = (1..place).map(|column| values::<ByteArrayType>(group, column)).collect::<Result<Vec<_>, _>>()?;
        let text =
            |column: usize, row: usize| Some(std::str::from_utf8(texts.get(column)?.get(row)?.data()).ok()?.into());
        let grids = |row| {
            let grid = |at| Some(GridText { rows: text(2 * at, row)?, displays: text(2 * at + 1, row)? });
            (0..texts.len() / 2).map(grid).collect::<Option<Box<[GridText]>>>().map(Shown::Grids)
        };
        (0..letters.len()).map(grids).collect::<Option<_>>().ok_or_else(foreign)?
    };
    let rows = shown.into_iter().zip(letters).zip(lots).enumerate().map(|(at, ((shown, letters), lot))| {
        let of_row = completed.iter().map(|grid| u8::try_from(*grid.get(at)?).ok()).collect::<Option<Box<[u8]>>>();
        Some(CrosswordRow { shown, letters: letters.data().into(), completed: of_row?, lot })
    });
    rows.collect::<Option<_>>().ok_or_else(foreign)
}

fn hive_rows(group: &dyn RowGroupReader, lots: Vec<Cents>) -> Result<Vec<HiveRow>, PartError> {
    let cells = values::<ByteArrayType>(group, 1)?;
    let (bees, reached) = read_column::<Int32Type>(group, 2)?;
    let mut bees = bees.into_iter();
    let rows = cells.into_iter().zip(reached).zip(lots).map(|((cells, reached), lot)| {
        let bonus_bees = if reached > 0 { Some(u8::try_from(bees.next()?).ok()?) } else { None };
        Some(HiveRow { cells: cells.data().into(), bonus_bees, lot })
    });
    rows.collect::<Option<_>>().ok_or_else(|| PartError::Foreign("a number of bees is out of range".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(rows: Rows) -> Part {
        Part { plan: "ab".into(), number: 3, rehearsal: true, first: 300, rows }
    }

    #[test]
    fn parts_are_read_as_they_are_written() {
        let crossword = |at: u32| CrosswordRow {
            shown: Shown::Pair(at * 7),
            letters: b"SIXTRONPLAUMEGBCHD".as_slice().into(),
            completed: [3, u8::try_from(at % 10).unwrap()].into(),
            lot: Cents(u64::from(at) * 100),
        };
        let hive = |at: u32| HiveRow {
            cells: vec![b'P'; if at.is_multiple_of(3) { 74 } else { 37 }].into(),
            bonus_bees: at.is_multiple_of(2).then_some(3),
            lot: Cents(u64::from(at)),
        };
        let own = |at: u32| {
            let grid =
                |grid: u32| GridText { rows: format!("#A/{at}").into(), displays: format!("été {grid}").into() };
            CrosswordRow { shown: Shown::Grids([grid(0), grid(1)].into()), ..crossword(at) }
        };
        for rows in [
            Rows::Crossword((0..1000).map(crossword).collect()),
            Rows::Crossword((0..1000).map(own).collect()),
            Rows::Hive((0..1000).map(hive).collect()),
        ] {
            let part = part(rows);
            let (mut bytes, mut again) = (Vec::new(), Vec::new());
            part.write(&mut bytes).unwrap();
            part.write(&mut again).unwrap();
            assert!(bytes == again, "the same part, the same bytes");
            assert_eq!(Part::read(bytes).unwrap(), part);
        }
    }

    #[test]
    fn foreign_files_are_told() {
        let message = |bytes: &[u8]| Part::read(bytes.to_vec()).unwrap_err().to_string();
        assert!(message(b"").starts_with("no part of a block: "), "{}", message(b""));
        assert!(message(b"PAR1....PAR1").starts_with("no part of a block: "));
    }
}
