//! The rules that a judge can find broken, by the ids of the checklist.

use std::fmt;

/// A rule that one unit can break. Its [id](Rule::id) names it everywhere: in faults, in tests, in configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// MC-3b: a lot is the unit's whole gain, and a row of the prize table.
    Mc3b,
    /// MC-4.2a: so many question marks, so many grids.
    Mc4_2a,
    /// MC-4.2b: each grid has exactly so many words.
    Mc4_2b,
    /// MC-4.3: the letters under the question marks are distinct.
    Mc4_3,
    /// MC-4.5a: a grid wins from the first to the last row of the pay table, and only there.
    Mc4_5a,
    /// MC-4.5b: words are the maximal runs of letter cells, all of them, and every letter cell is in one.
    Mc4_5b,
    /// MC-4.5c: a word is completed when each of its letters is among those of the question marks.
    Mc4_5c,
    /// MC-4.5f: the words of a unit are distinct.
    Mc4_5f,
    /// MC-4.6a: the pay table of one grid.
    Mc4_6a,
    /// MC-4.6b: the gains of the grids are added, never their completed words.
    Mc4_6b,
    /// MC-4.7: every other unit loses.
    Mc4_7,
    /// MC-4.8: nothing improper can be read.
    Mc4_8,
    /// MC-D1: no grid has more completed words than the pay table.
    McD1,
    /// MC-D2: words are neither too short nor too long.
    McD2,
    /// MC-D3: no two words of a unit share a lemma, unless that is allowed.
    McD3,
    /// MC-D4: each grid is connected, each word crosses another, and the grid fits its box.
    McD4,
    /// MC-D5: every word is in the lexicon.
    McD5,
    /// MC-D6: the record says what the cells and letters give.
    McD6,
    /// RO-3b: a lot is the unit's whole gain.
    Ro3b,
    /// RO-4.2: a hive is made of lines of cells, and each line has an amount.
    Ro4_2,
    /// RO-4.3: the gain is the same whichever playable symbol is picked.
    Ro4_3,
    /// RO-4.5a: so many symbols equal to the picked one in a line win its amount, and fewer do not.
    Ro4_5a,
    /// RO-4.5b: several winning lines add up.
    Ro4_5b,
    /// RO-4.6: a multiplier is one of the game's, and multiplies its own winning line only.
    Ro4_6,
    /// RO-4.7: a bee wins the amount above the hive once, never multiplied.
    Ro4_7,
    /// RO-4.8a: EXTRA opens one new hive, which is played as the first and holds no EXTRA.
    Ro4_8a,
    /// RO-4.9a: Bonus is reached if and only if the hives gave nothing.
    Ro4_9a,
    /// RO-4.9b: the pay table of the Bonus, and no more bees than it has.
    Ro4_9b,
    /// RO-4.10: all gains add up to one lot, which is in the prize table.
    Ro4_10,
    /// RO-4.11: every other unit loses.
    Ro4_11,
    /// RO-D1: hives have the game's lines, cells and amounts.
    RoD1,
    /// RO-D2: the game's symbols, none more often in a line than it takes to win, and so often the picked one only.
    RoD2,
    /// RO-D3: at most one multiplier a line, one bee and one EXTRA a hive.
    RoD3,
    /// RO-D4: cells hold roles that the game has.
    RoD4,
    /// RO-D5: what a losing Bonus shows.
    RoD5,
    /// RO-D6: the record says what the cells give.
    RoD6,
}

impl Rule {
    /// All rules, in the order of the checklist.
    pub const ALL: [Self; 36] = [
        Self::Mc3b,
        Self::Mc4_2a,
        Self::Mc4_2b,
        Self::Mc4_3,
        Self::Mc4_5a,
        Self::Mc4_5b,
        Self::Mc4_5c,
        Self::Mc4_5f,
        Self::Mc4_6a,
        Self::Mc4_6b,
        Self::Mc4_7,
        Self::Mc4_8,
        Self::McD1,
        Self::McD2,
        Self::McD3,
        Self::McD4,
        Self::McD5,
        Self::McD6,
        Self::Ro3b,
        Self::Ro4_2,
        Self::Ro4_3,
        Self::Ro4_5a,
        Self::Ro4_5b,
        Self::Ro4_6,
        Self::Ro4_7,
        Self::Ro4_8a,
        Self::Ro4_9a,
        Self::Ro4_9b,
        Self::Ro4_10,
        Self::Ro4_11,
        Self::RoD1,
        Self::RoD2,
        Self::RoD3,
        Self::RoD4,
        Self::RoD5,
        Self::RoD6,
    ];

    /// The id in the checklist.
    ///
    /// ```
    /// assert_eq!(alveole::verify::Rule::Mc4_5b.id(), "MC-4.5b");
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Self::Mc3b => "MC-3b",
            Self::Mc4_2a => "MC-4.2a",
            Self::Mc4_2b => "MC-4.2b",
            Self::Mc4_3 => "MC-4.3",
            Self::Mc4_5a => "MC-4.5a",
            Self::Mc4_5b => "MC-4.5b",
            Self::Mc4_5c => "MC-4.5c",
            Self::Mc4_5f => "MC-4.5f",
            Self::Mc4_6a => "MC-4.6a",
            Self::Mc4_6b => "MC-4.6b",
            Self::Mc4_7 => "MC-4.7",
            Self::Mc4_8 => "MC-4.8",
            Self::McD1 => "MC-D1",
            Self::McD2 => "MC-D2",
            Self::McD3 => "MC-D3",
            Self::McD4 => "MC-D4",
            Self::McD5 => "MC-D5",
            Self::McD6 => "MC-D6",
            Self::Ro3b => "RO-3b",
            Self::Ro4_2 => "RO-4.2",
            Self::Ro4_3 => "RO-4.3",
            Self::Ro4_5a => "RO-4.5a",
            Self::Ro4_5b => "RO-4.5b",
            Self::Ro4_6 => "RO-4.6",
            Self::Ro4_7 => "RO-4.7",
            Self::Ro4_8a => "RO-4.8a",
            Self::Ro4_9a => "RO-4.9a",
            Self::Ro4_9b => "RO-4.9b",
            Self::Ro4_10 => "RO-4.10",
            Self::Ro4_11 => "RO-4.11",
            Self::RoD1 => "RO-D1",
            Self::RoD2 => "RO-D2",
            Self::RoD3 => "RO-D3",
            Self::RoD4 => "RO-D4",
            Self::RoD5 => "RO-D5",
            Self::RoD6 => "RO-D6",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
