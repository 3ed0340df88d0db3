//! Which pairs of a bank are meant: `3`, `0,4,7`, `10..19`.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use alveole::bank::Bank;

use crate::exit::Failure;
use crate::options::counted;

/// Numbers of pairs, and ranges of them, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairs(Vec<RangeInclusive<usize>>);

impl FromStr for Pairs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?;
        let range = |part: &str| {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let (first, last): (usize, usize) = (number(first)?, number(last)?);
            (first <= last).then_some(first..=last)
        };
        let ranges = text.split(',').map(range).collect::<Option<Vec<_>>>();
        ranges.map(Self).ok_or_else(|| "write numbers of pairs, such as 3 or 0,4,7 or 10..19 (both included)".into())
    }
}

impl fmt::Display for Pairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, range) in self.0.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            match (range.start(), range.end()) {
                (first, last) if first == last => write!(f, "{comma}{first}")?,
                (first, last) => write!(f, "{comma}{first}..{last}")?,
            }
        }
        Ok(())
    }
}

impl Pairs {
    /// The numbers, each once and in order; an error where the bank has no such pair.
    pub(super) fn of(&self, bank: &Bank) -> Result<BTreeSet<usize>, Failure> {
        if let Some(range) = self.0.iter().find(|range| *range.end() >= bank.len()) {
            let (last, pairs) = (range.end(), counted(bank.len(), "pair"));
            return Err(Failure::usage(format_args!("there is no pair {last}: the bank has {pairs}, numbered from 0")));
        }
        Ok(self.0.iter().cloned().flatten().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges() {
        for text in ["3", "0,4,7", "10..19", "1,5..5,7..9"] {
            assert_eq!(text.parse::<Pairs>().unwrap().to_string(), text.replace("5..5", "5"));
        }
        for text in ["", ",", "3,", "4..3", "..", "1..", "..4", "-1", "+1", "1...3", "a", "99999999999999999999999"] {
            assert!(text.parse::<Pairs>().unwrap_err().starts_with("write numbers of pairs"), "{text}");
        }
    }
}
