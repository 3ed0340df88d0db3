//! The verification of a block: all units read as a player would, the table counted again, and everything held against what
//! was published.
//!
//! It goes by the files alone. With the secrets it also works out again who gets what, and which pairs are shown.

use std::collections::BTreeSet;
use std::fs;

use hashbrown::HashSet;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::folder::packed;
use super::keys::{Keys, Secret, SecretError};
use super::manifest::{self, SealedPart, TableRow};
use super::part::{Rows, Shown};
use super::reader::{Block, ReadError, RecordedUnit, read};
use super::sequence::{Lots, Pairs};
use crate::blocklist::Blocklist;
use crate::game::AnyGame;
use crate::lexicon::Lexicon;
use crate::money::Cents;
use crate::table::hex;
use crate::verify::{Fault, HiveJudge, Judge};

/// The version of reports.
pub const SCHEMA: &str = "alveole/report/1";

/// Faults that are told one by one; all are counted.
pub const TOLD: usize = 100;

/// One thing that is wrong with a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The unit, from 0, if it is one unit's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unit: Option<u64>,
    /// The rule of the checklist, such as `MC-3a`; or `file`, `repeat`, `round`, `lots`, `pairs`, `commitment`.
    pub rule: String,
    /// What is wrong.
    pub problem: String,
}

/// What a verification found, bound to the manifest by its digest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of the crate that verified.
    pub engine: String,
    /// SHA-256 of `public/manifest.json`.
    pub public_sha256: String,
    /// The plan's digest.
    pub plan_sha256: String,
    /// The game, emission and block.
    pub game: String,
    /// As the operator names it.
    pub emission: String,
    /// As the operator names it.
    pub block: String,
    /// Whether it is a test.
    pub rehearsal: bool,
    /// Units that were read and judged.
    pub units: u64,
    /// The table as it was counted.
    pub table: Vec<TableRow>,
    /// Whether lots and pairs were worked out again from the secrets.
    pub with_secrets: bool,
    /// How many faults there are.
    pub faults: u64,
    /// The first of them.
    pub findings: Vec<Finding>,
}

/// What a block is verified by.
#[derive(Clone, Copy, Debug)]
pub struct Check<'a> {
    /// The words that may stand.
    pub lexicon: &'a Lexicon,
    /// What must not be read.
    pub blocklist: &'a Blocklist,
    /// The secrets, where the parties have opened them; empty otherwise.
    pub secrets: &'a [Secret],
}

/// What one part showed.
struct Seen {
    findings: Vec<Finding>,
    faults: u64,
    units: Vec<SeenUnit>,
}

/// What the whole block is held against, of one unit.
struct SeenUnit {
    lot: Cents,
    /// Its pair, where it is one of a bank.
    pair: Option<u32>,
    /// The pair, or a digest of the grids; and the letters in their order.
    shows: (u128, u128),
}

/// What a part showed, and where it starts.
type SeenPart<'a> = (u64, &'a [SeenUnit]);

/// Collects findings: counts all, keeps the first.
#[derive(Default)]
struct Findings {
    count: u64,
    told: Vec<Finding>,
}

impl Findings {
    fn add(&mut self, unit: Option<u64>, rule: &str, problem: impl Into<String>) {
        self.count += 1;
        if self.told.len() < TOLD {
            self.told.push(Finding { unit, rule: rule.into(), problem: problem.into() });
        }
    }
}

