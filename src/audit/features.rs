//! What an audit looks at on a pair of grids: all of it visible before any letter is uncovered.
//!
//! Words and cells are those of both grids, unless a grid is named. What the features are about:
//!
//! - **Letters**, each by the words that have it and by its cells. A ticket that wins has few letters to hide, so a maker who
//!   starts from the outcome uses the hidden letters less.
//! - **Letters once**: those that stand in one cell only, which told the winners of 2003.
//! - **Shapes**: how long words are, how they run and cross, how much is grey. These follow from the layouts.
//! - **Familiarity** of the words: a maker who has little choice takes rarer ones.
//! - **Odds**: how many words, or groups of words of one grid, a uniform set of letters completes on average; and how many of a
//!   fixed 16,384 random sets win so much. These are close to a pair's own odds, and show a maker who draws grids and letters
//!   together until the lot is paid.

use std::array;

use crate::game::Game;
use crate::letters::{ALPHABET, Letter, LetterSet, Word};
use crate::lexicon::Lexicon;
use crate::money::Cents;
use crate::rng::{Purpose, Streams};
use crate::unit::{Direction, Grid, GridPair};

/// One feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name in verdicts, such as `words with E`.
    pub name: String,
    /// What it is.
    pub what: &'static str,
}

/// The declared list of features, in order, and what is needed to compute them.
#[derive(Clone, Debug)]
pub struct Features {
    list: Vec<Feature>,
    lexicon: Lexicon,
    /// The probability that a word of so many distinct letters is completed by a uniform set of letters.
    completed: Vec<f64>,
    /// Gains that a pair's odds are asked of.
    least: Vec<Cents>,
    /// The gain of a grid by its completed words; what no unit may have gains like the last row.
    gains: Vec<Cents>,
    /// Hidden letters of random sets, set by set.
    hidden: Vec<Letter>,
    hidden_each: usize,
}

/// Random sets of letters that each pair is tried with: one in a hundred of all.
const SETS: u32 = 1 << 14;

type Of = fn(&View, &Features) -> f64;

