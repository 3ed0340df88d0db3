//! `alveole fill`: letters and outcome in, judged units out.

mod sink;
mod word_use;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use alveole::crossword::fill::{Effort, Infeasible, Solver};
use alveole::crossword::layout::{Layout, LayoutGenerator, Mask};
use alveole::crossword::lock::{Lock, Locks};
use alveole::crossword::vocabulary::{SameLemma, Theme, Vocabulary};
use alveole::formats::manifest::{Digests, Manifest, Parameter};
use alveole::game::Game;
use alveole::letters::{self, Letter, LetterSet, Word};
use alveole::lexicon::{Level, Lexicon, Source};
use alveole::produce::{Letters, Made, NotMade, Run, Summary};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::table::hex;
use alveole::verify::Judge;
use clap::ValueEnum;

use self::sink::Sink;
use self::word_use::WordUse;
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{self, LexiconFiles, ProfileFile, Size, ThreadOptions, Words, counted};
use crate::output::OutputOptions;
use crate::progress::progress;

/// Fill pairs of grids so that exactly so many words are completed
///
/// Letters and outcome are given and never redrawn because they are hard: the answer is a unit, a proof that there is
/// none, or word that the budget is spent. Every unit is screened and judged. Units go to standard output; units that
/// can't be made are told on standard error with their letters and the reason, and the others go on.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole fill --letters random --reveal 3,2
  alveole fill --letters SIXTRONPLAUMEGBCHD --reveal 9,9 --count 100 --format jsonl --out units.jsonl
  alveole fill --letters random --reveal 0,1 --theme jardin.txt --theme-min 6
  alveole fill --letters random --reveal 2,0 --layouts one.txt --lock 1:0:4:down=JARDIN --lock 2:4:2=E

Exits with 3 when units were proved not to exist, with 6 when the budget ran out or a profile can't be met.")]
pub(crate) struct Args {
    /// The letters under the question marks, in their order; or `random`: drawn uniformly, anew for each unit
    #[arg(long, value_name = "LETTERS")]
    letters: String,

    /// Completed words wanted in each grid
    #[arg(long, value_name = "K1,K2", value_delimiter = ',', required = true, value_parser = completed_words)]
    reveal: Vec<u8>,

    /// How many units
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,

    /// All draws follow from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How units are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Width and height of the grids' box, in cells [default: 12x12]
    #[arg(long, value_name = "WxH", conflicts_with = "layouts", help_heading = "Layouts")]
    size: Option<Size>,

    /// Take the masks of this file in place of generated ones
    #[arg(long, value_name = "FILE", conflicts_with = "profile", help_heading = "Layouts")]
    layouts: Option<Input>,

    /// Ordered pairs of layouts that a unit draws before it is solved; a proof speaks of exactly these
    #[arg(long, value_name = "N", default_value_t = 8, help_heading = "Layouts",
          value_parser = clap::value_parser!(u16).range(1..=1000))]
    layout_tries: u16,

    #[command(flatten)]
    profile: ProfileFile,

    /// Which solvers may work: backtracking, then SAT where it gives up; or one of them alone
    #[arg(long, value_enum, default_value_t = SolverName::Auto, help_heading = "Search")]
    solver: SolverName,

    /// Steps for each unit: words tried by backtracking, or 64 bytes of a SAT proof
    #[arg(long, value_name = "STEPS", default_value_t = Effort::default().budget, help_heading = "Search",
          value_parser = clap::value_parser!(u64).range(1..))]
    budget: u64,

    /// A word or letter to keep: GRID:ROW:COLUMN:across=WORD, GRID:ROW:COLUMN:down=WORD or GRID:ROW:COLUMN=L
    ///
    /// Grids count from 1, rows and columns from 0. Needs --layouts with exactly one mask.
    #[arg(long = "lock", value_name = "LOCK", requires = "layouts", help_heading = "Search")]
    locks: Vec<Lock>,

    /// Words of a theme, one a line
    #[arg(long, value_name = "FILE", requires = "theme_min", help_heading = "Search")]
    theme: Option<Input>,

    /// How many words of the theme a pair has at least
    #[arg(long, value_name = "N", requires = "theme", help_heading = "Search")]
    theme_min: Option<u8>,

    /// Let two words of a unit share a lemma, such as CHAT and CHATS
    #[arg(long, help_heading = "Search")]
    allow_same_lemma: bool,

    #[command(flatten)]
    threads: ThreadOptions,

    /// Use words up to this level: A is the most familiar, C the least
    #[arg(long, default_value = "B", help_heading = "Words")]
    level: Level,

    #[command(flatten)]
    files: LexiconFiles,

    #[command(flatten)]
    output: OutputOptions,
}

