//! `alveole deal`: letters for the pairs of a bank.

use std::io::{self, Write};

use alveole::crossword::deal::NotDealt;
use alveole::crossword::reveal::Reveal;
use alveole::formats::manifest::{Digests, Manifest, Parameter};
use alveole::formats::unit_json::write_unit;
use alveole::game::Game;
use alveole::money::Cents;
use alveole::produce::dealer::{Dealer, Wanted};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::table::hex;
use alveole::unit::CrosswordUnit;
use alveole::verify::Judge;

use crate::bank;
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{GameFile, LexiconFiles};
use crate::output::OutputOptions;

/// Deal letters to the pairs of a bank, so that each unit wins what is asked for
///
/// Unit i shows pair i of the bank, and again from its start behind the last: whatever is asked for, the grids are the same.
/// The letters are drawn uniformly among all sets that give the result, in a uniform order that reads as nothing improper. Units
/// are judged, and written as JSON Lines.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole deal bank.parquet --lot 50 --count 100
  alveole deal bank.parquet --reveal 3,2 --count 20 --out units.jsonl

Exits with 3 when a pair serves the result with no set of letters.")]
pub(crate) struct Args {
    #[command(flatten)]
    file: bank::BankFile,

    /// What each unit wins, in euros; 0 for nothing. Which outcome it is follows: uniform over all sets that pay it, or by the game's mix
    #[arg(long, value_name = "EUR", conflicts_with = "reveal", required_unless_present = "reveal")]
    lot: Option<u64>,

    /// Completed words of each grid, in place of a lot
    #[arg(long, value_name = "K1,K2", value_delimiter = ',', num_args = 1)]
    reveal: Vec<u8>,

    /// How many units
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// All draws follow from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// A game file, in place of the built-in Maxi Mots Croisés: its mixes say how the outcomes of a lot are weighed
    #[command(flatten)]
    game: GameFile,

    #[command(flatten)]
    output: OutputOptions,

    #[command(flatten)]
    files: LexiconFiles,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&[&[self.game.game.as_ref()][..], &self.files.inputs()].concat())?;
        let game = self.game.load()?.crossword;
        let wanted = self.wanted(&game)?;
        let bank = bank::open(&self.file.bank)?;
        let name = self.file.bank.display();
        if bank.is_empty() {
            return Err(Failure::usage(format_args!("{name}: the bank has no pair")));
        }
        let grids = game.crossword.grids;
        if bank.pairs().iter().any(|made| made.pair.grids.len() != grids) {
            return Err(Failure::usage(format_args!(
                "{name}: its pairs have another number of grids than the game's {grids}"
            )));
        }
        let words = self.files.load()?;
        let mut digests = words.digests();
        bank::made_with(&self.file.bank, &bank, &digests)?;
        let screen = Screen::new(words.blocklist.clone());
        let judge = Judge::new(&game, &words.lexicon, &words.blocklist).for_block(matches!(wanted, Wanted::Lot(_)));
        let dealer = Dealer { game: &game, screen: &screen };
        let streams = Streams::from_seed(self.seed, Purpose::Deal);
        let mut out = self.output.open()?;
        let _ = writeln!(io::stderr().lock(), "seed {}", self.seed);
        for index in 0..self.count {
            let number = usize::try_from(index % bank.len() as u64).unwrap_or(0);
            let Some(made) = bank.pair(number) else { continue };
            let reveal = Reveal::of(&made.pair, &screen)
                .map_err(|problem| Failure::usage(format_args!("{name}: pair {number}: {problem}")))?;
            let mut stream = streams.stream(index, 0);
            let dealt = dealer.deal(&reveal, &wanted, &mut stream).map_err(|problem| {
                let code = if problem == NotDealt::NotServed { Code::Infeasible } else { Code::Spent };
                Failure::Because(code, anyhow::anyhow!("{name}: pair {number}: {problem}"))
            })?;
            let (letters, completed) = (dealt.letters, dealt.completed);
            let lot = game.lot(&completed);
            let unit = CrosswordUnit { game: game.name.clone(), letters, pair: made.pair.clone(), completed, lot };
            let unit = judge.verify(unit).map_err(|rejected| {
                Failure::Because(
                    Code::Fault,
                    anyhow::anyhow!("{name}: pair {number}: the judge rejects it: {rejected}"),
                )
            })?;
            write_unit(&unit, &mut out)?;
        }
        digests.game = Some(hex(&game.digest()));
        out.finish(|| self.manifest(digests)).map(|()| Code::Done)
    }

    fn wanted(&self, game: &Game) -> Result<Wanted, Failure> {
        if let Some(euros) = self.lot {
            let lot = euros.checked_mul(100).map(Cents);
            let known = |lot: &Cents| *lot == Cents::ZERO || game.lots.iter().any(|row| row.cents == *lot);
            return lot.filter(known).map(Wanted::Lot).ok_or_else(|| {
                let lots: Vec<String> = game.lots.iter().map(|row| row.cents.to_string()).collect();
                Failure::usage(format_args!(
                    "--lot: {euros} € is in no row of the prize table: {}, or 0",
                    lots.join(", ")
                ))
            });
        }
        match self.reveal[..] {
            [first, second] if first.max(second) <= game.most_completed() => Ok(Wanted::Outcome(vec![first, second])),
            _ => {
                let most = game.most_completed();
                Err(Failure::usage(format_args!("--reveal: write K1,K2 such as 3,2: two numbers from 0 to {most}")))
            }
        }
    }

    fn manifest(&self, digests: Digests) -> Manifest {
        let mut manifest = Manifest::new("deal", Some(self.seed), digests);
        let reveal: Vec<String> = self.reveal.iter().map(ToString::to_string).collect();
        let asked = self.lot.map_or_else(|| ("reveal", Parameter::from(reveal.join(","))), |lot| ("lot", lot.into()));
        for (key, value) in [asked, ("count", self.count.into())] {
            manifest.parameters.insert(key.into(), value);
        }
        manifest.units = self.count;
        manifest
    }
}
