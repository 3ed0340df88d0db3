//! What the lists say of a word.

use std::fmt;

use super::Table;
use crate::letters::Word;

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
    /// Whatever the content team's own lists mean by it.
    Team,
}

impl Theme {
    pub(super) const ALL: [(Self, &'static str); 12] = [
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
    pub(super) const ALL: [(Self, &'static str); 3] =
        [(Self::Mild, "mild"), (Self::Medium, "medium"), (Self::Strong, "strong")];
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::ALL.iter().find(|(severity, _)| severity == self).map_or("", |(_, name)| name))
    }
}

/// How well a brand is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Prominence {
    /// A shop or service somewhere in Europe or the world.
    Low,
    /// A shop or service in France.
    Medium,
    /// A household name.
    High,
}

impl Prominence {
    pub(super) const ALL: [(Self, &'static str); 3] =
        [(Self::Low, "low"), (Self::Medium, "medium"), (Self::High, "high")];
}

impl fmt::Display for Prominence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(Self::ALL.iter().find(|(prominence, _)| prominence == self).map_or("", |(_, name)| name))
    }
}

/// What article 4.8 has against a word. Shown as a judge's message has it: `racist, strong`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An improper word.
    Offensive(Theme, Severity),
    /// A brand.
    Brand {
        /// What is sold under it.
        category: Box<str>,
        /// How well it is known.
        prominence: Prominence,
    },
    /// A misspelt word.
    Misspelling {
        /// The right spelling.
        meant: Box<str>,
    },
    /// A ban of the content team.
    Ban,
}

impl Kind {
    /// The theme of an improper word; `brand`, `misspelling` or `ban`.
    pub fn theme(&self) -> String {
        match self {
            Self::Offensive(theme, _) => theme.to_string(),
            Self::Brand { .. } => "brand".into(),
            Self::Misspelling { .. } => "misspelling".into(),
            Self::Ban => "ban".into(),
        }
    }

    /// The severity of an improper word, the prominence of a brand; misspellings and bans have neither.
    pub fn severity(&self) -> Option<String> {
        match self {
            Self::Offensive(_, severity) => Some(severity.to_string()),
            Self::Brand { prominence, .. } => Some(prominence.to_string()),
            Self::Misspelling { .. } | Self::Ban => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offensive(theme, severity) => write!(f, "{theme}, {severity}"),
            Self::Brand { category, prominence } => write!(f, "brand, {category}, of {prominence} prominence"),
            Self::Misspelling { meant } => write!(f, "misspelling of {meant}"),
            Self::Ban => f.write_str("a ban of the team"),
        }
    }
}

/// A row of a table; shown as `brands.tsv:12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Listed {
    /// The table.
    pub table: Table,
    /// The row's line in its file, from 1.
    pub line: usize,
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.table, self.line)
    }
}

/// A blocked word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Folded.
    pub word: Word,
    /// As it is written.
    pub display: Box<str>,
    /// What there is against it.
    pub kind: Kind,
    /// The list it comes from, the word it is a form of, or the rule of a misspelling.
    pub source: Box<str>,
    /// Why it is blocked.
    pub reason: Box<str>,
    /// The row that blocks it.
    pub listed: Listed,
}

/// A word that may be read, though some source would block it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Why.
    pub reason: Box<str>,
    /// The row that allows it.
    pub listed: Listed,
}

/// What the lists say of one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It must not be read on a unit.
    Block(Entry),
    /// It may.
    Allow(Allowed),
}

impl Decision {
    /// The row that decides.
    pub const fn listed(&self) -> Listed {
        match self {
            Self::Block(entry) => entry.listed,
            Self::Allow(allowed) => allowed.listed,
        }
    }
}

/// Two words that one unit must not have both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The smaller one first; their order on the unit has no meaning.
    pub words: [Word; 2],
    /// What they say together.
    pub theme: Theme,
    /// How bad that is.
    pub severity: Severity,
    /// What is read.
    pub reason: Box<str>,
    /// The row that has them.
    pub listed: Listed,
}

/// A blocked word that is sought where it is neither a word of the unit nor a maximal run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    /// Folded; two letters at least.
    pub word: Word,
    /// What blocks it as a whole word.
    pub entry: Entry,
    /// Inside longer words, but for those that a decision allows.
    pub inside: bool,
    /// Along straight lines of neighbouring cells that are no run.
    pub cells: bool,
    /// As a visible piece, between hidden letters.
    pub pieces: bool,
    /// Why it is sought.
    pub reason: Box<str>,
    /// The row that has it sought: of `containment.tsv`, or the entry's own.
    pub listed: Listed,
}
