//! The content team's one file: ban, allow, add, set level. A layer over lexicon and lists, which stay as they are.

use sha2::{Digest, Sha256};

use super::rows::listed_in;
use crate::letters::Word;
use crate::lexicon::{Entry, Level, Lexicon, Source};
use crate::table::{self, Fault};

const SCHEMA: &str = "#alveole/overrides/1";
const COLUMNS: [&str; 6] = ["action", "word", "level", "lemma", "date", "reason"];

/// What a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The word is blocked, everywhere.
    Ban,
    /// The word is allowed, whatever the lists say.
    Allow,
    /// The word joins the lexicon, at its level.
    Add,
    /// The word of the lexicon gets this level.
    Level,
}

/// One line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// From 1.
    pub line: usize,
    /// What it does.
    pub action: Action,
    /// Folded.
    pub word: Word,
    /// As written, with accents.
    pub display: Box<str>,
    /// For [`Action::Add`] and [`Action::Level`].
    pub level: Level,
    /// For [`Action::Add`]: the lemma, where it is not the word itself.
    pub lemma: Option<Box<str>>,
    /// `YYYY-MM-DD`.
    pub date: Box<str>,
    /// Why.
    pub reason: Box<str>,
}

/// The file, checked: no two lines contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overrides {
    lines: Vec<Override>,
    digest: [u8; 32],
}

impl Overrides {
    /// No line.
    pub fn none() -> Self {
        Self { lines: Vec::new(), digest: Sha256::digest(b"").into() }
    }

    /// Reads the file.
    ///
    /// Columns, tab-separated: `action word level lemma date reason`; a field that does not apply is `-`.
    ///
    /// # Errors
    /// When the text is not UTF-8, a row is no row of this table, or two lines contradict or repeat each other (both
    /// are named).
    ///
    /// ```
    /// use alveole::blocklist::Overrides;
    /// let text = "#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n\
    ///     ban\tmoulin\t-\t-\t2026-11-30\ta rival's name\nadd\tkéfir\tB\t-\t2026-11-30\tseen everywhere\n";
    /// assert_eq!(Overrides::read(text.as_bytes()).unwrap().lines().len(), 2);
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let mut lines: Vec<Override> = Vec::new();
        for row in table::rows(table::utf8(bytes)?, SCHEMA, COLUMNS)? {
            let [action, display, level, lemma, date, reason] = row.fields;
            let action = match action {
                "ban" => Action::Ban,
                "allow" => Action::Allow,
                "add" => Action::Add,
                "level" => Action::Level,
                _ => return Err(row.fault(0, format!("{action:?} is no action: ban, allow, add or level"))),
            };
            let word = listed_in(&row, 1)?;
            let level = match (action, level) {
                (Action::Ban | Action::Allow, "-") => Level::A,
                (Action::Ban | Action::Allow, _) => return Err(row.fault(2, "ban and allow take no level: write -")),
                (Action::Add, "-") => Level::B,
                _ => level.parse().map_err(|problem: String| row.fault(2, problem))?,
            };
            if action == Action::Add && !(3..=11).contains(&word.len()) {
                return Err(row.fault(1, format!("{word} has {} letters; words have 3 to 11", word.len())));
            }
            if !is_date(date) {
                return Err(row.fault(4, format!("{date:?} is no date such as 2026-11-30")));
            }
            if reason.trim().is_empty() || reason == "-" {
                return Err(row.fault(5, "a reason is needed: the next reader will ask"));
            }
            let lemma = (lemma != "-").then(|| lemma.to_lowercase().into());
            let display: Box<str> = display.to_lowercase().into();
            let verdict = |action| matches!(action, Action::Ban | Action::Allow);
            let line = row.line;
            if let Some(other) = lines.iter().find(|o| o.word == word && verdict(o.action) == verdict(action)) {
                let problem = format!("line {} already decides on {word}: keep one of the two", other.line);
                return Err(row.fault(1, problem));
            }
            lines.push(Override {
                line,
                action,
                word,
                display,
                level,
                lemma,
                date: date.into(),
                reason: reason.into(),
            });
        }
        Ok(Self { lines, digest: Sha256::digest(bytes).into() })
    }

    /// The lines, in file order.
    pub fn lines(&self) -> &[Override] {
        &self.lines
    }

    /// SHA-256 of the file.
    pub const fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// The lexicon with the lines that add words and set levels; bans are the blocklist's.
    ///
    /// # Errors
    /// When a line sets the level of a word that the lexicon does not have.
    ///
    /// # Panics
    /// Never: no line adds a word that is there.
    pub fn apply(&self, lexicon: &Lexicon) -> Result<Lexicon, Fault> {
        let mut entries: Vec<Entry> = lexicon.entries().cloned().collect();
        for line in self.lines.iter().filter(|line| matches!(line.action, Action::Add | Action::Level)) {
            match entries.iter_mut().find(|entry| entry.word == line.word) {
                Some(entry) => entry.level = line.level,
                None if line.action == Action::Add => entries.push(Entry {
                    word: line.word,
                    displays: vec![line.display.clone()],
                    part_of_speech: "-".into(),
                    lemmas: vec![line.lemma.clone().unwrap_or_else(|| line.display.clone())],
                    zipf: 0,
                    level: line.level,
                    flags: Vec::new(),
                }),
                None => {
                    let problem = format!("{} is not in the lexicon: add it before setting its level", line.word);
                    return Err(Fault { line: line.line, column: 1, problem });
                }
            }
        }
        let source: Source = lexicon.source().clone();
        Ok(Lexicon::from_entries(entries, source).expect("no line adds a word that is there"))
    }
}

