//! Pairs filled by backtracking: letters drawn anew for each, screened and judged, on one core.
//!
//! Counted and timed are the units that backtracking decides; the share left to SAT is printed. Layouts are drawn once,
//! as a run does.

#![expect(clippy::print_stderr, reason = "figures beside the timings")]

mod setup;

use std::time::Duration;

use alveole::blocklist::Blocklist;
use alveole::produce::NotMade;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use setup::Setup;

fn fill(criterion: &mut Criterion) {
    let setup = Setup::new(Blocklist::embedded());
    let mut group = criterion.benchmark_group("fill");
    group.throughput(Throughput::Elements(1));
    for outcome in [[0, 0], [1, 0], [3, 2], [9, 9]] {
        let run = setup.run(&outcome);
        let (mut index, mut made, mut refuted, mut left) = (0, 0_u64, 0_u64, 0_u64);
        group.bench_function(format!("{},{}", outcome[0], outcome[1]), |bencher| {
            bencher.iter_custom(|units| {
                let mut time = Duration::ZERO;
                let mut decided = 0;
                while decided < units {
                    #[expect(clippy::disallowed_methods, reason = "a bench looks at the clock")]
                    let start = std::time::Instant::now();
                    let unit = run.one(index).expect("the judge passes every unit");
                    let taken = start.elapsed();
                    index += 1;
                    match unit.result {
                        Ok(unit) => {
                            assert_eq!(unit.completed, outcome);
                            made += 1;
                        }
                        Err(NotMade::Infeasible(_)) => refuted += 1,
                        Err(NotMade::BudgetSpent) => {
                            left += 1;
                            continue;
                        }
                        Err(NotMade::AllTaken(_) | NotMade::Letters { .. }) => {
                            unreachable!("a unit made alone clashes with none, and letters have sound orders")
                        }
                    }
                    time += taken;
                    decided += 1;
                }
                time
            });
        });
        let all = made + refuted + left;
        assert!(made > 0 && left * 100 <= all.max(1000), "{left} of {all} are left to SAT");
        eprintln!("  {outcome:?}: {made} made, {refuted} proved infeasible, {left} of {all} left to SAT");
    }
    group.finish();
}

criterion_group!(benches, fill);
criterion_main!(benches);
