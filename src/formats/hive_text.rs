//! A unit of hives for people: the honeycomb with its symbols, for one pick.
//!
//! `*` follows what wins: three picked symbols, the multiplier of their line, a bee. At the right of each line stands its
//! amount, and what it wins. In colour, what wins is green and keeps its mark.

use std::io::{self, Write};

use crate::game::HiveGame;
use crate::money::Cents;
use crate::unit::{Hive, HiveCell, HiveLine, HiveUnit};

/// Writes a unit for people, as a player sees it who picked this playable symbol (from 0), with ANSI colours if asked for.
///
/// What wins is worked out from the cells; where the record says otherwise, both are told.
///
/// # Errors
/// When the writer fails.
///
/// ```
/// use alveole::formats::hive_text::write_hive_text;
/// use alveole::game::HiveGame;
/// use alveole::hive::{Batch, Maker};
/// use alveole::money::Cents;
/// let game = HiveGame::ruche_d_or();
/// let maker = Maker::new(&game).unwrap();
/// let unit = Batch::new(&maker, Cents::from_euros(10), None, 7, 1).unwrap().unit(0);
/// let mut text = Vec::new();
/// write_hive_text(&game, &unit, 0, false, &mut text).unwrap();
/// assert!(String::from_utf8(text).unwrap().starts_with("lot      10 €\npicked   fleur\n"));
/// ```
pub fn write_hive_text(
    game: &HiveGame,
    unit: &HiveUnit,
    pick: usize,
    colour: bool,
    mut out: impl Write,
) -> io::Result<()> {
    let drawing = Drawing::new(game, unit, pick, colour);
    let hives: Vec<Cents> = unit.hives.iter().map(|hive| drawing.hive_gain(hive)).collect();
    let bonus = unit.bonus_bees.and_then(|bees| game.bonus_gain(bees)).unwrap_or_default();
    let sum = hives.iter().copied().fold(bonus, plus);
    writeln!(out, "lot      {}\npicked   {}", amount(sum), drawing.name(HiveCell::Picked))?;
    if unit.lot != sum {
        writeln!(out, "record   says a lot of {}, which is not what stands here", unit.lot)?;
    }
    for (hive, number) in unit.hives.iter().zip(1..) {
        let name = match number {
            1 => "Hive".into(),
            2 => "EXTRA hive".into(),
            _ => format!("Hive {number}"),
        };
        writeln!(out, "\n  {}, a bee wins {}\n", drawing.styled(&name, Style::Title), hive.bee)?;
        for line in &hive.lines {
            out.write_all(drawing.line(line).as_bytes())?;
        }
        let bees = hive.lines.iter().flat_map(HiveLine::cells).filter(|cell| **cell == HiveCell::Bee).count();
        if bees > 0 {
            writeln!(out, "  {}", drawing.styled(&format!("* bee: {}", hive.bee), Style::Wins))?;
        }
    }
    if let Some(bees) = unit.bonus_bees {
        let bees = format!("{bees} bee{}", if bees == 1 { "" } else { "s" });
        let (won, style) = if bonus > Cents::ZERO {
            (format!("* {bees}: {bonus}"), Style::Wins)
        } else {
            (format!("{bees}: nothing"), Style::Plain)
        };
        writeln!(out, "\n  {}\n  {}", drawing.styled("Bonus", Style::Title), drawing.styled(&won, style))?;
    }
    Ok(())
}

fn amount(cents: Cents) -> String {
    if cents == Cents::ZERO { "nothing".into() } else { cents.to_string() }
}

/// A sum that never overflows, whatever a false record says.
const fn plus(a: Cents, b: Cents) -> Cents {
    Cents(a.0.saturating_add(b.0))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Title,
    Wins,
}

struct Drawing<'a> {
    game: &'a HiveGame,
    unit: &'a HiveUnit,
    pick: usize,
    colour: bool,
    /// Characters of a cell.
    width: usize,
    /// Cells of the longest line.
    longest: usize,
}

