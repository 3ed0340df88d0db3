//! Layouts as a user of the library gets them: held against an independent, cell by cell reading of the rules.

use std::collections::{BTreeMap, BTreeSet};

use alveole::crossword::layout::{GenerateError, Layout, LayoutGenerator, Mask, Nearest, Profile};
use alveole::game::{Crossword, Game, Range};
use alveole::rng::{Purpose, Streams};
use proptest::prelude::*;

type Cell = (usize, usize);

fn generator(seed: u64, rows: usize, columns: usize) -> LayoutGenerator {
    let streams = Streams::from_seed(seed, Purpose::Layouts);
    LayoutGenerator::new(&Game::mots_croises().crossword, Profile::default(), rows, columns, streams)
        .expect("the default profile fits")
}

/// Four slots around a hole: `...`, `.#.`, `...` is the only layout.
fn square() -> (Crossword, Profile) {
    let mut game = Game::mots_croises().crossword;
    (game.words_per_grid, game.side.min) = (4, 3);
    let profile = Profile {
        lengths: Range { min: 3, max: 3 },
        mean_length_hundredths: Range { min: 300, max: 300 },
        crossings: Range { min: 4, max: 4 },
        across: Range { min: 2, max: 2 },
        ..Profile::default()
    };
    (game, profile)
}

/// All maximal runs of two or more letter cells, by their definition.
fn naive_runs(mask: &Mask) -> (Vec<Vec<Cell>>, Vec<Vec<Cell>>) {
    let lines = |count: usize, cells: usize, cell: &dyn Fn(usize, usize) -> Cell| {
        let mut runs = Vec::new();
        for line in 0..count {
            let mut run = Vec::new();
            for place in 0..=cells {
                let (row, column) = cell(line, place);
                if place < cells && mask.is_letter(row, column) {
                    run.push((row, column));
                } else {
                    let run = std::mem::take(&mut run);
                    if run.len() > 1 {
                        runs.push(run);
                    }
                }
            }
        }
        runs
    };
    let (rows, columns) = (mask.rows(), mask.columns());
    (lines(rows, columns, &|row, column| (row, column)), lines(columns, rows, &|column, row| (row, column)))
}

fn connected(runs: &[&Vec<Cell>]) -> bool {
    let mut reached = vec![runs.is_empty(); runs.len()];
    let mut waiting = vec![0];
    while let Some(run) = waiting.pop() {
        if runs.get(run).is_some() && !std::mem::replace(&mut reached[run], true) {
            waiting.extend((0..runs.len()).filter(|other| runs[*other].iter().any(|cell| runs[run].contains(cell))));
        }
    }
    reached.iter().all(|reached| *reached)
}

