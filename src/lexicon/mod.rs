//! The words that grids are made of.
//!
//! A [`Lexicon`] holds its words sorted by length, then alphabetically, so that the words of one length are one range of
//! [`WordId`]s and one bitset a query. For each length a [`LengthClass`] keeps, for every place and letter, the bitset of
//! words with that letter there, and for every letter the bitset of words that contain it: the search works on these.
//!
//! A word carries its accented forms, its lemmas (all of them, for homographs), how familiar it is, and a level. Its
//! [levels](Level) are nested: B is A and more.
//!
//! ```
//! use alveole::lexicon::{Level, Lexicon};
//! use alveole::letters::fold;
//! let lexicon = Lexicon::embedded().at_level(Level::B);
//! let id = lexicon.lookup(fold("maïs").unwrap()).unwrap();
//! assert_eq!(lexicon.displays(id).collect::<Vec<_>>(), ["mais", "maïs"]);
//! ```

mod class;
mod read;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

pub use class::LengthClass;
pub use read::Source;

use crate::letters::Word;

/// The notice that goes with the embedded lexicon.
pub const LICENCE: &str = include_str!("../../dictionaries/LICENCE.txt");

const EMBEDDED: &str = include_str!("../../dictionaries/lexicon.tsv");

/// A word of one lexicon: an index into it, in order of length, then alphabet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordId(u32);

impl WordId {
    /// The index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A lemma; ids are shared by a lexicon and all that is selected from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LemmaId(u32);

impl LemmaId {
    /// The index, below [`Lexicon::lemma_count`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How well known a word must be: each level holds the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Zipf 3.5 and more: about 9,000 words.
    A,
    /// Zipf 3.0 and more: about 17,000 words. The default.
    B,
    /// Zipf 2.0 and more: about 40,000 words.
    C,
}

impl Level {
    /// All levels, strictest first.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
        })
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "A" | "a" => Ok(Self::A),
            "B" | "b" => Ok(Self::B),
            "C" | "c" => Ok(Self::C),
            _ => Err(format!("level {text:?}: levels are A, B and C")),
        }
    }
}

/// What a lexicon says of one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Folded.
    pub word: Word,
    /// Accented forms, most familiar first; never empty.
    pub displays: Vec<Box<str>>,
    /// Parts of speech, joined by `|`, in Lexique's codes.
    pub part_of_speech: Box<str>,
    /// Accented lemmas, sorted; never empty.
    pub lemmas: Vec<Box<str>>,
    /// Familiarity in hundredths of a zipf: 350 is 3.5, about three occurrences in a million words.
    pub zipf: u16,
    /// The strictest level that has the word.
    pub level: Level,
    /// `name`, `place`: marks that ban nothing.
    pub flags: Vec<Box<str>>,
}

/// A set of words, ready to be searched.
#[derive(Clone)]
pub struct Lexicon {
    /// By length, then alphabet; what [`WordId`] indexes.
    entries: Vec<Arc<Entry>>,
    /// Lemmas of word `i`: `lemmas[lemma_starts[i]..lemma_starts[i + 1]]`.
    lemma_starts: Vec<u32>,
    lemmas: Vec<LemmaId>,
    lemma_names: Arc<[Box<str>]>,
    /// One for each length from 0 to [`Word::MAX`].
    classes: Vec<LengthClass>,
    by_word: HashMap<Word, WordId, FxBuildHasher>,
    source: Source,
}

