//! Money in whole euro cents: no floats anywhere near a prize.

use std::fmt::{self, Write};
use std::iter::Sum;
use std::ops::{Add, Mul};

use serde::{Deserialize, Serialize};

/// An amount in euro cents, never negative.
///
/// ```
/// use alveole::money::Cents;
/// assert_eq!(Cents::from_euros(10_000).to_string(), "10,000 €");
/// assert_eq!(Cents(250).to_string(), "2.50 €");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cents(pub u64);

impl Cents {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// This many whole euros.
    pub const fn from_euros(euros: u64) -> Self {
        Self(euros * 100)
    }
}

impl Add for Cents {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Mul<u64> for Cents {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self(self.0 * times)
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = (self.0 / 100).to_string();
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        if !self.0.is_multiple_of(100) {
            let _ = write!(text, ".{:02}", self.0 % 100);
        }
        text.push_str(" €");
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formatting() {
        for (cents, text) in
            [(0, "0 €"), (5, "0.05 €"), (500, "5 €"), (100_000, "1,000 €"), (25_000_000, "250,000 €"), (150, "1.50 €")]
        {
            assert_eq!(Cents(cents).to_string(), text);
        }
    }
}
