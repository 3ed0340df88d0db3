//! Many sought words at once: the only file that knows aho-corasick.

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use crate::blocklist::Sought;
use crate::letters::{Letter, Word};

/// What stands between texts that do not go together. No letter.
pub(super) const GAP: u8 = b'#';

/// Sought words, to be found in texts of ASCII letters.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    automaton: AhoCorasick,
    /// What each pattern is: a sought word, by its place in the blocklist, and whether it is spelt backwards.
    patterns: Vec<(usize, bool)>,
    /// Letters of the shortest pattern.
    shortest: usize,
}

/// A sought word in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    /// Its place in the blocklist's sought words.
    pub(super) sought: usize,
    /// Whether it is spelt backwards.
    pub(super) backwards: bool,
    /// Where it starts in the text, backwards or not.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
}

impl Matcher {
    /// A matcher of the sought words for which `wanted` holds, backwards too if `both_ways`.
    pub(super) fn new(sought: &[Sought], wanted: impl Fn(&Sought) -> bool, both_ways: bool) -> Self {
        let (mut texts, mut patterns) = (Vec::new(), Vec::new());
        for (place, sought) in sought.iter().enumerate().filter(|(_, sought)| wanted(sought)) {
            let mut text = ascii(sought.word);
            patterns.push((place, false));
            texts.push(text.clone());
            if both_ways {
                text.reverse();
                patterns.push((place, true));
                texts.push(text);
            }
        }
        let shortest = texts.iter().map(Vec::len).min().unwrap_or(Word::MAX + 1);
        let mut builder = AhoCorasick::builder();
        builder.kind(Some(AhoCorasickKind::DFA)).prefilter(false);
        let automaton = builder.build(&texts).expect("some thousand short words make a small automaton");
        Self { automaton, patterns, shortest }
    }

    /// Letters of the shortest word that is sought; more than any word has where none is.
    pub(super) const fn shortest(&self) -> usize {
        self.shortest
    }

    /// All matches, by where they end.
    pub(super) fn all<'t>(&'t self, text: &'t [u8]) -> impl Iterator<Item = Match> + 't {
        self.automaton.find_overlapping_iter(text).map(|found| {
            let (sought, backwards) = self.patterns[found.pattern().as_usize()];
            Match { sought, backwards, start: found.start(), end: found.end() }
        })
    }
}

/// The letters of a word, `A`–`Z`.
pub(super) fn ascii(word: Word) -> Vec<u8> {
    word.letters().iter().map(|letter| Letter::to_ascii(*letter)).collect()
}
