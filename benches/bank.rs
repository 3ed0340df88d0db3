//! Writing and reading banks, in memory and on one core.

use std::hint::black_box;

use alveole::bank::{BankPair, BankWriter, read};
use alveole::formats::manifest::{Digests, Manifest};
use alveole::formats::unit_json::read_lines;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const UNITS: &str = include_str!("../tests/data/units.jsonl");
const PAIRS: u32 = 2_000;

fn written(pairs: &[BankPair]) -> Vec<u8> {
    let manifest = Manifest::new("bank generate", Some(0), Digests::default());
    let mut writer = BankWriter::new(Vec::new(), 2, &manifest).expect("a bank in memory");
    for pair in pairs {
        writer.push(pair).expect("a bank in memory");
    }
    writer.finish().expect("a bank in memory")
}

fn bank(criterion: &mut Criterion) {
    let units = read_lines(UNITS.as_bytes()).map(|line| line.expect("a line").unit().expect("a unit").pair);
    let grids: Vec<_> = units.collect();
    let pair = |(number, pair): (u32, &alveole::unit::GridPair)| BankPair {
        pair: pair.clone(),
        level: "B".into(),
        odds: (0..37).map(|outcome| outcome * 997 + number).collect(),
    };
    let pairs: Vec<BankPair> = (0..PAIRS).zip(grids.iter().cycle()).map(pair).collect();
    let bytes = written(&pairs);
    assert!(read(bytes.clone()).expect("a bank").pairs() == pairs);
    let mut group = criterion.benchmark_group("bank");
    group.throughput(Throughput::Elements(PAIRS.into())).sample_size(20);
    group.bench_function("bank_write", |bencher| bencher.iter(|| black_box(written(&pairs)).len()));
    group.bench_function("bank_read", |bencher| {
        bencher.iter(|| assert_eq!(read(bytes.clone()).expect("a bank").len(), pairs.len()));
    });
    group.finish();
}

criterion_group!(benches, bank);
criterion_main!(benches);
