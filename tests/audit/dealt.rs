//! Units that are dealt to 300 pairs: soundly, and not.

use alveole::audit::independence::{Independence, Question};
use alveole::audit::lots::Proportions;
use alveole::audit::sample::Sample;
use alveole::money::Cents;

use crate::makers::{self, GAME, PAIRS};

const QUESTIONS: [Question; 2] = [Question::Wins, Question::AtLeast(Cents::from_euros(200))];

fn audit(sample: &Sample) -> Independence {
    Independence::of(sample, &QUESTIONS, &GAME, 0).unwrap()
}

fn show(name: &str, audit: &Independence) {
    println!("== {name}: {} units on {} pairs", audit.units, audit.pairs);
    for asked in &audit.asked {
        if let Some(score) = &asked.score {
            println!(
                "{} auc {:.4} null {:.4}±{:.4} sk {:.2} p {:.3e} counted {:.4}",
                asked.found.question,
                score.auc,
                score.null.mean,
                score.null.deviation(),
                score.null.skewness,
                score.p,
                score.counted_p
            );
        }
    }
    let mut sorted: Vec<_> = audit.family.verdicts.iter().collect();
    sorted.sort_by(|a, b| a.test.p.total_cmp(&b.test.p));
    for v in sorted.iter().take(12) {
        println!(
            "  {} | {}: {:.4} (exp {:.4} sd {:.4}, det {:.4}) p {:.2e} adj {:.2e} {}",
            v.test.question,
            v.test.name,
            v.test.value,
            v.test.expected,
            v.test.deviation,
            v.detectable,
            v.test.p,
            v.adjusted_p,
            v.found
        );
    }
}

#[test]
fn figures() {
    let at = std::time::Instant::now();
    LazyLock::force(&PAIRS);
    println!("pairs {:?}", at.elapsed());
    for (n, proportions) in [
        (20_000, Proportions::Natural),
        (500_000, Proportions::Natural),
        (6_000, Proportions::Equal),
        (2000, Proportions::Equal),
    ] {
        show("grids first", &audit(&makers::shuffled(&PAIRS, n, proportions, 1)));
        for q in QUESTIONS {
            let lots = GAME.lots.iter().map(|r| (r.cents, r.count as f64)).chain([(Cents::ZERO, 2_212_455.0)]);
            let w: Vec<(f64, f64)> = PAIRS
                .iter()
                .map(|m| {
                    let mut o = (0.0, 0.0);
                    for (l, c) in lots.clone() {
                        let all: u64 = PAIRS.iter().map(|m| m.odds.of_lot(l, &GAME)[1]).sum();
                        let c = if proportions == Proportions::Natural { c } else { 1.0 };
                        let s = m.odds.of_lot(l, &GAME)[1] as f64 / all as f64 * c;
                        if q.holds(l) { o.0 += s } else { o.1 += s }
                    }
                    o
                })
                .collect();
            let mut sc: Vec<_> = w.iter().map(|w| (w.0 / (w.0 + w.1), w.0, w.1)).collect();
            sc.sort_by(|a, b| b.0.total_cmp(&a.0));
            let (mut r, mut p, mut n) = (0.0, 0.0, 0.0);
            for (_, a, b) in sc {
                r += b * (p + a / 2.0);
                p += a;
                n += b;
            }
            println!("oracle {q} {:.4}", r / p / n);
        }
        let s = makers::drawn_until_paid(&PAIRS, n, proportions, 1);
        println!("sample {:?}", at.elapsed());
        show("until paid", &audit(&s));
        println!("audit {:?}", at.elapsed());
    }
    println!("{:?}", at.elapsed());
}
use std::sync::LazyLock;
