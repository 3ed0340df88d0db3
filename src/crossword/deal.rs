//! Grids first: letters for a pair and a result, drawn uniformly among all that give it.
//!
//! The pair was made blind, and stays as it is: only letters are drawn. A set is drawn by rejection, and, where none is found
//! in a number of draws, from the list of all sets that give the result: either way it is uniform among them, so the cut-off
//! biases nothing. The order is uniform among those that pass; for one that does not, only the order is drawn again.

use thiserror::Error;

use super::reveal::Reveal;
use crate::letters::{Letter, LetterSet};
use crate::rng::Stream;

/// Sets drawn before all of them are listed: a result of one set in a thousand is nearly always found.
const DRAWS: usize = 4_000;

/// Orders drawn before a set is given up: one in some hundred does not pass.
const ORDERS: usize = 10_000;

/// Why no letters could be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotDealt {
    /// Proved: no admissible set of letters gives the result.
    #[error("no set of letters gives this result, or each leaves an improper piece standing alone")]
    NotServed,
    /// No order of the set was found that reads as nothing improper.
    #[error("no order of these letters was found in which they read as nothing improper")]
    NoOrder,
}

/// Draws an admissible set of so many letters for whose completed words `wanted` holds, uniformly among them.
///
/// # Errors
/// When there is none.
///
/// ```
/// use alveole::crossword::deal::letter_set;
/// use alveole::crossword::reveal::Reveal;
/// use alveole::letters::fold;
/// use alveole::rng::{Purpose, Streams};
/// let reveal = Reveal::new(&[vec![fold("CHAT").unwrap().set()]], &[]).unwrap();
/// let mut stream = Streams::from_seed(0, Purpose::Deal).stream(0, 0);
/// let letters = letter_set(&reveal, 18, |[first, _]| first == 1, &mut stream).unwrap();
/// assert!(letters.len() == 18 && fold("CHAT").unwrap().set().is_subset(letters));
/// ```
pub fn letter_set(
    reveal: &Reveal,
    letters: usize,
    wanted: impl Fn([u8; 2]) -> bool,
    stream: &mut Stream,
) -> Result<LetterSet, NotDealt> {
    let mut all: Vec<Letter> = Letter::all().collect();
    let count = all.len() - letters.min(all.len());
    for _ in 0..DRAWS {
        // The first `count` are a uniform draw from all, whatever order the draws before have left.
        for at in 0..count {
            let other = at + stream.index(all.len() - at);
            all.swap(at, other);
        }
        let hidden = &all[..count];
        if reveal.dealt(hidden).is_some_and(&wanted) {
            return Ok(hidden.iter().copied().collect::<LetterSet>().complement());
        }
    }
    let sets = reveal.sets(letters, wanted);
    if sets.is_empty() {
        return Err(NotDealt::NotServed);
    }
    Ok(sets[stream.index(sets.len())])
}

/// Draws an order of the letters, uniformly among those that pass.
///
/// # Errors
/// When 10,000 orders did not pass.
pub fn order(
    letters: LetterSet,
    passes: impl Fn(&[Letter]) -> bool,
    stream: &mut Stream,
) -> Result<Vec<Letter>, NotDealt> {
    let mut order: Vec<Letter> = letters.iter().collect();
    for _ in 0..ORDERS {
        stream.shuffle(&mut order);
        if passes(&order) {
            return Ok(order);
        }
    }
    Err(NotDealt::NoOrder)
}
