//! A second, slow reading of a unit, written as the rules read: rows and columns as text, split at grey cells.

use std::collections::BTreeSet;

use alveole::blocklist::Blocklist;
use alveole::letters::{Letter, fold};
use alveole::lexicon::Lexicon;
use alveole::money::Cents;
use alveole::unit::{CrosswordUnit, Direction, Grid, PlacedWord};

/// What the pay table says, in euros.
const GAINS: [u64; 10] = [0, 0, 5, 10, 20, 50, 200, 1_000, 10_000, 125_000];
/// What units win, in euros.
const LOTS: [u64; 10] = [0, 5, 10, 15, 20, 50, 200, 1_000, 10_000, 250_000];

/// The rows of a grid, `#` for grey.
pub(crate) fn rows(grid: &Grid) -> Vec<String> {
    let cells = &grid.cells;
    let text = |row| cells.row(row).iter().map(|cell| cell.map_or('#', Letter::to_char)).collect();
    (0..cells.rows()).map(text).collect()
}

/// The words of a grid: text, row, column, direction; across first, each kind in reading order.
pub(crate) fn words(grid: &Grid) -> Vec<(String, usize, usize, Direction)> {
    let rows = rows(grid);
    let columns: Vec<String> =
        (0..grid.cells.columns()).map(|column| rows.iter().map(|row| &row[column..=column]).collect()).collect();
    let mut words = Vec::new();
    for (lines, direction) in [(&rows, Direction::Across), (&columns, Direction::Down)] {
        let first = words.len();
        for (index, line) in lines.iter().enumerate() {
            let mut start = 0;
            for part in line.split('#') {
                let place = if direction == Direction::Across { (index, start) } else { (start, index) };
                if part.len() > 1 {
                    words.push((part.to_owned(), place.0, place.1, direction));
                }
                start += part.len() + 1;
            }
        }
        words[first..].sort_by_key(|word| (word.1, word.2));
    }
    words
}

/// Completed words of each grid.
pub(crate) fn completed(unit: &CrosswordUnit) -> Vec<usize> {
    let letters: String = unit.letters.iter().map(|letter| letter.to_char()).collect();
    let complete = |word: &str| word.chars().all(|letter| letters.contains(letter));
    unit.pair.grids.iter().map(|grid| words(grid).iter().filter(|word| complete(&word.0)).count()).collect()
}

/// The lot of these completed words, where a unit may win it.
pub(crate) fn lot(completed: &[usize]) -> Option<Cents> {
    let sum: u64 = completed.iter().map(|count| GAINS.get(*count)).sum::<Option<u64>>()?;
    LOTS.contains(&sum).then(|| Cents::from_euros(sum))
}

/// Makes the record say what cells and letters give: words, completed words, lot.
pub(crate) fn settle(unit: &mut CrosswordUnit) {
    for grid in &mut unit.pair.grids {
        let placed = words(grid).into_iter().filter_map(|(text, row, column, direction)| {
            let (row, column) = (u8::try_from(row).ok()?, u8::try_from(column).ok()?);
            Some(PlacedWord { word: fold(&text).ok()?, display: text.to_lowercase().into(), row, column, direction })
        });
        grid.words = placed.collect();
    }
    let counts = completed(unit);
    unit.completed = counts.iter().map(|count| u8::try_from(*count).unwrap()).collect();
    unit.lot = lot(&counts);
}

/// Whether the unit is sound, rule by rule; in words of this lexicon, and not of this blocklist.
pub(crate) fn is_sound(unit: &CrosswordUnit, lexicon: &Lexicon, blocklist: &Blocklist) -> bool {
    let distinct: BTreeSet<_> = unit.letters.iter().collect();
    let board = unit.game == "mots-croises" && unit.letters.len() == 18 && distinct.len() == 18;
    board
        && unit.pair.grids.len() == 2
        && unit.pair.grids.iter().all(grid_is_sound)
        && words_are_sound(unit, lexicon, blocklist)
        && completed(unit).into_iter().eq(unit.completed.iter().map(|count| usize::from(*count)))
        && completed(unit).iter().all(|count| *count < 10)
        && unit.lot == lot(&completed(unit))
}

fn grid_is_sound(grid: &Grid) -> bool {
    let (rows, words) = (rows(grid), words(grid));
    let box_fits = (11..=15).contains(&rows.len()) && (11..=15).contains(&grid.cells.columns());
    let mut listed: Vec<_> = grid.words.iter().collect();
    listed.sort_by_key(|placed| (placed.direction, placed.row, placed.column));
    let recorded = words.len() == listed.len()
        && words.iter().zip(listed).all(|(word, placed)| {
            let spot = (usize::from(placed.row), usize::from(placed.column), placed.direction);
            placed.word.to_string() == word.0 && (word.1, word.2, word.3) == spot
        });
    let displayed = grid.words.iter().all(|placed| fold(&placed.display) == Ok(placed.word));
    box_fits && words.len() == 18 && recorded && displayed && is_connected(&rows)
}

/// Whether all letter cells can be reached from the first one, cell by cell.
fn is_connected(rows: &[String]) -> bool {
    let mut left: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (row, text) in rows.iter().enumerate() {
        left.extend(text.match_indices(|cell| cell != '#').map(|(column, _)| (row, column)));
    }
    let mut open: Vec<_> = left.pop_first().into_iter().collect();
    while let Some((row, column)) = open.pop() {
        let near = [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
        open.extend(near.into_iter().filter(|cell| left.remove(cell)));
    }
    left.is_empty()
}

fn words_are_sound(unit: &CrosswordUnit, lexicon: &Lexicon, blocklist: &Blocklist) -> bool {
    let texts: Vec<String> = unit.pair.grids.iter().flat_map(words).map(|word| word.0).collect();
    let mut seen = BTreeSet::new();
    texts.iter().all(|text| {
        let Ok(word) = fold(text) else { return false };
        let Some(id) = lexicon.lookup(word) else { return false };
        let fair = (3..=11).contains(&text.len()) && blocklist.blocking(word).is_none();
        fair && lexicon.entry(id).lemmas.iter().all(|lemma| seen.insert(lemma))
    })
}
