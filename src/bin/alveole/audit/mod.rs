//! `alveole audit`: whether units, or what makes them, give away what they win.

mod generator;
mod independence;
pub(crate) mod told;
mod units;

use clap::Subcommand;

use crate::exit::{Code, Failure};

/// Test whether units give away what they win.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Independence(Box<independence::Args>),
    Generator(Box<generator::Args>),
}

impl Command {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        match self {
            Self::Independence(args) => args.run(),
            Self::Generator(args) => args.run(),
        }
    }
}
