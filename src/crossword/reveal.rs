//! How a set of letters reveals a pair: which words it completes, and whether it leaves an improper piece standing alone.
//!
//! A [`Reveal`] knows what each *hidden* letter does: the words that it leaves open, and the [pieces](Piece) that it
//! uncovers or spoils. A set of letters is then a few ORs over its hidden letters, so all of them can be counted
//! ([`Reveal::odds`]), or gone through one by one.

use super::odds::{Odds, WrongShape};
use crate::letters::{ALPHABET, Letter, LetterSet};
use crate::screen::{Piece, Screen};
use crate::unit::GridPair;

/// Most words of one grid: a lane of 32 bits has them.
pub(super) const LANE: usize = 32;

/// What hiding one letter does, or several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hidden {
    /// The words left open: grid 1 in the low lane, grid 2 in the high one.
    pub(super) open: u64,
    /// The pieces whose neighbour before (or only neighbour) is hidden.
    before: u64,
    /// The pieces whose neighbour behind (or only neighbour) is hidden.
    behind: u64,
    /// The pieces that have lost a letter.
    spoilt: u64,
}

impl Hidden {
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            open: self.open | other.open,
            before: self.before | other.before,
            behind: self.behind | other.behind,
            spoilt: self.spoilt | other.spoilt,
        }
    }

    /// Whether no piece stands alone.
    pub(super) const fn is_admissible(self) -> bool {
        self.before & self.behind & !self.spoilt == 0
    }
}

/// What each hidden letter does to a pair of grids.
#[derive(Clone, Debug)]
pub struct Reveal {
    /// Words of each grid: one or two grids.
    words: Vec<usize>,
    effects: [Hidden; ALPHABET],
    /// Letters that do nothing, and those that do something.
    idle: LetterSet,
    busy: Vec<Letter>,
}

impl Reveal {
    /// The reveal of grids given by the letters of their words, and of the pieces that must not stand alone.
    ///
    /// # Errors
    /// When there are more than two grids, none, or a grid has more than 32 words, or there are more than 64 different pieces.
    ///
    /// ```
    /// use alveole::crossword::reveal::Reveal;
    /// use alveole::letters::fold;
    /// let set = |word| fold(word).unwrap().set();
    /// let reveal = Reveal::new(&[vec![set("CHAT"), set("RAT")], vec![set("LOUP")]], &[]).unwrap();
    /// assert_eq!(reveal.completed(set("TACHLOU")), [1, 0]);
    /// ```
    pub fn new(grids: &[Vec<LetterSet>], pieces: &[Piece]) -> Result<Self, WrongShape> {
        if grids.is_empty() || grids.len() > 2 || grids.iter().any(|words| words.len() > LANE) {
            return Err(WrongShape::Grids(grids.iter().map(Vec::len).collect()));
        }
        let mut pieces = pieces.to_vec();
        pieces.sort_by_key(|piece| (piece.shown.bits(), piece.hidden.bits()));
        pieces.dedup();
        if pieces.len() > 64 {
            return Err(WrongShape::Pieces(pieces.len()));
        }
        let mut effects = [Hidden::default(); ALPHABET];
        for (grid, words) in grids.iter().enumerate() {
            for (word, letters) in words.iter().enumerate() {
                for letter in letters.iter() {
                    effects[letter.index()].open |= 1 << (grid * LANE + word);
                }
            }
        }
        for (at, piece) in pieces.iter().enumerate() {
            let mut neighbours = piece.hidden.iter();
            if let Some(before) = neighbours.next() {
                effects[before.index()].before |= 1 << at;
                effects[neighbours.next().unwrap_or(before).index()].behind |= 1 << at;
            }
            for letter in piece.shown.iter() {
                effects[letter.index()].spoilt |= 1 << at;
            }
        }
        let (idle, busy): (Vec<Letter>, Vec<Letter>) =
            Letter::all().partition(|letter| effects[letter.index()] == Hidden::default());
        let words = grids.iter().map(Vec::len).collect();
        Ok(Self { words, effects, idle: idle.into_iter().collect(), busy })
    }

