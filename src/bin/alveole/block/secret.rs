//! `alveole block secret`.

use std::io::{self, Write};
use std::path::PathBuf;

use alveole::block::keys::Secret;
use alveole::table::hex;
use clap::Subcommand;

use crate::exit::{Code, Failure};
use crate::output::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a random secret in a new file that its owner alone can read; prints its commitment, to be published
    New {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print the commitment of a secret
    Commitment {
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

impl Command {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let (secret, is_new) = match &self {
            Self::New { file } => (Secret::create(file), true),
            Self::Commitment { file } => (Secret::read(file), false),
        };
        let secret = secret.map_err(|error| super::secret_failure(&error))?;
        let mut out = Output::standard();
        writeln!(out, "{}", hex(&secret.commitment()))?;
        out.flush()?;
        if is_new {
            let _ = writeln!(io::stderr().lock(), "publish this commitment; keep the file, and show it to nobody");
        }
        Ok(Code::Done)
    }
}
