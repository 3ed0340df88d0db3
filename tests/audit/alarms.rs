//! Where grids came first, p-values are uniform: small ones are as rare as they say.
//!
//! `ALVEOLE_FULL` asks for many audits, on banks with repeated pairs and without.

use alveole::audit::independence::{ALL_FEATURES, Independence, PAIR_ODDS, Question};
use alveole::audit::lots::Proportions;
use alveole::money::Cents;
use alveole::produce::blind::BlindPair;
use rayon::prelude::*;

use crate::makers::{self, GAME, PAIRS, Seen};

/// Kolmogorov and Smirnov's distance of p-values from uniform ones, times the root of their number: above 1.95 once in a thousand.
fn distance(p: &mut [f64]) -> f64 {
    p.sort_by(f64::total_cmp);
    let count = f64::from(u32::try_from(p.len()).unwrap());
    let apart = (0_u32..).zip(&*p).map(|(below, p)| {
        let (low, high) = (f64::from(below) / count, f64::from(below + 1) / count);
        (p - low).abs().max((p - high).abs())
    });
    apart.fold(0.0, f64::max) * count.sqrt()
}

fn p(audits: &[Independence], question: Question, is: impl Fn(&str) -> bool) -> Vec<f64> {
    let verdicts = audits.iter().flat_map(|audit| audit.verdicts(question));
    verdicts.filter(|verdict| is(&verdict.test.name)).map(|verdict| verdict.test.p).collect()
}

/// What is audited, again and again under other seeds.
struct Plan {
    units: u32,
    proportions: Proportions,
    /// Besides whether a unit wins.
    least: Cents,
    audits: u64,
}

fn check(pairs: &[BlindPair], plan: &Plan) {
    let (seen, questions) = (Seen::new(pairs), [Question::Wins, Question::AtLeast(plan.least)]);
    let one = |seed: u64| {
        let sample = seen.shuffled(plan.units, plan.proportions, 1_000 + seed);
        Independence::of(&sample, &questions, &GAME, seed).unwrap()
    };
    let audits: Vec<Independence> = (0..plan.audits).into_par_iter().map(one).collect();
    let alarms = audits.iter().filter(|audit| !audit.family.is_sound()).count();
    println!("{} audits of {} units on {} pairs: {alarms} alarms", audits.len(), plan.units, pairs.len());
    assert!(audits.iter().all(|audit| audit.asked.iter().all(|asked| asked.score.is_some())));
    // One in a thousand: two of a few hundred would be one too many.
    assert!(alarms <= 1 + audits.len() / 500, "{alarms} false alarms");
    for asked in &audits[0].asked {
        let question = asked.found.question;
        for name in [ALL_FEATURES, PAIR_ODDS, "odds of 5 € or more", "words with E", "letters once"] {
            let mut p = p(&audits, question, |test| test == name);
            if p.is_empty() {
                continue;
            }
            let distance = distance(&mut p);
            println!("  {question}, {name}: smallest p {:.4}, distance {distance:.2}", p[0]);
            assert!(distance < 1.95, "{question}, {name}: {distance}");
        }
        // Few pairs have a W, so that this feature's p-values are few, too, and no uniform ones: but small ones must be rare.
        let rare = p(&audits, question, |name| name == "cells with W");
        for level in [0.2, 0.05, 0.01] {
            let below = f64::from(u32::try_from(rare.iter().filter(|p| **p < level).count()).unwrap());
            let expected = level * f64::from(u32::try_from(rare.len()).unwrap());
            println!("  {question}, cells with W: {below} of {} p-values below {level}", rare.len());
            assert!(below < expected + 3.0 * expected.sqrt() + 1.0, "{question}: {below} below {level}");
        }
        // Features of one audit depend on each other, so that a share is told only.
        let all = p(&audits, question, |name| name != ALL_FEATURES && name != PAIR_ODDS);
        for level in [0.05, 0.01, 0.001, 0.0001] {
            let below = all.iter().filter(|p| **p < level).count();
            println!("  {question}, features: {below} of {} p-values below {level}", all.len());
            let expected = level * f64::from(u32::try_from(all.len()).unwrap());
            let most = 1.5 * expected + 10.0;
            assert!(f64::from(u32::try_from(below).unwrap()) < most, "{below} below {level}");
        }
    }
}

#[test]
fn p_values_are_uniform_where_grids_came_first() {
    let least = Cents::from_euros(200);
    check(&PAIRS, &Plan { units: 1_500, proportions: Proportions::Equal, least, audits: 24 });
}

#[test]
fn p_values_are_uniform_in_full() {
    if std::env::var_os("ALVEOLE_FULL").is_none() {
        return;
    }
    let least = Cents::from_euros(200);
    check(&PAIRS, &Plan { units: 3_000, proportions: Proportions::Equal, least, audits: 300 });
    // Some forty units that are asked about, each on a pair of its own: skewed features are put to the test.
    let least = Cents::from_euros(50);
    check(&makers::pairs(2_500), &Plan { units: 2_500, proportions: Proportions::Natural, least, audits: 100 });
}
