//! Lines of a file of units: bounded, numbered, not yet read as JSON. Many can be read as JSON at once.

use std::io::{self, BufRead, Read};

use super::{ReadError, hive, read};
use crate::table::Fault;
use crate::unit::{CrosswordUnit, HiveUnit, Unit};

/// The longest line that is read, in bytes: a unit takes some 3,000, so that a longer line belongs to another kind of file.
pub const LONGEST_LINE: usize = 4 << 20;

/// One line that is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// What stands there, without its end.
    pub bytes: Vec<u8>,
}

impl Line {
    /// The unit of this line, when it is one with grids.
    ///
    /// # Errors
    /// When it is no such unit of this version: the place and what is wrong.
    pub fn unit(&self) -> Result<CrosswordUnit, Fault> {
        read::unit(self.number, &self.bytes)
    }

    /// The unit of this line, when it is one with hives.
    ///
    /// # Errors
    /// When it is no such unit of this version: the place and what is wrong.
    pub fn hive_unit(&self) -> Result<HiveUnit, Fault> {
        hive::unit(self.number, &self.bytes)
    }

    /// The unit of this line, of either kind.
    ///
    /// # Errors
    /// When it is no unit of this version: the place and what is wrong.
    pub fn any_unit(&self) -> Result<Unit, Fault> {
        if hive::has_hives(&self.bytes) { self.hive_unit().map(Unit::Hive) } else { self.unit().map(Unit::Crossword) }
    }
}

/// The lines of a file that are not blank. Ends of lines may be LF or CR LF; a byte order mark is passed over.
///
/// A line longer than [`LONGEST_LINE`] is an error and passed over in bounded memory; after a failing reader there is
/// nothing more.
pub fn read_lines(reader: impl BufRead) -> impl Iterator<Item = Result<Line, ReadError>> {
    let mut lines = Lines { reader, number: 0, ended: false };
    std::iter::from_fn(move || lines.next())
}

struct Lines<R> {
    reader: R,
    /// Of the last line.
    number: usize,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Option<Result<Line, ReadError>> {
        while !self.ended {
            self.number += 1;
            let mut bytes = Vec::new();
            match self.line(&mut bytes) {
                Ok(true) => {}
                Ok(false) => {
                    let problem =
                        format!("longer than {} MiB: no unit is; give JSON Lines, one unit a line", LONGEST_LINE >> 20);
                    return Some(Err(Fault { line: self.number, column: 1, problem }.into()));
                }
                Err(source) => {
                    self.ended = true;
                    return Some(Err(ReadError::Io { line: self.number, source }));
                }
            }
            if bytes.last() == Some(&b'\n') {
                bytes.pop();
            } else {
                self.ended = true;
            }
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
            if self.number == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
                bytes.drain(..3);
            }
            if !bytes.iter().all(u8::is_ascii_whitespace) {
                return Some(Ok(Line { number: self.number, bytes }));
            }
        }
        None
    }

    /// Reads one line with its end; says whether it was short enough.
    fn line(&mut self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let limit = LONGEST_LINE as u64 + 1;
        self.reader.by_ref().take(limit).read_until(b'\n', bytes)?;
        if bytes.len() <= LONGEST_LINE || bytes.last() == Some(&b'\n') {
            return Ok(true);
        }
        loop {
            let buffer = self.reader.fill_buf()?;
            let (count, last) = match buffer.iter().position(|byte| *byte == b'\n') {
                Some(place) => (place + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.reader.consume(count);
            if last {
                return Ok(false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_as_in_the_file() {
        let text = "\u{feff}one\r\n\n  \t\r\ntwo\nthree";
        let lines: Vec<_> = read_lines(text.as_bytes()).map(|line| line.unwrap()).collect();
        let found: Vec<_> = lines.iter().map(|line| (line.number, std::str::from_utf8(&line.bytes).unwrap())).collect();
        assert_eq!(found, [(1, "one"), (4, "two"), (5, "three")]);
        assert_eq!(read_lines(&b""[..]).count(), 0);
    }

    #[test]
    fn a_line_without_end_is_no_memory_without_end() {
        let long = io::repeat(b'x').take(3 * LONGEST_LINE as u64);
        let text = long.chain(&b"\nshort\n"[..]);
        let mut lines = read_lines(io::BufReader::new(text));
        let error = lines.next().unwrap().unwrap_err().to_string();
        assert!(error.starts_with("line 1, column 1: longer than 4 MiB"), "{error}");
        assert_eq!(lines.next().unwrap().unwrap(), Line { number: 2, bytes: b"short".to_vec() });
        assert!(lines.next().is_none());
    }

    #[test]
    fn a_failing_reader_ends_it() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let mut lines = read_lines(io::BufReader::new((&b"one\ntw"[..]).chain(Broken)));
        assert!(lines.next().unwrap().is_ok());
        assert_eq!(lines.next().unwrap().unwrap_err().to_string(), "line 2: gone");
        assert!(lines.next().is_none());
    }
}
