//! Runs of units: what a seed makes, for any number of threads, and games of other sizes.

use std::fmt::Write;
use std::ops::ControlFlow;

use alveole::game::{HiveGame, Kind};
use alveole::hive::{Batch, Maker, NoPlan};
use alveole::money::Cents;
use alveole::play::HivePlay;
use alveole::produce::hives::HiveRun;
use alveole::rng::{Purpose, Streams};
use alveole::unit::{HiveCell, HiveUnit};
use alveole::verify::HiveJudge;

use crate::games;

const GOLDEN: &str = include_str!("../data/hive/seed-0.codes.txt");

fn lots(game: &HiveGame) -> impl Iterator<Item = Cents> {
    [Cents::ZERO].into_iter().chain(game.lots.iter().map(|row| row.cents))
}

/// If one of these changes, every seed that anyone has used makes other units.
#[test]
fn golden_units() {
    let game = HiveGame::ruche_d_or();
    let maker = Maker::new(&game).unwrap();
    let mut text = String::new();
    for lot in lots(&game) {
        let batch = Batch::new(&maker, lot, None, 0, 4).unwrap();
        for unit in (0..4).map(|index| batch.unit(index)) {
            let codes: Vec<u8> = unit.codes().collect();
            let bees = unit.bonus_bees.map_or("-".into(), |bees| bees.to_string());
            writeln!(text, "{} {bees} {}", unit.lot.0, String::from_utf8(codes).unwrap()).unwrap();
        }
    }
    assert_eq!(text, GOLDEN);
}

fn run(batch: &Batch, judge: HiveJudge, threads: usize) -> Vec<HiveUnit> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut units = Vec::new();
    let run = HiveRun { batch, judge, seed: 4 };
    let count = pool.install(|| {
        run.each(|index, unit| {
            assert_eq!(index, units.len() as u64);
            units.push(unit.as_ref().clone());
            ControlFlow::Continue(())
        })
    });
    assert_eq!(count.unwrap(), batch.count());
    units
}

#[test]
fn units_are_the_same_for_any_number_of_threads() {
    let game = HiveGame::ruche_d_or();
    let maker = Maker::new(&game).unwrap();
    // More than are made at a time.
    let batch = Batch::new(&maker, Cents::from_euros(20), None, 4, 20_000).unwrap();
    let one = run(&batch, HiveJudge::new(&game), 1);
    assert!(one == run(&batch, HiveJudge::new(&game), 5));
    assert!(one.iter().zip(0..).all(|(unit, index)| *unit == batch.unit(index)));
    let first = Batch::new(&maker, Cents::from_euros(20), None, 5, 1).unwrap().unit(0);
    assert_ne!(one[0], first, "another seed");
}

#[test]
fn a_run_hands_nothing_over_that_the_judge_rejects() {
    let game = HiveGame::ruche_d_or();
    let maker = Maker::new(&game).unwrap();
    let mut other = game.clone();
    other.bee = Cents(600);
    let batch = Batch::new(&maker, Cents::from_euros(5), None, 4, 10).unwrap();
    let run = HiveRun { batch: &batch, judge: HiveJudge::new(&other), seed: 4 };
    let faulty = run.each(|_, _| panic!("no unit is sound")).unwrap_err();
    assert_eq!((faulty.seed, faulty.index), (4, 0));
    assert!(faulty.to_string().contains("RO-D1"), "{faulty}");
}

/// What a block does for itself: kinds by their shares, each unit from its own stream, memory used again.
#[test]
fn units_can_be_drawn_one_by_one() {
    let game = HiveGame::ruche_d_or();
    let maker = Maker::new(&game).unwrap();
    let streams = Streams::from_seed(3, Purpose::Hives);
    let mut reused = maker.blank();
    for lot in lots(&game) {
        let kinds: Vec<Option<Kind>> = match maker.shares(lot, 50) {
            Err(NoPlan::NotInTable { .. }) if lot == Cents::ZERO => vec![None; 50],
            shares => Kind::ALL
                .into_iter()
                .zip(shares.unwrap())
                .flat_map(|(kind, share)| (0..share).map(move |_| Some(kind)))
                .collect(),
        };
        assert_eq!(kinds.len(), 50);
        for (index, kind) in (0..).zip(kinds) {
            let draw = |stream: &mut _| maker.draw(lot, kind, stream).unwrap();
            let mut stream = streams.stream(index, 0);
            let plan = draw(&mut stream);
            let unit = maker.place(plan, &mut stream);
            let mut stream = streams.stream(index, 0);
            let plan = draw(&mut stream);
            maker.place_into(plan, &mut stream, &mut reused);
            assert_eq!(unit, reused);
            assert_eq!((plan.kind(), unit.lot), (kind, lot));
            assert_eq!(HiveJudge::new(&game).faults(&unit), []);
        }
    }
    let mut stream = streams.stream(0, 0);
    let error = maker.draw(Cents::from_euros(50), None, &mut stream).unwrap_err();
    assert_eq!(error, NoPlan::WithoutKind { lot: Cents::from_euros(50) });
    let error = maker.draw(Cents::from_euros(50), Some(Kind::Bee), &mut stream).unwrap_err();
    assert_eq!(error.to_string(), "bee cannot pay a lot of 50 €; line, multiplied, several, bonus, extra can");
    assert_eq!(maker.draw(Cents::ZERO, Some(Kind::Bee), &mut stream).unwrap_err(), NoPlan::LosingKind);
}

/// Five lines, four fillers, no EXTRA: nothing of the first game's sizes is in the code.
#[test]
fn a_third_game_is_played() {
    let game = games::third();
    let maker = Maker::new(&game).unwrap();
    let judge = HiveJudge::new(&game);
    let mut seen = Vec::new();
    for lot in lots(&game) {
        let batch = Batch::new(&maker, lot, None, 9, 400).unwrap();
        for index in 0..batch.count() {
            let unit = batch.unit(index);
            assert_eq!(judge.faults(&unit), [], "unit {index} of {lot}");
            let lengths: Vec<usize> = unit.hives[0].lines.iter().map(|line| line.cells().len()).collect();
            assert_eq!((unit.hives.len(), lengths), (1, vec![5, 6, 8, 6, 5]));
            for pick in 0..3 {
                let mut play = HivePlay::new(&game, &unit, pick).unwrap();
                play.auto();
                assert_eq!(play.end().unwrap().lot, lot);
            }
            seen.extend(unit.hives[0].lines.iter().flat_map(|line| line.cells().to_vec()));
        }
    }
    seen.sort_unstable();
    seen.dedup();
    let fillers = (1..=4).map(HiveCell::Filler);
    let multipliers = [2, 5, 10].map(HiveCell::Multiplier);
    let others = [HiveCell::Picked, HiveCell::Second, HiveCell::Third, HiveCell::Bee];
    let mut expected: Vec<HiveCell> = fillers.chain(multipliers).chain(others).collect();
    expected.sort_unstable();
    assert_eq!(seen, expected);
    // A unit of one game is none of another.
    let unit = Batch::new(&maker, Cents::ZERO, None, 9, 1).unwrap().unit(0);
    assert!(!HiveJudge::new(&HiveGame::ruche_d_or()).faults(&unit).is_empty());
}
