//! Verdicts and hits as lines of JSON; what does not apply is left out.

use alveole::blocklist::{Decision, Entry, Kind, Listed, Sought};
use alveole::letters::Word;
use alveole::screen::{Cause, Hit, InWord, Piece, Place, Reading, Spot};
use serde::Serialize;

use crate::lists::ListFiles;

#[derive(Default, Serialize)]
pub(super) struct Record<'a> {
    /// The file that was asked about, and the line in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) input: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) input_line: Option<usize>,
    /// The word that was asked about, or that is read on the unit.
    word: String,
    verdict: &'static str,
    reading: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    question_mark: Option<usize>,
    /// The second word of a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Other>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prominence: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meant: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The deciding row.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

#[derive(Serialize)]
struct Other {
    grid: usize,
    row: usize,
    column: usize,
    direction: &'static str,
}

impl<'a> Record<'a> {
    /// The verdict on a word.
    pub(super) fn of_word(
        word: Word,
        decision: Option<&'a Decision>,
        against: Option<&InWord<'a>>,
        lists: &ListFiles,
    ) -> Self {
        let mut record = Self { word: word.to_string(), verdict: "clean", reading: "word", ..Self::default() };
        match (against, decision) {
            (Some(found), _) => {
                (record.verdict, record.reading) = ("blocked", found.reading.name());
                record.cause(found.cause, lists);
            }
            (None, Some(Decision::Allow(allowed))) => {
                record.reason = Some(&allowed.reason);
                record.listed(allowed.listed, lists);
            }
            (None, Some(Decision::Block(entry))) => record.cause(Cause::Entry(entry), lists),
            (None, None) => {}
        }
        record
    }

    /// What one list says of a word, whether or not it decides.
    pub(super) fn of_decision(word: Word, decision: &'a Decision, lists: &ListFiles) -> Self {
        let mut record = Self::of_word(word, Some(decision), None, lists);
        record.verdict = if matches!(decision, Decision::Block(_)) { "blocked" } else { "clean" };
        record
    }

    /// A hit on a unit.
    pub(super) fn of_hit(hit: &Hit<'a>, lists: &ListFiles) -> Self {
        let verdict = if hit.reading == Reading::OnTheWay { "told" } else { "blocked" };
        let mut record = Self { word: hit.word.to_string(), verdict, reading: hit.reading.name(), ..Self::default() };
        match hit.place {
            Place::Line { grid, row, column, heading } => {
                (record.grid, record.row, record.column) = (Some(grid), Some(row), Some(column));
                record.direction = Some(heading.name());
            }
            Place::QuestionMark { number } => record.question_mark = Some(number),
            Place::Words(first, second) => {
                (record.grid, record.row, record.column) = (Some(first.grid), Some(first.row), Some(first.column));
                record.direction = Some(first.direction.name());
                let Spot { grid, row, column, direction } = second;
                record.other = Some(Other { grid, row, column, direction: direction.name() });
            }
        }
        record.cause(hit.cause, lists);
        record
    }

    fn cause(&mut self, cause: Cause<'a>, lists: &ListFiles) {
        let entry: Option<&'a Entry> = match cause {
            Cause::Entry(entry) => Some(entry),
            Cause::Sought(sought) => Some(&sought.entry),
            Cause::Pair(pair) => {
                self.severity = Some(pair.severity.to_string());
                None
            }
        };
        (self.entry, self.theme) = (Some(cause.display()), Some(cause.theme()));
        self.source = entry.map(|entry| &*entry.source);
        self.reason = Some(match cause {
            Cause::Entry(entry) => &entry.reason,
            Cause::Sought(sought) => &sought.reason,
            Cause::Pair(pair) => &pair.reason,
        });
        match entry.map(|entry| &entry.kind) {
            Some(Kind::Offensive(_, severity)) => self.severity = Some(severity.to_string()),
            Some(Kind::Brand { category, prominence }) => {
                (self.category, self.prominence) = (Some(&**category), Some(prominence.to_string()));
            }
            Some(Kind::Misspelling { meant }) => self.meant = Some(meant),
            Some(Kind::Ban) | None => {}
        }
        self.listed(cause.listed(), lists);
    }

    fn listed(&mut self, listed: Listed, lists: &ListFiles) {
        (self.file, self.line) = (Some(lists.file(listed)), Some(listed.line));
    }
}

/// A piece that letters can leave standing alone in a word.
#[derive(Serialize)]
pub(super) struct Left<'a> {
    word: String,
    /// Where it starts, from letter 1 on.
    letter: usize,
    /// It stands alone when all of these are shown …
    shown: String,
    /// … and these hidden.
    hidden: String,
    entry: &'a str,
    theme: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<String>,
    reason: &'a str,
    file: String,
    line: usize,
}

impl<'a> Left<'a> {
    pub(super) fn new((piece, at, sought): &(Piece, usize, &'a Sought), lists: &ListFiles) -> Self {
        let kind = &sought.entry.kind;
        Self {
            word: sought.word.to_string(),
            letter: at + 1,
            shown: piece.shown.to_string(),
            hidden: piece.hidden.to_string(),
            entry: &sought.entry.display,
            theme: kind.theme(),
            severity: kind.severity(),
            reason: &sought.reason,
            file: lists.file(sought.listed),
            line: sought.listed.line,
        }
    }
}
