//! Exact odds of a pair: all 1,562,275 sets of letters, on one core; and what becomes of them while letters are uncovered.

use std::hint::black_box;

use alveole::blocklist::Blocklist;
use alveole::crossword::reveal::Reveal;
use alveole::formats::unit_json::read_lines;
use alveole::letters::Letter;
use alveole::screen::Screen;
use criterion::{Criterion, criterion_group, criterion_main};

const UNITS: &str = include_str!("../tests/data/units.jsonl");

fn odds(criterion: &mut Criterion) {
    let screen = Screen::new(Blocklist::embedded());
    let units = read_lines(UNITS.as_bytes()).map(|line| line.expect("a line").unit().expect("a unit"));
    let reveals: Vec<Reveal> = units.map(|unit| Reveal::of(&unit.pair, &screen).expect("two grids")).collect();
    let mut turn = reveals.iter().cycle();
    criterion.bench_function("odds", |bencher| {
        bencher.iter(|| {
            let odds = turn.next().expect("some pairs").odds(18);
            assert_eq!(odds.all()[0], 1_562_275);
            black_box(odds)
        });
    });
    let mut turn = reveals.iter().cycle();
    let shown: Vec<Letter> = Letter::all().take(18).collect();
    criterion.bench_function("odds_on_the_way", |bencher| {
        bencher.iter(|| {
            let odds = turn.next().expect("some pairs").odds_on_the_way(&shown);
            assert_eq!(odds[0].all()[0], 1_081_575);
            black_box(odds)
        });
    });
}

criterion_group!(benches, odds);
criterion_main!(benches);
