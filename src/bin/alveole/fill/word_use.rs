//! How varied the units of a run are: which words they use, and how often.

use std::collections::BTreeMap;
use std::fmt;

use alveole::letters::Word;
use alveole::unit::GridPair;

/// Counts of the words of a run's units.
#[derive(Debug, Default)]
pub(crate) struct WordUse {
    units: u64,
    counts: BTreeMap<Word, u64>,
}

impl WordUse {
    /// Adds the words of one unit.
    pub(crate) fn add(&mut self, pair: &GridPair) {
        self.units += 1;
        for placed in pair.grids.iter().flat_map(|grid| &grid.words) {
            *self.counts.entry(placed.word).or_default() += 1;
        }
    }
}

impl fmt::Display for WordUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut most: Vec<(&Word, u64)> = self.counts.iter().map(|(word, count)| (word, *count)).collect();
        // Equal counts stay in alphabetic order.
        most.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let most: Vec<String> = most.iter().take(5).map(|(word, count)| format!("{word} {count}")).collect();
        write!(f, "{} distinct words in {} units; most used: {}", self.counts.len(), self.units, most.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use alveole::letters::fold;
    use alveole::unit::{Cells, Direction, Grid, PlacedWord};

    use super::*;

    #[test]
    fn the_most_used_come_first() {
        let placed = |word: &str| PlacedWord {
            word: fold(word).unwrap(),
            display: word.into(),
            row: 0,
            column: 0,
            direction: Direction::Across,
        };
        let grid =
            |words: &[&str]| Grid { cells: Cells::grey(1, 1), words: words.iter().map(|word| placed(word)).collect() };
        let mut word_use = WordUse::default();
        word_use.add(&GridPair { grids: vec![grid(&["zut", "ami"]), grid(&["bon"])] });
        word_use.add(&GridPair { grids: vec![grid(&["zut"])] });
        assert_eq!(word_use.to_string(), "3 distinct words in 2 units; most used: ZUT 2, AMI 1, BON 1");
    }
}
