//! A second reading of a hive unit: slow, by names, a yes or no.

use std::collections::BTreeMap;

use alveole::game::HiveGame;
use alveole::money::Cents;
use alveole::unit::{Hive, HiveUnit};

/// What a cell shows when this symbol is picked.
fn shown<'a>(token: &str, unit: &'a HiveUnit, pick: usize) -> Option<&'a str> {
    let index = match token {
        "picked" => pick,
        "second" => (pick + 1) % 3,
        "third" => (pick + 2) % 3,
        _ => token.strip_prefix("filler")?.parse::<usize>().unwrap() + 2,
    };
    unit.symbols.get(index).map(|name| &**name)
}

fn tokens(hive: &Hive) -> Vec<Vec<String>> {
    hive.lines.iter().map(|line| line.cells().iter().map(ToString::to_string).collect()).collect()
}

/// What the hives win with this pick, in cents; `None` where something misleads.
fn gain(unit: &HiveUnit, game: &HiveGame, pick: usize) -> Option<u64> {
    let mut sum = 0;
    for hive in &unit.hives {
        for (line, cells) in hive.lines.iter().zip(tokens(hive)) {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for cell in &cells {
                if let Some(name) = shown(cell, unit, pick) {
                    *counts.entry(name).or_default() += 1;
                }
            }
            let picked = &*unit.symbols[pick];
            if counts.iter().any(|(name, count)| *count > 3 || *count == 3 && *name != picked) {
                return None;
            }
            if counts.get(picked) == Some(&3) {
                let times =
                    cells.iter().find_map(|cell| cell.strip_prefix('x')).map_or(1, |times| times.parse().unwrap());
                sum += line.amount.0 * times;
            }
            sum += hive.bee.0 * cells.iter().filter(|cell| *cell == "bee").count() as u64;
        }
    }
    assert_eq!(game.symbols_to_win, 3);
    Some(sum)
}

fn is_hive(hive: &Hive, game: &HiveGame) -> bool {
    let lines = tokens(hive);
    let all: Vec<&String> = lines.iter().flatten().collect();
    let most_one = |token: &str| all.iter().filter(|cell| **cell == token).count() <= 1;
    let known = |cell: &str| match (cell.strip_prefix('x'), cell.strip_prefix("filler")) {
        (Some(times), _) => ["2", "3", "4", "5", "6", "10"].contains(&times),
        (_, Some(filler)) => ["1", "2", "3"].contains(&filler),
        _ => true,
    };
    hive.bee == game.bee
        && hive.lines.len() == 7
        && hive
            .lines
            .iter()
            .zip(&game.lines)
            .all(|(line, row)| (line.cells().len(), line.amount) == (row.cells, row.cents))
        && most_one("bee")
        && most_one("extra")
        && all.iter().all(|cell| known(cell))
        && lines.iter().all(|line| line.iter().filter(|cell| cell.starts_with('x')).count() <= 1)
}

/// Whether a unit of Maxi Ruche d'Or breaks no rule.
pub(crate) fn is_sound(unit: &HiveUnit, game: &HiveGame) -> bool {
    let holds = |hive: &Hive| tokens(hive).iter().flatten().any(|cell| cell == "extra");
    if *unit.game != *game.name
        || !unit.symbols.iter().map(|name| &**name).eq(game.symbols())
        || !unit.hives.iter().all(|hive| is_hive(hive, game))
    {
        return false;
    }
    let stages = match &unit.hives[..] {
        [first] => !holds(first),
        [first, second] => holds(first) && !holds(second),
        _ => false,
    };
    let gains = [0, 1, 2].map(|pick| gain(unit, game, pick));
    let [Some(hives), ..] = gains else { return false };
    if !stages || gains != [Some(hives); 3] {
        return false;
    }
    let bonus = match (hives, unit.bonus_bees) {
        (0, Some(1..=3)) | (1.., None) => 0,
        (0, Some(bees @ 4..=8)) => [3, 5, 10, 20, 50][usize::from(bees) - 4] * 100,
        _ => return false,
    };
    let lots = [0, 3, 5, 10, 20, 50, 500, 5_000, 100_000].map(|euros| Cents(euros * 100));
    unit.lot == Cents(hives + bonus) && lots.contains(&unit.lot)
}
