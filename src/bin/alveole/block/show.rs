//! `alveole block show`.

use std::ops::Range;
use std::path::PathBuf;

use alveole::block::reader::RecordedUnit;
use alveole::formats::manifest::Manifest;
use alveole::formats::unit_json::{write_hive_unit, write_unit};

use crate::exit::{Code, Failure};
use crate::output::OutputOptions;

/// Show units of a block, as JSON Lines
///
/// What is shown tells outcomes: it is for those who may open the sealed part.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole block show block --units 10..20
  alveole block show block --units 1234567 | alveole verify -")]
pub(crate) struct Args {
    /// The block
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Which units, from 0: N, or A..B for those from A to B - 1
    #[arg(long, value_name = "A..B", value_parser = units)]
    units: Range<u64>,

    #[command(flatten)]
    output: OutputOptions,
}

pub(super) fn units(text: &str) -> Result<Range<u64>, String> {
    let range = match text.split_once("..") {
        None => text.parse().ok().and_then(|unit: u64| Some(unit..unit.checked_add(1)?)),
        Some((from, to)) => from.parse().ok().zip(to.parse().ok()).map(|(from, to)| from..to),
    };
    range.filter(|range| !range.is_empty()).ok_or_else(|| "write N, or A..B such as 10..20".into())
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let block = super::open(&self.folder)?;
        let count = block.units();
        if self.units.end > count {
            return Err(Failure::usage(format_args!("--units: the block has units 0 to {}", count.saturating_sub(1))));
        }
        let mut out = self.output.open()?;
        for record in &block.sealed.parts {
            let of_part = record.first..record.first + record.units;
            let wanted = self.units.start.max(of_part.start)..self.units.end.min(of_part.end);
            if wanted.is_empty() {
                continue;
            }
            let rows = block.part(record).map_err(super::read_failure)?;
            for unit in wanted {
                let row = usize::try_from(unit - record.first).unwrap_or(usize::MAX);
                let made = block
                    .recorded(&rows, row)
                    .map_err(|problem| Failure::Because(Code::Fault, anyhow::anyhow!("unit {unit}: {problem}")))?;
                match made {
                    RecordedUnit::Crossword(made) => write_unit(&made, &mut out)?,
                    RecordedUnit::Hive(made) => write_hive_unit(&made, &mut out)?,
                }
            }
        }
        let plan = &block.public.plan;
        out.finish(|| {
            let mut manifest = Manifest::new("block show", None, plan.digests.clone());
            manifest.parameters.insert("plan_sha256".into(), block.public.plan_sha256.as_str().into());
            manifest.parameters.insert("rehearsal".into(), plan.rehearsal.into());
            manifest.parameters.insert("units".into(), format!("{}..{}", self.units.start, self.units.end).into());
            manifest.units = self.units.end - self.units.start;
            manifest
        })?;
        Ok(Code::Done)
    }
}
