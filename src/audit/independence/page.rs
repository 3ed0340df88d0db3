//! What an audit found, as a page for a games-control officer.

use super::{ALL_FEATURES, AUC, Asked, Independence, LEAST_PAIRS, PAIR_ODDS};
use crate::audit::plot::{self, Curve, Mark, PlotError};
use crate::audit::report::{Block, Report, Table};
use crate::audit::score;
use crate::audit::verdict::{Verdict, probability};
use crate::table::hex;

/// Features that are drawn of each question.
const DRAWN: usize = 12;

impl Independence {
    /// The page. `sources` are rows that say what was audited: files and their digests, seeds, versions.
    ///
    /// # Errors
    /// When a picture can't be drawn.
    pub fn report(&self, sources: &[[String; 2]]) -> Result<Report, PlotError> {
        let mut report = Report::new("Do the grids tell what a unit wins?");
        let sound = self.family.is_sound();
        let mut verdict = vec![Block::Verdict { sound, text: self.conclusion() }];
        if sound {
            verdict.push(Block::text(
                "This says no more than that: an effect below the detectable size, which is given with each test, would \
                 often be missed.",
            ));
        } else {
            verdict.push(Block::text(
                "Units that fail are not to be made anew until they pass: find out how they were made, and mend that.",
            ));
        }
        report.section("Verdict", verdict);
        report.section("What was audited", vec![Block::Table(self.sources(sources)), Block::Table(self.questions())]);
        report.section("What was tested", self.method());
        for asked in &self.asked {
            report.section(&format!("Question: {}", asked.found.question), self.answer(asked)?);
        }
        report.section("What this audit cannot see", vec![Block::List(self.blind_spots())]);
        Ok(report)
    }

    fn sources(&self, sources: &[[String; 2]]) -> Table {
        let own = [
            ["units".into(), self.units.to_string()],
            ["different pairs of grids".into(), self.pairs.to_string()],
            ["units of the pair that is shown most often".into(), self.most_shown.to_string()],
            ["SHA-256 of cells and lot of each unit, in order".into(), hex(&self.digest)],
        ];
        Table { rows: sources.iter().chain(&own).map(|row| row.to_vec()).collect(), ..Table::default() }
    }

    fn questions(&self) -> Table {
        let heads = ["question", "such units", "pairs with one", "pairs with another", "tested"].map(Into::into).into();
        let row = |asked: &Asked| {
            let found = &asked.found;
            let tested = if asked.score.is_some() {
                "yes".into()
            } else {
                format!("no: some {} units are needed", found.needed)
            };
            let [units, with, without] =
                [found.units, found.pairs_with, found.pairs_without].map(|count| count.to_string());
            vec![found.question.to_string(), units, with, without, tested]
        };
        Table { heads, rows: self.asked.iter().map(row).collect(), marked: Vec::new() }
    }

    fn method(&self) -> Vec<Block> {
        let (tests, level) = (self.family.verdicts.len(), self.family.level);
        vec![
            Block::text(format!(
                "Only what a player sees before any letter is uncovered was looked at: the words, cells and shapes of both \
                 grids. For each question there are {} rank tests, one a feature of the list below; a score that was learnt \
                 from all features together and judged on pairs it had not seen; and, where pairs are shown more than once, a \
                 test whether some pairs win more often than others.",
                self.features.len()
            )),
            Block::text(format!(
                "AUC is the probability that of two units, one of the kind asked about and one of the others, the first has the \
                 higher value: 0.5 is chance, 1 is certainty. P-values come from shuffling the pairs of grids over the \
                 results of their units, which stay together; the score was learnt anew for {} shuffles.",
                score::DRAWS
            )),
            Block::text(format!(
                "All {tests} tests are one family: Holm's p-value of a test, which must be {level} or less for a leak, already \
                 accounts for all the others. One audit in {:.0} finds a leak where there is none. The detectable size is that \
                 of an effect which is found in nine audits of ten.",
                1.0 / level
            )),
            Block::Folded {
                title: format!("The {} features", self.features.len()),
                blocks: vec![Block::Table(Table {
                    heads: vec!["feature".into(), "what it is".into()],
                    rows: self.features.iter().map(|feature| vec![feature.name.clone(), feature.what.into()]).collect(),
                    marked: Vec::new(),
                })],
            },
        ]
    }

