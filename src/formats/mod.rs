//! File formats: how units leave and enter, and how files are written.
//!
//! | module | what it is |
//! |---|---|
//! | [`unit_json`] | one unit, one line of JSON: the form that everything else reads |
//! | [`ipuz`] | a unit as two crosswords that other programs open |
//! | [`text`] | a unit for people: both grids side by side |
//! | [`hive_text`] | a unit of hives for people: the honeycomb, for one pick |
//! | [`svg`] | grids and odds as pictures |
//! | [`whole_file`] | files that appear whole or not at all |
//! | [`manifest`] | what a file was made of, beside it |
//!
//! `serde_json` and `tempfile` are named in this room only.

pub mod hive_text;
pub mod ipuz;
pub mod manifest;
pub mod svg;
pub mod text;
pub mod unit_json;
pub mod whole_file;
pub mod whole_folder;

mod json;

pub use json::{from_json, to_json, write_json_line};
