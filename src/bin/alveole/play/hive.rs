//! A unit of hives, line by line.

use std::io::{self, Write};

use alveole::formats::hive_text::write_hive_text;
use alveole::game::HiveGame;
use alveole::money::Cents;
use alveole::play::{HiveEnd, HivePlay, LineAt, LineShown};
use alveole::unit::{HiveCell, HiveUnit};

use super::{Args, Place};
use crate::exit::{Code, Failure};
use crate::output::{Output, plain};

pub(super) fn play(
    args: &Args,
    game: &HiveGame,
    unit: &HiveUnit,
    line: usize,
    out: &mut Output,
) -> Result<Code, Failure> {
    let refused = |error| args.refused(line, &error);
    let pick = pick(args, game, unit)?;
    let mut play = HivePlay::new(game, unit, pick).map_err(refused)?;
    let story = Story { game, unit, pick };
    writeln!(out, "picked {}", story.name(HiveCell::Picked))?;
    let order = args.order.iter().map(|place| at(*place));
    let mut order = order.collect::<Vec<_>>().into_iter();
    let mut steps = 0;
    while !args.auto_at(steps) {
        // What is named, then the first line that is covered.
        let Some(at) = order.next().or_else(|| play.covered().next()) else { break };
        steps += 1;
        story.tell(&steps.to_string(), &play.uncover(at).map_err(refused)?, out)?;
    }
    let rest = play.auto();
    if !rest.is_empty() {
        writeln!(out, "AUTO")?;
    }
    for shown in rest {
        story.tell("", &shown, out)?;
    }
    let Some(end) = play.end() else { unreachable!("AUTO leaves no line covered") };
    story.conclude(&end, out)?;
    writeln!(out)?;
    write_hive_text(game, unit, pick, false, &mut *out)?;
    // The Bonus is there if and only if nothing was won (RO-4.9a).
    let has_bonus =
        end.bonus.is_some() == (end.hives == Cents::ZERO) && end.bonus.is_some() == unit.bonus_bees.is_some();
    let agrees = end.lot == unit.lot && has_bonus;
    Ok(if agrees { Code::Done } else { Code::Fault })
}

/// The index of the symbol that is picked.
fn pick(args: &Args, game: &HiveGame, unit: &HiveUnit) -> Result<usize, Failure> {
    let Some(wanted) = &args.pick else { return Ok(0) };
    let playable = &unit.symbols[..unit.symbols.len().min(game.playable.len())];
    playable.iter().position(|name| **name == **wanted).ok_or_else(|| {
        let names: Vec<String> = playable.iter().map(|name| plain(name)).collect();
        Failure::usage(format_args!("--pick: {} can't be picked; {} can (RO-4.3)", plain(wanted), names.join(", ")))
    })
}

const fn at(place: Place) -> LineAt {
    LineAt { hive: if place.is_extra { 1 } else { 0 }, line: place.number - 1 }
}

struct Story<'a> {
    game: &'a HiveGame,
    unit: &'a HiveUnit,
    pick: usize,
}

impl Story<'_> {
    /// What a cell shows.
    fn name(&self, cell: HiveCell) -> String {
        match cell {
            HiveCell::Multiplier(times) => format!("×{times}"),
            HiveCell::Bee => "bee".into(),
            HiveCell::Extra => "EXTRA".into(),
            symbol => {
                let index = symbol.symbol(self.pick, self.game.playable.len());
                let name = index.and_then(|index| self.unit.symbols.get(index));
                name.map_or_else(|| cell.to_string(), |name| plain(name))
            }
        }
    }

    /// One line: its step, its cells, what it wins.
    fn tell(&self, step: &str, shown: &LineShown, out: &mut impl Write) -> io::Result<()> {
        let LineAt { hive, line } = shown.at;
        let there = &self.unit.hives[hive].lines[line];
        let cells: Vec<String> = there.cells().iter().map(|cell| self.name(*cell)).collect();
        let of = if hive == 0 { "line" } else { "EXTRA line" };
        write!(out, "{step:>3}  {of} {}, {}: {}", line + 1, there.amount, cells.join(" "))?;
        if shown.gain > Cents::ZERO && shown.times > 1 {
            write!(out, " → {} ×{} = {}", there.amount, shown.times, shown.gain)?;
        } else if shown.gain > Cents::ZERO {
            write!(out, " → {}", shown.gain)?;
        }
        if shown.bee > Cents::ZERO {
            write!(out, " → bee: {}", shown.bee)?;
        }
        if shown.opens_extra {
            write!(out, " → the EXTRA hive opens")?;
        }
        writeln!(out)
    }

    /// The Bonus, where it is reached, and the lot.
    fn conclude(&self, end: &HiveEnd, out: &mut impl Write) -> io::Result<()> {
        match end.bonus {
            Some((bees, gain)) => {
                writeln!(
                    out,
                    "nothing is won: Bonus, {bees} bee{} → {}",
                    if bees == 1 { "" } else { "s" },
                    amount(gain)
                )?;
            }
            None if end.hives == Cents::ZERO => {
                writeln!(out, "nothing is won, and the record has no Bonus (RO-4.9a)")?;
            }
            None if self.unit.bonus_bees.is_some() => {
                writeln!(out, "the record has a Bonus that is not reached (RO-4.9a)")?;
            }
            None => {}
        }
        writeln!(out, "the unit wins {}", amount(end.lot))
    }
}

fn amount(cents: Cents) -> String {
    if cents == Cents::ZERO { "nothing".into() } else { cents.to_string() }
}
