//! A unit as one line of JSON, `alveole/unit/1`: the form in which units are kept and passed on.
//!
//! ```json
//! {"schema":"alveole/unit/1","game":"mots-croises","letters":"SIXTRONPLAUMEGBCHD",
//!  "grids":[{"rows":["#CHAT###"],"words":[{"word":"CHAT","display":"chat","row":0,"column":1,"direction":"across"}]}],
//!  "completed":[1,0],"lot_cents":0}
//! ```
//!
//! A unit of a hive game has lines of cells; [its tokens](crate::unit::HiveCell) name the roles of symbols:
//!
//! ```json
//! {"schema":"alveole/unit/1","game":"ruche-d-or","symbols":["fleur","miel","reine","feuille","goutte","soleil"],
//!  "hives":[{"lines":[{"amount_cents":300,"cells":["picked","second","x5","filler1"]}],"bee_cents":500}],
//!  "bonus_bees":1,"lot_cents":0}
//! ```
//!
//! (All on one line.) Rows and columns count from 0, grids from 1. Reading asks for this form and no more: a unit with 17
//! letters, a missing word or a false sum is read, so that the judge can name the rule that it breaks. Nothing is folded
//! and nothing is guessed: a lower-case letter in a row is an error, with its place.
//!
//! ```
//! use alveole::formats::unit_json::{read_units, write_unit};
//! let line = "{\"schema\":\"alveole/unit/1\",\"game\":\"mots-croises\",\"letters\":\"CHAT\",\"grids\":[{\"rows\":[\"#CHAT\"],\
//!     \"words\":[{\"word\":\"CHAT\",\"display\":\"chat\",\"row\":0,\"column\":1,\"direction\":\"across\"}]}],\
//!     \"completed\":[1],\"lot_cents\":null}\n";
//! let (number, unit) = read_units(line.as_bytes()).next().unwrap().unwrap();
//! assert_eq!((number, unit.pair.grids[0].cells.columns()), (1, 5));
//! let mut written = Vec::new();
//! write_unit(&unit, &mut written).unwrap();
//! assert_eq!(written, line.as_bytes());
//! ```

mod hive;
mod lines;
mod object;
mod read;
mod write;

use std::io;

use thiserror::Error;

pub use hive::write_hive_unit;
pub use lines::{LONGEST_LINE, Line, read_lines};
#[cfg(feature = "bank")]
pub(crate) use write::GridRecord;
pub use write::write_unit;

use crate::table::Fault;
use crate::unit::CrosswordUnit;

/// The version that this crate reads and writes.
pub const SCHEMA: &str = "alveole/unit/1";

/// Why units can't be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A line that is no unit: where and why.
    #[error(transparent)]
    Content(#[from] Fault),
    /// What the system says.
    #[error("line {line}: {source}")]
    Io {
        /// The line that was being read, from 1.
        line: usize,
        /// What the system says.
        source: io::Error,
    },
}

/// The crossword units of a file, each with its line from 1. Blank lines are passed over.
///
/// After a line that is no unit the next ones can still be read; after a failing reader there is nothing more. One line is
/// in memory at a time.
pub fn read_units(reader: impl io::BufRead) -> impl Iterator<Item = Result<(usize, CrosswordUnit), ReadError>> {
    read_lines(reader).map(|line| {
        let line = line?;
        Ok((line.number, line.unit()?))
    })
}
