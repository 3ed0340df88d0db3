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
}

impl Rule {
    /// All rules, in the order of the checklist.
    pub const ALL: [Self; 18] = [
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
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
