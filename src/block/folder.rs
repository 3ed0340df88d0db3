//! A block's folder in the making: parts that are finished stay, whatever happens to the run.
//!
//! `DIR` appears whole: until then everything lies in `DIR.partial`, from which a run of the same plan, secrets and shard goes on.
//! Each part is a function of the keys, so the same bytes come of any number of threads, shards, kills and resumptions.
//!
//! ```text
//! DIR/public/manifest.json      what may be published
//! DIR/sealed/                   (mode 0700) what tells outcomes
//!     manifest.json             parts, digests, tables
//!     part-00000.parquet …      the units
//!     bank.parquet              crosswords: the bank that pairs are of
//! ```
//!
//! A shard's folder has `shard.json` in place of both manifests.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hashbrown::HashSet;
use rayon::prelude::*;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::manifest::{self, Public, Sealed, SealedPart};
use super::part::{CrosswordRow, GridText, HiveRow, Part, PartError, Rows, Shown};
use super::plan::{Plan, PlanError};
use super::units::{BlockError, BlockUnit, Units};
use crate::formats::whole_file::{FileError, WholeFile};
use crate::formats::{from_json, to_json};
use crate::letters::Letter;
use crate::money::Cents;
use crate::table::hex;
use crate::unit::Grid;

/// Orders of one unit's letters that are drawn before the block is given up.
const REDRAWS: u32 = 1_000;

/// Which parts a run makes: of every `of`, the one of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// How many shards there are.
    pub of: u64,
}

impl Shard {
    /// The whole block.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Whether a part is of this shard.
    pub const fn has(self, part: u64) -> bool {
        part % self.of == self.number - 1
    }
}

/// Why a block's folder can't be made.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The folder exists.
    #[error("{} exists: a block is never written over; name another folder", path.display())]
    Exists {
        /// Its name.
        path: PathBuf,
    },
    /// Another run is at work on it.
    #[error("{} is being written by another run: wait for it, or name another folder", path.display())]
    Busy {
        /// Its name.
        path: PathBuf,
    },
    /// The unfinished folder is of something else.
    #[error("{} holds parts of another plan, other secrets or another shard: finish that block first, or remove the folder", path.display())]
    Other {
        /// Its name.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// Of what.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file can't be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A unit can't be made.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// A plan can't be carried out.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A part can't be written, or read again.
    #[error("{}: {source}", path.display())]
    Part {
        /// Its file.
        path: PathBuf,
        /// Why.
        source: PartError,
    },
    /// Shards that do not make a block.
    #[error("{0}")]
    Shards(String),
}

/// What a run is of: what it must be the same of to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    /// The plan.
    pub plan: Plan,
    /// What was published of the secrets.
    pub commitments: Vec<String>,
    /// Which parts.
    pub shard: Shard,
    /// The finished parts; empty while they are made.
    pub parts: Vec<SealedPart>,
}

/// A folder in the making.
#[derive(Debug)]
pub struct Folder {
    out: PathBuf,
    /// `DIR.partial`.
    partial: PathBuf,
    run: RunRecord,
    table: Vec<Cents>,
    units: u64,
    goes_on: bool,
    /// Held until the run ends.
    _lock: File,
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    let path = path.to_path_buf();
    move |source| FolderError::Io { path, source }
}

/// The file of a part.
pub(super) fn part_file(number: u64) -> String {
    format!("part-{number:05}.parquet")
}

