//! `alveole layout`: which cells of a grid hold letters.

mod check;
mod drawing;
mod generate;
mod show;

use clap::Subcommand;

use crate::exit::{Code, Failure};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Generate(generate::Args),
    Check(check::Args),
    Show(show::Args),
}

impl Command {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        match self {
            Self::Generate(args) => args.run(),
            Self::Check(args) => args.run(),
            Self::Show(args) => args.run(),
        }
    }
}
