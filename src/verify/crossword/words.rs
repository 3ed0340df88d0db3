//! The words of a unit, one by one and against each other.

use super::Judge;
use super::improper::improper;
use super::reading::{Reading, Run};
use crate::letters::Word;
use crate::verify::{Fault, Rule};

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
            } else if run.id.is_none() {
                let message = format!("{} is not in the lexicon", run.text());
                faults.push(Fault::new(Rule::McD5, run.place(grid), message));
            }
            if let Some((word, entry)) = run.word.and_then(|word| Some((word, self.blocklist.blocking(word)?))) {
                faults.push(improper(word, "", run.place(grid), (&entry.kind, &entry.reason)));
            }
        }
    }

    /// MC-4.5f and MC-D3: no word stands twice in a unit, and no two share a lemma.
    pub(super) fn judge_repeats(&self, readings: &[Reading], faults: &mut Vec<Fault>) {
        let mut runs: Vec<(usize, &Run, Word)> =
            Vec::with_capacity(readings.iter().map(|reading| reading.runs.len()).sum());
        for (reading, grid) in readings.iter().zip(1..) {
            runs.extend(reading.runs.iter().filter_map(|run| Some((grid, run, run.word?))));
        }
        // Ids are quicker to compare; words that the lexicon does not have may stand twice as well.
        let words = runs.iter().enumerate().map(|(index, (_, run, word))| ((run.id, *word), index)).collect();
        for (_, first, second) in repeats(words) {
            let ((grid, run, word), (first_grid, first_run, _)) = (runs[second], runs[first]);
            let message =
                format!("{word} stands in {} too: the words of a unit are distinct", first_run.place(first_grid));
            faults.push(Fault::new(Rule::Mc4_5f, run.place(grid), message));
        }
        if self.allow_same_lemma {
            return;
        }
        // Homographs have two lemmas, few have more.
        let mut lemmas = Vec::with_capacity(2 * runs.len());
        for (index, (_, run, _)) in runs.iter().enumerate() {
            let of_word = run.id.map_or(&[][..], |id| self.lexicon.lemmas(id));
            lemmas.extend(of_word.iter().map(|lemma| (*lemma, index)));
        }
        let mut said = None;
        for (lemma, first, second) in repeats(lemmas) {
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
