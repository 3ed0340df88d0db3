//! How many units of a finished block are read and judged in a second on one core, with all that a verification works out again.

mod block;

use std::fs;
use std::sync::Arc;

use alveole::bank::Bank;
use alveole::block::check::Check;
use alveole::block::folder::{Folder, Shard};
use alveole::block::reader::Block;
use alveole::block::units::{Grids, Material, Units};
use alveole::blocklist::Blocklist;
use alveole::lexicon::Lexicon;
use alveole::screen::Screen;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// A finished block in a folder of its own.
fn finished(game: &str, bank: Option<&(Bank, Vec<u8>)>) -> (tempfile::TempDir, Block) {
    let (plan, keys) = block::planned(game, bank.map(|(bank, _)| bank));
    let (game, lexicon, screen) =
        (plan.game().expect("a game"), Lexicon::embedded(), Arc::new(Screen::new(Blocklist::embedded())));
    let material = bank.map(|(bank, _)| Material { grids: Grids::Bank(bank), lexicon: &lexicon, screen: &screen });
    let units = Units::new(&game, &keys, material).expect("units");
    let room = tempfile::tempdir().expect("a folder");
    let out = room.path().join("block");
    let folder = Folder::open(&out, &plan, keys.commitments(), Shard::WHOLE).expect("a folder");
    if let Some((_, bytes)) = bank {
        folder.add_bank(bytes).expect("a bank");
    }
    folder.make(&units, |_| ()).expect("parts");
    folder.finish(Some(&units)).expect("a block");
    let block = Block::open(&out).expect("a block");
    (room, block)
}

fn block_verify(criterion: &mut Criterion) {
    let (lexicon, blocklist, secrets) = (Lexicon::embedded(), Blocklist::embedded(), block::secrets());
    let check = Check { lexicon: &lexicon, blocklist: &blocklist, secrets: &secrets };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let bank = block::bank();
    let mut group = criterion.benchmark_group("block_verify");
    for (name, game, bank) in [("mots-croises", block::MOTS, Some(&bank)), ("ruche-d-or", block::RUCHE, None)] {
        let (_room, made) = finished(game, bank);
        group.throughput(Throughput::Elements(made.units())).sample_size(20);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let report = pool.install(|| check.verify(&made, |_| ())).expect("a report");
                assert_eq!((report.faults, report.units), (0, made.units()));
            });
        });
        // It is awake.
        let part = made.folder().join("sealed").join("part-00001.parquet");
        let mut bytes = fs::read(&part).expect("a part");
        bytes[1_000] ^= 1;
        fs::write(&part, bytes).expect("a part");
        assert!(check.verify(&made, |_| ()).expect("a report").faults > 0);
    }
    group.finish();
}

criterion_group!(benches, block_verify);
criterion_main!(benches);
