//! Banks as Parquet: the only file that knows the library.
//!
//! The library does not bear damaged bytes: it may panic on them. So nothing is decoded before its *seal* holds: the footer is
//! sealed by a SHA-256 of its own bytes, each group of rows by one of its bytes. All stand in the metadata, where their places are
//! kept free until the file is whole. A group whose seal is broken is named, and not decoded.

use std::io::Write;
use std::ops::Range;
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
use sha2::{Digest, Sha256};

use super::{Bank, BankError, BankPair, Row, SCHEMA};
use crate::formats::manifest::Manifest;
use crate::table::hex;

/// Rows of a row group: enough to compress well, few enough to say which rows are damaged.
const GROUP: usize = 64;

/// The columns that are lists of text, one a grid.
const LISTS: [&str; 3] = ["rows", "words", "displays"];

/// Damaged rows that are named.
const NAMED: usize = 10;

/// A bank in the making: in memory, compressed, until it is sealed.
pub struct BankWriter<W: Write> {
    file: SerializedFileWriter<Vec<u8>>,
    out: W,
    grids: usize,
    waiting: Vec<Row>,
    written: usize,
    /// Rows and bytes of the groups so far.
    groups: Vec<(usize, Range<usize>)>,
}

impl<W: Write> std::fmt::Debug for BankWriter<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BankWriter").field("written", &self.written).finish_non_exhaustive()
    }
}

fn failed(error: impl std::fmt::Display) -> BankError {
    BankError::Write(error.to_string())
}

impl<W: Write> BankWriter<W> {
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
        let file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        Ok(Self { file, out, grids, waiting: Vec::new(), written: 0, groups: Vec::new() })
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
        let start = self.file.bytes_written();
        let mut group = self.file.next_row_group().map_err(failed)?;
        let text = |text: &String| ByteArray::from(text.as_str());
        // In the order of the schema.
        let pairs = numbers.clone().map(i32::try_from).collect::<Result<Vec<i32>, _>>().map_err(failed)?;
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
        let odds = rows.iter().map(|row| row.odds.iter().map(|sets| i32::try_from(*sets)).collect::<Result<_, _>>());
        let odds = odds.collect::<Result<Vec<Vec<i32>>, _>>().map_err(failed)?;
        let (values, defined, repeated) = flat(&odds);
        let mut column = group.next_column().map_err(failed)?.ok_or_else(|| failed("a column is missing"))?;
        column.typed::<Int32Type>().write_batch(&values, Some(&defined), Some(&repeated)).map_err(failed)?;
        column.close().map_err(failed)?;
        let digests = numbers.zip(&rows).map(|(number, row)| text(&row.digest(number))).collect::<Vec<ByteArray>>();
        let mut column = group.next_column().map_err(failed)?.ok_or_else(|| failed("a column is missing"))?;
        column.typed::<ByteArrayType>().write_batch(&digests, None, None).map_err(failed)?;
        column.close().map_err(failed)?;
        group.close().map_err(failed)?;
        self.groups.push((rows.len(), start..self.file.bytes_written()));
        Ok(())
    }

    /// Ends the bank, and gives back what it was written to.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn finish(mut self) -> Result<W, BankError> {
        self.flush()?;
        let groups =
            self.groups.iter().map(|(rows, bytes)| Seal { rows: *rows, bytes: bytes.clone(), digest: OPEN.into() });
        let seals: Vec<Seal> = groups.collect();
        let open = KeyValue::new("alveole.seals".to_owned(), written(OPEN, &seals));
        self.file.append_key_value_metadata(open);
        let mut bytes = self.file.into_inner().map_err(failed)?;
        seal(&mut bytes, seals).map_err(failed)?;
        self.out.write_all(&bytes).map_err(failed)?;
        Ok(self.out)
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

/// What a group of rows is sealed by.
#[derive(Clone)]
struct Seal {
    rows: usize,
    bytes: Range<usize>,
    digest: String,
}

/// How the seals start in the metadata.
const MARK: &str = "alveole/bank/1 sealed ";
/// A digest that is not known yet: as long as one that is.
const OPEN: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// The seals as text: the footer's digest, then rows, bytes and digest of each group.
fn written(footer: &str, seals: &[Seal]) -> String {
    let groups =
        seals.iter().map(|Seal { rows, bytes, digest }| format!(" {rows}:{}-{}:{digest}", bytes.start, bytes.end));
    format!("{MARK}{footer}{}", groups.collect::<String>())
}

/// Where the footer of a Parquet file is: its metadata, their length and the magic number.
fn footer(bytes: &[u8]) -> Option<Range<usize>> {
    let [.., a, b, c, d, b'P', b'A', b'R', b'1'] = *bytes else { return None };
    let length = usize::try_from(u32::from_le_bytes([a, b, c, d])).ok()?;
    let start = bytes.len().checked_sub(8)?.checked_sub(length).filter(|start| *start >= 4)?;
    Some(start..bytes.len())
}

/// Where the footer's own digest stands.
fn place(bytes: &[u8]) -> Option<(Range<usize>, usize)> {
    let footer = footer(bytes)?;
    let mark = MARK.as_bytes();
    let at = bytes[footer.clone()].windows(mark.len()).position(|text| text == mark)?;
    let start = footer.start + at + mark.len();
    (start + OPEN.len() <= footer.end).then_some((footer, start))
}

/// The digest of a file's end, from behind its groups, as if its own digest were open.
fn digest_of_end(bytes: &[u8], start: usize, place: usize) -> Option<String> {
    let mut hash = Sha256::new();
    hash.update(bytes.get(start..place)?);
    hash.update(OPEN);
    hash.update(bytes.get(place + OPEN.len()..)?);
    Some(hex(&hash.finalize()))
}

