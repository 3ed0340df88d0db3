//! The words of one length as bitsets: what the search ANDs together.

use std::sync::Arc;

use super::{Entry, WordId};
use crate::letters::{ALPHABET, Letter, Word};

/// The words of one length. Bit `i` of every bitset is the word with id `first + i`.
#[derive(Clone, Debug)]
pub struct LengthClass {
    first: u32,
    /// The words in order, flat: the search reads their letters all the time.
    words: Vec<Word>,
    /// 64-bit blocks of one bitset.
    blocks: usize,
    /// The bitset of all words.
    all: Vec<u64>,
    /// Bitsets of the words with a letter at a place: `place`, then letter.
    at: Vec<u64>,
    /// Bitsets of the words that contain a letter.
    containing: Vec<u64>,
}

impl LengthClass {
    pub(super) fn new(first: usize, length: usize, entries: &[Arc<Entry>]) -> Self {
        let blocks = entries.len().div_ceil(64);
        let mut all = vec![0; blocks];
        let mut at = vec![0; length * ALPHABET * blocks];
        let mut containing = vec![0; ALPHABET * blocks];
        for (bit, entry) in entries.iter().enumerate() {
            let (block, mask) = (bit / 64, 1 << (bit % 64));
            all[block] |= mask;
            for (place, letter) in entry.word.letters().iter().enumerate() {
                at[(place * ALPHABET + letter.index()) * blocks + block] |= mask;
                containing[letter.index() * blocks + block] |= mask;
            }
        }
        let first = u32::try_from(first).expect("fewer than 2^32 words");
        Self { first, words: entries.iter().map(|entry| entry.word).collect(), blocks, all, at, containing }
    }

    /// How many words.
    pub const fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many 64-bit blocks a bitset of these words has.
    pub const fn blocks(&self) -> usize {
        self.blocks
    }

    /// The word of a bit.
    ///
    /// # Panics
    /// When there is no such word.
    #[expect(clippy::cast_possible_truncation, reason = "the bit is below the count, and ids fit 32 bits")]
    pub fn id(&self, bit: usize) -> WordId {
        assert!(bit < self.len(), "word {bit} of {}", self.len());
        WordId(self.first + bit as u32)
    }

    /// The bit of a word of this length.
    ///
    /// # Panics
    /// When the word has another length.
    pub fn bit(&self, id: WordId) -> usize {
        let bit = (id.0 - self.first) as usize;
        assert!(bit < self.len(), "word {} is of another length", id.0);
        bit
    }

    /// The word of a bit.
    ///
    /// # Panics
    /// When there is no such word.
    pub fn word(&self, bit: usize) -> Word {
        self.words[bit]
    }

    /// The words, in order.
    pub fn ids(&self) -> impl Iterator<Item = WordId> + use<> {
        (self.first..).map(WordId).take(self.len())
    }

    /// The words with this letter at this place, from 0.
    pub fn at(&self, place: usize, letter: Letter) -> &[u64] {
        let start = (place * ALPHABET + letter.index()) * self.blocks;
        &self.at[start..start + self.blocks]
    }

    /// The words that contain this letter.
    pub fn containing(&self, letter: Letter) -> &[u64] {
        let start = letter.index() * self.blocks;
        &self.containing[start..start + self.blocks]
    }

    /// The bitset of all words: the unused bits of its last block are 0.
    pub fn all(&self) -> &[u64] {
        &self.all
    }
}
