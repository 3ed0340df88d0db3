//! What an audit found, as a page for a games-control officer.

use super::text::{plain, questions};
use super::{About, Audit, tier_name};
use crate::audit::plot::{self, Curve, Mark, PlotError};
use crate::audit::report::{Block, Report, Table};
use crate::audit::verdict::{Verdict, probability};

/// Tests that are drawn of each question.
const DRAWN: usize = 12;

/// A question with more tests than this has the others folded away.
const SHOWN: usize = 16;

impl Audit {
    /// The page. `sources` are rows that say what else the audit was made with.
    ///
    /// # Errors
    /// When a picture can't be drawn.
    pub fn report(&self, sources: &[[String; 2]]) -> Result<Report, PlotError> {
        let (title, whole) = match self.about {
            About::Block { .. } => ("Does anything but uncovering tell what a unit wins?", "block"),
            About::Generator { .. } => ("Does the generator deal as it declares?", "generator"),
        };
        let mut report = Report::new(title);
        let sound = self.family.is_sound();
        report.section(
            "Verdict",
            vec![
                Block::Verdict { sound, text: self.conclusion() },
                Block::text(if sound {
                    "This says no more than that: an effect below the detectable size, which is given with each test, would \
                     often be missed."
                } else {
                    "A block that fails is never made anew until one passes: that would be a choice among blocks by somebody who \
                     knows them. Keep it, find out what is at fault, and mend that where blocks are made."
                }),
                Block::text(
                    "This page tells outcomes: it is sealed as the block is, and is never published. One sound block in a \
                     thousand is found to be at fault by chance.",
                ),
            ],
        );
        report.section(&format!("The {whole}"), vec![Block::Table(self.sources(sources)), Block::Table(self.tiers())]);
        if !self.along.is_empty() {
            report.section("Along the block", vec![self.picture_along()?]);
        }
        for (question, verdicts) in questions(self) {
            report.section(&format!("Tests: {question}"), answer(&verdicts)?);
        }
        report.section("Described", vec![Block::text(DESCRIBED), Block::Table(self.described())]);
        report.section("How it was tested", vec![Block::List(METHOD.map(Into::into).into())]);
        let mut unseen: Vec<String> = self.untested.clone();
        unseen.extend(UNSEEN.map(Into::into));
        report.section("What this audit cannot see", vec![Block::List(unseen)]);
        Ok(report)
    }

    fn sources(&self, sources: &[[String; 2]]) -> Table {
        let mut rows: Vec<Vec<String>> = vec![vec!["audited".into(), self.about.title()]];
        match &self.about {
            About::Block { public_sha256, plan_sha256, .. } => {
                rows.push(vec!["SHA-256 of the public manifest".into(), public_sha256.clone()]);
                rows.push(vec!["digest of the plan".into(), plan_sha256.clone()]);
            }
            About::Generator { game_sha256, bank_sha256, .. } => {
                rows.push(vec!["SHA-256 of the game's file".into(), game_sha256.clone()]);
                rows.extend(bank_sha256.iter().map(|digest| vec!["SHA-256 of the bank".into(), digest.clone()]));
            }
        }
        rows.push(vec!["seed of samples and test streams".into(), self.seed.to_string()]);
        rows.push(vec!["engine version".into(), env!("CARGO_PKG_VERSION").into()]);
        rows.extend(sources.iter().map(|row| row.to_vec()));
        Table { rows, ..Table::default() }
    }

    fn tiers(&self) -> Table {
        let heads = ["tier", "units", ""].map(Into::into).into();
        let row = |tier: &super::Tier| {
            let note = if tier.tested { "tested" } else { "described only" };
            vec![tier_name(tier.cents), tier.units.to_string(), note.into()]
        };
        Table { heads, rows: self.tiers.iter().map(row).collect(), marked: Vec::new() }
    }

    fn picture_along(&self) -> Result<Block, PlotError> {
        let curve = |(name, points): &(String, Vec<(f64, f64)>)| Curve { name: name.clone(), points: points.clone() };
        let curves: Vec<Curve> = self.along.iter().map(curve).collect();
        Ok(Block::Picture {
            svg: plot::curves(&curves, "share of the block that lies before", "share of the tier's units before")?,
            caption: "Each tested tier's units along the block. All curves are to lie near the diagonal.".into(),
        })
    }

