//! Amending a filled pair changes as few cells as can be: held against all fills of small grids.
#![allow(clippy::unwrap_used, reason = "a test stops where it fails")]

use std::collections::BTreeSet;

use alveole::crossword::amend::{Amend, CellPlace};
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::letters::{Letter, Word};
use alveole::lexicon::Lexicon;
use alveole::rng::{Purpose, Stream, Streams};
use alveole::unit::{Cells, Direction, Grid, GridPair, PlacedWord};

/// Two words of four letters across, two down, crossing at their first and third letters.
const SPOTS: [(Direction, u8, u8); 4] =
    [(Direction::Across, 0, 0), (Direction::Across, 2, 0), (Direction::Down, 0, 0), (Direction::Down, 0, 2)];

fn grid(words: [Word; 4]) -> GridPair {
    let mut cells = Cells::grey(4, 4);
    let mut placed = Vec::new();
    for (word, (direction, row, column)) in words.into_iter().zip(SPOTS) {
        for (at, letter) in word.letters().iter().enumerate() {
            let (row, column) = (usize::from(row), usize::from(column));
            match direction {
                Direction::Across => cells.set(row, column + at, Some(*letter)),
                Direction::Down => cells.set(row + at, column, Some(*letter)),
            }
        }
        placed.push(PlacedWord { word, display: "before".into(), row, column, direction });
    }
    GridPair { grids: vec![Grid { cells, words: placed }] }
}

/// All fills from these words.
fn fills(words: &[Word]) -> Vec<GridPair> {
    let mut fills = Vec::new();
    let at = |word: &Word, place: usize| word.letters()[place];
    for first in words {
        for second in words {
            let fits = |word: &&Word, place: usize| at(word, 0) == at(first, place) && at(word, 2) == at(second, place);
            for left in words.iter().filter(|word| fits(word, 0)) {
                for right in words.iter().filter(|word| fits(word, 2)) {
                    fills.push(grid([*first, *second, *left, *right]));
                }
            }
        }
    }
    fills
}

fn letters(pair: &GridPair) -> Vec<Option<Letter>> {
    (0..4).flat_map(|row| pair.grids[0].cells.row(row).to_vec()).collect()
}

fn differing(pair: &GridPair, other: &GridPair) -> usize {
    letters(pair).iter().zip(letters(other)).filter(|(a, b)| *a != b).count()
}

fn drawn(stream: &mut Stream, count: usize) -> Vec<Word> {
    let words: BTreeSet<Word> = (0..count)
        .map(|_| {
            Word::from_letters(&[0; 4].map(|_| Letter::from_index(stream.below(6).try_into().unwrap()).unwrap()))
                .unwrap()
        })
        .collect();
    words.into_iter().collect()
}

fn vocabulary(words: &[Word]) -> Vocabulary {
    let text: Vec<String> = words.iter().map(Word::to_string).collect();
    Vocabulary::new(Lexicon::read(text.join("\n").as_bytes(), None).unwrap(), SameLemma::Allowed)
}

#[test]
fn as_few_cells_as_can_be() {
    let streams = Streams::from_seed(5, Purpose::Fill);
    let (mut amended, mut impossible, mut by_cells) = (0, 0, [0; 17]);
    for round in 0..600_u64 {
        let mut stream = streams.stream(round, 0);
        let words = drawn(&mut stream, 4 + usize::try_from(round % 28).unwrap());
        let all = fills(&words);
        if all.is_empty() {
            continue;
        }
        let pair = all[stream.index(all.len())].clone();
        let banned = pair.grids[0].words[stream.index(4)].word;
        let left: Vec<Word> = words.iter().copied().filter(|word| *word != banned || round % 3 == 0).collect();
        // One cell of two must change: none where the word is enough.
        let places = [(0, 0), (0, 1), (2, 2), (3, 0)].map(|(row, column)| CellPlace { grid: 0, row, column });
        let first = stream.index(3);
        let musts = if round % 2 == 0 { vec![places[first..first + 2].to_vec()] } else { Vec::new() };
        let changes = |other: &GridPair| {
            let changed = |cell: &CellPlace| {
                other.grids[0].cells.get(cell.row, cell.column) != pair.grids[0].cells.get(cell.row, cell.column)
            };
            musts.iter().all(|cells| cells.iter().any(changed))
        };
        let fewest = fills(&left).iter().filter(|other| changes(other)).map(|other| differing(&pair, other)).min();
        let vocabulary = vocabulary(&left);
        let preference: Vec<u32> = (0..).take(left.len()).collect();
        let amend = Amend { vocabulary: &vocabulary, musts: &musts, preference: &preference, steps: 100_000_000 };
        let found = amend.amend(&pair, |_| true);
        assert_eq!(found.as_ref().map(|found| found.cells), fewest, "round {round}");
        let Some(found) = found else {
            impossible += 1;
            continue;
        };
        assert_eq!(differing(&pair, &found.pair), found.cells);
        assert!(changes(&found.pair) && fills(&left).iter().any(|other| letters(other) == letters(&found.pair)));
        for (before, after) in pair.grids[0].words.iter().zip(&found.pair.grids[0].words) {
            assert_eq!(before.word == after.word, &*after.display == "before", "words that stay keep their form");
        }
        amended += 1;
        by_cells[found.cells] += 1;
    }
    assert!(amended > 200 && impossible > 5, "{amended} {impossible}");
    assert!(by_cells[1..5].iter().all(|count| *count > 5), "{by_cells:?}");
}

#[test]
fn what_is_not_taken_is_followed_by_the_next() {
    let mut stream = Streams::from_seed(6, Purpose::Fill).stream(0, 0);
    let words = drawn(&mut stream, 60);
    let all = fills(&words);
    let pair = &all[0];
    let vocabulary = vocabulary(&words);
    let musts = [vec![CellPlace { grid: 0, row: 0, column: 0 }]];
    let preference: Vec<u32> = (0..).take(words.len()).collect();
    let amend = Amend { vocabulary: &vocabulary, musts: &musts, preference: &preference, steps: 100_000_000 };
    let mut cells = Vec::new();
    let none = amend.amend(pair, |other| {
        cells.push(differing(pair, other));
        false
    });
    assert_eq!(none, None);
    assert!(cells.len() > 5 && cells.is_sorted(), "{cells:?}");
    let spent = Amend { steps: 10, ..amend };
    assert_eq!(spent.amend(pair, |_| true), None, "a budget of steps ends it");
}
