//! Article 4.8: everything that can be read on a unit, held against the lists.
//!
//! | reading | what is read |
//! |---|---|
//! | word, run | the words of the record, and the maximal runs of two or more letter cells |
//! | inside | a part of a longer run, forwards |
//! | cells | neighbouring cells along a straight line in any of the eight directions, over one grey cell at most. A part of one run read forwards is *inside*, backwards it is this |
//! | piece | a part of a run that stands alone between hidden letters, when all letters of the unit are uncovered |
//! | on the way | the same while some letters are still covered |
//! | question marks | the letters of the unit in their order |
//! | pair | two runs of one unit |
//!
//! A run that a written decision allows is exempt from what is read in it alone, forwards and backwards: HABITER, SERGENT.
//!
//! Which entries count in which reading is the [`Policy`](crate::blocklist::Policy)'s. A [`Screen`] is compiled once from
//! the lists; makers ask it for words ([`Screen::passing`]), for the [pieces](Screen::pieces) that letters must not leave,
//! and for what filled cells show ([`Screen::first_on_lines`]). The judge reads units again, by its own code.

mod hit;
mod lines;
mod matcher;
mod unit;

use std::ops::ControlFlow;

use crate::blocklist::{Blocklist, Entry, Pair, Sought};
use crate::letters::{Letter, LetterSet, Word};
use crate::lexicon::Lexicon;

pub use hit::{Cause, Hit, Place, Reading, Spot};
pub use lines::{Lines, Stretch};
use matcher::{Matcher, ascii};

/// The lists, compiled for reading.
#[derive(Clone, Debug)]
pub struct Screen {
    blocklist: Blocklist,
    /// All sought words, forwards.
    in_words: Matcher,
    /// The words sought across cells, forwards and backwards.
    on_lines: Matcher,
}

/// A part of a word that must not stand alone: with its letters shown and its neighbours hidden, it would.
///
/// A set of letters leaves the piece when it has all of `shown` and none of `hidden`. `hidden` is never empty, and shares no
/// letter with `shown`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The letters of the piece.
    pub shown: LetterSet,
    /// The letters before and behind it.
    pub hidden: LetterSet,
}

impl Piece {
    /// Whether these letters leave the piece standing alone.
    pub const fn is_left_by(self, letters: LetterSet) -> bool {
        self.shown.is_subset(letters) && self.hidden.intersection(letters).is_empty()
    }
}

/// Something against a word, whatever stands around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InWord<'a> {
    /// [`Reading::Word`], [`Reading::Inside`], or [`Reading::Cells`] for the word read backwards.
    pub reading: Reading,
    /// Where it starts in the word: the place of its first letter as it is read, from 0.
    pub at: usize,
    /// What is against it.
    pub cause: Cause<'a>,
}

impl Screen {
    /// Compiles the lists.
    ///
    /// ```
    /// use alveole::blocklist::Blocklist;
    /// use alveole::letters::fold;
    /// use alveole::screen::{Reading, Screen};
    /// let screen = Screen::new(Blocklist::embedded());
    /// assert!(screen.in_word(fold("concombre").unwrap()).is_empty());
    /// assert_eq!(screen.in_word(fold("xmerdex").unwrap())[0].reading, Reading::Inside);
    /// ```
    pub fn new(blocklist: Blocklist) -> Self {
        Self {
            in_words: Matcher::new(blocklist.sought(), |_| true, false),
            on_lines: Matcher::new(blocklist.sought(), |sought| sought.cells, true),
            blocklist,
        }
    }

    /// The lists.
    pub const fn blocklist(&self) -> &Blocklist {
        &self.blocklist
    }

    /// The words of a lexicon that may stand on a unit.
    #[must_use]
    pub fn passing(&self, lexicon: &Lexicon) -> Lexicon {
        lexicon.select(|id| self.in_word(lexicon.word(id)).is_empty())
    }

