//! `alveole layout check`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use alveole::crossword::layout::{Figures, Layout, Mask};
use alveole::game::Game;

use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{self, ProfileFile, counted};
use crate::output::Output;

/// Judge masks: name every rule that a mask breaks, and where
///
/// Reads masks as text and prints one line a fault, which editors can jump to: `FILE:LINE:COLUMN` where it is about a
/// cell, `FILE:LINE` where it is about the whole mask. What was judged is said on standard error, and which masks are equal when
/// turned or mirrored; that is no fault. A text that is no mask ends the run.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole layout check layouts.txt
  alveole layout generate --count 100 | alveole layout check - --profile tickets.toml

Exits with 0 when there is no fault, with 2 when a mask breaks a rule, with 6 when sound masks miss the profile.")]
pub(crate) struct Args {
    /// Masks, a line a row and a blank line between; `-` is standard input
    file: Input,

    /// Sound masks must look as this file says, too
    ///
    /// Its keys are those of `layout generate --profile`, and what is left out has the default that is told there: an
    /// empty file is the profile of generated layouts.
    #[arg(long, value_name = "FILE")]
    profile: Option<Input>,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let Self { file, profile } = &self;
        Input::at_most_one_standard(&[Some(file), profile.as_ref()])?;
        let game = Game::mots_croises().crossword;
        let load = |profile: &Input| ProfileFile { profile: Some(profile.clone()) }.load(&game);
        let wanted = profile.as_ref().map(load).transpose()?;
        let masks = options::read_masks(file)?;

        let mut out = Output::standard();
        let (mut unsound, mut missed) = (0, 0);
        for (number, (line, mask)) in (1..).zip(&masks) {
            let faults = Layout::faults(mask, &game);
            for fault in &faults {
                match fault.cell() {
                    Some((row, column)) => write!(out, "{file}:{}:{}", line + row, column + 1)?,
                    None => write!(out, "{file}:{line}")?,
                }
                writeln!(out, ": mask {number}: {fault}")?;
            }
            unsound += usize::from(!faults.is_empty());
            let (Some(wanted), Ok(layout)) = (&wanted, Layout::from_mask(mask, &game)) else { continue };
            let faults = wanted.faults(&Figures::of(&layout));
            for fault in &faults {
                writeln!(out, "{file}:{line}: mask {number}: profile: {fault}")?;
            }
            missed += usize::from(!faults.is_empty());
        }
        out.flush()?;
        let equal = equal(&masks);
        let _ = writeln!(io::stderr().lock(), "{file}: {}{equal}", verdict(masks.len(), unsound, missed));
        let code = |count, code| if count == 0 { Code::Done } else { code };
        Ok(code(unsound, Code::Usage).and(code(missed, Code::Spent)))
    }
}

fn verdict(masks: usize, unsound: usize, missed: usize) -> String {
    let missing = format!("{missed} {} the profile", if missed == 1 { "misses" } else { "miss" });
    let verdict = match (masks, unsound, missed) {
        (1, 0, 0) => "sound".into(),
        (_, 0, 0) => "all sound".into(),
        (_, _, 0) => format!("{unsound} faulty"),
        (_, 0, _) => format!("all sound, {missing}"),
        _ => format!("{unsound} faulty, {missing}"),
    };
    format!("{}, {verdict}", counted(masks, "mask"))
}

/// Most groups of equal masks that are named, and most masks of a group.
const NAMED: usize = 8;

/// Which masks are equal up to the symmetries of the square: by their numbers, in order of the first.
fn equal(masks: &[(usize, Mask)]) -> String {
    let mut by_canonical: BTreeMap<Mask, Vec<usize>> = BTreeMap::new();
    for (number, (_, mask)) in (1..).zip(masks) {
        by_canonical.entry(mask.canonical()).or_default().push(number);
    }
    let mut groups: Vec<Vec<usize>> = by_canonical.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    if groups.is_empty() {
        return String::new();
    }
    let mut named: Vec<String> = groups.iter().take(NAMED).map(|group| numbers(group)).collect();
    if groups.len() > NAMED {
        named.push(format!("and {} more", counted(groups.len() - NAMED, "group")));
    }
    let equal: usize = groups.iter().map(Vec::len).sum();
    format!("; {equal} equal masks, turned or mirrored: {}", named.join("; "))
}

/// `3 and 7`, or `3, 7 and 9`.
fn numbers(group: &[usize]) -> String {
    let mut words: Vec<String> = group.iter().take(NAMED).map(ToString::to_string).collect();
    let last = if group.len() > NAMED { Some(format!("{} more", group.len() - NAMED)) } else { words.pop() };
    format!("{} and {}", words.join(", "), last.unwrap_or_default())
}
