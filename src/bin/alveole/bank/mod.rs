//! `alveole bank`: banks of pairs that are made blind.

mod check;
mod export;
mod generate;
mod pairs;
mod parts;
mod repair;
mod show;
mod stats;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use alveole::bank::{self, Bank, BankError};
use alveole::formats::manifest::Digests;
use alveole::letters::Letter;
use alveole::lexicon::Source;
use alveole::produce::blind::BlindError;
use clap::Subcommand;

use crate::exit::{Code, Failure};

/// Make banks of pairs, and look at them.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Generate(generate::Args),
    Check(check::Args),
    Show(show::Args),
    Stats(stats::Args),
    Repair(repair::Args),
    Export(export::Args),
}

impl Command {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        match self {
            Self::Generate(args) => args.run(),
            Self::Check(args) => args.run(),
            Self::Show(args) => args.run(),
            Self::Stats(args) => args.run(),
            Self::Repair(args) => args.run(),
            Self::Export(args) => args.run(),
        }
    }
}

/// Opens a bank that was named on the command line.
pub(crate) fn open(path: &Path) -> Result<Bank, Failure> {
    Bank::open(path).map_err(|error| failure(path, error))
}

/// Opens a bank, with the SHA-256 of its file.
fn open_with_digest(path: &Path) -> Result<(Bank, String), Failure> {
    let bytes = std::fs::read(path).map_err(|source| failure(path, BankError::Io { path: path.into(), source }))?;
    let digest = Source::of(&bytes).digest_hex();
    Ok((bank::read(bytes).map_err(|error| failure(path, error))?, digest))
}

/// In what the lists in use differ from those that a bank was made with: a text for each that does.
fn other_lists(there: &Digests, here: &Digests) -> Vec<String> {
    let names: BTreeSet<&String> = there.lists.keys().chain(here.lists.keys()).collect();
    let lists = names.into_iter().filter_map(|name| other(name, there.lists.get(name), here.lists.get(name)));
    let overrides = other("the overrides", there.overrides.as_ref(), here.overrides.as_ref());
    let mut others: Vec<String> = lists.chain(overrides).collect();
    // All lists together, where none of them is named.
    if others.is_empty() {
        others.extend(other("the blocklist", there.blocklist.as_ref(), here.blocklist.as_ref()));
    }
    others
}

/// That something is not what a bank was made with, by the start of both digests.
fn other(what: &str, there: Option<&String>, here: Option<&String>) -> Option<String> {
    let shown = |digest: Option<&String>| digest.map_or("none", |hex| hex.get(..12).unwrap_or(hex)).to_owned();
    let (made, used) = (shown(there), shown(here));
    (there != here).then(|| format!("{what}: the bank was made with {made}, and here is {used}"))
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
pub(crate) fn words_with(text: &str) -> Result<(Letter, usize), String> {
    let parts = text.split_once('=').and_then(|(letter, most)| {
        let mut letters = letter.chars();
        let letter = letters.next().and_then(Letter::from_char).filter(|_| letters.next().is_none())?;
        Some((letter, most.parse().ok()?))
    });
    parts.ok_or_else(|| "write a letter and a number of words, such as E=10".into())
}
