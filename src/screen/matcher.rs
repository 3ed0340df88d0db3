//! Many sought words at once: the only file that knows aho-corasick.

use std::ops::ControlFlow;

use aho_corasick::automaton::{Automaton, StateID};
use aho_corasick::dfa::DFA;
use aho_corasick::{Anchored, MatchKind};

use crate::blocklist::Sought;
use crate::letters::{Letter, Word};

/// What stands between texts that do not go together. No letter.
pub(super) const GAP: u8 = b'#';

/// Sought words, to be found in texts of ASCII letters.
#[derive(Clone, Debug)]
pub(super) struct Matcher {
    automaton: DFA,
    start: StateID,
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
        let mut builder = DFA::builder();
        builder.match_kind(MatchKind::Standard).prefilter(false);
        let automaton = builder.build(&texts).expect("some thousand short words make a small automaton");
        let start = automaton.start_state(Anchored::No).expect("an automaton that may start anywhere");
        Self { automaton, start, patterns, shortest }
    }

    /// Letters of the shortest word that is sought; more than any word has where none is.
    pub(super) const fn shortest(&self) -> usize {
        self.shortest
    }

    /// Hands over every match, by where it ends, until one is enough.
    pub(super) fn find<T>(
        &self,
        text: impl Iterator<Item = u8>,
        mut found: impl FnMut(Match) -> ControlFlow<T>,
    ) -> Option<T> {
        let mut state = self.start;
        for (byte, end) in text.zip(1..) {
            state = self.automaton.next_state(Anchored::No, state, byte);
            if !self.automaton.is_match(state) {
                continue;
            }
            for index in 0..self.automaton.match_len(state) {
                let pattern = self.automaton.match_pattern(state, index);
                let (sought, backwards) = self.patterns[pattern.as_usize()];
                let start = end - self.automaton.pattern_len(pattern);
                if let ControlFlow::Break(wanted) = found(Match { sought, backwards, start, end }) {
                    return Some(wanted);
                }
            }
        }
        None
    }

    /// All matches, by where they end.
    pub(super) fn all(&self, text: impl Iterator<Item = u8>) -> Vec<Match> {
        let mut all = Vec::new();
        let _: Option<()> = self.find(text, |found| {
            all.push(found);
            ControlFlow::Continue(())
        });
        all
    }
}

/// The letters of a word, `A`–`Z`.
pub(super) fn ascii(word: Word) -> Vec<u8> {
    word.letters().iter().map(|letter| Letter::to_ascii(*letter)).collect()
}
