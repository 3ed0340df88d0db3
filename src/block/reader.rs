//! A finished block, to be read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::manifest::{PUBLIC, Public, SEALED, Sealed, SealedPart};
use super::part::{GridText, Part, PartError, Rows, Shown};
use super::plan::PlanError;
use crate::bank::{Bank, BankError};
use crate::formats::from_json;
use crate::game::AnyGame;
use crate::letters::{Letter, fold};
use crate::table::hex;
use crate::unit::{CrosswordUnit, Grid, GridPair, Hive, HiveUnit};

/// A finished block: its manifests and its bank; parts are read one at a time.
#[derive(Debug)]
pub struct Block {
    folder: PathBuf,
    /// What may be published.
    pub public: Public,
    /// What tells outcomes.
    pub sealed: Sealed,
    /// The game of its plan.
    pub game: AnyGame,
    /// The bank that pairs are of; `None` for hives.
    pub bank: Option<Bank>,
}

/// Why a block can't be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// Of what.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// No block, or of another version.
    #[error("{}: {problem}", path.display())]
    Foreign {
        /// Of what.
        path: PathBuf,
        /// Why.
        problem: String,
    },
    /// Not what was written: damaged, exchanged, or changed by hand.
    #[error("{}: {problem}", path.display())]
    Damaged {
        /// Of what.
        path: PathBuf,
        /// Why.
        problem: String,
    },
    /// Its plan can't be carried out by this crate.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// A unit of a record, of either game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedUnit {
    /// Letters and grids.
    Crossword(CrosswordUnit),
    /// Hives.
    Hive(HiveUnit),
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    fs::read(path).map_err(|source| ReadError::Io { path: path.into(), source })
}

fn text(path: &Path) -> Result<String, ReadError> {
    let foreign = |_| ReadError::Foreign { path: path.into(), problem: "not UTF-8".into() };
    String::from_utf8(read(path)?).map_err(foreign)
}

