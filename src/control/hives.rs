//! Blocks of hives: what losing lines and Bonus stages show, beside what the game declares.
//!
//! Nothing of a hive is visible before it is uncovered, so that there is nothing to tell its lot by but its place in the block.
//! What could mislead is what it shows on the way: lines with one picked symbol fewer than win, multipliers of lines that lose, bees of
//! a Bonus, EXTRA hives that stay blank. The game's file declares how often.

use rayon::prelude::*;

use super::{AuditError, Described, Findings, share, tier_name};
use crate::audit::distribution::Moments;
use crate::audit::verdict::{Measured, Sides};
use crate::block::reader::{Block, RecordedUnit};
use crate::game::{HiveGame, LotRow};
use crate::hive::{Figure, Figures, Maker, Measure};

/// What a figure is called.
fn name(figure: &Figure, game: &HiveGame) -> String {
    let amount = |line: usize| game.lines.get(line).map_or_else(String::new, |line| line.cents.to_string());
    match figure.measure {
        Measure::NearWin { line } => format!("losing lines of {} that lack one symbol", amount(line)),
        Measure::IdleMultiplier { line } => format!("losing lines of {} with a multiplier", amount(line)),
        Measure::BonusBees { bees } => format!("Bonus stages with {bees} bees, a unit"),
        Measure::Extra => "EXTRA hives, a unit".into(),
        Measure::BlankExtra => "blank EXTRA hives, a unit".into(),
        Measure::WinAfterExtra => "units with an EXTRA hive that win".into(),
    }
}

/// The test of a figure against the share that is declared. Kinds of units are apportioned, so that shares vary no more than this.
pub fn test(figure: &Figure, game: &HiveGame) -> Option<Measured> {
    let (found, of, declared) = (figure.share()?, figure.of, figure.declared);
    let of = share(usize::try_from(of).ok()?, 1);
    let variance = declared * (1.0 - declared) / of;
    let skewness =
        if variance > 0.0 { (1.0 - 2.0 * declared) / (declared * (1.0 - declared) * of).sqrt() } else { 0.0 };
    let null = Moments { mean: declared, variance, skewness };
    // What never varies is either as declared or impossible.
    let is_possible = variance > 0.0 || (found - declared).abs() < 1e-9;
    Some(Measured {
        question: figure.lot.map_or_else(|| "all tiers".into(), tier_name),
        name: name(figure, game),
        measure: "share",
        value: found,
        expected: declared,
        deviation: null.deviation(),
        sides: Sides::Both,
        p: if is_possible { null.two_sided(found) } else { 0.0 },
    })
}

pub(super) fn audit(
    block: &Block,
    game: &HiveGame,
    table: &[LotRow],
    tested: &[usize],
    findings: &mut Findings,
) -> Result<(), AuditError> {
    let maker = Maker::new(game)?;
    let parts = block.sealed.parts.par_iter().map(|record| {
        let rows = block.part(record)?;
        let mut figures = Figures::new(&maker);
        for (row, unit) in (0..rows.len()).zip(record.first..) {
            match block.recorded(&rows, row) {
                Ok(RecordedUnit::Hive(made)) => figures.add(&made),
                Ok(RecordedUnit::Crossword(_)) => {
                    return Err(AuditError::Unit { unit, problem: "no unit of hives".into() });
                }
                Err(problem) => return Err(AuditError::Unit { unit, problem }),
            }
        }
        Ok(figures)
    });
    let parts: Vec<Figures> = parts.collect::<Result<_, AuditError>>()?;
    let mut figures = Figures::new(&maker);
    for part in parts {
        figures.join(part);
    }
    let is_tested = |figure: &Figure| figure.lot.is_none_or(|lot| tested.iter().any(|tier| table[*tier].cents == lot));
    for figure in figures.rows()? {
        if is_tested(&figure)
            && let Some(test) = test(&figure, game)
        {
            findings.tests.push(test);
        }
        findings.described.push(Described {
            cents: figure.lot,
            name: name(&figure, game),
            found: figure.share().unwrap_or(0.0),
            declared: Some(figure.declared),
            neutral: None,
            units: usize::try_from(figure.of).unwrap_or(usize::MAX),
        });
    }
    Ok(())
}
