//! What an audit found, for a terminal.

use std::fmt;

use super::{AUC, Independence};
use crate::audit::verdict::{Verdict, probability};

/// The strongest features that are told of each question.
pub(super) const STRONGEST: usize = 5;

impl fmt::Display for Independence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { units, pairs, most_shown, family, .. } = self;
        writeln!(f, "{units} units, {pairs} pairs of grids, the most frequent one in {most_shown}")?;
        for asked in &self.asked {
            let found = &asked.found;
            if asked.score.is_none() {
                writeln!(f, "\n{found}: not tested")?;
                continue;
            }
            writeln!(f, "\n{}: {} units, on {} pairs", found.question, found.units, found.pairs_with)?;
            writeln!(f, "  {:<38}  {:>6}  {:>10}  {:>8}  {:>8}", "", "found", "detectable", "p", "Holm")?;
            let (mut features, whole): (Vec<&Verdict>, Vec<&Verdict>) = self
                .verdicts(found.question)
                .partition(|verdict| self.features.iter().any(|feature| feature.name == verdict.test.name));
            features.sort_by(|a, b| a.test.p.total_cmp(&b.test.p));
            let more = features.iter().skip(STRONGEST).filter(|verdict| verdict.found).count();
            for verdict in whole.iter().chain(features.iter().take(STRONGEST)) {
                let test = &verdict.test;
                let name =
                    if test.measure == AUC { test.name.clone() } else { format!("{} ({})", test.name, test.measure) };
                let leak = if verdict.found { "  LEAK" } else { "" };
                let (p, adjusted) = (probability(test.p), probability(verdict.adjusted_p));
                writeln!(f, "  {name:<38}  {:>6.3}  {:>10}  {p:>8}  {adjusted:>8}{leak}", test.value, verdict.span())?;
            }
            let rest = features.len().saturating_sub(STRONGEST);
            let leaks = if more > 0 { format!(", {more} of them LEAKS") } else { String::new() };
            writeln!(f, "  and {rest} features with greater p{leaks}")?;
        }
        writeln!(f, "\nfamily level {}: {}", family.level, self.conclusion())
    }
}
