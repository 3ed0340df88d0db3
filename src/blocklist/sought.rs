//! Which blocked words are sought where they are neither a word of the unit nor a maximal run, under the policy.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Blocklist, Pair, Reach, Sought};
use crate::letters::{ALPHABET, Letter, Word};

/// Which three letters some words start with: a quick no for nearly all places at which they could be read.
#[derive(Clone, Debug, Default)]
pub struct Starts {
    bits: Vec<u64>,
    /// The same for three letters that are read backwards or forwards.
    either_way: Vec<u64>,
    /// Whether some word has fewer than three letters: then every place is a maybe.
    any_short: bool,
    /// Letters of the longest word.
    longest: usize,
}

impl Starts {
    fn new(words: impl Iterator<Item = Word>) -> Self {
        let bits = vec![0; ALPHABET.pow(3).div_ceil(64)];
        let mut starts = Self { either_way: bits.clone(), bits, any_short: false, longest: 0 };
        for word in words {
            starts.longest = starts.longest.max(word.len());
            match word.letters() {
                [first, second, third, ..] => {
                    let [first, second, third] = [*first, *second, *third].map(index);
                    let (ahead, back) = (number([first, second, third]), number([third, second, first]));
                    starts.bits[ahead / 64] |= 1 << (ahead % 64);
                    for bit in [ahead, back] {
                        starts.either_way[bit / 64] |= 1 << (bit % 64);
                    }
                }
                _ => starts.any_short = true,
            }
        }
        starts
    }

    /// Whether some word starts with these letters, each by its index.
    #[inline]
    pub fn may_start(&self, letters: [u8; 3]) -> bool {
        self.any_short || has(&self.bits, letters)
    }

    /// Whether some word starts with these letters, or with the same backwards.
    #[inline]
    pub fn may_start_either_way(&self, letters: [u8; 3]) -> bool {
        self.any_short || has(&self.either_way, letters)
    }

    /// Whether some word has fewer than three letters.
    pub const fn any_short(&self) -> bool {
        self.any_short
    }

    /// Letters of the longest word; 0 where there is none.
    pub const fn longest(&self) -> usize {
        self.longest
    }
}

fn number([first, second, third]: [u8; 3]) -> usize {
    (usize::from(first) * ALPHABET + usize::from(second)) * ALPHABET + usize::from(third)
}

const fn index(letter: Letter) -> u8 {
    letter.to_ascii() - b'A'
}

fn has(bits: &[u64], letters: [u8; 3]) -> bool {
    let bit = number(letters);
    bits.get(bit / 64).is_some_and(|block| block >> (bit % 64) & 1 == 1)
}

/// The sought words, sorted, with the first of them for each two letters that words start with.
#[derive(Clone, Default)]
pub(super) struct SoughtWords {
    words: Vec<Sought>,
    first: Vec<usize>,
    /// Of the words that are sought inside others or across cells.
    on_lines: Starts,
    /// Of the words that question marks must not read.
    question_marks: Starts,
    /// Of the words that are one half of a pair.
    pairs: Starts,
}

impl SoughtWords {
    fn new(lists: &Blocklist) -> Self {
        let sought = lists.entries().filter(|entry| entry.word.len() >= 2).filter_map(|entry| {
            let (word, policy) = (entry.word, &lists.policy);
            let hand = lists.by_hand.iter().find(|hand| hand.word == word);
            let counts =
                |reach: &Reach, by_hand: bool| lists.reached(word, reach).is_some() || by_hand && !reach.excepts(word);
            let inside = counts(&policy.inside, hand.is_some_and(|hand| hand.inside));
            let cells = counts(&policy.cells, hand.is_some_and(|hand| hand.cells));
            let pieces = counts(&policy.pieces, hand.is_some_and(|hand| hand.pieces));
            let (reason, listed) =
                hand.map_or_else(|| (entry.reason.clone(), entry.listed), |hand| (hand.reason.clone(), hand.listed));
            let entry = entry.clone();
            (inside || cells || pieces).then_some(Sought { word, entry, inside, cells, pieces, reason, listed })
        });
        let mut words: Vec<Sought> = sought.collect();
        words.sort_unstable_by_key(|sought| sought.word);
        let starts = |word: Word| word.letters()[0].index() * ALPHABET + word.letters()[1].index();
        let two = 0..=ALPHABET * ALPHABET;
        let first = two.map(|two| words.partition_point(|sought| starts(sought.word) < two)).collect();
        let on_lines = Starts::new(words.iter().filter(|s| s.inside || s.cells).map(|sought| sought.word));
        Self { words, first, on_lines, question_marks: Starts::default(), pairs: Starts::default() }
    }

    fn from(&self, first: Letter, second: Letter) -> &[Sought] {
        let two = first.index() * ALPHABET + second.index();
        match self.first.get(two..two + 2) {
            Some(bounds) => &self.words[bounds[0]..bounds[1]],
            None => &[],
        }
    }
}

impl Blocklist {
    /// Works out again what is sought and paired, after the lists or the policy have changed.
    pub(super) fn settled(mut self) -> Self {
        self.sought = SoughtWords::new(&self);
        // A letter stands under one question mark only.
        let distinct = |word: &Word| word.set().len() == word.len();
        let words = self.entries().map(|entry| entry.word).filter(distinct);
        let words = words.filter(|word| self.blocking_in_question_marks(*word).is_some());
        self.sought.question_marks = Starts::new(words);
        let mut partners: HashMap<Word, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (at, pair) in self.pairs.iter().enumerate() {
            if self.policy.pairs.is_some_and(|least| pair.severity >= least) {
                pair.words.iter().for_each(|word| partners.entry(*word).or_default().push(at));
            }
        }
        self.sought.pairs = Starts::new(partners.keys().copied());
        self.partners = partners;
        self
    }

    /// The words that are sought beyond whole words, sorted.
    pub fn sought(&self) -> &[Sought] {
        &self.sought.words
    }

    /// How the words start that are sought inside others or across cells.
    pub const fn starts_on_lines(&self) -> &Starts {
        &self.sought.on_lines
    }

    /// How the words start that question marks must not read.
    pub const fn starts_in_question_marks(&self) -> &Starts {
        &self.sought.question_marks
    }

    /// The sought words that start with these two letters, sorted.
    pub fn sought_from(&self, first: Letter, second: Letter) -> &[Sought] {
        self.sought.from(first, second)
    }

    /// The sought word that is exactly these letters.
    pub fn sought_as(&self, letters: &[Letter]) -> Option<&Sought> {
        let [first, second, ..] = letters else { return None };
        self.sought.from(*first, *second).iter().find(|sought| sought.word.letters() == letters)
    }

    /// The pairs of which a word is one half, and which the policy counts.
    pub fn pairs_with(&self, word: Word) -> impl Iterator<Item = &Pair> {
        let may_be_half = match word.letters() {
            [first, second, third, ..] => self.sought.pairs.may_start([*first, *second, *third].map(index)),
            _ => self.sought.pairs.any_short(),
        };
        may_be_half.then(|| self.partners.get(&word)).flatten().into_iter().flatten().map(|at| &self.pairs[*at])
    }
}
