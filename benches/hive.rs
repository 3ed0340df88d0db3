//! How many units of hives are made, and judged, in a second on one core.
//!
//! Units are of a block's mix of results: two of three lose.

#![expect(clippy::unwrap_used, reason = "the embedded game has these lots")]

use std::hint::black_box;

use alveole::game::{HiveGame, Kind};
use alveole::hive::{Batch, Maker, count};
use alveole::money::Cents;
use alveole::rng::{Purpose, Streams};
use alveole::unit::HiveUnit;
use alveole::verify::{HiveJudge, Rule};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Units of each result, in thousandths of a block; the four best lots are too rare for one.
const MIX: [(u64, u64); 6] = [(0, 675), (3, 133), (5, 133), (10, 25), (20, 27), (50, 7)];

fn hive(criterion: &mut Criterion) {
    let game = HiveGame::ruche_d_or();
    let maker = Maker::new(&game).unwrap();
    let judge = HiveJudge::new(&game);
    let batches: Vec<Batch> = MIX
        .iter()
        .map(|(euros, count)| Batch::new(&maker, Cents::from_euros(*euros), None, 1, *count).unwrap())
        .collect();
    let make = || batches.iter().flat_map(|batch| (0..batch.count()).map(|index| batch.unit(index)));
    let units: Vec<HiveUnit> = make().collect();
    assert_eq!(units.len(), 1_000);
    for unit in &units {
        assert_eq!(judge.faults(unit), [], "a made unit was rejected");
    }
    let (wins, won) =
        (MIX[1..].iter().map(|(_, count)| count).sum::<u64>(), MIX.iter().map(|(euros, count)| euros * count));
    assert_eq!(units.iter().filter(|unit| unit.lot > Cents::ZERO).count() as u64, wins);
    assert_eq!(units.iter().map(|unit| unit.lot).sum::<Cents>(), Cents::from_euros(won.sum()));
    let broken: Vec<HiveUnit> =
        units.iter().map(|unit| HiveUnit { lot: Cents(unit.lot.0 + 1), ..unit.clone() }).collect();
    assert!(broken.iter().all(|unit| matches!(&judge.faults(unit)[..], [fault] if fault.rule != Rule::RoD1)));

    let mut group = criterion.benchmark_group("hive");
    group.throughput(Throughput::Elements(1_000));
    group.bench_function("made", |bencher| {
        bencher.iter(|| make().map(|unit| black_box(unit).lot.0).sum::<u64>());
    });
    // As a block does it: one unit after the other in the same memory, and its cells as bytes.
    let streams = Streams::from_seed(1, Purpose::Hives);
    let winning = MIX[1..].iter().flat_map(|(euros, count)| {
        let lot = Cents::from_euros(*euros);
        let kinds = Kind::ALL.into_iter().zip(maker.shares(lot, *count).unwrap());
        kinds.flat_map(move |(kind, share)| (0..share).map(move |_| (lot, Some(kind))))
    });
    let results: Vec<(Cents, Option<Kind>)> = winning.chain((0..MIX[0].1).map(|_| (Cents::ZERO, None))).collect();
    assert_eq!(results.len(), 1_000);
    let mut unit = maker.blank();
    let mut codes = Vec::new();
    let mut block = || {
        codes.clear();
        for (index, (lot, kind)) in (0..).zip(&results) {
            let mut stream = streams.stream(index, 0);
            let plan = maker.draw(*lot, *kind, &mut stream).unwrap();
            maker.place_into(plan, &mut stream, &mut unit);
            codes.extend(unit.codes());
        }
        codes.len()
    };
    assert!(block() >= 37_000);
    group.bench_function("made for a block, as bytes", |bencher| bencher.iter(&mut block));
    group.bench_function("judged", |bencher| {
        bencher.iter(|| units.iter().map(|unit| judge.faults(black_box(unit)).len()).sum::<usize>());
    });
    group.bench_function("made and judged", |bencher| {
        bencher.iter(|| make().map(|unit| judge.verify(unit).unwrap().lot.0).sum::<u64>());
    });
    group.bench_function("broken lots judged", |bencher| {
        bencher.iter(|| broken.iter().map(|unit| judge.faults(black_box(unit)).len()).sum::<usize>());
    });
    group.finish();

    let mut group = criterion.benchmark_group("hive plans");
    group.sample_size(10);
    group.bench_function("all plans of 5,000 € counted", |bencher| {
        bencher.iter(|| assert_eq!(count(&game, Cents::from_euros(5_000), None), 47_600_414));
    });
    group.bench_function("plans of all lots listed", |bencher| {
        bencher.iter(|| Maker::new(black_box(&game)).unwrap());
    });
    group.finish();
}

criterion_group!(benches, hive);
criterion_main!(benches);
