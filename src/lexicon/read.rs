//! Reading a lexicon: the project's own table, or a plain word list.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::{Entry, Level, Lexicon};
use crate::letters::{FoldError, Word, fold};
use crate::table::{self, Fault, Row};

/// First line of the project's own format.
const SCHEMA: &str = "#alveole/lexicon/1";
/// Its second line, tab-separated.
const COLUMNS: [&str; 7] = ["word", "display", "pos", "lemmas", "zipf", "level", "flags"];
/// Words have 3 to 11 letters (MC-D2); a plain list's other words are left out.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=11;

/// Where a lexicon comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// SHA-256 of the text it was read from.
    pub digest: [u8; 32],
    /// Words of a plain list that were left out for being shorter than 3 or longer than 11 letters.
    pub left_out: usize,
}

impl Source {
    /// The source of this text.
    pub fn of(text: &[u8]) -> Self {
        Self { digest: Sha256::digest(text).into(), left_out: 0 }
    }

    /// The digest in hexadecimal.
    pub fn digest_hex(&self) -> String {
        crate::table::hex(&self.digest)
    }
}

impl Lexicon {
    /// Reads a lexicon: the project's own table when the first line says so, else a plain list, one word a line.
    ///
    /// Of a plain list, accents are folded, lemmas and familiarity are looked up in `known`, and words unknown there
    /// stand alone; blank lines and lines that start with `#` are passed over.
    ///
    /// # Errors
    /// When the text is not UTF-8, a line is no word or no row, a word stands twice in a table, or there is no word.
    pub fn read(bytes: &[u8], known: Option<&Self>) -> Result<Self, Fault> {
        let text = table::utf8(bytes)?;
        let mut source = Source::of(bytes);
        let entries = if text.lines().next() == Some(SCHEMA) {
            table::rows(text, SCHEMA, COLUMNS)?.iter().map(entry).collect::<Result<_, _>>()?
        } else {
            let (entries, left_out) = word_list(text, known)?;
            source.left_out = left_out;
            entries
        };
        if entries.is_empty() {
            return Err(Fault { line: 1, column: 1, problem: "no word of 3 to 11 letters in this lexicon".into() });
        }
        Self::from_entries(entries, source).map_err(|word| {
            let start = format!("{word}\t");
            let line = text.lines().enumerate().filter(|(_, line)| line.starts_with(&start)).nth(1);
            let line = line.map_or(1, |(index, _)| index + 1);
            Fault { line, column: 1, problem: format!("{word} stands here a second time") }
        })
    }
}

fn entry(row: &Row<7>) -> Result<Entry, Fault> {
    let [word, display, part_of_speech, lemmas, zipf, level, flags] = row.fields;
    let folded = Word::from_ascii(word.as_bytes())
        .filter(|word| LENGTHS.contains(&word.len()))
        .ok_or_else(|| row.fault(0, format!("{word:?} is no folded word of 3 to 11 letters A-Z")))?;
    let displays: Vec<Box<str>> = display.split('|').map(Into::into).collect();
    if let Some(other) = displays.iter().find(|form| fold(form) != Ok(folded)) {
        return Err(row.fault(1, format!("{other:?} does not fold to {word}")));
    }
    let lemmas: Vec<Box<str>> = lemmas.split('|').map(Into::into).collect();
    if lemmas.iter().any(|lemma| lemma.is_empty()) {
        return Err(row.fault(3, "an empty lemma"));
    }
    let zipf = hundredths(zipf).ok_or_else(|| row.fault(4, format!("{zipf:?} is no zipf value such as 3.25")))?;
    let level = level.parse().map_err(|problem: String| row.fault(5, problem))?;
    let flags = flags.split('|').filter(|flag| *flag != "-").map(Into::into).collect();
    Ok(Entry { word: folded, displays, part_of_speech: part_of_speech.into(), lemmas, zipf, level, flags })
}

/// `3.25` as 325: familiarity never becomes a float.
fn hundredths(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.')?;
    if decimals.len() != 2 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    whole.parse::<u16>().ok()?.checked_mul(100)?.checked_add(decimals.parse().ok()?)
}

/// The entries of a plain list, and how many words were left out for their length.
fn word_list(text: &str, known: Option<&Lexicon>) -> Result<(Vec<Entry>, usize), Fault> {
    let mut entries: BTreeMap<Word, Entry> = BTreeMap::new();
    let mut left_out = 0;
    for (line, text) in (1..).zip(text.lines()) {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let indent = text.chars().take_while(|character| character.is_whitespace()).count();
        let word = match fold(trimmed) {
            Ok(word) => word,
            Err(FoldError::TooLong) => {
                left_out += 1;
                continue;
            }
            Err(error) => {
                let column = indent + if let FoldError::NotALetter { column, .. } = error { column } else { 1 };
                let problem = format!("{trimmed:?} is no word: {error}; write one word a line, letters only");
                return Err(Fault { line, column, problem });
            }
        };
        if !LENGTHS.contains(&word.len()) {
            left_out += 1;
            continue;
        }
        let display: Box<str> = trimmed.to_lowercase().into();
        let entry = entries.entry(word).or_insert_with(|| unranked(word, known));
        if !entry.displays.contains(&display) {
            entry.displays.push(display);
        }
    }
    // The forms that the list itself has; a word written without accents takes the forms that are known.
    for entry in entries.values_mut() {
        let plain: Box<str> = entry.word.to_string().to_lowercase().into();
        let known = known.and_then(|known| known.lookup(entry.word).map(|id| known.entry(id)));
        if let (Some(known), [only]) = (known, &entry.displays[..])
            && *only == plain
        {
            entry.displays.clone_from(&known.displays);
        }
    }
    Ok((entries.into_values().collect(), left_out))
}

