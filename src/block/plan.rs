//! What a block shall be: frozen before anybody knows a secret.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::bank::Bank;
use crate::formats::manifest::Digests;
use crate::formats::{from_json, to_json};
use crate::game::{AnyGame, GameError};
use crate::table::hex;

/// The version that this crate writes and reads.
pub const SCHEMA: &str = "alveole/plan/1";

/// Units of a part, where nothing else is asked for.
pub const PART_UNITS: u64 = 100_000;

/// How often a block may show one pair, at most: a bank must be that large.
pub const MOST_USES: u64 = 1_000;

/// A block's plan. Its digest goes into every key, so that another plan makes another block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of this crate: no other one goes on with the plan.
    pub engine: String,
    /// The whole game file, so that nothing else has to be at hand.
    pub game: String,
    /// Which emission, as the operator names it.
    pub emission: String,
    /// Which block of it.
    pub block: String,
    /// Whether it is a test, whose units are never to be sold.
    pub rehearsal: bool,
    /// Units of a part.
    pub part_units: u64,
    /// How units of crosswords come about; `None` for hives.
    pub mode: Option<Mode>,
    /// The bank that pairs are dealt from, where they are.
    pub bank: Option<PlannedBank>,
    /// What grids are made of, where each unit gets its own.
    pub grids: Option<PlannedGrids>,
    /// What the units are made and judged under.
    pub digests: Digests,
}

/// How units of crosswords come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Pairs of a bank, each shown many times.
    Bank,
    /// A new pair for each unit, made blind and certified for every result before the lot is looked at.
    Fresh,
    /// Letters and lot first, and grids that suit them: visible grids then tell something of the lot.
    Fill,
}

/// What grids are made of, where each unit gets its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedGrids {
    /// The level of the words.
    pub level: String,
    /// Width and height of the grids' box, such as `12x12`.
    pub size: String,
    /// How many layouts there are.
    pub layouts: u64,
    /// The most words of one grid with a letter, such as `E=10`.
    pub words_with: String,
}

/// A bank as a plan freezes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedBank {
    /// Where it was, seen from the plan's own file; no part of the digest, and never published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// SHA-256 of its file, in hexadecimal.
    pub sha256: String,
    /// How many pairs.
    pub pairs: u64,
}

/// Why a plan is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// Not a plan, or not of this version.
    #[error("no plan: {0}")]
    Form(String),
    /// Of another version of this crate.
    #[error("planned by alveole {found}, and this is {}: plan it anew, or generate it with that version", env!("CARGO_PKG_VERSION"))]
    Engine {
        /// The version.
        found: String,
    },
    /// The game in it can't be played.
    #[error("the game in the plan: {0}")]
    Game(#[from] GameError),
    /// Something that can't be planned.
    #[error("{0}")]
    Content(String),
}

impl PlannedBank {
    /// A bank as it is at hand, without the name of its file.
    #[must_use]
    pub fn of(bank: &Bank) -> Self {
        Self { file: None, sha256: hex(&bank.digest()), pairs: bank.len() as u64 }
    }
}

impl Plan {
    /// The plan of a block whose pairs are dealt from a bank, under the lists that the bank was made with.
    ///
    /// # Errors
    /// When it can't be carried out: see [`Plan::check`].
    pub fn of_bank(game: &str, emission: &str, block: &str, bank: &Bank) -> Result<Self, PlanError> {
        let bare = Self::bare(game, emission, block);
        let plan = Self {
            mode: Some(Mode::Bank),
            bank: Some(PlannedBank::of(bank)),
            digests: Digests { game: bare.digests.game.clone(), ..bank.manifest.digests.clone() },
            ..bare
        };
        plan.check()?;
        Ok(plan)
    }

    /// The plan of a block of hives.
    ///
    /// # Errors
    /// When it can't be carried out: see [`Plan::check`].
    pub fn of_hives(game: &str, emission: &str, block: &str) -> Result<Self, PlanError> {
        let plan = Self::bare(game, emission, block);
        plan.check()?;
        Ok(plan)
    }

