//! The rows of each table.

use super::{Allowed, Blocklist, Decision, Entry, Kind, Listed, Pair, Prominence, Severity, Table, Theme};
use crate::letters::{Word, fold};
use crate::table::{self, Fault, Row};

/// A row of `containment.tsv`: a blocked word that is sought in these readings, whatever the policy says of its kind.
#[derive(Clone, Debug)]
pub(super) struct ByHand {
    pub(super) word: Word,
    pub(super) inside: bool,
    pub(super) cells: bool,
    pub(super) pieces: bool,
    pub(super) reason: Box<str>,
    pub(super) listed: Listed,
}

/// Reads the rows of one table into the lists; `Table` is what they are listed as.
pub(super) type Reader = fn(&mut Blocklist, Table, &str) -> Result<(), Fault>;

/// The tables by their first lines.
pub(super) const READERS: [(&str, Reader); 6] = [
    (OFFENSIVE, Blocklist::read_offensive),
    (BRANDS, Blocklist::read_brands),
    (MISSPELLINGS, Blocklist::read_misspellings),
    (ALLOW, Blocklist::read_allowed),
    (PAIRS, Blocklist::read_pairs),
    (CONTAINMENT, Blocklist::read_containment),
];

const OFFENSIVE: &str = "#alveole/blocklist/1";
const BRANDS: &str = "#alveole/brands/1";
const MISSPELLINGS: &str = "#alveole/misspellings/1";
const ALLOW: &str = "#alveole/allow/1";
const PAIRS: &str = "#alveole/pairs/1";
const CONTAINMENT: &str = "#alveole/containment/1";

impl Blocklist {
    pub(super) fn read_offensive(&mut self, table: Table, text: &str) -> Result<(), Fault> {
        let columns = ["word", "display", "theme", "severity", "source", "reason"];
        for row in table::rows(text, OFFENSIVE, columns)? {
            let [_, display, theme, severity, source, reason] = row.fields;
            let kind = Kind::Offensive(theme_of(&row, 2, theme)?, severity_of(&row, 3, severity)?);
            self.block(table, &row, kind, [display, source, reason])?;
        }
        Ok(())
    }

    pub(super) fn read_brands(&mut self, table: Table, text: &str) -> Result<(), Fault> {
        let columns = ["word", "display", "category", "prominence", "source", "reason"];
        for row in table::rows(text, BRANDS, columns)? {
            let [_, display, category, prominence, source, reason] = row.fields;
            let prominence = named(&Prominence::ALL, prominence)
                .ok_or_else(|| row.fault(3, format!("unknown prominence {prominence:?}: low, medium or high")))?;
            let kind = Kind::Brand { category: category.into(), prominence };
            self.block(table, &row, kind, [display, source, reason])?;
        }
        Ok(())
    }

    pub(super) fn read_misspellings(&mut self, table: Table, text: &str) -> Result<(), Fault> {
        let columns = ["word", "meant", "rule", "reason"];
        for row in table::rows(text, MISSPELLINGS, columns)? {
            let [word, meant, rule, reason] = row.fields;
            let kind = Kind::Misspelling { meant: meant.into() };
            self.block(table, &row, kind, [&word.to_lowercase(), rule, reason])?;
        }
        Ok(())
    }

    pub(super) fn read_allowed(&mut self, table: Table, text: &str) -> Result<(), Fault> {
        for row in table::rows(text, ALLOW, ["word", "reason"])? {
            let allowed = Allowed { reason: row.fields[1].into(), listed: Listed { table, line: row.line } };
            self.decide(&row, listed_in(&row, 0)?, Decision::Allow(allowed))?;
        }
        Ok(())
    }

    pub(super) fn read_pairs(&mut self, table: Table, text: &str) -> Result<(), Fault> {
        let columns = ["first", "second", "theme", "severity", "reason"];
        for row in table::rows(text, PAIRS, columns)? {
            let [_, _, theme, severity, reason] = row.fields;
            let mut words = [listed_in(&row, 0)?, listed_in(&row, 1)?];
            words.sort_unstable();
            if words[0] == words[1] {
                return Err(row.fault(1, format!("{} stands beside itself: a pair has two words", words[0])));
            }
            let (theme, severity) = (theme_of(&row, 2, theme)?, severity_of(&row, 3, severity)?);
            let listed = Listed { table, line: row.line };
            let pair = Pair { words, theme, severity, reason: reason.into(), listed };
            match self.pairs.binary_search_by_key(&words, |pair| pair.words) {
                Err(place) => self.pairs.insert(place, pair),
                // A further list may repeat what is known.
                Ok(at) if self.pairs[at].listed.table != table => {}
                Ok(at) => {
                    let ([first, second], line) = (words, self.pairs[at].listed.line);
                    return Err(row.fault(0, format!("line {line} has {first} and {second} too: keep one")));
                }
            }
        }
        Ok(())
    }