    fn described(&self) -> Table {
        let heads = ["", "tier", "found", "declared", "neutral", "units"].map(Into::into).into();
        let or_nothing = |value: Option<f64>| value.map_or_else(String::new, plain);
        let row = |told: &super::Described| {
            vec![
                told.name.clone(),
                told.cents.map_or_else(|| "all".into(), tier_name),
                plain(told.found),
                or_nothing(told.declared),
                or_nothing(told.neutral),
                told.units.to_string(),
            ]
        };
        Table { heads, rows: self.described.iter().map(row).collect(), marked: Vec::new() }
    }
}

const DESCRIBED: &str = "Figures that are told, and not tested here. Declared: by the law of the game's file. Neutral: with letters \
                         that are drawn without a look at what they win.";

const METHOD: [&str; 5] = [
    "All tests of this page are one family, at a level of 0.001 by Holm's procedure: were there nothing to find, one page in a \
     thousand would find something.",
    "Places: where the units of a tier lie, against a uniform order of the lots. A spread is a chi-square statistic over its \
     degrees of freedom, 1 on average.",
    "Grids: as in the audit of independence, features and a learnt score against tiers, pairs shuffled over their results and \
     folds by pair.",
    "Letters: tiers differ by law, and are never tested to be alike. Each unit is held against what is dealt by the declared law \
     to the same grids for the same lot.",
    "Detectable is the size from which an effect would be found in nine audits of ten.",
];

const UNSEEN: [&str; 3] = [
    "Effects below the detectable size of each test.",
    "Whatever is not on this page: kinds of orders that none of the tests looks for.",
    "Who knew what before the block was sealed: that is what commitments, the register and the ceremony are for.",
];

fn answer(verdicts: &[&Verdict]) -> Result<Vec<Block>, PlotError> {
    let mut blocks = Vec::new();
    // Of one measure each: what is measured in other units can't stand on one axis.
    let mut measures: Vec<&str> = verdicts.iter().map(|verdict| verdict.test.measure).collect();
    measures.dedup();
    measures.sort_unstable();
    measures.dedup();
    for measure in measures {
        let mut of: Vec<&Verdict> =
            verdicts.iter().filter(|verdict| verdict.test.measure == measure).copied().collect();
        let expected = of[0].test.expected;
        if of.len() < 3 || of.iter().any(|verdict| (verdict.test.expected - expected).abs() > 1e-9) {
            continue;
        }
        of.sort_by(|a, b| a.test.p.total_cmp(&b.test.p));
        let drawn: Vec<Mark> = of.iter().take(DRAWN).map(|verdict| Mark::from(*verdict)).collect();
        blocks.push(Block::Picture {
            svg: plot::marks(&drawn, measure, expected)?,
            caption: format!(
                "The {} smallest p-values of this measure. Blue: no fault; orange: a fault. Within the grey span an effect is not \
                 reliably detected.",
                drawn.len()
            ),
        });
    }
    let table = Block::Table(table(verdicts));
    blocks.push(if verdicts.len() > SHOWN {
        Block::Folded { title: format!("All {} tests", verdicts.len()), blocks: vec![table] }
    } else {
        table
    });
    Ok(blocks)
}

fn table(verdicts: &[&Verdict]) -> Table {
    let heads =
        ["test", "measure", "found", "chance", "detectable from", "p", "Holm's p", "verdict"].map(Into::into).into();
    let row = |verdict: &&Verdict| {
        let test = &verdict.test;
        vec![
            test.name.clone(),
            test.measure.into(),
            plain(test.value),
            plain(test.expected),
            verdict.span(),
            probability(test.p),
            probability(verdict.adjusted_p),
            if verdict.found { "fault" } else { "none found" }.into(),
        ]
    };
    let marked = (0..verdicts.len()).filter(|at| verdicts[*at].found).collect();
    Table { heads, rows: verdicts.iter().map(row).collect(), marked }
}