impl Folder {
    /// Starts a folder, or goes on with the one that a run of the same record has left.
    ///
    /// # Errors
    /// When the folder exists, another run is at work on it, or what is left is of another plan.
    pub fn open(out: &Path, plan: &Plan, commitments: &[String], shard: Shard) -> Result<Self, FolderError> {
        // Without a slash at its end, behind which the name of the unfinished folder would be a file of the folder itself.
        let out: PathBuf = out.components().collect();
        if fs::symlink_metadata(&out).is_ok() {
            return Err(FolderError::Exists { path: out });
        }
        let mut name: OsString = out.clone().into();
        name.push(".partial");
        let partial = PathBuf::from(name);
        fs::create_dir_all(&partial).map_err(failed(&partial))?;
        let sealed = partial.join("sealed");
        if !sealed.exists() {
            let mut private = DirBuilder::new();
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut private, 0o700);
            private.create(&sealed).map_err(failed(&sealed))?;
        }
        let lock_file = partial.join("lock");
        let lock = File::create(&lock_file).map_err(failed(&lock_file))?;
        if lock.try_lock().is_err() {
            return Err(FolderError::Busy { path: out });
        }
        let run = RunRecord { plan: plan.public(), commitments: commitments.to_vec(), shard, parts: Vec::new() };
        let record = partial.join("run.json");
        let mut goes_on = false;
        match fs::read_to_string(&record) {
            Ok(text) if text == to_json(&run) => goes_on = true,
            Ok(_) => return Err(FolderError::Other { path: partial }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => write(&record, to_json(&run).as_bytes())?,
            Err(source) => return Err(FolderError::Io { path: record, source }),
        }
        // What a run that was killed was writing.
        for folder in [&partial, &sealed, &partial.join("public")] {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                if entry.file_name().to_string_lossy().starts_with(".alveole-") {
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
        let game = plan.game()?;
        let table = game.table().iter().map(|row| row.cents).collect();
        Ok(Self { out, partial, run, table, units: game.block_units(), goes_on, _lock: lock })
    }

    /// Whether an earlier run has left something to go on from.
    pub const fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// Takes the unfinished folder away.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn abandon(self) -> Result<(), FolderError> {
        fs::remove_dir_all(&self.partial).map_err(failed(&self.partial))
    }

    fn sealed(&self, name: &str) -> PathBuf {
        self.partial.join("sealed").join(name)
    }

    fn all_parts(&self) -> std::ops::Range<u64> {
        0..self.units.div_ceil(self.run.plan.part_units)
    }

    fn range(&self, part: u64) -> std::ops::Range<u64> {
        let first = part * self.run.plan.part_units;
        first..self.units.min(first + self.run.plan.part_units)
    }

    /// What is on record of a finished part, if its file is still what was written.
    fn finished(&self, part: u64) -> Option<SealedPart> {
        let path = self.sealed(&part_file(part));
        let record: SealedPart = from_json(&fs::read_to_string(path.with_extension("json")).ok()?).ok()?;
        (hex(&Sha256::digest(fs::read(&path).ok()?)) == record.sha256).then_some(record)
    }

    /// Keeps a copy of the bank.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn add_bank(&self, bytes: &[u8]) -> Result<(), FolderError> {
        write(&self.sealed("bank.parquet"), bytes)
    }

    /// Makes the shard's parts that are not there yet, on the threads of the current rayon pool. `done` is told of units.
    ///
    /// # Errors
    /// When a unit can't be made, or a part can't be written; finished parts stay.
    pub fn make(&self, units: &Units, done: impl Fn(u64) + Sync) -> Result<(), FolderError> {
        let parts: Vec<u64> = self.all_parts().filter(|part| self.run.shard.has(*part)).collect();
        parts.into_par_iter().try_for_each(|part| {
            if self.finished(part).is_none() {
                self.make_part(units, part, &BTreeMap::new())?;
            }
            let range = self.range(part);
            done(range.end - range.start);
            Ok(())
        })
    }