    pub(super) fn read_containment(&mut self, table: Table, text: &str) -> Result<(), Fault> {
        for row in table::rows(text, CONTAINMENT, ["word", "readings", "reason"])? {
            let [_, readings, reason] = row.fields;
            let (word, listed) = (listed_in(&row, 0)?, Listed { table, line: row.line });
            let (inside, cells, pieces) = (false, false, false);
            let mut sought = ByHand { word, inside, cells, pieces, reason: reason.into(), listed };
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
            if let Some(earlier) = self.by_hand.iter_mut().find(|earlier| earlier.word == word) {
                // A further list may repeat what is known, and add to it.
                if earlier.listed.table != table {
                    earlier.inside |= sought.inside;
                    earlier.cells |= sought.cells;
                    earlier.pieces |= sought.pieces;
                    continue;
                }
                return Err(row.fault(0, format!("{} has {word} too: keep one", earlier.listed.line_of(table))));
            }
            if !matches!(self.decisions.get(&word), Some(Decision::Block(_))) {
                let problem = format!("{word} is not blocked: only blocked words are sought inside others");
                return Err(row.fault(0, problem));
            }
            self.by_hand.push(sought);
        }
        Ok(())
    }

    /// A list of the team's own: one word a line, as it is written.
    pub(super) fn read_plain(&mut self, table: Table, text: &str) -> Result<(), Fault> {
        for (line, text) in (1..).zip(text.lines()) {
            let display = text.trim();
            if display.is_empty() || display.starts_with('#') {
                continue;
            }
            let row = Row { line, fields: [display] };
            let word = listed_in(&row, 0)?;
            let listed = Listed { table, line };
            if self.decisions.get(&word).is_some_and(|earlier| earlier.listed().table == table) {
                continue;
            }
            let (display, source) = (display.to_lowercase().into(), "list".into());
            let reason = "on a list of the team".into();
            self.decide(&row, word, Decision::Block(Entry { word, display, kind: Kind::Ban, source, reason, listed }))?;
        }
        Ok(())
    }

    fn block<const N: usize>(
        &mut self,
        table: Table,
        row: &Row<N>,
        kind: Kind,
        [display, source, reason]: [&str; 3],
    ) -> Result<(), Fault> {
        let word = listed_in(row, 0)?;
        let listed = Listed { table, line: row.line };
        let (display, source, reason) = (display.into(), source.into(), reason.into());
        self.decide(row, word, Decision::Block(Entry { word, display, kind, source, reason, listed }))
    }

    /// Decides on a word, once. A further list may say again what is known, and gives way to the overrides.
    fn decide<const N: usize>(&mut self, row: &Row<N>, word: Word, decision: Decision) -> Result<(), Fault> {
        let Some(earlier) = self.decisions.get(&word) else {
            self.decisions.insert(word, decision);
            return Ok(());
        };
        let Listed { table, line } = earlier.listed();
        let is_block = |decision: &Decision| matches!(decision, Decision::Block(_));
        let is_further = matches!(decision.listed().table, Table::Further(_)) && table != decision.listed().table;
        if is_further && (table == Table::Overrides || is_block(earlier) == is_block(&decision)) {
            self.beneath.entry(word).or_default().push(decision);
            return Ok(());
        }
        let verdict = if is_block(earlier) { "blocked" } else { "allowed" };
        let advice = if is_further { "decide it in the overrides, or drop this line" } else { "keep one" };
        Err(row.fault(0, format!("{word} is {verdict} by {table} line {line}: {advice}")))
    }
}

impl Listed {
    /// `line 12` where the reader is in the same table, `allow.tsv line 12` elsewhere.
    fn line_of(self, table: Table) -> String {
        if self.table == table { format!("line {}", self.line) } else { format!("{} line {}", self.table, self.line) }
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
pub(super) fn listed_in<const N: usize>(row: &Row<N>, field: usize) -> Result<Word, Fault> {
    fold(row.fields[field]).map_err(|error| row.fault(field, format!("{:?} is no word: {error}", row.fields[field])))
}
