//! `alveole lexicon show`.

use std::io::Write;

use alveole::blocklist::Decision;
use alveole::letters::{Word, fold};
use alveole::lexicon::{Entry, Level};
use alveole::screen::{Cause, Screen};

use crate::exit::Failure;
use crate::options::LexiconFiles;
use crate::screen::held;

/// Say what is known of words: forms, lemmas, familiarity, level, and whether they may stand on a unit
///
/// Accents are folded, so that maïs and mais are one entry with two forms. A word that is not in the lexicon is said to
/// be so, and that is no error; a text that is no word is one.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole lexicon show maïs CHATEAU
  alveole lexicon show moulin --overrides team.tsv")]
pub(crate) struct Args {
    /// Words, with or without accents
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,

    #[command(flatten)]
    files: LexiconFiles,
}

impl Args {
    pub(crate) fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        let asked = self.words.iter().map(|text| folded(text)).collect::<Result<Vec<_>, _>>()?;
        let words = self.files.load()?;
        let screen = Screen::new(words.blocklist);
        for (place, (text, word)) in self.words.iter().zip(asked).enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            let note =
                if text.to_uppercase() == word.to_string() { String::new() } else { format!("  ({text}, folded)") };
            writeln!(out, "{word}{note}")?;
            match words.lexicon.lookup(word) {
                Some(id) => entry(words.lexicon.entry(id), out)?,
                None => writeln!(out, "  not in the lexicon{}", why_not(word))?,
            }
            writeln!(out, "  screen  {}", screened(word, &screen))?;
        }
        Ok(())
    }
}

/// The word of a text, or what is wrong with it.
fn folded(text: &str) -> Result<Word, Failure> {
    fold(text).map_err(|error| {
        Failure::usage(format_args!("{text:?} is no word: {error}; a word has letters only, 15 at most"))
    })
}

fn entry(entry: &Entry, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "  forms   {}", entry.displays.join(", "))?;
    writeln!(out, "  lemmas  {}", entry.lemmas.join(", "))?;
    writeln!(out, "  pos     {}", entry.part_of_speech.replace('|', ", "))?;
    writeln!(out, "  zipf    {}", zipf(entry.zipf))?;
    let used: Vec<String> = Level::ALL.iter().filter(|level| **level >= entry.level).map(ToString::to_string).collect();
    writeln!(out, "  level   {}, used at {}", entry.level, used.join(", "))?;
    if !entry.flags.is_empty() {
        writeln!(out, "  flags   {}", entry.flags.join(", "))?;
    }
    Ok(())
}

fn why_not(word: Word) -> String {
    match word.len() {
        3..=11 => String::new(),
        length => format!(": it has {length} letters, and words have 3 to 11"),
    }
}

/// Whether the word may stand on a unit, and why.
fn screened(word: Word, screen: &Screen) -> String {
    match (screen.in_word(word).first(), screen.blocklist().decision(word)) {
        (Some(found), _) => match found.cause {
            Cause::Entry(entry) => format!("blocked as {}: {} (from {})", entry.kind, entry.reason, entry.source),
            cause => format!("blocked, {}: {}: {}", held(found), cause.kind(), cause.reason()),
        },
        (None, None) => "passes: no list has it".into(),
        (None, Some(Decision::Allow(allowed))) => format!("passes by a written decision: {}", allowed.reason),
        (None, Some(Decision::Block(entry))) => {
            format!("passes, since the policy does not count it: {}: {}", entry.kind, entry.reason)
        }
    }
}

/// Hundredths of a zipf as people write it. Words that were added have none.
pub(super) fn zipf(hundredths: u16) -> String {
    if hundredths == 0 {
        return "unknown".into();
    }
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
