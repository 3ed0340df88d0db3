//! Whether a pair serves what is asked for, without counting all sets: one is enough.

use super::reveal::{Hidden, LANE, Reveal};
use crate::letters::{ALPHABET, Letter};

/// Steps of a search: most outcomes that are served are found by then.
const STEPS: u64 = 400;

/// Steps through the alphabet that come past every letter.
const STRIDES: [usize; 6] = [1, 3, 5, 7, 9, 11];

/// What a search is after, and where it stands.
struct Search<'a> {
    reveal: &'a Reveal,
    /// Letters, those first that bring the numbers of open words nearest to what is wanted.
    letters: Vec<Letter>,
    /// Open words of grid 1 and of grid 2.
    open: [u32; 2],
    /// Steps left.
    steps: u64,
}

impl Reveal {
    /// Which results an admissible set of so many letters serves: for each, whether some set completes as many words of each grid
    /// as one of its outcomes says.
    ///
    /// Most are served by one of a few sets that are looked at first, or by one that a short search finds. Only what is left then
    /// is counted in full, as [odds](Self::odds) do, which takes a hundred times as long.
    ///
    /// ```
    /// use alveole::crossword::reveal::Reveal;
    /// use alveole::letters::fold;
    /// let reveal = Reveal::new(&[vec![fold("CHAT").unwrap().set()], vec![fold("CHATS").unwrap().set()]], &[]).unwrap();
    /// // CHATS can't be completed without CHAT.
    /// assert_eq!(reveal.serves(18, &[vec![[1, 0]], vec![[0, 1]], vec![[0, 1], [1, 1]]]), [true, false, true]);
    /// ```
    ///
    /// # Panics
    /// When there are more letters than the alphabet has.
    pub fn serves(&self, letters: usize, results: &[Vec<[u8; 2]>]) -> Vec<bool> {
        let mut served = vec![false; results.len()];
        // What the outcomes leave open, and whose they are.
        let mut wanted: Vec<([u32; 2], usize)> = Vec::new();
        for (result, outcomes) in results.iter().enumerate() {
            wanted.extend(outcomes.iter().filter_map(|outcome| Some((self.left_open(*outcome)?, result))));
        }
        for hidden in self.first_looks(ALPHABET - letters) {
            let found = wanted.iter().find(|(open, _)| *open == lanes(hidden.open)).map(|(_, result)| *result);
            if let Some(result) = found.filter(|_| hidden.is_admissible()) {
                served[result] = true;
                wanted.retain(|(_, other)| *other != result);
            }
        }
        wanted.retain(|(open, result)| {
            if !served[*result] {
                match self.search(letters, *open) {
                    Some(is_served) => served[*result] |= is_served,
                    None => return true,
                }
            }
            false
        });
        wanted.retain(|(_, result)| !served[*result]);
        if !wanted.is_empty() {
            let odds = self.odds(letters);
            for (open, result) in wanted {
                served[result] |= odds.of_open(open.map(|open| open as usize))[1] > 0;
            }
        }
        served
    }

    /// How many words of each grid an outcome leaves open; `None` where a grid has not so many.
    fn left_open(&self, completed: [u8; 2]) -> Option<[u32; 2]> {
        let mut open = [0; 2];
        for (grid, open) in open.iter_mut().enumerate() {
            let words = self.words().get(grid).copied().unwrap_or(0);
            *open = u32::try_from(words.checked_sub(completed[grid].into())?).ok()?;
        }
        Some(open)
    }

    /// Sets that hide so many letters: each a step apart in the alphabet, from each letter on.
    fn first_looks(&self, hidden: usize) -> impl Iterator<Item = Hidden> {
        let effects: Vec<Hidden> = Letter::all().map(|letter| self.effect(letter)).collect();
        let set = move |start: usize, stride: usize| {
            let hides = (0..hidden).map(|step| effects[(start + step * stride) % ALPHABET]);
            hides.fold(Hidden::default(), Hidden::and)
        };
        STRIDES
            .into_iter()
            .flat_map(|stride| (0..ALPHABET).map(move |start| (start, stride)))
            .map(move |(start, stride)| set(start, stride))
    }

    /// `None` where the steps are spent before it is known.
    fn search(&self, letters: usize, open: [u32; 2]) -> Option<bool> {
        let hidden = ALPHABET - letters;
        // By how much a letter opens of a grid that must stay closed, less what it opens of one that must not.
        let [first, second] = open;
        let value = |letter: &Letter| {
            let [a, b] = lanes(self.effect(*letter).open);
            let (a, b) = (i64::from(a), i64::from(b));
            match first.cmp(&second) {
                std::cmp::Ordering::Less => 2 * a - b,
                std::cmp::Ordering::Equal => a + b,
                std::cmp::Ordering::Greater => 2 * b - a,
            }
        };
        let mut order: Vec<Letter> = Letter::all().collect();
        order.sort_by_key(value);
        Search { reveal: self, letters: order, open, steps: STEPS }.finds(0, hidden, Hidden::default())
    }
}

impl Search<'_> {
    /// Whether hiding so many more of the letters from a place on gives what is wanted; `None` where the steps are spent.
    fn finds(&mut self, at: usize, left: usize, hidden: Hidden) -> Option<bool> {
        let [first, second] = lanes(hidden.open);
        if first > self.open[0] || second > self.open[1] {
            return Some(false);
        }
        if left == 0 {
            return Some([first, second] == self.open && hidden.is_admissible());
        }
        self.steps = self.steps.checked_sub(1)?;
        if !self.can_open([self.open[0] - first, self.open[1] - second], at, left, hidden) {
            return Some(false);
        }
        for next in at..=self.letters.len() - left {
            if self.finds(next + 1, left - 1, hidden.and(self.reveal.effect(self.letters[next])))? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether so many letters from a place on may open so many more words of each grid: at most what those open that open most,
    /// each alone, and none opens too many.
    fn can_open(&self, wanted: [u32; 2], at: usize, left: usize, hidden: Hidden) -> bool {
        let mut letters_by_gain = [[0_u8; LANE + 1]; 2];
        let mut usable = 0;
        for letter in &self.letters[at..] {
            let gains = lanes(self.reveal.effect(*letter).open & !hidden.open);
            if gains[0] <= wanted[0] && gains[1] <= wanted[1] {
                usable += 1;
                letters_by_gain[0][gains[0] as usize] += 1;
                letters_by_gain[1][gains[1] as usize] += 1;
            }
        }
        let most = |by_gain: &[u8; LANE + 1]| {
            let (mut sum, mut left) = (0, left);
            for (gain, letters) in by_gain.iter().enumerate().rev() {
                let taken = left.min(usize::from(*letters));
                sum += gain * taken;
                left -= taken;
            }
            sum
        };
        let is_enough = |grid: usize| most(&letters_by_gain[grid]) >= wanted[grid] as usize;
        usable >= left && is_enough(0) && is_enough(1)
    }
}

fn lanes(open: u64) -> [u32; 2] {
    [(open & u64::from(u32::MAX)).count_ones(), (open >> 32).count_ones()]
}
