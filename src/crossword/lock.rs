//! Words and letters that a fill must keep: `GRID:ROW:COLUMN:across=WORD`, `…:down=WORD`, `GRID:ROW:COLUMN=L`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::layout::Layout;
use super::vocabulary::Vocabulary;
use crate::letters::{Letter, Word, fold};
use crate::unit::Direction;

/// One lock, as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lock {
    /// Grid, from 1: Grille 1 is 1.
    pub grid: usize,
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// What must stand there.
    pub what: Locked,
}

/// What a lock holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locked {
    /// The word that starts there.
    Word(Direction, Word),
    /// The letter of that cell.
    Letter(Letter),
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.grid, self.row, self.column)?;
        match self.what {
            Locked::Word(direction, word) => write!(f, ":{direction}={word}"),
            Locked::Letter(letter) => write!(f, "={letter}"),
        }
    }
}

impl FromStr for Lock {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const FORM: &str = "write GRID:ROW:COLUMN:across=WORD, GRID:ROW:COLUMN:down=WORD or GRID:ROW:COLUMN=L \
                            (grids count from 1, rows and columns from 0)";
        let (place, what) = text.split_once('=').ok_or_else(|| format!("no = in {text:?}; {FORM}"))?;
        let parts: Vec<&str> = place.split(':').collect();
        let number = |part: &str| part.parse::<usize>().map_err(|_| format!("{part:?} is no number; {FORM}"));
        let word = fold(what).map_err(|error| format!("{what:?}: {error}; {FORM}"))?;
        let (grid, row, column, what) = match parts[..] {
            [grid, row, column] => {
                let [letter] = word.letters() else { return Err(format!("{what:?} is not one letter; {FORM}")) };
                (grid, row, column, Locked::Letter(*letter))
            }
            [grid, row, column, "across"] => (grid, row, column, Locked::Word(Direction::Across, word)),
            [grid, row, column, "down"] => (grid, row, column, Locked::Word(Direction::Down, word)),
            _ => return Err(format!("{place:?} is no place; {FORM}")),
        };
        Ok(Self { grid: number(grid)?, row: number(row)?, column: number(column)?, what })
    }
}

/// Why locks are refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LockError {
    /// A lock on a grid, cell or slot that the layout does not have.
    #[error("lock {lock}: {problem}")]
    Place {
        /// The lock.
        lock: Lock,
        /// What is missing.
        problem: String,
    },
    /// A word that no fill may hold.
    #[error("lock {lock}: {problem}")]
    Word {
        /// The lock.
        lock: Lock,
        /// Why not.
        problem: String,
    },
    /// Two locks that no fill can keep together.
    #[error("locks {first} and {second} contradict each other: {problem}")]
    Contradiction {
        /// The one that came first.
        first: Lock,
        /// The other.
        second: Lock,
        /// Why.
        problem: String,
    },
}

/// Locks that hold on one layout, the same for all grids.
#[derive(Clone, Debug, Default)]
pub struct Locks {
    /// Slot (numbered through all grids), place in it, letter.
    letters: Vec<(usize, usize, Letter)>,
}

impl Locks {
    /// No lock.
    pub const fn none() -> Self {
        Self { letters: Vec::new() }
    }

