//! A unit of a hive game as plain data.

mod code;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use code::CodeError;

use crate::money::Cents;

/// What a cell of a hive holds. Symbols are stored as the roles that they play, whichever the player picks: with the
/// playable symbol *p* picked, `Second` shows the next playable symbol and `Third` the one after, in a circle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HiveCell {
    /// The symbol that the player picked.
    #[default]
    Picked,
    /// The playable symbol after the picked one.
    Second,
    /// The playable symbol after that.
    Third,
    /// A symbol that nobody can pick, counted from 1.
    Filler(u8),
    /// A multiplier: times so much.
    Multiplier(u8),
    /// A bee, which wins the amount above the hive.
    Bee,
    /// What opens the EXTRA hive.
    Extra,
}

impl HiveCell {
    /// The place of a symbol in [`HiveUnit::symbols`] when this playable symbol is picked, from 0; `None` for what is no
    /// symbol.
    ///
    /// ```
    /// use alveole::unit::HiveCell;
    /// assert_eq!(HiveCell::Second.symbol(2, 3), Some(0));
    /// assert_eq!(HiveCell::Filler(1).symbol(2, 3), Some(3));
    /// assert_eq!(HiveCell::Bee.symbol(2, 3), None);
    /// ```
    pub const fn symbol(self, pick: usize, playable: usize) -> Option<usize> {
        let role = match self {
            Self::Picked => 0,
            Self::Second => 1,
            Self::Third => 2,
            Self::Filler(number) => return Some(playable + (number as usize).saturating_sub(1)),
            Self::Multiplier(_) | Self::Bee | Self::Extra => return None,
        };
        Some((pick + role) % playable)
    }
}

impl fmt::Display for HiveCell {
    /// The token of unit records: `picked`, `filler2`, `x5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Picked => f.pad("picked"),
            Self::Second => f.pad("second"),
            Self::Third => f.pad("third"),
            Self::Filler(number) => f.pad(&format!("filler{number}")),
            Self::Multiplier(times) => f.pad(&format!("x{times}")),
            Self::Bee => f.pad("bee"),
            Self::Extra => f.pad("extra"),
        }
    }
}

/// Why a text is no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no cell: picked, second, third, filler1 to filler9, x2 to x10, bee and extra are")]
pub struct NoCell;

impl FromStr for HiveCell {
    type Err = NoCell;

    /// The cell of a token; other multipliers than the rules have are read up to `x10`, so that a judge can name them.
    fn from_str(token: &str) -> Result<Self, NoCell> {
        let digits = |text: &str, most: u8| {
            let plain = !text.starts_with('0') && text.bytes().all(|digit| digit.is_ascii_digit());
            text.parse().ok().filter(|number| plain && *number <= most)
        };
        match token {
            "picked" => Ok(Self::Picked),
            "second" => Ok(Self::Second),
            "third" => Ok(Self::Third),
            "bee" => Ok(Self::Bee),
            "extra" => Ok(Self::Extra),
            _ => {
                let filler = token.strip_prefix("filler").and_then(|number| digits(number, 9)).map(Self::Filler);
                let times = || token.strip_prefix('x').and_then(|times| digits(times, 10)).filter(|times| *times > 1);
                filler.or_else(|| times().map(Self::Multiplier)).ok_or(NoCell)
            }
        }
    }
}

/// A line of a hive: its amount, and its cells from left to right. Cells lie in the line itself, so that a unit takes
/// few allocations.
#[derive(Clone, Copy)]
pub struct HiveLine {
    /// What it wins.
    pub amount: Cents,
    length: u8,
    cells: [HiveCell; Self::MOST],
}

impl HiveLine {
    /// The most cells of a line.
    pub const MOST: usize = 16;

    /// A line of these cells; `None` when there are more than [`MOST`](Self::MOST).
    pub fn new(amount: Cents, cells: &[HiveCell]) -> Option<Self> {
        let mut line = Self { amount, length: u8::try_from(cells.len()).ok()?, cells: [HiveCell::Picked; Self::MOST] };
        line.cells.get_mut(..cells.len())?.copy_from_slice(cells);
        Some(line)
    }

    /// The cells.
    pub fn cells(&self) -> &[HiveCell] {
        &self.cells[..usize::from(self.length)]
    }

    /// The cells, to be changed.
    pub fn cells_mut(&mut self) -> &mut [HiveCell] {
        &mut self.cells[..usize::from(self.length)]
    }
}

/// What lies behind the last cell says nothing.
impl PartialEq for HiveLine {
    fn eq(&self, other: &Self) -> bool {
        self.amount == other.amount && self.cells() == other.cells()
    }
}

impl Eq for HiveLine {}

#[expect(clippy::missing_fields_in_debug, reason = "the length is that of the cells")]
impl fmt::Debug for HiveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HiveLine").field("amount", &self.amount).field("cells", &self.cells()).finish()
    }
}

/// A hive: its lines from top to bottom, and what stands above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hive {
    /// From top to bottom.
    pub lines: Vec<HiveLine>,
    /// What a bee wins.
    pub bee: Cents,
}

/// A unit of a hive game. The player's pick is an input of playing, and no part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiveUnit {
    /// Name of the game, such as `ruche-d-or`. Shared by the units of a run.
    pub game: Arc<str>,
    /// The playable symbols, then the fillers. Shared by the units of a run.
    pub symbols: Arc<[Box<str>]>,
    /// The hive, and the EXTRA hive where there is one.
    pub hives: Vec<Hive>,
    /// Bees of the Bonus; `None` where it is not reached.
    pub bonus_bees: Option<u8>,
    /// What the record says of the lot: zero for a losing unit.
    pub lot: Cents,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_as_they_are_written() {
        let fillers = (1..=9).map(HiveCell::Filler);
        let cells = [HiveCell::Picked, HiveCell::Second, HiveCell::Third, HiveCell::Bee, HiveCell::Extra];
        for cell in cells.into_iter().chain(fillers).chain((2..=10).map(HiveCell::Multiplier)) {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for token in ["", "x", "x1", "x0", "x11", "x02", "x+2", "filler", "filler0", "filler10", "Picked", "fleur", "é"]
        {
            assert_eq!(token.parse::<HiveCell>(), Err(NoCell), "{token}");
        }
    }

    #[test]
    fn lines_are_their_cells() {
        let mut line = HiveLine::new(Cents(300), &[HiveCell::Bee; 4]).unwrap();
        line.cells_mut()[0] = HiveCell::Third;
        assert_eq!(line.cells(), [HiveCell::Third, HiveCell::Bee, HiveCell::Bee, HiveCell::Bee]);
        assert_eq!(Some(line), HiveLine::new(Cents(300), line.cells()));
        assert!(HiveLine::new(Cents(300), &[HiveCell::Bee; HiveLine::MOST]).is_some());
        assert_eq!(HiveLine::new(Cents(300), &[HiveCell::Bee; HiveLine::MOST + 1]), None);
    }
}
