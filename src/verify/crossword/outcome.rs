//! Completed words and the lot: what the letters give, held against what the record says.

use super::Judge;
use super::reading::{Reading, Run};
use crate::letters::LetterSet;
use crate::money::Cents;
use crate::unit::CrosswordUnit;
use crate::verify::{Fault, Place, Rule};

/// Completed words of each grid, and what they are worth.
struct Worth {
    completed: Vec<usize>,
    /// The gains of the grids, added (MC-4.6b).
    sum: Cents,
    /// Whether a unit may win that: nothing, or a row of the prize table.
    in_table: bool,
    /// Whether a grid has more completed words than the pay table (MC-D1).
    beyond: bool,
}

impl Judge<'_> {
    /// MC-D1, MC-4.5c, MC-D6, then the rules of the lot.
    pub(super) fn judge_outcome(&self, unit: &CrosswordUnit, readings: &[Reading], faults: &mut Vec<Fault>) {
        let letters: LetterSet = unit.letters.iter().copied().collect();
        let completed =
            readings.iter().map(|reading| reading.runs.iter().filter(|run| run.letters.is_subset(letters)).count());
        let found = self.worth(completed.collect());
        let most = self.most_paid();
        for (count, grid) in found.completed.iter().zip(1..).filter(|(count, _)| **count > most) {
            let message = format!("{count} words are completed, and no more than {most} may be");
            faults.push(Fault::new(Rule::McD1, Place::Grid { grid }, message));
        }
        let recorded = unit.completed.iter().map(|count| usize::from(*count));
        if recorded.clone().eq(found.completed.iter().copied()) {
            faults.extend(self.lot_fault(unit.lot, &found));
            return;
        }
        let recorded = self.worth(recorded.collect());
        // A lot that follows from wrong counts is told with them.
        let right = self.is_right(unit.lot, &found);
        let follows = !right && self.is_right(unit.lot, &recorded);
        let lot = if follows { format!("; {} follows from it", written(unit.lot)) } else { String::new() };
        if recorded.completed.len() != readings.len() {
            let (counts, grids) = (recorded.completed.len(), readings.len());
            let message = format!("completed words are recorded for {counts} of {grids} grids{lot}");
            faults.push(Fault::new(Rule::McD6, None, message));
        }
        for ((reading, grid), (found, recorded)) in
            readings.iter().zip(1..).zip(found.completed.iter().zip(&recorded.completed))
        {
            if found != recorded {
                let mut fault = count_fault(grid, reading, letters, *found, *recorded);
                fault.message.push_str(&lot);
                faults.push(fault);
            }
        }
        if !follows {
            faults.extend(self.lot_fault(unit.lot, &found));
        }
    }

    /// The gain of one grid: the row of the pay table, and nothing where there is none (MC-4.7).
    fn gain_of(&self, completed: usize) -> Cents {
        let row = self.game.crossword.gains.iter().find(|row| usize::from(row.words) == completed);
        row.map_or(Cents::ZERO, |row| row.cents)
    }

    fn most_paid(&self) -> usize {
        self.game.crossword.gains.iter().map(|row| row.words.into()).max().unwrap_or(0)
    }

    fn worth(&self, completed: Vec<usize>) -> Worth {
        let sum = completed.iter().fold(Cents::ZERO, |sum, count| plus(sum, self.gain_of(*count)));
        let in_table = sum == Cents::ZERO || self.game.lots.iter().any(|row| row.cents == sum);
        let beyond = completed.iter().any(|count| *count > self.most_paid());
        Worth { completed, sum, in_table, beyond }
    }

    /// Whether a record has the lot of these completed words. A unit that must not be has no lot, or what 4.7 leaves.
    fn is_right(&self, lot: Option<Cents>, worth: &Worth) -> bool {
        match lot {
            Some(lot) => worth.in_table && lot == worth.sum,
            None => worth.beyond || (!worth.in_table && !self.for_block),
        }
    }

    /// The one fault of a wrong lot, under the first rule that explains it.
    fn lot_fault(&self, lot: Option<Cents>, found: &Worth) -> Option<Fault> {
        if self.is_right(lot, found) {
            return None;
        }
        let (rule, why) = self.explain(lot, found);
        let counts: Vec<String> = found.completed.iter().map(ToString::to_string).collect();
        let counts = counts.join(" and ");
        let message = format!("{} is recorded, where {counts} completed words give {}: {why}", written(lot), found.sum);
        Some(Fault::new(rule, None, message))
    }

    fn explain(&self, lot: Option<Cents>, found: &Worth) -> (Rule, &'static str) {
        let Worth { completed, sum, in_table, .. } = found;
        let winning = || completed.iter().map(|count| self.gain_of(*count)).filter(|gain| *gain > Cents::ZERO);
        let Some(lot) = lot else {
            return if *in_table {
                (Rule::McD6, "the prize table has it")
            } else {
                (Rule::Mc3b, "no row of the prize table, so that no block may hold it")
            };
        };
        if lot == *sum {
            return (Rule::Mc3b, "no row of the prize table");
        }
        let wins = *sum > Cents::ZERO;
        if lot > Cents::ZERO && lot == self.gain_of(completed.iter().sum()) {
            return (Rule::Mc4_6b, "the completed words of the grids were added, instead of the gains");
        }
        if winning().count() > 1 && winning().any(|gain| lot == gain || plus(lot, gain) == *sum) {
            return (Rule::Mc3b, "the lot is the whole gain of the unit, of all its grids");
        }
        if wins && lot == Cents::ZERO {
            return (Rule::Mc4_5a, "a grid wins");
        }
        if self.too_few_paid(lot, found) {
            return (Rule::Mc4_5a, "a grid with too few completed words wins nothing");
        }
        if !wins {
            return (Rule::Mc4_7, "the unit loses");
        }
        let others = |gain: Cents| sum.0 - gain.0;
        if winning().any(|gain| self.game.crossword.gains.iter().any(|row| plus(row.cents, Cents(others(gain))) == lot))
        {
            return (Rule::Mc4_6a, "a grid was paid by another row of the pay table");
        }
        (Rule::McD6, "no reading of the unit gives that")
    }

    /// Whether the lot is right, but for grids that were paid as by the first row of the pay table and have fewer words.
    fn too_few_paid(&self, lot: Cents, found: &Worth) -> bool {
        let Some(first) = self.game.crossword.gains.first() else { return false };
        let few = found.completed.iter().filter(|count| (1..usize::from(first.words)).contains(*count));
        let mut paid = found.sum;
        few.into_iter().any(|_| {
            paid = plus(paid, first.cents);
            lot == paid
        })
    }
}

/// A sum that never overflows: no lot is anywhere near.
const fn plus(a: Cents, b: Cents) -> Cents {
    Cents(a.0.saturating_add(b.0))
}

fn written(lot: Option<Cents>) -> String {
    lot.map_or_else(|| "no lot".into(), |lot| format!("a lot of {lot}"))
}

/// MC-4.5c where a word is counted that lacks a letter, else MC-D6.
fn count_fault(grid: usize, reading: &Reading, letters: LetterSet, found: usize, recorded: usize) -> Fault {
    let missing = |run: &Run| run.letters.intersection(letters.complement());
    let message = format!("{recorded} completed words are recorded, {found} have all their letters");
    let closest = reading.runs.iter().filter(|run| !missing(run).is_empty()).min_by_key(|run| missing(run).len());
    match closest {
        Some(run) if found < recorded && recorded <= reading.runs.len() => {
            let message = format!("{message}; the next one, {}, lacks {}", run.text(), missing(run));
            Fault::new(Rule::Mc4_5c, run.place(grid), message)
        }
        _ => Fault::new(Rule::McD6, Place::Grid { grid }, message),
    }
}
