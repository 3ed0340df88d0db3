//! What units look like that are dealt from a bank, lot by lot: estimated from a sample of deals.

use std::io::{self, Write};

use alveole::bank::{Bank, BankPair};
use alveole::crossword::deal::{self, NotDealt};
use alveole::crossword::odds::Odds;
use alveole::crossword::reveal::Reveal;
use alveole::game::Game;
use alveole::letters::{Letter, LetterSet};
use alveole::money::Cents;
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use rayon::prelude::*;
use serde::Serialize;

use super::estimate::Estimate;
use crate::exit::{Code, Failure};

/// After how many uncovered letters it is asked what is won, and what may be.
const UNCOVERED: [usize; 6] = [1, 3, 6, 9, 12, 15];

/// A sample of deals: the same units of each result on the same pairs.
#[derive(Serialize)]
pub(super) struct Deals {
    seed: u64,
    /// Units of each result.
    units: u64,
    uncovered: [usize; 6],
    results: Vec<OfLot>,
}

/// The units that win one lot, or nothing.
#[derive(Serialize)]
struct OfLot {
    lot_cents: Cents,
    /// Words, of all grids, that one letter keeps from being completed.
    one_letter_short: Estimate,
    /// The share of units whose completed words win something by then.
    won: Vec<Estimate>,
    /// The probability of a win, for one who sees the grids and what is uncovered by then.
    chance: Vec<Estimate>,
    /// The share of units in which a letter is hidden.
    hidden: Vec<Hidden>,
}

#[derive(Serialize)]
struct Hidden {
    letter: char,
    share: Estimate,
}

/// What was seen on one unit.
struct Seen {
    letters: LetterSet,
    one_letter_short: usize,
    won: [bool; 6],
    chance: [f64; 6],
}

/// What units are dealt from.
pub(super) struct Dealer<'a> {
    pub(super) game: &'a Game,
    pub(super) bank: &'a Bank,
    pub(super) screen: &'a Screen,
    pub(super) seed: u64,
}

