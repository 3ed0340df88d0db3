//! Where data goes: standard output, or a file that appears whole, with its manifest.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::PathBuf;

use alveole::formats::manifest::{Manifest, WithManifest};
use clap::Args;

use crate::exit::{self, Failure};

/// Where the data goes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputOptions {
    /// Write to this file, and what it was made of to FILE.manifest.json; `-` is standard output
    ///
    /// The file appears when it is finished, or not at all.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Replace the output file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

impl OutputOptions {
    /// Opens it. Whether a file may be written is said now, not at the end of a long run.
    pub(crate) fn open(&self) -> Result<Output, Failure> {
        match &self.out {
            Some(path) if path.as_os_str() != "-" => {
                Ok(Output::File(Box::new(WithManifest::create(path, self.force)?)))
            }
            _ => Ok(Output::standard()),
        }
    }

    /// Whether people read it in colour: on a terminal, unless `NO_COLOR` is set.
    pub(crate) fn colour(&self) -> bool {
        let file = self.out.as_ref().is_some_and(|path| path.as_os_str() != "-");
        !file && io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
    }
}

/// A text from somebody's file as it may be shown: without characters that a terminal would obey.
pub(crate) fn plain(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// An open output. Its errors name it: `?` makes the right [`Failure`] of them.
#[derive(Debug)]
pub(crate) enum Output {
    /// Standard output.
    Standard(BufWriter<Stdout>),
    /// A file in the making.
    File(Box<WithManifest>),
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        Self::Standard(BufWriter::with_capacity(1 << 16, io::stdout()))
    }

    /// Ends it: flushed, or named and with its manifest, which only a file has.
    pub(crate) fn finish(mut self, manifest: impl FnOnce() -> Manifest) -> Result<(), Failure> {
        self.flush()?;
        if let Self::File(file) = self {
            file.finish(manifest())?;
        }
        Ok(())
    }

    /// The error, with the name of what can't be written.
    fn named(&self, error: &io::Error) -> io::Error {
        let name = match self {
            Self::Standard(_) => "standard output".into(),
            Self::File(file) => exit::shown(file.path()),
        };
        io::Error::new(error.kind(), format!("cannot write {name}: {}", exit::in_words(error)))
    }
}

impl Write for Output {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = match self {
            Self::Standard(out) => out.write(buffer),
            Self::File(file) => file.write(buffer),
        };
        // Interrupted writes are tried again by the caller, which asks for the kind only.
        written.map_err(|error| self.named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match self {
            Self::Standard(out) => out.flush(),
            Self::File(file) => file.flush(),
        };
        flushed.map_err(|error| self.named(&error))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use alveole::formats::manifest::{Digests, beside};

    use super::*;
    use crate::exit::Code;

    fn options(path: &std::path::Path, force: bool) -> OutputOptions {
        OutputOptions { out: Some(path.into()), force }
    }

    fn refused(options: &OutputOptions) -> (Code, String) {
        match options.open() {
            Err(Failure::Because(code, error)) => (code, error.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_file_appears_with_its_manifest() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("units.jsonl");
        let mut out = options(&path, false).open().unwrap();
        writeln!(out, "{{}}").unwrap();
        assert_eq!(fs::read_dir(room.path()).unwrap().count(), 1, "the file in the making");
        out.finish(|| Manifest::new("fill", Some(0), Digests::default())).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"{}\n");
        assert!(beside(&path).exists());
        assert_eq!(fs::read_dir(room.path()).unwrap().count(), 2);
        assert!(!options(&path, true).colour());
    }

    #[test]
    fn what_can_not_be_written_is_said_at_once() {
        let room = tempfile::tempdir().unwrap();
        let at = |name: &str| room.path().join(name);
        fs::write(at("old"), "old").unwrap();
        let (code, message) = refused(&options(&at("old"), false));
        assert_eq!(code, Code::Usage);
        assert!(message.ends_with("old exists already: choose another name, or --force"), "{message}");
        for (path, end) in [
            (at("no/new"), "no; make it first"),
            (at("old/new"), "old is no directory"),
            (room.path().to_path_buf(), "it names a directory; name a file in it"),
            ("/dev/full".into(), "write to standard output and redirect it there"),
        ] {
            let (code, message) = refused(&options(&path, true));
            assert_eq!(code, Code::Unreachable);
            assert!(message.starts_with("cannot write ") && message.ends_with(end), "{message}");
        }
        assert_eq!(fs::read(at("old")).unwrap(), b"old");
        assert_eq!(fs::read_dir(room.path()).unwrap().count(), 1, "nothing is left");
    }
}