    /// Holds locks against the layout that all `grids` grids have.
    ///
    /// # Errors
    /// When a lock lies outside the grids, its word does not fit its slot or is not in the vocabulary, or two locks
    /// contradict each other.
    pub fn new(locks: &[Lock], layout: &Layout, grids: usize, vocabulary: &Vocabulary) -> Result<Self, LockError> {
        let mut letters: Vec<(usize, usize, Letter)> = Vec::new();
        // What each cell must show, and the lock that says so.
        let mut cells: Vec<(usize, usize, usize, Letter, &Lock)> = Vec::new();
        let mut words: Vec<(Word, &Lock)> = Vec::new();
        for lock in locks {
            let place = |problem: String| LockError::Place { lock: lock.clone(), problem };
            if !(1..=grids).contains(&lock.grid) {
                return Err(place(format!("there is no grid {}: grids are 1 to {grids}", lock.grid)));
            }
            let shown: Vec<(usize, usize, Letter)> = match lock.what {
                Locked::Letter(letter) => vec![(lock.row, lock.column, letter)],
                Locked::Word(direction, word) => {
                    let slot = word_slot(lock, direction, word, layout)?;
                    check_word(lock, word, vocabulary)?;
                    check_together(lock, word, &words, vocabulary)?;
                    words.push((word, lock));
                    slot.zip(word.letters()).map(|((row, column), letter)| (row, column, *letter)).collect()
                }
            };
            for (row, column, letter) in shown {
                let through: Vec<(usize, usize)> = (layout.slots().iter().enumerate())
                    .filter_map(|(slot, cells)| Some((slot, cells.place(row, column)?)))
                    .collect();
                if through.is_empty() {
                    return Err(place(format!("row {row}, column {column} is a grey cell or outside the box")));
                }
                let same =
                    |cell: &&(usize, usize, usize, Letter, &Lock)| (cell.0, cell.1, cell.2) == (lock.grid, row, column);
                match cells.iter().find(same) {
                    Some((.., other, first)) if *other != letter => {
                        let problem = format!("row {row}, column {column} would be both {other} and {letter}");
                        return Err(contradiction(first, lock, problem));
                    }
                    Some(_) => {}
                    None => {
                        cells.push((lock.grid, row, column, letter, lock));
                        let base = (lock.grid - 1) * layout.slots().len();
                        letters.extend(through.iter().map(|(slot, place)| (base + slot, *place, letter)));
                    }
                }
            }
        }
        Ok(Self { letters })
    }

    /// Whether there is no lock.
    pub const fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Slot (numbered through all grids), place in it, letter.
    pub(super) fn letters(&self) -> impl Iterator<Item = (usize, usize, Letter)> {
        self.letters.iter().copied()
    }
}

fn contradiction(first: &Lock, second: &Lock, problem: String) -> LockError {
    LockError::Contradiction { first: first.clone(), second: second.clone(), problem }
}

/// The cells of the slot that starts where the lock says.
fn word_slot(
    lock: &Lock,
    direction: Direction,
    word: Word,
    layout: &Layout,
) -> Result<impl Iterator<Item = (usize, usize)> + use<>, LockError> {
    let place = |problem: String| LockError::Place { lock: lock.clone(), problem };
    let Some(id) = layout.slot_at(lock.row, lock.column, direction) else {
        return Err(place(format!("no {direction} word passes row {}, column {}", lock.row, lock.column)));
    };
    let slot = layout.slot(id);
    if (usize::from(slot.row), usize::from(slot.column)) != (lock.row, lock.column) {
        return Err(place(format!("the {direction} word there starts at row {}, column {}", slot.row, slot.column)));
    }
    if usize::from(slot.length) != word.len() {
        return Err(place(format!("{word} has {} letters, the place has {}", word.len(), slot.length)));
    }
    Ok(slot.cells())
}

fn check_word(lock: &Lock, word: Word, vocabulary: &Vocabulary) -> Result<(), LockError> {
    if vocabulary.lexicon().lookup(word).is_none() {
        let problem = format!(
            "{word} is not among the words in use: it is not in the lexicon at this level, or it is blocked \
             (`alveole lexicon show {word}` says which; an overrides file can add or allow it)"
        );
        return Err(LockError::Word { lock: lock.clone(), problem });
    }
    Ok(())
}

fn check_together(lock: &Lock, word: Word, words: &[(Word, &Lock)], vocabulary: &Vocabulary) -> Result<(), LockError> {
    let groups = |word: Word| -> Vec<usize> {
        vocabulary.lexicon().lookup(word).map(|id| vocabulary.groups(id).collect()).unwrap_or_default()
    };
    let own = groups(word);
    for (other, first) in words {
        let same_place = (first.grid, first.row, first.column) == (lock.grid, lock.row, lock.column);
        if *other == word && same_place && *first == lock {
            continue;
        }
        if *other == word {
            return Err(contradiction(first, lock, format!("{word} may stand only once in a unit")));
        }
        if groups(*other).iter().any(|group| own.contains(group)) {
            let problem = format!("{other} and {word} share a lemma (--allow-same-lemma permits it)");
            return Err(contradiction(first, lock, problem));
        }
    }
    Ok(())
}