/// A word of a plain list: always used, so level A; what `known` says of it, or its own lemma.
fn unranked(word: Word, known: Option<&Lexicon>) -> Entry {
    let known = known.and_then(|known| known.lookup(word).map(|id| known.entry(id)));
    let lemma = || vec![word.to_string().to_lowercase().into()];
    Entry {
        word,
        displays: Vec::new(),
        part_of_speech: known.map_or_else(|| "-".into(), |entry| entry.part_of_speech.clone()),
        lemmas: known.map_or_else(lemma, |entry| entry.lemmas.clone()),
        zipf: known.map_or(0, |entry| entry.zipf),
        level: Level::A,
        flags: known.map_or_else(Vec::new, |entry| entry.flags.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "#alveole/lexicon/1\nword\tdisplay\tpos\tlemmas\tzipf\tlevel\tflags\n\
        CHAT\tchat\tNOM\tchat\t4.70\tA\t-\nCHATS\tchats\tNOM\tchat\t4.10\tA\t-\nMAIS\tmais|maïs\tADV|NOM\tmais|maïs\t6.90\tA\t-\n\
        ORANGE\torange\tADJ|NOM\torange\t4.20\tB\tplace\n";

    #[test]
    fn a_table_is_read() {
        let lexicon = Lexicon::read(TABLE.as_bytes(), None).unwrap();
        assert_eq!(lexicon.len(), 4);
        let id = |text| lexicon.lookup(fold(text).unwrap()).unwrap();
        assert_eq!(lexicon.lemmas(id("chat")), lexicon.lemmas(id("chats")));
        assert_eq!(lexicon.display(id("maïs")), "mais");
        assert_eq!(lexicon.entry(id("orange")).flags.len(), 1);
        assert_eq!(lexicon.entry(id("chat")).zipf, 470);
        let strict = lexicon.at_level(Level::A);
        assert_eq!((strict.len(), strict.class(4).len(), strict.class(6).len()), (3, 2, 0));
        assert_eq!(strict.class(5).id(0), strict.lookup(fold("CHATS").unwrap()).unwrap());
    }

    #[test]
    fn bad_rows_are_named() {
        for (from, to, message) in [
            ("CHAT\t", "CHÂT\t", "line 3, column 1: \"CHÂT\" is no folded word"),
            ("\tchats\t", "\tchiens\t", "line 4, column 7: \"chiens\" does not fold to CHATS"),
            ("4.70", "4,70", "line 3, column 20: \"4,70\" is no zipf value"),
            ("4.10\tA", "4.10\tD", "line 4, column 27: level \"D\""),
            ("CHATS\tchats", "CHAT\tchat", "line 4, column 1: CHAT stands here a second time"),
            ("\t4.20", "", "line 6, column 1: 6 fields where there must be 7"),
            ("\tlevel", "\trank", "line 2, column 1: the second line"),
        ] {
            let text = TABLE.replacen(from, to, 1);
            let error = Lexicon::read(text.as_bytes(), None).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn a_word_list_is_read() {
        let known = Lexicon::read(TABLE.as_bytes(), None).unwrap();
        let text = "\u{feff}# mine\r\n chats \nCHAT\n\nmaïs\nmais\nzébulon\nà\nanticonstitutionnellement\n";
        let lexicon = Lexicon::read(text.as_bytes(), Some(&known)).unwrap();
        assert_eq!((lexicon.len(), lexicon.source().left_out), (4, 2));
        let id = |text| lexicon.lookup(fold(text).unwrap()).unwrap();
        assert_eq!(lexicon.lemmas(id("chat")), lexicon.lemmas(id("chats")));
        assert_eq!(lexicon.displays(id("mais")).collect::<Vec<_>>(), ["maïs", "mais"]);
        assert_eq!(lexicon.lemma_name(lexicon.lemmas(id("zébulon"))[0]), "zebulon");
    }

    #[test]
    fn bad_lists_are_named() {
        for (text, message) in [
            (&b"chat\nabc4\n"[..], "line 2, column 4: \"abc4\" is no word: '4' at column 4 is no letter"),
            (b"  le chat\n", "line 1, column 5:"),
            (b"chat\nch\xe2t\n", "line 2, column 3: not UTF-8"),
            (b"", "line 1, column 1: no word of 3 to 11 letters"),
            (b"# nothing\n", "line 1, column 1: no word"),
        ] {
            let error = Lexicon::read(text, None).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
