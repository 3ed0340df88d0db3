//! The options that say what must not be read: overrides, further lists, policy.

use std::collections::BTreeMap;
use std::io::{self, Write};

use alveole::blocklist::{Action, Blocklist, Decision, Listed, Overrides, Policy, Table};
use alveole::table::{Fault, hex};
use clap::Args;

use crate::exit::Failure;
use crate::input::Input;

/// Further lists are numbered by one byte.
const MOST_FURTHER: usize = 1 << u8::BITS;

/// What must not be read.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Lists")]
pub(crate) struct ListFiles {
    /// The team's own decisions, which come before lexicon and blocklist: ban, allow, add, set level
    ///
    /// A table with the columns action, word, level, lemma, date, reason, after the line #alveole/overrides/1.
    #[arg(long, value_name = "FILE")]
    pub(crate) overrides: Option<Input>,

    /// A further list of what must not be read; may be given several times
    ///
    /// One banned word a line, or one of the tables of `blocklist/`, told by its first line. What the lists have already is
    /// no error; what they allow must be decided by the overrides.
    #[arg(long = "blocklist", value_name = "FILE")]
    pub(crate) further: Vec<Input>,

    /// Which entries count in which reading, in place of the built-in blocklist/policy.toml
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<Input>,
}

impl ListFiles {
    /// The files, of which one at most may be standard input.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = Option<&Input>> {
        [self.overrides.as_ref(), self.policy.as_ref()].into_iter().chain(self.further.iter().map(Some))
    }

    /// The built-in lists under these files. Lines of the overrides that change no verdict are told on standard error.
    pub(crate) fn load(&self) -> Result<(Blocklist, Option<Overrides>), Failure> {
        if self.further.len() > MOST_FURTHER {
            let given = self.further.len();
            return Err(Failure::usage(format_args!(
                "{given} lists are given by --blocklist, and {MOST_FURTHER} are the most: join some of them"
            )));
        }
        let mut lists = Blocklist::embedded();
        let mut overrides = None;
        if let Some(file) = &self.policy {
            let policy = Policy::read(&file.read()?).map_err(|fault| Failure::content(file, &fault))?;
            lists = lists.under(policy);
        }
        if let Some(file) = &self.overrides {
            let lines = Overrides::read(&file.read()?).map_err(|fault| Failure::content(file, &fault))?;
            lists = lists.with(&lines);
            overrides = Some(lines);
        }
        for (number, file) in self.numbered() {
            let joined = lists.and_list(number, &file.read()?);
            lists = joined.map_err(|fault| Failure::content(file, &self.with_names(fault)))?;
        }
        // Only now is it known what each word would be without its line.
        if let (Some(file), Some(lines)) = (&self.overrides, &overrides) {
            self.tell_idle(file, lines, &lists);
        }
        Ok((lists, overrides))
    }

    /// The further lists with their numbers.
    fn numbered(&self) -> impl Iterator<Item = (u8, &Input)> {
        (0..=u8::MAX).zip(&self.further)
    }

    /// A fault that calls further lists what the command line calls them.
    fn with_names(&self, mut fault: Fault) -> Fault {
        for (number, file) in self.numbered() {
            // With what follows it: list 1 is not the start of list 10.
            let stand_in = format!("{} line ", Table::Further(number));
            if fault.problem.contains(&stand_in) {
                fault.problem = fault.problem.replace(&stand_in, &format!("{file} line "));
                break;
            }
        }
        fault
    }

    /// The digest of each list, for a manifest: tables and policy by their names in this project, further lists by their
    /// files' names, without folders. A name that is taken gets a number, so that no digest hides another.
    pub(crate) fn digests(&self, lists: &Blocklist) -> BTreeMap<String, String> {
        let names: BTreeMap<String, String> =
            self.numbered().map(|(number, file)| (Table::Further(number).to_string(), file.name())).collect();
        let (further, ours): (Vec<_>, Vec<_>) = lists.digests().partition(|(name, _)| names.contains_key(*name));
        let mut digests: BTreeMap<String, String> =
            ours.into_iter().map(|(name, digest)| (name.into(), hex(&digest))).collect();
        for (stand_in, digest) in further {
            let name = &names[stand_in];
            let numbered = (2..).map(|number| format!("{name} ({number})"));
            let free = std::iter::once(name.clone()).chain(numbered).find(|name| !digests.contains_key(name));
            digests.extend(free.map(|name| (name, hex(&digest))));
        }
        digests
    }

    /// A row as people find it: the team's files are called what the command line calls them.
    pub(crate) fn row(&self, listed: Listed) -> String {
        format!("{}:{}", self.file(listed), listed.line)
    }

    /// The file of a row.
    pub(crate) fn file(&self, listed: Listed) -> String {
        match listed.table {
            Table::Overrides => self.overrides.as_ref().map(ToString::to_string),
            Table::Further(number) => self.further.get(usize::from(number)).map(ToString::to_string),
            _ => None,
        }
        .unwrap_or_else(|| listed.table.to_string())
    }

    /// Says which lines of the overrides change no verdict: they may be slips of the pen.
    fn tell_idle(&self, file: &Input, lines: &Overrides, lists: &Blocklist) {
        for line in lines.lines() {
            let why = match (line.action, lists.beneath(line.word)) {
                (Action::Ban, [Decision::Block(entry), ..]) => {
                    format!("is blocked by {} already", self.row(entry.listed))
                }
                (Action::Allow, []) => "is on no list".into(),
                (Action::Allow, [Decision::Allow(allowed), rest @ ..])
                    if rest.iter().all(|decision| matches!(decision, Decision::Allow(_))) =>
                {
                    format!("is allowed by {} already", self.row(allowed.listed))
                }
                _ => continue,
            };
            let _ = writeln!(io::stderr().lock(), "{file}:{}: {} {why}", line.line, line.word);
        }
    }
}
