//! Which cells of a box hold letters: masks, their text form, their symmetries.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Which cells of a box hold letters: one bit a cell, the lowest bit of a row its first column.
///
/// As text, a row is a line, `.` a letter cell and `#` a grey one; blank lines stand between masks.
///
/// ```
/// use alveole::crossword::layout::Mask;
/// let mask: Mask = "...\n.#.\n...\n".parse()?;
/// assert_eq!((mask.rows(), mask.columns(), mask.letter_cells()), (3, 3, 8));
/// assert!(mask.is_letter(0, 1) && !mask.is_letter(1, 1));
/// assert_eq!(mask.to_string(), "...\n.#.\n...\n");
/// # Ok::<(), alveole::crossword::layout::MaskError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mask {
    columns: u8,
    /// Bits from `columns` on are never set.
    rows: Vec<u16>,
}

/// Why a text is no mask, and where. Lines and columns count from 1, as editors do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct MaskError {
    /// Line of the text.
    pub line: usize,
    /// Character of the line.
    pub column: usize,
    /// What is wrong there, and what to do.
    pub problem: MaskProblem,
}

/// What keeps a text from being a mask.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaskProblem {
    /// A character that is no cell.
    #[error("{found:?} is no cell; write . for a letter, # for grey, and a blank line between masks")]
    Character {
        /// What stands there.
        found: char,
    },
    /// A row that is longer or shorter than the first of its mask.
    #[error("this row has {found} cells, the first of its mask {wanted}; make them equally long")]
    Ragged {
        /// Cells of this row.
        found: usize,
        /// Cells of the first row.
        wanted: usize,
    },
    /// A mask beyond [`Mask::MAX_SIDE`].
    #[error(
        "a mask has at most {max} rows and columns; shorten it, or put a blank line between masks",
        max = Mask::MAX_SIDE
    )]
    TooLarge,
    /// Nothing but blank lines.
    #[error("there is no mask here; write its rows as lines of . and #")]
    Empty,
    /// A second mask where one was asked for.
    #[error("a second mask starts here, where one is asked for; take it out")]
    Several,
}

impl MaskProblem {
    const fn at(self, line: usize, column: usize) -> MaskError {
        MaskError { line, column, problem: self }
    }
}

impl Mask {
    /// Most rows, and most columns, of a mask.
    pub const MAX_SIDE: usize = 16;

    /// A box of grey cells.
    ///
    /// # Panics
    /// When a side is 0 or above [`Self::MAX_SIDE`].
    pub fn grey(rows: usize, columns: usize) -> Self {
        Self::from_bits(columns, vec![0; rows])
    }

    /// A mask of bit rows. Bits beyond the box are dropped.
    ///
    /// # Panics
    /// When a side is 0 or above [`Self::MAX_SIDE`].
    pub(super) fn from_bits(columns: usize, mut rows: Vec<u16>) -> Self {
        assert!((1..=Self::MAX_SIDE).contains(&rows.len()), "{} rows", rows.len());
        assert!((1..=Self::MAX_SIDE).contains(&columns), "{columns} columns");
        for row in &mut rows {
            *row &= u16::MAX >> (Self::MAX_SIDE - columns);
        }
        Self { columns: u8::try_from(columns).expect("checked above"), rows }
    }

