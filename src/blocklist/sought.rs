//! Which blocked words are sought where they are neither a word of the unit nor a maximal run, under the policy.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::rows::ByHand;
use super::{Blocklist, Entry, Pair, Policy, Sought};
use crate::letters::{ALPHABET, Letter, Word};

/// The sought words, sorted, with the first of them for each two letters that words start with.
#[derive(Clone, Default)]
pub(super) struct SoughtWords {
    words: Vec<Sought>,
    first: Vec<usize>,
}

impl SoughtWords {
    fn new<'a>(entries: impl Iterator<Item = &'a Entry>, by_hand: &[ByHand], policy: &Policy) -> Self {
        let sought = entries.filter(|entry| entry.word.len() >= 2).filter_map(|entry| {
            let word = entry.word;
            let hand = by_hand.iter().find(|hand| hand.word == word);
            let inside = policy.inside.has(entry) || hand.is_some_and(|h| h.inside && !policy.inside.excepts(word));
            let cells = policy.cells.has(entry) || hand.is_some_and(|h| h.cells && !policy.cells.excepts(word));
            let pieces = policy.pieces.has(entry) || hand.is_some_and(|h| h.pieces && !policy.pieces.excepts(word));
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
        Self { words, first }
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
        self.sought = SoughtWords::new(self.entries(), &self.by_hand, &self.policy);
        let mut partners: HashMap<Word, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (at, pair) in self.pairs.iter().enumerate() {
            if self.policy.pairs.is_some_and(|least| pair.severity >= least) {
                pair.words.iter().for_each(|word| partners.entry(*word).or_default().push(at));
            }
        }
        self.partners = partners;
        self
    }

    /// The words that are sought beyond whole words, sorted.
    pub fn sought(&self) -> &[Sought] {
        &self.sought.words
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
        self.partners.get(&word).into_iter().flatten().map(|at| &self.pairs[*at])
    }
}
