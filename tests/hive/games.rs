//! Games of other sizes.

use alveole::game::HiveGame;

const RUCHE_D_OR: &str = include_str!("../../games/ruche-d-or.toml");

/// The embedded game's file with one change.
pub(crate) fn changed(from: &str, to: &str) -> String {
    let text = RUCHE_D_OR.replacen(from, to, 1);
    assert_ne!(text, RUCHE_D_OR, "{from}");
    text
}

/// Five lines, four fillers, no EXTRA, three multipliers, another Bonus.
pub(crate) const THIRD: &str = include_str!("../data/hive/petite-ruche.toml");

pub(crate) fn third() -> HiveGame {
    HiveGame::from_toml(THIRD).unwrap()
}

/// Two lines that two symbols win, so small that all its hives can be listed. The EXTRA hive is there, too.
pub(crate) fn tiny() -> HiveGame {
    HiveGame::from_toml(
        r#"
schema = "alveole/game/1"
name = "tiny"
title = "Tiny"
stake_cents = 100
block_units = 100
[hive]
playable = ["a", "b", "c"]
fillers = ["d", "e"]
symbols_to_win = 2
multipliers = [2, 3]
bee_cents = 100
extra = true
lines = [{ cells = 4, cents = 100 }, { cells = 4, cents = 300 }]
[hive.bonus]
gains = [{ bees = 3, cents = 100 }]
losing = [{ bees = 1, weight = 2 }, { bees = 2, weight = 1 }]
[hive.rates]
blank_extra_per_mille = 300
idle_multiplier_per_mille = 400
picked = [
  { cells = 2, weights = [3, 2] },
  { cells = 3, weights = [1, 1] },
  { cells = 4, weights = [2, 3] },
]
[plans]
max_gains = 3
gains = [1, 1, 1]
[totals]
lots = 20
cents = 5_000
[[lots]]
cents = 400
count = 10
kinds = { several = 1, extra = 1 }
[[lots]]
cents = 100
count = 10
kinds = { line = 1, bee = 1, bonus = 1, extra = 2 }
"#,
    )
    .unwrap()
}