impl Lexicon {
    /// The lexicon of this crate, all levels.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn embedded() -> Self {
        Self::read(EMBEDDED.as_bytes(), None).expect("the embedded lexicon is sound")
    }

    /// A lexicon of these entries, in any order.
    ///
    /// # Errors
    /// When two entries have the same word: that word.
    pub fn from_entries(entries: Vec<Entry>, source: Source) -> Result<Self, Word> {
        let mut names: Vec<Box<str>> = entries.iter().flat_map(|entry| entry.lemmas.iter().cloned()).collect();
        names.sort_unstable();
        names.dedup();
        let mut entries: Vec<Arc<Entry>> = entries.into_iter().map(Arc::new).collect();
        entries.sort_by_key(|entry| (entry.word.len(), entry.word));
        if let Some(pair) = entries.windows(2).find(|pair| pair[0].word == pair[1].word) {
            return Err(pair[0].word);
        }
        Ok(Self::assemble(entries, names.into(), source))
    }

    fn assemble(entries: Vec<Arc<Entry>>, lemma_names: Arc<[Box<str>]>, source: Source) -> Self {
        let mut lemma_starts = vec![0];
        let mut lemmas = Vec::new();
        for entry in &entries {
            lemmas.extend(entry.lemmas.iter().filter_map(|name| {
                let place = lemma_names.binary_search(name).ok()?;
                Some(LemmaId(u32::try_from(place).expect("fewer than 2^32 lemmas")))
            }));
            lemma_starts.push(u32::try_from(lemmas.len()).expect("fewer than 2^32 lemmas"));
        }
        let ids = (0..).map(WordId);
        let by_word = entries.iter().zip(ids).map(|(entry, id)| (entry.word, id)).collect();
        let mut classes = Vec::with_capacity(Word::MAX + 1);
        let mut first = 0;
        for length in 0..=Word::MAX {
            let count = entries[first..].iter().take_while(|entry| entry.word.len() == length).count();
            classes.push(LengthClass::new(first, length, &entries[first..first + count]));
            first += count;
        }
        Self { entries, lemma_starts, lemmas, lemma_names, classes, by_word, source }
    }

    /// The words that the test keeps; lemma ids stay what they were.
    #[must_use]
    pub fn select(&self, mut keep: impl FnMut(WordId) -> bool) -> Self {
        let entries = self.ids().filter(|id| keep(*id)).map(|id| Arc::clone(&self.entries[id.index()])).collect();
        Self::assemble(entries, Arc::clone(&self.lemma_names), self.source.clone())
    }

    /// The words of this level and stricter ones.
    #[must_use]
    pub fn at_level(&self, level: Level) -> Self {
        self.select(|id| self.entry(id).level <= level)
    }

    /// How many words.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All words, in order.
    pub fn ids(&self) -> impl Iterator<Item = WordId> + use<> {
        (0..).map(WordId).take(self.entries.len())
    }

    /// The id of a word, if the lexicon has it.
    pub fn lookup(&self, word: Word) -> Option<WordId> {
        self.by_word.get(&word).copied()
    }

    /// All that the lexicon says of a word.
    pub fn entry(&self, id: WordId) -> &Entry {
        &self.entries[id.index()]
    }

    /// All entries, in order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.entries.iter().map(AsRef::as_ref)
    }

    /// The folded word.
    pub fn word(&self, id: WordId) -> Word {
        self.entries[id.index()].word
    }

    /// The accented forms, most familiar first.
    pub fn displays(&self, id: WordId) -> impl Iterator<Item = &str> {
        self.entries[id.index()].displays.iter().map(AsRef::as_ref)
    }

    /// The most familiar accented form.
    pub fn display(&self, id: WordId) -> &str {
        &self.entries[id.index()].displays[0]
    }

    /// The lemmas of a word; never empty.
    pub fn lemmas(&self, id: WordId) -> &[LemmaId] {
        &self.lemmas[self.lemma_starts[id.index()] as usize..self.lemma_starts[id.index() + 1] as usize]
    }

    /// A lemma's accented form.
    pub fn lemma_name(&self, lemma: LemmaId) -> &str {
        &self.lemma_names[lemma.index()]
    }

    /// How many lemma ids there are, used here or not.
    pub fn lemma_count(&self) -> usize {
        self.lemma_names.len()
    }

    /// The words of one length.
    ///
    /// # Panics
    /// When the length is more than [`Word::MAX`].
    pub fn class(&self, length: usize) -> &LengthClass {
        &self.classes[length]
    }

    /// Where the words come from.
    pub const fn source(&self) -> &Source {
        &self.source
    }
}

impl fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lexicon").field("words", &self.len()).field("source", &self.source).finish_non_exhaustive()
    }
}
