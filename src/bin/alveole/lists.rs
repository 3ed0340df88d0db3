//! The options that say what must not be read: overrides, further lists, policy.

use std::io::{self, Write};

use alveole::blocklist::{Action, Blocklist, Decision, Listed, Overrides, Policy, Table};
use clap::Args;

use crate::exit::Failure;
use crate::input::Input;

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

    /// The built-in lists under these files. Lines that do nothing are told on standard error.
    pub(crate) fn load(&self) -> Result<(Blocklist, Option<Overrides>), Failure> {
        let mut lists = Blocklist::embedded();
        let mut overrides = None;
        if let Some(file) = &self.policy {
            let policy = Policy::read(&file.read()?).map_err(|fault| Failure::content(file, &fault))?;
            lists = lists.under(policy);
        }
        if let Some(file) = &self.overrides {
            let lines = Overrides::read(&file.read()?).map_err(|fault| Failure::content(file, &fault))?;
            tell_idle(file, &lines, &lists);
            lists = lists.with(&lines);
            overrides = Some(lines);
        }
        for (file, number) in self.further.iter().zip(0..=u8::MAX) {
            lists = lists.and_list(number, &file.read()?).map_err(|mut fault| {
                for (earlier, number) in self.further.iter().zip(0..number) {
                    let stand_in = Table::Further(number).to_string();
                    fault.problem = fault.problem.replace(&stand_in, &earlier.to_string());
                }
                Failure::content(file, &fault)
            })?;
        }
        Ok((lists, overrides))
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
}

/// Says which lines of the overrides change nothing: they may be slips of the pen.
fn tell_idle(file: &Input, lines: &Overrides, lists: &Blocklist) {
    for line in lines.lines() {
        let why = match (line.action, lists.decision(line.word)) {
            (Action::Ban, Some(Decision::Block(entry))) => format!("is blocked by {} already", entry.listed),
            (Action::Allow, None) => "is on no list".into(),
            (Action::Allow, Some(Decision::Allow(allowed))) => format!("is allowed by {} already", allowed.listed),
            _ => continue,
        };
        let _ = writeln!(io::stderr().lock(), "{file}:{}: {} {why}", line.line, line.word);
    }
}