    /// Reads all masks of a text, each with the line (from 1) of its first row.
    ///
    /// Lines may end in CR LF; a line of white space alone is blank.
    ///
    /// # Errors
    /// When there is no mask, or at the first character, row or box that is none.
    pub fn read_all(text: &str) -> Result<Vec<(usize, Self)>, MaskError> {
        let mut masks = Vec::new();
        let mut open: Option<(usize, Self)> = None;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, content) in (1..).zip(text.lines()) {
            if content.trim().is_empty() {
                masks.extend(open.take());
                continue;
            }
            let (bits, cells) = read_row(line, content)?;
            match &mut open {
                None => open = Some((line, Self::from_bits(cells, vec![bits]))),
                Some((_, mask)) if cells != mask.columns() => {
                    let (found, wanted) = (cells, mask.columns());
                    return Err(MaskProblem::Ragged { found, wanted }.at(line, found.min(wanted) + 1));
                }
                Some((_, mask)) if mask.rows() == Self::MAX_SIDE => {
                    return Err(MaskProblem::TooLarge.at(line, 1));
                }
                Some((_, mask)) => mask.rows.push(bits),
            }
        }
        masks.extend(open);
        if masks.is_empty() { Err(MaskProblem::Empty.at(1, 1)) } else { Ok(masks) }
    }

    /// The text of several masks, as [`Self::read_all`] reads it.
    pub fn write_all<'a>(masks: impl IntoIterator<Item = &'a Self>) -> String {
        masks.into_iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// How many rows.
    pub const fn rows(&self) -> usize {
        self.rows.len()
    }

    /// How many columns.
    pub const fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Whether a cell holds a letter; outside the box none does.
    pub fn is_letter(&self, row: usize, column: usize) -> bool {
        column < self.columns() && self.rows.get(row).is_some_and(|bits| bits >> column & 1 == 1)
    }

    /// Makes a cell hold a letter, or grey.
    ///
    /// # Panics
    /// When the cell is outside the box.
    pub fn set(&mut self, row: usize, column: usize, letter: bool) {
        assert!(column < self.columns(), "column {column} of {}", self.columns);
        if letter {
            self.rows[row] |= 1 << column;
        } else {
            self.rows[row] &= !(1 << column);
        }
    }

    /// One row, a bit a cell, the lowest its first column.
    ///
    /// # Panics
    /// When there is no such row.
    pub fn bits(&self, row: usize) -> u16 {
        self.rows[row]
    }

    /// How many cells hold letters.
    pub fn letter_cells(&self) -> usize {
        self.rows.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// Rows become columns.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let row = |column: usize| {
            (0..self.rows()).fold(0, |bits, row| if self.is_letter(row, column) { bits | 1 << row } else { bits })
        };
        Self::from_bits(self.rows(), (0..self.columns()).map(row).collect())
    }

    /// Left becomes right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let shift = Self::MAX_SIDE - self.columns();
        let rows = self.rows.iter().map(|bits| bits.reverse_bits() >> shift).collect();
        Self { columns: self.columns, rows }
    }

    /// The mask under the 8 symmetries of the square, itself first: four rotations and four mirror images. Those that
    /// turn rows into columns exchange the sides of the box.
    pub fn symmetries(&self) -> [Self; 8] {
        let mirrored = self.mirrored();
        let half_turned = mirrored.flipped();
        let [turned, transposed] = [self.flipped().transposed(), self.transposed()];
        let [turned_back, across] = [turned.mirrored().flipped(), transposed.mirrored().flipped()];
        [self.clone(), turned, half_turned, turned_back, mirrored, transposed, self.flipped(), across]
    }

    /// Top becomes bottom.
    fn flipped(&self) -> Self {
        Self { columns: self.columns, rows: self.rows.iter().rev().copied().collect() }
    }

    /// The one mask that stands for all its [`symmetries`](Self::symmetries): two masks are equal up to rotations and
    /// mirrors exactly when their canonical masks are equal.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let [first, others @ ..] = self.symmetries();
        others.into_iter().fold(first, Self::min)
    }
}

/// The bits and the number of cells of one line.
fn read_row(line: usize, content: &str) -> Result<(u16, usize), MaskError> {
    let mut bits = 0;
    let mut cells = 0;
    for found in content.chars() {
        let column = cells + 1;
        let letter = match found {
            '.' => 1,
            '#' => 0,
            _ => return Err(MaskProblem::Character { found }.at(line, column)),
        };
        if column > Mask::MAX_SIDE {
            return Err(MaskProblem::TooLarge.at(line, column));
        }
        bits |= letter << cells;
        cells = column;
    }
    Ok((bits, cells))
}

impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows() {
            let line: String =
                (0..self.columns()).map(|column| if self.is_letter(row, column) { '.' } else { '#' }).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Mask\n{self}")
    }
}

impl FromStr for Mask {
    type Err = MaskError;