/// All but those that each letter has.
const PLAIN: [(&str, &str, Of); 37] = [
    ("letters once", "letters that stand in one cell only, both grids together", |view, _| once(&view.cells())),
    ("letters once, grid 1", "letters that stand in one cell of grid 1", |view, _| once(&view.grid(0).cells)),
    ("letters once, grid 2", "letters that stand in one cell of grid 2", |view, _| once(&view.grid(1).cells)),
    ("distinct letters", "letters that stand anywhere", |view, _| distinct(&view.cells())),
    ("distinct letters, grid 1", "letters that stand in grid 1", |view, _| distinct(&view.grid(0).cells)),
    ("distinct letters, grid 2", "letters that stand in grid 2", |view, _| distinct(&view.grid(1).cells)),
    ("letter cells", "cells with a letter", |view, _| view.letter_cells()),
    ("grey cells", "cells without one", |view, _| view.sum(|grid| grid.grey)),
    ("crossings", "cells that belong to two words", |view, _| view.sum(|grid| grid.crossings)),
    ("words across", "words that run across", |view, _| view.sum(|grid| grid.across)),
    ("letters of all words", "the lengths of all words, added up", |view, _| view.over_words(|word| word.len())),
    ("words of 3 letters", "such words", |view, _| view.of_length(3, 3)),
    ("words of 4 letters", "such words", |view, _| view.of_length(4, 4)),
    ("words of 5 letters", "such words", |view, _| view.of_length(5, 5)),
    ("words of 6 letters", "such words", |view, _| view.of_length(6, 6)),
    ("words of 7 letters", "such words", |view, _| view.of_length(7, 7)),
    ("words of 8 letters", "such words", |view, _| view.of_length(8, 8)),
    ("words of 9 letters or more", "such words", |view, _| view.of_length(9, Word::MAX)),
    ("repeated letters", "letters of words that their word has already", |view, _| {
        view.over_words(|word| word.len() - word.set().len())
    }),
    ("words with a repeated letter", "such words", |view, _| {
        view.over_words(|word| usize::from(word.len() > word.set().len()))
    }),
    ("share of vowels", "A, E, I, O, U and Y among the cells with a letter", |view, _| view.vowels()),
    (
        "concentration of letters",
        "the probability that two cells, drawn with replacement, have one letter",
        |view, _| view.concentration(),
    ),
    ("words with J, K, Q, W, X, Y or Z", "words with a rare letter", |view, _| {
        view.over_words(|word| usize::from(!word.set().intersection(letters("JKQWXYZ")).is_empty()))
    }),
    ("mean familiarity", "the mean zipf of words that the lexicon has", |view, all| view.familiarity(all).0),
    ("least familiar word", "the lowest zipf of a word that the lexicon has", |view, all| view.familiarity(all).1),
    ("expected words", "words that a uniform set of letters completes on average", |view, all| {
        view.grids.iter().map(|grid| grid.expected(all, 1)).sum()
    }),
    ("expected twos", "the same for groups of 2 words of one grid", |view, all| {
        view.grids.iter().map(|grid| grid.expected(all, 2)).sum()
    }),
    ("expected fours", "the same for groups of 4 words of one grid", |view, all| {
        view.grids.iter().map(|grid| grid.expected(all, 4)).sum()
    }),
    ("expected sixes", "the same for groups of 6 words of one grid", |view, all| {
        view.grids.iter().map(|grid| grid.expected(all, 6)).sum()
    }),
    ("expected twos, grid 1 less grid 2", "how much better grid 1 is than grid 2", |view, all| {
        view.grid(0).expected(all, 2) - view.grid(1).expected(all, 2)
    }),
    ("expected twos, apart", "how far the grids are apart, whichever is better", |view, all| {
        (view.grid(0).expected(all, 2) - view.grid(1).expected(all, 2)).abs()
    }),
    ("letters for 2 words, the better grid", "the fewest distinct letters found for 2 words of one grid", |view, _| {
        view.fewest(2, f64::min)
    }),
    ("letters for 4 words, the better grid", "the same for 4 words", |view, _| view.fewest(4, f64::min)),
    ("letters for 6 words, the better grid", "the same for 6 words", |view, _| view.fewest(6, f64::min)),
    ("letters for 9 words, the better grid", "the same for 9 words", |view, _| view.fewest(9, f64::min)),
    ("letters for 9 words, the worse grid", "the same, in the other grid", |view, _| view.fewest(9, f64::max)),
    ("words with the commonest letter", "words with the letter that most words have", |view, _| {
        f64::from(view.words_with().into_iter().max().unwrap_or(0))
    }),
];

impl Features {
    /// The list for a game. Familiarity is asked of the lexicon: take all its levels. A pair's odds are asked of each of the
    /// gains in `least`.
    pub fn new(game: &Game, lexicon: Lexicon, least: &[Cents]) -> Self {
        let mut list = Vec::new();
        for letter in Letter::all() {
            list.push(Feature { name: format!("words with {letter}"), what: "words that have the letter" });
        }
        for letter in Letter::all() {
            list.push(Feature { name: format!("cells with {letter}"), what: "cells that show the letter" });
        }
        list.extend(PLAIN.iter().map(|(name, what, _)| Feature { name: (*name).into(), what }));
        for least in least {
            let what = "of 16,384 random sets of letters, how many win so much";
            list.push(Feature { name: format!("odds of {least} or more"), what });
        }
        let letters = game.crossword.letters;
        let highest = game.crossword.gains.last().map_or(Cents::ZERO, |row| row.cents);
        let words = 0..=u8::try_from(game.crossword.words_per_grid).unwrap_or(u8::MAX);
        Self {
            list,
            lexicon,
            completed: completed(letters),
            least: least.to_vec(),
            gains: words.map(|words| game.gain(words).unwrap_or(highest)).collect(),
            hidden: hidden(letters),
            hidden_each: ALPHABET - letters,
        }
    }

