//! What is written, read by others: the JSON Schema of a unit, and the `ipuz` package.
#![cfg(feature = "formats")]

mod formats {
    mod ipuz;
    mod schema;
    mod text;
}