/// Whether the text is a calendar date, `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        (part.len() == digits && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse::<u32>().ok()).flatten()
    };
    let [year, month, day] = parts[..] else { return false };
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letters::fold;

    const HEAD: &str = "#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n";

    #[test]
    fn lines_change_the_lexicon() {
        let lexicon = Lexicon::read(b"chat\nchien\n", None).unwrap();
        let text = format!("{HEAD}add\tkéfirs\tC\tkéfir\t2026-11-30\tknown\nlevel\tchien\tB\t-\t2026-11-30\ttest\n");
        let changed = Overrides::read(text.as_bytes()).unwrap().apply(&lexicon).unwrap();
        let entry = |word| changed.entry(changed.lookup(fold(word).unwrap()).unwrap());
        assert_eq!(changed.len(), 3);
        assert_eq!((entry("kefirs").level, entry("kefirs").lemmas[0].as_ref()), (Level::C, "kéfir"));
        assert_eq!((entry("chien").level, entry("chat").level), (Level::B, Level::A));
        let text = format!("{HEAD}level\tloup\tB\t-\t2026-11-30\ttest\n");
        let error = Overrides::read(text.as_bytes()).unwrap().apply(&lexicon).unwrap_err();
        assert_eq!(error.to_string(), "line 3, column 1: LOUP is not in the lexicon: add it before setting its level");
    }

    #[test]
    fn bad_lines_are_named() {
        for (lines, message) in [
            ("drop\tchat\t-\t-\t2026-11-30\tx\n", "line 3, column 1: \"drop\" is no action"),
            ("ban\tc4\t-\t-\t2026-11-30\tx\n", "line 3, column 5: \"c4\" is no word"),
            ("ban\tchat\tB\t-\t2026-11-30\tx\n", "line 3, column 10: ban and allow take no level"),
            ("level\tchat\tZ\t-\t2026-11-30\tx\n", "line 3, column 12: level \"Z\""),
            ("ban\tchat\t-\t-\t2026-02-30\tx\n", "line 3, column 14: \"2026-02-30\" is no date"),
            ("ban\tchat\t-\t-\t2026-11-30\t\n", "line 3, column 25: a reason is needed"),
            ("add\tas\tB\t-\t2026-11-30\tx\n", "line 3, column 5: AS has 2 letters"),
            (
                "ban\tchat\t-\t-\t2026-11-30\tx\nallow\tCHAT\t-\t-\t2026-11-30\ty\n",
                "line 4, column 7: line 3 already decides on CHAT",
            ),
        ] {
            let error = Overrides::read(format!("{HEAD}{lines}").as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
