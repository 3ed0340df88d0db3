//! `alveole screen`: words against the lists of article 4.8.

use std::io::{self, Write};

use alveole::blocklist::{Blocklist, Decision, Kind, Listed, Overrides, Table};
use alveole::formats::write_json_line;
use alveole::letters::{Word, fold};
use clap::{Subcommand, ValueEnum};
use serde::Serialize;

use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::output::Output;

/// Screen words: say which of them must not be read on a ticket, and why
///
/// Improper words, brands and misspellings are blocked. Accents are folded. A word is judged as it stands: what else may
/// be read inside it does not count here.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    after_help = "Examples:
  alveole screen chat Perrier abandoner
  alveole screen explain casino --overrides team.tsv

Exits with 0 when no word is blocked, with 4 when one is, with 2 when a text is no word."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// Words, with or without accents
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,

    #[command(flatten)]
    options: Options,
}

#[derive(Debug, Subcommand)]
enum Command {
    Explain(Explain),
}

/// Say which row of which table decides on a word, and where else the word is sought
///
/// Exits with 0 whatever the verdict is.
#[derive(Debug, clap::Args)]
struct Explain {
    /// Words, with or without accents
    #[arg(required = true, value_name = "WORD")]
    words: Vec<String>,

    #[command(flatten)]
    options: Options,
}

#[derive(Debug, clap::Args)]
struct Options {
    /// The team's own decisions, which come before the lists: ban, allow
    #[arg(long, value_name = "FILE")]
    overrides: Option<Input>,

    /// How verdicts are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// One JSON object a word
    Jsonl,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let (words, options, explain) = match &self.command {
            None => (&self.words, &self.options, false),
            Some(Command::Explain(asked)) => (&asked.words, &asked.options, true),
        };
        let words = words.iter().map(|text| folded(text)).collect::<Result<Vec<_>, _>>()?;
        let blocklist = options.load()?;
        let mut out = Output::standard();
        let mut code = Code::Done;
        for word in words {
            let decision = blocklist.decision(word);
            if matches!(decision, Some(Decision::Block(_))) && !explain {
                code = Code::Fault;
            }
            match options.format {
                Format::Jsonl => write_json_line(&options.record(word, decision), &mut out)?,
                Format::Text if explain => options.explain(word, &blocklist, &mut out)?,
                Format::Text => writeln!(out, "{word}: {}", options.verdict(decision))?,
            }
        }
        out.flush()?;
        Ok(code)
    }
}

/// The word of a text, or what is wrong with it.
fn folded(text: &str) -> Result<Word, Failure> {
    fold(text).map_err(|error| {
        Failure::usage(format_args!("{text:?} is no word: {error}; a word has letters only, 15 at most"))
    })
}

impl Options {
    fn load(&self) -> Result<Blocklist, Failure> {
        let lists = Blocklist::embedded();
        let Some(file) = &self.overrides else { return Ok(lists) };
        let lines = Overrides::read(&file.read()?).map_err(|fault| Failure::content(file, &fault))?;
        Ok(lists.with(&lines))
    }

    /// The file of a row. The overrides are called what the command line calls them.
    fn file(&self, listed: Listed) -> String {
        match (&self.overrides, listed.table) {
            (Some(file), Table::Overrides) => file.to_string(),
            _ => listed.table.file().into(),
        }
    }

    fn row(&self, listed: Listed) -> String {
        format!("{}:{}", self.file(listed), listed.line)
    }

    fn verdict(&self, decision: Option<&Decision>) -> String {
        match decision {
            None => "clean, no list names it".into(),
            Some(Decision::Allow(allowed)) => {
                format!("clean by a written decision: {} ({})", allowed.reason, self.row(allowed.listed))
            }
            Some(Decision::Block(entry)) => {
                format!(
                    "blocked as {}: {} ({}, from {})",
                    entry.kind,
                    entry.reason,
                    self.row(entry.listed),
                    entry.source
                )
            }
        }
    }

    fn explain(&self, word: Word, blocklist: &Blocklist, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{word}: {}", self.verdict(blocklist.decision(word)))?;
        if let Some(sought) = blocklist.sought().iter().find(|sought| sought.word == word) {
            let readings = [
                (sought.inside, "inside longer words"),
                (sought.cells, "across neighbouring cells"),
                (sought.pieces, "as a visible piece"),
            ];
            let readings: Vec<&str> = readings.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect();
            writeln!(out, "  listed to be sought {}: {} ({})", readings.join(", "), sought.reason, sought.listed)?;
        }
        for pair in blocklist.pairs().iter().filter(|pair| pair.words.contains(&word)) {
            let other = pair.words[usize::from(pair.words[0] == word)];
            let (theme, severity) = (pair.theme, pair.severity);
            writeln!(out, "  listed as a pair with {other}: {theme}, {severity}: {} ({})", pair.reason, pair.listed)?;
        }
        Ok(())
    }

    fn record<'a>(&self, word: Word, decision: Option<&'a Decision>) -> Record<'a> {
        let mut record = Record { word: word.to_string(), verdict: "clean", reading: "word", ..Record::default() };
        if let Some(decision) = decision {
            let listed = decision.listed();
            (record.file, record.line) = (Some(self.file(listed)), Some(listed.line));
        }
        match decision {
            None => {}
            Some(Decision::Allow(allowed)) => record.reason = Some(&allowed.reason),
            Some(Decision::Block(entry)) => {
                record.verdict = "blocked";
                (record.entry, record.theme) = (Some(&*entry.display), Some(entry.kind.theme()));
                (record.source, record.reason) = (Some(&*entry.source), Some(&*entry.reason));
                match &entry.kind {
                    Kind::Offensive(_, severity) => record.severity = Some(severity.to_string()),
                    Kind::Brand { category, prominence } => {
                        (record.category, record.prominence) = (Some(&**category), Some(prominence.to_string()));
                    }
                    Kind::Misspelling { meant } => record.meant = Some(meant),
                    Kind::Ban => {}
                }
            }
        }
        record
    }
}

/// A verdict as a line of JSON; what does not apply is left out.
#[derive(Default, Serialize)]
struct Record<'a> {
    word: String,
    verdict: &'static str,
    reading: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prominence: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meant: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}
