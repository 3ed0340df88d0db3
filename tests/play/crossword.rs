//! Letters can be uncovered in any order, all occurrences at once, and AUTO does the rest (MC-4.4).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use alveole::formats::unit_json::read_units;
use alveole::game::Game;
use alveole::play::CrosswordPlay;
use alveole::unit::CrosswordUnit;
use proptest::prelude::*;
use proptest::sample::Index;

static GAME: LazyLock<Game> = LazyLock::new(Game::mots_croises);
static UNITS: LazyLock<Vec<CrosswordUnit>> = LazyLock::new(|| {
    let units = read_units(&include_bytes!("../data/units.jsonl")[..]);
    units.map(|unit| unit.unwrap().1).collect()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn order_and_auto_change_nothing(
        unit in prop::sample::select(&UNITS[..]),
        order in prop::collection::vec(any::<Index>(), 0..18),
    ) {
        let mut play = CrosswordPlay::new(&GAME, &unit);
        let mut shown = Vec::new();
        for index in order {
            prop_assert_eq!(play.end(), None);
            let covered: Vec<usize> = play.covered().collect();
            shown.push(play.uncover(covered[index.index(covered.len())]).unwrap());
        }
        shown.extend(play.auto());
        prop_assert_eq!(shown.len(), 18);
        prop_assert_eq!(play.covered().count(), 0);
        let end = play.end().unwrap();
        prop_assert_eq!((&end.completed, end.lot), (&unit.completed, unit.lot));
        for (number, grid) in unit.pair.grids.iter().enumerate() {
            // Every cell of a letter is uncovered with it, every completed word is told once.
            for letter in &shown {
                let cells = (0..grid.cells.rows()).flat_map(|row| grid.cells.row(row));
                prop_assert_eq!(letter.cells[number], cells.filter(|cell| **cell == Some(letter.letter)).count());
            }
            let told = shown.iter().flat_map(|letter| &letter.completed).filter(|(grid, _)| *grid == number);
            let told: Vec<&str> = told.map(|(_, word)| &*word.display).collect();
            prop_assert_eq!(told.len(), usize::from(unit.completed[number]));
            prop_assert_eq!(told.iter().collect::<BTreeSet<_>>().len(), told.len());
        }
    }
}

#[test]
fn a_false_record_can_be_replayed() {
    let mut unit = UNITS[0].clone();
    unit.completed = vec![9, 9];
    unit.lot = None;
    unit.letters[1] = unit.letters[0];
    unit.pair.grids[0].words.clear();
    let mut play = CrosswordPlay::new(&GAME, &unit);
    play.uncover(0).unwrap();
    assert_eq!(play.uncover(1).unwrap().cells, [0, 0], "its cells are uncovered already");
    assert_eq!(play.uncover(1).unwrap_err().to_string(), "question mark 2 is uncovered already");
    assert_eq!(play.uncover(18).unwrap_err().to_string(), "there is no question mark 19: there are 18");
    play.auto();
    assert_eq!(play.end().unwrap().completed[0], 0);
}