/// Puts the digests into their open places.
fn seal(bytes: &mut [u8], mut seals: Vec<Seal>) -> Result<(), String> {
    for seal in &mut seals {
        seal.digest = hex(&Sha256::digest(&bytes[seal.bytes.clone()]));
    }
    let (_, at) = place(bytes).ok_or("the library wrote no footer")?;
    let text = written(OPEN, &seals);
    let start = at - MARK.len();
    bytes[start..start + text.len()].copy_from_slice(text.as_bytes());
    let digest = digest_of_end(bytes, end_of(&seals), at).ok_or("the library wrote no footer")?;
    bytes[at..at + OPEN.len()].copy_from_slice(digest.as_bytes());
    Ok(())
}

/// The rows of each group whose seal holds, and those whose seal is broken.
fn unsealed(bytes: &[u8]) -> Result<Vec<Result<usize, usize>>, BankError> {
    let foreign = |why: &str| BankError::Foreign(why.into());
    if !bytes.starts_with(b"PAR1") {
        return Err(foreign("it is no Parquet file"));
    }
    if footer(bytes).is_none() {
        return Err(foreign("it is cut off, or its end is damaged"));
    }
    let Some((footer, at)) = place(bytes) else {
        let version = version(&bytes[footer(bytes).unwrap_or_default()]);
        return Err(match version {
            Some(found) if found != SCHEMA => BankError::Version { found },
            Some(_) => foreign("its end is damaged"),
            None => foreign("it is a Parquet file of another program"),
        });
    };
    // Not to be trusted before the end's own digest holds, which is over this text too.
    let text = &bytes[at + OPEN.len()..footer.end];
    let end =
        text.iter().position(|byte| !matches!(byte, b' ' | b'-' | b'0'..=b':' | b'a'..=b'f')).unwrap_or(text.len());
    let text = String::from_utf8_lossy(&text[..end]);
    let damaged = || foreign("its end, which says what is where, is damaged");
    let seals = text.split_ascii_whitespace().map(|group| {
        let mut parts = group.split([':', '-']);
        let mut number = || parts.next()?.parse::<usize>().ok();
        let (rows, start, end) = (number()?, number()?, number()?);
        Some(Seal { rows, bytes: start..end, digest: parts.next()?.into() })
    });
    let seals = seals.collect::<Option<Vec<Seal>>>().ok_or_else(damaged)?;
    let digest = digest_of_end(bytes, end_of(&seals), at).ok_or_else(damaged)?;
    if digest.as_bytes() != &bytes[at..at + OPEN.len()] {
        return Err(damaged());
    }
    let holds =
        |seal: &Seal| bytes.get(seal.bytes.clone()).is_some_and(|bytes| hex(&Sha256::digest(bytes)) == seal.digest);
    Ok(seals.iter().map(|seal| if holds(seal) { Ok(seal.rows) } else { Err(seal.rows) }).collect())
}

/// Where the last group ends: behind the magic number where there is none.
fn end_of(seals: &[Seal]) -> usize {
    seals.last().map_or(4, |seal| seal.bytes.end)
}

/// The version that a footer names, such as `alveole/bank/1`.
fn version(footer: &[u8]) -> Option<String> {
    let name = b"alveole/bank/";
    let at = footer.windows(name.len()).position(|text| text == name)?;
    let digits = footer[at + name.len()..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    Some(String::from_utf8_lossy(&footer[at..at + name.len() + digits]).into_owned())
}

/// Reads a bank from the bytes of its file, and checks every row.
///
/// # Errors
/// When it is no bank of this version, or rows are damaged: the first ten are named.
pub fn read(bytes: Vec<u8>) -> Result<Bank, BankError> {
    let seals = unsealed(&bytes)?;
    let digest = Sha256::digest(&bytes).into();
    let foreign = |error: parquet::errors::ParquetError| BankError::Foreign(error.to_string());
    let file = SerializedFileReader::new(Bytes::from(bytes)).map_err(foreign)?;
    let about = file.metadata().file_metadata().key_value_metadata();
    let value =
        |key: &str| about.into_iter().flatten().find(|pair| pair.key == key).and_then(|pair| pair.value.clone());
    let manifest = value("alveole.manifest").unwrap_or_default();
    let manifest = Manifest::read(&manifest).map_err(|fault| BankError::Foreign(format!("its manifest: {fault}")))?;
    if seals.len() != file.num_row_groups() {
        return Err(BankError::Foreign(format!("{} groups of rows, and {} seals", file.num_row_groups(), seals.len())));
    }
    let (mut pairs, mut damaged) = (Vec::new(), Vec::new());
    let mut first = 0;
    for (group, sealed) in seals.into_iter().enumerate() {
        let rows = match sealed {
            Ok(rows) => {
                let group = file.get_row_group(group).map_err(foreign)?;
                for (row, number) in group.get_row_iter(None).map_err(foreign)?.zip(first..) {
                    match row.map_err(|error| error.to_string()).and_then(|record| pair_of(&record, number)) {
                        Ok(pair) => pairs.push(pair),
                        Err(problem) => damaged.push((number..number + 1, problem)),
                    }
                }
                rows
            }
            Err(rows) => {
                damaged.push((first..first + rows, "their bytes are not those that were written".into()));
                rows
            }
        };
        first += rows;
        if damaged.len() >= NAMED {
            break;
        }
    }
    if damaged.is_empty() { Ok(Bank { manifest, pairs, digest }) } else { Err(BankError::Damaged { rows: damaged }) }
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
