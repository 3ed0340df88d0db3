//! Where the units of an audit come from: files, or a bank that is dealt from in memory.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use alveole::audit::lots::{Proportions, lots};
use alveole::audit::sample::Sample;
use alveole::bank::{Bank, BankPair};
use alveole::crossword::deal::NotDealt;
use alveole::crossword::reveal::Reveal;
use alveole::formats::unit_json::{ReadError, read_lines};
use alveole::game::Game;
use alveole::letters::LetterSet;
use alveole::money::Cents;
use alveole::produce::dealer::{Dealer, Wanted};
use alveole::rng::{Purpose, Streams};
use alveole::table::{Fault, hex};
use alveole::unit::CrosswordUnit;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::exit::{self, Code, Failure};
use crate::input::Input;

/// Adds the units of a file. SHA-256 of the file.
pub(super) fn read(file: &Input, game: &Game, sample: &mut Sample) -> Result<String, Failure> {
    let mut reader = Hashed { reader: file.open()?, hash: Sha256::new() };
    for line in read_lines(BufReader::with_capacity(1 << 16, &mut reader)) {
        let line = line.map_err(|error| match error {
            ReadError::Content(fault) => Failure::content(file, &fault),
            ReadError::Io { source, .. } => Failure::unreadable(file, &source),
        })?;
        let unit = line.unit().map_err(|fault| Failure::content(file, &fault))?;
        let gain = gain(&unit, game).map_err(|problem| {
            let problem = format!("{problem}; `alveole verify` names all faults");
            Failure::content(file, &Fault { line: line.number, column: 1, problem })
        })?;
        let pair = sample.pair(&unit.pair);
        sample.unit(pair, gain);
    }
    Ok(hex(&reader.hash.finalize()))
}

/// SHA-256 of a file.
pub(super) fn digest(file: &Input) -> Result<String, Failure> {
    let mut reader = Hashed { reader: file.open()?, hash: Sha256::new() };
    io::copy(&mut reader, &mut io::sink()).map_err(|error| Failure::unreadable(file, &error))?;
    Ok(hex(&reader.hash.finalize()))
}

/// What a unit wins by its letters and words, whatever its record says; but the two must agree.
fn gain(unit: &CrosswordUnit, game: &Game) -> Result<Cents, String> {
    if unit.game != game.name || unit.pair.grids.len() != game.crossword.grids {
        let (name, grids) = (&game.name, game.crossword.grids);
        return Err(format!("no unit of {name}, with {grids} grids: no other game can be audited"));
    }
    let shown: LetterSet = unit.letters.iter().copied().collect();
    let completed = unit.pair.grids.iter().map(|grid| {
        let count = grid.words.iter().filter(|placed| placed.word.set().is_subset(shown)).count();
        u8::try_from(count).unwrap_or(u8::MAX)
    });
    let completed: Vec<u8> = completed.collect();
    if completed != unit.completed {
        return Err(format!("its letters complete {completed:?} words, and its record says {:?}", unit.completed));
    }
    game.gain_sum(&completed).ok_or_else(|| format!("no unit may complete {completed:?} words"))
}

/// What is read, and its digest.
struct Hashed<R> {
    reader: R,
    hash: Sha256,
}

impl<R: BufRead> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.hash.update(&buffer[..count]);
        Ok(count)
    }
}

/// How units are dealt to a bank's pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) units: u32,
    pub(super) proportions: Proportions,
    pub(super) seed: u64,
}

/// Deals units to the pairs of a bank, as `alveole deal` does, on the threads of the current pool: unit *i* shows pair *i*, and again
/// from the first behind the last.
pub(super) fn deal(path: &Path, bank: &Bank, dealer: Dealer, plan: Plan, sample: &mut Sample) -> Result<(), Failure> {
    let (name, game) = (exit::shown(path), dealer.game);
    let reveal = |(number, made): (usize, &BankPair)| {
        Reveal::of(&made.pair, dealer.screen)
            .map_err(|problem| Failure::usage(format_args!("{name}: pair {number}: {problem}")))
    };
    let used = bank.pairs().get(..plan.units as usize).unwrap_or(bank.pairs());
    let reveals = used.iter().enumerate().map(reveal).collect::<Result<Vec<Reveal>, Failure>>()?;
    let mut stream = Streams::from_seed(plan.seed, Purpose::AuditLots).stream(0, 0);
    let wanted = lots(game, plan.units, plan.proportions, &mut stream);
    let streams = Streams::from_seed(plan.seed, Purpose::Deal);
    let deal = |(index, lot): (usize, &Cents)| {
        let number = index % reveals.len();
        let mut stream = streams.stream(index as u64, 0);
        let dealt = dealer.deal(&reveals[number], &Wanted::Lot(*lot), &mut stream).map_err(|problem| {
            let code = if problem == NotDealt::NotServed { Code::Infeasible } else { Code::Spent };
            Failure::Because(code, anyhow::anyhow!("{name}: pair {number}: {lot}: {problem}"))
        })?;
        // What the letters pay, not what was asked for.
        Ok(game.gain_sum(&dealt.completed).unwrap_or_default())
    };
    let won = wanted.par_iter().enumerate().map(deal).collect::<Result<Vec<Cents>, Failure>>()?;
    let pairs: Vec<_> = used.iter().map(|made| sample.pair(&made.pair)).collect();
    for (index, won) in won.into_iter().enumerate() {
        sample.unit(pairs[index % pairs.len()], won);
    }
    Ok(())
}