impl Dealer<'_> {
    /// Deals so many units of each result, on the threads of the current rayon pool: unit *i* on pair *i* of the bank, with the
    /// draws of `alveole deal` at its defaults.
    pub(super) fn sample(&self, units: u64) -> Result<Deals, Failure> {
        let streams = Streams::from_seed(self.seed, Purpose::Deal);
        let dealt: Vec<Vec<Seen>> = (0..units)
            .into_par_iter()
            .map(|index| {
                let number = usize::try_from(index % self.bank.len() as u64).unwrap_or(0);
                self.units(number, index, &streams)
            })
            .collect::<Result<_, Failure>>()?;
        let results = self.lots().enumerate().map(|(at, lot)| {
            let seen: Vec<&Seen> = dealt.iter().map(|seen| &seen[at]).collect();
            OfLot::new(lot, &seen)
        });
        Ok(Deals { seed: self.seed, units, uncovered: UNCOVERED, results: results.collect() })
    }

    /// The lots, best first, and nothing.
    fn lots(&self) -> impl Iterator<Item = Cents> {
        self.game.lots.iter().map(|row| row.cents).chain([Cents::ZERO])
    }

    /// A unit of each result on one pair.
    fn units(&self, number: usize, index: u64, streams: &Streams) -> Result<Vec<Seen>, Failure> {
        let Some(made) = self.bank.pair(number) else { return Ok(Vec::new()) };
        let reveal = Reveal::of(&made.pair, self.screen)
            .map_err(|problem| Failure::usage(format_args!("pair {number}: {problem}")))?;
        let unit = |lot| {
            let mut stream = streams.stream(index, 0);
            let gives = |completed: [u8; 2]| self.game.lot(&completed) == Some(lot);
            let passes = |order: &[Letter]| self.screen.in_question_marks(order).is_none();
            let set = deal::letter_set(&reveal, self.game.crossword.letters, gives, &mut stream)?;
            let mut order = deal::order(set, passes, &mut stream)?;
            // They may be uncovered in any order (MC-4.4a).
            stream.shuffle(&mut order);
            Ok(self.look(made, &reveal, &order))
        };
        self.lots()
            .map(|lot| {
                unit(lot).map_err(|problem: NotDealt| {
                    let code = if problem == NotDealt::NotServed { Code::Infeasible } else { Code::Spent };
                    Failure::Because(code, anyhow::anyhow!("pair {number}, {lot}: {problem}"))
                })
            })
            .collect()
    }

    fn look(&self, made: &BankPair, reveal: &Reveal, order: &[Letter]) -> Seen {
        let letters: LetterSet = order.iter().copied().collect();
        let words = made.pair.grids.iter().flat_map(|grid| &grid.words).map(|placed| placed.word.set());
        let missing = words.map(|word| word.intersection(letters.complement()).len());
        let known = reveal.odds_on_the_way(order);
        let mut seen = Seen {
            letters,
            one_letter_short: missing.filter(|letters| *letters == 1).count(),
            won: [false; 6],
            chance: [0.0; 6],
        };
        for (at, uncovered) in UNCOVERED.into_iter().enumerate().filter(|(_, uncovered)| *uncovered <= order.len()) {
            let completed = reveal.completed(order[..uncovered].iter().copied().collect());
            seen.won[at] = self.game.gain_sum(&completed).is_some_and(|gain| gain > Cents::ZERO);
            seen.chance[at] = self.chance(made, &known[uncovered - 1]);
        }
        seen
    }

    /// The probability that a unit wins, given its grids and the sets that have all uncovered letters.
    ///
    /// By Bayes: a lot comes as often as in a block, and each of the *n* sets that give it on this pair with 1/*n*. A set that has the
    /// uncovered letters is as likely as any other to have shown them first, so the orders cancel.
    fn chance(&self, made: &BankPair, known: &Odds) -> f64 {
        let winners: u64 = self.game.lots.iter().map(|row| row.count).sum();
        let count = |lot| self.game.lots.iter().find(|row| row.cents == lot).map(|row| row.count);
        let (mut win, mut all) = (0.0, 0.0);
        for (lot, sets) in made.lots(self.game) {
            let often = count(lot).unwrap_or(self.game.block_units - winners);
            let [_, left] = known.of_lot(lot, self.game);
            let weight = if sets == 0 { 0.0 } else { real(often) * real(left) / real(sets) };
            all += weight;
            win += if lot == Cents::ZERO { 0.0 } else { weight };
        }
        win / all
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
const fn real(count: u64) -> f64 {
    count as f64
}

impl OfLot {
    fn new(lot: Cents, seen: &[&Seen]) -> Self {
        let mean = |of: &dyn Fn(&Seen) -> f64| Estimate::of(&seen.iter().map(|unit| of(unit)).collect::<Vec<_>>());
        let share = |is: &dyn Fn(&Seen) -> bool| mean(&|unit| if is(unit) { 1.0 } else { 0.0 });
        let hidden = Letter::all()
            .map(|letter| Hidden { letter: letter.to_char(), share: share(&|unit| !unit.letters.contains(letter)) });
        let each = 0..UNCOVERED.len();
        Self {
            lot_cents: lot,
            one_letter_short: mean(&|unit| real(unit.one_letter_short as u64)),
            won: each.clone().map(|at| share(&|unit| unit.won[at])).collect(),
            chance: each.map(|at| mean(&|unit| unit.chance[at])).collect(),
            hidden: hidden.collect(),
        }
    }

    fn name(&self) -> String {
        if self.lot_cents == Cents::ZERO { "nothing".into() } else { self.lot_cents.to_string() }
    }
}

impl Deals {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n{} units of each result, seed {}; ± is one standard error", self.units, self.seed)?;
        writeln!(out, "\n       lot  words that one letter keeps from being completed")?;
        for of in &self.results {
            writeln!(out, "{:>10}  {}", of.name(), of.one_letter_short)?;
        }
        let title = "units that have won something when so many letters are uncovered";
        self.by_uncovered(title, |of| &of.won, out)?;
        let title = "probability of a win, for one who sees the grids and so many letters";
        self.by_uncovered(title, |of| &of.chance, out)?;
        writeln!(out, "\nunits in which a letter is hidden, in percent")?;
        write!(out, "letter")?;
        for of in &self.results {
            write!(out, "{:>11}", of.name())?;
        }
        writeln!(out)?;
        for (at, letter) in Letter::all().enumerate() {
            write!(out, "{letter:>6}")?;
            for of in &self.results {
                write!(out, "{:>11.1}", of.hidden[at].share.mean * 100.0)?;
            }
            writeln!(out)?;
        }
        let most = self.results.iter().flat_map(|of| &of.hidden).filter_map(|hidden| hidden.share.standard_error);
        let most = most.fold(0.0, f64::max) * 100.0;
        writeln!(out, "each ± {most:.1} at most")
    }

    /// A table of shares: a line a result, a column a number of uncovered letters.
    fn by_uncovered(&self, title: &str, of: impl Fn(&OfLot) -> &[Estimate], out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\n       lot  {title}")?;
        write!(out, "          ")?;
        for uncovered in self.uncovered {
            write!(out, "{uncovered:>15}")?;
        }
        writeln!(out)?;
        for result in &self.results {
            write!(out, "{:>10}", result.name())?;
            for share in of(result) {
                write!(out, "{:>15}", share.percent())?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
