//! A pair of crosswords, letter by letter.

use std::io::{self, Write};

use alveole::formats::text::write_text;
use alveole::game::Game;
use alveole::money::Cents;
use alveole::play::{CrosswordPlay, LetterShown};
use alveole::unit::CrosswordUnit;

use super::Args;
use crate::exit::{Code, Failure};
use crate::options::counted;
use crate::output::{Output, plain};

pub(super) fn play(
    args: &Args,
    game: &Game,
    unit: &CrosswordUnit,
    line: usize,
    out: &mut Output,
) -> Result<Code, Failure> {
    if args.pick.is_some() {
        return Err(Failure::usage("--pick: this unit has crosswords, and no symbol to pick; leave it out"));
    }
    if let Some(place) = args.order.iter().find(|place| place.is_extra) {
        let problem = format_args!("--order: e{}: this unit has crosswords, and no EXTRA hive", place.number);
        return Err(Failure::usage(problem));
    }
    let mut play = CrosswordPlay::new(game, unit);
    let mut order = args.order.iter().map(|place| place.number - 1);
    let mut steps = 0;
    while !args.auto_at(steps) {
        // What is named, then the first question mark that is covered.
        let Some(mark) = order.next().or_else(|| play.covered().next()) else { break };
        steps += 1;
        tell(&steps.to_string(), &play.uncover(mark).map_err(|error| args.refused(line, &error))?, out)?;
    }
    let rest = play.auto();
    if !rest.is_empty() {
        writeln!(out, "AUTO")?;
    }
    for shown in rest {
        tell("", &shown, out)?;
    }
    let Some(end) = play.end() else { unreachable!("AUTO leaves no question mark covered") };
    let words: Vec<String> = end.completed.iter().map(ToString::to_string).collect();
    let lot = match end.lot {
        Some(lot) if lot == Cents::ZERO => "nothing".into(),
        Some(lot) => lot.to_string(),
        None => "what is in no row of the prize table (MC-4.6b)".into(),
    };
    writeln!(out, "{} completed words: the unit wins {lot}", words.join(" and "))?;
    writeln!(out)?;
    write_text(game, unit, false, &mut *out)?;
    let agrees = end.completed == unit.completed && end.lot == unit.lot;
    Ok(if agrees { Code::Done } else { Code::Fault })
}

/// One line: the step, its letter, what that uncovers and completes.
fn tell(step: &str, shown: &LetterShown, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{step:>3}  question mark {}: {}", shown.mark + 1, shown.letter)?;
    for (number, cells) in (1..).zip(&shown.cells) {
        write!(out, ", {} in Grille {number}", counted(*cells, "cell"))?;
    }
    for (grid, word) in &shown.completed {
        write!(out, " → {} in Grille {}", plain(&word.display), grid + 1)?;
    }
    writeln!(out)
}