impl Block {
    /// Opens a block: manifests and bank, each held against the digest that the next one above has of it.
    ///
    /// # Errors
    /// When it is no block of this version, or something is not what was written.
    pub fn open(folder: &Path) -> Result<Self, ReadError> {
        let path = folder.join("public").join("manifest.json");
        let foreign = |path: &Path, problem: String| ReadError::Foreign { path: path.into(), problem };
        let public: Public = from_json(&text(&path)?).map_err(|problem| foreign(&path, problem))?;
        if public.schema != PUBLIC {
            return Err(foreign(&path, format!("schema is {:?}; this version reads {PUBLIC:?}", public.schema)));
        }
        public.plan.check()?;
        let damaged = |path: &Path, problem: &str| ReadError::Damaged { path: path.into(), problem: problem.into() };
        if public.plan.digest_hex() != public.plan_sha256 {
            return Err(damaged(&path, "the plan's digest is not that of the plan"));
        }
        if public.engine != public.plan.engine {
            return Err(damaged(&path, "it names another version of alveole than the plan"));
        }
        if public.rehearsal != public.plan.rehearsal {
            return Err(damaged(&path, "the plan and its manifest do not agree on whether this is a rehearsal"));
        }
        let path = folder.join("sealed").join("manifest.json");
        let sealed_text = text(&path)?;
        if hex(&Sha256::digest(&sealed_text)) != public.sealed_sha256 {
            return Err(damaged(&path, "its digest is not the one that was published"));
        }
        let sealed: Sealed = from_json(&sealed_text).map_err(|problem| foreign(&path, problem))?;
        if sealed.schema != SEALED || sealed.plan_sha256 != public.plan_sha256 {
            return Err(damaged(&path, "it is of another plan or another version"));
        }
        let bank = match &public.plan.bank {
            None => None,
            Some(planned) => {
                let path = folder.join("sealed").join("bank.parquet");
                let bytes = read(&path)?;
                if hex(&Sha256::digest(&bytes)) != planned.sha256 {
                    return Err(damaged(&path, "it is not the bank of the plan"));
                }
                let bank = crate::bank::read(bytes).map_err(|error| match error {
                    BankError::Damaged { .. } => damaged(&path, &error.to_string()),
                    other => foreign(&path, other.to_string()),
                })?;
                Some(bank)
            }
        };
        let game = public.plan.game()?;
        Ok(Self { folder: folder.into(), public, sealed, game, bank })
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many units it holds.
    pub fn units(&self) -> u64 {
        self.sealed.parts.iter().map(|part| part.units).sum()
    }

    /// Reads a part, after its file was held against its digest.
    ///
    /// # Errors
    /// When its file is missing, is not what was written, or another part's.
    pub fn part(&self, record: &SealedPart) -> Result<Rows, ReadError> {
        let path = self.folder.join("sealed").join(&record.file);
        let damaged = |problem: String| ReadError::Damaged { path: path.clone(), problem };
        let bytes = read(&path)?;
        if hex(&Sha256::digest(&bytes)) != record.sha256 {
            return Err(damaged("its digest is not the one on record: damaged, exchanged or changed by hand".into()));
        }
        let part = Part::read(bytes).map_err(|error: PartError| damaged(error.to_string()))?;
        let plan = &self.public.plan;
        let number = record.first / plan.part_units;
        if part.plan != self.public.plan_sha256 || (part.number, part.first) != (number, record.first) {
            return Err(damaged(format!("it is part {} of another place or another block", part.number)));
        }
        if part.rehearsal != plan.rehearsal || part.rows.len() as u64 != record.units {
            return Err(damaged("it is not what the manifest says of it".into()));
        }
        Ok(part.rows)
    }

    /// The unit of a row of a part; what is wrong with the row where it is none.
    ///
    /// # Errors
    /// When it has bytes that are no letters or cells, or a pair that the bank does not have.
    pub fn recorded(&self, rows: &Rows, row: usize) -> Result<RecordedUnit, String> {
        match (rows, &self.game) {
            (Rows::Crossword(rows), AnyGame::Crossword(game)) => {
                let row = &rows[row];
                let letters = row.letters.iter().map(|byte| Letter::from_ascii(*byte)).collect::<Option<Vec<_>>>();
                let letters = letters.ok_or("its letters are not all letters")?;
                let pair: GridPair = match &row.shown {
                    Shown::Pair(pair) => {
                        let made = self.bank.as_ref().and_then(|bank| bank.pair(*pair as usize));
                        made.map(|made| made.pair.clone()).ok_or_else(|| format!("the bank has no pair {pair}"))?
                    }
                    Shown::Grids(texts) => GridPair { grids: texts.iter().map(grid).collect::<Result<_, _>>()? },
                };
                Ok(RecordedUnit::Crossword(CrosswordUnit {
                    game: game.name.clone(),
                    letters,
                    pair,
                    completed: row.completed.to_vec(),
                    lot: Some(row.lot),
                }))
            }
            (Rows::Hive(rows), AnyGame::Hive(game)) => {
                let row = &rows[row];
                let hives = Hive::from_codes(game, &row.cells).map_err(|error| error.to_string())?;
                Ok(RecordedUnit::Hive(HiveUnit {
                    game: game.name.as_str().into(),
                    symbols: game.symbols().map(Box::from).collect(),
                    hives,
                    bonus_bees: row.bonus_bees,
                    lot: row.lot,
                }))
            }
            _ => Err("it is of another kind of game than the block".into()),
        }
    }

    /// The part that a unit is in, by the manifest.
    pub fn part_of(&self, unit: u64) -> Option<&SealedPart> {
        self.sealed.parts.iter().find(|part| (part.first..part.first + part.units).contains(&unit))
    }
}

/// The grid of a text.
fn grid(text: &GridText) -> Result<Grid, String> {
    let rows: Vec<String> = text.rows.split('/').map(Into::into).collect();
    let displays: Vec<String> = text.displays.split(' ').map(Into::into).collect();
    let word = |display: &String| fold(display).map(|word| word.to_string());
    let words = displays.iter().map(word).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
    crate::bank::grid(&rows, &words, &displays)
}
