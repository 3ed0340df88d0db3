//! The units that backtracking leaves to SAT: letters drawn anew for each, (9,9) asked for.
//!
//! First the hard ones among 2,000 units (20,000 with `ALVEOLE_FULL=1`) are found and each is timed once: number, median
//! and maximum are printed. Criterion then repeats a hard one and a refutation.

#![expect(clippy::print_stderr, reason = "figures beside the timings")]

mod setup;

use std::hint::black_box;

use alveole::blocklist::Blocklist;
use alveole::crossword::fill::{Effort, Infeasible, Solver};
use alveole::letters::{Letter, fold};
use alveole::produce::{Letters, NotMade, Run};
use criterion::{Criterion, criterion_group, criterion_main};
use setup::Setup;

fn fill_sat(criterion: &mut Criterion) {
    let setup = Setup::new(Blocklist::embedded());
    let run = setup.run(&[9, 9]);
    let units = if std::env::var_os("ALVEOLE_FULL").is_some() { 20_000 } else { 2_000 };
    let is_left = |index: &u64| run.one(*index).expect("sound").result.is_err_and(|why| why == NotMade::BudgetSpent);
    let hard: Vec<u64> = (0..units).filter(is_left).collect();
    let with_sat = Run { effort: Effort::default(), ..run };
    let mut times: Vec<_> = (hard.iter())
        .map(|index| {
            #[expect(clippy::disallowed_methods, reason = "a bench looks at the clock")]
            let start = std::time::Instant::now();
            let unit = with_sat.one(*index).expect("the judge passes every unit");
            assert!(unit.used_sat && unit.result != Err(NotMade::BudgetSpent), "unit {index} is not decided");
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    if let (Some(median), Some(most)) = (times.get(times.len() / 2), times.last()) {
        eprintln!("  [9, 9]: {} of {units} left to SAT, median {median:.1?}, at most {most:.1?}", times.len());
    }

    let mut group = criterion.benchmark_group("fill_sat");
    group.sample_size(10);
    if let Some(index) = hard.first() {
        group.bench_function("hard 9,9", |bencher| {
            bencher.iter(|| {
                let unit = with_sat.one(*index).expect("the judge passes every unit");
                assert!(unit.used_sat);
                black_box(unit)
            });
        });
    }
    let hidden = fold("ESARTINU").expect("letters").set();
    let letters: Vec<Letter> = hidden.complement().iter().collect();
    let refuted = Run {
        letters: &Letters::Given(letters),
        layout_tries: 1,
        effort: Effort { solver: Solver::Sat, ..Effort::default() },
        ..run
    };
    let by_sat = |index: &u64| {
        let unit = refuted.one(*index).expect("sound");
        unit.used_sat && matches!(unit.result, Err(NotMade::Infeasible(Infeasible::Layouts(_))))
    };
    let index = (0..100).find(by_sat).expect("some layouts are refuted by SAT");
    group.bench_function("refuted, ESARTINU hidden", |bencher| {
        bencher.iter(|| {
            let unit = refuted.one(index).expect("sound");
            assert!(matches!(unit.result, Err(NotMade::Infeasible(_))));
            black_box(unit)
        });
    });
    group.finish();
}

criterion_group!(benches, fill_sat);
criterion_main!(benches);
