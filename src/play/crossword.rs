//! A pair of crosswords, played letter by letter.

use super::PlayError;
use crate::game::Game;
use crate::letters::{Letter, LetterSet};
use crate::money::Cents;
use crate::unit::{CrosswordUnit, Grid, PlacedWord};

/// What a question mark shows when it is uncovered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterShown<'a> {
    /// The question mark, from 0.
    pub mark: usize,
    /// Its letter.
    pub letter: Letter,
    /// How many cells of each grid it uncovers (MC-4.4b).
    pub cells: Vec<usize>,
    /// The words that it completes, each with its grid (from 0).
    pub completed: Vec<(usize, &'a PlacedWord)>,
}

/// How a unit ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrosswordEnd {
    /// Completed words of each grid.
    pub completed: Vec<u8>,
    /// The lot; `None` where the prize table has no such sum.
    pub lot: Option<Cents>,
}

/// A unit of crosswords that is being played.
///
/// ```
/// use alveole::formats::unit_json::read_units;
/// use alveole::game::Game;
/// use alveole::play::CrosswordPlay;
/// let line = "{\"schema\":\"alveole/unit/1\",\"game\":\"mots-croises\",\"letters\":\"CHAT\",\"grids\":[{\"rows\":[\"#CHAT\"],\
///     \"words\":[{\"word\":\"CHAT\",\"display\":\"chat\",\"row\":0,\"column\":1,\"direction\":\"across\"}]}],\
///     \"completed\":[1],\"lot_cents\":0}\n";
/// let (_, unit) = read_units(line.as_bytes()).next().unwrap().unwrap();
/// let game = Game::mots_croises();
/// let mut play = CrosswordPlay::new(&game, &unit);
/// assert_eq!(play.uncover(3).unwrap().letter.to_char(), 'T');
/// assert_eq!(play.auto().last().unwrap().completed.len(), 1);
/// assert_eq!(play.end().unwrap().completed, [1]);
/// ```
#[derive(Clone, Debug)]
pub struct CrosswordPlay<'a> {
    game: &'a Game,
    unit: &'a CrosswordUnit,
    /// Which question marks are uncovered.
    uncovered: Vec<bool>,
    letters: LetterSet,
}

impl<'a> CrosswordPlay<'a> {
    /// Starts to play.
    pub fn new(game: &'a Game, unit: &'a CrosswordUnit) -> Self {
        Self { game, unit, uncovered: vec![false; unit.letters.len()], letters: LetterSet::EMPTY }
    }

    /// The question marks that are still covered, from 0.
    pub fn covered(&self) -> impl Iterator<Item = usize> {
        (0..self.uncovered.len()).filter(|mark| !self.uncovered[*mark])
    }

    /// Uncovers one question mark, and its letter in both grids.
    ///
    /// # Errors
    /// When there is no such question mark, or it is uncovered already.
    pub fn uncover(&mut self, mark: usize) -> Result<LetterShown<'a>, PlayError> {
        let unit = self.unit;
        let Some(letter) = unit.letters.get(mark).copied() else {
            return Err(PlayError::NoMark { number: mark + 1, marks: unit.letters.len() });
        };
        if std::mem::replace(&mut self.uncovered[mark], true) {
            return Err(PlayError::Twice(format!("question mark {}", mark + 1)));
        }
        let before = self.letters;
        self.letters.insert(letter);
        let now = self.letters;
        let is_new = !before.contains(letter);
        let cells = unit.pair.grids.iter().map(|grid| if is_new { occurrences(grid, letter) } else { 0 }).collect();
        let completed = unit.pair.grids.iter().enumerate().flat_map(|(number, grid)| {
            let words = grid.words.iter().filter(|placed| {
                let letters = placed.word.set();
                letters.is_subset(now) && !letters.is_subset(before)
            });
            words.map(move |placed| (number, placed))
        });
        Ok(LetterShown { mark, letter, cells, completed: completed.collect() })
    }

    /// Uncovers all question marks that are still covered; what they show, in their order.
    pub fn auto(&mut self) -> Vec<LetterShown<'a>> {
        let covered: Vec<usize> = self.covered().collect();
        covered.into_iter().filter_map(|mark| self.uncover(mark).ok()).collect()
    }

    /// The end, when all letters are uncovered.
    pub fn end(&self) -> Option<CrosswordEnd> {
        if self.covered().next().is_some() {
            return None;
        }
        let count = |grid: &Grid| grid.words.iter().filter(|placed| placed.word.set().is_subset(self.letters)).count();
        let completed: Vec<u8> =
            self.unit.pair.grids.iter().map(|grid| u8::try_from(count(grid)).unwrap_or(u8::MAX)).collect();
        let lot = self.game.lot(&completed);
        Some(CrosswordEnd { completed, lot })
    }
}

fn occurrences(grid: &Grid, letter: Letter) -> usize {
    (0..grid.cells.rows()).flat_map(|row| grid.cells.row(row)).filter(|cell| **cell == Some(letter)).count()
}
