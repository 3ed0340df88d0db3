//! Letters dealt to a pair: a set that gives the result, and an order that passes, on one core.

#![expect(clippy::print_stderr, reason = "figures beside the timings")]

use std::hint::black_box;

use alveole::blocklist::Blocklist;
use alveole::crossword::deal::{letter_set, order};
use alveole::crossword::reveal::Reveal;
use alveole::formats::unit_json::read_lines;
use alveole::game::Game;
use alveole::money::Cents;
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const UNITS: &str = include_str!("../tests/data/units.jsonl");

fn deal(criterion: &mut Criterion) {
    let (game, screen) = (Game::mots_croises(), Screen::new(Blocklist::embedded()));
    let unit = read_lines(UNITS.as_bytes()).next().expect("a line").expect("a line").unit().expect("a unit");
    let reveal = Reveal::of(&unit.pair, &screen).expect("two grids");
    let odds = reveal.odds(game.crossword.letters);
    let mut group = criterion.benchmark_group("deal");
    group.throughput(Throughput::Elements(1));
    for lot in [0, 500, 1_000, 2_000, 5_000, 20_000].map(Cents) {
        let [_, sets] = odds.of_lot(lot, &game);
        eprintln!("  {lot}: {sets} of 1,562,275 sets");
        let wanted = |completed: [u8; 2]| game.lot(&completed) == Some(lot);
        let mut stream = Streams::from_seed(1, Purpose::Deal).stream(0, 0);
        group.bench_function(lot.to_string(), |bencher| {
            bencher.iter(|| {
                let letters = letter_set(&reveal, game.crossword.letters, wanted, &mut stream).expect("it is served");
                assert_eq!(game.lot(&reveal.completed(letters)), Some(lot));
                black_box(order(letters, |order| screen.in_question_marks(order).is_none(), &mut stream))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, deal);
criterion_main!(benches);
