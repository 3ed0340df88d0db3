//! The judge of hives against units that are sound, units broken in one rule, and units that are anything at all.

mod any;
mod fixture;
mod naive;
mod rules;

use std::sync::LazyLock;

use alveole::game::HiveGame;
use alveole::verify::HiveJudge;

static GAME: LazyLock<HiveGame> = LazyLock::new(HiveGame::ruche_d_or);

fn judge() -> HiveJudge<'static> {
    HiveJudge::new(&GAME)
}

#[test]
fn sound_units_are_verified() {
    let units = fixture::sound();
    assert_eq!(units.len(), 16);
    for (name, unit) in units {
        assert!(naive::is_sound(&unit, &GAME), "{name}");
        let verified = judge().verify(unit.clone()).unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
        assert_eq!(verified.as_ref(), &unit);
    }
}

#[test]
fn a_game_without_extra_has_none() {
    let mut game = GAME.clone();
    game.extra = false;
    let judge = HiveJudge::new(&game);
    let said = |name| judge.faults(&fixture::named(name)).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(said("line"), [""; 0]);
    assert_eq!(said("blank EXTRA"), ["RO-4.8a, hive 1: it holds EXTRA, and the game has none"]);
}
