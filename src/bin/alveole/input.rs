//! Files that are read: a path, or `-` for standard input.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;

use crate::exit::{self, Failure};

/// A file that was named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// `-`.
    Standard,
    /// A path.
    File(PathBuf),
}

impl From<std::ffi::OsString> for Input {
    fn from(name: std::ffi::OsString) -> Self {
        if name == "-" { Self::Standard } else { Self::File(name.into()) }
    }
}

impl fmt::Display for Input {
    /// As messages name it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Standard => f.write_str("standard input"),
            Self::File(path) => f.write_str(&exit::shown(path)),
        }
    }
}

impl Input {
    /// The largest file that is read whole: lists of words and rules are far smaller.
    const LARGEST: u64 = 64 << 20;

    /// An error when more than one of them is standard input, which can be read once.
    pub(crate) fn at_most_one_standard(inputs: &[Option<&Self>]) -> Result<(), Failure> {
        match inputs.iter().filter(|input| **input == Some(&Self::Standard)).count() {
            0 | 1 => Ok(()),
            _ => Err(Failure::usage("standard input can be only one of the files: name a file in place of one -")),
        }
    }

    /// Its name without its folders, as a manifest has it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::File(path) => path.file_name().map(|name| exit::shown(name.as_ref())),
            Self::Standard => None,
        }
        .unwrap_or_else(|| self.to_string())
    }

    /// Opens it, to be read line by line.
    pub(crate) fn open(&self) -> Result<Box<dyn BufRead + Send>, Failure> {
        let Self::File(path) = self else { return Ok(Box::new(BufReader::new(io::stdin()))) };
        let file = File::open(path).map_err(|error| Failure::unreadable(self, &error))?;
        if file.metadata().is_ok_and(|there| there.is_dir()) {
            return Err(Failure::unreadable(self, &io::ErrorKind::IsADirectory.into()));
        }
        Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
    }

    /// All of it.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let mut start = self.open()?.take(Self::LARGEST + 1);
        start.read_to_end(&mut bytes).map_err(|error| Failure::unreadable(self, &error))?;
        if bytes.len() as u64 > Self::LARGEST {
            let most = Self::LARGEST >> 20;
            return Err(Failure::usage(format_args!("{self} is larger than {most} MiB: is it the right file?")));
        }
        Ok(bytes)
    }
}
