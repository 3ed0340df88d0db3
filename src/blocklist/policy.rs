//! Which entries of the lists count in which reading: a table in TOML.

use std::ops::Range;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{Entry, Kind, Prominence, Severity};
use crate::letters::{Word, fold};
use crate::table::{self, Fault};

const SCHEMA: &str = "alveole/policy/1";
const EMBEDDED: &str = include_str!("../../blocklist/policy.toml");

/// Which entries count in one reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Improper words of this severity and above; none where it is `None`.
    pub offensive: Option<Severity>,
    /// Brands of this prominence and above; none where it is `None`.
    pub brands: Option<Prominence>,
    /// Misspellings.
    pub misspellings: bool,
    /// The team's bans.
    pub bans: bool,
    /// Words of this many letters and more.
    pub letters: usize,
    /// The same for brands.
    pub brand_letters: usize,
    /// Words that are not sought in this reading, sorted.
    pub except: Vec<Word>,
}

impl Reach {
    /// Whether an entry counts.
    pub fn has(&self, entry: &Entry) -> bool {
        let of_kind = match &entry.kind {
            Kind::Offensive(_, severity) => self.offensive.is_some_and(|least| *severity >= least),
            Kind::Brand { prominence, .. } => self.brands.is_some_and(|least| *prominence >= least),
            Kind::Misspelling { .. } => self.misspellings,
            Kind::Ban => self.bans,
        };
        let letters = if matches!(entry.kind, Kind::Brand { .. }) { self.brand_letters } else { self.letters };
        of_kind && entry.word.len() >= letters && !self.excepts(entry.word)
    }

    /// Whether a word is excepted.
    pub fn excepts(&self, word: Word) -> bool {
        self.except.binary_search(&word).is_ok()
    }
}

/// Which entries count in which reading of a unit.
///
/// The built-in one is `blocklist/policy.toml`, whose comments say what each key means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// A word of the record, or a maximal run of cells.
    pub words: Reach,
    /// Within a longer word.
    pub inside: Reach,
    /// Along straight lines of neighbouring cells.
    pub cells: Reach,
    /// Standing alone between hidden letters.
    pub pieces: Reach,
    /// The letters under the question marks, in their order.
    pub question_marks: Reach,
    /// Pairs of this severity and above.
    pub pairs: Option<Severity>,
    /// Whether pieces that stand alone only on the way to the full reveal are told.
    pub on_the_way: bool,
    digest: [u8; 32],
}

impl Policy {
    /// The policy of this crate.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn embedded() -> Self {
        Self::read(EMBEDDED.as_bytes()).expect("the embedded policy is sound")
    }

    /// Reads a policy.
    ///
    /// # Errors
    /// When the text is not UTF-8, no TOML, of another schema, has an unknown key or value, or excepts what is no word.
    ///
    /// ```
    /// use alveole::blocklist::Policy;
    /// let policy = Policy::read(b"schema = 'alveole/policy/1'\n[cells]\noffensive = 'strong'\nletters = 5\n").unwrap();
    /// assert_eq!((policy.cells.letters, policy.pairs), (5, None));
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let text = table::utf8(bytes)?;
        let file: File = toml::from_str(text).map_err(|error| fault(text, error.span(), error.message()))?;
        if file.schema.as_ref() != SCHEMA {
            let problem = format!("schema is {:?}: this program reads {SCHEMA:?}", file.schema.as_ref());
            return Err(fault(text, Some(file.schema.span()), &problem));
        }
        Ok(Self {
            words: file.words.reach(text)?,
            inside: file.inside.reach(text)?,
            cells: file.cells.reach(text)?,
            pieces: file.pieces.reach(text)?,
            question_marks: file.question_marks.reach(text)?,
            pairs: file.pairs.offensive.least(),
            on_the_way: file.on_the_way.report,
            digest: Sha256::digest(bytes).into(),
        })
    }

    /// SHA-256 of the file.
    pub const fn digest(&self) -> [u8; 32] {
        self.digest
    }
}

