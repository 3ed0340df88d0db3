//! Banks as Parquet: the only file that knows the library.

use std::io::Write;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::{Field, Row as Record};
use parquet::schema::parser::parse_message_type;

use super::{Bank, BankError, BankPair, Row, SCHEMA};
use crate::formats::manifest::Manifest;

/// Rows of a row group: enough to compress well, few enough to stay small in memory.
const GROUP: usize = 1024;

/// The columns that are lists of text, one a grid.
const LISTS: [&str; 3] = ["rows", "words", "displays"];

/// Damaged rows that are named.
const NAMED: usize = 10;

/// A bank in the making.
pub struct BankWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    grids: usize,
    waiting: Vec<Row>,
    written: usize,
}

impl<W: Write + Send> std::fmt::Debug for BankWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BankWriter").field("written", &self.written).finish_non_exhaustive()
    }
}

fn failed(error: impl std::fmt::Display) -> BankError {
    BankError::Write(error.to_string())
}

impl<W: Write + Send> BankWriter<W> {
    /// Starts a bank of pairs of so many grids.
    ///
    /// # Errors
    /// When it can't be written.
    ///
    /// # Panics
    /// Never: the schema is well formed.
    pub fn new(out: W, grids: usize, manifest: &Manifest) -> Result<Self, BankError> {
        let list = |name: &str| {
            (1..=grids)
                .map(|grid| format!("required group {name}_{grid} (LIST) {{ repeated group list {{ required binary element (UTF8); }} }}\n"))
                .collect::<Vec<_>>()
                .concat()
        };
        let schema = format!(
            "message bank {{\n required int32 pair;\n required binary level (UTF8);\n{} required group odds (LIST) {{ \
             repeated group list {{ required int32 element; }} }}\n required binary digest (UTF8);\n}}",
            LISTS.map(list).concat()
        );
        let schema = parse_message_type(&schema).expect("a sound schema");
        let about = [("alveole.schema", SCHEMA.to_owned()), ("alveole.manifest", manifest.to_json())];
        let about = about.map(|(key, value)| KeyValue::new(key.to_owned(), value)).to_vec();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(3).expect("a level of zstd")))
            .set_created_by(format!("alveole {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(about))
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        Ok(Self { file, grids, waiting: Vec::new(), written: 0 })
    }

    /// Adds a pair; its number is how many were added before.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn push(&mut self, pair: &BankPair) -> Result<(), BankError> {
        self.waiting.push(Row::of(pair));
        if self.waiting.len() == GROUP { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), BankError> {
        let rows = std::mem::take(&mut self.waiting);
        if rows.is_empty() {
            return Ok(());
        }
        let numbers = self.written..self.written + rows.len();
        self.written += rows.len();
        let mut group = self.file.next_row_group().map_err(failed)?;
        let text = |text: &String| ByteArray::from(text.as_str());
        // In the order of the schema.
        let pairs: Vec<i32> = numbers.clone().filter_map(|number| i32::try_from(number).ok()).collect();
        let mut column = group.next_column().map_err(failed)?.ok_or_else(|| failed("a column is missing"))?;
        column.typed::<Int32Type>().write_batch(&pairs, None, None).map_err(failed)?;
        column.close().map_err(failed)?;
        let levels: Vec<ByteArray> = rows.iter().map(|row| text(&row.level)).collect();
        let mut column = group.next_column().map_err(failed)?.ok_or_else(|| failed("a column is missing"))?;
        column.typed::<ByteArrayType>().write_batch(&levels, None, None).map_err(failed)?;
        column.close().map_err(failed)?;
        for kind in 0..LISTS.len() {
            for grid in 0..self.grids {
                let of = |row: &Row| row.lists()[kind][grid].iter().map(text).collect();
                let lists: Vec<Vec<ByteArray>> = rows.iter().map(of).collect();
                let (values, defined, repeated) = flat(&lists);
                let mut column = group.next_column().map_err(failed)?.ok_or_else(|| failed("a column is missing"))?;
                let typed = column.typed::<ByteArrayType>();
                typed.write_batch(&values, Some(&defined), Some(&repeated)).map_err(failed)?;
                column.close().map_err(failed)?;
            }
        }
        let odds: Vec<Vec<i32>> =
            rows.iter().map(|row| row.odds.iter().filter_map(|sets| i32::try_from(*sets).ok()).collect()).collect();
        let (values, defined, repeated) = flat(&odds);
        let mut column = group.next_column().map_err(failed)?.ok_or_else(|| failed("a column is missing"))?;
        column.typed::<Int32Type>().write_batch(&values, Some(&defined), Some(&repeated)).map_err(failed)?;
        column.close().map_err(failed)?;
        let digests = numbers.zip(&rows).map(|(number, row)| text(&row.digest(number))).collect::<Vec<ByteArray>>();
        let mut column = group.next_column().map_err(failed)?.ok_or_else(|| failed("a column is missing"))?;
        column.typed::<ByteArrayType>().write_batch(&digests, None, None).map_err(failed)?;
        column.close().map_err(failed)?;
        group.close().map_err(failed)?;
        Ok(())
    }

    /// Ends the bank, and gives back what it was written to.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn finish(mut self) -> Result<W, BankError> {
        self.flush()?;
        self.file.into_inner().map_err(failed)
    }
}