/// How units are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Both grids side by side, for people
    Text,
    /// One JSON object a line, for `verify` and programs
    Jsonl,
    /// A JSON array of two ipuz crosswords: one unit, or `--out DIR` with a file a unit
    Ipuz,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolverName {
    Auto,
    Backtrack,
    Sat,
}

impl From<SolverName> for Solver {
    fn from(name: SolverName) -> Self {
        match name {
            SolverName::Auto => Self::Auto,
            SolverName::Backtrack => Self::Backtrack,
            SolverName::Sat => Self::Sat,
        }
    }
}

/// Layouts that a run draws from, where they are generated.
const POOL: usize = 200;

/// Steps for one of them: with as many as `layout generate` takes for one, a run could take an hour to its first unit.
const LAYOUT_BUDGET: u64 = LayoutGenerator::BUDGET / 10;

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let named = [self.layouts.as_ref(), self.theme.as_ref(), self.profile.profile.as_ref()];
        Input::at_most_one_standard(&[&named[..], &self.files.inputs()].concat())?;
        let game = Game::mots_croises();
        let letters = self.read_letters(&game)?;
        self.check_outcome(&game)?;
        let words = self.files.load()?;
        let vocabulary = self.vocabulary(&words)?;
        screen_letters(&letters, &vocabulary)?;
        let threads = self.threads.pool()?;
        let (layouts, of_layouts) = threads.install(|| self.read_layouts(&game))?;
        let locks = self.read_locks(&layouts, &game, &vocabulary)?;
        let (theme, of_theme) = self.read_theme(&game, &words.lexicon, &vocabulary)?.unzip();
        let mut sink = Sink::open(self.format, self.count, &self.output, &game)?;
        note(format_args!("seed {}", self.seed));
        let run = Run {
            game: &game,
            vocabulary: &vocabulary,
            judge: Judge::new(&game, &words.lexicon, &words.blocklist).allow_same_lemma(self.allow_same_lemma),
            layouts: &layouts,
            layout_tries: self.layout_tries.into(),
            letters: &letters,
            outcome: &self.reveal,
            locks: &locks,
            theme: theme.as_ref(),
            effort: Effort { solver: self.solver.into(), budget: self.budget },
            seed: self.seed,
            count: self.count,
        };
        let mut word_use = WordUse::default();
        let summary = threads.install(|| make(&run, &mut sink, &mut word_use))?;
        // Where nothing was made there is nothing to write: no empty file passes for a run's output.
        if summary.made > 0 {
            let mut digests = words.digests();
            digests.game = Some(hex(&game.digest()));
            let masks = Mask::write_all(layouts.iter().map(Layout::mask));
            digests.layouts = Some(Source::of(masks.as_bytes()).digest_hex());
            digests.theme = of_theme;
            sink.finish(|| self.manifest(digests, &letters, of_layouts, summary))?;
        }
        if summary.made >= 100 {
            note(&word_use);
        }
        Ok(self.conclude(summary))
    }

    fn conclude(&self, summary: Summary) -> Code {
        if self.count > 1 || summary.made == 0 {
            note(summary);
        }
        let infeasible = if summary.infeasible > 0 { Code::Infeasible } else { Code::Done };
        let spent = if summary.spent > 0 { Code::Spent } else { Code::Done };
        infeasible.and(spent)
    }

    fn read_letters(&self, game: &Game) -> Result<Letters, Failure> {
        if self.letters.eq_ignore_ascii_case("random") {
            return Ok(Letters::Random);
        }
        let wanted = game.crossword.letters;
        let mut letters: Vec<Letter> = Vec::new();
        // An accent may come as a character of its own: composed first, so that columns are those that are seen.
        for (character, column) in letters::composed(&self.letters).zip(1..) {
            let place = format_args!("--letters, column {column}: ").to_string();
            let Some(letter) = Letter::from_char(character) else {
                let problem = format!(
                    "{place}{character:?} is not one letter of A-Z; give {wanted} distinct letters, or `random`"
                );
                return Err(Failure::usage(problem));
            };
            if !character.is_ascii_alphabetic() {
                note(format_args!("{place}{character} is taken as {letter}"));
            }
            if let Some(first) = letters.iter().position(|other| *other == letter) {
                let problem =
                    format!("{place}{letter} stands at column {} already; give {wanted} distinct letters", first + 1);
                return Err(Failure::usage(problem));
            }
            letters.push(letter);
        }
        if letters.len() != wanted {
            let problem = format!(
                "--letters: {} where a unit shows {wanted}; give {wanted} distinct letters, or `random`",
                counted(letters.len(), "letter")
            );
            return Err(Failure::usage(problem));
        }
        Ok(Letters::Given(letters))
    }

    fn check_outcome(&self, game: &Game) -> Result<(), Failure> {
        let grids = game.crossword.grids;
        if self.reveal.len() != grids {
            return Err(Failure::usage(format_args!(
                "--reveal: {} where a unit has {grids} grids; write K1,K2 such as 3,2",
                counted(self.reveal.len(), "number")
            )));
        }
        if game.lot(&self.reveal).is_none() {
            let sum = game.gain_sum(&self.reveal).unwrap_or_default();
            note(format_args!(
                "the gains of {} and {} completed words make {sum}, which is no lot of the prize table: lot_cents is null",
                self.reveal[0], self.reveal[1]
            ));
        }
        Ok(())
    }

    fn vocabulary(&self, words: &Words) -> Result<Vocabulary, Failure> {
        let same_lemma = if self.allow_same_lemma { SameLemma::Allowed } else { SameLemma::Refused };
        let screen = Arc::new(Screen::new(words.blocklist.clone()));
        let vocabulary = Vocabulary::screened(&words.at_level(self.level)?, same_lemma, screen);
        if vocabulary.lexicon().is_empty() {
            return Err(Failure::usage("every word of the lexicon is blocked"));
        }
        Ok(vocabulary)
    }

    /// The layouts, and what a manifest says of how they were generated.
    fn read_layouts(&self, game: &Game) -> Result<(Vec<Layout>, BTreeMap<String, Parameter>), Failure> {
        if let Some(file) = &self.layouts {
            let layouts = options::read_layouts(file, &game.crossword)?;
            return Ok((layouts.into_iter().map(|(_, layout)| layout).collect(), BTreeMap::new()));
        }
        let size = self.size.unwrap_or_default();
        let Size { columns, rows } = size;
        let profile = self.profile.load(&game.crossword)?;
        let streams = Streams::from_seed(self.seed, Purpose::Layouts);
        let generator = LayoutGenerator::new(&game.crossword, profile, rows, columns, streams)
            .map_err(|error| self.profile.refused(error))?
            .with_budget(LAYOUT_BUDGET);
        let mut parameters = ProfileFile::parameters(generator.profile());
        parameters.insert("size".into(), size.to_string().into());
        let layouts = generator.pool(POOL).map_err(|error| {
            let instead = "that is an option of `alveole layout generate`: name its masks by --layouts";
            Failure::Because(Code::Spent, anyhow::anyhow!("{error}; {instead}"))
        })?;
        Ok((layouts, parameters))
    }

    fn read_locks(&self, layouts: &[Layout], game: &Game, vocabulary: &Vocabulary) -> Result<Locks, Failure> {
        if self.locks.is_empty() {
            return Ok(Locks::none());
        }
        let [layout] = layouts else {
            let file = self.layouts.as_ref().map(ToString::to_string).unwrap_or_default();
            let problem =
                format!("--lock needs exactly one layout, and {file} has {}: keep one of them", layouts.len());
            return Err(Failure::usage(problem));
        };
        Locks::new(&self.locks, layout, game.crossword.grids, vocabulary).map_err(Failure::usage)
    }

    /// The theme, and the digest of its file.
    fn read_theme(
        &self,
        game: &Game,
        lexicon: &Lexicon,
        vocabulary: &Vocabulary,
    ) -> Result<Option<(Theme, String)>, Failure> {
        let (Some(file), Some(at_least)) = (&self.theme, self.theme_min) else { return Ok(None) };
        let most = game.crossword.grids * game.crossword.words_per_grid;
        if usize::from(at_least) > most {
            return Err(Failure::usage(format_args!(
                "--theme-min: {at_least} theme words wanted, and a unit has {most} words"
            )));
        }
        let list = Lexicon::read(&file.read()?, Some(lexicon)).map_err(|fault| Failure::content(file, &fault))?;
        let unknown: Vec<Word> = list
            .entries()
            .map(|entry| entry.word)
            .filter(|word| vocabulary.lexicon().lookup(*word).is_none())
            .collect();
        if !unknown.is_empty() {
            let some: Vec<String> = unknown.iter().take(8).map(ToString::to_string).collect();
            let more = if unknown.len() > some.len() { ", …" } else { "" };
            note(format_args!(
                "{file}: {} of {} theme words are not in use, being unknown at level {} or blocked: {}{more}",
                unknown.len(),
                list.len(),
                self.level,
                some.join(", "),
            ));
        }
        let theme = Theme::new(vocabulary, list.entries().map(|entry| entry.word), at_least.into());
        Ok(Some((theme, list.source().digest_hex())))
    }

    fn manifest(
        &self,
        digests: Digests,
        letters: &Letters,
        of_layouts: BTreeMap<String, Parameter>,
        summary: Summary,
    ) -> Manifest {
        let mut manifest = Manifest::new("fill", Some(self.seed), digests);
        manifest.parameters = of_layouts;
        let letters = match letters {
            Letters::Given(letters) => letters.iter().map(|letter| letter.to_char()).collect(),
            Letters::Random => String::from("random"),
        };
        let reveal: Vec<String> = self.reveal.iter().map(ToString::to_string).collect();
        let locks: Vec<String> = self.locks.iter().map(ToString::to_string).collect();
        for (name, value) in [
            ("letters", Parameter::from(letters)),
            ("format", format!("{:?}", self.format).to_lowercase().into()),
            ("reveal", reveal.join(",").into()),
            ("count", self.count.into()),
            ("level", self.level.to_string().into()),
            ("layout_tries", u64::from(self.layout_tries).into()),
            ("solver", format!("{:?}", self.solver).to_lowercase().into()),
            ("budget", self.budget.into()),
            ("allow_same_lemma", self.allow_same_lemma.into()),
            ("locks", locks.join(" ").into()),
            ("theme_min", u64::from(self.theme_min.unwrap_or(0)).into()),
        ] {
            manifest.parameters.insert(name.into(), value);
        }
        manifest.units = summary.made;
        manifest
    }
}

