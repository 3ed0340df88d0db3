//! What a games-control officer asks of a block: whether anything but uncovering it tells what a unit wins.
//!
//! [`verify`](crate::block::check) says whether each unit and the table are right. An [`Audit`] looks at all of them together:
//!
//! | what | tested against |
//! |---|---|
//! | [where the units of a tier lie](crate::audit::positions) | a uniform order of the table's lots |
//! | grids beside what they win, as in [`independence`](crate::audit::independence) | pairs shuffled over their results |
//! | [letters and outcomes, tier by tier](crosswords), and words that one letter completes | the declared law: another unit of the same grids and lot |
//! | [losing lines, multipliers, EXTRA and Bonus](hives) | the shares that the game declares |
//!
//! All tests are one family, at a level of 0.001 (Holm). Tiers with fewer than a thousand units are described only: what is to be
//! said of them is tested on the [`generator`], over many blocks. An audit tells outcomes: it is as sealed as the
//! block.
//!
//! A block that fails is never made anew until one passes: that would be a draw of its own, by whoever looks. The fault is to be
//! found, and mended where blocks are made.

pub mod crosswords;
pub mod generator;
pub mod hives;
mod page;
mod read;
mod shuffles;
mod text;

use serde::Serialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::audit::independence::LEVEL;
use crate::audit::positions::Positions;
use crate::audit::verdict::{Family, Measured};
use crate::block::keys::SecretError;
use crate::block::plan::PlanError;
use crate::block::reader::{Block, ReadError};
use crate::game::{AnyGame, LotRow};
use crate::hive::NoPlan;
use crate::lexicon::Lexicon;
use crate::money::Cents;
use crate::screen::Screen;
use crate::table::hex;

/// The version of what an audit tells programs.
pub const SCHEMA: &str = "alveole/block-audit/1";

/// Units of a tier that are dealt anew by the declared law, where nothing else is asked for.
pub const SAMPLE: usize = 10_000;

/// What an audit needs besides the block.
#[derive(Clone, Copy, Debug)]
pub struct Auditor<'a> {
    /// The lexicon of the block.
    pub lexicon: &'a Lexicon,
    /// Its lists.
    pub screen: &'a Screen,
    /// What is sampled and shuffled follows from it.
    pub seed: u64,
    /// The most units of a tier that are looked at one by one.
    pub sample: usize,
}

/// Why a block can't be audited.
#[derive(Debug, Error)]
pub enum AuditError {
    /// Something of it can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A unit that is none: verification names what is wrong.
    #[error("unit {unit}: {problem}; `alveole block verify` names all faults")]
    Unit {
        /// From 0.
        unit: u64,
        /// What is wrong.
        problem: String,
    },
    /// A pair of a bank that can't be dealt to.
    #[error("pair {pair} of the bank: {problem}; `alveole bank check` names all faults")]
    Pair {
        /// From 0.
        pair: usize,
        /// Why.
        problem: String,
    },
    /// The game can't be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Test keys can't be made.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The plans of hives can't be listed.
    #[error(transparent)]
    NoPlan(#[from] NoPlan),
}

/// The units of one result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tier {
    /// Its lot; zero for nothing.
    pub cents: Cents,
    /// Its units.
    pub units: usize,
    /// Whether there are enough of them to test.
    pub tested: bool,
}

/// A number of a tier that is told beside what would be without any influence, and not tested by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Described {
    /// The tier's lot; `None` for all.
    pub cents: Option<Cents>,
    /// What it is.
    pub name: String,
    /// As it was found.
    pub found: f64,
    /// By the law that the game declares.
    pub declared: Option<f64>,
    /// With letters drawn without a look at what they win.
    pub neutral: Option<f64>,
    /// How many units it was found on.
    pub units: usize,
}

/// What was audited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "record", rename_all = "snake_case")]
pub enum About {
    /// A block.
    Block {
        /// SHA-256 of its public manifest.
        public_sha256: String,
        /// The plan's digest.
        plan_sha256: String,
        /// Name of the game.
        game: String,
        /// As the operator names it.
        emission: String,
        /// As the operator names it.
        block: String,
        /// Whether it is a test.
        rehearsal: bool,
    },
    /// What makes blocks.
    Generator {
        /// Name of the game.
        game: String,
        /// SHA-256 of its file.
        game_sha256: String,
        /// Lot vectors that were shuffled under test keys.
        blocks: u32,
        /// Units of each tier that were dealt.
        units: u32,
        /// SHA-256 of the bank that they were dealt from.
        bank_sha256: Option<String>,
    },
}

/// What an audit found.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// What was audited.
    pub about: About,
    /// Seed of samples, shuffles and test keys.
    pub seed: u64,
    /// Best lot first, nothing last.
    pub tiers: Vec<Tier>,
    /// All tests together.
    pub family: Family,
    /// What is told besides.
    pub described: Vec<Described>,
    /// What could not be tested, and why.
    pub untested: Vec<String>,
    /// How many of the units of a tier lie before a place of the block, as shares: for pictures.
    along: Vec<(String, Vec<(f64, f64)>)>,
}

