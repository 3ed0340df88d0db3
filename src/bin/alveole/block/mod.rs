//! `alveole block`: whole blocks, from the plan to the handing over.

mod audit;
mod find;
mod generate;
mod grids;
mod merge;
mod plan;
mod secret;
mod show;
mod verify;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use alveole::block::folder::FolderError;
use alveole::block::keys::{Keys, Secret, SecretError};
use alveole::block::manifest::Public;
use alveole::block::plan::Plan;
use alveole::block::reader::{Block, ReadError};
use alveole::block::register::RegisterError;
use alveole::block::units::BlockError;
use alveole::formats::manifest::Digests;
use alveole::table::utf8;
use clap::Subcommand;

use crate::exit::{Code, Failure, shown};
use crate::input::Input;
use crate::options::Words;

/// Make, check and hand over whole blocks.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Plan(Box<plan::Args>),
    /// Make secrets, and say what may be published of them
    #[command(subcommand)]
    Secret(secret::Command),
    Generate(Box<generate::Args>),
    Merge(Box<merge::Args>),
    Verify(Box<verify::Args>),
    Audit(Box<audit::Args>),
    Show(show::Args),
    Find(find::Args),
}

impl Command {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        match self {
            Self::Plan(args) => args.run(),
            Self::Secret(command) => command.run(),
            Self::Generate(args) => args.run(),
            Self::Merge(args) => args.run(),
            Self::Verify(args) => args.run(),
            Self::Audit(args) => args.run(),
            Self::Show(args) => args.run(),
            Self::Find(args) => args.run(),
        }
    }
}

/// The secrets of all parties.
#[derive(clap::Args, Debug)]
pub(crate) struct SecretFiles {
    /// Files of secrets, one a party, in any order; they never leave these files
    #[arg(long = "secret-file", value_name = "FILE", num_args = 1..)]
    pub(crate) files: Vec<PathBuf>,
}

impl SecretFiles {
    fn read(&self) -> Result<Vec<Secret>, Failure> {
        self.files.iter().map(|file| Secret::read(file).map_err(|error| secret_failure(&error))).collect()
    }

    fn keys(&self, plan: &Plan) -> Result<Keys, Failure> {
        Keys::new(&self.read()?, plan).map_err(|error| secret_failure(&error))
    }
}

fn secret_failure(error: &SecretError) -> Failure {
    match error {
        SecretError::Io { path, source } if source.kind() == std::io::ErrorKind::AlreadyExists => {
            Failure::usage(format_args!("{} exists: a secret is never written over; name another file", shown(path)))
        }
        SecretError::Io { path, source } => Failure::unreadable(shown(path), source),
        _ => Failure::usage(error),
    }
}

fn folder_failure(error: FolderError) -> Failure {
    let code = match &error {
        FolderError::Io { path, source } => {
            let message = anyhow::anyhow!("{}: {}", shown(path), crate::exit::in_words(source));
            return Failure::Because(Code::Unreachable, message);
        }
        FolderError::Part { .. } => Code::Unreachable,
        FolderError::File(_) => {
            let FolderError::File(error) = error else { unreachable!("it was one") };
            return error.into();
        }
        FolderError::Block(error) => return block_failure(error),
        FolderError::Exists { .. }
        | FolderError::Busy { .. }
        | FolderError::Other { .. }
        | FolderError::Plan(_)
        | FolderError::Shards(_) => Code::Usage,
    };
    // Without its sources, which its text names already.
    Failure::Because(code, anyhow::anyhow!("{error}"))
}

fn block_failure(error: &BlockError) -> Failure {
    let code = match error {
        BlockError::NotServed { .. } => Code::Infeasible,
        BlockError::NoOrder { .. } | BlockError::NoGrids { .. } | BlockError::Repeats { .. } => Code::Spent,
        BlockError::Faulty { .. } => Code::Fault,
        BlockError::Shape { .. } | BlockError::Outcomes { .. } | BlockError::NoPlan(_) => Code::Usage,
    };
    Failure::Because(code, anyhow::anyhow!("{error}"))
}

fn read_failure(error: ReadError) -> Failure {
    match error {
        ReadError::Io { path, source } => Failure::unreadable(shown(&path), &source),
        ReadError::Damaged { .. } => Failure::Because(Code::Fault, error.into()),
        ReadError::Foreign { .. } | ReadError::Plan(_) => Failure::usage(error),
    }
}

fn register_failure(error: RegisterError) -> Failure {
    match error {
        RegisterError::Io { path, source } => Failure::unreadable(shown(&path), &source),
        other => Failure::usage(other),
    }
}

fn open(folder: &Path) -> Result<Block, Failure> {
    Block::open(folder).map_err(read_failure)
}

/// The plan of a file.
fn read_plan(path: &Path) -> Result<Plan, Failure> {
    let file = Input::File(path.into());
    let bytes = file.read()?;
    let text = utf8(&bytes).map_err(|fault| Failure::content(&file, &fault))?;
    Plan::read(text).map_err(|problem| Failure::usage(format_args!("{file}: {problem}")))
}

/// That the lists and the lexicon at hand are those that were frozen.
fn same_lists(what: &str, frozen: &Digests, words: &Words) -> Result<(), Failure> {
    let here = words.digests();
    for (list, here, there) in [
        ("lexicon", &here.lexicon, &frozen.lexicon),
        ("blocklist", &here.blocklist, &frozen.blocklist),
        ("overrides", &here.overrides, &frozen.overrides),
    ] {
        if here != there {
            let shown =
                |digest: &Option<String>| digest.as_deref().map_or("none", |hex| &hex[..12.min(hex.len())]).to_owned();
            return Err(Failure::usage(format_args!(
                "{what} was made with another {list} ({}, and here {}): name the lists that it was made with, or make it anew",
                shown(there),
                shown(here)
            )));
        }
    }
    Ok(())
}

/// What a block is, for people.
fn named(public: &Public) -> String {
    let plan = &public.plan;
    let rehearsal = if public.rehearsal { ", a rehearsal" } else { "" };
    format!("emission {}, block {}{rehearsal}", plan.emission, plan.block)
}

/// Says what shards were put together to.
fn tell_merged(out: &Path, public: Result<Public, FolderError>) -> Result<Code, Failure> {
    let public = public.map_err(folder_failure)?;
    let _ = writeln!(io::stderr().lock(), "{}: {}", shown(out), named(&public));
    Ok(Code::Done)
}