    fn make_part(&self, units: &Units, number: u64, redrawn: &BTreeMap<u64, u32>) -> Result<SealedPart, FolderError> {
        let range = self.range(number);
        let maker = units.maker();
        let draws = |unit| redrawn.get(&unit).copied().unwrap_or(0);
        let made = range.clone().map(|unit| maker.unit(unit, draws(unit)));
        let rows = rows(made, usize::try_from(range.end - range.start).unwrap_or(0))?;
        let table = manifest::counted(rows.lots(), &self.table);
        let (plan, rehearsal) = (self.run.plan.digest_hex(), self.run.plan.rehearsal);
        let part = Part { plan, number, rehearsal, first: range.start, rows };
        let path = self.sealed(&part_file(number));
        // In memory first: what the system says of a full disk would be lost behind what Parquet says of it.
        let mut bytes = Vec::new();
        part.write(&mut bytes).map_err(|source| FolderError::Part { path: path.clone(), source })?;
        write(&path, &bytes)?;
        let record = SealedPart {
            file: part_file(number),
            first: range.start,
            units: range.end - range.start,
            sha256: hex(&Sha256::digest(&bytes)),
            table,
            redrawn: redrawn.range(range).map(|(unit, count)| (*unit, *count)).collect(),
        };
        write(&path.with_extension("json"), to_json(&record).as_bytes())?;
        Ok(record)
    }

    /// Puts the parts of shards into this folder. Their records and files are checked.
    ///
    /// # Errors
    /// When a shard is of another plan or other secrets, a part is there twice or not at all, or a file is not what was written.
    pub fn merge(&self, shards: &[PathBuf]) -> Result<(), FolderError> {
        let mut from: BTreeMap<u64, &Path> = BTreeMap::new();
        for shard in shards {
            let path = shard.join("shard.json");
            let text = fs::read_to_string(&path).map_err(failed(&path))?;
            let name = shard.display();
            let record: RunRecord =
                from_json(&text).map_err(|problem| FolderError::Shards(format!("{name}: no shard: {problem}")))?;
            if record.plan != self.run.plan || record.commitments != self.run.commitments {
                return Err(FolderError::Shards(format!(
                    "{name} is of another plan or other secrets than the first shard"
                )));
            }
            for part in record.parts {
                let number = part.first / self.run.plan.part_units;
                let source = shard.join("sealed").join(part_file(number));
                if let Some(earlier) = from.insert(number, shard) {
                    let earlier = earlier.display();
                    return Err(FolderError::Shards(format!(
                        "part {number} is in {earlier} and in {name}: give each once"
                    )));
                }
                let bytes = fs::read(&source).map_err(failed(&source))?;
                if hex(&Sha256::digest(&bytes)) != part.sha256 {
                    return Err(FolderError::Shards(format!("{}: damaged: not what was written", source.display())));
                }
                self.check(&part, bytes.clone())
                    .map_err(|problem| FolderError::Shards(format!("{}: {problem}", source.display())))?;
                let path = self.sealed(&part_file(number));
                write(&path, &bytes)?;
                write(&path.with_extension("json"), to_json(&part).as_bytes())?;
            }
            let bank = shard.join("sealed").join("bank.parquet");
            if bank.exists() {
                self.add_bank(&fs::read(&bank).map_err(failed(&bank))?)?;
            }
        }
        match self.all_parts().find(|part| !from.contains_key(part)) {
            Some(part) => Err(FolderError::Shards(format!("part {part} is in none of the shards: give all of them"))),
            None => Ok(()),
        }
    }

    /// What is wrong with a part of a shard: its place in the block, its file, or its table.
    fn check(&self, record: &SealedPart, bytes: Vec<u8>) -> Result<(), String> {
        let number = record.first / self.run.plan.part_units;
        let place = self.all_parts().contains(&number).then(|| self.range(number));
        if place != Some(record.first..record.first.saturating_add(record.units)) || record.file != part_file(number) {
            return Err("the block has no part of these units".into());
        }
        let part = Part::read(bytes).map_err(|error| error.to_string())?;
        let of = (part.plan, part.number, part.first, part.rows.len() as u64, part.rehearsal);
        let plan = &self.run.plan;
        if of != (plan.digest_hex(), number, record.first, record.units, plan.rehearsal) {
            return Err("it is another part, or one of another block".into());
        }
        let are_letters = match &part.rows {
            Rows::Crossword(rows) => rows.iter().all(|row| row.letters.iter().all(u8::is_ascii_uppercase)),
            Rows::Hive(_) => true,
        };
        if !are_letters || manifest::counted(part.rows.lots(), &self.table) != record.table {
            return Err("its record is not what its units are".into());
        }
        Ok(())
    }

