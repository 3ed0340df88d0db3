//! What an audit found, for a terminal and for programs.

use std::fmt;
use std::io;

use serde::Serialize;

use super::{About, Audit, Described, SCHEMA, Tier, tier_name};
use crate::audit::verdict::{Verdict, probability};
use crate::formats::write_json_line;

/// The strongest tests that are told of each question.
const STRONGEST: usize = 3;

impl About {
    /// A line of it.
    pub(super) fn title(&self) -> String {
        match self {
            Self::Block { game, emission, block, rehearsal, .. } => {
                let test = if *rehearsal { " (a rehearsal, no emission)" } else { "" };
                format!("{game}, emission {emission}, block {block}{test}")
            }
            Self::Generator { game, blocks, units, bank_sha256, .. } => {
                let dealt = if *units == 0 && bank_sha256.is_none() {
                    "no unit dealt".into()
                } else {
                    format!("{units} units of each tier dealt")
                };
                let plural = if *blocks == 1 { "" } else { "s" };
                format!("{game}: {blocks} block{plural} shuffled under test keys, {dealt}")
            }
        }
    }
}

/// A name, and how many things there are of each.
pub(super) fn questions(audit: &Audit) -> Vec<(&str, Vec<&Verdict>)> {
    let mut questions: Vec<(&str, Vec<&Verdict>)> = Vec::new();
    for verdict in &audit.family.verdicts {
        let question = verdict.test.question.as_str();
        match questions.iter_mut().find(|(known, _)| *known == question) {
            Some((_, verdicts)) => verdicts.push(verdict),
            None => questions.push((question, vec![verdict])),
        }
    }
    questions
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.about.title())?;
        for Tier { cents, units, tested } in &self.tiers {
            let note = if *tested { "" } else { "  described only" };
            writeln!(f, "  {:<12} {units:>10} units{note}", tier_name(*cents))?;
        }
        for (question, mut verdicts) in questions(self) {
            verdicts.sort_by(|a, b| a.test.p.total_cmp(&b.test.p));
            match verdicts.len() {
                1 => writeln!(f, "\n{question}: 1 test")?,
                tests => writeln!(f, "\n{question}: {tests} tests, those with the smallest p first")?,
            }
            writeln!(
                f,
                "  {:<54} {:>10} {:>10} {:>11}  {:>8}  {:>8}",
                "", "found", "chance", "detectable", "p", "Holm"
            )?;
            let told = verdicts.len().min(STRONGEST.max(verdicts.iter().filter(|verdict| verdict.found).count()));
            for verdict in &verdicts[..told] {
                let test = &verdict.test;
                let name = format!("{} ({})", test.name, test.measure);
                let fault = if verdict.found { "  FAULT" } else { "" };
                let [found, chance] = [test.value, test.expected].map(plain);
                writeln!(
                    f,
                    "  {name:<54} {found:>10} {chance:>10} {:>11}  {:>8}  {:>8}{fault}",
                    verdict.span(),
                    probability(test.p),
                    probability(verdict.adjusted_p)
                )?;
            }
        }
        if !self.described.is_empty() {
            writeln!(f, "\n{:<76} {:>10} {:>10} {:>10}", "", "found", "declared", "neutral")?;
        }
        for Described { cents, name, found, declared, neutral, .. } in &self.described {
            let name = cents.map_or_else(|| name.clone(), |lot| format!("{}: {name}", tier_name(lot)));
            let or_nothing = |value: &Option<f64>| value.map_or_else(String::new, plain);
            writeln!(f, "{name:<76} {:>10} {:>10} {:>10}", plain(*found), or_nothing(declared), or_nothing(neutral))?;
        }
        for text in &self.untested {
            writeln!(f, "\nnot tested: {text}")?;
        }
        writeln!(f, "\nfamily level {}: {}", self.family.level, self.conclusion())
    }
}

/// A number as people read it: whole, or with four figures behind the point where it is small.
pub(super) fn plain(value: f64) -> String {
    let size = value.abs();
    if value.fract() == 0.0 || size >= 1_000.0 {
        format!("{value:.0}")
    } else if size >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.4}")
    }
}

#[derive(Serialize)]
#[serde(tag = "record", rename_all = "snake_case")]
enum Record<'a> {
    Tier(&'a Tier),
    Described(&'a Described),
    Untested { text: &'a str },
    Test(&'a Verdict),
    Verdict { level: f64, tests: usize, faults: usize, sound: bool, text: String },
}

#[derive(Serialize)]
struct Header<'a> {
    schema: &'a str,
    engine: &'a str,
    seed: u64,
    #[serde(flatten)]
    about: &'a About,
}

impl Audit {
    /// Writes the audit as JSON Lines: what was audited, tiers, tests, what is described and what was not tested, and the verdict.
    /// `schemas/block-audit.schema.json` has their form.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write_records(&self, out: &mut impl io::Write) -> io::Result<()> {
        let header = Header { schema: SCHEMA, engine: env!("CARGO_PKG_VERSION"), seed: self.seed, about: &self.about };
        write_json_line(&header, &mut *out)?;
        let tiers = self.tiers.iter().map(Record::Tier);
        let tests = self.family.verdicts.iter().map(Record::Test);
        let described = self.described.iter().map(Record::Described);
        let untested = self.untested.iter().map(|text| Record::Untested { text });
        for record in tiers.chain(tests).chain(described).chain(untested) {
            write_json_line(&record, &mut *out)?;
        }
        let verdict = Record::Verdict {
            level: self.family.level,
            tests: self.family.verdicts.len(),
            faults: self.family.found().count(),
            sound: self.family.is_sound(),
            text: self.conclusion(),
        };
        write_json_line(&verdict, out)
    }
}
