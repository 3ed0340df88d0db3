//! `alveole hive stats`.

use std::io::{self, Write};

use alveole::formats::unit_json::{ReadError, read_lines};
use alveole::formats::write_json_line;
use alveole::game::HiveGame;
use alveole::hive::{Figure, Figures, Maker, Measure};
use alveole::money::Cents;
use alveole::verify::HiveJudge;
use clap::ValueEnum;
use serde::Serialize;

use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{GameFile, counted};
use crate::output::{Output, plain};

/// Say what units show that wins nothing or nearly, beside the law that the game declares
///
/// For each result: of the losing lines of each amount, how many show one picked symbol too few and how many an idle
/// multiplier; EXTRA hives, and those that win nothing; bees of the Bonus. For all: how many units with an EXTRA hive win.
/// Behind each share stands, in brackets, the one that the game's weights and rates give. Units are judged first: one that
/// breaks a rule ends the run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole hive --lot 0 --count 100000 --format jsonl --out losing.jsonl
  alveole hive stats losing.jsonl
  alveole hive stats losing.jsonl --format jsonl

Exits with 0 when all units were counted, with 4 when one breaks a rule, with 2 when a line is no unit of hives.")]
pub(super) struct Args {
    /// Units, one a line; `-` is standard input
    file: Input,

    /// How figures are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    game: GameFile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for people
    Text,
    /// One JSON object a figure
    Jsonl,
}

impl Args {
    pub(super) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&[Some(&self.file), self.game.game.as_ref()])?;
        let game = self.game.load_hive()?;
        let maker = Maker::new(&game).map_err(Failure::usage)?;
        let judge = HiveJudge::new(&game);
        let mut figures = Figures::new(&maker);
        for line in read_lines(self.file.open()?) {
            let line = line.map_err(|error| match error {
                ReadError::Content(fault) => Failure::content(&self.file, &fault),
                ReadError::Io { source, .. } => Failure::unreadable(&self.file, &source),
            })?;
            let unit = line.hive_unit().map_err(|fault| Failure::content(&self.file, &fault))?;
            if let Some(fault) = judge.faults(&unit).first() {
                let problem = format!(
                    "{}:{}: {}: only sound units are counted; `alveole verify` names all faults",
                    self.file,
                    line.number,
                    plain(&fault.to_string())
                );
                return Err(Failure::Because(Code::Fault, anyhow::anyhow!(problem)));
            }
            figures.add(&unit);
        }
        let rows = figures.rows().map_err(Failure::usage)?;
        let mut out = Output::standard();
        match self.format {
            Format::Text => self.print(&game, &figures, &rows, &mut out)?,
            Format::Jsonl => {
                for row in &rows {
                    write_json_line(&Record::new(row, &game), &mut out)?;
                }
            }
        }
        out.flush()?;
        Ok(Code::Done)
    }

    fn print(&self, game: &HiveGame, figures: &Figures, rows: &[Figure], out: &mut impl Write) -> io::Result<()> {
        let units: u64 = figures.units().map(|(_, units)| units).sum();
        writeln!(out, "{}: {}; in brackets what the game declares", self.file, units_of(units))?;
        for (lot, units) in figures.units() {
            let of_lot = || rows.iter().filter(|row| row.lot == Some(lot));
            let name = if lot == Cents::ZERO { "nothing".into() } else { lot.to_string() };
            writeln!(out, "\n{name}: {}", units_of(units))?;
            let near = format!("{} picked", game.symbols_to_win - 1);
            writeln!(out, "  {:>12}  {:>12}  {near:<20}  idle multiplier", "line", "losing")?;
            for (line, row) in game.lines.iter().enumerate() {
                let near = of_lot().find(|row| row.measure == Measure::NearWin { line });
                let idle = of_lot().find(|row| row.measure == Measure::IdleMultiplier { line });
                let (Some(near), Some(idle)) = (near, idle) else { continue };
                let amount = row.cents.to_string();
                writeln!(out, "  {amount:>12}  {:>12}  {:<20}  {}", near.of, shares(near), shares(idle))?;
            }
            for row in of_lot() {
                let name = match row.measure {
                    Measure::Extra => "EXTRA".into(),
                    Measure::BlankExtra => "blank EXTRA".into(),
                    Measure::BonusBees { bees } => format!("Bonus, {}", counted(usize::from(bees), "bee")),
                    Measure::NearWin { .. } | Measure::IdleMultiplier { .. } | Measure::WinAfterExtra => continue,
                };
                writeln!(out, "  {name:>12}  {:>12}  {}", row.found, shares(row))?;
            }
        }
        for row in rows.iter().filter(|row| row.lot.is_none()) {
            writeln!(out, "\nP(win | EXTRA): {} of {}, {} in a whole block", row.found, row.of, shares(row))?;
        }
        Ok(())
    }
}

fn units_of(units: u64) -> String {
    counted(usize::try_from(units).unwrap_or(usize::MAX), "unit")
}

/// `12.8 % (12.8 %)`: as found, and as declared.
fn shares(row: &Figure) -> String {
    let found = row.share().map_or_else(|| "–".into(), |share| format!("{:.2} %", share * 100.0));
    format!("{found} ({:.2} %)", row.declared * 100.0)
}

/// A figure as a line of JSON; what does not apply is left out.
#[derive(Serialize)]
struct Record {
    /// Null for all results together.
    lot_cents: Option<u64>,
    measure: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount_cents: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bees: Option<u8>,
    found: u64,
    of: u64,
    declared: f64,
}

impl Record {
    fn new(row: &Figure, game: &HiveGame) -> Self {
        let (line, bees) = match row.measure {
            Measure::NearWin { line } | Measure::IdleMultiplier { line } => (Some(line), None),
            Measure::BonusBees { bees } => (None, Some(bees)),
            Measure::Extra | Measure::BlankExtra | Measure::WinAfterExtra => (None, None),
        };
        Self {
            lot_cents: row.lot.map(|lot| lot.0),
            measure: row.measure.name(),
            line: line.map(|line| line + 1),
            amount_cents: line.and_then(|line| game.lines.get(line)).map(|line| line.cents.0),
            bees,
            found: row.found,
            of: row.of,
            declared: row.declared,
        }
    }
}
