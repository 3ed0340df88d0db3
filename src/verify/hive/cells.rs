//! What a unit shows: symbols, hives, lines, cells.

use super::{EXTRA, HiveJudge, MULTIPLIER, PICKS, Place, Read, Rule, Seen, plus};
use crate::game::{HiveGame, LineRow};
use crate::unit::{Hive, HiveCell, HiveLine, HiveUnit};
use crate::verify::Fault;

impl HiveJudge<'_> {
    /// The game's name and symbols.
    pub(super) fn judge_symbols(self, unit: &HiveUnit, faults: &mut Vec<Fault>) {
        let game = self.game;
        if *unit.game != *game.name {
            let message = format!("the record is of game {:?}, the judge's is {:?}", unit.game, game.name);
            faults.push(Fault::new(Rule::RoD6, None, message));
        }
        if unit.symbols.iter().map(|name| &**name).eq(game.symbols()) {
            return;
        }
        let (found, playable) = (unit.symbols.len(), game.playable.len());
        let wanted = playable + game.fillers.len();
        if found != wanted {
            let message = format!(
                "{found} symbols, where the game has {playable} playable ones and {} fillers",
                game.fillers.len()
            );
            faults.push(Fault::new(Rule::RoD2, None, message));
            return;
        }
        for (index, (name, expected)) in unit.symbols.iter().zip(game.symbols()).enumerate() {
            if let Some(first) = unit.symbols[..index].iter().position(|other| other == name) {
                let rule = if index < playable { Rule::Ro4_3 } else { Rule::RoD2 };
                let message = format!("{name} is symbol {} already: symbols are told apart by their names", first + 1);
                faults.push(Fault::new(rule, Place::Symbol { number: index + 1 }, message));
            } else if **name != *expected {
                let message = format!("the record has the symbol {name:?}, the game {expected:?}");
                faults.push(Fault::new(Rule::RoD6, Place::Symbol { number: index + 1 }, message));
            }
        }
    }

    /// The hives: what is faulty in them, and what a player sees with each pick.
    pub(super) fn judge_hives(self, unit: &HiveUnit, faults: &mut Vec<Fault>) -> [Seen; PICKS] {
        let mut seen = [Seen::default(); PICKS];
        let mut opened = false;
        for (hive, number) in unit.hives.iter().zip(1..) {
            let extras = self.judge_hive(hive, number, &mut seen, faults);
            if number == 1 {
                opened = extras > 0;
            } else if extras > 0 {
                faults.push(Fault::new(Rule::Ro4_8a, Place::Hive { hive: number }, "an EXTRA hive holds no EXTRA"));
            }
        }
        self.judge_stages(unit.hives.len(), opened, faults);
        seen
    }

    /// EXTRA, and the hive that it opens.
    fn judge_stages(self, hives: usize, opened: bool, faults: &mut Vec<Fault>) {
        match (hives, opened) {
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
            _ => {
                let message = format!("there are {hives} hives: EXTRA opens one new hive, and none opens another");
                faults.push(Fault::new(Rule::Ro4_8a, None, message));
            }
        }
        if opened && !self.game.extra {
            let message = "it holds EXTRA, and the game has none";
            faults.push(Fault::new(Rule::Ro4_8a, Place::Hive { hive: 1 }, message));
        }
    }

    /// One hive; says how many EXTRA cells it holds.
    fn judge_hive(self, hive: &Hive, number: usize, seen: &mut [Seen; PICKS], faults: &mut Vec<Fault>) -> usize {
        let game = self.game;
        let place = Place::Hive { hive: number };
        if hive.bee != game.bee {
            let message = format!("a bee wins {}, where the game pays {}", hive.bee, game.bee);
            faults.push(Fault::new(Rule::RoD1, place, message));
        }
        let lines = hive.lines.len();
        if lines == 0 {
            faults.push(Fault::new(Rule::Ro4_2, place, "it has no line"));
        } else if lines != game.lines.len() {
            let message = format!("{lines} lines, where the game has {}", game.lines.len());
            faults.push(Fault::new(Rule::RoD1, place, message));
        }
        let (mut bees, mut extras) = (0, 0);
        for (index, line) in hive.lines.iter().enumerate() {
            let cells = Read::of(line);
            // Where there are more lines or fewer, nobody knows which is which.
            if lines == game.lines.len() {
                let place = Place::HiveLine { hive: number, line: index + 1 };
                self.judge_line(line, &cells, game.lines[index], place, faults);
            }
            bees += cells.bees();
            extras += usize::from(cells.counts[EXTRA]);
            for (pick, seen) in seen.iter_mut().enumerate() {
                let shown = self.uncover(line, &cells, pick);
                seen.misleads |= shown.misleads;
                seen.gain = plus(seen.gain, shown.gain);
            }
        }
        for (found, name) in [(bees, "bees"), (extras, "EXTRA cells")] {
            if found > 1 {
                faults.push(Fault::new(Rule::RoD3, place, format!("{found} {name}, and a hive holds one at most")));
            }
        }
        // A bee wins what stands above the hive, whatever is picked and whatever else its line shows (RO-4.7).
        for seen in seen {
            seen.gain = (0..bees).fold(seen.gain, |gain, _| plus(gain, hive.bee));
        }
        extras
    }

    fn judge_line(self, line: &HiveLine, cells: &Read, row: LineRow, place: Place, faults: &mut Vec<Fault>) {
        let length = line.cells().len();
        if length == 0 {
            faults.push(Fault::new(Rule::Ro4_2, place, "it has no cell"));
        } else if length != row.cells {
            let message = format!("{length} cells, where the game has {}", row.cells);
            faults.push(Fault::new(Rule::RoD1, place, message));
        }
        if line.amount.0 == 0 {
            faults.push(Fault::new(Rule::Ro4_2, place, "it has no amount"));
        } else if line.amount != row.cents {
            let message = format!("it pays {}, where the game has {}", line.amount, row.cents);
            faults.push(Fault::new(Rule::RoD1, place, message));
        }
        let multipliers = cells.counts[MULTIPLIER];
        let symbols = self.game.playable.len() + self.game.fillers.len();
        let foreign = cells.counts[symbols..MULTIPLIER].iter().any(|count| *count > 0);
        if foreign || multipliers > 0 {
            self.judge_cells(line, place, faults);
        }
        if multipliers > 1 {
            let message = format!("{multipliers} multipliers, and a line holds one at most");
            faults.push(Fault::new(Rule::RoD3, place, message));
        }
    }

    /// Multipliers and fillers: whether the game has them.
    fn judge_cells(self, line: &HiveLine, place: Place, faults: &mut Vec<Fault>) {
        for (index, cell) in line.cells().iter().enumerate() {
            match *cell {
                HiveCell::Multiplier(times) if !self.game.multipliers.contains(&times) => {
                    let message = format!("the game has no multiplier ×{times}");
                    faults.push(Fault::new(Rule::Ro4_6, in_line(place, index), message));
                }
                HiveCell::Filler(number) if number == 0 || usize::from(number) > self.game.fillers.len() => {
                    let message = format!("filler {number}, where the game has {}", self.game.fillers.len());
                    faults.push(Fault::new(Rule::RoD4, in_line(place, index), message));
                }
                _ => {}
            }
        }
    }

    /// RO-D2, line by line: the roles are enough to tell.
    pub(super) fn tell_misleading(self, unit: &HiveUnit, faults: &mut Vec<Fault>) {
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

/// The place of a cell in the line of a place.
const fn in_line(place: Place, index: usize) -> Place {
    match place {
        Place::HiveLine { hive, line } => Place::HiveCell { hive, line, cell: index + 1 },
        other => other,
    }
}
