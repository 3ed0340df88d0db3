//! `alveole audit independence`.

use std::io::{self, Write};
use std::path::PathBuf;

use alveole::audit::features::Features;
use alveole::audit::independence::{Independence, Question};
use alveole::audit::lots::Proportions;
use alveole::audit::sample::Sample;
use alveole::formats::write_json_line;
use alveole::game::Game;
use alveole::money::Cents;
use alveole::produce::dealer::Dealer;
use alveole::screen::Screen;
use alveole::table::hex;
use clap::ValueEnum;
use serde::Serialize;

use super::told::Telling;
use super::units::{self, Plan};
use crate::bank;
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{GameFile, LexiconFiles, ThreadOptions, Words};
use crate::output::Output;

/// Test whether the grids of units tell what these win, before any letter is uncovered
///
/// Looks at words, cells and shapes of both grids: a rank test for each of a list of features, a score learnt from all of them and
/// judged on pairs that it has not seen, and a test whether pairs that are shown more than once differ in their odds. All tests are one
/// family (Holm) at a level of 0.001. Beside each verdict stands the effect that would have been detected.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole audit independence units.jsonl --report audit.html
  alveole audit independence --bank bank.parquet --units 20000
  alveole audit independence --bank bank.parquet --lots equal --report audit.html

Exits with 0 when no leak is found, with 4 when one is, with 2 when there are too few units to say anything.")]
pub(crate) struct Args {
    /// Units, one a line; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "bank", conflicts_with = "bank")]
    units: Vec<Input>,

    /// Deal units to the pairs of this bank, in memory, and audit these
    #[arg(long, value_name = "BANK")]
    bank: Option<PathBuf>,

    /// How many units are dealt
    #[arg(long = "units", value_name = "N", default_value_t = 20_000, requires = "bank")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    count: u32,

    /// How often each result is dealt
    #[arg(long, value_enum, default_value_t = Lots::Natural, requires = "bank")]
    lots: Lots,

    /// Ask of lots of so many euros and more, besides asking of all that win
    #[arg(long, value_name = "EUR", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    from: u64,

    #[command(flatten)]
    telling: Telling,

    #[command(flatten)]
    threads: ThreadOptions,

    #[command(flatten)]
    game: GameFile,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    words: LexiconFiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lots {
    /// As in a block
    Natural,
    /// Each result as often as any other
    Equal,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let files = self.units.iter().map(Some).chain([self.game.game.as_ref()]).chain(self.words.inputs());
        Input::at_most_one_standard(&files.collect::<Vec<_>>())?;
        let page = self.telling.page()?;
        let (game, words) = (self.game.load()?.crossword, self.words.load()?);
        let questions = [Question::Wins, Question::AtLeast(Cents::from_euros(self.from))];
        // The least that wins, and what is asked of.
        let lowest = game.lots.last().map(|row| row.cents);
        let least: Vec<Cents> = lowest.into_iter().chain([Cents::from_euros(self.from)]).collect();
        let mut sample = Sample::new(Features::new(&game, words.lexicon.clone(), &least));
        let pool = self.threads.pool()?;
        let mut sources = self.gather(&game, &words, &pool, &mut sample)?;
        let audit = pool
            .install(|| Independence::of(&sample, &questions, &game, self.telling.seed))
            .map_err(|few| Failure::usage(format_args!("{few}")))?;
        sources.push(["seed".into(), self.telling.seed.to_string()]);
        sources.push(["engine version".into(), env!("CARGO_PKG_VERSION").into()]);
        sources.push(["SHA-256 of the game's rules".into(), hex(&game.digest())]);
        self.telling.write(page, || audit.report(&sources))?;
        let mut out = Output::standard();
        if self.telling.is_for_programs() {
            records(&audit, &mut out)?;
        } else {
            write!(out, "{audit}")?;
        }
        out.flush()?;
        Ok(if audit.family.is_sound() { Code::Done } else { Code::Fault })
    }

    /// Fills the sample; what it was made of, for the report.
    fn gather(
        &self,
        game: &Game,
        words: &Words,
        pool: &rayon::ThreadPool,
        sample: &mut Sample,
    ) -> Result<Vec<[String; 2]>, Failure> {
        let mut sources = Vec::new();
        for file in &self.units {
            let digest = units::read(file, game, sample)?;
            sources.push([format!("SHA-256 of {}", file.name()), digest]);
        }
        let Some(path) = &self.bank else { return Ok(sources) };
        let bank = bank::open(path)?;
        let file = Input::File(path.clone());
        if bank.is_empty() {
            return Err(Failure::usage(format_args!("{file}: the bank has no pair")));
        }
        let grids = game.crossword.grids;
        if bank.pairs().iter().any(|made| made.pair.grids.len() != grids) {
            return Err(Failure::usage(format_args!(
                "{file}: its pairs have another number of grids than the game's {grids}"
            )));
        }
        bank::made_with(path, &bank, &words.digests())?;
        let screen = Screen::new(words.blocklist.clone());
        let proportions = if self.lots == Lots::Natural { Proportions::Natural } else { Proportions::Equal };
        let plan = Plan { units: self.count, proportions, seed: self.telling.seed };
        pool.install(|| units::deal(path, &bank, Dealer { game, screen: &screen }, plan, sample))?;
        sources.push([format!("SHA-256 of {}", file.name()), units::digest(&file)?]);
        let dealt = match proportions {
            Proportions::Natural => "dealt, with lots as in a block",
            Proportions::Equal => "dealt, with each result as often as any other",
        };
        sources.push(["units".into(), dealt.into()]);
        Ok(sources)
    }
}

#[derive(Serialize)]
#[serde(tag = "record", rename_all = "snake_case")]
enum Record<'a> {
    Question {
        question: String,
        #[serde(flatten)]
        found: &'a alveole::audit::independence::Found,
        tested: bool,
    },
    Test {
        #[serde(flatten)]
        verdict: &'a alveole::audit::verdict::Verdict,
    },
    Verdict {
        units: usize,
        pairs: usize,
        sha256: String,
        level: f64,
        tests: usize,
        leaks: usize,
        sound: bool,
        text: String,
    },
}

fn records(audit: &Independence, out: &mut Output) -> io::Result<()> {
    for asked in &audit.asked {
        let (question, tested) = (asked.found.question.to_string(), asked.score.is_some());
        write_json_line(&Record::Question { question, found: &asked.found, tested }, &mut *out)?;
        for verdict in audit.verdicts(asked.found.question) {
            write_json_line(&Record::Test { verdict }, &mut *out)?;
        }
    }
    let all = Record::Verdict {
        units: audit.units,
        pairs: audit.pairs,
        sha256: hex(&audit.digest),
        level: audit.family.level,
        tests: audit.family.verdicts.len(),
        leaks: audit.family.found().count(),
        sound: audit.family.is_sound(),
        text: audit.conclusion(),
    };
    write_json_line(&all, &mut *out)
}
