//! Blocks of hives: what losing lines and Bonus stages show, beside what the game declares.
//!
//! Nothing of a hive is visible before it is uncovered, so that there is nothing to tell its lot by but its place in the block.
//! What could mislead is what it shows on the way: lines with one picked symbol fewer than win, multipliers of lines that lose, bees of
//! a Bonus, EXTRA hives that stay blank. The game's file declares how often. Neutral are lines that are filled uniformly with all symbols,
//! as often as they do not win; there is no neutral rate of what is only drawn because the file says so.

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

/// The game with lines that lose being filled uniformly: every line of all symbols in which none wins is as likely as any other.
fn filled_uniformly(game: &HiveGame) -> HiveGame {
    let mut game = game.clone();
    let (symbols, wins) = (game.symbols().count(), game.symbols_to_win);
    for row in &mut game.rates.picked {
        let others = |picked: usize| fillings(row.cells.checked_sub(picked), symbols - 1, wins);
        let weights = (0..wins).map(|picked| choose(row.cells, picked) * others(picked)).collect::<Vec<u64>>();
        // What is in proportion will do: of 28 bits, so that their sum is no more than 32.
        let shift = weights.iter().max().map_or(0, |most| 36_u32.saturating_sub(most.leading_zeros()));
        row.weights = weights.iter().map(|weight| u32::try_from(weight >> shift).unwrap_or(u32::MAX)).collect();
    }
    game
}

/// How many lines of so many cells there are of so many symbols, none as often as wins; of fewer than no cells there is none.
fn fillings(cells: Option<usize>, symbols: usize, wins: usize) -> u64 {
    let Some(cells) = cells else { return 0 };
    if symbols == 0 {
        return u64::from(cells == 0);
    }
    let of_first = |count: usize| choose(cells, count) * fillings(cells.checked_sub(count), symbols - 1, wins);
    (0..wins.min(cells + 1)).map(of_first).sum()
}

fn choose(all: usize, of: usize) -> u64 {
    (0..of).fold(1, |ways, drawn| ways * (all.saturating_sub(drawn)) as u64 / (drawn as u64 + 1))
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
    let neutral = Maker::new(&filled_uniformly(game))?;
    for (figure, neutral) in figures.rows()?.into_iter().zip(figures.beside(&neutral).rows()?) {
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
            neutral: matches!(figure.measure, Measure::NearWin { .. }).then_some(neutral.declared),
            units: usize::try_from(figure.of).unwrap_or(usize::MAX),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The built-in game declares just that; another one does not.
    #[test]
    fn uniform_lines() {
        let game = HiveGame::ruche_d_or();
        assert_eq!(filled_uniformly(&game), game);
        let mut tilted = game.clone();
        for row in &mut tilted.rates.picked {
            row.weights = vec![1, 1, 8];
        }
        assert_eq!(filled_uniformly(&tilted), game);
        // By hand, of two symbols of which two win: AB and BA of two cells, none of three.
        assert_eq!([1, 2, 3].map(|cells| fillings(Some(cells), 2, 2)), [2, 2, 0]);
    }
}
