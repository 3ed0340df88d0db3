//! No two units of a run have the same grids: what a small lexicon can fill is counted by plain search.

use std::collections::{BTreeMap, BTreeSet};

use alveole::blocklist::Blocklist;
use alveole::letters::{LetterSet, Word, fold};
use alveole::lexicon::{Level, Lexicon};
use alveole::screen::Screen;
use alveole::unit::Direction;

use crate::cli::Room;
use crate::{LETTERS, fill, judged, rows, units};

/// The words of one unit, and some that differ from one of them where nothing crosses.
fn small_lexicon() -> (Vec<Word>, Vec<Word>) {
    let base = units(&fill("3,2", &[]).ends(0).out).remove(0);
    let usable = Screen::new(Blocklist::embedded()).passing(&Lexicon::embedded().at_level(Level::B));
    let (mut words, mut others) = (Vec::new(), Vec::new());
    for grid in &base.pair.grids {
        let crossed = |row: usize, column: usize| {
            let through = grid.words.iter().filter(|word| {
                let (row, column) = (row.wrapping_sub(word.row.into()), column.wrapping_sub(word.column.into()));
                let across = word.direction == Direction::Across;
                if across { row == 0 && column < word.word.len() } else { column == 0 && row < word.word.len() }
            });
            through.count() == 2
        };
        for placed in &grid.words {
            words.push(placed.word);
            let across = placed.direction == Direction::Across;
            let (row, column) = (usize::from(placed.row), usize::from(placed.column));
            let fits = |other: &Word| {
                let differs = |step: &usize| other.letters()[*step] != placed.word.letters()[*step];
                let open =
                    |step: usize| if across { !crossed(row, column + step) } else { !crossed(row + step, column) };
                other.len() == placed.word.len() && (0..other.len()).filter(differs).all(open)
            };
            others.extend(usable.entries().map(|entry| entry.word).filter(fits).take(4));
        }
    }
    others.retain(|word| !words.contains(word));
    (words, others)
}

/// All pairs of grids that these words can fill, found by plain search: each word once, and so many completed.
struct Oracle<'a> {
    words: Vec<Word>,
    shown: LetterSet,
    outcome: [usize; 2],
    /// Slots of both grids: the cells of each, by grid, row and column.
    slots: Vec<Vec<(usize, usize, usize)>>,
    mask: &'a [Vec<u8>],
    found: BTreeSet<Vec<Vec<String>>>,
}

impl Oracle<'_> {
    fn search(
        &mut self,
        cells: &BTreeMap<(usize, usize, usize), u8>,
        open: &[usize],
        used: &mut Vec<Word>,
        completed: [usize; 2],
    ) {
        assert!(self.found.len() < 5000, "more pairs of grids than are worth counting");
        // The slot with the fewest words left.
        let candidates = |slot: usize| -> Vec<Word> {
            let fits = |word: &&Word| {
                let slot = &self.slots[slot];
                word.len() == slot.len()
                    && !used.contains(*word)
                    && slot
                        .iter()
                        .zip(word.letters())
                        .all(|(cell, letter)| cells.get(cell).is_none_or(|there| *there == letter.to_ascii()))
            };
            self.words.iter().filter(fits).copied().collect()
        };
        let Some((slot, words)) =
            open.iter().map(|slot| (*slot, candidates(*slot))).min_by_key(|(_, words)| words.len())
        else {
            if completed == self.outcome {
                let row = |grid: usize, row: usize, line: &[u8]| -> String {
                    let cell = |(column, cell): (usize, &u8)| {
                        if *cell == b'#' { '#' } else { cells[&(grid, row, column)].into() }
                    };
                    line.iter().enumerate().map(cell).collect()
                };
                let grids =
                    (0..2).map(|grid| self.mask.iter().enumerate().map(|(at, line)| row(grid, at, line)).collect());
                self.found.insert(grids.collect());
            }
            return;
        };
        let open: Vec<usize> = open.iter().copied().filter(|other| *other != slot).collect();
        for word in words {
            let mut completed = completed;
            completed[self.slots[slot][0].0] +=
                usize::from(word.letters().iter().all(|letter| self.shown.contains(*letter)));
            if completed[0] > self.outcome[0] || completed[1] > self.outcome[1] {
                continue;
            }
            let mut cells = cells.clone();
            cells.extend(self.slots[slot].iter().copied().zip(word.letters().iter().map(|letter| letter.to_ascii())));
            used.push(word);
            self.search(&cells, &open, used, completed);
            used.pop();
        }
    }

    /// The maximal runs of a mask, in both grids.
    fn slots(mask: &[Vec<u8>]) -> Vec<Vec<(usize, usize, usize)>> {
        let mut slots = Vec::new();
        for grid in 0..2 {
            for turned in [false, true] {
                let (lines, length) = if turned { (mask[0].len(), mask.len()) } else { (mask.len(), mask[0].len()) };
                for line in 0..lines {
                    let cell = |at: usize| if turned { (grid, at, line) } else { (grid, line, at) };
                    let letter = |at: &usize| mask[cell(*at).1][cell(*at).2] == b'.';
                    let places: Vec<usize> = (0..length).collect();
                    let runs = places.chunk_by(|first, second| letter(first) == letter(second));
                    slots.extend(
                        runs.filter(|run| run.len() > 1 && letter(&run[0]))
                            .map(|run| run.iter().map(|at| cell(*at)).collect()),
                    );
                }
            }
        }
        slots
    }
}

