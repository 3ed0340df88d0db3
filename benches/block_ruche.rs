//! How many units of a block of hives are drawn, and judged, in a second on one core.

mod block;

use std::hint::black_box;

use alveole::block::units::{BlockUnit, Units};
use alveole::money::Cents;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn block_ruche(criterion: &mut Criterion) {
    let (plan, keys) = block::planned(block::RUCHE, None);
    let game = plan.game().expect("a game");
    let units = Units::new(&game, &keys, None).expect("plans of all lots");
    assert_eq!(units.len(), 7_500);
    let table: Cents = game.table().iter().map(|row| Cents(row.cents.0 * row.count)).sum();
    let mut group = criterion.benchmark_group("block_ruche");
    group.throughput(Throughput::Elements(units.len())).sample_size(20);
    group.bench_function("drawn and judged", |bencher| {
        bencher.iter(|| {
            let lots = units.range(0..units.len()).map(|unit| match unit.expect("a unit") {
                BlockUnit::Hive(unit) => black_box(unit).lot,
                BlockUnit::Crossword(..) => panic!("a block of hives"),
            });
            assert_eq!(lots.sum::<Cents>(), table);
        });
    });
    group.finish();
}

criterion_group!(benches, block_ruche);
criterion_main!(benches);
