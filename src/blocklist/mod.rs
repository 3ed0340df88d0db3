//! What must not be read on a unit (article 4.8), as data: entries, written decisions, the team's overrides.
//!
//! Nothing is matched here: the `screen` room reads units, and the judge reads them again in its own way.
//!
//! Every folded word has at most one [`Decision`]. A row of the lists blocks it, a row of `allow.tsv` says why a word that
//! some source blocks is allowed, and a line of [`Overrides`] comes before both.

mod overrides;

use std::fmt;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use sha2::{Digest, Sha256};

pub use overrides::{Action, Override, Overrides};

use crate::letters::{Word, fold};
use crate::table::{self, Fault, Row};

const OFFENSIVE: &str = include_str!("../../blocklist/offensive.tsv");
const ALLOW: &str = include_str!("../../blocklist/allow.tsv");

/// What a blocked word is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Sex.
    Sexual,
    /// Excrement.
    Scatological,
    /// Race and origin.
    Racist,
    /// Religion.
    Religious,
    /// Insults of other kinds.
    Insult,
    /// Handicap.
    Handicap,
    /// Violence.
    Violence,
    /// Drugs.
    Drugs,
    /// Nazism and terror.
    Nazi,
    /// Death and illness.
    Death,
    /// Gambling and debt.
    Gambling,
    /// A ban of the content team.
    Team,
}

impl Theme {
    const ALL: [(Self, &'static str); 12] = [
        (Self::Sexual, "sexual"),
        (Self::Scatological, "scatological"),
        (Self::Racist, "racist"),
        (Self::Religious, "religious"),
        (Self::Insult, "insult"),
        (Self::Handicap, "handicap"),
        (Self::Violence, "violence"),
        (Self::Drugs, "drugs"),
        (Self::Nazi, "nazi"),
        (Self::Death, "death"),
        (Self::Gambling, "gambling"),
        (Self::Team, "team"),
    ];
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::ALL.iter().find(|(theme, _)| theme == self).map_or("", |(_, name)| name))
    }
}

/// How bad a blocked word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Out of place.
    Mild,
    /// Improper.
    Medium,
    /// An insult in print.
    Strong,
}

impl Severity {
    const ALL: [(Self, &'static str); 3] = [(Self::Mild, "mild"), (Self::Medium, "medium"), (Self::Strong, "strong")];
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::ALL.iter().find(|(severity, _)| severity == self).map_or("", |(_, name)| name))
    }
}

/// A blocked word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Folded.
    pub word: Word,
    /// As it is written.
    pub display: Box<str>,
    /// What it is about.
    pub theme: Theme,
    /// How bad it is.
    pub severity: Severity,
    /// The list it comes from, or the word it is a form of.
    pub source: Box<str>,
    /// Why it is blocked.
    pub reason: Box<str>,
}

/// What the lists say of one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It must not be read on a unit.
    Block(Entry),
    /// It may, though some source would block it: why.
    Allow(Box<str>),
}

/// The lists, one decision a word.
#[derive(Clone)]
pub struct Blocklist {
    decisions: HashMap<Word, Decision, FxBuildHasher>,
    digest: [u8; 32],
}

impl Blocklist {
    /// The lists of this crate.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn embedded() -> Self {
        Self::read(OFFENSIVE.as_bytes(), ALLOW.as_bytes()).expect("the embedded lists are sound")
    }

    /// No list at all: nothing is blocked.
    pub fn empty() -> Self {
        Self { decisions: HashMap::default(), digest: Sha256::digest(b"").into() }
    }

    /// Reads a blocklist and a list of allowed words.
    ///
    /// # Errors
    /// When a text is not UTF-8, a row is no row of its table, or a word has two rows.
    pub fn read(block: &[u8], allow: &[u8]) -> Result<Self, Fault> {
        let columns = ["word", "display", "theme", "severity", "source", "reason"];
        let mut lists = Self::empty();
        for row in table::rows(table::utf8(block)?, "#alveole/blocklist/1", columns)? {
            let [_, display, theme, severity, source, reason] = row.fields;
            let word = listed_in(&row, 0)?;
            let entry = Entry {
                word,
                display: display.into(),
                theme: named(&Theme::ALL, theme).ok_or_else(|| row.fault(2, format!("unknown theme {theme:?}")))?,
                severity: named(&Severity::ALL, severity)
                    .ok_or_else(|| row.fault(3, format!("unknown severity {severity:?}: mild, medium or strong")))?,
                source: source.into(),
                reason: reason.into(),
            };
            lists.decide(&row, word, Decision::Block(entry))?;
        }
        for row in table::rows(table::utf8(allow)?, "#alveole/allow/1", ["word", "reason"])? {
            let [_, reason] = row.fields;
            let word = listed_in(&row, 0)?;
            lists.decide(&row, word, Decision::Allow(reason.into()))?;
        }
        lists.digest =
            Sha256::new().chain_update(Sha256::digest(block)).chain_update(Sha256::digest(allow)).finalize().into();
        Ok(lists)
    }

    fn decide<const N: usize>(&mut self, row: &Row<N>, word: Word, decision: Decision) -> Result<(), Fault> {
        match self.decisions.insert(word, decision) {
            None => Ok(()),
            Some(Decision::Block(_)) => Err(row.fault(0, format!("{word} is blocked by an earlier row: keep one"))),
            Some(Decision::Allow(_)) => Err(row.fault(0, format!("{word} is allowed by an earlier row: keep one"))),
        }
    }

    /// These lists under the team's overrides, which come first.
    #[must_use]
    pub fn with(mut self, overrides: &Overrides) -> Self {
        for line in overrides.lines() {
            let reason: Box<str> = format!("{} ({}, overrides line {})", line.reason, line.date, line.line).into();
            let decision = match line.action {
                Action::Ban => Decision::Block(Entry {
                    word: line.word,
                    display: line.display.clone(),
                    theme: Theme::Team,
                    severity: Severity::Strong,
                    source: "overrides".into(),
                    reason,
                }),
                Action::Allow => Decision::Allow(reason),
                Action::Add | Action::Level => continue,
            };
            self.decisions.insert(line.word, decision);
        }
        self
    }

    /// The entry that blocks this very word, if one does.
    pub fn blocking(&self, word: Word) -> Option<&Entry> {
        match self.decisions.get(&word) {
            Some(Decision::Block(entry)) => Some(entry),
            _ => None,
        }
    }

    /// What is decided of a word, if anything is.
    pub fn decision(&self, word: Word) -> Option<&Decision> {
        self.decisions.get(&word)
    }

    /// How many words are blocked, and how many are allowed by a written decision.
    pub fn counts(&self) -> (usize, usize) {
        let blocked = self.decisions.values().filter(|decision| matches!(decision, Decision::Block(_))).count();
        (blocked, self.decisions.len() - blocked)
    }

    /// SHA-256 over the digests of the lists; overrides have their own.
    pub const fn digest(&self) -> [u8; 32] {
        self.digest
    }
}

