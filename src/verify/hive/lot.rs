//! The Bonus and the lot: what the cells give, held against what the record says.

use std::collections::BTreeSet;

use super::{HiveJudge, Read, plus};
use crate::money::Cents;
use crate::unit::HiveUnit;
use crate::verify::{Fault, Place, Rule};

/// Something that wins.
#[derive(Clone, Copy)]
struct Win {
    /// From 0.
    hive: usize,
    is_bee: bool,
    /// Without its multiplier.
    plain: Cents,
    /// 1 without a multiplier.
    times: u64,
}

impl Win {
    const fn gain(self) -> Cents {
        Cents(self.plain.0.saturating_mul(self.times))
    }
}

/// All that can make a lot, right or wrong.
struct Findings {
    wins: Vec<Win>,
    /// Losing lines with a picked symbol: their amounts, and those times their idle multipliers.
    near: Vec<Cents>,
    /// Multipliers anywhere.
    multipliers: Vec<u64>,
    /// What the Bonus wins.
    bonus: Cents,
    sum: Cents,
}

impl HiveJudge<'_> {
    /// RO-4.9a, RO-4.9b, RO-D5, then the rules of the lot.
    pub(super) fn judge_bonus_and_lot(self, unit: &HiveUnit, hives: Cents, faults: &mut Vec<Fault>) {
        let won = hives > Cents::ZERO;
        let mut bonus = Cents::ZERO;
        match unit.bonus_bees {
            None if won => {}
            None => {
                let message = "the hives win nothing, and the record has no Bonus";
                faults.push(Fault::new(Rule::Ro4_9a, Place::Bonus, message));
                // So does what a missing Bonus paid.
                if self.game.bonus.gains.iter().any(|row| row.cents == unit.lot) {
                    return;
                }
            }
            Some(bees) => {
                let (first, last) = self.paid_bees();
                if bees > last {
                    let message = format!("{bees} bees, and the pay table ends at {last}");
                    faults.push(Fault::new(Rule::Ro4_9b, Place::Bonus, message));
                    return;
                }
                if bees < first && !self.game.bonus.losing.iter().any(|row| row.bees == bees) {
                    let message = format!("{bees} bees, and a losing Bonus shows 1 to {}", first.saturating_sub(1));
                    faults.push(Fault::new(Rule::RoD5, Place::Bonus, message));
                }
                let row = self.game.bonus.gains.iter().find(|row| row.bees == bees);
                bonus = row.map_or(Cents::ZERO, |row| row.cents);
                if won {
                    let message = format!("the hives win {hives}, and there is a Bonus");
                    faults.push(Fault::new(Rule::Ro4_9a, Place::Bonus, message));
                    // A lot with the Bonus in it follows from that.
                    if unit.lot == plus(hives, bonus) {
                        return;
                    }
                    bonus = Cents::ZERO;
                }
            }
        }
        let sum = plus(hives, bonus);
        if unit.lot != sum || !self.in_table(sum) {
            faults.push(self.lot_fault(unit, bonus, sum));
        }
    }

    /// The least and the most bees that win.
    fn paid_bees(self) -> (u8, u8) {
        let bees = || self.game.bonus.gains.iter().map(|row| row.bees);
        (bees().min().unwrap_or(0), bees().max().unwrap_or(0))
    }

    fn in_table(self, sum: Cents) -> bool {
        sum == Cents::ZERO || self.game.lots.iter().any(|row| row.cents == sum)
    }

    /// The one fault of a wrong lot, under the first rule that explains it.
    fn lot_fault(self, unit: &HiveUnit, bonus: Cents, sum: Cents) -> Fault {
        let findings = self.find(unit, bonus, sum);
        let (rule, why) =
            if sum == Cents::ZERO { self.explain_losing(unit, &findings) } else { self.explain(unit.lot, &findings) };
        let message = format!("a lot of {} is recorded, where the unit wins {sum}: {why}", unit.lot);
        Fault::new(rule, None, message)
    }

    fn find(self, unit: &HiveUnit, bonus: Cents, sum: Cents) -> Findings {
        let mut findings = Findings { wins: Vec::new(), near: Vec::new(), multipliers: Vec::new(), bonus, sum };
        for (hive, number) in unit.hives.iter().zip(0..) {
            for line in &hive.lines {
                let cells = Read::of(line);
                let shown = self.uncover(line, &cells, 0);
                let times = u64::from(shown.times.max(1));
                if shown.times > 0 {
                    findings.multipliers.push(times);
                }
                if shown.gain > Cents::ZERO {
                    findings.wins.push(Win { hive: number, is_bee: false, plain: line.amount, times });
                } else if shown.picked > 0 {
                    findings.near.push(line.amount);
                    findings.near.push(Cents(line.amount.0.saturating_mul(times)));
                }
                let bee = Win { hive: number, is_bee: true, plain: hive.bee, times: 1 };
                findings.wins.extend(std::iter::repeat_n(bee, cells.bees()));
            }
        }
        findings
    }

    fn explain_losing(self, unit: &HiveUnit, findings: &Findings) -> (Rule, &'static str) {
        let (first, _) = self.paid_bees();
        let least = self.game.bonus.gains.first().map(|row| row.cents);
        if findings.near.contains(&unit.lot) {
            (Rule::Ro4_5a, "a line with too few picked symbols wins nothing")
        } else if unit.bonus_bees.is_some_and(|bees| bees + 1 == first) && least == Some(unit.lot) {
            (Rule::Ro4_9b, "too few bees of the Bonus win nothing")
        } else {
            (Rule::Ro4_11, "it loses")
        }
    }

    fn explain(self, lot: Cents, findings: &Findings) -> (Rule, &'static str) {
        let sum = findings.sum;
        if lot == sum {
            return (Rule::Ro4_10, "no row of the prize table has that sum");
        }
        if findings.bonus > Cents::ZERO {
            let is_row = lot == Cents::ZERO || self.game.bonus.gains.iter().any(|row| row.cents == lot);
            return if is_row { (Rule::Ro4_9b, "other bees of the Bonus win that") } else { NO_READING };
        }
        if lot == Cents::ZERO {
            return match findings.wins.iter().min_by_key(|win| (win.hive, win.is_bee)) {
                Some(Win { hive: 0, is_bee: false, .. }) => (Rule::Ro4_5a, "a line wins"),
                Some(Win { hive: 0, is_bee: true, .. }) => (Rule::Ro4_7, "a bee wins"),
                _ => (Rule::Ro4_8a, "the EXTRA hive wins"),
            };
        }
        if findings.bee_wrongly(lot) {
            return (Rule::Ro4_7, "a bee wins its amount once, never multiplied");
        }
        if findings.multiplied_wrongly(lot) {
            return (Rule::Ro4_6, "a multiplier counts for its own winning line, and for nothing else");
        }
        let of = |hive| findings.wins.iter().filter(move |win| win.hive == hive);
        let extra: Cents = Cents(of(1).map(|win| win.gain().0).fold(0, u64::saturating_add));
        if extra > Cents::ZERO && plus(lot, extra) == sum {
            return (Rule::Ro4_8a, "what the EXTRA hive wins is a part of the lot");
        }
        for hive in [0, 1] {
            let lines: Vec<Cents> = of(hive).filter(|win| !win.is_bee).map(|win| win.gain()).collect();
            let all = Cents(lines.iter().map(|gain| gain.0).fold(0, u64::saturating_add));
            let left_out = parts(&lines);
            if left_out.iter().any(|part| *part > Cents::ZERO && *part < all && plus(lot, *part) == sum) {
                return (Rule::Ro4_5b, "winning lines add up");
            }
        }
        let gains: Vec<Cents> = findings.wins.iter().map(|win| win.gain()).collect();
        if parts(&gains).contains(&lot) {
            return (Rule::Ro3b, "the lot is the whole gain of the unit");
        }
        if findings.near.iter().any(|near| plus(sum, *near) == lot) {
            return (Rule::Ro4_5a, "a line with too few picked symbols wins nothing");
        }
        NO_READING
    }
}

