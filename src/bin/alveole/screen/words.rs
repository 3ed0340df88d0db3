//! Verdicts on words.

use std::collections::BTreeSet;
use std::io::{self, Write};

use alveole::blocklist::{Decision, Sought};
use alveole::formats::write_json_line;
use alveole::letters::Word;
use alveole::screen::{Cause, InWord, Piece, Reading, Screen};
use serde::Serialize;

use super::record::{Left, Record};
use super::{Format, Options};
use crate::lists::ListFiles;
use crate::output::{Output, plain};

/// A word's verdict for programs, with the pieces that letters could leave of it: these are told, and never block it.
#[derive(Serialize)]
struct Verdict<'a> {
    #[serde(flatten)]
    record: Record<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<Left<'a>>,
}

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
        let pieces = screen.pieces(word);
        match self.format {
            Format::Jsonl => {
                let mut record = Record::of_word(word, decision, against.first(), &self.lists);
                if let Some((file, line)) = place {
                    (record.input, record.input_line) = (Some(file), Some(line));
                }
                let pieces = pieces.iter().map(|found| Left::new(found, &self.lists)).collect();
                write_json_line(&Verdict { record, pieces }, out)?;
            }
            Format::Text => {
                if let Some((file, line)) = place {
                    write!(out, "{file}:{line}: ")?;
                }
                let text = verdict(decision, &against, &self.lists);
                // A blocked word leaves nothing: it stands on no unit.
                let left = if against.is_empty() { self.left(&pieces) } else { String::new() };
                writeln!(out, "{word}: {}", plain(&(text + &left)))?;
            }
        }
        Ok(!against.is_empty())
    }

    /// What letters can leave standing alone of a word.
    fn left(&self, pieces: &[(Piece, usize, &Sought)]) -> String {
        let pieces = pieces.iter().map(|(_, _, sought)| format!("{} ({})", sought.word, self.lists.row(sought.listed)));
        // One piece can stand at two places.
        let pieces: BTreeSet<String> = pieces.collect();
        let pieces: Vec<String> = pieces.into_iter().collect();
        if pieces.is_empty() {
            String::new()
        } else {
            format!("; letters can leave {} standing alone", pieces.join(", "))
        }
    }
}

/// What is decided of a word, and by which row.
pub(super) fn verdict(decision: Option<&Decision>, against: &[InWord], lists: &ListFiles) -> String {
    match (against.first(), decision) {
        (Some(found), _) => {
            let listed = lists.row(found.cause.listed());
            let (kind, reason) = (found.cause.kind(), found.cause.reason());
            match found.cause {
                Cause::Entry(entry) => format!("blocked as {kind}: {reason} ({listed}, from {})", entry.source),
                _ => format!("blocked, {}: {kind}: {reason} ({listed})", held(found)),
            }
        }
        (None, Some(Decision::Allow(allowed))) => {
            format!("clean by a written decision: {} ({})", allowed.reason, lists.row(allowed.listed))
        }
        (None, Some(Decision::Block(entry))) => {
            let listed = lists.row(entry.listed);
            format!("clean, since the policy does not count it: {}: {} ({listed})", entry.kind, entry.reason)
        }
        (None, None) => "clean, no list names it".into(),
    }
}

/// What a word holds: `it holds MERDE`.
pub(crate) fn held(found: &InWord) -> String {
    let Cause::Sought(sought) = found.cause else { return String::new() };
    let (word, letter) = (sought.word, found.at + 1);
    match found.reading {
        Reading::Cells => format!("it holds {word} backwards, from letter {letter}"),
        _ => format!("it holds {word}, from letter {letter}"),
    }
}
