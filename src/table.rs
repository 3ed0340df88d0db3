//! Tab-separated tables as people edit them, and what is wrong with a text file, by line and column.
//!
//! Every table of this project has a schema line (`#alveole/lexicon/1`), a line of column names, then rows. Blank lines
//! and further lines that start with `#` are comments.

use thiserror::Error;

/// What is wrong with a text file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct Fault {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub problem: String,
}

/// One row of a table.
#[derive(Clone, Debug)]
pub struct Row<'a, const N: usize> {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Its fields, as written.
    pub fields: [&'a str; N],
}

impl<const N: usize> Row<'_, N> {
    /// A fault of one field, counted from 0.
    pub fn fault(&self, field: usize, problem: impl Into<String>) -> Fault {
        let column = self.fields.iter().take(field).map(|text| text.chars().count() + 1).sum::<usize>() + 1;
        Fault { line: self.line, column, problem: problem.into() }
    }
}

/// A digest in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]).collect()
}

/// Line and column, from 1, of a byte of a text.
///
/// ```
/// assert_eq!(alveole::table::line_and_column("é = 1\nb = 2", 8), (2, 2));
/// ```
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The text of a file, without a byte order mark.
///
/// # Errors
/// When it is not UTF-8: where.
pub fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        let line = before.matches('\n').count() + 1;
        Fault { line, column, problem: "not UTF-8: save the file as UTF-8".into() }
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The rows of a table of this schema and these columns.
///
/// # Errors
/// When the schema line or the column names are others, or a row has more or fewer fields.
///
/// ```
/// let text = "#alveole/allow/1\nword\treason\nCHAT\tan animal\n";
/// let rows = alveole::table::rows(text, "#alveole/allow/1", ["word", "reason"]).unwrap();
/// assert_eq!(rows[0].fields, ["CHAT", "an animal"]);
/// ```
pub fn rows<'a, const N: usize>(text: &'a str, schema: &str, columns: [&str; N]) -> Result<Vec<Row<'a, N>>, Fault> {
    let mut lines = (1..).zip(text.lines());
    if lines.next().is_none_or(|(_, first)| first.trim_end() != schema) {
        return Err(Fault { line: 1, column: 1, problem: format!("the first line must be {schema}") });
    }
    if lines.next().is_none_or(|(_, names)| !names.split('\t').eq(columns)) {
        let problem = format!("the second line must be the column names, with tabs between: {}", columns.join(", "));
        return Err(Fault { line: 2, column: 1, problem });
    }
    let rows = lines.filter(|(_, row)| !row.trim().is_empty() && !row.starts_with('#'));
    rows.map(|(line, row)| {
        let fields: Vec<&str> = row.split('\t').collect();
        let problem = format!("{} fields where there must be {N}: {}", fields.len(), columns.join(", "));
        let fields = fields.try_into().map_err(|_| Fault { line, column: 1, problem })?;
        Ok(Row { line, fields })
    })
    .collect()
}
