//! Options that several subcommands share.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use alveole::blocklist::{Action, Blocklist, Overrides};
use alveole::crossword::layout::{Layout, Mask, Profile, ProfileError};
use alveole::formats::manifest::{Digests, Parameter};
use alveole::game::{self, AnyGame, Crossword, Game, GameError, HiveGame};
use alveole::lexicon::{Level, Lexicon};
use alveole::table::{Fault, hex, utf8};
use clap::Args;

use crate::exit::Failure;
use crate::input::Input;
use crate::lists::ListFiles;

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

    #[command(flatten)]
    pub(crate) lists: ListFiles,
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
    /// The digest of each list.
    lists: BTreeMap<String, String>,
}

impl LexiconFiles {
    /// The files, of which one at most may be standard input.
    pub(crate) fn inputs(&self) -> Vec<Option<&Input>> {
        [self.lexicon.as_ref()].into_iter().chain(self.lists.inputs()).collect()
    }

    /// Reads them.
    pub(crate) fn load(&self) -> Result<Words, Failure> {
        Input::at_most_one_standard(&self.inputs())?;
        let mut lexicon = Lexicon::embedded();
        if let Some(file) = &self.lexicon {
            lexicon = Lexicon::read(&file.read()?, Some(&lexicon)).map_err(|fault| Failure::content(file, &fault))?;
            let left_out = lexicon.source().left_out;
            if left_out > 0 {
                let note = "words left out, being shorter than 3 or longer than 11 letters";
                let _ = writeln!(io::stderr().lock(), "{file}: {left_out} {note}");
            }
        }
        let (blocklist, overrides) = self.lists.load()?;
        if let (Some(file), Some(lines)) = (&self.lists.overrides, &overrides) {
            for line in lines.lines().iter().filter(|line| line.action == Action::Add) {
                if let Some(known) = lexicon.lookup(line.word) {
                    let (word, level) = (line.word, lexicon.entry(known).level);
                    let note = format!("{word} is in the lexicon already, at level {level}: its level is set");
                    let _ = writeln!(io::stderr().lock(), "{file}:{}: {note}", line.line);
                }
            }
            lexicon = lines.apply(&lexicon).map_err(|fault| Failure::content(file, &fault))?;
        }
        let lists = self.lists.digests(&blocklist);
        Ok(Words { lexicon, blocklist, overrides, lists })
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
            lists: self.lists.clone(),
            overrides: self.overrides.as_ref().map(|lines| hex(&lines.digest())),
            ..Digests::default()
        }
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

/// Which rules units are judged and played by.
#[derive(Args, Clone, Debug)]
pub(crate) struct GameFile {
    /// Take the rules of this file for units of its kind: crosswords, or hives
    #[arg(long, value_name = "FILE")]
    pub(crate) game: Option<Input>,
}

/// The text of a game's file: one of the built-in games by its name, or a file.
pub(crate) fn game_text(name: &str) -> Result<String, Failure> {
    match name {
        "mots-croises" => Ok(Game::MOTS_CROISES.into()),
        "ruche-d-or" => Ok(HiveGame::RUCHE_D_OR.into()),
        name => {
            let file = Input::from(std::ffi::OsString::from(name));
            let bytes = file.read()?;
            let text = utf8(&bytes).map_err(|fault| Failure::content(&file, &fault))?;
            AnyGame::from_toml(text).map_err(|problem| Failure::usage(format_args!("{file}: {problem}")))?;
            Ok(text.into())
        }
    }
}

/// A game of each kind.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    pub(crate) crossword: Game,
    pub(crate) hive: HiveGame,
}

impl GameFile {
    /// The built-in games, one of them replaced where a file is named.
    pub(crate) fn load(&self) -> Result<Games, Failure> {
        let mut games = Games { crossword: Game::mots_croises(), hive: HiveGame::ruche_d_or() };
        let Some(file) = &self.game else { return Ok(games) };
        let bytes = file.read()?;
        let text = utf8(&bytes).map_err(|fault| Failure::content(file, &fault))?;
        match AnyGame::from_toml(text) {
            Ok(AnyGame::Crossword(game)) => games.crossword = game,
            Ok(AnyGame::Hive(game)) => games.hive = game,
            Err(GameError::At(fault)) => return Err(Failure::content(file, &fault)),
            Err(error) => return Err(Failure::usage(format_args!("{file}: {error}"))),
        }
        Ok(games)
    }

    /// The hive game: the built-in one, or that of the file.
    pub(crate) fn load_hive(&self) -> Result<HiveGame, Failure> {
        let Some(file) = &self.game else { return Ok(HiveGame::ruche_d_or()) };
        let bytes = file.read()?;
        let refused = |fault| Failure::content(file, &fault);
        HiveGame::from_toml(utf8(&bytes).map_err(refused)?).map_err(refused)
    }
}

/// The sides of a grid's box, in cells: width x height, as in `12x11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// Width.
    pub(crate) columns: usize,
    /// Height.
    pub(crate) rows: usize,
}

