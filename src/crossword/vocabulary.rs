//! The words that a fill draws from, and how a set of letters divides them.

use std::sync::Arc;

use super::bits;
use crate::letters::{LetterSet, Word};
use crate::lexicon::{Lexicon, WordId};
use crate::screen::{Piece, Screen};

/// Whether two words of one unit may share a lemma (MC-D3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameLemma {
    /// No: CHAT and CHATS do not stand in one unit.
    Refused,
    /// Yes; the words must still be distinct.
    Allowed,
}

/// The words that a fill draws from: a lexicon cut to its level, and the screen that its fills must pass.
///
/// A word belongs to one or more *groups*, and a unit has at most one word of a group. The groups are the lemmas, or,
/// where words may share a lemma, the words themselves: so one mechanism keeps words distinct and lemmas apart.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    lexicon: Lexicon,
    same_lemma: SameLemma,
    screen: Option<Arc<Screen>>,
    /// Parts of words that must not stand alone: word length, bit, piece.
    pieces: Vec<(usize, usize, Piece)>,
    /// A bit a word: whether some pair of the lists has it.
    paired: Vec<u64>,
}

impl Vocabulary {
    /// The vocabulary of a lexicon, and no screen: its fills may show anything.
    pub const fn new(lexicon: Lexicon, same_lemma: SameLemma) -> Self {
        Self { lexicon, same_lemma, screen: None, pieces: Vec::new(), paired: Vec::new() }
    }

    /// The words of a lexicon that pass a screen, which their fills must pass too.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use alveole::blocklist::Blocklist;
    /// use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
    /// use alveole::lexicon::Lexicon;
    /// use alveole::screen::Screen;
    /// let lexicon = Lexicon::read(b"merde\nchat\nconflit\n", None).unwrap();
    /// let screen = Arc::new(Screen::new(Blocklist::embedded()));
    /// assert_eq!(Vocabulary::screened(&lexicon, SameLemma::Refused, screen).lexicon().len(), 2);
    /// ```
    pub fn screened(lexicon: &Lexicon, same_lemma: SameLemma, screen: Arc<Screen>) -> Self {
        Self::of_passing(screen.passing(lexicon), same_lemma, screen)
    }

    /// The same without the words for which `keep` does not hold.
    #[must_use]
    pub fn select(&self, mut keep: impl FnMut(Word) -> bool) -> Self {
        let lexicon = self.lexicon.select(|id| keep(self.lexicon.word(id)));
        match &self.screen {
            Some(screen) => Self::of_passing(lexicon, self.same_lemma, Arc::clone(screen)),
            None => Self::new(lexicon, self.same_lemma),
        }
    }

    fn of_passing(lexicon: Lexicon, same_lemma: SameLemma, screen: Arc<Screen>) -> Self {
        let (mut pieces, mut paired) = (Vec::new(), vec![0; lexicon.len().div_ceil(64)]);
        for id in lexicon.ids() {
            let word = lexicon.word(id);
            if screen.blocklist().pairs_with(word).next().is_some() {
                paired[id.index() / 64] |= 1 << (id.index() % 64);
            }
            let bit = lexicon.class(word.len()).bit(id);
            pieces.extend(screen.pieces(word).into_iter().map(|(piece, ..)| (word.len(), bit, piece)));
        }
        Self { lexicon, same_lemma, screen: Some(screen), pieces, paired }
    }

    /// What fills must pass, if anything.
    pub fn screen(&self) -> Option<&Screen> {
        self.screen.as_deref()
    }

    /// The words.
    pub const fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// Whether two of these words may be a pair that insults: a quick no for nearly all units.
    pub(super) fn may_be_paired(&self, words: &[WordId]) -> bool {
        words.iter().filter(|word| bits::has(&self.paired, word.index())).nth(1).is_some()
    }

    /// Whether words of a unit may share a lemma.
    pub const fn same_lemma(&self) -> SameLemma {
        self.same_lemma
    }

    /// How many groups there may be.
    pub(super) fn group_count(&self) -> usize {
        match self.same_lemma {
            SameLemma::Refused => self.lexicon.lemma_count(),
            SameLemma::Allowed => self.lexicon.len(),
        }
    }

