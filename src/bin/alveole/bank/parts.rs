//! The finished rounds of a bank in the making: `FILE.parts/`, from which a run that was stopped goes on.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use alveole::bank::{Bank, BankPair, BankWriter};
use alveole::formats::manifest::Manifest;
use alveole::formats::whole_file::WholeFile;

use crate::exit::{Failure, shown, unwritable};

/// A folder of rounds, each a small bank, and the manifest of the whole.
pub(super) struct Parts {
    folder: PathBuf,
    manifest: Manifest,
    grids: usize,
}

impl Parts {
    /// Opens or makes the folder beside a bank. It must be of the same command: the same manifest.
    pub(super) fn open(bank: &Path, manifest: &Manifest, grids: usize) -> Result<Self, Failure> {
        let mut name: OsString = bank.into();
        name.push(".parts");
        let folder = PathBuf::from(name);
        fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
        let of = folder.join("manifest.json");
        match fs::read_to_string(&of) {
            Ok(text) if text == manifest.to_json() => {}
            Ok(_) => {
                let name = shown(&folder);
                return Err(Failure::usage(format_args!(
                    "{name} holds rounds of another command or other lists: finish that one first, or remove the folder"
                )));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut file = WholeFile::create(&of, false)?;
                file.write_all(manifest.to_json().as_bytes()).map_err(|error| unwritable(&of, &error))?;
                file.finish()?;
            }
            Err(error) => return Err(Failure::unreadable(shown(&of), &error)),
        }
        Ok(Self { folder, manifest: manifest.clone(), grids })
    }

    fn round(&self, number: usize) -> PathBuf {
        self.folder.join(format!("round-{number:06}.parquet"))
    }

    /// The rounds from the first on that are there and whole. One that is not is made anew, and so are those behind it.
    pub(super) fn finished(&self) -> impl Iterator<Item = Bank> + '_ {
        (0..).map_while(|number| Bank::open(&self.round(number)).ok())
    }

    /// Keeps a finished round.
    pub(super) fn add(&self, number: usize, pairs: &[BankPair]) -> Result<(), Failure> {
        let path = self.round(number);
        let failed = |error| super::failure(&path, error);
        let mut bank = BankWriter::new(WholeFile::create(&path, true)?, self.grids, &self.manifest).map_err(failed)?;
        for pair in pairs {
            bank.push(pair).map_err(failed)?;
        }
        bank.finish().map_err(failed)?.finish()?;
        Ok(())
    }

    /// Puts the rounds together into the bank, and takes them away.
    pub(super) fn assemble(self, bank: WholeFile, path: &Path) -> Result<(), Failure> {
        let failed = |error| super::failure(path, error);
        let mut whole = BankWriter::new(bank, self.grids, &self.manifest).map_err(failed)?;
        for round in self.finished() {
            for pair in round.pairs() {
                whole.push(pair).map_err(failed)?;
            }
        }
        whole.finish().map_err(failed)?.finish()?;
        fs::remove_dir_all(&self.folder).map_err(|error| unwritable(&self.folder, &error))
    }
}
