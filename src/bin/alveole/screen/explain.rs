//! All that is known of a word: what decides on it, what would without the team's files, how it is sought.

use std::io::{self, Write};

use alveole::blocklist::{Allowed, Blocklist, Decision, Pair, Table};
use alveole::formats::write_json_line;
use alveole::letters::Word;
use alveole::lexicon::{Level, Lexicon};
use alveole::screen::{InWord, Reading, Screen};
use serde::Serialize;

use super::record::{Left, Record};
use super::words::{held, verdict};
use super::{Explain, Format};
use crate::exit::{Code, Failure};
use crate::lists::ListFiles;
use crate::output::{Output, plain};

impl Explain {
    pub(super) fn run(&self) -> Result<Code, Failure> {
        let asked = self.words.iter().map(|text| super::folded(text)).collect::<Result<Vec<_>, _>>()?;
        let words = self.files.load()?;
        let screen = Screen::new(words.blocklist);
        let mut out = Output::standard();
        for word in asked {
            match self.format {
                Format::Text => self.text(word, &screen, &words.lexicon, &mut out)?,
                Format::Jsonl => self.record(word, &screen, &words.lexicon, &mut out)?,
            }
        }
        out.flush()?;
        Ok(Code::Done)
    }

    fn text(&self, word: Word, screen: &Screen, lexicon: &Lexicon, out: &mut Output) -> io::Result<()> {
        let (lists, files) = (screen.blocklist(), &self.files.lists);
        let against = screen.in_word(word);
        let mut lines = Vec::new();
        lines.extend(beneath(word, lists, files));
        for found in against.iter().filter(|found| found.reading != Reading::Word) {
            let (kind, listed) = (found.cause.kind(), files.row(found.cause.listed()));
            lines.push(format!("{}: {kind}: {} ({listed})", held(found), found.cause.reason()));
        }
        for (piece, _, sought) in screen.pieces(word) {
            let (shown, hidden) = (piece.shown, piece.hidden);
            let (kind, listed) = (&sought.entry.kind, files.row(sought.listed));
            let when = format!("where {shown} are shown and {hidden} hidden");
            lines.push(format!("leaves {} standing alone {when}: {kind}: {} ({listed})", sought.word, sought.reason));
        }
        if matches!(lists.decision(word), Some(Decision::Block(_))) {
            let whole = readings(word, lists);
            let whole: Vec<&str> = whole.iter().copied().filter(|name| !BEYOND.contains(name)).map(in_words).collect();
            lines.push(match whole.as_slice() {
                [] => "counts neither as a whole word nor under the question marks".into(),
                some => format!("counts {}", some.join(" and ")),
            });
        }
        if let Some(sought) = lists.sought_as(word.letters()) {
            let beyond = readings(word, lists);
            let beyond: Vec<&str> = beyond.iter().copied().filter(|name| BEYOND.contains(name)).map(in_words).collect();
            let listed = files.row(sought.listed);
            lines.push(format!("sought {}: {} ({listed})", beyond.join(", "), sought.reason));
        }
        for (pair, other, counts) in pairs(word, lists) {
            let (theme, severity, listed) = (pair.theme, pair.severity, files.row(pair.listed));
            let counts = if counts { "" } else { ", which the policy does not count" };
            let reason = &pair.reason;
            lines.push(format!("listed as a pair with {other}: {theme}, {severity}{counts}: {reason} ({listed})"));
        }
        lines.push(in_lexicon(word, lexicon, against.first()));
        writeln!(out, "{word}: {}", plain(&verdict(lists.decision(word), &against, files)))?;
        lines.iter().try_for_each(|line| writeln!(out, "  {}", plain(line)))
    }

    fn record(&self, word: Word, screen: &Screen, lexicon: &Lexicon, out: &mut Output) -> io::Result<()> {
        let (lists, files) = (screen.blocklist(), &self.files.lists);
        let against = screen.in_word(word);
        let level = lexicon.lookup(word).map(|id| lexicon.entry(id).level);
        let beneath = lists.beneath(word).iter().map(|decision| Record::of_decision(word, decision, files));
        let pairs = pairs(word, lists).map(|(pair, other, counts)| PairRecord {
            other: other.to_string(),
            theme: pair.theme.to_string(),
            severity: pair.severity.to_string(),
            reason: &pair.reason,
            counts,
            file: files.file(pair.listed),
            line: pair.listed.line,
        });
        let explained = Explained {
            record: Record::of_word(word, lists.decision(word), against.first(), files),
            beneath: beneath.collect(),
            pieces: screen.pieces(word).iter().map(|found| Left::new(found, files)).collect(),
            sought: readings(word, lists),
            pairs: pairs.collect(),
            level: level.map(|level| level.to_string()),
            lost: level.map(|_| !against.is_empty()),
        };
        write_json_line(&explained, out)
    }
}

