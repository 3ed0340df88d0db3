//! Crossword games: letters, grids, pay table, lots.

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{GameError, LotRow, Range, SCHEMA};
use crate::money::Cents;

/// A crossword game: geometry, gains, lots.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Always `alveole/game/1`.
    pub schema: String,
    /// The name in unit records, such as `mots-croises`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// Price of a unit.
    pub stake_cents: Cents,
    /// Units of a block.
    pub block_units: u64,
    /// What a unit shows.
    pub crossword: Crossword,
    /// The prize table of a block, best lot first.
    pub lots: Vec<LotRow>,
    /// The lots whose outcomes are weighed; all others are natural.
    #[serde(default)]
    pub mixes: Vec<Mix>,
    #[serde(skip)]
    digest: [u8; 32],
}

/// What a unit of a crossword game shows, and what a grid wins.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crossword {
    /// Distinct letters under the question marks.
    pub letters: usize,
    /// Grids of a unit.
    pub grids: usize,
    /// Words of each grid.
    pub words_per_grid: usize,
    /// Shortest and longest word, in letters.
    pub word_length: Range,
    /// Smallest, largest and usual side of a grid's box, in cells.
    pub side: Side,
    /// Completed words of one grid and their gain, fewest first.
    pub gains: Vec<GainRow>,
}

/// Sides of a grid's box, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Smallest.
    pub min: usize,
    /// Largest.
    pub max: usize,
    /// Where nothing else is asked for.
    pub default: usize,
}

/// One row of a grid's pay table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GainRow {
    /// Completed words.
    pub words: u8,
    /// Their gain.
    pub cents: Cents,
}

/// How often each outcome of a lot is dealt, of those that a pair serves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mix {
    /// The lot; zero for nothing.
    pub cents: Cents,
    /// Its outcomes; those that are not named are not dealt, but where a pair serves none of these.
    pub outcomes: Vec<Weighed>,
}

/// An outcome and its weight among the others.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighed {
    /// Completed words of each grid.
    pub completed: Vec<u8>,
    /// 1 and more.
    pub weight: u32,
}

impl Game {
    /// The game file of Maxi Mots Croisés.
    pub const MOTS_CROISES: &'static str = include_str!("../../games/mots-croises.toml");

    /// Maxi Mots Croisés.
    ///
    /// # Panics
    /// Never: a test loads the embedded file.
    pub fn mots_croises() -> Self {
        Self::from_toml(Self::MOTS_CROISES).expect("the embedded game is sound")
    }

    /// Reads and checks a game file.
    ///
    /// # Errors
    /// When the text is no TOML of this form, or when its numbers do not make a game.
    pub fn from_toml(text: &str) -> Result<Self, GameError> {
        let mut game: Self = toml::from_str(text).map_err(|error| GameError::Form(error.to_string()))?;
        game.check().map_err(GameError::Content)?;
        game.digest = Sha256::digest(text).into();
        Ok(game)
    }

    fn check(&self) -> Result<(), String> {
        let crossword = &self.crossword;
        if self.schema != SCHEMA {
            return Err(format!("schema is {:?}; this version reads {SCHEMA:?}", self.schema));
        }
        if !(1..=26).contains(&crossword.letters) {
            return Err(format!("crossword.letters is {}: a set has 1 to 26 letters", crossword.letters));
        }
        if !(1..=4).contains(&crossword.grids) || !(1..=64).contains(&crossword.words_per_grid) {
            return Err("crossword.grids must be 1 to 4, crossword.words_per_grid 1 to 64".into());
        }
        let (length, side) = (crossword.word_length, crossword.side);
        if length.min < 2 || length.min > length.max || length.max > side.max || side.max > 15 {
            return Err("word lengths and sides must satisfy 2 <= min <= max <= side.max <= 15".into());
        }
        if side.min > side.default || side.default > side.max {
            return Err("side.default must lie between side.min and side.max".into());
        }
        let rows = &crossword.gains;
        if rows.is_empty() || rows.windows(2).any(|pair| pair[1].words != pair[0].words + 1) {
            return Err("crossword.gains must name consecutive numbers of words, fewest first".into());
        }
        if rows.windows(2).any(|pair| pair[1].cents <= pair[0].cents) || rows[0].cents == Cents::ZERO {
            return Err("crossword.gains must grow with the number of words".into());
        }
        if self.lots.windows(2).any(|pair| pair[1].cents >= pair[0].cents) {
            return Err("lots must be listed best first, each once".into());
        }
        if let Some(lot) = self.lots.iter().find(|lot| !self.outcomes().any(|k| self.gain_sum(&k) == Some(lot.cents))) {
            return Err(format!("a lot of {} is reached by no outcome of the grids", lot.cents));
        }
        if self.lots.iter().map(|lot| lot.count).sum::<u64>() > self.block_units {
            return Err("a block has more lots than units".into());
        }
        self.mixes.iter().enumerate().try_for_each(|(at, mix)| self.check_mix(at, mix))
    }