    /// The features, in order.
    pub fn list(&self) -> &[Feature] {
        &self.list
    }

    /// The value of each, in order.
    ///
    /// ```
    /// use alveole::audit::features::Features;
    /// use alveole::game::Game;
    /// use alveole::lexicon::Lexicon;
    /// use alveole::money::Cents;
    /// use alveole::unit::GridPair;
    /// let features = Features::new(&Game::mots_croises(), Lexicon::embedded(), &[Cents::from_euros(5)]);
    /// let values = features.of(&GridPair { grids: Vec::new() });
    /// assert_eq!(values.len(), features.list().len());
    /// ```
    pub fn of(&self, pair: &GridPair) -> Vec<f64> {
        let view = View { grids: pair.grids.iter().map(GridView::of).collect() };
        let words = view.words_with().into_iter().map(f64::from);
        let cells = view.cells().into_iter().map(f64::from);
        words.chain(cells).chain(PLAIN.iter().map(|(_, _, of)| of(&view, self))).chain(self.odds(&view)).collect()
    }

    /// Of the random sets of letters, how many win each of the gains.
    fn odds(&self, view: &View) -> Vec<f64> {
        let mut counts = vec![0_u32; self.least.len()];
        let masks: Vec<[u64; ALPHABET]> = view.grids.iter().map(GridView::words_by_letter).collect();
        for hidden in self.hidden.chunks(self.hidden_each.max(1)) {
            let gain = |(masks, grid): (&[u64; ALPHABET], &GridView)| {
                let open = hidden.iter().fold(0, |open, letter| open | masks[letter.index()]);
                let completed = grid.words.len() - open.count_ones() as usize;
                self.gains.get(completed).or(self.gains.last()).copied().unwrap_or_default()
            };
            let won: Cents = masks.iter().zip(&view.grids).map(gain).sum();
            for (count, least) in counts.iter_mut().zip(&self.least) {
                *count += u32::from(won >= *least);
            }
        }
        counts.into_iter().map(f64::from).collect()
    }
}

/// The letters that uniform sets of so many letters hide: always the same sets.
fn hidden(letters: usize) -> Vec<Letter> {
    let streams = Streams::from_seed(0, Purpose::Audit);
    let mut stream = streams.stream(0, 1);
    let mut all: Vec<Letter> = Letter::all().collect();
    let draw = |_| {
        stream.shuffle(&mut all);
        all[letters..].to_vec()
    };
    (0..SETS).flat_map(draw).collect()
}

/// The probabilities that 0, 1 … 26 given letters are all in a uniform set of so many letters.
fn completed(letters: usize) -> Vec<f64> {
    let mut probability = 1.0;
    let mut list = vec![1.0];
    for given in 0..ALPHABET {
        let [left, of] = [letters.saturating_sub(given), ALPHABET - given].map(super::real);
        probability *= left / of;
        list.push(probability);
    }
    list
}

/// A letter set from its letters.
fn letters(text: &str) -> LetterSet {
    text.bytes().filter_map(Letter::from_ascii).collect()
}

fn distinct(cells: &[u32; ALPHABET]) -> f64 {
    super::real(cells.iter().filter(|count| **count > 0).count())
}

fn once(cells: &[u32; ALPHABET]) -> f64 {
    super::real(cells.iter().filter(|count| **count == 1).count())
}

/// A pair, counted.
struct View {
    grids: Vec<GridView>,
}

#[derive(Default)]
struct GridView {
    words: Vec<Word>,
    /// The distinct letters of each word.
    sets: Vec<LetterSet>,
    /// Cells with each letter.
    cells: [u32; ALPHABET],
    grey: u32,
    crossings: u32,
    across: u32,
}

