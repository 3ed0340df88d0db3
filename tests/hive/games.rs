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
pub(crate) const THIRD: &str = r#"
schema = "alveole/game/1"
name = "petite-ruche"
title = "Petite Ruche"
stake_cents = 100
block_units = 1_000

[hive]
playable = ["trèfle", "cœur", "pique"]
fillers = ["lune", "étoile", "nuage", "pluie"]
symbols_to_win = 3
multipliers = [2, 5, 10]
bee_cents = 200
extra = false
lines = [
  { cells = 5, cents = 100 },
  { cells = 6, cents = 200 },
  { cells = 8, cents = 500 },
  { cells = 6, cents = 1_000 },
  { cells = 5, cents = 25_000 },
]

[hive.bonus]
gains = [{ bees = 3, cents = 100 }, { bees = 4, cents = 1_000 }]
losing = [{ bees = 1, weight = 1 }, { bees = 2, weight = 1 }]

[hive.rates]
blank_extra_per_mille = 0
idle_multiplier_per_mille = 250
picked = [
  { cells = 4, weights = [50, 40, 10] },
  { cells = 5, weights = [45, 40, 15] },
  { cells = 6, weights = [40, 40, 20] },
  { cells = 7, weights = [40, 40, 20] },
  { cells = 8, weights = [35, 40, 25] },
]

[plans]
max_gains = 2
gains = [3, 1]

[totals]
lots = 151
cents = 180_000

[[lots]]
cents = 100_000
count = 1
kinds = {}
[[lots]]
cents = 1_000
count = 50
kinds = { line = 1, multiplied = 1, several = 1, bonus = 1 }
[[lots]]
cents = 300
count = 100
kinds = { several = 1 }
"#;

/// [`THIRD`], with its top lot as it can be won.
pub(crate) fn third_text() -> String {
    THIRD
        .replace("cents = 100_000\ncount = 1\nkinds = {}", "cents = 250_000\ncount = 1\nkinds = { multiplied = 1 }")
        .replace("cents = 180_000", "cents = 330_000")
}

pub(crate) fn third() -> HiveGame {
    HiveGame::from_toml(&third_text()).unwrap()
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