/// A number of completed words, as `--reveal` has it.
fn completed_words(text: &str) -> Result<u8, String> {
    let most = Game::mots_croises().most_completed();
    if text.is_empty() || !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(format!("write K1,K2 such as 3,2: two numbers from 0 to {most}"));
    }
    // What does not fit is too many, too.
    let words = text.parse().ok().filter(|words| *words <= most);
    words.ok_or_else(|| format!("{text} completed words: no grid may have more than {most} (MC-D1)"))
}

/// Makes all units: those made go to the sink, the others are told.
fn make(run: &Run, sink: &mut Sink, word_use: &mut WordUse) -> Result<Summary, Failure> {
    let bar = progress(run.count, "units");
    let mut failed = None;
    let ended = run.each(|made| {
        bar.inc(1);
        let written = match &made.result {
            Ok(unit) => {
                word_use.add(&unit.pair);
                sink.write(made.index, unit)
            }
            Err(why) => {
                bar.suspend(|| tell(run, &made, why));
                Ok(())
            }
        };
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                failed = Some(failure);
                ControlFlow::Break(())
            }
        }
    });
    bar.finish_and_clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
    ended.map_err(|faulty| Failure::Because(Code::Fault, faulty.into()))
}

/// Says which unit was not made, with its letters and the reason.
fn tell(run: &Run, made: &Made, why: &NotMade) {
    let letters: String = made.letters.iter().map(|letter| letter.to_char()).collect();
    let shown: LetterSet = made.letters.iter().copied().collect();
    let unit = made.index + 1;
    // What a proof on layouts takes for granted.
    let given = |proof: &Infeasible| match (proof, run.locks.is_empty(), run.theme) {
        (Infeasible::Layouts(_), true, Some(_)) => ", given the theme,",
        (Infeasible::Layouts(_), false, None) => ", given the locks,",
        (Infeasible::Layouts(_), false, Some(_)) => ", given the locks and the theme,",
        _ => "",
    };
    match why {
        NotMade::Infeasible(proof) => {
            let (given, proof) = (given(proof), proof.explain(shown, run.layouts));
            note(format_args!("unit {unit}, letters {letters}: proved infeasible{given} {proof}"));
        }
        NotMade::AllTaken(proof) => {
            let (given, proof) = (given(proof), proof.explain(shown, run.layouts));
            let taken = "earlier units have all fills there are; no other was left, proved";
            note(format_args!("unit {unit}, letters {letters}: {taken}{given} {proof}"));
        }
        NotMade::Letters { number, word } => {
            let advice = "no order of them was found in which they read as nothing improper";
            note(format_args!("unit {unit}, letters {letters}: {word} from question mark {number} on; {advice}"));
        }
        NotMade::BudgetSpent => note(format_args!(
            "unit {unit}, letters {letters}: budget spent after {}; raise --budget",
            counted(usize::try_from(made.steps).unwrap_or(usize::MAX), "step")
        )),
    }
}

/// Letters that are given stand in their order: it must not read as anything improper.
fn screen_letters(letters: &Letters, vocabulary: &Vocabulary) -> Result<(), Failure> {
    let (Letters::Given(given), Some(screen)) = (letters, vocabulary.screen()) else { return Ok(()) };
    match screen.in_question_marks(given) {
        None => Ok(()),
        Some((at, entry)) => Err(Failure::usage(format_args!(
            "--letters: from question mark {} on they read {} ({}: {}); give them in another order",
            at + 1,
            entry.word,
            entry.kind,
            entry.reason
        ))),
    }
}

/// Says something on standard error. When that is gone, nobody wants to know.
fn note(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
