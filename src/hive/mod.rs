//! The makers of hives: the ways to a lot, and the placement of what a way says.
//!
//! A [`Plan`] is one way to a lot: which lines win and by what multiplier, whether there is a bee, the same again in an
//! EXTRA hive, or the Bonus alone. [`count`] counts all of them exactly; [`LotPlans`] lists those that the game allows, by
//! kind and number of gains. A [`Maker`] places a plan, a [`Batch`] makes many units of one lot, with kinds apportioned.
//! [`Figures`] count what units show that wins nothing, beside what this law says of it.
//!
//! # How a plan is placed
//!
//! Exactly by this law, for each hive; every draw is uniform unless weights are named:
//!
//! 1. The plan fixes the winning lines, their multipliers, and whether there are a bee and an EXTRA.
//! 2. Bee, then EXTRA go to a cell that is drawn among all cells which winning symbols and their multipliers leave free.
//! 3. Each losing line draws how many picked symbols it shows, by the weights that the game has for its number of free
//!    cells; where a cell is left, it draws whether it shows an idle multiplier, and which.
//! 4. The cells of all these are drawn anew within each line.
//! 5. The other cells are independent draws of the symbols that are not picked; a line is redrawn while one of them stands
//!    as often as it takes to win.
//!
//! Nothing else depends on the lot, so that two units of different lots differ in what the plans say and in nothing else.
//!
//! # Example
//!
//! ```
//! use alveole::game::HiveGame;
//! use alveole::hive::{Batch, Maker};
//! use alveole::money::Cents;
//!
//! let maker = Maker::new(&HiveGame::ruche_d_or()).unwrap();
//! let batch = Batch::new(&maker, Cents::from_euros(20), None, 7, 100).unwrap();
//! let unit = batch.unit(0);
//! assert_eq!(unit.lot, Cents::from_euros(20));
//! assert_eq!(unit, batch.unit(0));
//! ```

mod apportion;
mod batch;
mod count;
mod figures;
mod law;
mod place;
mod plan;

use thiserror::Error;

pub use apportion::apportion;
pub use batch::Batch;
pub use count::count;
pub use figures::{Figure, Figures, Measure};
pub use place::Maker;
pub use plan::{Gain, LotPlans, MOST_PLANS, Plan};

use crate::game::Kind;
use crate::money::Cents;

/// Why there are no units of a lot.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoPlan {
    /// The prize table has no such lot.
    #[error("a lot of {lot} is in no row of the prize table (RO-3b); there are {}", listed(rows))]
    NotInTable {
        /// The lot.
        lot: Cents,
        /// The lots of the table, best first.
        rows: Vec<Cents>,
    },
    /// The kind cannot pay the lot.
    #[error("{kind} cannot pay a lot of {lot}; {} can", names(payable))]
    Kind {
        /// The kind.
        kind: Kind,
        /// The lot.
        lot: Cents,
        /// The kinds that can.
        payable: Vec<Kind>,
    },
    /// A losing unit has no kind.
    #[error("losing units have no kind: leave it out")]
    LosingKind,
    /// A winning unit has a kind.
    #[error("a unit of {lot} takes a kind: Maker::shares says how many take which")]
    WithoutKind {
        /// The lot.
        lot: Cents,
    },
    /// More plans than can be listed.
    #[error("a lot of {lot} has {plans} plans of up to {max_gains} gains, more than {MOST_PLANS}: lower max_gains")]
    TooMany {
        /// The lot.
        lot: Cents,
        /// How many.
        plans: u128,
        /// The game's most gains.
        max_gains: usize,
    },
}

fn listed(rows: &[Cents]) -> String {
    let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
    rows.join(", ")
}

fn names(kinds: &[Kind]) -> String {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    kinds.join(", ")
}
