//! The form of a hive game's file, with the place of everything that can be wrong.

use serde::Deserialize;
use toml::Spanned;

use super::check::{Places, check};
use super::{Bonus, BonusRow, HiveGame, HiveLotRow, Kind, LineRow, LosingBees, PickedRow, Plans, Rates};
use crate::game::SCHEMA;
use crate::money::Cents;
use crate::table::{self, Fault};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameFile {
    schema: Spanned<String>,
    name: Spanned<String>,
    title: String,
    stake_cents: Cents,
    block_units: Spanned<u64>,
    hive: HiveTable,
    plans: PlansTable,
    totals: Spanned<TotalsTable>,
    lots: Vec<LotTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HiveTable {
    playable: Spanned<Vec<String>>,
    fillers: Spanned<Vec<String>>,
    symbols_to_win: Spanned<usize>,
    multipliers: Vec<Spanned<u8>>,
    bee_cents: Spanned<Cents>,
    extra: Spanned<bool>,
    lines: Vec<Spanned<LineRow>>,
    bonus: BonusTable,
    rates: RatesTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BonusTable {
    gains: Vec<Spanned<BonusRow>>,
    losing: Vec<Spanned<LosingBees>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatesTable {
    blank_extra_per_mille: Spanned<u32>,
    idle_multiplier_per_mille: Spanned<u32>,
    picked: Vec<Spanned<PickedRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlansTable {
    max_gains: Spanned<usize>,
    gains: Spanned<Vec<u32>>,
}

/// What the rule text states of its own prize table.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TotalsTable {
    pub(super) lots: u64,
    pub(super) cents: Cents,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LotTable {
    cents: Spanned<Cents>,
    count: u64,
    kinds: Spanned<KindsTable>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct KindsTable {
    line: u32,
    multiplied: u32,
    bee: u32,
    several: u32,
    bonus: u32,
    extra: u32,
}

/// Splits values from their places.
fn apart<T>(rows: Vec<Spanned<T>>) -> (Vec<T>, Vec<usize>) {
    rows.into_iter().map(|row| (row.span().start, row.into_inner())).map(|(place, row)| (row, place)).unzip()
}

/// The game of a file, checked; its digest is not there yet.
pub(super) fn read(text: &str) -> Result<HiveGame, Fault> {
    let at = |offset: usize, problem: String| {
        let (line, column) = table::line_and_column(text, offset);
        Fault { line, column, problem }
    };
    let file: GameFile = toml::from_str(text)
        .map_err(|error| at(error.span().map_or(0, |span| span.start), error.message().replace('\n', "; ")))?;
    if file.schema.as_ref() != SCHEMA {
        let problem = format!("schema is {:?}; this version reads {SCHEMA:?}", file.schema.as_ref());
        return Err(at(file.schema.span().start, problem));
    }
    let (game, places, totals) = taken_apart(file);
    check(&game, &places, totals).map_err(|(place, problem)| at(place, problem))?;
    Ok(game)
}

fn taken_apart(file: GameFile) -> (HiveGame, Places, TotalsTable) {
    let GameFile { name, title, stake_cents, block_units, hive, plans, totals, lots, .. } = file;
    let (multipliers, of_multipliers) = apart(hive.multipliers);
    let (lines, of_lines) = apart(hive.lines);
    let (gains, of_gains) = apart(hive.bonus.gains);
    let (losing, of_losing) = apart(hive.bonus.losing);
    let (picked, of_picked) = apart(hive.rates.picked);
    let places = Places {
        name: name.span().start,
        block_units: block_units.span().start,
        playable: hive.playable.span().start,
        fillers: hive.fillers.span().start,
        symbols_to_win: hive.symbols_to_win.span().start,
        multipliers: of_multipliers,
        bee: hive.bee_cents.span().start,
        extra: hive.extra.span().start,
        lines: of_lines,
        bonus_gains: of_gains,
        bonus_losing: of_losing,
        blank_extra: hive.rates.blank_extra_per_mille.span().start,
        idle_multiplier: hive.rates.idle_multiplier_per_mille.span().start,
        picked: of_picked,
        max_gains: plans.max_gains.span().start,
        gain_weights: plans.gains.span().start,
        totals: totals.span().start,
        lots: lots.iter().map(|lot| lot.cents.span().start).collect(),
        kinds: lots.iter().map(|lot| lot.kinds.span().start).collect(),
    };
    let lot = |lot: LotTable| {
        let kinds = lot.kinds.into_inner();
        let weight = |kind| match kind {
            Kind::Line => kinds.line,
            Kind::Multiplied => kinds.multiplied,
            Kind::Bee => kinds.bee,
            Kind::Several => kinds.several,
            Kind::Bonus => kinds.bonus,
            Kind::Extra => kinds.extra,
        };
        HiveLotRow { cents: lot.cents.into_inner(), count: lot.count, kinds: Kind::ALL.map(weight) }
    };
    let game = HiveGame {
        name: name.into_inner(),
        title,
        stake_cents,
        block_units: block_units.into_inner(),
        playable: hive.playable.into_inner(),
        fillers: hive.fillers.into_inner(),
        symbols_to_win: hive.symbols_to_win.into_inner(),
        lines,
        multipliers,
        bee: hive.bee_cents.into_inner(),
        extra: hive.extra.into_inner(),
        bonus: Bonus { gains, losing },
        rates: Rates {
            blank_extra_per_mille: hive.rates.blank_extra_per_mille.into_inner(),
            idle_multiplier_per_mille: hive.rates.idle_multiplier_per_mille.into_inner(),
            picked,
        },
        plans: Plans { max_gains: plans.max_gains.into_inner(), gains: plans.gains.into_inner() },
        lots: lots.into_iter().map(lot).collect(),
        digest: [0; 32],
    };
    (game, places, totals.into_inner())
}
