//! Many units of every result, judged: as many as the contract asks for when `ALVEOLE_FULL` is set, a few otherwise.

use std::collections::{BTreeMap, BTreeSet};

use alveole::game::{HiveGame, Kind};
use alveole::hive::{Batch, Figures, Maker, Plan};
use alveole::money::Cents;
use alveole::unit::Hive;
use alveole::verify::HiveJudge;

use crate::naive::float;

/// Units of each of the nine results.
fn units() -> u64 {
    // 9 × 111,112 = 1,000,008.
    if std::env::var_os("ALVEOLE_FULL").is_some() { 111_112 } else { 2_000 }
}

/// So many expected units of a plan that one is found: of a thousand such plans one is missed once in three thousand seeds.
const CERTAIN: f64 = 15.0;

/// Figures may be so many standard deviations from what is declared: chance takes one that far in a million figures.
const FAR: f64 = 5.0;

#[test]
fn units_of_every_result_are_sound_and_as_declared() {
    let game = HiveGame::ruche_d_or();
    let maker = Maker::new(&game).unwrap();
    let judge = HiveJudge::new(&game);
    let mut figures = Figures::new(&maker);
    for lot in game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]) {
        let batch = Batch::new(&maker, lot, None, 1, units()).unwrap();
        let mut kinds: BTreeMap<Option<Kind>, u64> = BTreeMap::new();
        for index in 0..batch.count() {
            let (plan, unit) = batch.planned(index);
            assert_eq!(judge.faults(&unit), [], "unit {index} of {lot}");
            assert_eq!(unit.lot, lot);
            *kinds.entry(plan.kind()).or_default() += 1;
            figures.add(&unit);
            if index % 16 == 0 {
                let codes: Vec<u8> = unit.codes().collect();
                assert_eq!(Hive::from_codes(&game, &codes).unwrap(), unit.hives, "unit {index} of {lot}");
            }
        }
        if lot > Cents::ZERO {
            let found = Kind::ALL.map(|kind| kinds.get(&Some(kind)).copied().unwrap_or(0));
            assert_eq!(found, maker.shares(lot, units()).unwrap(), "kinds of {lot}, as apportioned");
        }
    }
    figures_are_as_declared(&figures);
}

/// Every way to every lot is taken, in as many units of the lot as make its rarest way certain.
#[test]
fn every_plan_occurs() {
    let game = HiveGame::ruche_d_or();
    let maker = Maker::new(&game).unwrap();
    for row in &game.lots {
        let plans = maker.plans(row.cents).unwrap();
        assert!(plans.plans().len() <= 500, "{}: every plan is looked for", row.cents);
        let total: u32 = row.kinds.iter().sum();
        let share_of_kind = |plan: &Plan| f64::from(row.weight(plan.kind().unwrap())) / f64::from(total);
        let shares = plans.plans().iter().zip(plans.shares_in_kind()).map(|(plan, share)| share_of_kind(plan) * share);
        let rarest = shares.fold(1.0, f64::min);
        let count =
            (1..1_000_u32).map(|thousands| thousands * 1_000).find(|count| f64::from(*count) * rarest >= CERTAIN);
        let batch = Batch::new(&maker, row.cents, None, 2, count.unwrap().into()).unwrap();
        let found: BTreeSet<&Plan> = (0..batch.count()).map(|index| batch.planned(index).0).collect();
        let missing: Vec<&Plan> = plans.plans().iter().filter(|plan| !found.contains(plan)).collect();
        assert!(missing.is_empty(), "{} units of {} without {missing:?}", batch.count(), row.cents);
        assert_eq!(found.len(), plans.plans().len());
    }
}

/// What the units show, recounted from their cells, is what follows from the game's weights and rates.
fn figures_are_as_declared(figures: &Figures) {
    let rows = figures.rows().unwrap();
    assert!(rows.len() > 150, "{} figures", rows.len());
    for row in rows.iter().filter(|row| row.lot.is_some()) {
        let (of, declared) = (float(row.of), row.declared);
        let deviation = (of * declared * (1.0 - declared)).sqrt().max(1.0);
        let off = (float(row.found) - of * declared).abs() / deviation;
        assert!(off < FAR, "{row:?}: {off:.1} standard deviations");
    }
}
