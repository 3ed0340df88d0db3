//! The judge of crossword units.

mod improper;
mod outcome;
mod reading;
mod record;
mod shape;
mod words;

use reading::Reading;

use super::{Fault, Place, Rejected, Rule, Verified};
use crate::blocklist::Blocklist;
use crate::game::Game;
use crate::letters::ALPHABET;
use crate::lexicon::Lexicon;
use crate::unit::CrosswordUnit;

/// Judges units of a crossword game: see the [room](super) for what it finds, and under which rule.
///
/// It is `Copy` and shared freely between threads; judging a sound unit takes some microseconds.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'a> {
    game: &'a Game,
    lexicon: &'a Lexicon,
    blocklist: &'a Blocklist,
    allow_same_lemma: bool,
    for_block: bool,
}

impl<'a> Judge<'a> {
    /// A judge by this game, for words of this lexicon and not of this blocklist.
    pub const fn new(game: &'a Game, lexicon: &'a Lexicon, blocklist: &'a Blocklist) -> Self {
        Self { game, lexicon, blocklist, allow_same_lemma: false, for_block: false }
    }

    /// Whether words of a unit may share a lemma (MC-D3); they may not unless this says so.
    #[must_use]
    pub const fn allow_same_lemma(mut self, allow: bool) -> Self {
        self.allow_same_lemma = allow;
        self
    }

    /// Whether units are judged as units of a block, where every outcome is in the prize table.
    ///
    /// Otherwise (the default) an outcome whose gains sum up to no row of the table is no fault, as long as the
    /// record has no lot. For a block it breaks MC-3b.
    #[must_use]
    pub const fn for_block(mut self, for_block: bool) -> Self {
        self.for_block = for_block;
        self
    }

    /// All faults of a unit; none when it is sound.
    ///
    /// Their order is the order in which a unit is read: letters and grids; each grid, with its shape, its record, its
    /// words; words that repeat; what else can be read; completed words; the lot.
    pub fn faults(&self, unit: &CrosswordUnit) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.judge_board(unit, &mut faults);
        let readings: Vec<Reading> =
            unit.pair.grids.iter().map(|grid| Reading::of(&grid.cells, self.lexicon)).collect();
        for ((grid, reading), number) in unit.pair.grids.iter().zip(&readings).zip(1..) {
            self.judge_shape(number, &grid.cells, reading, &mut faults);
            self.judge_record(number, grid, reading, &mut faults);
            self.judge_words(number, reading, &mut faults);
        }
        self.judge_repeats(&readings, &mut faults);
        self.judge_readings(unit, &readings, &mut faults);
        self.judge_outcome(unit, &readings, &mut faults);
        faults
    }

    /// Passes a unit that has no fault.
    ///
    /// # Errors
    /// When it has one: all of them.
    pub fn verify(&self, unit: CrosswordUnit) -> Result<Verified<CrosswordUnit>, Rejected> {
        let faults = self.faults(&unit);
        if faults.is_empty() { Ok(Verified(unit)) } else { Err(Rejected { faults }) }
    }

    /// The game, the question marks and how many grids there are.
    fn judge_board(&self, unit: &CrosswordUnit, faults: &mut Vec<Fault>) {
        let crossword = &self.game.crossword;
        if unit.game != self.game.name {
            let message = format!("the record is of game {:?}, the judge's is {:?}", unit.game, self.game.name);
            faults.push(Fault::new(Rule::McD6, None, message));
        }
        let (letters, grids) = (unit.letters.len(), unit.pair.grids.len());
        if letters != crossword.letters {
            let message = format!("letters: {letters}, where the game has {}", crossword.letters);
            faults.push(Fault::new(Rule::Mc4_2a, None, message));
        }
        if grids != crossword.grids {
            let message = format!("grids: {grids}, where the game has {}", crossword.grids);
            faults.push(Fault::new(Rule::Mc4_2a, None, message));
        }
        let mut first_mark: [Option<usize>; ALPHABET] = [None; ALPHABET];
        for (letter, number) in unit.letters.iter().copied().zip(1..) {
            match first_mark[letter.index()] {
                None => first_mark[letter.index()] = Some(number),
                Some(first) => {
                    let message = format!("{letter} stands under question mark {first} too: each letter stands once");
                    faults.push(Fault::new(Rule::Mc4_3, Place::QuestionMark { number }, message));
                }
            }
        }
    }
}