impl Check<'_> {
    /// Verifies a block, on the threads of the current rayon pool. `done` is told of units.
    ///
    /// # Errors
    /// When the manifest can't be read again, or the secrets can't be used. What is wrong with the block is in the report.
    pub fn verify(&self, block: &Block, done: impl Fn(u64) + Sync) -> Result<Report, CheckError> {
        let mut findings = Findings::default();
        check_files(block, &mut findings)?;
        let seen: Vec<Seen> = block
            .sealed
            .parts
            .par_iter()
            .map(|part| {
                let seen = self.part(block, part);
                done(part.units);
                seen
            })
            .collect();
        for part in &seen {
            findings.count += part.faults - part.findings.len() as u64;
            for finding in &part.findings {
                findings.add(finding.unit, &finding.rule, finding.problem.clone());
            }
        }
        let rows: Vec<SeenPart> =
            block.sealed.parts.iter().zip(&seen).map(|(part, seen)| (part.first, &seen.units[..])).collect();
        let table = check_table(block, &rows, &mut findings);
        check_repeats(block, &rows, &mut findings);
        if !self.secrets.is_empty() {
            self.check_sequences(block, &rows, &mut findings)?;
        }
        findings.told.sort_by_key(|finding| (finding.unit.is_none(), finding.unit));
        let plan = &block.public.plan;
        Ok(Report {
            schema: SCHEMA.into(),
            engine: env!("CARGO_PKG_VERSION").into(),
            public_sha256: hex(&Sha256::digest(read(&block.folder().join("public").join("manifest.json"))?)),
            plan_sha256: block.public.plan_sha256.clone(),
            game: block.game.name().into(),
            emission: plan.emission.clone(),
            block: plan.block.clone(),
            rehearsal: plan.rehearsal,
            units: rows.iter().map(|(_, rows)| rows.len() as u64).sum(),
            table,
            with_secrets: !self.secrets.is_empty(),
            faults: findings.count,
            findings: findings.told,
        })
    }

    /// Reads a part and judges its units.
    fn part(&self, block: &Block, part: &SealedPart) -> Seen {
        let mut findings = Findings::default();
        let rows = match block.part(part) {
            Ok(rows) => rows,
            Err(error) => {
                findings.add(None, "file", error.to_string());
                return Seen { findings: findings.told, faults: findings.count, units: Vec::new() };
            }
        };
        let crosswords = match &block.game {
            AnyGame::Crossword(game) => Some(Judge::new(game, self.lexicon, self.blocklist).for_block(true)),
            AnyGame::Hive(_) => None,
        };
        let hives = match &block.game {
            AnyGame::Hive(game) => Some(HiveJudge::new(game)),
            AnyGame::Crossword(_) => None,
        };
        for (row, unit) in (0..rows.len()).zip(part.first..) {
            let faults: Vec<Fault> = match block.recorded(&rows, row) {
                Err(problem) => {
                    findings.add(Some(unit), "file", problem);
                    continue;
                }
                Ok(RecordedUnit::Crossword(made)) => {
                    crosswords.as_ref().map_or_else(Vec::new, |judge| judge.faults(&made))
                }
                Ok(RecordedUnit::Hive(made)) => hives.as_ref().map_or_else(Vec::new, |judge| judge.faults(&made)),
            };
            for fault in faults {
                findings.add(Some(unit), fault.rule.id(), fault.to_string());
            }
        }
        if part.table.iter().map(|row| row.count).sum::<u64>() != part.units
            || manifest::counted(rows.lots(), &part.table.iter().map(|row| row.cents).collect::<Vec<_>>()) != part.table
        {
            findings.add(None, "file", format!("{}: its table is not what its units win", part.file));
        }
        Seen { findings: findings.told, faults: findings.count, units: seen_units(&rows) }
    }

    /// Works lots and pairs out again from the secrets.
    fn check_sequences(&self, block: &Block, rows: &[SeenPart], findings: &mut Findings) -> Result<(), CheckError> {
        let keys = Keys::new(self.secrets, &block.public.plan)?;
        if keys.commitments() != block.public.commitments {
            findings.add(None, "commitment", "the secrets are not those that were committed to");
            return Ok(());
        }
        let lots = Lots::new(&block.game, &keys);
        let mut pairs = block.bank.as_ref().map(|bank| Pairs::new(bank.len() as u64, &keys));
        for (first, rows) in rows {
            for (seen, unit) in rows.iter().zip(*first..) {
                if unit < lots.len() && lots.of(unit) != seen.lot {
                    let (lot, wanted) = (seen.lot, lots.of(unit));
                    findings.add(Some(unit), "lots", format!("it wins {lot}, where the secrets give it {wanted}"));
                }
            }
            if let Some(pairs) = &mut pairs {
                for (seen, unit) in rows.iter().zip(*first..) {
                    let (shown, wanted) = (seen.pair.unwrap_or(u32::MAX), pairs.of(unit));
                    if shown != wanted {
                        findings.add(
                            Some(unit),
                            "pairs",
                            format!("it shows pair {shown}, where the secrets give it {wanted}"),
                        );
                    }
                }
            }
        }
        Ok(())
    }
}

/// Why a verification can't be carried out.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A file can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Secrets can't be used.
    #[error(transparent)]
    Secret(#[from] SecretError),
}