impl<'a> Drawing<'a> {
    fn new(game: &'a HiveGame, unit: &'a HiveUnit, pick: usize, colour: bool) -> Self {
        let names = unit.symbols.iter().map(|name| name.chars().count());
        let width = names.max().unwrap_or(0).max("EXTRA".len()) + 3;
        let lines = unit.hives.iter().flat_map(|hive| &hive.lines);
        let longest = lines.map(|line| line.cells().len()).max().unwrap_or(0);
        // Neighbouring lines are half a cell apart.
        Self { game, unit, pick, colour, width: width + width % 2, longest }
    }

    /// What a cell shows. Control characters do not reach a terminal.
    fn name(&self, cell: HiveCell) -> String {
        let shown = match cell {
            HiveCell::Multiplier(times) => format!("×{times}"),
            HiveCell::Bee => "bee".into(),
            HiveCell::Extra => "EXTRA".into(),
            symbol => {
                let index = symbol.symbol(self.pick, self.game.playable.len());
                index
                    .and_then(|index| self.unit.symbols.get(index))
                    .map_or_else(|| cell.to_string(), ToString::to_string)
            }
        };
        shown.replace(char::is_control, "\u{fffd}")
    }

    fn styled(&self, text: &str, style: Style) -> String {
        let code = match style {
            Style::Plain => return text.into(),
            Style::Title => "\x1b[1m",
            Style::Wins => "\x1b[1;32m",
        };
        if self.colour { format!("{code}{text}\x1b[0m") } else { text.into() }
    }

    fn wins(&self, line: &HiveLine) -> bool {
        line.cells().iter().filter(|cell| **cell == HiveCell::Picked).count() == self.game.symbols_to_win
    }

    fn line_gain(&self, line: &HiveLine) -> Cents {
        if self.wins(line) { Cents(line.amount.0.saturating_mul(u64::from(times(line)))) } else { Cents::ZERO }
    }

    fn hive_gain(&self, hive: &Hive) -> Cents {
        let bees = hive.lines.iter().flat_map(HiveLine::cells).filter(|cell| **cell == HiveCell::Bee);
        let lines = hive.lines.iter().map(|line| self.line_gain(line));
        lines.chain(bees.map(|_| hive.bee)).fold(Cents::ZERO, plus)
    }

    fn line(&self, line: &HiveLine) -> String {
        let wins = self.wins(line);
        let mut text = " ".repeat(2 + (self.longest - line.cells().len()) * self.width / 2);
        for cell in line.cells() {
            let marked = match cell {
                HiveCell::Picked | HiveCell::Multiplier(_) => wins,
                HiveCell::Bee => true,
                _ => false,
            };
            let (mark, style) = if marked { ("*", Style::Wins) } else { ("", Style::Plain) };
            let name = self.name(*cell) + mark;
            let room = (self.width - 1).saturating_sub(name.chars().count());
            let (left, right) = (room / 2, room - room / 2);
            for part in ["|", &" ".repeat(left), &self.styled(&name, style), &" ".repeat(right)] {
                text += part;
            }
        }
        text += "|";
        text += &" ".repeat((self.longest - line.cells().len()) * self.width / 2);
        let pays = match (wins, times(line)) {
            (false, _) => format!("    {}", line.amount),
            (true, 1) => self.styled(&format!("  * {}", line.amount), Style::Wins),
            (true, times) => {
                self.styled(&format!("  * {} ×{times} = {}", line.amount, self.line_gain(line)), Style::Wins)
            }
        };
        text + &pays + "\n"
    }
}

/// The multiplier of a line; 1 where there is none.
fn times(line: &HiveLine) -> u8 {
    line.cells()
        .iter()
        .find_map(|cell| if let HiveCell::Multiplier(times) = cell { Some(*times) } else { None })
        .unwrap_or(1)
}