impl fmt::Debug for Blocklist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocklist").field("counts", &self.counts()).finish_non_exhaustive()
    }
}

fn named<T: Copy>(all: &[(T, &str)], name: &str) -> Option<T> {
    all.iter().find(|(_, known)| *known == name).map(|(value, _)| *value)
}

/// The word of a row's field, folded.
fn listed_in<const N: usize>(row: &Row<N>, field: usize) -> Result<Word, Fault> {
    fold(row.fields[field]).map_err(|error| row.fault(field, format!("{:?} is no word: {error}", row.fields[field])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: &str = "#alveole/blocklist/1\nword\tdisplay\ttheme\tseverity\tsource\treason\n\
        MERDE\tmerde\tscatological\tstrong\tcuss\tvulgar\n";
    const FEW: &str = "#alveole/allow/1\nword\treason\nCHAT\tan animal\n";

    #[test]
    fn embedded_lists_are_read() {
        let lists = Blocklist::embedded();
        assert!(lists.blocking(fold("merde").unwrap()).is_some());
        for innocent in [
            "CONCOMBRE",
            "CALCUL",
            "DISPUTE",
            "VIOLON",
            "HABITER",
            "DEPUTE",
            "INNOCENT",
            "LUCIDE",
            "SERGENT",
            "CHAT",
            "PANIER",
        ] {
            assert_eq!(lists.blocking(fold(innocent).unwrap()), None, "{innocent}");
        }
    }

    #[test]
    fn case_and_width_fold() {
        for form in ["MERDE", "Merde", "ｍｅｒｄｅ"] {
            let lists = Blocklist::read(BLOCK.replacen("MERDE", form, 1).as_bytes(), FEW.as_bytes()).unwrap();
            assert!(lists.blocking(fold("merde").unwrap()).is_some(), "{form}");
        }
    }

    #[test]
    fn bad_rows_are_named() {
        for (from, to, message) in [
            ("MERDE", "m-e", "line 3, column 1: \"m-e\" is no word"),
            ("scatological", "silly", "line 3, column 13: unknown theme \"silly\""),
            ("strong", "big", "line 3, column 26: unknown severity \"big\""),
            ("MERDE", "CHAT", "line 3, column 1: CHAT is blocked by an earlier row"),
            ("\tvulgar", "", "line 3, column 1: 5 fields where there must be 6"),
            ("#alveole/blocklist/1", "#alveole/blocklist/9", "line 1, column 1: the first line must be"),
        ] {
            let text = BLOCK.replacen(from, to, 1);
            let error = Blocklist::read(text.as_bytes(), FEW.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn overrides_come_first() {
        let overrides = "#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n\
            ban\tchat\t-\t-\t2026-11-30\tour rival's mascot\nallow\tmerde\t-\t-\t2026-11-30\ttest\n";
        let overrides = Overrides::read(overrides.as_bytes()).unwrap();
        let lists = Blocklist::read(BLOCK.as_bytes(), FEW.as_bytes()).unwrap().with(&overrides);
        assert_eq!(lists.blocking(fold("chat").unwrap()).unwrap().theme, Theme::Team);
        assert_eq!(lists.blocking(fold("merde").unwrap()), None);
        assert_eq!(lists.counts(), (1, 1));
    }
}
