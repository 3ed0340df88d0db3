//! JSON of any value: one line, or a file.

use std::io::{self, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes a value as one line of JSON, in one write: readers of a pipe never see half a line of a buffered writer.
///
/// # Errors
/// When the writer fails.
///
/// ```
/// let mut line = Vec::new();
/// alveole::formats::write_json_line(&[1, 2], &mut line).unwrap();
/// assert_eq!(line, b"[1,2]\n");
/// ```
pub fn write_json_line(value: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    let mut line = Vec::with_capacity(4096);
    serde_json::to_writer(&mut line, value)?;
    line.push(b'\n');
    out.write_all(&line)
}

/// A value as a file of JSON: indented, with a line feed at its end.
///
/// # Panics
/// When the value has no JSON form, as a map whose keys are no text.
pub fn to_json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("strings and numbers have a JSON form");
    text.push('\n');
    text
}

/// Reads a value from JSON.
///
/// # Errors
/// When it is none, or of another form: the text says where.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}
