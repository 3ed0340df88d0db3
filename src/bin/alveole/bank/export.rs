//! `alveole bank export`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use alveole::bank::{Bank, BankPair, ContactSheet, write_pair};
use alveole::formats::ipuz::write_pair_ipuz;
use alveole::formats::manifest::Manifest;
use alveole::formats::svg;
use alveole::formats::whole_folder::WholeFolder;
use alveole::game::Game;
use alveole::letters::Word;
use alveole::lexicon::{Level, Lexicon};
use clap::ValueEnum;

use super::pairs::Pairs;
use super::{BankFile, open_with_digest};
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::LexiconFiles;
use crate::output::{Output, OutputOptions};

/// Write pairs of a bank for other programs, or for people to look through on paper
///
/// The contact sheet is one HTML file that needs no other, six pairs a page of A4. On it, words are marked as unusual that belong to
/// the rarest tenth of the lexicon at the pair's level, that are names, or that the lexicon does not know.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole bank export bank.parquet --format html --pairs 0..59 --out sheet.html
  alveole bank export bank.parquet --format ipuz --out pairs
  alveole bank export bank.parquet --format svg --pairs 17 --out pair-17.svg
  alveole bank export bank.parquet --format jsonl | head -1

Several pairs as ipuz or svg go to a folder, a file a pair.")]
pub(crate) struct Args {
    #[command(flatten)]
    file: BankFile,

    /// What is written
    #[arg(long, value_enum)]
    format: Format,

    /// Which pairs, from 0: N, or N,N, or A..B with both included [default: all]
    #[arg(long, value_name = "PAIRS")]
    pairs: Option<Pairs>,

    #[command(flatten)]
    output: OutputOptions,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    files: LexiconFiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For crossword editors: an array of two crosswords a pair
    Ipuz,
    /// For programs: one JSON object a pair, schemas/pair.schema.json
    Jsonl,
    /// For print: a picture a pair
    Svg,
    /// For people: a contact sheet to print and annotate
    Html,
}

impl Format {
    const fn name(self) -> &'static str {
        match self {
            Self::Ipuz => "ipuz",
            Self::Jsonl => "jsonl",
            Self::Svg => "svg",
            Self::Html => "html",
        }
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&self.files.inputs())?;
        let (bank, digest) = open_with_digest(&self.file.bank)?;
        let numbers = match &self.pairs {
            Some(pairs) => pairs.of(&bank)?,
            None => (0..bank.len()).collect(),
        };
        if numbers.is_empty() {
            return Err(Failure::usage(format_args!("{}: the bank has no pair", self.file.bank.display())));
        }
        let game = Game::mots_croises();
        let manifest = self.manifest(&bank, &digest, numbers.len());
        let pairs = numbers.iter().filter_map(|number| Some((*number, bank.pair(*number)?)));
        match self.format {
            Format::Html => self.sheet(&game, pairs, &bank, &digest)?.finish(|| manifest)?,
            Format::Jsonl => {
                let mut out = self.output.open()?;
                for (number, made) in pairs {
                    write_pair(&game, number, made, &mut out)?;
                }
                out.finish(|| manifest)?;
            }
            Format::Ipuz | Format::Svg => self.files_of(&game, pairs, &numbers, manifest)?,
        }
        Ok(Code::Done)
    }

    /// One pair in one file, or several in a folder.
    fn files_of<'a>(
        &self,
        game: &Game,
        pairs: impl Iterator<Item = (usize, &'a BankPair)>,
        numbers: &BTreeSet<usize>,
        manifest: Manifest,
    ) -> Result<(), Failure> {
        let folder = self.output.out.as_deref().filter(|path| *path != Path::new("-"));
        if numbers.len() == 1 {
            let mut out = self.output.open()?;
            for (number, made) in pairs {
                out.write_all(&self.one(game, number, made)?)?;
            }
            return out.finish(|| manifest);
        }
        let Some(folder) = folder else {
            let format = self.format.name();
            return Err(Failure::usage(format_args!(
                "several pairs as {format} need a folder: --out DIR writes a file a pair"
            )));
        };
        let mut folder = WholeFolder::create(folder)?;
        for (number, made) in pairs {
            folder.add(&format!("pair-{number:06}.{}", self.format.name()), &self.one(game, number, made)?)?;
        }
        Ok(folder.finish(manifest)?)
    }

    fn one(&self, game: &Game, number: usize, made: &BankPair) -> Result<Vec<u8>, Failure> {
        if self.format == Format::Svg {
            let title = format!("{}, pair {number}, level {}", game.title, made.level);
            return Ok(svg::pair(&title, &made.pair).into_bytes());
        }
        let mut bytes = Vec::new();
        write_pair_ipuz(game, number, &made.pair, &mut bytes)?;
        Ok(bytes)
    }

    fn sheet<'a>(
        &self,
        game: &Game,
        pairs: impl Iterator<Item = (usize, &'a BankPair)>,
        bank: &Bank,
        digest: &str,
    ) -> Result<Output, Failure> {
        let lexicon = self.files.load()?.lexicon;
        let level = bank.pairs().first().and_then(|made| made.level.parse().ok()).unwrap_or(Level::C);
        let rare = rarest_tenth(&lexicon.at_level(level));
        let unusual = |word: Word| {
            let entry = lexicon.lookup(word).map(|id| lexicon.entry(id));
            entry.is_none_or(|entry| entry.zipf < rare || !entry.flags.is_empty())
        };
        let seed = bank.manifest.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
        let about = format!("bank {}{seed}", &digest[..12]);
        let mut sheet = ContactSheet::new(self.output.open()?, game, &about, unusual)?;
        for (number, made) in pairs {
            sheet.push(number, made)?;
        }
        Ok(sheet.finish()?)
    }

    fn manifest(&self, bank: &Bank, digest: &str, count: usize) -> Manifest {
        let mut manifest = Manifest::new("bank export", bank.manifest.seed, bank.manifest.digests.clone());
        let pairs = self.pairs.as_ref().map_or_else(|| "all".into(), ToString::to_string);
        for (name, value) in [("bank", digest), ("format", self.format.name()), ("pairs", &pairs)] {
            manifest.parameters.insert(name.into(), value.into());
        }
        manifest.units = count as u64;
        manifest
    }
}

/// The familiarity below which a tenth of the words is.
fn rarest_tenth(lexicon: &Lexicon) -> u16 {
    let mut familiarities: Vec<u16> = lexicon.entries().map(|entry| entry.zipf).collect();
    familiarities.sort_unstable();
    familiarities.get(familiarities.len() / 10).copied().unwrap_or(0)
}
