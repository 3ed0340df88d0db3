//! Letters A–Z, sets of them, words made of them, and the folding of French text to them.
//!
//! Everything above this room works on folded letters: `é`, `È` and `e` are all the letter E, `œ` is O then E.
//! Where a fold changes the text, [`fold`] and [`Letter::from_char`] leave it to the caller to say so.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Number of letters of the alphabet.
pub const ALPHABET: usize = 26;

/// One letter, A to Z.
///
/// ```
/// use alveole::letters::Letter;
/// let e = Letter::from_ascii(b'E').unwrap();
/// assert_eq!((e.index(), e.to_char()), (4, 'E'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The letter of an ASCII byte `A`–`Z`; lower case and everything else is no letter.
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        if byte.is_ascii_uppercase() { Some(Self(byte - b'A')) } else { None }
    }

    /// The letter with this index (A is 0), if there is one.
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < ALPHABET { Some(Self(index)) } else { None }
    }

    /// The letter that a character folds to, when it folds to exactly one.
    pub fn from_char(character: char) -> Option<Self> {
        let mut buffer = [0; 4];
        let word = fold(character.encode_utf8(&mut buffer)).ok()?;
        match word.letters() {
            [letter] => Some(*letter),
            _ => None,
        }
    }

    /// 0 for A to 25 for Z.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The ASCII byte, `A`–`Z`.
    pub const fn to_ascii(self) -> u8 {
        self.0 + b'A'
    }

    /// The character, `A`–`Z`.
    pub const fn to_char(self) -> char {
        self.to_ascii() as char
    }

    /// All letters, A first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..26).map(Self)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.to_char())
    }
}

/// A set of letters: one bit a letter, A the lowest.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LetterSet(u32);

impl LetterSet {
    /// No letter.
    pub const EMPTY: Self = Self(0);
    /// All 26 letters.
    pub const ALL: Self = Self((1 << ALPHABET) - 1);

    /// The set with these bits; bits beyond Z are dropped.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// One bit a letter, A the lowest.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many letters.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the letter is in the set.
    pub const fn contains(self, letter: Letter) -> bool {
        self.0 & (1 << letter.0) != 0
    }

    /// Adds a letter; says whether it was new.
    pub const fn insert(&mut self, letter: Letter) -> bool {
        let new = !self.contains(letter);
        self.0 |= 1 << letter.0;
        new
    }

    /// The letters that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }

    /// The letters that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The letters that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether every letter of this set is in the other.
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The letters, A first.
    pub fn iter(self) -> impl Iterator<Item = Letter> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let letter = Letter::from_index(u8::try_from(left.trailing_zeros()).ok()?)?;
            left &= left - 1;
            Some(letter)
        })
    }
}

impl FromIterator<Letter> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> Self {
        let mut set = Self::EMPTY;
        for letter in letters {
            set.insert(letter);
        }
        set
    }
}

impl fmt::Display for LetterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|letter| letter.fmt(f))
    }
}

impl fmt::Debug for LetterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LetterSet({self})")
    }
}

/// A folded word of 1 to 15 letters, kept in place: no box is wider than 15 cells.
///
/// ```
/// use alveole::letters::{Word, fold};
/// let word = fold("bœuf").unwrap();
/// assert_eq!(word.to_string(), "BOEUF");
/// assert_eq!(word.set().len(), 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Word {
    length: u8,
    /// Unused places hold A, so that equal words are equal bytes.
    letters: [Letter; Word::MAX],
}

impl Word {
    /// The longest word, in letters.
    pub const MAX: usize = 15;

    /// The word of these letters; none when there are no letters, or more than [`Word::MAX`].
    pub fn from_letters(letters: &[Letter]) -> Option<Self> {
        let length = u8::try_from(letters.len()).ok().filter(|n| (1..=15).contains(n))?;
        let mut word = Self { length, letters: [Letter(0); Self::MAX] };
        word.letters[..letters.len()].copy_from_slice(letters);
        Some(word)
    }

    /// The word of these bytes, all of them `A`–`Z`; nothing is folded.
    pub fn from_ascii(bytes: &[u8]) -> Option<Self> {
        let length = u8::try_from(bytes.len()).ok().filter(|n| (1..=15).contains(n))?;
        let mut word = Self { length, letters: [Letter(0); Self::MAX] };
        for (place, byte) in word.letters.iter_mut().zip(bytes) {
            *place = Letter::from_ascii(*byte)?;
        }
        Some(word)
    }

    /// The letters, first to last.
    pub fn letters(&self) -> &[Letter] {
        &self.letters[..self.length as usize]
    }

    /// How many letters; never 0.
    #[expect(clippy::len_without_is_empty, reason = "a word is never empty")]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// The distinct letters.
    pub fn set(&self) -> LetterSet {
        self.letters().iter().copied().collect()
    }
}

impl Hash for Word {
    /// One write of 16 bytes: words are looked up in the hot loops.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mut bytes = [self.length; 16];
        for (byte, letter) in bytes[1..].iter_mut().zip(&self.letters) {
            *byte = letter.0;
        }
        let (low, high) = bytes.split_at(8);
        for half in [low, high] {
            state.write_u64(half.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)));
        }
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Word {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.letters().cmp(other.letters())
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ascii = self.letters.map(Letter::to_ascii);
        f.pad(std::str::from_utf8(&ascii[..self.length as usize]).unwrap_or_default())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Word({self})")
    }
}