/// That the parts follow each other, cover the block, and that nothing else lies among them.
fn check_files(block: &Block, findings: &mut Findings) -> Result<(), CheckError> {
    let mut next = 0;
    for part in &block.sealed.parts {
        if part.first != next {
            findings.add(
                None,
                "file",
                format!("{} starts at unit {}, where unit {next} is next", part.file, part.first),
            );
        }
        next = part.first + part.units;
    }
    let units = block.game.block_units();
    if next != units {
        findings.add(None, rule(block, "2a"), format!("the block has {next} units, where it must have {units}"));
    }
    let folder = block.folder().join("sealed");
    let mut known: BTreeSet<String> = block.sealed.parts.iter().map(|part| part.file.clone()).collect();
    known.insert("manifest.json".into());
    known.extend(block.bank.is_some().then(|| "bank.parquet".into()));
    let entries = fs::read_dir(&folder).map_err(|source| ReadError::Io { path: folder.clone(), source })?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".parquet") && !known.contains(&name) {
            findings.add(None, "file", format!("sealed/{name} is no part of the block"));
        }
    }
    Ok(())
}

/// The table that the units make, against the game's and against what was published.
fn check_table(block: &Block, rows: &[SeenPart], findings: &mut Findings) -> Vec<TableRow> {
    let game = block.game.table();
    let lots: Vec<_> = game.iter().map(|row| row.cents).collect();
    let table = manifest::counted(rows.iter().flat_map(|(_, units)| units.iter().map(|seen| seen.lot)), &lots);
    for (at, row) in table.iter().enumerate() {
        let wanted = game.get(at).filter(|wanted| wanted.cents == row.cents).map_or(0, |wanted| wanted.count);
        if row.count != wanted {
            let TableRow { cents, count } = row;
            findings.add(None, rule(block, "3a"), format!("{count} units win {cents}, where {wanted} must"));
        }
    }
    if table != block.public.table {
        findings.add(None, rule(block, "3a"), "the table that was published is not what the units make");
    }
    table
}

/// That no unit shows what another shows, and that every round of a bank shows each pair once.
fn check_repeats(block: &Block, rows: &[SeenPart], findings: &mut Findings) {
    if matches!(block.game, AnyGame::Hive(_)) {
        return;
    }
    let mut seen: HashSet<(u128, u128), FxBuildHasher> = HashSet::default();
    let mut round: (u64, HashSet<u32, FxBuildHasher>) = (0, HashSet::default());
    let pairs = block.bank.as_ref().map(|bank| bank.len() as u64);
    for (first, units) in rows {
        for (shown, unit) in units.iter().zip(*first..) {
            // Grids of its own are shown once, whatever the letters.
            let (grids, letters) = shown.shows;
            if !seen.insert((grids, if shown.pair.is_some() { letters } else { 0 })) {
                findings.add(Some(unit), "repeat", "it shows what an earlier unit shows");
            }
            let (Some(pairs), Some(pair)) = (pairs, shown.pair) else { continue };
            let number = unit / pairs;
            // By its number: the units where it starts may be missing.
            if round.0 != number {
                round = (number, HashSet::default());
            }
            if !round.1.insert(pair) {
                findings.add(Some(unit), "round", format!("round {number} shows pair {pair} twice"));
            }
        }
    }
}

/// What is kept of a part's units.
fn seen_units(rows: &Rows) -> Vec<SeenUnit> {
    match rows {
        Rows::Hive(rows) => rows.iter().map(|row| SeenUnit { lot: row.lot, pair: None, shows: (0, 0) }).collect(),
        Rows::Crossword(rows) => {
            let seen = rows.iter().map(|row| {
                let (pair, grids) = match &row.shown {
                    Shown::Pair(pair) => (Some(*pair), u128::from(*pair)),
                    Shown::Grids(grids) => {
                        let mut hash = Sha256::new();
                        for grid in grids {
                            hash.update(grid.rows.as_bytes());
                            hash.update(b"|");
                        }
                        let digest: [u8; 32] = hash.finalize().into();
                        (None, digest[..16].iter().fold(0, |number, byte| number << 8 | u128::from(*byte)))
                    }
                };
                SeenUnit { lot: row.lot, pair, shows: (grids, packed(&row.letters)) }
            });
            seen.collect()
        }
    }
}

/// A rule of blocks, by the game's letters.
fn rule(block: &Block, clause: &str) -> &'static str {
    match (&block.game, clause) {
        (AnyGame::Crossword(_), "2a") => "MC-2a",
        (AnyGame::Crossword(_), _) => "MC-3a",
        (AnyGame::Hive(_), "2a") => "RO-2a",
        (AnyGame::Hive(_), _) => "RO-3a",
    }
}