    /// Ends the folder of a shard, which gets its name.
    ///
    /// # Errors
    /// When a part is missing, or the system refuses.
    pub fn finish_shard(mut self) -> Result<(), FolderError> {
        let parts = self.all_parts().filter(|part| self.run.shard.has(*part)).collect::<Vec<_>>();
        self.run.parts = self.records(&parts)?;
        write(&self.partial.join("shard.json"), to_json(&self.run).as_bytes())?;
        self.name(&parts)
    }

    /// Ends the folder of a whole block: repeats are drawn anew, manifests written, and the folder gets its name.
    /// `units` may be left out where no repeat is to be expected, as when shards are merged without the secrets.
    ///
    /// # Errors
    /// When a part is missing, a repeat can't be drawn anew, or the system refuses.
    pub fn finish(self, units: Option<&Units>) -> Result<Public, FolderError> {
        let parts: Vec<u64> = self.all_parts().collect();
        let mut records = self.records(&parts)?;
        let same_letters = self.without_repeats(&mut records, units)?;
        let plan = &self.run.plan;
        let table = manifest::total(records.iter().map(|part| &part.table[..]));
        let wanted = plan.game()?.table();
        if table.iter().map(|row| (row.cents, row.count)).ne(wanted.iter().map(|row| (row.cents, row.count))) {
            return Err(FolderError::Shards("all parts together do not make the prize table of the game".into()));
        }
        let sealed =
            Sealed { schema: manifest::SEALED.into(), plan_sha256: plan.digest_hex(), parts: records, same_letters };
        let sealed = to_json(&sealed);
        write(&self.sealed("manifest.json"), sealed.as_bytes())?;
        let public = Public {
            schema: manifest::PUBLIC.into(),
            engine: env!("CARGO_PKG_VERSION").into(),
            rehearsal: plan.rehearsal,
            plan: plan.clone(),
            plan_sha256: plan.digest_hex(),
            table,
            commitments: self.run.commitments.clone(),
            sealed_sha256: hex(&Sha256::digest(&sealed)),
        };
        let folder = self.partial.join("public");
        fs::create_dir_all(&folder).map_err(failed(&folder))?;
        write(&folder.join("manifest.json"), to_json(&public).as_bytes())?;
        self.name(&parts)?;
        Ok(public)
    }

    fn records(&self, parts: &[u64]) -> Result<Vec<SealedPart>, FolderError> {
        let record = |part: &u64| {
            let file = self.sealed(&part_file(*part));
            self.finished(*part).ok_or_else(|| FolderError::Shards(format!("{} is missing or damaged", file.display())))
        };
        parts.iter().map(record).collect()
    }

    /// Draws the order anew of each unit that shows what an earlier one shows; says how many show the same letters in another.
    fn without_repeats(&self, records: &mut [SealedPart], units: Option<&Units>) -> Result<u64, FolderError> {
        let mut seen: HashSet<(u32, u128), FxBuildHasher> = HashSet::default();
        let mut sets: HashSet<u64, FxBuildHasher> = HashSet::default();
        let mut shown = 0;
        for record in records {
            let path = self.sealed(&record.file);
            let bytes = fs::read(&path).map_err(failed(&path))?;
            let part = Part::read(bytes).map_err(|source| FolderError::Part { path: path.clone(), source })?;
            let Rows::Crossword(rows) = part.rows else { return Ok(0) };
            let mut redrawn = BTreeMap::new();
            for (unit, row) in (record.first..).zip(&rows) {
                let mut draws = record.redrawn.get(&unit).copied().unwrap_or(0);
                let mut letters = row.letters.clone();
                // A pair of its own is shown once.
                let Shown::Pair(pair) = row.shown else { return Ok(0) };
                while !seen.insert((pair, packed(&letters))) {
                    let units = units.ok_or_else(|| {
                        FolderError::Shards(format!(
                            "unit {unit} shows what an earlier one shows, so that the order of its letters must be drawn anew: \
                             merge again with --secret-file, and the secrets of all parties"
                        ))
                    })?;
                    if draws == REDRAWS {
                        return Err(BlockError::Repeats { unit, pair, draws }.into());
                    }
                    draws += 1;
                    let BlockUnit::Crossword(_, made) = units.maker().unit(unit, draws)? else { break };
                    letters = made.letters.iter().map(|letter| letter.to_ascii()).collect();
                }
                let set = letters.iter().fold(0_u32, |set, letter| set | 1 << (letter - b'A'));
                sets.insert(u64::from(pair) << 32 | u64::from(set));
                shown += 1;
                if draws > 0 {
                    redrawn.insert(unit, draws);
                }
            }
            if redrawn != record.redrawn
                && let Some(units) = units
            {
                *record = self.make_part(units, record.first / self.run.plan.part_units, &redrawn)?;
            }
        }
        Ok(shown - sets.len() as u64)
    }