    fn answer(&self, asked: &Asked) -> Result<Vec<Block>, PlotError> {
        let Some(score) = &asked.score else {
            return Ok(vec![Block::Verdict { sound: false, text: format!("Not tested: {}.", asked.found) }]);
        };
        let verdicts: Vec<&Verdict> = self.verdicts(asked.found.question).collect();
        let leaks = verdicts.iter().filter(|verdict| verdict.found).count();
        let text = match leaks {
            0 => format!("None of {} tests finds that grids tell it.", verdicts.len()),
            _ => format!("{leaks} of {} tests find that grids tell it.", verdicts.len()),
        };
        let (whole, mut features): (Vec<&Verdict>, Vec<&Verdict>) =
            verdicts.iter().partition(|verdict| [ALL_FEATURES, PAIR_ODDS].contains(&verdict.test.name.as_str()));
        features.sort_by(|a, b| a.test.p.total_cmp(&b.test.p));
        let name = format!("{ALL_FEATURES}: AUC {:.3}", score.auc);
        let roc = plot::roc(&[Curve { name, points: score.curve.clone() }])?;
        let drawn: Vec<Mark> = features.iter().take(DRAWN).map(|verdict| mark(verdict)).collect();
        Ok(vec![
            Block::Verdict { sound: leaks == 0, text },
            Block::Table(table(&whole)),
            Block::Picture {
                svg: roc,
                caption: format!(
                    "The score of all features, on pairs that it was not learnt from. The diagonal is chance. By counting \
                     shuffles, its p-value is {}; the one above follows from their moments.",
                    probability(score.counted_p)
                ),
            },
            Block::Picture {
                svg: plot::marks(&drawn, AUC, 0.5)?,
                caption: format!(
                    "The {} features with the smallest p-values. Blue: no leak; orange: a leak. Within the grey span an effect \
                     is not reliably detected.",
                    drawn.len()
                ),
            },
            Block::Folded { title: "All features".into(), blocks: vec![Block::Table(table(&features))] },
        ])
    }

    fn blind_spots(&self) -> Vec<String> {
        let mut list: Vec<String> = [
            "Effects below the detectable size of each test.",
            "Whatever is not on the list of features, unless it makes pairs differ in their odds and these are shown often: \
             single words, or where in a grid a letter stands.",
            "The letters of a unit and their order: these tell the result by design, once they are uncovered.",
            "The order of units: where in a block the winners lie, and whether a pair's neighbours tell anything.",
            "Questions other than those above: tiers with too few units can't be tested, and are told as such.",
            "How the units were made. Units that pass were not thereby made soundly; the makers' own independence is shown by \
             dealing other lots to the same pairs.",
        ]
        .map(Into::into)
        .into();
        if self.most_shown == 1 {
            list.push("Whether a pair has odds of its own: no pair is shown twice.".into());
        }
        if self.asked.iter().any(|asked| asked.score.is_none()) {
            list.push(format!(
                "Questions that were not tested: each needs {LEAST_PAIRS} different pairs on either side."
            ));
        }
        list
    }
}

fn table(verdicts: &[&Verdict]) -> Table {
    let heads =
        ["test", "measure", "found", "chance", "detectable from", "p", "Holm's p", "verdict"].map(Into::into).into();
    let row = |verdict: &&Verdict| {
        let test = &verdict.test;
        vec![
            test.name.clone(),
            test.measure.into(),
            format!("{:.3}", test.value),
            format!("{:.3}", test.expected),
            verdict.span(),
            probability(test.p),
            probability(verdict.adjusted_p),
            if verdict.found { "leak" } else { "none found" }.into(),
        ]
    };
    let marked = (0..verdicts.len()).filter(|at| verdicts[*at].found).collect();
    Table { heads, rows: verdicts.iter().map(row).collect(), marked }
}

/// No area is beyond 0 or 1.
fn mark(verdict: &Verdict) -> Mark {
    let mark = Mark::from(verdict);
    let (low, high) = mark.undetectable;
    Mark { undetectable: (low.max(0.0), high.min(1.0)), ..mark }
}