    /// What there is against a word as a run: the word itself, what it holds, what it holds backwards. Of several sought
    /// words that start at one place, the longest.
    pub fn in_word(&self, word: Word) -> Vec<InWord<'_>> {
        let mut found = Vec::new();
        let whole = self.blocklist.blocking(word).map(Cause::Entry);
        found.extend(whole.map(|cause| InWord { reading: Reading::Word, at: 0, cause }));
        let text = ascii(word);
        let mut parts: Vec<(Reading, usize, &Sought)> = Vec::new();
        if !self.blocklist.allows(word) {
            let inside = self
                .in_words
                .all(text.iter().copied())
                .into_iter()
                .filter(|found| found.end - found.start < text.len());
            let inside = inside.map(|found| (found.start, &self.blocklist.sought()[found.sought]));
            parts.extend(inside.filter(|(_, sought)| sought.inside).map(|(at, sought)| (Reading::Inside, at, sought)));
            let back = self.on_lines.all(text.iter().copied()).into_iter().filter(|found| found.backwards);
            parts.extend(back.map(|found| (Reading::Cells, found.end - 1, &self.blocklist.sought()[found.sought])));
        }
        parts.sort_by_key(|(reading, at, sought)| (*reading, *at, std::cmp::Reverse(sought.word.len())));
        parts.dedup_by_key(|(reading, at, _)| (*reading, *at));
        found.extend(parts.into_iter().map(|(reading, at, sought)| InWord {
            reading,
            at,
            cause: Cause::Sought(sought),
        }));
        found
    }

    /// The parts of a word that letters can leave standing alone, and that must not: each with its place in the word.
    pub fn pieces(&self, word: Word) -> Vec<(Piece, usize, &Sought)> {
        let text = ascii(word);
        let letters = word.letters();
        let pieces = self.in_words.all(text.iter().copied()).into_iter().filter_map(|found| {
            let sought = &self.blocklist.sought()[found.sought];
            let before = found.start.checked_sub(1).map(|place| letters[place]);
            let hidden: LetterSet = before.into_iter().chain(letters.get(found.end).copied()).collect();
            let shown = sought.word.set();
            let is_piece = sought.pieces && !hidden.is_empty() && shown.intersection(hidden).is_empty();
            is_piece.then_some((Piece { shown, hidden }, found.start, sought))
        });
        pieces.collect()
    }

    /// The first thing that the lines of filled cells show and must not, if there is one.
    ///
    /// `letters` has the ASCII letter of each cell by its number (row × columns + column), grey cells as they like, and one
    /// byte behind them that is no letter. This is the hot path of makers: runs are not read here.
    pub fn first_on_lines(&self, lines: &Lines, letters: &[u8]) -> Option<(Stretch, &Sought)> {
        self.on_lines.find(lines.text(self.on_lines.shortest(), letters), |found| match lines.stretch(found) {
            Some(stretch) => ControlFlow::Break((stretch, &self.blocklist.sought()[found.sought])),
            None => ControlFlow::Continue(()),
        })
    }

    /// The first two of these words that must not stand in one unit, by their places.
    pub fn first_pair(&self, words: &(impl Iterator<Item = Word> + Clone)) -> Option<([usize; 2], &Pair)> {
        let mut before = words.clone().enumerate();
        before.find_map(|(second, word)| {
            let mut pairs = self.blocklist.pairs_with(word).peekable();
            pairs.peek()?;
            pairs.find_map(|pair| {
                let other = pair.words[usize::from(pair.words[0] == word)];
                let first = words.clone().take(second).position(|earlier| earlier == other)?;
                Some(([first, second], pair))
            })
        })
    }

    /// The first blocked word that the letters under the question marks read, in this order: where it starts, and its entry.
    pub fn in_question_marks(&self, letters: &[Letter]) -> Option<(usize, &Entry)> {
        let starts = self.blocklist.starts_in_question_marks();
        (0..letters.len()).find_map(|at| {
            let rest = &letters[at..];
            let may_start = match rest {
                [first, second, third, ..] => {
                    starts.may_start([first, second, third].map(|letter| letter.to_ascii() - b'A'))
                }
                _ => starts.any_short(),
            };
            let lengths = 1..=starts.longest().min(if may_start { rest.len() } else { 0 });
            let mut words = lengths.rev().filter_map(|length| Word::from_letters(&rest[..length]));
            words.find_map(|word| Some((at, self.blocklist.blocking_in_question_marks(word)?)))
        })
    }
}
