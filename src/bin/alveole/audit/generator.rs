//! `alveole audit generator`.

use std::path::PathBuf;

use alveole::control::generator::Generator;
use alveole::screen::Screen;

use super::told::Telling;
use crate::bank;
use crate::exit::{Code, Failure, shown};
use crate::input::Input;
use crate::options::{LexiconFiles, ThreadOptions, game_text};
use crate::progress::progress;

/// Test what makes blocks, under test keys: rare lots, too, of which a block has but a few
///
/// The lots of many blocks are shuffled as those of real ones are, and for every tier it is tested where its units lie. Of each
/// tier so many units are dealt or placed, and held against the declared law as it is counted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole audit generator --game mots-croises --bank bank.parquet --blocks 300 --report generator.html
  alveole audit generator --game ruche-d-or --blocks 300

Exits with 0 when no fault is found, with 4 when one is.")]
pub(crate) struct Args {
    /// Which game: mots-croises, ruche-d-or, or a game file
    #[arg(long, value_name = "GAME")]
    game: String,

    /// A bank whose pairs letters are dealt to; without it, only places are tested
    #[arg(long, value_name = "BANK")]
    bank: Option<PathBuf>,

    /// How many blocks are shuffled
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    blocks: u32,

    /// How many units of each tier are dealt
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    units: u32,

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
        let page = self.telling.page()?;
        let game = game_text(&self.game)?;
        let words = self.files.load()?;
        let bank = self.bank.as_deref().map(|path| bank::open(path).map(|bank| (path, bank))).transpose()?;
        if let Some((path, bank)) = &bank {
            bank::made_with(path, bank, &words.digests())?;
            if bank.is_empty() {
                return Err(Failure::usage(format_args!("{}: the bank has no pair", shown(path))));
            }
        }
        let screen = Screen::new(words.blocklist.clone());
        let generator = Generator {
            game: &game,
            bank: bank.as_ref().map(|(_, bank)| bank),
            screen: &screen,
            blocks: self.blocks,
            units: self.units,
            seed: self.telling.seed,
        };
        let bar = progress(self.blocks.into(), "blocks");
        let audit = self.threads.pool()?.install(|| generator.audit(|| bar.inc(1)));
        bar.finish_and_clear();
        let audit = audit.map_err(|error| Failure::usage(format_args!("{}: {error}", self.game)))?;
        self.telling.tell(&audit, page, &[])
    }
}
