//! The words of a unit, one by one and against each other.

use super::Judge;
use super::reading::{Reading, Run};
use crate::blocklist::Entry;
use crate::letters::Word;
use crate::verify::{Fault, Place, Rule};

/// MC-4.8: this word can be read, and must not be.
pub(super) fn improper(word: Word, place: Place, entry: &Entry) -> Fault {
    let message = format!("{word} must not be read: {}, {} ({})", entry.theme, entry.severity, entry.reason);
    Fault::new(Rule::Mc4_8, place, message)
}

impl Judge<'_> {
    /// MC-D2, MC-D5 and MC-4.8, for each word of a grid.
    pub(super) fn judge_words(&self, grid: usize, reading: &Reading, faults: &mut Vec<Fault>) {
        let lengths = self.game.crossword.word_length;
        for run in &reading.runs {
            if !lengths.contains(run.length) {
                let message = format!(
                    "{} has {} letters, and must have {} to {}",
                    run.text(),
                    run.length,
                    lengths.min,
                    lengths.max
                );
                faults.push(Fault::new(Rule::McD2, run.place(grid), message));
            } else if run.word.and_then(|word| self.lexicon.lookup(word)).is_none() {
                let message = format!("{} is not in the lexicon", run.text());
                faults.push(Fault::new(Rule::McD5, run.place(grid), message));
            }
            if let Some((word, entry)) = run.word.and_then(|word| Some((word, self.blocklist.blocking(word)?))) {
                faults.push(improper(word, run.place(grid), entry));
            }
        }
    }

    /// MC-4.5f and MC-D3: no word stands twice in a unit, and no two share a lemma.
    pub(super) fn judge_repeats(&self, readings: &[Reading], faults: &mut Vec<Fault>) {
        let runs: Vec<(usize, &Run, Word)> = readings
            .iter()
            .zip(1..)
            .flat_map(|(reading, grid)| reading.runs.iter().map(move |run| (grid, run)))
            .filter_map(|(grid, run)| Some((grid, run, run.word?)))
            .collect();
        let words = runs.iter().enumerate().map(|(index, (_, _, word))| (*word, index)).collect();
        for (_, first, second) in repeats(words) {
            let ((grid, run, word), (first_grid, first_run, _)) = (runs[second], runs[first]);
            let message =
                format!("{word} stands in {} too: the words of a unit are distinct", first_run.place(first_grid));
            faults.push(Fault::new(Rule::Mc4_5f, run.place(grid), message));
        }
        if self.allow_same_lemma {
            return;
        }
        let lemmas = runs.iter().enumerate().flat_map(|(index, (_, _, word))| {
            let lemmas = self.lexicon.lookup(*word).map_or(&[][..], |id| self.lexicon.lemmas(id));
            lemmas.iter().map(move |lemma| (*lemma, index))
        });
        let mut said = None;
        for (lemma, first, second) in repeats(lemmas.collect()) {
            let ((grid, run, word), (first_grid, first_run, first_word)) = (runs[second], runs[first]);
            // The same word was told above; two words that share several lemmas are told once.
            if word == first_word || said == Some((first, second)) {
                continue;
            }
            said = Some((first, second));
            let name = self.lexicon.lemma_name(lemma);
            let message =
                format!("{word} shares the lemma {name:?} with {first_word} in {}", first_run.place(first_grid));
            faults.push(Fault::new(Rule::McD3, run.place(grid), message));
        }
    }
}

/// Where a key comes again: the key, the place before, and this place, in the order of these places.
fn repeats<K: Ord + Copy>(mut places: Vec<(K, usize)>) -> Vec<(K, usize, usize)> {
    places.sort_unstable();
    let pairs = places.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1);
    let mut found: Vec<_> = pairs.map(|pair| (pair[0].0, pair[0].1, pair[1].1)).collect();
    found.sort_unstable_by_key(|&(key, first, second)| (second, first, key));
    found
}