impl FromStr for Word {
    type Err = FoldError;

    /// Folds the text: see [`fold`].
    fn from_str(text: &str) -> Result<Self, FoldError> {
        fold(text)
    }
}

/// Why a text is no word.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FoldError {
    /// The text has no letter.
    #[error("no letters")]
    Empty,
    /// A character that folds to no letter; the column counts characters from 1.
    #[error("{character:?} at column {column} is no letter")]
    NotALetter {
        /// The character.
        character: char,
        /// Its place, counted in characters from 1.
        column: usize,
    },
    /// More letters than a [`Word`] holds.
    #[error("more than {} letters", Word::MAX)]
    TooLong,
}

/// The characters of a text as they are seen: an accent that stands as a character of its own joins its letter.
///
/// ```
/// assert_eq!(alveole::letters::composed("e\u{301}t").collect::<String>(), "\u{e9}t");
/// ```
pub fn composed(text: &str) -> impl Iterator<Item = char> {
    text.nfc()
}

/// Folds French text to a word: É È Ê Ë → E, Ç → C, Œ → OE, Æ → AE, lower case and full width to A–Z.
///
/// # Errors
/// When the text is empty, has a character that is no letter (a hyphen, an apostrophe, a space, a digit), or has
/// more than [`Word::MAX`] letters.
///
/// ```
/// use alveole::letters::fold;
/// assert_eq!(fold("ｍaïs").unwrap().to_string(), "MAIS");
/// assert_eq!(fold("arc-en-ciel").unwrap_err().to_string(), "'-' at column 4 is no letter");
/// ```
pub fn fold(text: &str) -> Result<Word, FoldError> {
    let mut letters = [Letter(0); Word::MAX];
    let mut length = 0;
    let mut push = |letter: Letter| {
        let place = letters.get_mut(length).ok_or(FoldError::TooLong)?;
        *place = letter;
        length += 1;
        Ok(())
    };
    for (column, character) in (1..).zip(text.chars()) {
        // Most are plain, and need no table of Unicode.
        if character.is_ascii_alphabetic() {
            u8::try_from(character)
                .ok()
                .and_then(|byte| Letter::from_ascii(byte.to_ascii_uppercase()))
                .map_or(Ok(()), &mut push)?;
            continue;
        }
        if is_combining_mark(character) {
            // A decomposed accent belongs to the letter before it; alone, it is no letter.
            if column == 1 {
                return Err(FoldError::NotALetter { character, column });
            }
            continue;
        }
        match character {
            'œ' | 'Œ' => [b'O', b'E'].iter().filter_map(|b| Letter::from_ascii(*b)).try_for_each(&mut push)?,
            'æ' | 'Æ' => [b'A', b'E'].iter().filter_map(|b| Letter::from_ascii(*b)).try_for_each(&mut push)?,
            _ => {
                for part in std::iter::once(character).nfkd().filter(|part| !is_combining_mark(*part)) {
                    let letter = u8::try_from(part)
                        .ok()
                        .and_then(|byte| Letter::from_ascii(byte.to_ascii_uppercase()))
                        .ok_or(FoldError::NotALetter { character, column })?;
                    push(letter)?;
                }
            }
        }
    }
    Word::from_letters(&letters[..length]).ok_or(FoldError::Empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_table() {
        for (text, expected) in [
            ("é", "E"),
            ("ÈÊË", "EEE"),
            ("garçon", "GARCON"),
            ("œuf", "OEUF"),
            ("Æ", "AE"),
            ("nai\u{308}f", "NAIF"),
            ("ｍｅｒｄｅ", "MERDE"),
            ("Ç", "C"),
        ] {
            assert_eq!(fold(text).unwrap().to_string(), expected, "{text}");
        }
        for (text, message) in [
            ("", "no letters"),
            ("a b", "' ' at column 2 is no letter"),
            ("aujourd'hui", "'\\'' at column 8 is no letter"),
            ("4", "'4' at column 1 is no letter"),
            ("日", "'日' at column 1 is no letter"),
            ("\u{301}a", "'\\u{301}' at column 1 is no letter"),
            ("abcdefghijklmnop", "more than 15 letters"),
        ] {
            assert_eq!(fold(text).unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn sets_count_and_complement() {
        let set = fold("CHAT").unwrap().set();
        assert_eq!((set.len(), set.complement().len()), (4, 22));
        assert_eq!(set.to_string(), "ACHT");
        assert!(set.is_subset(LetterSet::ALL) && !LetterSet::ALL.is_subset(set));
        assert_eq!(set.union(set.complement()), LetterSet::ALL);
        assert_eq!(set.intersection(set.complement()), LetterSet::EMPTY);
    }

    #[test]
    fn words_sort_as_text() {
        let mut words: Vec<Word> = ["CHATS", "CHAT", "AS"].iter().map(|w| fold(w).unwrap()).collect();
        words.sort();
        assert_eq!(words.iter().map(Word::to_string).collect::<Vec<_>>(), ["AS", "CHAT", "CHATS"]);
        assert_eq!(Word::from_ascii(b"CHAT"), Some(words[1]));
        assert_eq!(Word::from_ascii(b"chat"), None);
        assert_eq!(Word::from_ascii(b""), None);
    }
}
