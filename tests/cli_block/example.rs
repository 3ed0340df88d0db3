//! The example of the library, `examples/block_generator.rs`, with the small bank.

use super::BLOCK_MOTS;

#[path = "../../examples/block_generator.rs"]
#[allow(dead_code, clippy::pedantic, reason = "an example, which is run by its own `main`")]
mod block_generator;

#[test]
fn the_example_makes_a_block() {
    let mut out = Vec::new();
    block_generator::generate(BLOCK_MOTS.room.at("bank.parquet").as_os_str(), &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    for (number, line) in lines[..3].iter().enumerate() {
        assert!(line.starts_with(&format!("unit {number}: pair ")) && line.ends_with("] words completed"), "{line}");
    }
    // The prize table of the small game, whatever the bank and the secrets.
    assert_eq!(lines[3], "3000 units win 270,920 € together");
}
