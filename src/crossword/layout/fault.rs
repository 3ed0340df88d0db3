//! Why a mask is no layout, by rule.

use thiserror::Error;

use crate::unit::Direction;

/// Why a mask is no layout of a game. Rows and columns count from 0; ids name rules of the checklist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LayoutFault {
    /// The box is too small or too large (MC-D4).
    #[error("MC-D4: the box has {rows} rows and {columns} columns; give each side {min} to {max} cells")]
    Box {
        /// Rows of the mask.
        rows: usize,
        /// Columns of the mask.
        columns: usize,
        /// Smallest side.
        min: usize,
        /// Largest side.
        max: usize,
    },
    /// A letter cell with no other beside, above or below it (MC-4.5b).
    #[error(
        "MC-4.5b: row {row}, column {column} (from 0): this letter cell is in no word; make it grey or join it to others"
    )]
    LoneCell {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
    },
    /// A run of letter cells that is too short or too long for a word (MC-D2).
    #[error(
        "MC-D2: row {row}, column {column} (from 0): a run of {length} letter cells {direction}, where words have {min} to {max}; {} it",
        if length < min { "lengthen or break" } else { "shorten" }
    )]
    RunLength {
        /// Row of its first cell.
        row: usize,
        /// Column of its first cell.
        column: usize,
        /// Which way it runs.
        direction: Direction,
        /// Its cells.
        length: usize,
        /// Letters of the shortest word.
        min: usize,
        /// Letters of the longest word.
        max: usize,
    },
    /// More or fewer slots than the game has words (MC-4.2b).
    #[error(
        "MC-4.2b: {found} slots ({across} across, {down} down), where a grid has {wanted} words; {} {}",
        if found < wanted { "add" } else { "take out" },
        found.abs_diff(*wanted)
    )]
    SlotCount {
        /// Slots of the mask.
        found: usize,
        /// Those across.
        across: usize,
        /// Those down.
        down: usize,
        /// Words of a grid.
        wanted: usize,
    },
    /// A slot that crosses no other (MC-D4).
    #[error(
        "MC-D4: row {row}, column {column} (from 0): the slot {direction} crosses no other; lead another through one of its cells"
    )]
    Uncrossed {
        /// Row of its first cell.
        row: usize,
        /// Column of its first cell.
        column: usize,
        /// Which way it runs.
        direction: Direction,
    },
    /// A slot that is not connected with the first (MC-D4).
    #[error(
        "MC-D4: row {row}, column {column} (from 0): the slot {direction} is not connected with the first, at row {first_row}, column {first_column}; join them by crossings"
    )]
    Island {
        /// Row of its first cell.
        row: usize,
        /// Column of its first cell.
        column: usize,
        /// Which way it runs.
        direction: Direction,
        /// Row of the layout's first slot.
        first_row: usize,
        /// Column of the layout's first slot.
        first_column: usize,
    },
}

