//! What the record says of a grid's words, held against what its cells show.

use super::Judge;
use super::reading::{Reading, Spot, letters_from, place};
use crate::letters::{Letter, Word, fold};
use crate::unit::{Grid, PlacedWord};
use crate::verify::{Fault, Rule};

fn spot(placed: &PlacedWord) -> Spot {
    (placed.direction, placed.row.into(), placed.column.into())
}

/// Whether the displayed form is one of the word.
fn is_form(placed: &PlacedWord) -> bool {
    // Folding walks the tables of Unicode, which takes longer than all the rest: the usual accents are read here.
    let plain = |character| match character {
        'a'..='z' => character.to_ascii_uppercase(),
        'à' | 'â' => 'A',
        'ç' => 'C',
        'é' | 'è' | 'ê' | 'ë' => 'E',
        'î' | 'ï' => 'I',
        'ô' => 'O',
        'ù' | 'û' | 'ü' => 'U',
        other => other,
    };
    let letters = placed.word.letters().iter().map(|letter| letter.to_char());
    placed.display.chars().map(plain).eq(letters) || fold(&placed.display) == Ok(placed.word)
}

impl Judge<'_> {
    /// MC-4.5b and MC-D6: the words of the record are the runs of the cells, in any order; MC-4.8 for those that are not.
    pub(super) fn judge_record(&self, number: usize, grid: &Grid, reading: &Reading, faults: &mut Vec<Fault>) {
        let in_order = grid.words.iter().zip(&reading.runs);
        let agrees = grid.words.len() == reading.runs.len()
            && in_order.into_iter().all(|(placed, run)| spot(placed) == run.spot && Some(placed.word) == run.word);
        if !agrees {
            self.compare(number, grid, reading, faults);
        }
        for placed in grid.words.iter().filter(|placed| !is_form(placed)) {
            let message = format!("{:?} is no form of {}", placed.display, placed.word);
            faults.push(Fault::new(Rule::McD6, place(number, spot(placed)), message));
        }
    }

    fn compare(&self, number: usize, grid: &Grid, reading: &Reading, faults: &mut Vec<Fault>) {
        let mut listed: Vec<(Spot, Word)> = grid.words.iter().map(|placed| (spot(placed), placed.word)).collect();
        listed.sort_by_key(|(spot, _)| *spot);
        // Words that do not stand where the record places them.
        let mut strays: Vec<Word> = Vec::new();
        for (index, &(spot, word)) in listed.iter().enumerate() {
            if index > 0 && listed[index - 1].0 == spot {
                let message = format!("the record lists a second word here: {word}");
                faults.push(Fault::new(Rule::McD6, place(number, spot), message));
            }
            if reading.at(spot).is_some_and(|run| run.word == Some(word)) {
                continue;
            }
            let shown: Vec<_> = letters_from(&grid.cells, spot).take(word.len()).collect();
            if shown == word.letters() {
                let whole = reading.runs.iter().find(|run| run.spot.0 == spot.0 && run.covers(spot.1, spot.2));
                let message = match whole {
                    Some(run) => {
                        format!("the record lists {word}, which is a part of {}: words are whole runs", run.text())
                    }
                    None => format!("the record lists {word}, which is no run of two or more letter cells"),
                };
                faults.push(Fault::new(Rule::Mc4_5b, place(number, spot), message));
            } else {
                let shown: String = shown.into_iter().map(Letter::to_char).collect();
                let shown = if shown.is_empty() { "no letter" } else { &shown };
                let message = format!("the record lists {word}; the cells show {shown}");
                faults.push(Fault::new(Rule::McD6, place(number, spot), message));
                strays.push(word);
            }
            if let Some(entry) = self.blocklist.blocking(word) {
                let against = (&entry.kind, &*entry.reason);
                faults.push(super::improper::improper(word, "", place(number, spot), against));
            }
        }
        strays.sort_unstable();
        for run in &reading.runs {
            let is_listed = listed.binary_search_by_key(&run.spot, |(spot, _)| *spot).is_ok();
            let is_stray = run.word.is_some_and(|word| strays.binary_search(&word).is_ok());
            if !is_listed && !is_stray {
                let message = format!("the record does not list {}", run.text());
                faults.push(Fault::new(Rule::Mc4_5b, run.place(number), message));
            }
        }
    }
}