    /// Takes away what only the run needed, and gives the folder its name.
    fn name(self, parts: &[u64]) -> Result<(), FolderError> {
        for part in parts {
            let record = self.sealed(&part_file(*part)).with_extension("json");
            fs::remove_file(&record).map_err(failed(&record))?;
        }
        if fs::symlink_metadata(&self.out).is_ok() {
            return Err(FolderError::Exists { path: self.out });
        }
        fs::rename(&self.partial, &self.out).map_err(failed(&self.out))?;
        // Last: a run that is killed before must be known as one that goes on, or the register would refuse it.
        for name in ["run.json", "lock"] {
            let _ = fs::remove_file(self.out.join(name));
        }
        // The name is safe only when the folder above is; not every system can sync one.
        if let Some(Ok(above)) = self.out.parent().map(File::open) {
            let _ = above.sync_all();
        }
        Ok(())
    }
}

/// The rows of units, in order.
fn rows(made: impl Iterator<Item = Result<BlockUnit, BlockError>>, count: usize) -> Result<Rows, BlockError> {
    let (mut crosswords, mut hives) = (Vec::new(), Vec::new());
    for unit in made {
        match unit? {
            BlockUnit::Crossword(pair, unit) => {
                crosswords.reserve(count - crosswords.len());
                crosswords.push(CrosswordRow {
                    shown: pair.map_or_else(|| Shown::Grids(unit.pair.grids.iter().map(text).collect()), Shown::Pair),
                    letters: unit.letters.iter().map(|letter: &Letter| letter.to_ascii()).collect(),
                    completed: unit.completed.clone().into(),
                    lot: unit.lot.unwrap_or(Cents::ZERO),
                });
            }
            BlockUnit::Hive(unit) => {
                hives.reserve(count - hives.len());
                hives.push(HiveRow { cells: unit.codes().collect(), bonus_bees: unit.bonus_bees, lot: unit.lot });
            }
        }
    }
    Ok(if crosswords.is_empty() { Rows::Hive(hives) } else { Rows::Crossword(crosswords) })
}

/// A grid as a part has it.
fn text(grid: &Grid) -> GridText {
    let row = |row| grid.cells.row(row).iter().map(|cell| cell.map_or('#', Letter::to_char)).collect::<String>();
    let rows: Vec<String> = (0..grid.cells.rows()).map(row).collect();
    let displays: Vec<&str> = grid.words.iter().map(|placed| &*placed.display).collect();
    GridText { rows: rows.join("/").into(), displays: displays.join(" ").into() }
}

/// Letters in their order, five bits each: the last of all 26 follows from the others.
pub(super) fn packed(letters: &[u8]) -> u128 {
    letters.iter().take(25).fold(0, |packed, letter| packed << 5 | u128::from(letter & 31))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    let mut file = WholeFile::create(path, true)?;
    file.write_all(bytes).map_err(|source| FileError::Io { path: path.into(), source })?;
    file.finish()?;
    Ok(())
}
