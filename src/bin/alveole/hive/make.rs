//! `alveole hive --lot`.

use std::io::{self, Write};
use std::ops::ControlFlow;

use alveole::formats::hive_text::write_hive_text;
use alveole::formats::manifest::{Digests, Manifest, Parameter};
use alveole::formats::unit_json::write_hive_unit;
use alveole::game::{HiveGame, Kind};
use alveole::hive::{Batch, Maker};
use alveole::money::Cents;
use alveole::produce::hives::HiveRun;
use alveole::table::hex;
use alveole::verify::HiveJudge;
use clap::ValueEnum;

use crate::exit::{Code, Failure};
use crate::options::{GameFile, ThreadOptions};
use crate::output::{Output, OutputOptions};
use crate::progress::progress;

#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Args {
    /// What each unit wins, in euros; 0 makes losing units
    #[arg(long, value_name = "EUR", required = true, value_parser = super::euros)]
    lot: Option<Cents>,

    /// How many units
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    count: u64,

    /// One kind of ways to the lot, in place of all by their weights
    #[arg(long, value_enum)]
    kind: Option<KindName>,

    /// All draws follow from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How units are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    game: GameFile,

    #[command(flatten)]
    threads: ThreadOptions,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    output: OutputOptions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The honeycomb, for people, with the first playable symbol picked
    Text,
    /// One JSON object a line, for `verify`, `play` and programs
    Jsonl,
}

/// Kinds as they are named on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KindName {
    /// One winning line
    Line,
    /// One winning line with a multiplier
    Multiplied,
    /// The bee alone
    Bee,
    /// Two gains or more in one hive
    Several,
    /// The Bonus alone
    Bonus,
    /// Any way that opens an EXTRA hive, which may stay blank
    Extra,
}

impl From<KindName> for Kind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Line => Self::Line,
            KindName::Multiplied => Self::Multiplied,
            KindName::Bee => Self::Bee,
            KindName::Several => Self::Several,
            KindName::Bonus => Self::Bonus,
            KindName::Extra => Self::Extra,
        }
    }
}

impl Args {
    pub(super) fn run(self) -> Result<Code, Failure> {
        let game = self.game.load_hive()?;
        let lot = self.lot.unwrap_or_default();
        let maker = Maker::new(&game).map_err(Failure::usage)?;
        let kind = self.kind.map(Kind::from);
        let batch = Batch::new(&maker, lot, kind, self.seed, self.count).map_err(Failure::usage)?;
        let pool = self.threads.pool()?;
        let mut out = self.output.open()?;
        let _ = writeln!(io::stderr().lock(), "seed {}", self.seed);
        let run = HiveRun { batch: &batch, judge: HiveJudge::new(&game), seed: self.seed };
        let colour = self.output.colour();
        let bar = progress(self.count, "units");
        let mut failed = None;
        let ended = pool.install(|| {
            run.each(|index, unit| {
                bar.inc(1);
                let written = match self.format {
                    Format::Jsonl => write_hive_unit(&unit, &mut out),
                    Format::Text => {
                        apart(index, &mut out).and_then(|()| write_hive_text(&game, &unit, 0, colour, &mut out))
                    }
                };
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        failed = Some(error);
                        ControlFlow::Break(())
                    }
                }
            })
        });
        bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error.into());
        }
        ended.map_err(|faulty| Failure::Because(Code::Fault, faulty.into()))?;
        out.finish(|| self.manifest(&game, lot))?;
        Ok(Code::Done)
    }

    fn manifest(&self, game: &HiveGame, lot: Cents) -> Manifest {
        let digests = Digests { game: Some(hex(&game.digest())), ..Digests::default() };
        let mut manifest = Manifest::new("hive", Some(self.seed), digests);
        let kind = self.kind.map_or("all", |kind| Kind::from(kind).name());
        for (name, value) in [
            ("lot_cents", Parameter::from(lot.0)),
            ("count", self.count.into()),
            ("kind", kind.into()),
            ("format", format!("{:?}", self.format).to_lowercase().into()),
        ] {
            manifest.parameters.insert(name.into(), value);
        }
        manifest.units = self.count;
        manifest
    }
}

/// A blank line between units.
fn apart(index: u64, out: &mut Output) -> io::Result<()> {
    if index > 0 { writeln!(out) } else { Ok(()) }
}
