//! The tables that make up the blocklist, and what is wrong with one.

use std::fmt;

use thiserror::Error;

use crate::table::Fault;

/// One of the tables; their columns are told in `blocklist/SOURCES.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// Improper words.
    Offensive,
    /// Words that are allowed by a written decision.
    Allow,
    /// Brands.
    Brands,
    /// Misspellings.
    Misspellings,
    /// Words that insult together.
    Pairs,
    /// Words that are sought beyond whole words, besides those that the policy names.
    Containment,
    /// A further list of the team, by its place among them, from 0.
    Further(u8),
    /// The team's own file, which comes before all others.
    Overrides,
}

impl fmt::Display for Table {
    /// The file's name; of a further list its number, from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Further(number) => write!(f, "further list {}", usize::from(*number) + 1),
            _ => f.pad(self.file()),
        }
    }
}

impl Table {
    /// The name of its file. The team's own files have the names that the team gave them, and stand here for them.
    pub const fn file(self) -> &'static str {
        match self {
            Self::Offensive => "offensive.tsv",
            Self::Allow => "allow.tsv",
            Self::Brands => "brands.tsv",
            Self::Misspellings => "misspellings.tsv",
            Self::Pairs => "pairs.tsv",
            Self::Containment => "containment.tsv",
            Self::Further(_) => "further list",
            Self::Overrides => "overrides",
        }
    }
}

/// The content of the tables, as it is in the files.
///
/// ```
/// use alveole::blocklist::{Blocklist, Tables};
/// let allow = b"#alveole/allow/1\nword\treason\nCHAT\tan animal\n";
/// let lists = Blocklist::read(&Tables { allow, ..Tables::EMPTY }).unwrap();
/// assert_eq!(lists.counts(), (0, 1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tables<'a> {
    /// `offensive.tsv`
    pub offensive: &'a [u8],
    /// `allow.tsv`
    pub allow: &'a [u8],
    /// `brands.tsv`
    pub brands: &'a [u8],
    /// `misspellings.tsv`
    pub misspellings: &'a [u8],
    /// `pairs.tsv`
    pub pairs: &'a [u8],
    /// `containment.tsv`
    pub containment: &'a [u8],
}

impl Tables<'static> {
    /// Tables without a row.
    pub const EMPTY: Self = Self {
        offensive: b"#alveole/blocklist/1\nword\tdisplay\ttheme\tseverity\tsource\treason\n",
        allow: b"#alveole/allow/1\nword\treason\n",
        brands: b"#alveole/brands/1\nword\tdisplay\tcategory\tprominence\tsource\treason\n",
        misspellings: b"#alveole/misspellings/1\nword\tmeant\trule\treason\n",
        pairs: b"#alveole/pairs/1\nfirst\tsecond\ttheme\tseverity\treason\n",
        containment: b"#alveole/containment/1\nword\treadings\treason\n",
    };

    /// The tables of this crate.
    pub const EMBEDDED: Self = Self {
        offensive: include_bytes!("../../blocklist/offensive.tsv"),
        allow: include_bytes!("../../blocklist/allow.tsv"),
        brands: include_bytes!("../../blocklist/brands.tsv"),
        misspellings: include_bytes!("../../blocklist/misspellings.tsv"),
        pairs: include_bytes!("../../blocklist/pairs.tsv"),
        containment: include_bytes!("../../blocklist/containment.tsv"),
    };
}

/// What is wrong with one of the tables.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}, {fault}", table.file())]
pub struct TableFault {
    /// Which one.
    pub table: Table,
    /// Where, and what.
    pub fault: Fault,
}
