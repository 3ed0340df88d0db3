//! `alveole layout generate`.

use std::io::{self, Write};

use alveole::crossword::layout::{GenerateError, LayoutGenerator};
use alveole::formats::manifest::{Digests, Manifest};
use alveole::game::Game;
use alveole::rng::{Purpose, Streams};
use alveole::table::hex;

use crate::exit::{Code, Failure};
use crate::options::{ProfileFile, Size, ThreadOptions};
use crate::output::OutputOptions;

/// Make layouts that look like crosswords, no two of them equal
///
/// Writes masks as text: a line a row, `.` a letter and `#` a grey cell, a blank line between masks. A mask that is
/// another one turned or mirrored counts as equal. A longer run begins with the masks of a shorter one.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole layout generate
  alveole layout generate --count 200 --size 15x11 --seed 7 --out layouts.txt
  alveole layout generate --count 20 --profile dense.toml | alveole layout show -

Exits with 6 when the profile is not met, or fewer different masks were found than asked for.")]
pub(crate) struct Args {
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,

    /// The masks are a function of this number, size and profile
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Steps that one layout may take; a step is one search for places of a slot
    #[arg(long, value_name = "STEPS", default_value_t = LayoutGenerator::BUDGET,
          value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,

    #[command(flatten)]
    threads: ThreadOptions,

    /// The box that they fill, in cells: width x height
    #[arg(long, value_name = "WxH", default_value_t = Size::default(), help_heading = "Layouts")]
    size: Size,

    #[command(flatten)]
    profile: ProfileFile,

    // Last: their headings hold for all options after it.
    #[command(flatten)]
    output: OutputOptions,
}

/// Layouts that are drawn before they are written.
const BATCH: usize = 256;

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let game = Game::mots_croises();
        let profile = self.profile.load(&game.crossword)?;
        let Size { columns, rows } = self.size;
        let streams = Streams::from_seed(self.seed, Purpose::Layouts);
        let generator = LayoutGenerator::new(&game.crossword, profile, rows, columns, streams)
            .map_err(|error| self.profile.refused(error))?
            .with_budget(self.budget);
        let pool = self.threads.pool()?;
        let mut out = self.output.open()?;
        let _ = writeln!(io::stderr().lock(), "seed {}", self.seed);

        let mut layouts = generator.layouts(usize::try_from(self.count).unwrap_or(usize::MAX));
        let mut written = 0;
        loop {
            let batch: Vec<_> = pool.install(|| layouts.by_ref().take(BATCH).collect());
            if batch.is_empty() {
                break;
            }
            for layout in batch {
                let layout = match layout {
                    Ok(layout) => layout,
                    Err(error) => {
                        // What there is goes to a pipe; a file appears whole or not at all.
                        out.flush()?;
                        return Err(short(written, self.count, &error));
                    }
                };
                if written > 0 {
                    writeln!(out)?;
                }
                write!(out, "{}", layout.mask())?;
                written += 1;
            }
        }
        out.finish(|| self.manifest(&game, &generator))?;
        Ok(Code::Done)
    }

    fn manifest(&self, game: &Game, generator: &LayoutGenerator) -> Manifest {
        let digests = Digests { game: Some(hex(&game.digest())), ..Digests::default() };
        let mut manifest = Manifest::new("layout generate", Some(self.seed), digests);
        manifest.parameters = ProfileFile::parameters(generator.profile());
        manifest.parameters.insert("count".into(), u64::from(self.count).into());
        manifest.parameters.insert("size".into(), self.size.to_string().as_str().into());
        manifest.parameters.insert("budget".into(), self.budget.into());
        manifest.units = self.count.into();
        manifest
    }
}

/// Fewer masks than were asked for.
fn short(written: u32, count: u32, error: &GenerateError) -> Failure {
    Failure::Because(Code::Spent, anyhow::anyhow!("{written} of {count} masks: {error}"))
}
