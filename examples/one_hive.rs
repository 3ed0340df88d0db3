//! One judged unit of hives, through the library: `cargo run --release --example one_hive`.

use std::error::Error;
use std::io;
use std::ops::ControlFlow;

use alveole::formats::hive_text::write_hive_text;
use alveole::game::{HiveGame, Kind};
use alveole::hive::{Batch, Maker};
use alveole::money::Cents;
use alveole::produce::hives::HiveRun;
use alveole::verify::HiveJudge;

fn main() -> Result<(), Box<dyn Error>> {
    // What there is: the game, and all ways to its lots.
    let game = HiveGame::ruche_d_or();
    let maker = Maker::new(&game)?;

    // What is wanted: one unit of 50 €, by several gains in one hive. Without a kind, kinds are apportioned.
    let batch = Batch::new(&maker, Cents::from_euros(50), Some(Kind::Several), 7, 1)?;
    let run = HiveRun { batch: &batch, judge: HiveJudge::new(&game), seed: 7 };

    // Units are handed over in order, judged. The pick is no part of them: here the second playable symbol is picked.
    let mut out = io::stdout().lock();
    let mut written = Ok(());
    run.each(|_, unit| {
        written = write_hive_text(&game, &unit, 1, false, &mut out);
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    Ok(())
}
