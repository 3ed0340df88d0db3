//! `alveole block verify`.

use std::io::{self, Write};
use std::path::PathBuf;

use alveole::block::check::{Check, CheckError, Finding, Report};
use alveole::formats::to_json;
use alveole::formats::whole_file::WholeFile;
use alveole::game::AnyGame;

use super::SecretFiles;
use crate::exit::{Code, Failure, shown};
use crate::input::Input;
use crate::options::{LexiconFiles, ThreadOptions};
use crate::output::{Output, plain};
use crate::progress::progress;

/// Verify a block: read all units as a player would, count the table again, hold everything against what was published
///
/// With the secrets, the lots are worked out again, too, and which pair of its bank each unit shows. Each fault is told by unit and rule.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole block verify block --report report.json
  alveole block verify block --secret-file a.key b.key

Exits with 0 when the block is sound, with 4 when it is not. A rehearsal is no emission: it is refused (4), but with --rehearsal.")]
pub(crate) struct Args {
    /// The block
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    secrets: SecretFiles,

    /// Write a report to this file, bound to the block by its manifest's digest
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Replace the report if it exists
    #[arg(long)]
    force: bool,

    /// Take a rehearsal as what it is
    #[arg(long)]
    rehearsal: bool,

    #[command(flatten)]
    threads: ThreadOptions,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    files: LexiconFiles,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&self.files.inputs())?;
        let name = shown(&self.folder);
        let report_file = self.report.as_deref().map(|path| WholeFile::create(path, self.force)).transpose()?;
        let block = super::open(&self.folder)?;
        let words = self.files.load()?;
        if matches!(block.game, AnyGame::Crossword(_)) {
            super::same_lists(&name, &block.public.plan.digests, &words)?;
        }
        let secrets = self.secrets.read()?;
        let check = Check { lexicon: &words.lexicon, blocklist: &words.blocklist, secrets: &secrets };
        let bar = progress(block.units(), "units");
        let report = self.threads.pool()?.install(|| check.verify(&block, |units| bar.inc(units)));
        bar.finish_and_clear();
        let mut report = report.map_err(|error| match error {
            CheckError::Read(error) => super::read_failure(error),
            CheckError::Secret(error) => super::secret_failure(&error),
        })?;
        if block.public.rehearsal && !self.rehearsal {
            let problem = "this is a rehearsal, and no emission: its units are a test, never to be sold".into();
            report.faults += 1;
            report.findings.insert(0, Finding { unit: None, rule: "rehearsal".into(), problem });
        }
        if let Some(mut file) = report_file {
            file.write_all(to_json(&report).as_bytes())?;
            file.finish()?;
        }
        let sequences = if block.bank.is_some() { "lots and pairs" } else { "lots" };
        tell(&name, &report, sequences)?;
        Ok(if report.faults == 0 { Code::Done } else { Code::Fault })
    }
}

fn tell(name: &str, report: &Report, sequences: &str) -> Result<(), Failure> {
    let mut out = Output::standard();
    for Finding { unit, rule, problem } in &report.findings {
        let place = unit.map_or_else(String::new, |unit| format!("unit {unit}: "));
        // A fault of a unit names its rule itself.
        let rule = if problem.starts_with(rule.as_str()) { String::new() } else { format!("{rule}: ") };
        writeln!(out, "{name}: {place}{rule}{}", plain(problem))?;
    }
    out.flush()?;
    let mut said = io::stderr().lock();
    let told = report.findings.len() as u64;
    if told < report.faults {
        let _ = writeln!(said, "{} more faults are not told one by one", report.faults - told);
    }
    let verdict = if report.faults == 0 { "sound".to_owned() } else { format!("{} faults", report.faults) };
    let secrets = if report.with_secrets { format!(", {sequences} worked out again") } else { String::new() };
    let (emission, block, units) = (&report.emission, &report.block, report.units);
    let _ = writeln!(said, "{name}: emission {emission}, block {block}: {units} units read{secrets}: {verdict}");
    Ok(())
}
