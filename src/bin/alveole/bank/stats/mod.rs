//! `alveole bank stats`.

mod deals;
mod estimate;
mod words;

use std::io::{self, Write};

use alveole::bank::{Bank, BankPair, outcomes};
use alveole::formats::manifest::Digests;
use alveole::formats::write_json_line;
use alveole::produce::dealer::Dealer;
use alveole::screen::Screen;
use clap::ValueEnum;
use serde::Serialize;

use self::deals::{Deals, Sampler};
use self::words::Words;
use super::BankFile;
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{GameFile, LexiconFiles, ThreadOptions};
use crate::output::Output;

/// Say what a bank is made of, and what units look like that are dealt from it
///
/// Words by length, how often each is used, and the share of words with each letter. Then, lot by lot, from a sample of deals: how
/// many words lack one letter, what is won and what may be while letters are uncovered in a uniform order, and how often each letter
/// is hidden.
///
/// A unit has won when its completed words give a gain. The probability of a win is what one can know who sees both grids and the
/// letters uncovered so far: lots come as often as in a block, and their letters as `alveole deal` deals them. Over all units of a
/// block its mean stays what it was before any letter was uncovered.
///
/// Standard errors take the units for independent; ask for no more units than the bank has pairs.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole bank stats bank.parquet
  alveole bank stats bank.parquet --deals 1000 --seed 7 --format jsonl
  alveole bank stats bank.parquet --deals 0

Exits with 2 when lists are in use that are not those of the bank.")]
pub(crate) struct Args {
    #[command(flatten)]
    file: BankFile,

    /// Units that are dealt of each result; 0 for none
    #[arg(long, value_name = "N", default_value_t = 100)]
    deals: u32,

    /// The draws of the deals follow from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How it is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    game: GameFile,

    #[command(flatten)]
    threads: ThreadOptions,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    files: LexiconFiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object: schemas/bank-stats.schema.json
    Jsonl,
}

/// All of it, as a line of JSON.
#[derive(Serialize)]
struct Record<'a> {
    schema: &'static str,
    pairs: usize,
    engine: &'a str,
    seed: Option<u64>,
    digests: &'a Digests,
    words: Words,
    deals: Option<Deals>,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&[&[self.game.game.as_ref()][..], &self.files.inputs()].concat())?;
        let bank = super::open(&self.file.bank)?;
        let manifest = &bank.manifest;
        let record = Record {
            schema: "alveole/bank-stats/1",
            pairs: bank.len(),
            engine: &manifest.engine,
            seed: manifest.seed,
            digests: &manifest.digests,
            words: Words::of(&bank),
            deals: if self.deals == 0 || bank.is_empty() { None } else { Some(self.deals(&bank)?) },
        };
        let mut out = Output::standard();
        match self.format {
            Format::Text => record.write(&mut out)?,
            Format::Jsonl => write_json_line(&record, &mut out)?,
        }
        out.flush()?;
        Ok(Code::Done)
    }

    fn deals(&self, bank: &Bank) -> Result<Deals, Failure> {
        let (name, words) = (self.file.bank.display(), self.files.load()?);
        let others = super::other_lists(&bank.manifest.digests, &words.digests());
        if let Some(other) = others.first() {
            return Err(Failure::usage(format_args!("{name}: {other}; name the bank's lists, or take --deals 0")));
        }
        let (game, screen) = (self.game.load()?.crossword, Screen::new(words.blocklist));
        let counted = outcomes(&game).len();
        let fits = |made: &BankPair| made.pair.grids.len() == game.crossword.grids && made.odds.len() == counted;
        if !bank.pairs().iter().all(fits) {
            return Err(Failure::usage(format_args!("{name}: its pairs and their odds are of another game")));
        }
        let sampler = Sampler::new(Dealer { game: &game, screen: &screen }, bank, self.seed);
        self.threads.pool()?.install(|| sampler.sample(self.deals.into()))
    }
}

impl Record<'_> {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "pairs      {}", self.pairs)?;
        writeln!(out, "engine     {}", self.engine)?;
        writeln!(out, "seed       {}", self.seed.map_or_else(|| "-".into(), |seed| seed.to_string()))?;
        for (name, digest) in [("lexicon", &self.digests.lexicon), ("blocklist", &self.digests.blocklist)] {
            writeln!(out, "{name:<10} {}", digest.as_deref().unwrap_or("-"))?;
        }
        self.words.write(out)?;
        self.deals.as_ref().map_or(Ok(()), |deals| deals.write(out))
    }
}
