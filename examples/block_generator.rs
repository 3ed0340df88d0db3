//! A small block, through the library: `cargo run --release --example block_generator BANK.parquet`.
//!
//! A bank is opened, a block is planned, secrets make its keys, and its units come one after the other, judged.

use std::error::Error;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::sync::Arc;

use alveole::bank::Bank;
use alveole::block::keys::{Keys, Secret};
use alveole::block::plan::Plan;
use alveole::block::units::{BlockUnit, Grids, Material, Units};
use alveole::blocklist::Blocklist;
use alveole::lexicon::Lexicon;
use alveole::money::Cents;
use alveole::screen::Screen;

fn main() -> Result<(), Box<dyn Error>> {
    let bank =
        std::env::args_os().nth(1).ok_or("name a bank: `alveole bank generate --pairs 40 --out bank.parquet`")?;
    generate(&bank, &mut io::stdout().lock())
}

/// Generates the block of a bank, and writes what it is in short.
pub(crate) fn generate(bank: &OsStr, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // What there is: words, lists, and a bank that was made under them.
    let (lexicon, screen) = (Lexicon::embedded(), Arc::new(Screen::new(Blocklist::embedded())));
    let bank = Bank::open(bank.as_ref())?;

    // What is wanted is frozen before anybody knows a secret; the game is a small one.
    let plan = Plan::of_bank(include_str!("../tests/data/block/mots-croises.toml"), "2026-07", "1", &bank)?;

    // Keys follow from the plan and the secrets of all parties: real ones are random, see `Secret::create`.
    let secrets = [[1; 32], [2; 32]].map(|bytes| Secret::from_bytes(&bytes).expect("32 bytes are enough"));
    let (game, keys) = (plan.game()?, Keys::new(&secrets, &plan)?);
    let material = Material { grids: Grids::Bank(&bank), lexicon: &lexicon, screen: &screen };
    let units = Units::new(&game, &keys, Some(material))?;

    // Unit by unit: each is a function of keys and number, and comes as `Verified`.
    let mut won = Cents::ZERO;
    for (number, unit) in (0..).zip(units.range(0..units.len())) {
        let BlockUnit::Crossword(Some(pair), unit) = unit? else { continue };
        won.0 += unit.lot.map_or(0, |lot| lot.0);
        if number < 3 {
            writeln!(out, "unit {number}: pair {pair}, {:?} words completed", unit.completed)?;
        }
    }
    Ok(writeln!(out, "{} units win {won} together", units.len())?)
}
