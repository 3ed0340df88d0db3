//! How audits are told.

use std::io::{self, Write};
use std::path::PathBuf;

use alveole::audit::plot::PlotError;
use alveole::audit::report::Report;
use alveole::control::Audit;
use alveole::formats::whole_file::WholeFile;
use clap::ValueEnum;

use crate::exit::{Code, Failure};
use crate::output::Output;

/// How verdicts are told.
#[derive(clap::Args, Debug)]
pub(crate) struct Telling {
    /// All draws, samples and shuffles of the audit follow from this number
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
    /// JSON Lines: an object for what was asked and for each test, and one for all
    Jsonl,
}

impl Telling {
    /// The page's file, so that one that exists is refused before hours of work.
    pub(crate) fn page(&self) -> Result<Option<WholeFile>, Failure> {
        Ok(self.report.as_deref().map(|path| WholeFile::create(path, self.force)).transpose()?)
    }

    /// Whether programs read what is printed.
    pub(crate) fn is_for_programs(&self) -> bool {
        self.format == Format::Jsonl
    }

    /// Writes the page, if one is wished for, and says the seed.
    pub(crate) fn write(
        &self,
        page: Option<WholeFile>,
        report: impl FnOnce() -> Result<Report, PlotError>,
    ) -> Result<(), Failure> {
        let _ = writeln!(io::stderr().lock(), "seed {}", self.seed);
        if let Some(mut page) = page {
            let report = report().map_err(|problem| {
                Failure::Because(Code::Unreachable, anyhow::anyhow!("cannot draw the report: {problem}"))
            })?;
            page.write_all(report.to_html().as_bytes())?;
            page.finish()?;
        }
        Ok(())
    }

    /// Tells an audit of a block or of the generator. `sources` are rows of the page.
    pub(crate) fn tell(
        &self,
        audit: &Audit,
        page: Option<WholeFile>,
        sources: &[[String; 2]],
    ) -> Result<Code, Failure> {
        self.write(page, || audit.report(sources))?;
        let mut out = Output::standard();
        if self.is_for_programs() {
            audit.write_records(&mut out)?;
        } else {
            write!(out, "{audit}")?;
        }
        out.flush()?;
        if audit.family.verdicts.is_empty() {
            return Err(Failure::usage(format_args!("{}", audit.conclusion())));
        }
        Ok(if audit.family.is_sound() { Code::Done } else { Code::Fault })
    }
}
