//! The register of emissions: an append-only file that keeps a block from being generated twice, and a secret from being used
//! for two blocks.

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::folder::Shard;
use super::keys::Keys;
use super::plan::Plan;
use crate::formats::{from_json, write_json_line};

/// One generation of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Name of the game.
    pub game: String,
    /// As the operator names it.
    pub emission: String,
    /// As the operator names it.
    pub block: String,
    /// The plan's digest.
    pub plan_sha256: String,
    /// What was published of the secrets.
    pub commitments: Vec<String>,
    /// Which parts.
    pub shard: Shard,
    /// Whether it is a test.
    pub rehearsal: bool,
    /// Why it was generated although the register spoke against it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub again: Option<String>,
}

/// A generation that is about to start.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Its keys.
    pub keys: &'a Keys,
    /// Which parts.
    pub shard: Shard,
    /// Whether it goes on from what an earlier run has left.
    pub goes_on: bool,
}

/// Why a generation is refused.
#[derive(Debug, Error)]
pub enum RegisterError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// Of what.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line is no entry.
    #[error("{}:{line}:1: no entry of a register: {problem}", path.display())]
    Foreign {
        /// Its file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// Why.
        problem: String,
    },
    /// The block was generated before.
    #[error("{}:{line}:1: block {block} of emission {emission} was generated before; --again REASON records a second time", path.display())]
    Block {
        /// Its file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// As the operator names it.
        emission: String,
        /// As the operator names it.
        block: String,
    },
    /// A secret was used before.
    #[error("{}:{line}:1: the secret with commitment {commitment} was used before; make a new one, or --again REASON records it", path.display())]
    Secret {
        /// Its file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What was published of it.
        commitment: String,
    },
}

/// Enters a generation, unless the register speaks against it. Another shard of one block is no second generation, nor is a run that
/// goes on from what an earlier one has left.
///
/// # Errors
/// When the block or a secret is in the register and no reason is given, or the file can't be read or written.
pub fn enter(path: &Path, run: &Run, again: Option<&str>) -> Result<(), RegisterError> {
    let Run { plan, keys, shard, goes_on } = *run;
    let failed = |source| RegisterError::Io { path: path.into(), source };
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
    // Two runs must not both find their block missing.
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(failed(io::Error::other("it is no regular file: entries could not be read again")));
    }
    file.lock().map_err(failed)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    let game = plan.game().map_or_else(|_| String::new(), |game| game.name().into());
    let entry = Entry {
        game,
        emission: plan.emission.clone(),
        block: plan.block.clone(),
        plan_sha256: plan.digest_hex(),
        commitments: keys.commitments().to_vec(),
        shard,
        rehearsal: plan.rehearsal,
        again: again.map(Into::into),
    };
    for (line, text) in (1..).zip(text.lines()) {
        let known: Entry =
            from_json(text).map_err(|problem| RegisterError::Foreign { path: path.into(), line, problem })?;
        let same_keys = (&known.plan_sha256, &known.commitments) == (&entry.plan_sha256, &entry.commitments);
        let same_run = same_keys && known.shard == shard;
        if same_run && goes_on && again.is_none() {
            return Ok(());
        }
        let other_shard = same_keys && known.shard.of == shard.of && known.shard != shard;
        if again.is_some() || other_shard {
            continue;
        }
        let same_block = (&known.game, &known.emission, &known.block, known.rehearsal)
            == (&entry.game, &entry.emission, &entry.block, entry.rehearsal);
        if same_block {
            let (emission, block) = (entry.emission, entry.block);
            return Err(RegisterError::Block { path: path.into(), line, emission, block });
        }
        if let Some(commitment) = known.commitments.iter().find(|used| entry.commitments.contains(used)) {
            return Err(RegisterError::Secret { path: path.into(), line, commitment: commitment.clone() });
        }
    }
    let mut line = Vec::new();
    write_json_line(&entry, &mut line).map_err(failed)?;
    let written = file.write_all(&line).and_then(|()| file.sync_all());
    if written.is_err() {
        // Half an entry would keep every later run from reading the register.
        let _ = file.set_len(text.len() as u64);
    }
    written.map_err(failed)
}
