//! `alveole audit`: whether units give away what they win.

mod independence;
mod units;

use clap::Subcommand;

use crate::exit::{Code, Failure};

/// Test whether units give away what they win.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Independence(Box<independence::Args>),
}

impl Command {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        match self {
            Self::Independence(args) => args.run(),
        }
    }
}