    fn check_mix(&self, at: usize, mix: &Mix) -> Result<(), String> {
        let (lot, earlier) = (mix.cents, &self.mixes[..at]);
        if earlier.iter().any(|earlier| earlier.cents == lot) {
            return Err(format!("mixes has {lot} twice: keep one"));
        }
        let weights: u64 = mix.outcomes.iter().map(|outcome| u64::from(outcome.weight)).sum();
        if mix.outcomes.iter().any(|outcome| outcome.weight == 0) || !(1..=u64::from(u32::MAX)).contains(&weights) {
            return Err(format!("the mix of {lot} needs outcomes, each with a weight of 1 or more"));
        }
        for (at, Weighed { completed, .. }) in mix.outcomes.iter().enumerate() {
            if completed.len() != self.crossword.grids || self.lot(completed) != Some(lot) {
                return Err(format!("the mix of {lot} has the outcome {completed:?}, which does not pay it"));
            }
            if mix.outcomes[..at].iter().any(|earlier| earlier.completed == *completed) {
                return Err(format!("the mix of {lot} has the outcome {completed:?} twice: keep one"));
            }
        }
        Ok(())
    }

    /// How the outcomes of a lot are weighed, if they are.
    pub fn mix(&self, lot: Cents) -> Option<&Mix> {
        self.mixes.iter().find(|mix| mix.cents == lot)
    }

    /// SHA-256 of the file.
    pub const fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// Most completed words that a grid may show: the last row of the pay table (MC-D1).
    pub fn most_completed(&self) -> u8 {
        self.crossword.gains.last().map_or(0, |row| row.words)
    }

    /// Gain of one grid with this many completed words; `None` where no unit may have so many.
    pub fn gain(&self, completed: u8) -> Option<Cents> {
        let rows = &self.crossword.gains;
        match rows.first() {
            Some(first) if completed >= first.words => {
                rows.get(usize::from(completed - first.words)).map(|row| row.cents)
            }
            _ => Some(Cents::ZERO),
        }
    }

    /// Sum of the gains of all grids, whether or not the prize table has it; `None` where a grid has too many words.
    pub fn gain_sum(&self, completed: &[u8]) -> Option<Cents> {
        completed.iter().map(|words| self.gain(*words)).sum()
    }

    /// The lot of an outcome: zero for a losing unit, `None` where the sum is in no row of the prize table.
    pub fn lot(&self, completed: &[u8]) -> Option<Cents> {
        self.gain_sum(completed).filter(|sum| *sum == Cents::ZERO || self.lots.iter().any(|row| row.cents == *sum))
    }

    /// All outcomes (completed words of each grid) within the pay table, in lexicographic order.
    pub fn outcomes(&self) -> impl Iterator<Item = Vec<u8>> {
        let each = usize::from(self.most_completed()) + 1;
        let grids = u32::try_from(self.crossword.grids).unwrap_or(u32::MAX);
        (0..each.pow(grids)).map(move |code| {
            (0..grids).rev().map(|grid| u8::try_from(code / each.pow(grid) % each).unwrap_or(u8::MAX)).collect()
        })
    }

    /// The outcomes that a block may contain: those whose lot is zero or a row of the prize table.
    pub fn block_outcomes(&self) -> impl Iterator<Item = Vec<u8>> {
        self.outcomes().filter(|outcome| self.lot(outcome).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mots_croises_is_the_rule_text() {
        let game = Game::mots_croises();
        let winners: u64 = game.lots.iter().map(|lot| lot.count).sum();
        let total: Cents = game.lots.iter().map(|lot| lot.cents * lot.count).sum();
        assert_eq!(winners, 787_545);
        assert_eq!(total, Cents::from_euros(10_500_000));
        assert_eq!(game.stake_cents * game.block_units, Cents::from_euros(15_000_000));
        assert_eq!(game.block_outcomes().count(), 37);
        assert_eq!(game.block_outcomes().filter(|k| game.lot(k) == Some(Cents::ZERO)).count(), 4);
    }

    #[test]
    fn lots_of_outcomes() {
        let game = Game::mots_croises();
        for (outcome, lot) in [
            ([9, 9], Some(250_000)),
            ([9, 0], None),
            ([3, 1], Some(10)),
            ([2, 2], Some(10)),
            ([3, 2], Some(15)),
            ([4, 2], None),
            ([1, 1], Some(0)),
            ([10, 0], None),
        ] {
            assert_eq!(game.lot(&outcome), lot.map(Cents::from_euros), "{outcome:?}");
        }
        assert_eq!(game.outcomes().count(), 100);
    }

    #[test]
    fn broken_games_are_refused() {
        for (from, to, message) in [
            ("alveole/game/1", "alveole/game/2", "this version reads"),
            ("letters = 18", "letters = 27", "1 to 26 letters"),
            ("min = 3, max = 11", "min = 12, max = 11", "word lengths and sides"),
            ("words = 3", "words = 2", "consecutive numbers"),
            ("cents = 1_500", "cents = 1_501", "reached by no outcome"),
            ("count = 300_000", "count = 3_000_000", "more lots than units"),
            ("grids = 2", "grids = 0", "1 to 4"),
            ("# [[mixes]]", "[[mixes]]\ncents = 2_000\noutcomes = []", "needs outcomes"),
            (
                "# [[mixes]]",
                "[[mixes]]\ncents = 2_000\noutcomes = [{ completed = [4, 2], weight = 1 }]",
                "[4, 2], which does not pay it",
            ),
            (
                "# [[mixes]]",
                "[[mixes]]\ncents = 0\noutcomes = [{ completed = [1, 1], weight = 0 }]",
                "each with a weight of 1 or more",
            ),
            ("grids = 2", "grids = two", "line 10"),
        ] {
            let text = Game::MOTS_CROISES.replacen(from, to, 1);
            assert_ne!(text, Game::MOTS_CROISES, "{from}");
            let error = Game::from_toml(&text).unwrap_err().to_string();
            assert!(error.contains(message), "{to}: {error}");
        }
    }
}