/// A word explained to programs.
#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    record: Record<'a>,
    /// What the lists say of a word besides the row that decides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beneath: Vec<Record<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Left<'a>>,
    /// The readings in which the policy counts it.
    sought: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairs: Vec<PairRecord<'a>>,
    /// Of a word of the lexicon.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<bool>,
}

#[derive(Serialize)]
struct PairRecord<'a> {
    other: String,
    theme: String,
    severity: String,
    reason: &'a str,
    /// Whether the policy counts it.
    counts: bool,
    file: String,
    line: usize,
}

/// What would decide on a word without the team's file that does.
fn beneath(word: Word, lists: &Blocklist, files: &ListFiles) -> Option<String> {
    let told = |decision: &Decision| match decision {
        Decision::Allow(Allowed { reason, listed }) => format!("allowed: {reason} ({})", files.row(*listed)),
        Decision::Block(entry) => format!("blocked as {}: {} ({})", entry.kind, entry.reason, files.row(entry.listed)),
    };
    let blocks = |decision: &Decision| matches!(decision, Decision::Block(_));
    match (lists.decision(word)?.listed().table, lists.beneath(word)) {
        (Table::Overrides, []) => Some("without the overrides, no list would name it".into()),
        (Table::Overrides, [first, rest @ ..]) => {
            let first_told = told(first);
            Some(match rest.iter().find(|other| blocks(other) != blocks(first)) {
                Some(other) => format!(
                    "without the overrides, two lists would contradict each other: {first_told}; {}",
                    told(other)
                ),
                None => format!("without the overrides, it would be {first_told}"),
            })
        }
        (Table::Further(_), []) => Some("without this list, no list would name it".into()),
        (Table::Further(_), [next, ..]) => Some(format!("without this list, it would be {}", told(next))),
        _ => None,
    }
}

const WORD: &str = "word";
const QUESTION_MARKS: &str = "question marks";
/// The readings beyond whole words.
const BEYOND: [&str; 3] = ["inside", "cells", "piece"];

/// The readings in which the policy counts a word, by their names.
fn readings(word: Word, lists: &Blocklist) -> Vec<&'static str> {
    let sought = lists.sought_as(word.letters());
    // A letter stands under one question mark only.
    let has_distinct_letters = word.set().len() == word.len();
    let readings = [
        (lists.blocking(word).is_some(), WORD),
        (has_distinct_letters && lists.blocking_in_question_marks(word).is_some(), QUESTION_MARKS),
        (sought.is_some_and(|sought| sought.inside), BEYOND[0]),
        (sought.is_some_and(|sought| sought.cells), BEYOND[1]),
        (sought.is_some_and(|sought| sought.pieces), BEYOND[2]),
    ];
    readings.into_iter().filter(|(counts, _)| *counts).map(|(_, name)| name).collect()
}

/// A reading as a sentence has it.
fn in_words(reading: &str) -> &str {
    match reading {
        WORD => "as a whole word",
        QUESTION_MARKS => "under the question marks",
        "inside" => "inside longer words",
        "cells" => "across neighbouring cells",
        "piece" => "as a visible piece",
        other => other,
    }
}

/// The pairs that a word is in, with the other word, and whether the policy counts them.
fn pairs(word: Word, lists: &Blocklist) -> impl Iterator<Item = (&Pair, Word, bool)> {
    let least = lists.policy().pairs;
    let has = lists.pairs().iter().filter(move |pair| pair.words.contains(&word));
    has.map(move |pair| {
        let other = pair.words[usize::from(pair.words[0] == word)];
        (pair, other, least.is_some_and(|least| pair.severity >= least))
    })
}

/// Whether a word of the lexicon is lost, and why.
fn in_lexicon(word: Word, lexicon: &Lexicon, against: Option<&InWord>) -> String {
    let Some(id) = lexicon.lookup(word) else { return "not in the lexicon".into() };
    let level: Level = lexicon.entry(id).level;
    match against {
        None => format!("in the lexicon at level {level}, and kept"),
        Some(found) if found.reading == Reading::Word => {
            format!("in the lexicon at level {level}, and lost: it is blocked itself")
        }
        Some(found) => format!("in the lexicon at level {level}, and lost: {}", held(found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alveole::letters::fold;

    #[test]
    fn every_reading_has_words() {
        let merde = fold("merde").expect("a word");
        let names = readings(merde, &Blocklist::embedded());
        assert_eq!(names, [WORD, BEYOND[0], BEYOND[1], BEYOND[2]], "E stands under one question mark only");
        for name in names.into_iter().chain([QUESTION_MARKS]) {
            assert_ne!(in_words(name), name);
        }
    }
}