/// What is wrong at a place of the text.
fn fault(text: &str, span: Option<Range<usize>>, problem: &str) -> Fault {
    let before = &text[..span.map_or(0, |span| span.start)];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    Fault { line, column, problem: problem.trim_end().into() }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: toml::Spanned<String>,
    #[serde(default)]
    words: Section,
    #[serde(default)]
    inside: Section,
    #[serde(default)]
    cells: Section,
    #[serde(default)]
    pieces: Section,
    #[serde(default)]
    question_marks: Section,
    #[serde(default)]
    pairs: Pairs,
    #[serde(default)]
    on_the_way: OnTheWay,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Section {
    offensive: Offensive,
    brands: Brands,
    misspellings: bool,
    bans: bool,
    letters: usize,
    brand_letters: Option<usize>,
    except: Vec<toml::Spanned<String>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Pairs {
    offensive: Offensive,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OnTheWay {
    report: bool,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Offensive {
    #[default]
    Off,
    Mild,
    Medium,
    Strong,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Brands {
    #[default]
    Off,
    Low,
    Medium,
    High,
}

impl Offensive {
    const fn least(self) -> Option<Severity> {
        match self {
            Self::Off => None,
            Self::Mild => Some(Severity::Mild),
            Self::Medium => Some(Severity::Medium),
            Self::Strong => Some(Severity::Strong),
        }
    }
}

impl Brands {
    const fn least(self) -> Option<Prominence> {
        match self {
            Self::Off => None,
            Self::Low => Some(Prominence::Low),
            Self::Medium => Some(Prominence::Medium),
            Self::High => Some(Prominence::High),
        }
    }
}

impl Section {
    fn reach(&self, text: &str) -> Result<Reach, Fault> {
        let word = |word: &toml::Spanned<String>| {
            let no_word = |error| format!("{:?} is no word: {error}", word.as_ref());
            fold(word.as_ref()).map_err(|error| fault(text, Some(word.span()), &no_word(error)))
        };
        let mut except = self.except.iter().map(word).collect::<Result<Vec<Word>, Fault>>()?;
        except.sort_unstable();
        let (offensive, brands) = (self.offensive.least(), self.brands.least());
        let Self { misspellings, bans, letters, .. } = *self;
        let brand_letters = self.brand_letters.unwrap_or(letters);
        Ok(Reach { offensive, brands, misspellings, bans, letters, brand_letters, except })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_policies_are_named() {
        for (text, message) in [
            ("schema = 'alveole/policy/2'\n", "line 1, column 10: schema is \"alveole/policy/2\""),
            ("schema = 'alveole/policy/1'\n[cell]\n", "line 2, column 2: unknown field `cell`"),
            (
                "schema = 'alveole/policy/1'\n[cells]\noffensive = 'big'\n",
                "line 3, column 13: unknown variant `big`, expected one of `off`, `mild`, `medium`, `strong`",
            ),
            ("schema = 'alveole/policy/1'\n[cells]\nletters = -1\n", "line 3, column 11: invalid value"),
            ("schema = 'alveole/policy/1'\n[cells]\nexcept = ['c4']\n", "line 3, column 11: \"c4\" is no word"),
            ("schema = \n", "line 1, column 10: "),
            ("[cells]\n", "line 1, column 1: missing field `schema`"),
        ] {
            let error = Policy::read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn the_embedded_policy_says_what_the_sources_say() {
        let policy = Policy::embedded();
        assert_eq!(policy.words.offensive, Some(Severity::Mild));
        for reach in [&policy.inside, &policy.cells, &policy.pieces] {
            assert_eq!((reach.offensive, reach.letters), (Some(Severity::Strong), 4));
        }
        assert_eq!((policy.question_marks.letters, policy.pairs), (3, Some(Severity::Medium)));
    }
}
