//! `alveole hive stats`.

use crate::exit::{Code, Failure};
use crate::input::Input;

/// Say what units show that wins nothing, beside the law that the game declares
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Units, one a line; `-` is standard input
    file: Input,
}

impl Args {
    pub(super) fn run(self) -> Result<Code, Failure> {
        Err(Failure::usage(self.file))
    }
}
