//! One filling problem: letters, outcome and layouts given, words wanted. Both solvers start from its [`Board`].

use std::fmt;

use super::bits::has;
use super::layout::Layout;
use super::lock::Locks;
use super::readings::Readings;
use super::vocabulary::{Split, Theme, Vocabulary};
use crate::letters::{Letter, Word};
use crate::lexicon::{LengthClass, WordId};

/// A filling problem on one layout for each grid.
///
/// Wanted: a word for every slot, so that crossing words agree, no two words share a group of the vocabulary, grid *g*
/// has exactly `outcome[g]` completed words, the locks and the theme are kept, the vocabulary's screen is passed, and the
/// fill is not `taken`.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    /// The words.
    pub vocabulary: &'a Vocabulary,
    /// Which of them the letters complete.
    pub split: &'a Split,
    /// One layout a grid.
    pub layouts: &'a [&'a Layout],
    /// Completed words wanted, grid by grid.
    pub outcome: &'a [u8],
    /// Words and letters that are given.
    pub locks: &'a Locks,
    /// Words of which some are wanted.
    pub theme: Option<&'a Theme>,
    /// Says of a fill that it must not be found again.
    pub taken: Option<&'a Taken<'a>>,
}

/// A word for every slot: the slots of the first grid's layout, then the second's.
pub type Fill = Vec<WordId>;

/// Says of layouts and a fill that some unit already has them.
pub type Taken<'a> = dyn Fn(&[&Layout], &[WordId]) -> bool + Sync + 'a;

impl Problem<'_> {
    /// Whether some unit already has this fill.
    pub(super) fn is_taken(&self, fill: &[WordId]) -> bool {
        self.taken.is_some_and(|taken| taken(self.layouts, fill))
    }

    /// What keeps a fill from solving the problem: read off the words, with none of the solvers' machinery.
    pub(super) fn fault(&self, fill: &[WordId]) -> Option<String> {
        let lexicon = self.vocabulary.lexicon();
        let slots = self.layouts.iter().map(|layout| layout.slots().len());
        if fill.len() != slots.clone().sum::<usize>() {
            return Some(format!("{} words for {} slots", fill.len(), slots.sum::<usize>()));
        }
        let mut rest = fill;
        for (grid, layout) in self.layouts.iter().enumerate() {
            let (words, behind) = rest.split_at(layout.slots().len());
            rest = behind;
            let words: Vec<Word> = words.iter().map(|id| lexicon.word(*id)).collect();
            if let Some((slot, word)) =
                layout.slots().iter().zip(&words).find(|(slot, word)| usize::from(slot.length) != word.len())
            {
                return Some(format!("{word} in a slot of {} cells", slot.length));
            }
            for crossing in layout.crossings() {
                let across = words[crossing.across.index()].letters()[usize::from(crossing.across_place)];
                let down = words[crossing.down.index()].letters()[usize::from(crossing.down_place)];
                if across != down {
                    return Some(format!("a crossing shows {across} and {down}"));
                }
            }
            let completed = words.iter().filter(|word| word.set().is_subset(self.split.shown())).count();
            if completed != usize::from(self.outcome[grid]) {
                return Some(format!("{completed} completed words in grid {}", grid + 1));
            }
        }
        if let Some(group) = self.vocabulary.clashing_groups(fill).first() {
            return Some(format!("two words share group {group}"));
        }
        for (slot, place, letter) in self.locks.letters() {
            if lexicon.word(fill[slot]).letters()[place] != letter {
                return Some(format!("place {place} of slot {slot} does not show {letter}"));
            }
        }
        if let Some(theme) = self.theme {
            let has = |id: &&WordId| {
                let length = lexicon.word(**id).len();
                let bit = lexicon.class(length).bit(**id);
                has(theme.words(length), bit)
            };
            let found = fill.iter().filter(has).count();
            if found < theme.at_least() {
                return Some(format!("{found} theme words"));
            }
        }
        for (grid, id) in self.words_by_grid(fill) {
            let length = lexicon.word(id).len();
            if self.split.left_out(length).contains(&lexicon.class(length).bit(id)) {
                return Some(format!("an improper piece of {} stands alone in grid {}", lexicon.word(id), grid + 1));
            }
        }
        if let Some(nogood) = Readings::new(self).first(fill) {
            return Some(format!("it shows {nogood:?}"));
        }
        self.is_taken(fill).then(|| "some unit has this fill".into())
    }

    /// The words of a fill, each with its grid.
    fn words_by_grid(&self, fill: &[WordId]) -> impl Iterator<Item = (usize, WordId)> {
        let grids = self.layouts.iter().enumerate();
        grids.flat_map(|(grid, layout)| std::iter::repeat_n(grid, layout.slots().len())).zip(fill.iter().copied())
    }
}

impl fmt::Debug for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Problem")
            .field("shown", &self.split.shown())
            .field("outcome", &self.outcome)
            .finish_non_exhaustive()
    }
}

