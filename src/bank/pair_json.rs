//! A pair as one line of JSON, `alveole/pair/1`: for programs that do not read Parquet.
//!
//! ```json
//! {"schema":"alveole/pair/1","game":"mots-croises","pair":17,"level":"B",
//!  "grids":[{"rows":["#CHAT###"],"words":[{"word":"CHAT","display":"chat","row":0,"column":1,"direction":"across"}]},{}],
//!  "odds":[{"completed":[9,9],"lot_cents":25000000,"sets":12}]}
//! ```
//!
//! (All on one line.) Grids are those of a unit, `alveole/unit/1`; there are no letters yet. `odds` has the outcomes that a block may
//! contain, in the order of a bank, each with its lot and with the sets of letters that give it and can be dealt.

use std::io::{self, Write};

use serde::Serialize;

use super::{BankPair, outcomes};
use crate::formats::unit_json::GridRecord;
use crate::formats::write_json_line;
use crate::game::Game;
use crate::money::Cents;

/// The version of the records.
pub const PAIR_SCHEMA: &str = "alveole/pair/1";

/// Writes a pair, by its number in the bank, as one line.
///
/// # Errors
/// When the writer fails.
pub fn write_pair(game: &Game, number: usize, made: &BankPair, out: impl Write) -> io::Result<()> {
    let odds = outcomes(game).into_iter().zip(&made.odds);
    let odds = odds.map(|(completed, sets)| OutcomeRecord { lot_cents: game.lot(&completed), completed, sets: *sets });
    let record = PairRecord {
        schema: PAIR_SCHEMA,
        game: &game.name,
        pair: number,
        level: &made.level,
        grids: made.pair.grids.iter().map(GridRecord).collect(),
        odds: odds.collect(),
    };
    write_json_line(&record, out)
}

#[derive(Serialize)]
struct PairRecord<'a> {
    schema: &'static str,
    game: &'a str,
    pair: usize,
    level: &'a str,
    grids: Vec<GridRecord<'a>>,
    odds: Vec<OutcomeRecord>,
}

#[derive(Serialize)]
struct OutcomeRecord {
    completed: Vec<u8>,
    lot_cents: Option<Cents>,
    sets: u32,
}
