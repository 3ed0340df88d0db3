//! `alveole bank`: banks of pairs that are made blind.

mod check;
mod generate;
mod parts;
mod repair;
mod stats;

use std::path::{Path, PathBuf};

use alveole::bank::{Bank, BankError};
use alveole::formats::manifest::Digests;
use alveole::letters::Letter;
use alveole::produce::blind::BlindError;
use clap::Subcommand;

use crate::exit::{Code, Failure};

/// Make banks of pairs, and look at them.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Generate(generate::Args),
    Check(check::Args),
    Stats(stats::Args),
    Repair(repair::Args),
}

impl Command {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        match self {
            Self::Generate(args) => args.run(),
            Self::Check(args) => args.run(),
            Self::Stats(args) => args.run(),
            Self::Repair(args) => args.run(),
        }
    }
}

/// Opens a bank that was named on the command line.
pub(crate) fn open(path: &Path) -> Result<Bank, Failure> {
    Bank::open(path).map_err(|error| failure(path, error))
}

/// What is wrong with a bank, by the exit code of its kind.
pub(crate) fn failure(path: &Path, error: BankError) -> Failure {
    let name = crate::exit::shown(path);
    match error {
        BankError::Io { source, .. } => Failure::unreadable(name, &source),
        BankError::Write(problem) => {
            Failure::Because(Code::Unreachable, anyhow::anyhow!("cannot write {name}: {problem}"))
        }
        // What was written is no longer what is there: a verification found it.
        BankError::Damaged { .. } => Failure::Because(Code::Fault, anyhow::anyhow!("{name}: {error}")),
        BankError::Foreign(_) | BankError::Version { .. } => Failure::usage(format_args!("{name}: {error}")),
    }
}

/// An error unless the bank was made with these lists: a pair that was admissible under other ones may not be under them.
pub(crate) fn made_with(path: &Path, bank: &Bank, here: &Digests) -> Result<(), Failure> {
    let there = &bank.manifest.digests;
    for (what, here, there) in
        [("blocklist", &here.blocklist, &there.blocklist), ("overrides", &here.overrides, &there.overrides)]
    {
        if here != there {
            let shown = |digest: &Option<String>| digest.as_deref().map_or("none", |hex| &hex[..12]).to_owned();
            return Err(Failure::usage(format_args!(
                "{}: made with another {what} ({}, and here {}): name the lists it was made with, or make it anew",
                crate::exit::shown(path),
                shown(there),
                shown(here)
            )));
        }
    }
    Ok(())
}

/// A bank to read.
#[derive(clap::Args, Debug)]
pub(crate) struct BankFile {
    /// A bank
    #[arg(value_name = "BANK")]
    pub(crate) bank: PathBuf,
}

/// Why pairs could not be made or repaired, by the exit code of its kind.
fn blind_failure(bank: &Path, error: &BlindError) -> Failure {
    let code = if matches!(error, BlindError::Faulty { .. }) { Code::Fault } else { Code::Spent };
    Failure::Because(code, anyhow::anyhow!("{}: {error}", crate::exit::shown(bank)))
}

/// The most words of a grid with a letter, as it is typed and kept on record: `E=10`.
fn words_with(text: &str) -> Result<(Letter, usize), String> {
    let parts = text.split_once('=').and_then(|(letter, most)| {
        let mut letters = letter.chars();
        let letter = letters.next().and_then(Letter::from_char).filter(|_| letters.next().is_none())?;
        Some((letter, most.parse().ok()?))
    });
    parts.ok_or_else(|| "write a letter and a number of words, such as E=10".into())
}
