//! `alveole bank show`.

use std::io::{self, Write};

use alveole::bank::{BankPair, outcomes, write_pair};
use alveole::formats::text::{grouped, one_in, write_grids};
use alveole::game::Game;
use clap::ValueEnum;

use super::BankFile;
use super::pairs::Pairs;
use crate::exit::{Code, Failure};
use crate::odds::listed;
use crate::output::{Output, OutputOptions};

/// Show pairs of a bank: both grids, their words with accents, and the odds of each lot
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole bank show bank.parquet --pair 17
  alveole bank show bank.parquet --pair 0,4,10..19 --format jsonl

Exits with 2 when the bank has no such pair.")]
pub(crate) struct Args {
    #[command(flatten)]
    file: BankFile,

    /// Which pairs, from 0: N, or N,N, or A..B with both included
    #[arg(long, value_name = "PAIRS")]
    pair: Pairs,

    /// How pairs are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object a pair: schemas/pair.schema.json
    Jsonl,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let bank = super::open(&self.file.bank)?;
        let (game, colour) = (Game::mots_croises(), OutputOptions { out: None, force: false }.colour());
        let mut out = Output::standard();
        for (place, number) in self.pair.of(&bank)?.into_iter().enumerate() {
            let Some(made) = bank.pair(number) else { continue };
            match self.format {
                Format::Jsonl => write_pair(&game, number, made, &mut out)?,
                Format::Text => {
                    if place > 0 {
                        writeln!(out)?;
                    }
                    writeln!(out, "pair {number}, level {}\n", crate::output::plain(&made.level))?;
                    write_grids(&game, &made.pair, colour, &mut out)?;
                    write_odds(&game, made, &mut out)?;
                }
            }
        }
        out.flush()?;
        Ok(Code::Done)
    }
}

/// A line a result: how many of the sets of letters that a block may deal give it.
fn write_odds(game: &Game, made: &BankPair, out: &mut impl Write) -> io::Result<()> {
    let lots = made.lots(game);
    let all = lots.iter().map(|(_, sets)| sets).sum();
    writeln!(out, "\n  {:>10}  {:>9}  {:>12}  completed words: sets", "lot", "sets", "one in")?;
    for (lot, sets) in lots {
        let of_lot = outcomes(game).into_iter().zip(&made.odds).filter(|(outcome, _)| game.lot(outcome) == Some(lot));
        let listed: Vec<String> =
            of_lot.map(|(outcome, sets)| format!("  {} {}", listed(&outcome), grouped((*sets).into()))).collect();
        let (one_in, sets) = (one_in(sets, all), grouped(sets));
        writeln!(out, "  {:>10}  {sets:>9}  {one_in:>12}{}", lot.to_string(), listed.concat())?;
    }
    Ok(())
}
