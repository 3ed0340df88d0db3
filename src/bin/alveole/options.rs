//! Options that several subcommands share.

use std::io::{self, Write};
use std::str::FromStr;

use alveole::blocklist::{Blocklist, Overrides};
use alveole::crossword::layout::Profile;
use alveole::formats::manifest::Digests;
use alveole::game::Game;
use alveole::lexicon::{Level, Lexicon};
use alveole::table::{self, hex};
use clap::Args;

use crate::exit::Failure;
use crate::input::Input;

/// Which words there are, and which of them are banned.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Words")]
pub(crate) struct LexiconFiles {
    /// Take the words of this file in place of the built-in lexicon
    ///
    /// A plain list, one word a line (accents are folded; lemmas are looked up in the built-in lexicon), or a table in
    /// the project's own format.
    #[arg(long, value_name = "FILE")]
    pub(crate) lexicon: Option<Input>,

    /// The team's own decisions, which come before lexicon and blocklist: ban, allow, add, set level
    ///
    /// A table with the columns action, word, level, lemma, date, reason, after the line #alveole/overrides/1.
    #[arg(long, value_name = "FILE")]
    pub(crate) overrides: Option<Input>,
}

/// Words and lists as a command works with them.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    /// All levels, overrides applied, not screened.
    pub(crate) lexicon: Lexicon,
    /// Overrides applied.
    pub(crate) blocklist: Blocklist,
    /// The team's file; empty where none was named.
    pub(crate) overrides: Option<Overrides>,
}

impl LexiconFiles {
    /// Reads them.
    pub(crate) fn load(&self) -> Result<Words, Failure> {
        Input::at_most_one_standard(&[self.lexicon.as_ref(), self.overrides.as_ref()])?;
        let mut lexicon = Lexicon::embedded();
        if let Some(file) = &self.lexicon {
            lexicon = Lexicon::read(&file.read()?, Some(&lexicon)).map_err(|fault| Failure::content(file, &fault))?;
            let left_out = lexicon.source().left_out;
            if left_out > 0 {
                let note = "words left out, being shorter than 3 or longer than 11 letters";
                let _ = writeln!(io::stderr().lock(), "{file}: {left_out} {note}");
            }
        }
        let mut blocklist = Blocklist::embedded();
        let mut overrides = None;
        if let Some(file) = &self.overrides {
            let content = |fault| Failure::content(file, &fault);
            let lines = Overrides::read(&file.read()?).map_err(content)?;
            lexicon = lines.apply(&lexicon).map_err(content)?;
            blocklist = blocklist.with(&lines);
            overrides = Some(lines);
        }
        Ok(Words { lexicon, blocklist, overrides })
    }
}

impl Words {
    /// The words up to a level; an error where there is none.
    pub(crate) fn at_level(&self, level: Level) -> Result<Lexicon, Failure> {
        let lexicon = self.lexicon.at_level(level);
        if lexicon.is_empty() {
            return Err(Failure::usage(format_args!("no word of the lexicon is of level {level}; try --level C")));
        }
        Ok(lexicon)
    }

    /// What a manifest says of them.
    pub(crate) fn digests(&self) -> Digests {
        Digests {
            lexicon: Some(self.lexicon.source().digest_hex()),
            blocklist: Some(hex(&self.blocklist.digest())),
            overrides: self.overrides.as_ref().map(|lines| hex(&lines.digest())),
            ..Digests::default()
        }
    }
}

/// A box: columns, then rows, as in `12x12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// Width, in cells.
    pub(crate) columns: usize,
    /// Height, in cells.
    pub(crate) rows: usize,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |side: &str| side.parse().map_err(|_| format!("{text:?} is no size; write WxH such as 12x12"));
        let (columns, rows) = text.split_once(['x', 'X']).unwrap_or((text, ""));
        Ok(Self { columns: side(columns)?, rows: side(rows)? })
    }
}

/// What generated layouts must look like.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Layouts")]
pub(crate) struct ProfileFile {
    /// What layouts must look like: a TOML file with slot lengths, crossings and more, each with its default
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<Input>,
}

impl ProfileFile {
    /// Reads it; the usual profile where none is named.
    pub(crate) fn load(&self, game: &Game) -> Result<Profile, Failure> {
        let Some(file) = &self.profile else { return Ok(Profile::default()) };
        let bytes = file.read()?;
        let text = table::utf8(&bytes).map_err(|fault| Failure::content(file, &fault))?;
        Profile::from_toml(text, &game.crossword).map_err(|error| Failure::usage(format_args!("{file}: {error}")))
    }
}

/// How much of the machine is used.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ThreadOptions {
    /// Use this many threads; the output is the same for any number [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl ThreadOptions {
    /// The threads.
    pub(crate) fn pool(self) -> Result<rayon::ThreadPool, Failure> {
        let threads = self.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|error| Failure::usage(format_args!("cannot start {threads} threads: {error}; ask for fewer")))
    }
}