/// What a part of the audit adds.
#[derive(Debug, Default)]
struct Findings {
    tests: Vec<Measured>,
    described: Vec<Described>,
    untested: Vec<String>,
}

impl Auditor<'_> {
    /// Audits a block, on the threads of the current rayon pool. `done` is told of units that were read.
    ///
    /// # Errors
    /// When something can't be read, or is no unit.
    pub fn audit(&self, block: &Block, done: impl Fn(u64) + Sync) -> Result<Audit, AuditError> {
        let table = block.game.table();
        let read = read::Read::all(block, &table, done)?;
        let names: Vec<String> = table.iter().map(|row| tier_name(row.cents)).collect();
        let part = usize::try_from(block.public.plan.part_units).unwrap_or(usize::MAX);
        let positions = Positions { tiers: &read.tiers, names: &names, part };
        let (counts, tested) = (positions.counts(), positions.tested());
        let mut findings = Findings { tests: positions.tests(), ..Findings::default() };
        stake(block, &table, &counts, &mut findings);
        match &block.game {
            AnyGame::Crossword(game) => {
                crosswords::audit(self, block, game, &read, &tested, &mut findings)?;
            }
            AnyGame::Hive(game) => hives::audit(block, game, &table, &tested, &mut findings)?,
        }
        let small: Vec<&str> = (0..table.len())
            .filter(|tier| !tested.contains(tier) && counts[*tier] > 0)
            .map(|tier| names[tier].as_str())
            .collect();
        if !small.is_empty() {
            findings.untested.insert(
                0,
                format!(
                    "Tiers with fewer than 1,000 units: {}. They are described here, and tested on the generator: `alveole \
                     audit generator`.",
                    small.join(", ")
                ),
            );
        }
        let manifest = crate::block::reader::read(&block.folder().join("public").join("manifest.json"))?;
        let plan = &block.public.plan;
        Ok(Audit {
            about: About::Block {
                public_sha256: hex(&Sha256::digest(manifest)),
                plan_sha256: block.public.plan_sha256.clone(),
                game: block.game.name().into(),
                emission: plan.emission.clone(),
                block: plan.block.clone(),
                rehearsal: plan.rehearsal,
            },
            seed: self.seed,
            along: tested.iter().map(|tier| (names[*tier].clone(), along(&read.tiers, *tier, counts[*tier]))).collect(),
            tiers: tiers(&table, &counts, &tested),
            family: Family::new(LEVEL, findings.tests),
            described: findings.described,
            untested: findings.untested,
        })
    }
}

impl Audit {
    /// What the audit concludes, in a sentence.
    pub fn conclusion(&self) -> String {
        let (found, tests) = (self.family.found().count(), self.family.verdicts.len());
        match (found, tests) {
            (_, 0) => "Nothing was tested: no tier has units enough.".into(),
            (0, _) => format!("No fault found: none of {tests} tests finds anything."),
            _ => format!("FAULT: {found} of {tests} tests find what must not be there."),
        }
    }
}

/// What a tier is called.
pub fn tier_name(lot: Cents) -> String {
    if lot == Cents::ZERO { "nothing".into() } else { lot.to_string() }
}

fn tiers(table: &[LotRow], counts: &[usize], tested: &[usize]) -> Vec<Tier> {
    let tier = |(at, row): (usize, &LotRow)| Tier { cents: row.cents, units: counts[at], tested: tested.contains(&at) };
    table.iter().enumerate().map(tier).collect()
}

/// Wins that give back no more than the unit costs.
fn stake(block: &Block, table: &[LotRow], counts: &[usize], findings: &mut Findings) {
    let stake = match &block.game {
        AnyGame::Crossword(game) => game.stake_cents,
        AnyGame::Hive(game) => game.stake_cents,
    };
    let sum = |is: &dyn Fn(Cents) -> bool| {
        table
            .iter()
            .zip(counts)
            .filter(|(row, _)| row.cents > Cents::ZERO && is(row.cents))
            .map(|(_, count)| *count)
            .sum()
    };
    let (small, all): (usize, usize) = (sum(&|lot| lot <= stake), sum(&|_| true));
    findings.described.push(Described {
        cents: None,
        name: format!("wins that return no more than the stake of {stake}, of all wins"),
        found: share(small, all),
        declared: None,
        neutral: None,
        units: all,
    });
}

/// A hundred points of the way: the share of the block that lies before, and the share of the tier's units.
fn along(tiers: &[u8], tier: usize, count: usize) -> Vec<(f64, f64)> {
    let step = tiers.len().div_ceil(100).max(1);
    let mut before = 0;
    let mut points = vec![(0.0, 0.0)];
    for (number, stretch) in tiers.chunks(step).enumerate() {
        before += stretch.iter().filter(|of| usize::from(**of) == tier).count();
        points.push((share(tiers.len().min((number + 1) * step), tiers.len()), share(before, count)));
    }
    points
}

/// A share; 0 of nothing.
fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { real(part as u64) / real(of as u64) }
}

/// A count, to calculate with.
#[expect(clippy::cast_precision_loss, reason = "counts of units, far below 2^52")]
const fn real(count: u64) -> f64 {
    count as f64
}