/// The rules and the default profile, from the cells alone.
fn judge(layout: &Layout, rows: usize, columns: usize) {
    let mask = layout.mask();
    let text = mask.to_string();
    assert_eq!((mask.rows(), mask.columns()), (rows, columns));
    let (across, down) = naive_runs(mask);
    let runs: Vec<&Vec<Cell>> = across.iter().chain(&down).collect();
    assert_eq!(runs.len(), 18, "{text}");
    assert!((7..=11).contains(&across.len()), "{text}");
    assert!(runs.iter().all(|run| (3..=9).contains(&run.len())), "{text}");
    let letters: usize = runs.iter().map(|run| run.len()).sum();
    assert!((480 * 18..=620 * 18).contains(&(100 * letters)), "{text}");

    let mut passes: BTreeMap<Cell, usize> = BTreeMap::new();
    runs.iter().flat_map(|run| run.iter()).for_each(|cell| *passes.entry(*cell).or_default() += 1);
    let cells: Vec<Cell> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    let letter_cells: Vec<Cell> = cells.into_iter().filter(|(row, column)| mask.is_letter(*row, *column)).collect();
    assert_eq!(passes.keys().copied().collect::<Vec<_>>(), letter_cells, "{text}");
    let crossings: BTreeSet<Cell> = passes.iter().filter(|(_, times)| **times == 2).map(|(cell, _)| *cell).collect();
    assert!((22..=27).contains(&crossings.len()), "{text}");
    let crossings_of = |run: &Vec<Cell>| run.iter().filter(|cell| crossings.contains(cell)).count();
    assert!(runs.iter().all(|run| crossings_of(run) > 0), "{text}");
    assert!(runs.iter().filter(|run| crossings_of(run) == 1).count() <= 6, "{text}");
    assert!(connected(&runs), "{text}");

    // The outermost row or column at each edge may be empty, the next may not.
    for row in [1, rows - 2] {
        assert!(letter_cells.iter().any(|(r, _)| if row == 1 { *r <= row } else { *r >= row }), "{text}");
    }
    for column in [1, columns - 2] {
        assert!(letter_cells.iter().any(|(_, c)| if column == 1 { *c <= column } else { *c >= column }), "{text}");
    }
    for row in 0..=rows - 6 {
        for column in 0..=columns - 6 {
            let square = |(r, c): &Cell| (row..row + 6).contains(r) && (column..column + 6).contains(c);
            assert!(letter_cells.iter().any(square), "{text}");
        }
    }
    // A middle row or column, where there is one, counts for both sides here: a little laxer than the profile.
    for (north, west) in [(true, true), (true, false), (false, true), (false, false)] {
        let inside = |place: usize, side: usize, low: bool| if low { 2 * place < side } else { 2 * place + 2 > side };
        let near = letter_cells.iter().filter(|(r, c)| inside(*r, rows, north) && inside(*c, columns, west)).count();
        assert!(100 * near >= 16 * letter_cells.len(), "{text}");
    }

    // What the layout says of itself.
    let slots: BTreeSet<Vec<Cell>> = layout.slots().iter().map(|slot| slot.cells().collect()).collect();
    assert_eq!(slots, runs.iter().map(|run| (*run).clone()).collect(), "{text}");
    assert_eq!((layout.across(), layout.crossings().len()), (across.len(), crossings.len()));
    let order: BTreeSet<_> = layout.search_order().iter().collect();
    assert_eq!((order.len(), layout.search_order().len()), (18, 18));
    // Each slot crosses one before it, since the layout is connected.
    for (place, id) in layout.search_order().iter().enumerate().skip(1) {
        let before = &layout.search_order()[..place];
        assert!(layout.crossings_of(*id).iter().any(|crossing| before.contains(&crossing.other)), "{text}");
    }
    for id in layout.slot_ids() {
        let own: Vec<Cell> = layout.slot(id).cells().collect();
        let others: Vec<&Vec<Cell>> = runs.iter().copied().filter(|run| **run != own).collect();
        assert_eq!(layout.cut_slots().contains(&id), !connected(&others), "{id:?}\n{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn layouts_meet_rules_and_profile(
        seed in any::<u64>(), index in any::<u64>(), sub in 0..4u32, rows in 11..=15usize, columns in 11..=15usize,
    ) {
        let layout = generator(seed, rows, columns).make(index, sub).unwrap();
        judge(&layout, rows, columns);
        let read: Mask = layout.mask().to_string().parse().unwrap();
        prop_assert_eq!(&Layout::from_mask(&read, &Game::mots_croises().crossword).unwrap(), &layout);
        for turned in layout.mask().symmetries() {
            let turned = Layout::from_mask(&turned, &Game::mots_croises().crossword).unwrap();
            prop_assert_eq!(turned.crossings().len(), layout.crossings().len());
            prop_assert_eq!(turned.cut_slots().len(), layout.cut_slots().len());
            prop_assert_eq!(Profile::default().check(&turned), Ok(()));
        }
    }
}

/// If these change, every seed anyone has used makes other layouts.
#[test]
fn golden_masks_of_seed_0() {
    for (rows, columns, golden) in
        [(12, 12, include_str!("data/layout/seed-0.12x12.txt")), (11, 15, include_str!("data/layout/seed-0.15x11.txt"))]
    {
        let pool = generator(0, rows, columns).pool(4).unwrap();
        let text = Mask::write_all(pool.iter().map(Layout::mask));
        assert_eq!(text, golden, "{columns}x{rows} is now\n{text}");
    }
}

#[test]
fn pools_have_no_two_equal_up_to_symmetry_and_begin_alike() {
    let pool = generator(5, 12, 12).pool(300).unwrap();
    let distinct: BTreeSet<Mask> = pool.iter().flat_map(|layout| layout.mask().symmetries()).collect();
    let own: usize = pool.iter().map(|layout| BTreeSet::from(layout.mask().symmetries()).len()).sum();
    assert_eq!((pool.len(), distinct.len()), (300, own));
    assert_eq!(generator(5, 12, 12).pool(7).unwrap(), pool[..7]);
    assert_eq!(generator(5, 12, 12).make(299, 0).unwrap(), pool[299]);
}

/// The slow version: one thread, one index after the other.
fn settled_one_by_one(generator: &LayoutGenerator, count: u64) -> Vec<Layout> {
    let mut seen = BTreeSet::new();
    (0..count)
        .map(|index| {
            let mut draws = (0..LayoutGenerator::CLASHES).map(|sub| generator.make(index, sub).expect("a layout"));
            draws.find(|layout| seen.insert(layout.mask().canonical())).expect("a new one")
        })
        .collect()
}

#[test]
fn any_number_of_threads_gives_the_same_pool() {
    // More than one chunk; and a box so small that most indices clash with one before them.
    let (mut game, profile) = square();
    game.words_per_grid = 4;
    let wide = Profile {
        lengths: Range { min: 3, max: 4 },
        mean_length_hundredths: Range { min: 300, max: 400 },
        crossings: Range { min: 3, max: 4 },
        quarter_percent: 0,
        ..profile
    };
    let small = LayoutGenerator::new(&game, wide, 4, 4, Streams::from_seed(0, Purpose::Layouts)).unwrap();
    let slow = settled_one_by_one(&small, 12);
    let clashes = (0..12).zip(&slow).filter(|(index, layout)| small.make(*index, 0).as_ref() != Ok(*layout)).count();
    assert!(clashes > 3, "{clashes} clashes");
    for (generator, count) in [(generator(3, 12, 12), 300), (small, 12)] {
        let slow = settled_one_by_one(&generator, count);
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let count = usize::try_from(count).unwrap();
            assert!(pool.install(|| generator.pool(count)).unwrap() == slow, "{threads} threads");
        }
    }
}

