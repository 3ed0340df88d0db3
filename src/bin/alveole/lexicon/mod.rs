//! `alveole lexicon`: what words there are.

mod show;
mod stats;

use std::io::Write;

use clap::Subcommand;

use crate::exit::{Code, Failure};
use crate::output::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Stats(stats::Args),
    Show(show::Args),
    /// Print the licence of the built-in lexicon, which is not the program's
    Licence,
}

impl Command {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let mut out = Output::standard();
        match self {
            Self::Stats(args) => args.write(&mut out)?,
            Self::Show(args) => args.write(&mut out)?,
            Self::Licence => out.write_all(alveole::lexicon::LICENCE.as_bytes())?,
        }
        out.flush()?;
        Ok(Code::Done)
    }
}
