//! Verdicts on words, and what decides on them.

use std::io::{self, Write};

use alveole::blocklist::{Blocklist, Decision, Table};
use alveole::formats::write_json_line;
use alveole::letters::Word;
use alveole::screen::{Cause, InWord, Reading, Screen};

use super::record::Record;
use super::{Format, Options};
use crate::output::Output;

impl Options {
    /// The verdict on a word, with its place in a file if it comes from one; says whether it is blocked.
    pub(super) fn word(
        &self,
        word: Word,
        place: Option<(&str, usize)>,
        screen: &Screen,
        out: &mut Output,
    ) -> io::Result<bool> {
        let decision = screen.blocklist().decision(word);
        let against = screen.in_word(word);
        match self.format {
            Format::Jsonl => {
                let mut record = Record::of_word(word, decision, against.first(), &self.lists);
                if let Some((file, line)) = place {
                    (record.input, record.input_line) = (Some(file), Some(line));
                }
                write_json_line(&record, out)?;
            }
            Format::Text => {
                if let Some((file, line)) = place {
                    write!(out, "{file}:{line}: ")?;
                }
                writeln!(out, "{word}: {}", self.verdict(decision, &against))?;
            }
        }
        Ok(!against.is_empty())
    }

    fn verdict(&self, decision: Option<&Decision>, against: &[InWord]) -> String {
        match (against.first(), decision) {
            (Some(found), _) => {
                let listed = self.lists.row(found.cause.listed());
                let (kind, reason) = (found.cause.kind(), found.cause.reason());
                match found.cause {
                    Cause::Entry(entry) => format!("blocked as {kind}: {reason} ({listed}, from {})", entry.source),
                    _ => format!("blocked, {}: {kind}: {reason} ({listed})", held(found)),
                }
            }
            (None, Some(Decision::Allow(allowed))) => {
                format!("clean by a written decision: {} ({})", allowed.reason, self.lists.row(allowed.listed))
            }
            (None, Some(Decision::Block(entry))) => {
                let listed = self.lists.row(entry.listed);
                format!("clean, since the policy does not count it: {}: {} ({listed})", entry.kind, entry.reason)
            }
            (None, None) => "clean, no list names it".into(),
        }
    }

    /// All that the lists say of a word.
    pub(super) fn explain(&self, word: Word, screen: &Screen, out: &mut Output) -> io::Result<()> {
        let lists = screen.blocklist();
        let decision = lists.decision(word);
        let against = screen.in_word(word);
        if self.format == Format::Jsonl {
            return write_json_line(&Record::of_word(word, decision, against.first(), &self.lists), out);
        }
        writeln!(out, "{word}: {}", self.verdict(decision, &against))?;
        if decision.is_some_and(|decision| matches!(decision.listed().table, Table::Overrides | Table::Further(_))) {
            beneath(word, out)?;
        }
        for found in against.iter().filter(|found| found.reading != Reading::Word) {
            let (kind, listed) = (found.cause.kind(), self.lists.row(found.cause.listed()));
            writeln!(out, "  {}: {kind}: {} ({listed})", held(found), found.cause.reason())?;
        }
        for (piece, _, sought) in screen.pieces(word) {
            let (shown, hidden) = (piece.shown, piece.hidden);
            let listed = self.lists.row(sought.listed);
            let kind = &sought.entry.kind;
            let when = format!("where {shown} are shown and {hidden} hidden");
            writeln!(out, "  leaves {} standing alone {when}: {kind}: {} ({listed})", sought.word, sought.reason)?;
        }
        if let Some(sought) = lists.sought_as(word.letters()) {
            let readings = [
                (sought.inside, "inside longer words"),
                (sought.cells, "across neighbouring cells"),
                (sought.pieces, "as a visible piece"),
            ];
            let readings: Vec<&str> = readings.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect();
            let listed = self.lists.row(sought.listed);
            writeln!(out, "  sought {}: {} ({listed})", readings.join(", "), sought.reason)?;
        }
        for pair in lists.pairs().iter().filter(|pair| pair.words.contains(&word)) {
            let other = pair.words[usize::from(pair.words[0] == word)];
            let (theme, severity, listed) = (pair.theme, pair.severity, self.lists.row(pair.listed));
            writeln!(out, "  listed as a pair with {other}: {theme}, {severity}: {} ({listed})", pair.reason)?;
        }
        Ok(())
    }
}

/// What the built-in lists would decide, without the team's files.
fn beneath(word: Word, out: &mut Output) -> io::Result<()> {
    let verdict = match Blocklist::embedded().decision(word) {
        None => "no list would name it".into(),
        Some(Decision::Allow(allowed)) => format!("it would be allowed: {} ({})", allowed.reason, allowed.listed),
        Some(Decision::Block(entry)) => {
            format!("it would be blocked as {}: {} ({})", entry.kind, entry.reason, entry.listed)
        }
    };
    writeln!(out, "  without the team's files, {verdict}")
}

/// What a word holds: `it holds MERDE`.
fn held(found: &InWord) -> String {
    let Cause::Sought(sought) = found.cause else { return String::new() };
    let (word, letter) = (sought.word, found.at + 1);
    match found.reading {
        Reading::Cells => format!("it holds {word} backwards, from letter {letter}"),
        _ => format!("it holds {word}, from letter {letter}"),
    }
}
