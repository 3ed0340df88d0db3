//! `alveole hive`: units of hives, the ways to a lot, and what units show that wins nothing.

mod make;
mod plans;
mod stats;

use alveole::money::Cents;
use clap::Subcommand;

use crate::exit::{Code, Failure};

/// Make units of hives of one lot, placed exactly by the game's law
///
/// Kinds of ways to the lot are apportioned over the units by largest remainder; within a kind, each unit draws its own way
/// and its own cells. Every unit is judged. Units go to standard output or to --out FILE.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:
  alveole hive --lot 20
  alveole hive --lot 0 --count 1000 --format jsonl --out losing.jsonl
  alveole hive --lot 50 --kind extra --seed 7
  alveole hive plans --lot 50
  alveole hive stats losing.jsonl")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    make: make::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    Plans(plans::Args),
    Stats(stats::Args),
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        match self.command {
            None => self.make.run(),
            Some(Command::Plans(args)) => args.run(),
            Some(Command::Stats(args)) => args.run(),
        }
    }
}

/// An amount of whole euros, as `--lot` has it.
fn euros(text: &str) -> Result<Cents, String> {
    let digits = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let euros = text.parse::<u64>().ok().filter(|euros| digits && *euros <= 1_000_000_000);
    euros.map(Cents::from_euros).ok_or_else(|| "write a lot in whole euros, such as 20; 0 for losing units".into())
}