impl GridView {
    fn of(grid: &Grid) -> Self {
        let words: Vec<Word> = grid.words.iter().map(|placed| placed.word).collect();
        let mut view = Self { sets: words.iter().map(Word::set).collect(), words, ..Self::default() };
        for cell in (0..grid.cells.rows()).flat_map(|row| grid.cells.row(row)) {
            match cell {
                Some(letter) => view.cells[letter.index()] += 1,
                None => view.grey += 1,
            }
        }
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        // Each cell is in one word or in two.
        let letters = view.words.iter().map(Word::len).sum::<usize>();
        view.crossings = count(letters).saturating_sub(view.cells.iter().sum());
        view.across = count(grid.words.iter().filter(|placed| placed.direction == Direction::Across).count());
        view
    }

    /// The words that have each letter, a bit each.
    fn words_by_letter(&self) -> [u64; ALPHABET] {
        let mut masks = [0; ALPHABET];
        for (word, set) in self.sets.iter().enumerate().take(64) {
            for letter in set.iter() {
                masks[letter.index()] |= 1 << word;
            }
        }
        masks
    }

    /// How many groups of so many words a uniform set of letters completes on average.
    fn expected(&self, features: &Features, group: usize) -> f64 {
        fn from(sets: &[LetterSet], group: usize, union: LetterSet, completed: &[f64]) -> f64 {
            if group == 0 {
                return completed[union.len()];
            }
            let rest = (0..sets.len()).map(|at| (sets[at], &sets[at + 1..]));
            rest.map(|(set, rest)| from(rest, group - 1, union.union(set), completed)).sum()
        }
        from(&self.sets, group, LetterSet::EMPTY, &features.completed)
    }

    /// The fewest distinct letters found for so many words: from each word on, always the word that adds the fewest.
    fn fewest(&self, count: usize) -> usize {
        let from = |first: usize| {
            let mut left = self.sets.clone();
            let mut union = left.swap_remove(first);
            for _ in 1..count {
                let Some(next) = (0..left.len()).min_by_key(|at| union.union(left[*at]).len()) else { break };
                union = union.union(left.swap_remove(next));
            }
            union.len()
        };
        (0..self.sets.len()).map(from).min().unwrap_or(0)
    }
}

impl View {
    /// A grid; an empty one where the pair has fewer.
    fn grid(&self, number: usize) -> &GridView {
        static NONE: std::sync::LazyLock<GridView> = std::sync::LazyLock::new(GridView::default);
        self.grids.get(number).unwrap_or(&NONE)
    }

    fn sum(&self, of: impl Fn(&GridView) -> u32) -> f64 {
        self.grids.iter().map(|grid| f64::from(of(grid))).sum()
    }

    fn cells(&self) -> [u32; ALPHABET] {
        array::from_fn(|letter| self.grids.iter().map(|grid| grid.cells[letter]).sum())
    }

    fn letter_cells(&self) -> f64 {
        self.sum(|grid| grid.cells.iter().sum())
    }

    fn words(&self) -> impl Iterator<Item = Word> {
        self.grids.iter().flat_map(|grid| grid.words.iter().copied())
    }

    fn over_words(&self, of: impl Fn(Word) -> usize) -> f64 {
        super::real(self.words().map(of).sum())
    }

    fn of_length(&self, least: usize, most: usize) -> f64 {
        self.over_words(|word| usize::from((least..=most).contains(&word.len())))
    }

    fn words_with(&self) -> [u32; ALPHABET] {
        let mut counts = [0; ALPHABET];
        for letter in self.grids.iter().flat_map(|grid| &grid.sets).flat_map(|set| set.iter()) {
            counts[letter.index()] += 1;
        }
        counts
    }

    fn vowels(&self) -> f64 {
        let vowels: u32 = letters("AEIOUY").iter().map(|letter| self.cells()[letter.index()]).sum();
        f64::from(vowels) / self.letter_cells().max(1.0)
    }