    /// A plan that says no more than which block of which game it is of.
    pub(crate) fn bare(game: &str, emission: &str, block: &str) -> Self {
        Self {
            schema: SCHEMA.into(),
            engine: env!("CARGO_PKG_VERSION").into(),
            game: game.into(),
            emission: emission.into(),
            block: block.into(),
            rehearsal: false,
            part_units: PART_UNITS,
            mode: None,
            bank: None,
            grids: None,
            digests: Digests { game: Some(hex(&Sha256::digest(game))), ..Digests::default() },
        }
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// When it is none of this version, or one that can't be carried out.
    pub fn read(text: &str) -> Result<Self, PlanError> {
        let plan: Self = from_json(text).map_err(PlanError::Form)?;
        plan.check()?;
        Ok(plan)
    }

    /// Whether it can be carried out by this crate.
    ///
    /// # Errors
    /// When it can't.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.schema != SCHEMA {
            return Err(PlanError::Form(format!("schema is {:?}; this version reads {SCHEMA:?}", self.schema)));
        }
        if self.engine != env!("CARGO_PKG_VERSION") {
            return Err(PlanError::Engine { found: self.engine.clone() });
        }
        for (what, name) in [("emission", &self.emission), ("block", &self.block)] {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            if name.is_empty() || name.len() > 64 || !name.chars().all(is_plain) {
                return Err(PlanError::Content(format!(
                    "{what} {name:?}: name it by 1 to 64 letters, digits, dots, dashes and underlines"
                )));
            }
        }
        let game = self.game()?;
        if self.part_units == 0 || self.part_units > u64::from(u32::MAX) {
            return Err(PlanError::Content(format!("{} units of a part: 1 to 4294967295", self.part_units)));
        }
        let content = |problem: &str| Err(PlanError::Content(problem.into()));
        match (&game, self.mode, &self.bank, &self.grids) {
            (AnyGame::Hive(_), None, None, None)
            | (AnyGame::Crossword(_), Some(Mode::Fresh | Mode::Fill), None, Some(_)) => Ok(()),
            (AnyGame::Hive(_), ..) => content("hives need neither bank nor mode: leave them out"),
            (AnyGame::Crossword(_), Some(Mode::Bank), Some(bank), None) => Self::check_bank(bank, game.block_units()),
            (AnyGame::Crossword(_), Some(Mode::Bank) | None, None, _) => {
                content("crosswords are dealt from a bank: name one, or ask for a fresh pair for each unit")
            }
            (AnyGame::Crossword(_), ..) => content("a mode that makes grids takes no bank, and a bank makes none"),
        }
    }

    fn check_bank(bank: &PlannedBank, units: u64) -> Result<(), PlanError> {
        let (pairs, least) = (bank.pairs, units.div_ceil(MOST_USES));
        if pairs >= least {
            return Ok(());
        }
        Err(PlanError::Content(format!(
            "the bank is too small: {pairs} pairs for {units} units; {least} are the least, so that none is shown more \
             than {MOST_USES} times"
        )))
    }

    /// The game.
    ///
    /// # Errors
    /// When its file can't be played.
    pub fn game(&self) -> Result<AnyGame, PlanError> {
        Ok(AnyGame::from_toml(&self.game)?)
    }

    /// As it stands in a file.
    pub fn to_json(&self) -> String {
        to_json(self)
    }

    /// The plan without the name of the bank's file: what is published of it.
    #[must_use]
    pub fn public(&self) -> Self {
        let bank = self.bank.as_ref().map(|bank| PlannedBank { file: None, ..bank.clone() });
        Self { bank, ..self.clone() }
    }

    /// SHA-256 of the [JSON form](Self::to_json) of what is [public](Self::public).
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.public().to_json()).into()
    }

    /// The same in hexadecimal.
    pub fn digest_hex(&self) -> String {
        hex(&self.digest())
    }

    /// How many parts the block has.
    ///
    /// # Errors
    /// As [`Plan::game`].
    pub fn parts(&self) -> Result<u64, PlanError> {
        Ok(self.game()?.block_units().div_ceil(self.part_units))
    }
}
