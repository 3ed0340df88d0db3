//! Whether a pair serves what is asked for, without counting all sets: one is enough.

use super::reveal::{Hidden, LANE, Reveal};
use crate::letters::{ALPHABET, Letter};

/// Steps of the first look at each outcome: most that are served are found by then.
const FEW_STEPS: u64 = 200;

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
    /// Whether some admissible set of so many letters completes exactly so many words of each grid.
    ///
    /// The letters to hide are chosen one by one; a choice that leaves more words open than may be, or can't come to leave enough, is
    /// given up at once. That takes microseconds for what [odds](Self::odds) would count in milliseconds.
    ///
    /// ```
    /// use alveole::crossword::reveal::Reveal;
    /// use alveole::letters::fold;
    /// let reveal = Reveal::new(&[vec![fold("CHAT").unwrap().set()], vec![fold("CHATS").unwrap().set()]], &[]).unwrap();
    /// assert!(reveal.serves(18, [1, 0]) && !reveal.serves(18, [0, 1]));
    /// ```
    pub fn serves(&self, letters: usize, completed: [u8; 2]) -> bool {
        self.search(letters, completed, u64::MAX).unwrap_or(false)
    }

    /// Whether it [serves](Self::serves) one of several outcomes. All are tried for a little while before one is searched to its end:
    /// that an outcome is not served takes longest to prove, and one that is served will do.
    pub fn serves_any(&self, letters: usize, outcomes: &[[u8; 2]]) -> bool {
        let mut left = outcomes.to_vec();
        for steps in [FEW_STEPS, FEW_STEPS * 10, u64::MAX] {
            let mut found = false;
            left.retain(|outcome| match self.search(letters, *outcome, steps) {
                Some(is_served) => {
                    found |= is_served;
                    false
                }
                None => true,
            });
            if found {
                return true;
            }
        }
        false
    }

    /// `None` where the steps are spent before it is known.
    fn search(&self, letters: usize, completed: [u8; 2], steps: u64) -> Option<bool> {
        let mut open = [0; 2];
        for (grid, open) in open.iter_mut().enumerate() {
            let words = self.words().get(grid).copied().unwrap_or(0);
            let Some(left) = words.checked_sub(completed[grid].into()) else { return Some(false) };
            *open = u32::try_from(left).unwrap_or(u32::MAX);
        }
        let hidden = ALPHABET - letters.min(ALPHABET);
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
        Search { reveal: self, letters: order, open, steps }.finds(0, hidden, Hidden::default())
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