    /// The reveal of a filled pair, under a screen: the words of its record, and their pieces.
    ///
    /// # Errors
    /// As [`Reveal::new`].
    pub fn of(pair: &GridPair, screen: &Screen) -> Result<Self, WrongShape> {
        let words = pair.grids.iter().map(|grid| grid.words.iter().map(|placed| placed.word.set()).collect());
        let grids: Vec<Vec<LetterSet>> = words.collect();
        let placed = pair.grids.iter().flat_map(|grid| &grid.words);
        let pieces: Vec<Piece> =
            placed.flat_map(|placed| screen.pieces(placed.word)).map(|(piece, ..)| piece).collect();
        Self::new(&grids, &pieces)
    }

    /// What hiding a letter does.
    pub(super) const fn effect(&self, letter: Letter) -> Hidden {
        self.effects[letter.index()]
    }

    /// Words of each grid.
    pub fn words(&self) -> &[usize] {
        &self.words
    }

    /// Completed words of each grid, under these letters.
    pub fn completed(&self, letters: LetterSet) -> Vec<u8> {
        let counts = self.counts(self.hidden(letters));
        self.words.iter().zip(counts).map(|(_, count)| count).collect()
    }

    /// Whether these letters leave no improper piece standing alone.
    pub fn is_admissible(&self, letters: LetterSet) -> bool {
        self.hidden(letters).is_admissible()
    }

    fn hidden(&self, letters: LetterSet) -> Hidden {
        let hidden = letters.complement().iter().map(|letter| self.effects[letter.index()]);
        hidden.fold(Hidden::default(), Hidden::and)
    }

    /// Completed words of grid 1 and of grid 2.
    fn counts(&self, hidden: Hidden) -> [u8; 2] {
        let open = count_lanes(hidden.open);
        let words = |grid: usize| self.words.get(grid).copied().unwrap_or(0);
        [0, 1].map(|grid| u8::try_from(words(grid)).unwrap_or(u8::MAX) - open[grid])
    }

    /// Counts all sets of so many letters by what they complete.
    ///
    /// A letter that no word and no piece has is like any other such letter: only how many of them are hidden matters, so
    /// the sets of all others are gone through, each weighed by how often it stands for one of 26 letters.
    ///
    /// # Panics
    /// When `letters` is more than 26.
    pub fn odds(&self, letters: usize) -> Odds {
        assert!(letters <= ALPHABET, "{letters} letters of {ALPHABET}");
        let hidden = ALPHABET - letters;
        let mut odds = Odds::new(&self.words);
        let weights: Vec<u32> = (0..=hidden).map(|of_busy| choose(self.idle.len(), hidden - of_busy)).collect();
        self.count_from(&self.busy, (hidden, 0), Hidden::default(), &weights, &mut odds);
        odds
    }

    /// What the odds have become when the first of these letters is uncovered, the first two, and so on to all of them: item 0
    /// counts the sets that have the first letter, the last item the one set that has them all.
    ///
    /// A set that has the first *k* letters hides none of them, so each is counted once, by the earliest letter that it hides,
    /// and the counts are added up from the end.
    ///
    /// # Panics
    /// When a letter is there twice.
    ///
    /// ```
    /// use alveole::crossword::reveal::Reveal;
    /// use alveole::letters::{Letter, fold};
    /// let reveal = Reveal::new(&[vec![fold("CHAT").unwrap().set()]], &[]).unwrap();
    /// let odds = reveal.odds_on_the_way(&Letter::all().take(18).collect::<Vec<_>>());
    /// // With an A, three of the other 17 letters must be C, H and T: C(22, 14) of C(25, 17) sets.
    /// assert_eq!((odds[0].of(&[1])[0], odds[0].all()[0]), (319_770, 1_081_575));
    /// // Without a T among all 18, there is no CHAT.
    /// assert_eq!((odds[17].of(&[1])[0], odds[17].all()[0]), (0, 1));
    /// ```
    pub fn odds_on_the_way(&self, shown: &[Letter]) -> Vec<Odds> {
        let set: LetterSet = shown.iter().copied().collect();
        assert_eq!(set.len(), shown.len(), "a letter is there twice");
        let hidden: Vec<Letter> = set.complement().iter().collect();
        // All letters count, idle ones too: one that is uncovered is no longer like any other.
        let mut weights = vec![0; hidden.len() + 1];
        weights[hidden.len()] = 1;
        let letters = [shown, &hidden].concat();
        let mut known = Odds::new(&self.words);
        let effect = self.hidden(set);
        known.add(count_lanes(effect.open), effect.is_admissible(), 1);
        let mut odds = vec![known.clone()];
        for place in (1..shown.len()).rev().filter(|_| !hidden.is_empty()) {
            let effect = self.effects[shown[place].index()];
            self.count_from(&letters[place + 1..], (hidden.len(), 1), effect, &weights, &mut known);
            odds.push(known.clone());
        }
        odds.reverse();
        odds
    }

