//! `alveole hive plans`.

use std::io::Write;

use alveole::formats::write_json_line;
use alveole::game::{HiveGame, Kind};
use alveole::hive::{LotPlans, count};
use alveole::money::Cents;
use clap::ValueEnum;
use serde::Serialize;

use crate::exit::{Code, Failure};
use crate::options::GameFile;
use crate::output::Output;

/// List the ways to a lot, with how often each is drawn
///
/// Lines count from 1, from the top. The share of a plan is the one that the game's weights give it among all units of the
/// lot. Any amount can be asked for, also one that is no lot of the prize table.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole hive plans --lot 50
  alveole hive plans --lot 5000 --count
  alveole hive plans --lot 20 --format jsonl")]
pub(super) struct Args {
    /// The lot, in euros
    #[arg(long, value_name = "EUR", value_parser = super::euros)]
    lot: Cents,

    /// Say only how many there are: within the game's most gains, and in all
    #[arg(long)]
    count: bool,

    /// How plans are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    game: GameFile,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line a plan, for people
    Text,
    /// One JSON object a line
    Jsonl,
}

#[derive(Serialize)]
struct CountRecord {
    lot_cents: u64,
    max_gains: usize,
    /// As text: larger than what many programs read as a number.
    plans: String,
    uncapped: String,
}

#[derive(Serialize)]
struct PlanRecord {
    lot_cents: u64,
    kind: &'static str,
    gains: usize,
    share: Option<f64>,
    plan: String,
}

impl Args {
    pub(super) fn run(self) -> Result<Code, Failure> {
        let game = self.game.load_hive()?;
        if self.lot == Cents::ZERO {
            return Err(Failure::usage("losing units have no plan: ask for a lot above 0"));
        }
        if self.count { self.print_count(&game) } else { self.print_plans(&game) }
    }

    fn print_count(&self, game: &HiveGame) -> Result<Code, Failure> {
        let max_gains = game.plans.max_gains;
        let (capped, all) = (count(game, self.lot, Some(max_gains)), count(game, self.lot, None));
        let mut out = Output::standard();
        match self.format {
            Format::Text => {
                writeln!(out, "{}: {capped} plans of up to {max_gains} gains, {all} of any number", self.lot)?;
            }
            Format::Jsonl => {
                let (plans, uncapped) = (capped.to_string(), all.to_string());
                write_json_line(&CountRecord { lot_cents: self.lot.0, max_gains, plans, uncapped }, &mut out)?;
            }
        }
        out.flush()?;
        Ok(Code::Done)
    }

    fn print_plans(&self, game: &HiveGame) -> Result<Code, Failure> {
        let plans = LotPlans::new(game, self.lot).map_err(Failure::usage)?;
        if plans.plans().is_empty() {
            let most = game.plans.max_gains;
            return Err(Failure::usage(format_args!("{}: no {most} gains or fewer make that", self.lot)));
        }
        let weights = game.lot_row(self.lot).map(|row| row.kinds);
        let share_of_kind = |kind: Kind| {
            let weights = weights?;
            let total: u32 = weights.iter().sum();
            Some(f64::from(weights[kind as usize]) / f64::from(total))
        };
        let mut out = Output::standard();
        for (plan, share) in plans.plans().iter().zip(plans.shares_in_kind()) {
            let Some(kind) = plan.kind() else { continue };
            let share = share_of_kind(kind).map(|of_kind| of_kind * share);
            let text = plan.describe(game).to_string();
            match self.format {
                Format::Text => {
                    let share = share.map_or_else(|| "      –".into(), |share| format!("{:6.3}%", share * 100.0));
                    writeln!(out, "{kind:<10}  {share}  {text}")?;
                }
                Format::Jsonl => {
                    let record =
                        PlanRecord { lot_cents: self.lot.0, kind: kind.name(), gains: plan.len(), share, plan: text };
                    write_json_line(&record, &mut out)?;
                }
            }
        }
        out.flush()?;
        Ok(Code::Done)
    }
}
