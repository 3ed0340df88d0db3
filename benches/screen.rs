//! What the full policy costs: pairs filled and judged with it, beside the same without any list, on one core.
//!
//! First 100,000 pairs are made at the defaults (2,000 where nothing is measured), each judged, and read once more by the
//! screen: nothing improper is found on any.

#![expect(clippy::print_stderr, reason = "figures beside the timings")]

mod setup;

use std::hint::black_box;
use std::ops::ControlFlow;

use alveole::blocklist::Blocklist;
use alveole::produce::Run;
use alveole::screen::{Hit, Screen};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use setup::Setup;

fn screen(criterion: &mut Criterion) {
    let (full, none) = (Setup::new(Blocklist::embedded()), Setup::new(Blocklist::empty()));
    let screen = Screen::new(Blocklist::embedded());
    let pairs = if std::env::args().any(|argument| argument == "--bench") { 100_000 } else { 2_000 };
    let run = Run { count: pairs, ..full.run(&[1, 0]) };
    let mut hits = 0;
    let mut told = 0;
    let mut unscreened = 0;
    let summary = run.each(|made| {
        for hit in made.result.iter().flat_map(|unit| screen.unit(unit)) {
            *if hit.blocks() { &mut hits } else { &mut told } += 1;
        }
        ControlFlow::Continue(())
    });
    let summary = summary.expect("the judge finds nothing on any unit");
    let units = Run { count: pairs / 100, ..none.run(&[1, 0]) };
    let read = units.each(|made| {
        let found = made.result.iter().flat_map(|unit| screen.unit(unit)).filter(Hit::blocks);
        unscreened += usize::from(found.count() > 0);
        ControlFlow::Continue(())
    });
    read.expect("a judge without lists finds nothing");
    eprintln!("  {} of {pairs} pairs made: {hits} hits, {told} pieces told that stand alone on the way", summary.made);
    eprintln!("  of {} pairs made without lists, {unscreened} would be refused", pairs / 100);
    assert!(hits == 0 && summary.made * 100 > pairs * 99, "{hits} hits, {summary}");
    assert!(unscreened > 0, "a check that finds nothing anywhere");

    let mut group = criterion.benchmark_group("screen");
    group.throughput(Throughput::Elements(1));
    for outcome in [[1, 0], [3, 2]] {
        for (name, setup) in [("full policy", &full), ("no lists", &none)] {
            let run = setup.run(&outcome);
            let mut index = 0;
            group.bench_function(format!("{},{} {name}", outcome[0], outcome[1]), |bencher| {
                bencher.iter(|| {
                    index += 1;
                    black_box(run.one(index).expect("the judge passes every unit"))
                });
            });
        }
    }
    let run = full.run(&[1, 0]);
    let made = (0..1_000).map(|index| run.one(index).expect("the judge passes every unit"));
    let units: Vec<_> = made.filter_map(|made| made.result.ok()).collect();
    let mut turn = units.iter().cycle();
    group.bench_function("reading a whole unit", |bencher| {
        bencher.iter(|| {
            let unit = turn.next().expect("a thousand units");
            assert!(!screen.unit(unit).iter().any(Hit::blocks));
        });
    });
    group.finish();
}

criterion_group!(benches, screen);
criterion_main!(benches);