const NO_READING: (Rule, &str) = (Rule::RoD6, "no reading of the unit gives that");

impl Findings {
    /// RO-4.6: a multiplier left out, or applied to something else.
    fn multiplied_wrongly(&self, lot: Cents) -> bool {
        let plain = Cents(self.wins.iter().map(|win| win.plain.0).fold(0, u64::saturating_add));
        if lot == plain && self.wins.iter().any(|win| win.times > 1) {
            return true;
        }
        let lines = || self.wins.iter().filter(|win| !win.is_bee);
        // One line paid by another multiplier of the unit, or by none.
        let other = |win: &Win| {
            let rest = self.sum.0 - win.gain().0;
            let mut others = self.multipliers.iter().chain([&1]).filter(|times| **times != win.times);
            others.any(|times| rest.saturating_add(win.plain.0.saturating_mul(*times)) == lot.0)
        };
        // Or all of it.
        let whole = |times: &u64| lot.0 == plain.0.saturating_mul(*times) || lot.0 == self.sum.0.saturating_mul(*times);
        let several = self.wins.len() > 1 && self.multipliers.iter().any(whole);
        lines().any(other) || several
    }

    /// RO-4.7: a bee left out beside other gains, paid twice, or multiplied.
    fn bee_wrongly(&self, lot: Cents) -> bool {
        self.wins.iter().filter(|win| win.is_bee).any(|bee| {
            let rest = self.sum.0 - bee.plain.0;
            let mut times = self.multipliers.iter().chain([&0, &2]);
            times.any(|times| rest.saturating_add(bee.plain.0.saturating_mul(*times)) == lot.0)
        })
    }
}

/// What some of the gains can sum up to.
fn parts(gains: &[Cents]) -> BTreeSet<Cents> {
    let mut parts = BTreeSet::from([Cents::ZERO]);
    for gain in gains {
        let more: Vec<Cents> = parts.iter().map(|part| plus(*part, *gain)).collect();
        parts.extend(more);
    }
    parts
}
