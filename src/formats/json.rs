//! One line of JSON.

use std::io::{self, Write};

use serde::Serialize;

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
