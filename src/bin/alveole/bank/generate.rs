//! `alveole bank generate`.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use alveole::bank::{BankPair, outcomes};
use alveole::crossword::layout::{Layout, LayoutGenerator, Mask, Profile};
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::formats::manifest::Manifest;
use alveole::formats::whole_file::WholeFile;
use alveole::game::Game;
use alveole::letters::Letter;
use alveole::lexicon::{Level, Source};
use alveole::produce::blind::{Blind, ROUND, Wishes};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::table::hex;
use alveole::unit::GridPair;
use alveole::verify::Judge;

use super::parts::Parts;
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{LexiconFiles, Size, ThreadOptions};
use crate::progress::progress;

/// Layouts that pairs draw from.
const POOL: usize = 200;

/// Make a bank: pairs of grids that tell nothing of what will be dealt to them
///
/// Pairs are filled without any letters in mind. Each serves every result of the game, none has many words in common with
/// another, and no word is used much more than others of its length. The same command makes the same bank, to the byte, for
/// any --threads. Finished rounds of 256 pairs lie in FILE.parts until all are made: a run that was stopped goes on from there.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole bank generate --pairs 20000 --out bank.parquet
  alveole bank generate --pairs 500 --seed 7 --words-with E=9 --words-with S=11 --out bank.parquet

Exits with 6 when the wishes can't be met.")]
pub(crate) struct Args {
    /// How many pairs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,

    /// Write the bank to this file, which appears when it is finished, or not at all
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Replace the bank if it exists
    #[arg(long)]
    force: bool,

    /// All draws follow from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The most words that two pairs may have in common
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(0..=36))]
    common_words: u8,

    /// The most words of one grid that may have a letter: LETTER=N, as often as you like [default: E=10]
    #[arg(long, value_name = "LETTER=N", value_parser = super::words_with)]
    words_with: Vec<(Letter, usize)>,

    /// Width and height of the grids' box, in cells [default: 12x12]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,

    #[command(flatten)]
    threads: ThreadOptions,

    /// Use words up to this level: A is the most familiar, C the least
    #[arg(long, default_value = "B", help_heading = "Words")]
    level: Level,

    #[command(flatten)]
    files: LexiconFiles,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&self.files.inputs())?;
        let game = Game::mots_croises();
        let words = self.files.load()?;
        let screen = Arc::new(Screen::new(words.blocklist.clone()));
        let vocabulary = Vocabulary::screened(&words.at_level(self.level)?, SameLemma::Refused, Arc::clone(&screen));
        let threads = self.threads.pool()?;
        let layouts = threads.install(|| self.layouts(&game))?;
        let mut wishes = Wishes { common_words: self.common_words.into(), ..Wishes::default() };
        if !self.words_with.is_empty() {
            wishes.words_with.clone_from(&self.words_with);
        }
        let file = WholeFile::create(&self.out, self.force)?;
        let mut digests = words.digests();
        digests.game = Some(hex(&game.digest()));
        let masks = Mask::write_all(layouts.iter().map(Layout::mask));
        digests.layouts = Some(Source::of(masks.as_bytes()).digest_hex());
        let mut manifest = Manifest::new("bank generate", Some(self.seed), digests);
        manifest.units = self.pairs.into();
        let with: Vec<String> = wishes.words_with.iter().map(|(letter, most)| format!("{letter}={most}")).collect();
        for (name, value) in [
            ("common_words", u64::from(self.common_words).into()),
            ("level", self.level.to_string().into()),
            ("size", self.size.unwrap_or_default().to_string().into()),
            ("words_with", with.join(" ").into()),
        ] {
            manifest.parameters.insert(name.into(), value);
        }
        let parts = Parts::open(&self.out, &manifest, game.crossword.grids)?;
        let rounds: Vec<Vec<GridPair>> =
            parts.finished().map(|round| round.pairs().iter().map(|made| made.pair.clone()).collect()).collect();
        let (mut number, before) = (rounds.len(), rounds.concat());
        let blind = Blind {
            game: &game,
            vocabulary: &vocabulary,
            screen,
            judge: Judge::new(&game, &words.lexicon, &words.blocklist),
            layouts: &layouts,
            wishes: &wishes,
            seed: self.seed,
            count: usize::try_from(self.pairs).unwrap_or(usize::MAX),
        };
        let _ = writeln!(io::stderr().lock(), "seed {}", self.seed);
        if !before.is_empty() {
            let _ = writeln!(io::stderr().lock(), "{} pairs were made before, and stay", before.len());
        }
        let bar = progress(self.pairs.into(), "pairs");
        bar.inc(before.len() as u64);
        let (outcomes, level) = (outcomes(&game), self.level.to_string());
        let (mut failed, mut round) = (None, Vec::with_capacity(ROUND));
        let made = threads.install(|| {
            blind.each_after(&before, |made| {
                bar.inc(1);
                let odds = outcomes.iter().map(|outcome| made.odds.of(outcome)[1]).collect();
                round.push(BankPair { pair: made.pair, level: level.as_str().into(), odds });
                let is_last = number * ROUND + round.len() == blind.count;
                if round.len() < ROUND && !is_last {
                    return ControlFlow::Continue(());
                }
                match parts.add(number, &std::mem::take(&mut round)) {
                    Ok(()) => {
                        number += 1;
                        ControlFlow::Continue(())
                    }
                    Err(failure) => {
                        failed = Some(failure);
                        ControlFlow::Break(())
                    }
                }
            })
        });
        bar.finish_and_clear();
        if let Some(failure) = failed {
            return Err(failure);
        }
        made.map_err(|error| super::blind_failure(&self.out, &error))?;
        parts.assemble(file, &self.out)?;
        let _ = writeln!(io::stderr().lock(), "{} pairs made", self.pairs);
        Ok(Code::Done)
    }

    fn layouts(&self, game: &Game) -> Result<Vec<Layout>, Failure> {
        let Size { columns, rows } = self.size.unwrap_or_default();
        let streams = Streams::from_seed(self.seed, Purpose::Layouts);
        let generator = LayoutGenerator::new(&game.crossword, Profile::default(), rows, columns, streams);
        let pool = generator.map_err(Failure::usage)?.pool(POOL);
        pool.map_err(|error| Failure::Because(Code::Spent, error.into()))
    }
}