/// A problem in flat arrays. Slots of all grids are numbered through, and so are crossings.
#[derive(Debug)]
pub(super) struct Board<'a> {
    pub(super) slots: Vec<BoardSlot<'a>>,
    /// The crossings of all slots, slot by slot.
    pub(super) crossings: Vec<BoardCrossing>,
    pub(super) crossing_count: usize,
    /// Slots of each grid: `grids[g]..grids[g + 1]`.
    pub(super) grids: Vec<usize>,
    /// The words that each slot may hold at the start.
    pub(super) domains: Vec<u64>,
}

/// A slot, and where its bitset lies in an array of domains.
#[derive(Debug)]
pub(super) struct BoardSlot<'a> {
    pub(super) grid: usize,
    pub(super) length: usize,
    pub(super) class: &'a LengthClass,
    pub(super) completed: &'a [u64],
    pub(super) theme: Option<&'a [u64]>,
    pub(super) start: usize,
    pub(super) end: usize,
    first_crossing: usize,
    last_crossing: usize,
}

/// A crossing as one of its two slots sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardCrossing {
    /// Same number for both slots.
    pub(super) id: usize,
    pub(super) place: usize,
    pub(super) other: usize,
    pub(super) other_place: usize,
}

impl<'a> Board<'a> {
    /// The problem without the words that the letters leave out.
    pub(super) fn new(problem: &Problem<'a>) -> Self {
        let mut board = Self::with_left_out(problem);
        for slot in &board.slots {
            for bit in problem.split.left_out(slot.length) {
                board.domains[slot.start + bit / 64] &= !(1 << (bit % 64));
            }
        }
        board
    }

    /// Whether the letters leave words out that some slot could hold.
    pub(super) fn leaves_out(&self, problem: &Problem) -> bool {
        self.slots.iter().any(|slot| !problem.split.left_out(slot.length).is_empty())
    }

    /// The problem with all words: who takes it leaves words out himself.
    pub(super) fn with_left_out(problem: &Problem<'a>) -> Self {
        let lexicon = problem.vocabulary.lexicon();
        let count = problem.layouts.iter().map(|layout| layout.slots().len()).sum();
        let mut board = Self {
            slots: Vec::with_capacity(count),
            crossings: Vec::with_capacity(count * 4),
            crossing_count: 0,
            grids: vec![0],
            domains: Vec::new(),
        };
        for (grid, layout) in problem.layouts.iter().enumerate() {
            let base = board.slots.len();
            for (slot, id) in layout.slots().iter().zip(layout.slot_ids()) {
                let length = usize::from(slot.length);
                let class = lexicon.class(length);
                let (start, first_crossing) = (board.domains.len(), board.crossings.len());
                board.domains.extend_from_slice(class.all());
                board.crossings.extend(layout.crossings_of(id).iter().map(|crossing| BoardCrossing {
                    id: 0,
                    place: crossing.place.into(),
                    other: base + crossing.other.index(),
                    other_place: crossing.other_place.into(),
                }));
                board.slots.push(BoardSlot {
                    grid,
                    length,
                    class,
                    completed: problem.split.completed(length),
                    theme: problem.theme.map(|theme| theme.words(length)),
                    start,
                    end: board.domains.len(),
                    first_crossing,
                    last_crossing: board.crossings.len(),
                });
            }
            board.grids.push(board.slots.len());
        }
        board.number_crossings();
        for (slot, place, letter) in problem.locks.letters() {
            board.keep_letter(slot, place, letter);
        }
        board
    }

    /// Gives each crossing one number, which both of its slots know.
    fn number_crossings(&mut self) {
        for slot in 0..self.slots.len() {
            for at in self.slots[slot].first_crossing..self.slots[slot].last_crossing {
                let BoardCrossing { place, other, other_place, .. } = self.crossings[at];
                if slot < other {
                    self.crossings[at].id = self.crossing_count;
                    let back = self.slots[other].first_crossing..self.slots[other].last_crossing;
                    for twin in &mut self.crossings[back] {
                        if (twin.place, twin.other, twin.other_place) == (other_place, slot, place) {
                            twin.id = self.crossing_count;
                        }
                    }
                    self.crossing_count += 1;
                }
            }
        }
    }

    fn keep_letter(&mut self, slot: usize, place: usize, letter: Letter) {
        let BoardSlot { class, start, end, .. } = self.slots[slot];
        for (block, with) in self.domains[start..end].iter_mut().zip(class.at(place, letter)) {
            *block &= with;
        }
    }

    /// The crossings of a slot.
    pub(super) fn crossings_of(&self, slot: usize) -> &[BoardCrossing] {
        &self.crossings[self.slots[slot].first_crossing..self.slots[slot].last_crossing]
    }

    /// The slots of a grid.
    pub(super) fn slots_of(&self, grid: usize) -> std::ops::Range<usize> {
        self.grids[grid]..self.grids[grid + 1]
    }
}
