//! The ways to a lot, counted and listed.

use std::collections::BTreeSet;

use alveole::game::{HiveGame, Kind};
use alveole::hive::{Gain, LotPlans, Maker, NoPlan, Plan, count};
use alveole::money::Cents;
use alveole::rng::{Purpose, Streams};

use crate::{games, naive};

fn euros(amount: u64) -> Cents {
    Cents::from_euros(amount)
}

#[test]
fn capped_counts() {
    let game = HiveGame::ruche_d_or();
    let counts = game.lots.iter().rev().map(|row| count(&game, row.cents, Some(3))).collect::<Vec<_>>();
    assert_eq!(counts, [5, 8, 15, 70, 321, 112, 14, 3]);
}

#[test]
fn uncapped_counts() {
    let game = HiveGame::ruche_d_or();
    for (lot, plans) in [(50, 1_627), (500, 7_487_036), (5_000, 47_600_414), (100_000, 3)] {
        assert_eq!(count(&game, euros(lot), None), plans, "{lot} €");
    }
    assert_eq!(count(&game, euros(0), None), 0);
    assert_eq!(count(&game, euros(1), None), 0);
    assert_eq!(count(&game, euros(50), Some(16)), count(&game, euros(50), None), "sixteen gains are all there are");
    assert_eq!(count(&game, euros(50), Some(usize::MAX)), 1_627);
    assert_eq!(count(&game, euros(50), Some(0)), 0);
}

/// What is counted is what is listed, and what a listing by brute force finds.
#[test]
fn listed_as_counted() {
    for game in [HiveGame::ruche_d_or(), games::third(), games::tiny()] {
        let mut lots: Vec<Cents> = game.lots.iter().map(|row| row.cents).collect();
        lots.extend([euros(8), euros(13), euros(25), euros(1)]);
        for lot in lots {
            let listed = LotPlans::new(&game, lot).unwrap();
            let plans: BTreeSet<&Plan> = listed.plans().iter().collect();
            assert_eq!(plans.len(), listed.plans().len(), "no plan twice");
            assert_eq!(plans.len() as u128, count(&game, lot, Some(game.plans.max_gains)), "{} {lot}", game.name);
            assert!(plans.iter().all(|plan| plan.lot(&game) == lot && plan.len() <= game.plans.max_gains));
            let by_force = naive::plans(&game, lot);
            assert_eq!(plans, by_force.iter().collect(), "{} {lot}", game.name);
        }
    }
}

#[test]
fn kinds_of_plans() {
    let line = |line, times| Gain::Line { line, times };
    let plan = |first: &[Gain], second: Option<&[Gain]>, bonus| Plan {
        gains: [first.to_vec(), second.unwrap_or_default().to_vec()],
        extra: second.is_some(),
        bonus,
    };
    for (plan, kind) in [
        (plan(&[line(0, 1)], None, None), Some(Kind::Line)),
        (plan(&[line(0, 2)], None, None), Some(Kind::Multiplied)),
        (plan(&[Gain::Bee], None, None), Some(Kind::Bee)),
        (plan(&[line(0, 2), Gain::Bee], None, None), Some(Kind::Several)),
        (plan(&[], None, Some(4)), Some(Kind::Bonus)),
        (plan(&[], Some(&[]), Some(4)), Some(Kind::Extra)),
        (plan(&[line(0, 1)], Some(&[]), None), Some(Kind::Extra)),
        (plan(&[], Some(&[Gain::Bee]), None), Some(Kind::Extra)),
        (Plan::losing(true), None),
        (Plan::losing(false), None),
    ] {
        assert_eq!(plan.kind(), kind, "{plan:?}");
    }
    let game = HiveGame::ruche_d_or();
    let both = plan(&[line(0, 5)], Some(&[line(1, 1), Gain::Bee]), None);
    assert_eq!(both.describe(&game).to_string(), "line 1 3 € ×5; EXTRA: line 2 5 € + bee 5 €");
    let blank = plan(&[], Some(&[]), Some(8));
    assert_eq!(blank.describe(&game).to_string(), "EXTRA: blank; Bonus of 8 bees");
    assert_eq!(Plan::losing(false).describe(&game).to_string(), "nothing");
}

/// Every kind that the config gives a weight can pay, and every kind that can pay has one: no plan is out of reach.
#[test]
fn weights_are_those_of_the_kinds_that_can_pay() {
    let game = HiveGame::ruche_d_or();
    let maker = Maker::new(&game).unwrap();
    for row in &game.lots {
        let weighed: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| row.weight(*kind) > 0).collect();
        assert_eq!(maker.plans(row.cents).unwrap().kinds(), weighed, "{}", row.cents);
        let sum: f64 = maker.plans(row.cents).unwrap().shares_in_kind().iter().sum();
        assert!((sum - naive::float(weighed.len())).abs() < 1e-9);
    }
}

/// Within a kind: the number of gains by its weights, then all plans alike.
#[test]
fn plans_are_drawn_by_their_shares() {
    let game = HiveGame::ruche_d_or();
    let plans = LotPlans::new(&game, euros(20)).unwrap();
    let shares = plans.shares_in_kind();
    let mut stream = Streams::from_seed(5, Purpose::Hives).stream(0, 0);
    for kind in plans.kinds() {
        let draws = 40_000;
        let mut counts = vec![0_u32; plans.plans().len()];
        for _ in 0..draws {
            let plan = plans.draw(kind, &mut stream);
            counts[plans.plans().iter().position(|other| other == plan).unwrap()] += 1;
        }
        let of_kind = || (0..counts.len()).filter(|index| plans.plans()[*index].kind() == Some(kind));
        assert_eq!(of_kind().map(|index| counts[index]).sum::<u32>(), draws);
        let law: Vec<(f64, f64)> =
            of_kind().map(|index| (f64::from(counts[index]), shares[index] * f64::from(draws))).collect();
        naive::assert_follows(&law, &format!("{kind}"));
    }
}

#[test]
fn lots_without_plans_are_told() {
    let maker = Maker::new(&HiveGame::ruche_d_or()).unwrap();
    let error = maker.plans(euros(4)).unwrap_err();
    assert!(matches!(error, NoPlan::NotInTable { .. }));
    let expected = "a lot of 4 € is in no row of the prize table (RO-3b); there are 100,000 €, 5,000 €, 500 €, 50 €, 20 €, \
        10 €, 5 €, 3 €";
    assert_eq!(error.to_string(), expected);
    let many = games::changed("max_gains = 3 ", "max_gains = 8 ");
    let many = many.replacen("gains = [60, 30, 10]", "gains = [60, 30, 10, 1, 1, 1, 1, 1]", 1);
    let game = HiveGame::from_toml(&many).unwrap();
    let error = LotPlans::new(&game, euros(500)).unwrap_err().to_string();
    assert!(error.ends_with("plans of up to 8 gains, more than 1000000: lower max_gains"), "{error}");
}
