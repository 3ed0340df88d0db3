//! `alveole screen`: words and units against the lists of article 4.8.

mod explain;
mod record;
mod units;
mod words;

use std::io::{self, Write};

use alveole::letters::{Word, fold};
use alveole::screen::Screen;
use clap::{Subcommand, ValueEnum};

use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::lists::ListFiles;
use crate::options::LexiconFiles;
use crate::output::Output;
pub(crate) use words::held;

/// Screen words and units: say what must not be read on a ticket, where it is read, and why
///
/// Improper words, brands and misspellings are blocked, and so is what reads as an improper word in another way: inside a
/// word, along neighbouring cells in all eight directions and over one grey cell, standing alone between hidden letters,
/// under the question marks, or as a pair of words. Accents are folded. Grids and question marks count from 1, rows and
/// columns from 0.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = "Examples:
  alveole screen chat Perrier abandoner
  alveole screen units.jsonl --blocklist rivals.txt
  alveole screen explain casino --overrides team.tsv

Exits with 0 when nothing is blocked, with 4 when something is, with 2 when a text is no word or a line no unit."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// Words, with or without accents; or files: what has a dot or a slash in it, and `-` for standard input
    ///
    /// A file holds units as JSON Lines, or words, one a line.
    #[arg(required = true, value_name = "WORD|FILE|-")]
    asked: Vec<String>,

    /// Tell of units, too, which pieces stand alone only while some letters are still covered: they are never blocked
    #[arg(long)]
    on_the_way: bool,

    #[command(flatten)]
    options: Options,
}

#[derive(Debug, Subcommand)]
enum Command {
    Explain(Explain),
}

/// Say which row of which list decides on a word, what would hold without the team's files, and how the word is sought
///
/// Tells of a word of the lexicon, too, whether it is lost, and why.
///
/// Exits with 0 whatever the verdict is.
#[derive(Debug, clap::Args)]
struct Explain {
    /// Words, with or without accents
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,

    /// How explanations are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    files: LexiconFiles,
}

#[derive(Debug, clap::Args)]
struct Options {
    /// How verdicts are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    lists: ListFiles,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object a word, or a hit on a unit
    Jsonl,
}

/// A word or a file of the command line.
enum Asked {
    Word(Word),
    File(Input),
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        if let Some(Command::Explain(explain)) = &self.command {
            return explain.run();
        }
        // All are looked at before the first verdict: nothing is shown when one text is no word.
        let asked = self.asked.iter().map(|text| asked(text)).collect::<Result<Vec<_>, _>>()?;
        let files = asked.iter().map(|asked| match asked {
            Asked::File(file) => Some(file),
            Asked::Word(_) => None,
        });
        Input::at_most_one_standard(&files.chain(self.options.lists.inputs()).collect::<Vec<_>>())?;
        let screen = self.options.screen()?;
        let mut out = Output::standard();
        let mut code = Code::Done;
        for asked in &asked {
            let blocked = match asked {
                Asked::Word(word) => self.options.word(*word, None, &screen, &mut out)?,
                Asked::File(file) => self.file(file, &screen, &mut out)?,
            };
            if blocked {
                code = Code::Fault;
            }
        }
        out.flush()?;
        Ok(code)
    }
}

/// What a text of the command line is.
fn asked(text: &str) -> Result<Asked, Failure> {
    if text == "-" || text.contains(['.', '/', '\\']) {
        return Ok(Asked::File(std::ffi::OsString::from(text).into()));
    }
    folded(text).map(Asked::Word)
}

/// The word of a text, or what is wrong with it.
fn folded(text: &str) -> Result<Word, Failure> {
    fold(text).map_err(|error| {
        Failure::usage(format_args!(
            "{text:?} is no word: {error}; a word has letters only, 15 at most, and a file's name a dot or a slash"
        ))
    })
}

impl Options {
    fn screen(&self) -> Result<Screen, Failure> {
        Ok(Screen::new(self.lists.load()?.0))
    }
}

/// Says something on standard error. When that is gone, nobody wants to know.
fn note(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