#[test]
fn all_that_exist_come_out_and_then_it_is_3() {
    let mask: Vec<Vec<u8>> =
        include_str!("../data/fill/layout.txt").lines().map(|line| line.as_bytes().to_vec()).collect();
    let shown = fold(&LETTERS[..9]).unwrap().set().union(fold(&LETTERS[9..]).unwrap().set());
    let slots = Oracle::slots(&mask);
    assert_eq!(slots.len(), 36);
    // Words join until the grids are more than a run makes at a time, and still few enough to count.
    let (words, others) = small_lexicon();
    let mut oracle = Oracle { words, shown, outcome: [3, 2], slots, mask: &mask, found: BTreeSet::new() };
    for word in others {
        if !oracle.words.contains(&word) {
            oracle.words.push(word);
            oracle.search(&BTreeMap::new(), &(0..36).collect::<Vec<_>>(), &mut Vec::new(), [0, 0]);
        }
        if oracle.found.len() > 256 {
            break;
        }
    }
    let exist = oracle.found.len();
    println!("{} words, {exist} pairs of grids", oracle.words.len());
    assert!((257..2000).contains(&exist), "{exist} pairs");

    let room = Room::new();
    let list: Vec<String> = oracle.words.iter().map(|word| format!("{word}\n")).collect();
    let list = room.file("small.txt", &list.concat());
    for solver in ["auto", "sat"] {
        let count = (exist + 3).to_string();
        let run = fill("3,2", &["--lexicon", &list, "--allow-same-lemma", "--count", &count, "--solver", solver]);
        run.ends(3);
        let made: Vec<Vec<Vec<String>>> =
            units(&run.out).iter().map(|unit| unit.pair.grids.iter().map(rows).collect()).collect();
        assert_eq!(made.len(), exist, "{solver}: {}", run.err);
        assert!(made.into_iter().collect::<BTreeSet<_>>() == oracle.found, "{solver}");
        let end = format!("{exist} made, 3 proved infeasible\n");
        assert!(run.err.ends_with(&end), "{}", run.err);
        let taken =
            "earlier units have all fills there are; no other was left, proved on exactly this choice of layouts";
        assert_eq!(run.err.matches(taken).count(), 3, "{}", run.err);
        judged(&run.out, &["--lexicon", &list, "--allow-same-lemma"]);
    }
    // As many as there are: nothing is missing. For any number of threads.
    let all = |threads| {
        fill("3,2", &["--lexicon", &list, "--allow-same-lemma", "--count", &exist.to_string(), "--threads", threads])
    };
    assert_eq!(all("1").ends(0).out, all("2").ends(0).out);
}
