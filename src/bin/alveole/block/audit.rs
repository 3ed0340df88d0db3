//! `alveole block audit`.

use std::path::PathBuf;

use alveole::control::{AuditError, Auditor, SAMPLE};
use alveole::game::AnyGame;
use alveole::screen::Screen;

use crate::audit::told::Telling;
use crate::exit::{Code, Failure, shown};
use crate::input::Input;
use crate::options::{LexiconFiles, ThreadOptions};
use crate::progress::progress;

/// Test whether anything but uncovering it tells what a unit of a block wins
///
/// Where the units of each tier lie; grids beside what they win; letters, tier by tier, beside the declared law; losing lines,
/// multipliers, EXTRA and Bonus beside the declared shares. All tests are one family (Holm) at a level of 0.001. Tiers with fewer than
/// 1,000 units are described only: `alveole audit generator` tests them. What is printed tells outcomes: it is as sealed as the block.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole block audit block --report block/sealed/audit.html
  alveole block audit block --format jsonl

Exits with 0 when no fault is found, with 4 when one is: then find out why; a block is never made anew until one passes.")]
pub(crate) struct Args {
    /// The block
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The most units of a tier that are held one by one against what the declared law deals
    #[arg(long, value_name = "UNITS", default_value_t = SAMPLE as u64)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..=1_000_000))]
    sample: u64,

    #[command(flatten)]
    telling: Telling,

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
        let page = self.telling.page()?;
        let block = super::open(&self.folder)?;
        let words = self.files.load()?;
        if matches!(block.game, AnyGame::Crossword(_)) {
            super::same_lists(&name, &block.public.plan.digests, &words)?;
        }
        let screen = Screen::new(words.blocklist.clone());
        let sample = usize::try_from(self.sample).unwrap_or(usize::MAX);
        let auditor = Auditor { lexicon: &words.lexicon, screen: &screen, seed: self.telling.seed, sample };
        let bar = progress(block.units(), "units");
        let audit = self.threads.pool()?.install(|| auditor.audit(&block, |units| bar.inc(units)));
        bar.finish_and_clear();
        let audit = audit.map_err(|error| match error {
            AuditError::Read(error) => super::read_failure(error),
            other => Failure::usage(format_args!("{name}: {other}")),
        })?;
        let sampled = ["units of a tier that are looked at one by one, at most".into(), self.sample.to_string()];
        self.telling.tell(&audit, page, &[sampled])
    }
}