    /// Counts the sets that hide what is hidden so far, `size` letters, and any of these, up to `most` in all.
    fn count_from(
        &self,
        letters: &[Letter],
        (most, size): (usize, usize),
        hidden: Hidden,
        weights: &[u32],
        odds: &mut Odds,
    ) {
        if weights[size] > 0 {
            odds.add(count_lanes(hidden.open), hidden.is_admissible(), weights[size]);
        }
        if size == most {
            return;
        }
        if size + 1 < most {
            for (at, letter) in letters.iter().enumerate() {
                let more = hidden.and(self.effects[letter.index()]);
                self.count_from(&letters[at + 1..], (most, size + 1), more, weights, odds);
            }
            return;
        }
        // Nearly all sets are counted here.
        let weight = weights[most];
        for letter in letters {
            let more = hidden.and(self.effects[letter.index()]);
            odds.add(count_lanes(more.open), more.is_admissible(), weight);
        }
    }

    /// All admissible sets of so many letters for whose completed words `wanted` holds, in a fixed order.
    pub fn sets(&self, letters: usize, wanted: impl Fn([u8; 2]) -> bool) -> Vec<LetterSet> {
        let mut found = Vec::new();
        let mut chosen: Vec<(usize, Hidden)> = vec![(0, Hidden::default())];
        let hidden = ALPHABET - letters.min(ALPHABET);
        let all: Vec<Letter> = Letter::all().collect();
        self.sets_from(&all, hidden, &mut chosen, LetterSet::EMPTY, &mut |set, effect| {
            if effect.is_admissible() && wanted(self.counts(effect)) {
                found.push(set);
            }
        });
        found
    }

    fn sets_from(
        &self,
        all: &[Letter],
        left: usize,
        chosen: &mut Vec<(usize, Hidden)>,
        hidden: LetterSet,
        each: &mut impl FnMut(LetterSet, Hidden),
    ) {
        let Some((start, effect)) = chosen.last().copied() else { return };
        if left == 0 {
            each(hidden.complement(), effect);
            return;
        }
        for at in start..=all.len() - left {
            chosen.push((at + 1, effect.and(self.effects[all[at].index()])));
            let mut more = hidden;
            more.insert(all[at]);
            self.sets_from(all, left - 1, chosen, more, each);
            chosen.pop();
        }
    }

    /// Completed words of each grid under the letters that are not hidden, if they are admissible.
    pub(super) fn dealt(&self, hidden: &[Letter]) -> Option<[u8; 2]> {
        let effect = hidden.iter().fold(Hidden::default(), |all, letter| all.and(self.effects[letter.index()]));
        effect.is_admissible().then(|| self.counts(effect))
    }
}

/// The ones of both lanes of 32 bits, counted at once: without the processor's own instruction, which not every x86-64 has.
const fn count_lanes(bits: u64) -> [u8; 2] {
    let twos = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let halves = bytes + (bytes >> 8);
    let lanes = halves + (halves >> 16);
    [(lanes & 0x3f) as u8, (lanes >> 32 & 0x3f) as u8]
}

/// How many ways there are to choose `few` of `all`.
fn choose(all: usize, few: usize) -> u32 {
    if few > all {
        return 0;
    }
    let ways = (0..few as u64).fold(1, |ways, at| ways * (all as u64 - at) / (at + 1));
    u32::try_from(ways).expect("26 letters have fewer than 2^32 subsets of a size")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lanes_are_counted(bits in any::<u64>()) {
            let lane = |shift: u32| u8::try_from((bits >> shift & 0xffff_ffff).count_ones()).unwrap();
            prop_assert_eq!(count_lanes(bits), [lane(0), lane(32)]);
        }
    }

    #[test]
    fn ways_to_choose() {
        assert_eq!([choose(26, 8), choose(26, 18), choose(5, 0), choose(3, 4)], [1_562_275, 1_562_275, 1, 0]);
    }
}
