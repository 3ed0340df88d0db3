//! How many units the judge reads in a second, on one core.

#![expect(clippy::unwrap_used, reason = "what cannot be read is a fault of the fixture")]

#[path = "../tests/verify/fixture.rs"]
mod fixture;

use std::hint::black_box;

use alveole::blocklist::Blocklist;
use alveole::game::Game;
use alveole::lexicon::{Level, Lexicon};
use alveole::verify::{Judge, Rule};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn verify(criterion: &mut Criterion) {
    let (game, all) = (Game::mots_croises(), Lexicon::embedded());
    let lexicon = all.at_level(Level::B);
    let blocklist = Blocklist::embedded();
    let judge = Judge::new(&game, &lexicon, &blocklist);
    let (sound, broken): (Vec<_>, Vec<_>) = fixture::units().into_iter().partition(|unit| unit.completed[0] < 10);
    for unit in &sound {
        assert_eq!(judge.faults(unit), [], "a sound unit was rejected");
    }
    for unit in &broken {
        assert!(judge.faults(unit).iter().all(|fault| fault.rule == Rule::McD1), "ten completed words were passed");
        assert_eq!(judge.faults(unit).len(), 1);
    }
    let mut group = criterion.benchmark_group("verify");
    group.throughput(Throughput::Elements(sound.len().try_into().unwrap()));
    group.bench_function("sound", |bencher| {
        bencher.iter(|| sound.iter().map(|unit| judge.faults(black_box(unit)).len()).sum::<usize>());
    });
    group.throughput(Throughput::Elements(broken.len().try_into().unwrap()));
    group.bench_function("broken", |bencher| {
        bencher.iter(|| broken.iter().map(|unit| judge.faults(black_box(unit)).len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, verify);
criterion_main!(benches);