    /// The groups of a word; never none.
    pub(super) fn groups(&self, word: WordId) -> impl Iterator<Item = usize> {
        let (lemmas, own) = match self.same_lemma {
            SameLemma::Refused => (self.lexicon.lemmas(word), None),
            SameLemma::Allowed => (&[][..], Some(word.index())),
        };
        lemmas.iter().map(|lemma| lemma.index()).chain(own)
    }

    /// Groups that two of these words share, sorted.
    pub(crate) fn clashing_groups(&self, words: &[WordId]) -> Vec<usize> {
        let mut groups: Vec<usize> = words.iter().flat_map(|word| self.groups(*word)).collect();
        groups.sort_unstable();
        let mut clashes: Vec<usize> = groups.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        clashes.dedup();
        clashes
    }
}

/// A vocabulary under a set of shown letters: which words are *completed*, being written with these letters alone.
/// All others are *open*.
#[derive(Clone, Debug)]
pub struct Split {
    shown: LetterSet,
    /// Bitsets of the completed words, one a length.
    completed: Vec<Vec<u64>>,
    /// Words of which these letters would leave an improper piece standing alone: bits, by length. All of them are open.
    left_out: Vec<Vec<usize>>,
}

impl Split {
    /// Divides the words. A word is open when it contains any hidden letter: an OR over a few bitsets a length.
    pub fn new(vocabulary: &Vocabulary, shown: LetterSet) -> Self {
        let completed = (0..=Word::MAX).map(|length| {
            let class = vocabulary.lexicon.class(length);
            let mut open = vec![0; class.blocks()];
            for hidden in shown.complement().iter() {
                for (block, containing) in open.iter_mut().zip(class.containing(hidden)) {
                    *block |= containing;
                }
            }
            open.iter().zip(class.all()).map(|(open, all)| all & !open).collect()
        });
        let mut left_out = vec![Vec::new(); Word::MAX + 1];
        for (length, bit, _) in vocabulary.pieces.iter().filter(|(.., piece)| piece.is_left_by(shown)) {
            left_out[*length].push(*bit);
        }
        Self { shown, completed: completed.collect(), left_out }
    }

    /// The letters.
    pub const fn shown(&self) -> LetterSet {
        self.shown
    }

    /// The words of one length that fills under these letters leave out, because an improper piece would stand alone.
    pub(super) fn left_out(&self, length: usize) -> &[usize] {
        &self.left_out[length]
    }

    /// The bitset of the completed words of one length.
    pub fn completed(&self, length: usize) -> &[u64] {
        &self.completed[length]
    }
}

/// Words of a theme, and how many of them a unit must have.
#[derive(Clone, Debug)]
pub struct Theme {
    at_least: usize,
    words: Vec<Vec<u64>>,
    /// Different first groups among the words: a unit has at most one word of each.
    found: usize,
}

impl Theme {
    /// The theme words that the vocabulary has.
    pub fn new(vocabulary: &Vocabulary, words: impl IntoIterator<Item = Word>, at_least: usize) -> Self {
        let lexicon = &vocabulary.lexicon;
        let mut bits: Vec<Vec<u64>> = (0..=Word::MAX).map(|length| vec![0; lexicon.class(length).blocks()]).collect();
        for word in words {
            if let Some(id) = lexicon.lookup(word) {
                let bit = lexicon.class(word.len()).bit(id);
                bits[word.len()][bit / 64] |= 1 << (bit % 64);
            }
        }
        let mut firsts: Vec<usize> = Vec::new();
        for (length, bits) in bits.iter().enumerate() {
            firsts.extend(bits::ones(bits).filter_map(|bit| vocabulary.groups(lexicon.class(length).id(bit)).next()));
        }
        firsts.sort_unstable();
        firsts.dedup();
        let found = firsts.len();
        Self { at_least, words: bits, found }
    }

    /// How many theme words a unit has at least.
    pub const fn at_least(&self) -> usize {
        self.at_least
    }

    /// How many theme words of the vocabulary one unit can have at most: one of each first group.
    pub const fn found(&self) -> usize {
        self.found
    }

    /// The bitset of the theme words of one length.
    pub fn words(&self, length: usize) -> &[u64] {
        &self.words[length]
    }
}