    fn from_str(text: &str) -> Result<Self, MaskError> {
        let mut masks = Self::read_all(text)?.into_iter();
        match (masks.next(), masks.next()) {
            (Some((_, mask)), None) => Ok(mask),
            (_, Some((line, _))) => Err(MaskProblem::Several.at(line, 1)),
            (None, None) => Err(MaskProblem::Empty.at(1, 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bad_texts_are_refused_with_their_place() {
        let wide = format!("{}\n", ".".repeat(17));
        let high = ".\n".repeat(17);
        for (text, message) in [
            ("", "line 1, column 1: there is no mask"),
            (" \n\n", "line 1, column 1: there is no mask"),
            ("...\n.x.\n", "line 2, column 2: 'x' is no cell; write . for a letter"),
            ("...\r\n..É\r\n", "line 2, column 3: 'É' is no cell"),
            ("\n\n... \n", "line 3, column 4: ' ' is no cell"),
            ("...\n\n....\n..\n", "line 4, column 3: this row has 2 cells, the first of its mask 4"),
            ("..\n...\n", "line 2, column 3: this row has 3 cells, the first of its mask 2; make them equally long"),
            (&wide, "line 1, column 17: a mask has at most 16 rows and columns"),
            (&high, "line 17, column 1: a mask has at most 16 rows and columns; shorten it"),
        ] {
            let error = Mask::read_all(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
        let error = "..\n..\n\n\n.#\n".parse::<Mask>().unwrap_err().to_string();
        assert!(error.starts_with("line 5, column 1: a second mask starts here"), "{error}");
    }

    #[test]
    fn masks_carry_their_lines() {
        let masks = Mask::read_all("\u{feff}\r\n..\r\n.#\r\n  \n\n#.\n").unwrap();
        assert_eq!(masks.iter().map(|(line, mask)| (*line, mask.rows())).collect::<Vec<_>>(), [(2, 2), (6, 1)]);
    }

    #[test]
    fn a_side_of_sixteen_fits() {
        let text = format!("{}\n", ".".repeat(16)).repeat(16);
        let mask: Mask = text.parse().unwrap();
        assert_eq!(mask.letter_cells(), 256);
        assert_eq!(mask.canonical(), mask);
    }

    #[test]
    fn the_eight_symmetries_of_a_lopsided_mask_differ() {
        let mask: Mask = "...\n.##\n".parse().unwrap();
        let all: std::collections::BTreeSet<Mask> = mask.symmetries().into_iter().collect();
        assert_eq!(all.len(), 8);
        assert_eq!(mask.symmetries()[0], mask);
        assert_eq!(mask.symmetries().map(|m| (m.rows(), m.columns())).iter().filter(|s| **s == (3, 2)).count(), 4);
    }

    /// Turns by the definition, cell by cell: the slow version, as oracle.
    fn turned_right(mask: &Mask) -> Mask {
        let mut turned = Mask::grey(mask.columns(), mask.rows());
        for row in 0..mask.rows() {
            for column in 0..mask.columns() {
                turned.set(column, mask.rows() - 1 - row, mask.is_letter(row, column));
            }
        }
        turned
    }

    prop_compose! {
        fn any_mask()(columns in 1..=16usize, rows in prop::collection::vec(any::<u16>(), 1..=16)) -> Mask {
            Mask::from_bits(columns, rows)
        }
    }

    proptest! {
        #[test]
        fn text_round_trip(masks in prop::collection::vec(any_mask(), 1..5)) {
            let read = Mask::read_all(&Mask::write_all(&masks)).unwrap();
            prop_assert_eq!(read.into_iter().map(|(_, mask)| mask).collect::<Vec<_>>(), masks);
        }

        #[test]
        fn canonical_is_one_of_the_symmetries_and_the_same_for_all(mask in any_mask()) {
            let canonical = mask.canonical();
            prop_assert!(mask.symmetries().contains(&canonical));
            let mut turned = mask;
            for _ in 0..4 {
                turned = turned_right(&turned);
                prop_assert_eq!(&turned.canonical(), &canonical);
                prop_assert_eq!(&turned.mirrored().canonical(), &canonical);
                prop_assert_eq!(turned.transposed(), turned_right(&turned).mirrored());
            }
        }

        #[test]
        fn symmetries_are_turns_and_mirrors(mask in any_mask()) {
            let mut turns = Vec::new();
            let mut turned = mask.clone();
            for _ in 0..4 {
                turns.push(turned.mirrored());
                turns.push(turned.clone());
                turned = turned_right(&turned);
            }
            prop_assert_eq!(turned, mask.clone());
            let mut symmetries = mask.symmetries().to_vec();
            symmetries.sort();
            turns.sort();
            prop_assert_eq!(symmetries, turns);
        }
    }
}
