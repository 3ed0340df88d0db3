//! Order, pick and AUTO change nothing (RO-4.3, RO-4.4).

use std::sync::LazyLock;

use alveole::game::HiveGame;
use alveole::hive::{Batch, Maker};
use alveole::money::Cents;
use alveole::play::{HivePlay, LineAt, PlayError};
use alveole::unit::{HiveCell, HiveUnit};
use proptest::prelude::*;
use proptest::sample::Index;

static GAME: LazyLock<HiveGame> = LazyLock::new(HiveGame::ruche_d_or);
static MADE: LazyLock<Vec<HiveUnit>> = LazyLock::new(|| {
    let maker = Maker::new(&GAME).unwrap();
    let lots = GAME.lots.iter().map(|row| row.cents).chain([Cents::ZERO]);
    let units = lots.flat_map(|lot| {
        let batch = Batch::new(&maker, lot, None, 8, 60).unwrap();
        (0..60).map(|index| batch.unit(index)).collect::<Vec<_>>()
    });
    units.collect()
});

fn with_extra() -> &'static HiveUnit {
    MADE.iter().find(|unit| unit.hives.len() == 2).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn order_pick_and_auto_change_nothing(
        unit in prop::sample::select(&MADE[..]),
        pick in 0_usize..3,
        order in prop::collection::vec(any::<Index>(), 0..14),
    ) {
        let mut straight = HivePlay::new(&GAME, &unit, 0).unwrap();
        let lines = straight.auto();
        prop_assert_eq!(lines.len(), 7 * unit.hives.len());
        let expected = straight.end().unwrap();
        prop_assert_eq!((expected.lot, expected.bonus.map(|bonus| bonus.0)), (unit.lot, unit.bonus_bees));

        // Any open line next, as often as the order says; then AUTO.
        let mut play = HivePlay::new(&GAME, &unit, pick).unwrap();
        let (mut won, mut steps) = (Cents::ZERO, 0);
        for index in order {
            let open: Vec<LineAt> = play.covered().collect();
            if open.is_empty() {
                break;
            }
            let shown = play.uncover(open[index.index(open.len())]).unwrap();
            won = won + shown.gain + shown.bee;
            steps += 1;
            prop_assert_eq!(play.won(), won);
        }
        prop_assert_eq!(play.end().is_some(), steps == lines.len());
        let rest = play.auto();
        prop_assert_eq!(steps + rest.len(), lines.len());
        prop_assert_eq!(play.end(), Some(expected));
    }
}

#[test]
fn steps_out_of_turn_are_refused() {
    let unit = with_extra();
    let at = |hive, line| LineAt { hive, line };
    let mut play = HivePlay::new(&GAME, unit, 2).unwrap();
    assert_eq!(play.pick(), 2);
    let closed = play.uncover(at(1, 0)).unwrap_err();
    assert_eq!(closed.to_string(), "there is no line 1 of the EXTRA hive to uncover");
    assert_eq!(play.uncover(at(0, 7)).unwrap_err().to_string(), "there is no line 8 to uncover");
    let opening = play.covered().find(|at| {
        let line = &unit.hives[at.hive].lines[at.line];
        line.cells().contains(&HiveCell::Extra)
    });
    assert!(play.uncover(opening.unwrap()).unwrap().opens_extra);
    play.uncover(at(1, 0)).unwrap();
    let twice = play.uncover(at(1, 0)).unwrap_err();
    assert_eq!(twice.to_string(), "line 1 of the EXTRA hive is uncovered already");
    let pick = HivePlay::new(&GAME, unit, 3).unwrap_err();
    assert_eq!(pick.to_string(), "there is no playable symbol 4: 3 can be picked (RO-4.3)");
}

#[test]
fn records_that_cannot_be_played_are_told_by_rule() {
    let refused = |change: &dyn Fn(&mut HiveUnit)| {
        let mut unit = with_extra().clone();
        change(&mut unit);
        match HivePlay::new(&GAME, &unit, 0) {
            Err(PlayError::Unplayable(problem)) => problem[..7].trim_end_matches([':', ' ']).to_owned(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(&|unit| unit.hives.clear()), "RO-4.2");
    assert_eq!(refused(&|unit| unit.hives.truncate(1)), "RO-4.8a");
    assert_eq!(refused(&|unit| unit.hives.swap(0, 1)), "RO-4.8a");
    assert_eq!(refused(&|unit| unit.hives[1] = unit.hives[0].clone()), "RO-4.8a");
    assert_eq!(refused(&|unit| unit.hives.push(unit.hives[1].clone())), "RO-4.8a");
}
