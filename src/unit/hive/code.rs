//! Cells as bytes, one each: the form in which many units are kept together.
//!
//! | byte | cell |
//! |---|---|
//! | `P` `S` `T` | picked, second, third |
//! | `1` to `9` | filler of this number |
//! | `b` to `j` | multiplier ×2 to ×10: the second to the tenth letter |
//! | `B` `E` | bee, EXTRA |
//!
//! The cells of a unit are those of its hive, line by line from the top, each from left to right; then, where there is one,
//! those of the EXTRA hive. How many a line has is the game's to say.

use thiserror::Error;

use super::{Hive, HiveCell, HiveLine, HiveUnit};
use crate::game::HiveGame;

/// Why bytes are no cells of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CodeError {
    /// Neither one hive nor two.
    #[error("{found} cells, where a hive of the game has {hive}: give those of one hive or two")]
    Length {
        /// How many there are.
        found: usize,
        /// How many a hive has.
        hive: usize,
    },
    /// A byte that no cell has.
    #[error("byte {code:#04x} at place {place} is no cell: P, S, T, 1 to 9, b to j, B and E are")]
    Code {
        /// From 0.
        place: usize,
        /// The byte.
        code: u8,
    },
}

impl HiveCell {
    /// The cell as one byte of ASCII, by the table of the module: `P`, `2`, `e` for ×5. `?` for a filler or multiplier that
    /// records have no token for, which no sound unit holds.
    ///
    /// ```
    /// use alveole::unit::HiveCell;
    /// assert_eq!(HiveCell::Multiplier(5).code(), b'e');
    /// assert_eq!(HiveCell::from_code(b'e'), Some(HiveCell::Multiplier(5)));
    /// ```
    pub const fn code(self) -> u8 {
        match self {
            Self::Picked => b'P',
            Self::Second => b'S',
            Self::Third => b'T',
            Self::Filler(number @ 1..=9) => b'0' + number,
            Self::Multiplier(times @ 2..=10) => b'a' + times - 1,
            Self::Bee => b'B',
            Self::Extra => b'E',
            Self::Filler(_) | Self::Multiplier(_) => b'?',
        }
    }

    /// The cell of a byte; `None` for one that no cell has.
    pub const fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            b'P' => Self::Picked,
            b'S' => Self::Second,
            b'T' => Self::Third,
            b'1'..=b'9' => Self::Filler(code - b'0'),
            b'b'..=b'j' => Self::Multiplier(code - b'a' + 1),
            b'B' => Self::Bee,
            b'E' => Self::Extra,
            _ => return None,
        })
    }
}

impl HiveUnit {
    /// The bytes of all cells: the hive's, then the EXTRA hive's. What else a unit is stands beside them: Bonus and lot, and
    /// what the game has for all its units.
    ///
    /// ```
    /// use alveole::game::HiveGame;
    /// use alveole::unit::{Hive, HiveCell, HiveLine, HiveUnit};
    /// let game = HiveGame::ruche_d_or();
    /// let codes = b"PSePTT1122PPS123SSTPB11PSTc1P12PTSST11";
    /// let hives = Hive::from_codes(&game, &codes[..37]).unwrap();
    /// assert_eq!(hives[0].lines[0].cells()[2], HiveCell::Multiplier(5));
    /// let symbols = game.symbols().map(Box::from).collect();
    /// let unit = HiveUnit { game: "ruche-d-or".into(), symbols, hives, bonus_bees: None, lot: game.bee };
    /// assert!(unit.codes().eq(codes[..37].iter().copied()));
    /// ```
    pub fn codes(&self) -> impl Iterator<Item = u8> {
        self.hives.iter().flat_map(|hive| &hive.lines).flat_map(HiveLine::cells).map(|cell| cell.code())
    }
}

impl Hive {
    /// The hive, or the hive and its EXTRA hive, of bytes that [`HiveUnit::codes`] gave, with the amounts of the game.
    ///
    /// # Errors
    /// When there are neither one hive's cells nor two, or a byte is no cell. Whether the unit keeps the rules is the judge's
    /// to say.
    ///
    /// # Panics
    /// Never: a game that was read has no line of more cells than a unit's line holds.
    pub fn from_codes(game: &HiveGame, codes: &[u8]) -> Result<Vec<Self>, CodeError> {
        let length: usize = game.lines.iter().map(|line| line.cells).sum();
        if codes.len() != length && codes.len() != 2 * length {
            return Err(CodeError::Length { found: codes.len(), hive: length });
        }
        let mut places = codes.iter().copied().enumerate();
        let mut hive = || {
            let lines = game.lines.iter().map(|row| {
                let mut cells = [HiveCell::Picked; HiveGame::MOST_CELLS];
                for (cell, (place, code)) in cells[..row.cells].iter_mut().zip(places.by_ref()) {
                    *cell = HiveCell::from_code(code).ok_or(CodeError::Code { place, code })?;
                }
                Ok(HiveLine::new(row.cents, &cells[..row.cells]).expect("a game's lines fit a unit's"))
            });
            Ok(Self { lines: lines.collect::<Result<_, _>>()?, bee: game.bee })
        };
        (0..codes.len() / length).map(|_| hive()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_byte() {
        let mut cells: Vec<HiveCell> = (1..=9).map(HiveCell::Filler).collect();
        cells.extend((2..=10).map(HiveCell::Multiplier));
        cells.extend([HiveCell::Picked, HiveCell::Second, HiveCell::Third, HiveCell::Bee, HiveCell::Extra]);
        let known = (0..=u8::MAX).filter_map(|code| HiveCell::from_code(code).map(|cell| (code, cell)));
        let mut count = 0;
        for (code, cell) in known {
            assert_eq!(cell.code(), code);
            assert!(cells.contains(&cell), "{cell}");
            count += 1;
        }
        assert_eq!(count, cells.len());
        for cell in [HiveCell::Filler(0), HiveCell::Filler(10), HiveCell::Multiplier(1), HiveCell::Multiplier(11)] {
            assert_eq!(HiveCell::from_code(cell.code()), None, "{cell}");
        }
    }

    #[test]
    fn bytes_that_are_no_unit_are_told() {
        let game = HiveGame::ruche_d_or();
        let read = |codes: &[u8]| Hive::from_codes(&game, codes).map_err(|error| error.to_string());
        assert_eq!(read(&[b'P'; 74]).unwrap().len(), 2);
        let length = "36 cells, where a hive of the game has 37: give those of one hive or two";
        assert_eq!(read(&[b'P'; 36]).unwrap_err(), length);
        assert!(read(&[]).is_err() && read(&[b'P'; 111]).is_err());
        let mut codes = [b'P'; 74];
        codes[40] = b'a';
        let problem = "byte 0x61 at place 40 is no cell: P, S, T, 1 to 9, b to j, B and E are";
        assert_eq!(read(&codes).unwrap_err(), problem);
    }
}