impl Default for Size {
    fn default() -> Self {
        let side = Game::mots_croises().crossword.side.default;
        Self { columns: side, rows: side }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let game::Side { min, max, .. } = Game::mots_croises().crossword.side;
        let sides = text.split_once(['x', 'X']).and_then(|(columns, rows)| Some((number(columns)?, number(rows)?)));
        let Some((columns, rows)) = sides else {
            return Err(format!("write width x height, such as 12x11; a side has {min} to {max} cells"));
        };
        match [columns, rows].into_iter().find(|side| !(min..=max).contains(side)) {
            None => Ok(Self { columns, rows }),
            Some(side) => Err(format!("{side} is no side of this game: a side has {min} to {max} cells")),
        }
    }
}

/// Digits alone: no sign, no space.
fn number(text: &str) -> Option<usize> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?
}

/// What generated layouts must look like.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Layouts")]
pub(crate) struct ProfileFile {
    /// What layouts must look like: a TOML file with slot lengths, crossings and more, each with its default
    ///
    /// The defaults are
    ///   `lengths = { min = 3, max = 9 }`,
    ///   `mean_length_hundredths = { min = 480, max = 620 }`,
    ///   `crossings = { min = 22, max = 27 }`,
    ///   `across = { min = 7, max = 11 }`,
    ///   `empty_edge = 1`, `quarter_percent = 16`, `hole = 5`, `hanging = 6`.
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<Input>,
}

impl ProfileFile {
    /// Reads it; the usual profile where none is named.
    pub(crate) fn load(&self, game: &Crossword) -> Result<Profile, Failure> {
        let Some(file) = &self.profile else { return Ok(Profile::default()) };
        let bytes = file.read()?;
        let text = utf8(&bytes).map_err(|fault| Failure::content(file, &fault))?;
        Profile::from_toml(text, game).map_err(|error| self.refused(error))
    }

    /// Why the profile is refused, with its place in the file where there is one.
    pub(crate) fn refused(&self, error: ProfileError) -> Failure {
        let (place, problem) = match error {
            ProfileError::Form { place, reason } => (Some(place), reason),
            ProfileError::Contradiction { place, key, reason } => (place, format!("{key}: {reason}")),
        };
        match (&self.profile, place) {
            (Some(file), Some((line, column))) => Failure::content(file, &Fault { line, column, problem }),
            (Some(file), None) => Failure::usage(format_args!("{file}: {problem}")),
            (None, _) => Failure::usage(problem),
        }
    }

    /// What a manifest says of a profile: each bound, whether or not it was in the file.
    pub(crate) fn parameters(profile: &Profile) -> BTreeMap<String, Parameter> {
        // Taken apart, so that none is forgotten.
        let Profile { lengths, mean_length_hundredths, crossings, across, empty_edge, quarter_percent, hole, hanging } =
            profile;
        let range = |range: &game::Range| Parameter::Text(format!("{}-{}", range.min, range.max));
        let most = |number: &usize| Parameter::Number(u64::try_from(*number).unwrap_or(u64::MAX));
        let parameters = [
            ("lengths", range(lengths)),
            ("mean_length_hundredths", range(mean_length_hundredths)),
            ("crossings", range(crossings)),
            ("across", range(across)),
            ("empty_edge", most(empty_edge)),
            ("quarter_percent", most(quarter_percent)),
            ("hole", most(hole)),
            ("hanging", most(hanging)),
        ];
        parameters.into_iter().map(|(key, value)| (format!("profile.{key}"), value)).collect()
    }
}

/// The layouts of a file, each with the line of its first row.
pub(crate) fn read_layouts(file: &Input, game: &Crossword) -> Result<Vec<(usize, Layout)>, Failure> {
    let masks = read_masks(file)?;
    let layouts = (1..).zip(masks).map(|(number, (line, mask))| match Layout::from_mask(&mask, game) {
        Ok(layout) => Ok((line, layout)),
        Err(fault) => {
            let (row, column) = fault.cell().unwrap_or((0, 0));
            let problem = format!("mask {number}: {fault}; `alveole layout check` names all faults");
            Err(Failure::content(file, &Fault { line: line + row, column: column + 1, problem }))
        }
    });
    layouts.collect()
}

/// The masks of a file, each with the line of its first row.
pub(crate) fn read_masks(file: &Input) -> Result<Vec<(usize, Mask)>, Failure> {
    let bytes = file.read()?;
    let refused = |fault| Failure::content(file, &fault);
    let masks = Mask::read_all(utf8(&bytes).map_err(refused)?);
    masks.map_err(|error| refused(Fault { line: error.line, column: error.column, problem: error.problem.to_string() }))
}

/// A count with its noun: `1 mask`, `2 masks`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!("15X11".parse(), "15x11".parse::<Size>());
        assert_eq!("15x11".parse(), Ok(Size { columns: 15, rows: 11 }));
        assert_eq!(Size::default().to_string().parse(), Ok(Size::default()));
        for text in
            ["", "12", "12x", "x12", "12x12x12", "12 x 12", "+12x12", "12*12", "-12x12", "12x99999999999999999999"]
        {
            let error = text.parse::<Size>().unwrap_err();
            assert_eq!(error, "write width x height, such as 12x11; a side has 11 to 15 cells", "{text}");
        }
        for (text, side) in [("0x12", 0), ("12x10", 10), ("16x16", 16)] {
            let error = text.parse::<Size>().unwrap_err();
            assert_eq!(error, format!("{side} is no side of this game: a side has 11 to 15 cells"));
        }
    }
}