#[test]
fn a_pool_says_when_no_more_layouts_exist() {
    let (game, profile) = square();
    let generator = LayoutGenerator::new(&game, profile, 3, 3, Streams::from_seed(0, Purpose::Layouts)).unwrap();
    assert_eq!(generator.pool(1).unwrap()[0].mask().to_string(), "...\n.#.\n...\n");
    let mut layouts = generator.layouts(3);
    assert!(layouts.next().is_some_and(|first| first.is_ok()));
    assert!(layouts.next().is_some_and(|second| second.is_err()));
    assert!(layouts.next().is_none() && layouts.next().is_none(), "an error is the end");
    assert_eq!(generator.pool(0), Ok(Vec::new()));
    let error = generator.pool(3).unwrap_err();
    assert_eq!(error, GenerateError::Exhausted { found: 1, wanted: 3, clashes: 64 });
    assert!(error.to_string().starts_with("found 1 different layouts of 3 (turned and mirrored ones are the same)"));
}

#[test]
fn a_profile_that_is_not_met_is_said_so_with_what_was_reached() {
    let game = Game::mots_croises().crossword;
    let streams = || Streams::from_seed(0, Purpose::Layouts);
    // Forty crossings need denser grids than are drawn here.
    let profile = Profile { crossings: Range { min: 40, max: 45 }, ..Profile::default() };
    let generator = LayoutGenerator::new(&game, profile, 12, 12, streams()).unwrap().with_budget(5_000);
    let error = generator.make(3, 0).unwrap_err();
    let GenerateError::Unmet { index: 3, steps, nearest: Nearest::Whole(fault), .. } = &error else {
        panic!("{error}");
    };
    assert!((5_000..20_000).contains(steps) && fault.key == "crossings" && fault.found > 22, "{error}");
    assert!(error.to_string().contains("where the profile asks for 40 to 45"), "{error}");
    assert_eq!(generator.make(3, 0), Err(error));
    // Of all that fail, the first is named.
    assert_eq!(generator.pool(20), Err(generator.make(0, 0).unwrap_err()));

    // Slots so long that eighteen of them find no room.
    let (lengths, mean_length_hundredths) = (Range { min: 9, max: 9 }, Range { min: 900, max: 900 });
    let profile = Profile { lengths, mean_length_hundredths, ..Profile::default() };
    let generator = LayoutGenerator::new(&game, profile, 11, 11, streams()).unwrap().with_budget(5_000);
    let error = generator.make(0, 0).unwrap_err();
    assert!(
        matches!(error, GenerateError::Unmet { nearest: Nearest::Partial { laid: 4..18, wanted: 18 }, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("of 18 slots found a place; widen the profile"), "{error}");
}
