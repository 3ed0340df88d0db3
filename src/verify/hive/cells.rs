//! What a unit shows: symbols, hives, lines, cells.

use super::{HiveJudge, Place, Rule};
use crate::game::{HiveGame, LineRow};
use crate::unit::{Hive, HiveCell, HiveLine, HiveUnit};
use crate::verify::Fault;

impl HiveJudge<'_> {
    /// The game's name and symbols; says whether the names of symbols can be trusted.
    pub(super) fn judge_symbols(&self, unit: &HiveUnit, faults: &mut Vec<Fault>) -> bool {
        let game = self.game;
        if *unit.game != *game.name {
            let message = format!("the record is of game {:?}, the judge's is {:?}", unit.game, game.name);
            faults.push(Fault::new(Rule::RoD6, None, message));
        }
        if unit.symbols.iter().map(|name| &**name).eq(game.symbols()) {
            return true;
        }
        let (found, playable) = (unit.symbols.len(), game.playable.len());
        let wanted = playable + game.fillers.len();
        if found != wanted {
            let message = format!(
                "{found} symbols, where the game has {playable} playable ones and {} fillers",
                game.fillers.len()
            );
            faults.push(Fault::new(Rule::RoD2, None, message));
            return false;
        }
        let mut sound = true;
        for (index, (name, expected)) in unit.symbols.iter().zip(game.symbols()).enumerate() {
            if let Some(first) = unit.symbols[..index].iter().position(|other| other == name) {
                let rule = if index < playable { Rule::Ro4_3 } else { Rule::RoD2 };
                let message = format!("{name} is symbol {} already: symbols are told apart by their names", first + 1);
                faults.push(Fault::new(rule, Place::Symbol { number: index + 1 }, message));
                sound = false;
            } else if **name != *expected {
                let message = format!("the record has the symbol {name:?}, the game {expected:?}");
                faults.push(Fault::new(Rule::RoD6, Place::Symbol { number: index + 1 }, message));
            }
        }
        sound
    }

    /// The hives, as far as they can be judged without reading what wins.
    pub(super) fn judge_hives(&self, unit: &HiveUnit, faults: &mut Vec<Fault>) {
        let opens = unit.hives.first().is_some_and(|hive| holds(hive, HiveCell::Extra) > 0);
        match (unit.hives.len(), opens) {
            (0, _) => faults.push(Fault::new(Rule::Ro4_2, None, "there is no hive")),
            (1, true) => {
                let message = "it holds EXTRA, and the record has no EXTRA hive";
                faults.push(Fault::new(Rule::Ro4_8a, Place::Hive { hive: 1 }, message));
            }
            (2, false) => {
                let message = "the record has an EXTRA hive, and no cell of hive 1 opens it";
                faults.push(Fault::new(Rule::Ro4_8a, Place::Hive { hive: 2 }, message));
            }
            (1, false) | (2, true) => {}
            (hives, _) => {
                let message = format!("there are {hives} hives: EXTRA opens one new hive, and none opens another");
                faults.push(Fault::new(Rule::Ro4_8a, None, message));
            }
        }
        if opens && !self.game.extra {
            let message = "it holds EXTRA, and the game has none";
            faults.push(Fault::new(Rule::Ro4_8a, Place::Hive { hive: 1 }, message));
        }
        for (hive, number) in unit.hives.iter().zip(1..) {
            self.judge_hive(hive, number, faults);
        }
    }

    fn judge_hive(&self, hive: &Hive, number: usize, faults: &mut Vec<Fault>) {
        let game = self.game;
        let place = Place::Hive { hive: number };
        if hive.bee != game.bee {
            let message = format!("a bee wins {}, where the game pays {}", hive.bee, game.bee);
            faults.push(Fault::new(Rule::RoD1, place, message));
        }
        match hive.lines.len() {
            0 => faults.push(Fault::new(Rule::Ro4_2, place, "it has no line")),
            lines if lines != game.lines.len() => {
                let message = format!("{lines} lines, where the game has {}", game.lines.len());
                faults.push(Fault::new(Rule::RoD1, place, message));
            }
            _ => {
                for ((line, row), at) in hive.lines.iter().zip(&game.lines).zip(1..) {
                    self.judge_line(line, *row, Place::HiveLine { hive: number, line: at }, faults);
                }
            }
        }
        for (cell, name) in [(HiveCell::Bee, "bees"), (HiveCell::Extra, "EXTRA cells")] {
            let found = holds(hive, cell);
            if found > 1 {
                faults.push(Fault::new(Rule::RoD3, place, format!("{found} {name}, and a hive holds one at most")));
            }
        }
        if number > 1 && holds(hive, HiveCell::Extra) > 0 {
            faults.push(Fault::new(Rule::Ro4_8a, place, "an EXTRA hive holds no EXTRA"));
        }
    }

    fn judge_line(&self, line: &HiveLine, row: LineRow, place: Place, faults: &mut Vec<Fault>) {
        let cells = line.cells();
        if cells.is_empty() {
            faults.push(Fault::new(Rule::Ro4_2, place, "it has no cell"));
        } else if cells.len() != row.cells {
            let message = format!("{} cells, where the game has {}", cells.len(), row.cells);
            faults.push(Fault::new(Rule::RoD1, place, message));
        }
        if line.amount.0 == 0 {
            faults.push(Fault::new(Rule::Ro4_2, place, "it has no amount"));
        } else if line.amount != row.cents {
            let message = format!("it pays {}, where the game has {}", line.amount, row.cents);
            faults.push(Fault::new(Rule::RoD1, place, message));
        }
        let mut multipliers = 0;
        for (index, cell) in cells.iter().enumerate() {
            match *cell {
                HiveCell::Multiplier(times) => {
                    multipliers += 1;
                    if !self.game.multipliers.contains(&times) {
                        let message = format!("the game has no multiplier ×{times}");
                        faults.push(Fault::new(Rule::Ro4_6, in_line(place, index), message));
                    }
                }
                HiveCell::Filler(number) if number == 0 || usize::from(number) > self.game.fillers.len() => {
                    let message = format!("filler {number}, where the game has {}", self.game.fillers.len());
                    faults.push(Fault::new(Rule::RoD4, in_line(place, index), message));
                }
                _ => {}
            }
        }
        if multipliers > 1 {
            let message = format!("{multipliers} multipliers, and a line holds one at most");
            faults.push(Fault::new(Rule::RoD3, place, message));
        }
    }

    /// RO-D2, line by line: the roles are enough to tell.
    pub(super) fn tell_misleading(&self, unit: &HiveUnit, faults: &mut Vec<Fault>) {
        let wanted = self.game.symbols_to_win;
        for (hive, number) in unit.hives.iter().zip(1..) {
            for (line, at) in hive.lines.iter().zip(1..) {
                let place = Place::HiveLine { hive: number, line: at };
                let picked = line.cells().iter().filter(|cell| **cell == HiveCell::Picked).count();
                if picked > wanted {
                    let message = format!("{picked} picked symbols, and {wanted} win");
                    faults.push(Fault::new(Rule::RoD2, place, message));
                }
                let fillers = (1_u8..).take(HiveGame::MOST_SYMBOLS).map(HiveCell::Filler);
                for symbol in [HiveCell::Second, HiveCell::Third].into_iter().chain(fillers) {
                    let found = line.cells().iter().filter(|cell| **cell == symbol).count();
                    if found >= wanted {
                        let message = format!("{symbol} stands {found} times, which reads as a win and is none");
                        faults.push(Fault::new(Rule::RoD2, place, message));
                    }
                }
            }
        }
    }
}

/// How often a hive holds this.
fn holds(hive: &Hive, wanted: HiveCell) -> usize {
    hive.lines.iter().flat_map(HiveLine::cells).filter(|cell| **cell == wanted).count()
}

/// The place of a cell in the line of a place.
const fn in_line(place: Place, index: usize) -> Place {
    match place {
        Place::HiveLine { hive, line } => Place::HiveCell { hive, line, cell: index + 1 },
        other => other,
    }
}
