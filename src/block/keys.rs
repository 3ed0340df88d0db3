//! Secrets, what is published of them, and the keys that follow from them.
//!
//! A block's keys need every secret: whoever keeps one back keeps the block from being foretold. Each purpose has a key of
//! its own, HKDF-SHA-256 (RFC 5869): the input is each secret behind its length, sorted by their digests, so that their order
//! on a command line says nothing; `info` is the plan's digest and the purpose, each behind its length. Lengths are
//! 8 bytes, least significant first.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use hkdf::Hkdf;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::plan::Plan;
use crate::rng::{self, Streams};
use crate::table::hex;

/// What the salt of the extraction is, so that no other program derives the same keys.
const SALT: &[u8] = b"alveole/block/1";

/// A secret of one party. It is never shown: not in a message, not in a debug form.
#[derive(Clone)]
pub struct Secret(Vec<u8>);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Why a secret can't be used.
#[derive(Debug, Error)]
pub enum SecretError {
    /// The file can't be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Its name.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Others can read it.
    #[error("{}: others can read it (mode {mode:04o}): a secret is its owner's alone, chmod 600", path.display())]
    Open {
        /// Its name.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// Too short to be unguessable, or no secret at all.
    #[error("{}: {bytes} bytes: a secret has {} to {}", path.display(), Secret::LEAST, Secret::MOST)]
    Length {
        /// Its name.
        path: PathBuf,
        /// How many bytes it has; one more than the most where there are more.
        bytes: usize,
    },
    /// One secret twice.
    #[error("two of the secrets are the same (commitment {commitment}): each party gives its own")]
    Repeated {
        /// What is published of it.
        commitment: String,
    },
    /// No secret.
    #[error("no secret is given: a block needs one at least")]
    None,
}

impl Secret {
    /// The fewest bytes.
    pub const LEAST: usize = 32;
    /// The most bytes.
    pub const MOST: usize = 1024;

    /// Makes a secret of 32 random bytes in a new file that its owner alone can read.
    ///
    /// # Errors
    /// When the file exists, or can't be written; then none is left.
    pub fn create(path: &Path) -> Result<Self, SecretError> {
        let failed = |source| SecretError::Io { path: path.into(), source };
        let bytes = rng::unguessable().map_err(failed)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path).map_err(failed)?;
        if let Err(source) = file.write_all(&bytes).and_then(|()| file.sync_all()) {
            let _ = fs::remove_file(path);
            return Err(failed(source));
        }
        Ok(Self(bytes.to_vec()))
    }

    /// Reads a secret's file.
    ///
    /// # Errors
    /// When it can't be read, others can read it, or it is too short or too long.
    pub fn read(path: &Path) -> Result<Self, SecretError> {
        let failed = |source| SecretError::Io { path: path.into(), source };
        let mut file = fs::File::open(path).map_err(failed)?;
        #[cfg(unix)]
        {
            // Of the open file: its name may stand for another by now.
            let mode = std::os::unix::fs::PermissionsExt::mode(&file.metadata().map_err(failed)?.permissions());
            if mode & 0o077 != 0 {
                return Err(SecretError::Open { path: path.into(), mode: mode & 0o7777 });
            }
        }
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take(Self::MOST as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
        if !(Self::LEAST..=Self::MOST).contains(&bytes.len()) {
            return Err(SecretError::Length { path: path.into(), bytes: bytes.len() });
        }
        Ok(Self(bytes))
    }

    /// A secret of these bytes, for tests and for programs that keep theirs elsewhere; `None` when they are too few or too many.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        (Self::LEAST..=Self::MOST).contains(&bytes.len()).then(|| Self(bytes.to_vec()))
    }

    /// What is published of it beforehand: SHA-256 of its bytes.
    pub fn commitment(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }
}

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyPurpose {
    /// Which unit wins what.
    Lots,
    /// Which unit takes which kind of plan.
    Kinds,
    /// Which unit shows which pair.
    Pairs,
    /// The letters of a unit.
    Letters,
    /// Their order.
    Order,
    /// Plan and cells of a hive.
    Hive,
}

impl KeyPurpose {
    const fn label(self) -> &'static [u8] {
        match self {
            Self::Lots => b"lots",
            Self::Kinds => b"kinds",
            Self::Pairs => b"pairs",
            Self::Letters => b"letters",
            Self::Order => b"order",
            Self::Hive => b"hive",
        }
    }
}

/// The keys of one block.
#[derive(Clone)]
pub struct Keys {
    extracted: Hkdf<Sha256>,
    plan: [u8; 32],
    commitments: Vec<String>,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("commitments", &self.commitments).finish_non_exhaustive()
    }
}

fn behind_its_length(bytes: &[u8], to: &mut Vec<u8>) {
    to.extend((bytes.len() as u64).to_le_bytes());
    to.extend(bytes);
}

impl Keys {
    /// The keys of a plan's block under these secrets, in whatever order.
    ///
    /// # Errors
    /// When there is no secret, or one twice.
    ///
    /// # Panics
    /// Never: the length of a key suits the derivation.
    pub fn new(secrets: &[Secret], plan: &Plan) -> Result<Self, SecretError> {
        let mut sorted: Vec<([u8; 32], &Secret)> = secrets.iter().map(|secret| (secret.commitment(), secret)).collect();
        sorted.sort_by_key(|(commitment, _)| *commitment);
        if let Some(two) = sorted.windows(2).find(|two| two[0].0 == two[1].0) {
            return Err(SecretError::Repeated { commitment: hex(&two[0].0) });
        }
        if sorted.is_empty() {
            return Err(SecretError::None);
        }
        let mut input = Vec::new();
        for (_, secret) in &sorted {
            behind_its_length(&secret.0, &mut input);
        }
        let extracted = Hkdf::<Sha256>::new(Some(SALT), &input);
        input.fill(0);
        let commitments = sorted.iter().map(|(commitment, _)| hex(commitment)).collect();
        Ok(Self { extracted, plan: plan.digest(), commitments })
    }

    /// What is published of the secrets, in hexadecimal, sorted.
    pub fn commitments(&self) -> &[String] {
        &self.commitments
    }

    /// The streams of one purpose.
    pub(crate) fn streams(&self, purpose: KeyPurpose) -> Streams {
        let mut info = Vec::new();
        behind_its_length(&self.plan, &mut info);
        behind_its_length(purpose.label(), &mut info);
        let mut key = [0; 32];
        self.extracted.expand(&info, &mut key).expect("32 bytes are a key");
        Streams::from_key(key)
    }
}
