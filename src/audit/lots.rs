//! The lots of units that are dealt to be audited.

use serde::Serialize;

use crate::game::Game;
use crate::money::Cents;
use crate::rng::Stream;

/// How often each result occurs among units that are dealt to be audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proportions {
    /// As in a block.
    Natural,
    /// Each result as often as any other: much is seen of rare lots. Independence does not depend on how many lots there are
    /// of a kind, so what is found holds for blocks.
    Equal,
}

/// So many lots, and nothing where a unit loses, in a uniform order. Each occurs as often as the proportions say, rounded: what
/// is left of whole units goes to the largest remainders, better lots first among equal ones.
///
/// ```
/// use alveole::audit::lots::{Proportions, lots};
/// use alveole::game::Game;
/// use alveole::money::Cents;
/// use alveole::rng::{Purpose, Streams};
/// let mut stream = Streams::from_seed(0, Purpose::AuditLots).stream(0, 0);
/// let lots = lots(&Game::mots_croises(), 1000, Proportions::Natural, &mut stream);
/// assert_eq!(lots.len(), 1000);
/// assert_eq!(lots.iter().filter(|lot| **lot == Cents::from_euros(5)).count(), 100);
/// ```
pub fn lots(game: &Game, count: u32, proportions: Proportions, stream: &mut Stream) -> Vec<Cents> {
    let winners: u64 = game.lots.iter().map(|row| row.count).sum();
    let losers = (Cents::ZERO, game.block_units - winners);
    let rows = game.lots.iter().map(|row| (row.cents, row.count)).chain([losers]);
    let weight = |units: u64| if proportions == Proportions::Natural { units } else { 1 };
    let rows: Vec<(Cents, u128)> = rows.map(|(lot, units)| (lot, u128::from(weight(units)))).collect();
    let whole: u128 = rows.iter().map(|(_, weight)| weight).sum();
    let share = |weight: u128| u128::from(count) * weight;
    let mut counts: Vec<u128> = rows.iter().map(|(_, weight)| share(*weight) / whole).collect();
    let mut by_remainder: Vec<usize> = (0..rows.len()).collect();
    by_remainder.sort_by_key(|at| std::cmp::Reverse(share(rows[*at].1) % whole));
    let given: u128 = counts.iter().sum();
    for (_, at) in (given..u128::from(count)).zip(by_remainder) {
        counts[at] += 1;
    }
    let repeated = |((lot, _), count): (&(Cents, u128), u128)| (0..count).map(|_| *lot).collect::<Vec<_>>();
    let mut lots = rows.iter().zip(counts).map(repeated).collect::<Vec<_>>().concat();
    stream.shuffle(&mut lots);
    lots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Purpose, Streams};

    #[test]
    fn lots_are_apportioned() {
        let game = Game::mots_croises();
        let drawn = |count, proportions| {
            let mut stream = Streams::from_seed(1, Purpose::AuditLots).stream(0, 0);
            let lots = lots(&game, count, proportions, &mut stream);
            assert_eq!(lots.len(), count as usize);
            let results = game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]);
            results.map(|result| lots.iter().filter(|lot| **lot == result).count()).collect::<Vec<_>>()
        };
        // Two units are left of whole ones: nothing has 0.70 more, 50 € 0.67.
        assert_eq!(drawn(20_000, Proportions::Natural), [0, 0, 0, 40, 267, 443, 200, 2300, 2000, 14_750]);
        assert_eq!(drawn(23, Proportions::Equal), [3, 3, 3, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(drawn(0, Proportions::Equal), [0; 10]);
    }
}