impl LayoutFault {
    /// The rule that is broken: an id of the checklist.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::LoneCell { .. } => "MC-4.5b",
            Self::RunLength { .. } => "MC-D2",
            Self::SlotCount { .. } => "MC-4.2b",
            Self::Box { .. } | Self::Uncrossed { .. } | Self::Island { .. } => "MC-D4",
        }
    }

    /// The cell that it is about, as row and column from 0; `None` where it is about the whole mask.
    pub const fn cell(&self) -> Option<(usize, usize)> {
        match *self {
            Self::Box { .. } | Self::SlotCount { .. } => None,
            Self::LoneCell { row, column }
            | Self::RunLength { row, column, .. }
            | Self::Uncrossed { row, column, .. }
            | Self::Island { row, column, .. } => Some((row, column)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Layout, Mask};
    use crate::game::{Crossword, Game};

    /// Eighteen slots in a box of 12 by 12.
    const SOUND: &str = "\
...#.#......
.###.####.#.
.#.....##.#.
...#.####.#.
.#.......##.
.#.###.#.##.
....##......
.#.#.#.#.##.
#........###
#.##.###.###
#.#........#
#.##.###.###
";

    fn game(words: usize, side: usize) -> Crossword {
        let mut game = Game::mots_croises().crossword;
        game.words_per_grid = words;
        game.side.min = side;
        game
    }

    #[test]
    fn a_sound_mask_is_a_layout() {
        let layout = Layout::from_mask(&SOUND.parse().unwrap(), &game(18, 11)).unwrap();
        assert_eq!((layout.slots().len(), layout.across() + layout.down()), (18, 18));
    }

    /// Each mask is sound but for one thing.
    #[test]
    fn every_fault_is_named_with_rule_and_place() {
        let replaced = |from: &str, to: &str| {
            assert_eq!(SOUND.matches(from).count(), 1, "{from}");
            SOUND.replace(from, to)
        };
        // Without the lowest row across, its three crossing slots stay three and more cells long.
        let seventeen = replaced("#.#........#", "#.##.###.###");
        let too_few_rows = SOUND.lines().take(10).fold(String::new(), |text, line| text + line + "\n");
        let lone = replaced("#........###\n#.##.###.###\n#.#", "#........###\n#.##.###.##.\n#.#");
        let across_two = replaced("#.##.###.###\n#.#........#", "#.##.##..###\n#.#........#");
        let uncrossed = "...#\n.#.#\n...#\n####\n.###\n.###\n.###\n";
        let island = "...#...\n.#.#.#.\n...#...\n";
        let thirteen = format!("...\n{}...\n", ".#.\n".repeat(11));
        for (text, words, side, rule, message) in [
            (&*seventeen, 18, 11, "MC-4.2b", "17 slots (8 across, 9 down), where a grid has 18 words; add 1"),
            (SOUND, 16, 11, "MC-4.2b", "18 slots (9 across, 9 down), where a grid has 16 words; take out 2"),
            (&*"###\n".repeat(3), 4, 3, "MC-4.2b", "0 slots (0 across, 0 down), where a grid has 4 words; add 4"),
            (&*too_few_rows, 18, 11, "MC-D4", "the box has 10 rows and 12 columns; give each side 11 to 15 cells"),
            (&*lone, 18, 11, "MC-4.5b", "row 9, column 11 (from 0): this letter cell is in no word; make it grey"),
            (
                &*across_two,
                18,
                11,
                "MC-D2",
                "row 9, column 7 (from 0): a run of 2 letter cells across, where words have 3 to 11; lengthen or break it",
            ),
            (
                &*thirteen,
                4,
                3,
                "MC-D2",
                "row 0, column 0 (from 0): a run of 13 letter cells down, where words have 3 to 11; shorten it",
            ),
            (
                uncrossed,
                5,
                3,
                "MC-D4",
                "row 4, column 0 (from 0): the slot down crosses no other; lead another through one of its cells",
            ),
            (
                island,
                8,
                3,
                "MC-D4",
                "row 0, column 4 (from 0): the slot across is not connected with the first, at row 0, column 0; join",
            ),
        ] {
            let fault = Layout::from_mask(&text.parse::<Mask>().unwrap(), &game(words, side)).unwrap_err();
            assert_eq!(fault.rule(), rule, "{fault}");
            assert_eq!(Layout::faults(&text.parse().unwrap(), &game(words, side))[0], fault);
            assert!(fault.to_string().starts_with(&format!("{rule}: {message}")), "{fault}");
        }
    }

    #[test]
    fn all_faults_are_named_together() {
        let faults = |text: &str, words| {
            let faults = Layout::faults(&text.parse().unwrap(), &game(words, 3));
            faults.iter().map(|fault| (fault.rule(), fault.cell())).collect::<Vec<_>>()
        };
        assert_eq!(Layout::faults(&SOUND.parse().unwrap(), &game(18, 11)), []);
        // A lone cell in each upper corner, and a square.
        let lone = ".###.\n#####\n#...#\n#.#.#\n#...#\n";
        assert_eq!(faults(lone, 4), [("MC-4.5b", Some((0, 0))), ("MC-4.5b", Some((0, 4)))]);
        // A square, a slot that crosses nothing, and two more squares that each are an island.
        let islands = "...#.#...\n.#.#.#.#.\n...#.#...\n#########\n...######\n.#.######\n...######\n";
        let found = faults(islands, 13);
        assert_eq!(found, [("MC-D4", Some((0, 4))), ("MC-D4", Some((0, 6))), ("MC-D4", Some((4, 0)))]);
        // Nothing at all: too few slots, and no place to point at.
        assert_eq!(faults(&"###\n".repeat(3), 4), [("MC-4.2b", None)]);
        // The first slot crosses nothing: the others are no islands.
        assert_eq!(
            faults("###...\n.#####\n.#...#\n.#.#.#\n##...#\n", 6),
            [("MC-D4", Some((0, 3))), ("MC-D4", Some((1, 0)))]
        );
    }
}
