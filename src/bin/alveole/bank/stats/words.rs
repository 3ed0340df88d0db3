//! What words a bank is made of.

use std::collections::BTreeMap;
use std::io::{self, Write};

use alveole::bank::Bank;
use alveole::letters::{Letter, Word};
use serde::Serialize;

/// The words of a bank: of each length, and with each letter.
#[derive(Serialize)]
pub(super) struct Words {
    /// Words, each once.
    different: usize,
    /// Places of words in grids.
    uses: usize,
    lengths: Vec<Length>,
    letters: Vec<WithLetter>,
}

/// The words of one length, and how often each is used.
#[derive(Serialize)]
struct Length {
    letters: usize,
    words: usize,
    uses: usize,
    least: usize,
    median: usize,
    most: usize,
}

/// The uses of words that have a letter.
#[derive(Serialize)]
struct WithLetter {
    letter: char,
    uses: usize,
}

impl Words {
    pub(super) fn of(bank: &Bank) -> Self {
        let mut uses: BTreeMap<Word, usize> = BTreeMap::new();
        let placed = bank.pairs().iter().flat_map(|made| &made.pair.grids).flat_map(|grid| &grid.words);
        for word in placed {
            *uses.entry(word.word).or_default() += 1;
        }
        let mut by_length: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (word, count) in &uses {
            by_length.entry(word.len()).or_default().push(*count);
        }
        let lengths = by_length.into_iter().map(|(letters, mut counts)| {
            counts.sort_unstable();
            let (words, uses) = (counts.len(), counts.iter().sum());
            Length { letters, words, uses, least: counts[0], median: counts[words / 2], most: counts[words - 1] }
        });
        let with = Letter::all().map(|letter| WithLetter {
            letter: letter.to_char(),
            uses: uses.iter().filter(|(word, _)| word.set().contains(letter)).map(|(_, count)| count).sum(),
        });
        Self { different: uses.len(), uses: uses.values().sum(), lengths: lengths.collect(), letters: with.collect() }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "\nletters     words    uses   least  median    most")?;
        for Length { letters, words, uses, least, median, most } in &self.lengths {
            writeln!(out, "{letters:>7}{words:>10}{uses:>8}{least:>8}{median:>8}{most:>8}")?;
        }
        writeln!(out, "    all{:>10}{:>8}", self.different, self.uses)?;
        writeln!(out, "\nletter  words with it")?;
        for WithLetter { letter, uses } in &self.letters {
            let permille = (uses * 1000).checked_div(self.uses).unwrap_or(0);
            writeln!(out, "     {letter}      {:>3}.{} %", permille / 10, permille % 10)?;
        }
        Ok(())
    }
}
