//! Layouts drawn in a second, on one core: for the default box, the tightest, the largest, and an oblong one.
//!
//! Each layout that is timed is held against the profile afterwards.

use std::hint::black_box;

use alveole::crossword::layout::{Layout, LayoutGenerator, Profile};
use alveole::game::Game;
use alveole::rng::{Purpose, Streams};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

/// Layouts of one iteration.
const LAYOUTS: u64 = 64;

fn generate(criterion: &mut Criterion) {
    let game = Game::mots_croises().crossword;
    let mut group = criterion.benchmark_group("layout");
    group.throughput(Throughput::Elements(LAYOUTS));
    for (rows, columns) in [(12, 12), (11, 11), (15, 15), (11, 15)] {
        let streams = Streams::from_seed(0, Purpose::Layouts);
        let generator =
            LayoutGenerator::new(&game, Profile::default(), rows, columns, streams).expect("the default profile fits");
        let mut index = 0;
        group.bench_function(format!("generate/{columns}x{rows}"), |bencher| {
            bencher.iter(|| {
                let layouts: Vec<Layout> = (index..index + LAYOUTS)
                    .map(|index| generator.make(index, 0).expect("the default profile is met"))
                    .collect();
                index += LAYOUTS;
                layouts
            });
        });
        for layout in (0..LAYOUTS).map(|index| generator.make(index, 0).expect("the default profile is met")) {
            assert_eq!(Profile::default().check(&layout), Ok(()));
            assert_eq!((layout.mask().rows(), layout.mask().columns()), (rows, columns));
        }
    }
    group.finish();
}

fn read(criterion: &mut Criterion) {
    let game = Game::mots_croises().crossword;
    let streams = Streams::from_seed(0, Purpose::Layouts);
    let generator = LayoutGenerator::new(&game, Profile::default(), 12, 12, streams).expect("the default profile fits");
    let pool = generator.pool(64).expect("there are more layouts than this");
    let mut group = criterion.benchmark_group("layout");
    group.throughput(Throughput::Elements(LAYOUTS));
    group.bench_function("from_mask/12x12", |bencher| {
        bencher.iter_batched(
            || pool.iter().map(|layout| layout.mask().clone()).collect::<Vec<_>>(),
            |masks| {
                for (mask, layout) in masks.iter().zip(&pool) {
                    assert_eq!(black_box(Layout::from_mask(mask, &game)).as_ref(), Ok(layout));
                }
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

criterion_group!(benches, generate, read);
criterion_main!(benches);
