//! How the audits of blocks and of the generator are told.

use std::io::{self, Write};
use std::path::PathBuf;

use alveole::control::Audit;
use alveole::formats::whole_file::WholeFile;
use clap::ValueEnum;

use crate::exit::{Code, Failure};
use crate::output::Output;

/// How verdicts are told.
#[derive(clap::Args, Debug)]
pub(crate) struct Telling {
    /// Samples, shuffles and test streams follow from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// How verdicts are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Write a page for people to this file: HTML that needs no other file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Replace the report if it exists
    #[arg(long, requires = "report")]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables
    Text,
    /// One JSON object a tier, a test and a figure, and one for all
    Jsonl,
}

impl Telling {
    /// The page's file, so that one that exists is refused before hours of work.
    pub(crate) fn page(&self) -> Result<Option<WholeFile>, Failure> {
        Ok(self.report.as_deref().map(|path| WholeFile::create(path, self.force)).transpose()?)
    }

    /// Tells an audit. `sources` are rows of the page.
    pub(crate) fn tell(
        &self,
        audit: &Audit,
        page: Option<WholeFile>,
        sources: &[[String; 2]],
    ) -> Result<Code, Failure> {
        let _ = writeln!(io::stderr().lock(), "seed {}", self.seed);
        if let Some(mut page) = page {
            let report = audit.report(sources).map_err(|problem| {
                Failure::Because(Code::Unreachable, anyhow::anyhow!("cannot draw the report: {problem}"))
            })?;
            page.write_all(report.to_html().as_bytes())?;
            page.finish()?;
        }
        let mut out = Output::standard();
        match self.format {
            Format::Text => write!(out, "{audit}")?,
            Format::Jsonl => audit.write_records(&mut out)?,
        }
        out.flush()?;
        if audit.family.verdicts.is_empty() {
            return Err(Failure::usage(format_args!("{}", audit.conclusion())));
        }
        Ok(if audit.family.is_sound() { Code::Done } else { Code::Fault })
    }
}
