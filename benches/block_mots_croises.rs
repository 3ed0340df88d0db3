//! How many units of a block of crosswords are dealt, and judged, in a second on one core.

mod block;

use std::hint::black_box;
use std::sync::Arc;

use alveole::block::units::{BlockUnit, Grids, Material, Units};
use alveole::blocklist::Blocklist;
use alveole::lexicon::Lexicon;
use alveole::money::Cents;
use alveole::screen::Screen;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const UNITS: u64 = 1_000;

/// What units win together, and how often each pair is shown.
fn made(units: &Units, pairs: usize) -> (Cents, Vec<u32>) {
    let (mut won, mut shown) = (Cents::ZERO, vec![0; pairs]);
    for unit in units.range(0..UNITS) {
        let BlockUnit::Crossword(Some(pair), unit) = unit.expect("a unit") else { panic!("a block of crosswords") };
        won.0 += black_box(&unit).lot.map_or(0, |lot| lot.0);
        shown[pair as usize] += 1;
    }
    (won, shown)
}

fn block_mots_croises(criterion: &mut Criterion) {
    let (bank, _) = block::bank();
    let (plan, keys) = block::planned(block::MOTS, Some(&bank));
    let (game, lexicon, screen) =
        (plan.game().expect("a game"), Lexicon::embedded(), Arc::new(Screen::new(Blocklist::embedded())));
    let material = Material { grids: Grids::Bank(&bank), lexicon: &lexicon, screen: &screen };
    let units = Units::new(&game, &keys, Some(material)).expect("a bank that serves every result");
    assert_eq!(units.len(), 3_000);
    let lots: Cents = (0..UNITS).map(|unit| units.lots().of(unit)).sum();
    assert!(lots > Cents::ZERO);
    let mut group = criterion.benchmark_group("block_mots_croises");
    group.throughput(Throughput::Elements(UNITS)).sample_size(20);
    group.bench_function("dealt and judged", |bencher| {
        bencher.iter(|| {
            let (won, shown) = made(&units, bank.len());
            assert_eq!(won, lots);
            // In rounds: no pair is shown more than once more than another.
            assert!(shown.iter().all(|times| (62..=63).contains(times)), "{shown:?}");
        });
    });
    group.finish();
}

criterion_group!(benches, block_mots_croises);
criterion_main!(benches);
