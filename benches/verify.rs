//! How many units the judge reads in a second, on one core.

#![expect(clippy::unwrap_used, reason = "what cannot be read is a fault of the fixture")]

#[path = "../tests/verify/fixture.rs"]
mod fixture;

use std::collections::BTreeSet;
use std::hint::black_box;

use alveole::blocklist::{Blocklist, Overrides};
use alveole::game::Game;
use alveole::letters::Word;
use alveole::lexicon::{Level, Lexicon};
use alveole::verify::{Judge, Rule};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn verify(criterion: &mut Criterion) {
    let (game, all) = (Game::mots_croises(), Lexicon::embedded());
    let lexicon = all.at_level(Level::B);
    // The real lists, but for the words of the fixture, which is older than they are.
    let (mut blocklist, units) = (Blocklist::embedded(), fixture::units());
    let words = units.iter().flat_map(|unit| &unit.pair.grids).flat_map(|grid| &grid.words).map(|placed| placed.word);
    let blocked: BTreeSet<Word> = words.filter(|word| blocklist.blocking(*word).is_some()).collect();
    let allowed = blocked.iter().map(|word| format!("allow\t{word}\t-\t-\t2026-12-01\tbench\n"));
    let head = "#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n".to_owned();
    let overrides: Vec<String> = [head].into_iter().chain(allowed).collect();
    blocklist = blocklist.with(&Overrides::read(overrides.concat().as_bytes()).unwrap());
    let judge = Judge::new(&game, &lexicon, &blocklist);
    let (sound, broken): (Vec<_>, Vec<_>) = units.into_iter().partition(|unit| unit.completed[0] < 10);
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