    fn concentration(&self) -> f64 {
        let squares: f64 = self.cells().iter().map(|count| f64::from(*count).powi(2)).sum();
        squares / self.letter_cells().max(1.0).powi(2)
    }

    /// The mean and the least zipf of the words that the lexicon has; 0 where it has none.
    fn familiarity(&self, features: &Features) -> (f64, f64) {
        let lexicon = &features.lexicon;
        let zipf = |word| Some(f64::from(lexicon.entry(lexicon.lookup(word)?).zipf) / 100.0);
        let known: Vec<f64> = self.words().filter_map(zipf).collect();
        let least = known.iter().copied().reduce(f64::min).unwrap_or(0.0);
        (known.iter().sum::<f64>() / super::real(known.len().max(1)), least)
    }

    fn fewest(&self, words: usize, of: fn(f64, f64) -> f64) -> f64 {
        self.grids.iter().map(|grid| super::real(grid.fewest(words))).reduce(of).unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::fold;
    use crate::unit::{Cells, PlacedWord};

    /// A grid of words that run across, one below the other.
    fn grid(words: &[&str]) -> Grid {
        let mut cells = Cells::grey(2 * words.len(), 9);
        let placed = (0..).zip(words).map(|(at, text)| {
            let word = fold(text).unwrap();
            for (column, letter) in word.letters().iter().enumerate() {
                cells.set(2 * usize::from(at), column, Some(*letter));
            }
            PlacedWord { word, display: (*text).into(), row: 2 * at, column: 0, direction: Direction::Across }
        });
        let words = placed.collect();
        Grid { cells, words }
    }

    #[test]
    fn features_by_hand() {
        let features = Features::new(&Game::mots_croises(), Lexicon::embedded(), &[Cents::from_euros(5)]);
        let pair = GridPair { grids: vec![grid(&["CHAT", "TATA", "RUE"]), grid(&["MAISONS"])] };
        let values = features.of(&pair);
        let value = |name: &str| {
            values[features.list().iter().position(|feature| feature.name == name).unwrap_or_else(|| panic!("{name}"))]
        };
        for (name, expected) in [
            ("words with A", 3.0),
            ("cells with A", 4.0),
            ("cells with Z", 0.0),
            // C H R U E, M I O N.
            ("letters once", 9.0),
            ("letters once, grid 1", 5.0),
            ("letters once, grid 2", 5.0),
            ("distinct letters", 12.0),
            ("letter cells", 18.0),
            ("grey cells", 54.0),
            ("crossings", 0.0),
            ("words across", 4.0),
            ("words of 4 letters", 2.0),
            ("repeated letters", 3.0),
            ("share of vowels", 8.0 / 18.0),
            ("letters for 2 words, the better grid", 4.0),
            ("words with the commonest letter", 3.0),
            // C(24, 16) of C(26, 18) sets have two given letters, and so on.
            (
                "expected twos",
                (18.0 * 17.0 * 16.0 * 15.0) / (26.0 * 25.0 * 24.0 * 23.0)
                    + (18.0 * 17.0 * 16.0 * 15.0 * 14.0) / (26.0 * 25.0 * 24.0 * 23.0 * 22.0)
                    + (18.0 * 17.0 * 16.0 * 15.0 * 14.0 * 13.0 * 12.0)
                        / (26.0 * 25.0 * 24.0 * 23.0 * 22.0 * 21.0 * 20.0),
            ),
        ] {
            assert!((value(name) - expected).abs() < 1e-9, "{name}: {} is not {expected}", value(name));
        }
    }

    #[test]
    fn names_are_told_apart() {
        let features = Features::new(&Game::mots_croises(), Lexicon::embedded(), &[Cents::from_euros(5)]);
        let mut names: Vec<&str> = features.list().iter().map(|feature| feature.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), features.list().len());
    }
}
