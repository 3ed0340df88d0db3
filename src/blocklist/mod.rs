//! What must not be read on a unit (article 4.8), as data: entries, written decisions, the team's overrides.
//!
//! Nothing is matched here: the `screen` room reads units, and the judge reads them again in its own way.
//!
//! Every folded word has at most one [`Decision`]. A row of the improper words, the brands or the misspellings blocks it, a
//! row of `allow.tsv` says why a word that some source blocks is allowed, and a line of [`Overrides`] comes before all.
//! [`Pair`]s and the words that are [`Sought`] beyond whole words stand beside them.

mod entry;
mod overrides;
mod tables;

use std::fmt;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use sha2::{Digest, Sha256};

pub use entry::{Allowed, Decision, Entry, Kind, Listed, Pair, Prominence, Severity, Sought, Theme};
pub use overrides::{Action, Override, Overrides};
pub use tables::{Table, TableFault, Tables};

use crate::letters::{Word, fold};
use crate::table::{self, Fault, Row};

/// The lists, one decision a word.
#[derive(Clone)]
pub struct Blocklist {
    decisions: HashMap<Word, Decision, FxBuildHasher>,
    pairs: Vec<Pair>,
    sought: Vec<Sought>,
    digest: [u8; 32],
}

impl Blocklist {
    /// The lists of this crate.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn embedded() -> Self {
        Self::read(&Tables::EMBEDDED).expect("the embedded lists are sound")
    }

    /// No list at all: nothing is blocked.
    pub fn empty() -> Self {
        Self {
            decisions: HashMap::default(),
            pairs: Vec::new(),
            sought: Vec::new(),
            digest: Sha256::digest(b"").into(),
        }
    }

    /// Reads the tables; nothing is half-loaded.
    ///
    /// # Errors
    /// When a text is not UTF-8, a row is no row of its table, or a word has two rows (both are named).
    pub fn read(tables: &Tables) -> Result<Self, TableFault> {
        type Reader = fn(&mut Blocklist, &[u8]) -> Result<(), Fault>;
        // Taken apart, so that none is forgotten.
        let Tables { offensive, allow, brands, misspellings, pairs, containment } = *tables;
        let readers: [(Table, &[u8], Reader); 6] = [
            (Table::Offensive, offensive, Self::read_offensive),
            (Table::Brands, brands, Self::read_brands),
            (Table::Misspellings, misspellings, Self::read_misspellings),
            (Table::Allow, allow, Self::read_allowed),
            (Table::Pairs, pairs, Self::read_pairs),
            (Table::Containment, containment, Self::read_sought),
        ];
        let mut lists = Self::empty();
        let mut digests = Sha256::new();
        for (table, bytes, read) in readers {
            read(&mut lists, bytes).map_err(|fault| TableFault { table, fault })?;
            digests.update(Sha256::digest(bytes));
        }
        lists.digest = digests.finalize().into();
        Ok(lists)
    }

    fn read_offensive(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let columns = ["word", "display", "theme", "severity", "source", "reason"];
        for row in table::rows(table::utf8(bytes)?, "#alveole/blocklist/1", columns)? {
            let [_, display, theme, severity, source, reason] = row.fields;
            let kind = Kind::Offensive(theme_of(&row, 2, theme)?, severity_of(&row, 3, severity)?);
            self.block(Table::Offensive, &row, display, kind, source, reason)?;
        }
        Ok(())
    }

    fn read_brands(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let columns = ["word", "display", "category", "prominence", "source", "reason"];
        for row in table::rows(table::utf8(bytes)?, "#alveole/brands/1", columns)? {
            let [_, display, category, prominence, source, reason] = row.fields;
            let prominence = named(&Prominence::ALL, prominence)
                .ok_or_else(|| row.fault(3, format!("unknown prominence {prominence:?}: low, medium or high")))?;
            let kind = Kind::Brand { category: category.into(), prominence };
            self.block(Table::Brands, &row, display, kind, source, reason)?;
        }
        Ok(())
    }

    fn read_misspellings(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let columns = ["word", "meant", "rule", "reason"];
        for row in table::rows(table::utf8(bytes)?, "#alveole/misspellings/1", columns)? {
            let [word, meant, rule, reason] = row.fields;
            let kind = Kind::Misspelling { meant: meant.into() };
            self.block(Table::Misspellings, &row, &word.to_lowercase(), kind, rule, reason)?;
        }
        Ok(())
    }

    fn read_allowed(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        for row in table::rows(table::utf8(bytes)?, "#alveole/allow/1", ["word", "reason"])? {
            let listed = Listed { table: Table::Allow, line: row.line };
            let allowed = Allowed { reason: row.fields[1].into(), listed };
            self.decide(&row, listed_in(&row, 0)?, Decision::Allow(allowed))?;
        }
        Ok(())
    }

    fn read_pairs(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let columns = ["first", "second", "theme", "severity", "reason"];
        for row in table::rows(table::utf8(bytes)?, "#alveole/pairs/1", columns)? {
            let [_, _, theme, severity, reason] = row.fields;
            let mut words = [listed_in(&row, 0)?, listed_in(&row, 1)?];
            words.sort_unstable();
            if words[0] == words[1] {
                return Err(row.fault(1, format!("{} stands beside itself: a pair has two words", words[0])));
            }
            let (theme, severity) = (theme_of(&row, 2, theme)?, severity_of(&row, 3, severity)?);
            let listed = Listed { table: Table::Pairs, line: row.line };
            self.pairs.push(Pair { words, theme, severity, reason: reason.into(), listed });
        }
        self.pairs.sort_by_key(|pair| (pair.words, pair.listed.line));
        match self.pairs.windows(2).find(|two| two[0].words == two[1].words) {
            None => Ok(()),
            Some(two) => {
                let [first, second] = two[0].words;
                let problem = format!("line {} has {first} and {second} too: keep one", two[0].listed.line);
                Err(Fault { line: two[1].listed.line, column: 1, problem })
            }
        }
    }

    fn read_sought(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        for row in table::rows(table::utf8(bytes)?, "#alveole/containment/1", ["word", "readings", "reason"])? {
            let [_, readings, reason] = row.fields;
            let listed = Listed { table: Table::Containment, line: row.line };
            let word = listed_in(&row, 0)?;
            let (inside, cells, pieces) = (false, false, false);
            let mut sought = Sought { word, inside, cells, pieces, reason: reason.into(), listed };
            for reading in readings.split('|') {
                match reading {
                    "inside" => sought.inside = true,
                    "cells" => sought.cells = true,
                    "pieces" => sought.pieces = true,
                    _ => {
                        let problem = format!("unknown reading {reading:?}: inside, cells or pieces, with | between");
                        return Err(row.fault(1, problem));
                    }
                }
            }
            self.sought.push(sought);
        }
        self.sought.sort_by_key(|sought| (sought.word, sought.listed.line));
        match self.sought.windows(2).find(|two| two[0].word == two[1].word) {
            None => Ok(()),
            Some(two) => {
                let problem = format!("line {} has {} too: keep one", two[0].listed.line, two[0].word);
                Err(Fault { line: two[1].listed.line, column: 1, problem })
            }
        }
    }

    fn block<const N: usize>(
        &mut self,
        table: Table,
        row: &Row<N>,
        display: &str,
        kind: Kind,
        source: &str,
        reason: &str,
    ) -> Result<(), Fault> {
        let word = listed_in(row, 0)?;
        let listed = Listed { table, line: row.line };
        let (display, source, reason) = (display.into(), source.into(), reason.into());
        self.decide(row, word, Decision::Block(Entry { word, display, kind, source, reason, listed }))
    }

    fn decide<const N: usize>(&mut self, row: &Row<N>, word: Word, decision: Decision) -> Result<(), Fault> {
        let Some(earlier) = self.decisions.insert(word, decision) else { return Ok(()) };
        let verdict = if matches!(earlier, Decision::Block(_)) { "blocked" } else { "allowed" };
        let Listed { table, line } = earlier.listed();
        Err(row.fault(0, format!("{word} is {verdict} by {} line {line}: keep one", table.file())))
    }

    /// These lists under the team's overrides, which come first.
    #[must_use]
    pub fn with(mut self, overrides: &Overrides) -> Self {
        for line in overrides.lines() {
            let reason: Box<str> = format!("{} ({}, overrides line {})", line.reason, line.date, line.line).into();
            let listed = Listed { table: Table::Overrides, line: line.line };
            let decision = match line.action {
                Action::Ban => Decision::Block(Entry {
                    word: line.word,
                    display: line.display.clone(),
                    kind: Kind::Offensive(Theme::Team, Severity::Strong),
                    source: "overrides".into(),
                    reason,
                    listed,
                }),
                Action::Allow => Decision::Allow(Allowed { reason, listed }),
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

    /// The words that insult together, sorted.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The words that are sought beyond whole words, sorted.
    pub fn sought(&self) -> &[Sought] {
        &self.sought
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

fn theme_of<const N: usize>(row: &Row<N>, field: usize, name: &str) -> Result<Theme, Fault> {
    named(&Theme::ALL, name).ok_or_else(|| row.fault(field, format!("unknown theme {name:?}")))
}

fn severity_of<const N: usize>(row: &Row<N>, field: usize, name: &str) -> Result<Severity, Fault> {
    let unknown = || row.fault(field, format!("unknown severity {name:?}: mild, medium or strong"));
    named(&Severity::ALL, name).ok_or_else(unknown)
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
    /// The lists with these improper words, and CHAT allowed.
    fn read(offensive: &str) -> Result<Blocklist, TableFault> {
        Blocklist::read(&Tables { offensive: offensive.as_bytes(), allow: FEW.as_bytes(), ..Tables::EMPTY })
    }

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
            let lists = read(&BLOCK.replacen("MERDE", form, 1)).unwrap();
            assert!(lists.blocking(fold("merde").unwrap()).is_some(), "{form}");
        }
    }

    #[test]
    fn bad_rows_are_named() {
        for (from, to, message) in [
            ("MERDE", "m-e", "offensive.tsv, line 3, column 1: \"m-e\" is no word"),
            ("scatological", "silly", "offensive.tsv, line 3, column 13: unknown theme \"silly\""),
            ("strong", "big", "offensive.tsv, line 3, column 26: unknown severity \"big\""),
            ("MERDE", "CHAT", "allow.tsv, line 3, column 1: CHAT is blocked by offensive.tsv line 3: keep one"),
            ("\tvulgar", "", "offensive.tsv, line 3, column 1: 5 fields where there must be 6"),
            ("#alveole/blocklist/1", "#alveole/blocklist/9", "offensive.tsv, line 1, column 1: the first line must be"),
        ] {
            let text = BLOCK.replacen(from, to, 1);
            let error = read(&text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn brands_and_misspellings_block() {
        let lists = Blocklist::embedded();
        let blocking =
            |word| lists.blocking(fold(word).unwrap()).map(|entry| (entry.kind.to_string(), entry.listed.table));
        assert_eq!(blocking("absolut"), Some(("brand, alcohol, of high prominence".into(), Table::Brands)));
        assert_eq!(blocking("abandoner"), Some(("misspelling of abandonner".into(), Table::Misspellings)));
        assert_eq!(blocking("orange"), None);
        assert!(lists.pairs().iter().any(|pair| pair.words.map(|word| word.to_string()) == ["AFRICAIN", "CAFARD"]));
        let anus = lists.sought().iter().find(|sought| sought.word == fold("anus").unwrap()).unwrap();
        assert_eq!((anus.inside, anus.cells, anus.pieces), (false, true, true));
    }

    #[test]
    fn bad_rows_of_every_table_are_named() {
        type Change = fn(&mut Tables<'static>, &'static [u8]);
        let with: [(Change, &str, &str); 9] = [
            (
                |tables, row| tables.brands = row,
                "BIC\tBic\tpens\thuge\thand\tpens",
                "brands.tsv, line 3, column 14: unknown prominence \"huge\"",
            ),
            (
                |tables, row| tables.brands = row,
                "C4\tC4\tpens\thigh\thand\tpens",
                "brands.tsv, line 3, column 1: \"C4\" is no word",
            ),
            (
                |tables, row| tables.misspellings = row,
                "CHATT\tchat\tdoubled",
                "misspellings.tsv, line 3, column 1: 3 fields where there must be 4",
            ),
            (
                |tables, row| tables.pairs = row,
                "UN\tUN\tinsult\tmild\tx",
                "pairs.tsv, line 3, column 4: UN stands beside itself",
            ),
            (
                |tables, row| tables.pairs = row,
                "UN\tDEUX\tsilly\tmild\tx",
                "pairs.tsv, line 3, column 9: unknown theme \"silly\"",
            ),
            (
                |tables, row| tables.pairs = row,
                "UN\tDEUX\tinsult\tmild\tx\nDEUX\tUN\tinsult\tmild\tx",
                "pairs.tsv, line 4, column 1: line 3 has DEUX and UN too",
            ),
            (
                |tables, row| tables.containment = row,
                "ANUS\tpieces|up\tx",
                "containment.tsv, line 3, column 6: unknown reading \"up\"",
            ),
            (
                |tables, row| tables.containment = row,
                "ANUS\tpieces\tx\nANUS\tcells\tx",
                "containment.tsv, line 4, column 1: line 3 has ANUS too",
            ),
            (
                |tables, row| tables.allow = row,
                "A\tx\nA\ty",
                "allow.tsv, line 4, column 1: A is allowed by allow.tsv line 3",
            ),
        ];
        for (change, rows, message) in with {
            let heads = [
                Tables::EMPTY.brands,
                Tables::EMPTY.misspellings,
                Tables::EMPTY.pairs,
                Tables::EMPTY.containment,
                Tables::EMPTY.allow,
            ];
            let file = message.split('.').next().unwrap();
            let head = heads.into_iter().find(|head| head.starts_with(format!("#alveole/{file}/").as_bytes())).unwrap();
            let bytes = [head, rows.as_bytes(), b"\n"].concat().leak();
            let mut tables = Tables::EMPTY;
            change(&mut tables, bytes);
            let error = Blocklist::read(&tables).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        let tables = Tables { misspellings: b"\xff", ..Tables::EMPTY };
        let error = Blocklist::read(&tables).unwrap_err().to_string();
        assert_eq!(error, "misspellings.tsv, line 1, column 1: not UTF-8: save the file as UTF-8");
    }

    #[test]
    fn overrides_come_first() {
        let overrides = "#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n\
            ban\tchat\t-\t-\t2026-11-30\tour rival's mascot\nallow\tmerde\t-\t-\t2026-11-30\ttest\n";
        let overrides = Overrides::read(overrides.as_bytes()).unwrap();
        let lists = read(BLOCK).unwrap().with(&overrides);
        assert_eq!(lists.blocking(fold("chat").unwrap()).unwrap().kind, Kind::Offensive(Theme::Team, Severity::Strong));
        assert_eq!(lists.blocking(fold("merde").unwrap()), None);
        assert_eq!(lists.counts(), (1, 1));
    }
}