/// Lists one behind the other, with Parquet's definition and repetition levels.
fn flat<T: Clone>(lists: &[Vec<T>]) -> (Vec<T>, Vec<i16>, Vec<i16>) {
    let (mut values, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
    for list in lists {
        if list.is_empty() {
            defined.push(0);
            repeated.push(0);
        }
        for (at, value) in list.iter().enumerate() {
            values.push(value.clone());
            defined.push(1);
            repeated.push(i16::from(at > 0));
        }
    }
    (values, defined, repeated)
}

/// Reads a bank from the bytes of its file, and checks every row.
///
/// # Errors
/// When it is no bank of this version, or rows are damaged: the first ten are named.
pub fn read(bytes: Vec<u8>) -> Result<Bank, BankError> {
    let foreign = |error: parquet::errors::ParquetError| BankError::Foreign(error.to_string());
    let file = SerializedFileReader::new(Bytes::from(bytes)).map_err(foreign)?;
    let about = file.metadata().file_metadata().key_value_metadata();
    let value =
        |key: &str| about.into_iter().flatten().find(|pair| pair.key == key).and_then(|pair| pair.value.clone());
    match value("alveole.schema") {
        None => return Err(BankError::Foreign("a Parquet file of another program".into())),
        Some(found) if found != SCHEMA => return Err(BankError::Version { found }),
        Some(_) => {}
    }
    let manifest = value("alveole.manifest").unwrap_or_default();
    let manifest = Manifest::read(&manifest).map_err(|fault| BankError::Foreign(format!("its manifest: {fault}")))?;
    let (mut pairs, mut damaged) = (Vec::new(), Vec::new());
    let mut first = 0;
    for group in 0..file.num_row_groups() {
        let rows = file.get_row_group(group).map_err(foreign)?;
        let count = usize::try_from(rows.metadata().num_rows()).unwrap_or(0);
        let mut read = 0;
        for row in rows.get_row_iter(None).map_err(foreign)? {
            let number = first + read;
            match row.map_err(|error| error.to_string()).and_then(|record| pair_of(&record, number)) {
                Ok(pair) => pairs.push(pair),
                Err(problem) => damaged.push((number, problem)),
            }
            read += 1;
            if damaged.len() == NAMED {
                return Err(BankError::Damaged { rows: damaged });
            }
        }
        if read < count {
            damaged.push((first + read, format!("{} rows can't be read", count - read)));
        }
        first += count;
    }
    if damaged.is_empty() { Ok(Bank::new(manifest, pairs)) } else { Err(BankError::Damaged { rows: damaged }) }
}

/// The pair of a record, or what is wrong with it.
fn pair_of(record: &Record, number: usize) -> Result<BankPair, String> {
    let (mut row, mut digest, mut stated) = (
        Row { level: String::new(), rows: Vec::new(), words: Vec::new(), displays: Vec::new(), odds: Vec::new() },
        String::new(),
        None,
    );
    for (name, field) in record.get_column_iter() {
        match (name.as_str(), field) {
            ("pair", Field::Int(pair)) => stated = usize::try_from(*pair).ok(),
            ("level", Field::Str(level)) => row.level.clone_from(level),
            ("digest", Field::Str(text)) => digest.clone_from(text),
            ("odds", Field::ListInternal(list)) => {
                let sets = list.elements().iter().map(|sets| match sets {
                    Field::Int(sets) => u32::try_from(*sets).map_err(|_| "odds below zero".to_owned()),
                    other => Err(format!("odds of {other}")),
                });
                row.odds = sets.collect::<Result<_, _>>()?;
            }
            (name, Field::ListInternal(list)) => {
                let texts = list.elements().iter().map(|text| match text {
                    Field::Str(text) => Ok(text.clone()),
                    other => Err(format!("{name} of {other}")),
                });
                let texts: Vec<String> = texts.collect::<Result<_, _>>()?;
                match name.split_once('_').map(|(kind, _)| kind) {
                    Some("rows") => row.rows.push(texts),
                    Some("words") => row.words.push(texts),
                    Some("displays") => row.displays.push(texts),
                    _ => return Err(format!("a foreign column {name}")),
                }
            }
            (name, _) => return Err(format!("a foreign column {name}")),
        }
    }
    if stated != Some(number) {
        return Err(format!("it says that it is pair {}", stated.map_or_else(|| "?".into(), |pair| pair.to_string())));
    }
    if row.digest(number) != digest {
        return Err("its digest is another: damaged, or changed by hand".into());
    }
    row.pair()
}
