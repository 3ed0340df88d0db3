//! What units look like that are dealt from a bank, lot by lot: estimated from a sample of deals.

use std::io::{self, Write};

use alveole::bank::{Bank, BankPair, outcomes};
use alveole::crossword::deal::NotDealt;
use alveole::crossword::odds::Odds;
use alveole::crossword::reveal::Reveal;
use alveole::letters::{Letter, LetterSet};
use alveole::money::Cents;
use alveole::produce::dealer::{Dealer, Wanted};
use alveole::rng::{Purpose, Streams};
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
pub(super) struct Sampler<'a> {
    dealer: Dealer<'a>,
    bank: &'a Bank,
    /// Those of the bank's odds.
    outcomes: Vec<Vec<u8>>,
    seed: u64,
}

impl<'a> Sampler<'a> {
    /// All draws follow from the seed.
    pub(super) fn new(dealer: Dealer<'a>, bank: &'a Bank, seed: u64) -> Self {
        Self { dealer, bank, outcomes: outcomes(dealer.game), seed }
    }

    /// Deals so many units of each result, on the threads of the current rayon pool: those that `alveole deal` deals.
    pub(super) fn sample(&self, units: u64) -> Result<Deals, Failure> {
        let streams = Streams::from_seed(self.seed, Purpose::Deal);
        let dealt: Vec<Vec<Seen>> =
            (0..units).into_par_iter().map(|index| self.units(index, &streams)).collect::<Result<_, Failure>>()?;
        let results = self.lots().enumerate().map(|(at, lot)| {
            let seen: Vec<&Seen> = dealt.iter().map(|seen| &seen[at]).collect();
            OfLot::new(lot, &seen)
        });
        Ok(Deals { seed: self.seed, units, uncovered: UNCOVERED, results: results.collect() })
    }

    /// The lots, best first, and nothing.
    fn lots(&self) -> impl Iterator<Item = Cents> {
        self.dealer.game.lots.iter().map(|row| row.cents).chain([Cents::ZERO])
    }

    /// A unit of each result on one pair.
    fn units(&self, index: u64, streams: &Streams) -> Result<Vec<Seen>, Failure> {
        let number = usize::try_from(index % self.bank.len() as u64).unwrap_or(0);
        let Some(made) = self.bank.pair(number) else { return Ok(Vec::new()) };
        let reveal = Reveal::of(&made.pair, self.dealer.screen)
            .map_err(|problem| Failure::usage(format_args!("pair {number}: {problem}")))?;
        let unit = |lot| {
            let mut stream = streams.stream(index, 0);
            let mut order = self.dealer.deal(&reveal, &Wanted::Lot(lot), &mut stream)?.letters;
            // They may be uncovered in any order (MC-4.4a).
            stream.shuffle(&mut order);
            Ok(self.look(made, &reveal, &order))
        };
        let named = |lot: Cents, problem: NotDealt| {
            let code = if problem == NotDealt::NotServed { Code::Infeasible } else { Code::Spent };
            Failure::Because(code, anyhow::anyhow!("pair {number}, {lot}: {problem}"))
        };
        self.lots().map(|lot| unit(lot).map_err(|problem| named(lot, problem))).collect()
    }

    fn look(&self, made: &BankPair, reveal: &Reveal, order: &[Letter]) -> Seen {
        let letters: LetterSet = order.iter().copied().collect();
        let words = made.pair.grids.iter().flat_map(|grid| &grid.words).map(|placed| placed.word.set());
        let missing = words.map(|word| word.intersection(letters.complement()).len());
        let one_letter_short = missing.filter(|letters| *letters == 1).count();
        let known = reveal.odds_on_the_way(order);
        let mut seen = Seen { letters, one_letter_short, won: [false; 6], chance: [0.0; 6] };
        for (at, uncovered) in UNCOVERED.into_iter().enumerate() {
            // A game of fewer letters has come to its end by then.
            let uncovered = uncovered.min(order.len());
            let completed = reveal.completed(order[..uncovered].iter().copied().collect());
            seen.won[at] = self.dealer.game.gain_sum(&completed).is_some_and(|gain| gain > Cents::ZERO);
            seen.chance[at] = self.chance(made, &known[uncovered - 1]);
        }
        seen
    }

    /// The probability that a unit wins, given its grids and the sets that have all uncovered letters.
    ///
    /// By Bayes: a lot comes as often as in a block, and its sets on this pair as they are dealt. A set that has the uncovered letters
    /// is as likely as any other to have shown them first, so the orders cancel.
    fn chance(&self, made: &BankPair, known: &Odds) -> f64 {
        let game = self.dealer.game;
        let winners: u64 = game.lots.iter().map(|row| row.count).sum();
        let won = game.lots.iter().map(|row| real(row.count) * self.left(row.cents, made, known)).sum::<f64>();
        won / (won + real(game.block_units - winners) * self.left(Cents::ZERO, made, known))
    }

    /// How much of a lot is still possible on a pair, from 0 to 1: the share of its sets that have the uncovered letters, each
    /// weighed as it is dealt.
    fn left(&self, lot: Cents, made: &BankPair, known: &Odds) -> f64 {
        let game = self.dealer.game;
        let weight = |outcome: &[u8]| {
            let mix = game.mix(lot).into_iter().flat_map(|mix| &mix.outcomes);
            mix.filter(|weighed| weighed.completed == outcome).map(|weighed| u64::from(weighed.weight)).sum::<u64>()
        };
        let of_lot = self.outcomes.iter().zip(&made.odds).filter(|(of, sets)| **sets > 0 && game.lot(of) == Some(lot));
        let served: Vec<(u64, f64, f64)> =
            of_lot.map(|(of, sets)| (weight(of), f64::from(*sets), f64::from(known.of(of)[1]))).collect();
        let weights: u64 = served.iter().map(|(weight, ..)| weight).sum();
        if weights > 0 {
            return served.iter().map(|(weight, sets, left)| real(*weight) / real(weights) * left / sets).sum();
        }
        // Natural: all sets are alike.
        let all: f64 = served.iter().map(|(_, sets, _)| sets).sum();
        if all > 0.0 { served.iter().map(|(.., left)| left).sum::<f64>() / all } else { 0.0 }
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
