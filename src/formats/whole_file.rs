//! Files that appear whole or not at all.
//!
//! A [`WholeFile`] is written under another name in the same directory, synced, and renamed when it is finished: a run
//! that fails leaves nothing, and whoever reads the name sees either the old file or the whole new one. Two runs that
//! write the same name do not mix: each has its own temporary file, and one of them wins. (A run that is killed may leave
//! a hidden `.alveole-….part`, which is never read.)
//!
//! Whether the file may be written is asked when it is created, so that a long run does not find out at its end, and
//! again when it is finished.
//!
//! ```
//! use std::io::Write;
//! use alveole::formats::whole_file::WholeFile;
//! let directory = tempfile::tempdir().unwrap();
//! let path = directory.path().join("units.jsonl");
//! let mut file = WholeFile::create(&path, false).unwrap();
//! file.write_all(b"{}\n").unwrap();
//! assert!(!path.exists());
//! file.finish().unwrap();
//! assert_eq!(std::fs::read(&path).unwrap(), b"{}\n");
//! assert!(WholeFile::create(&path, false).unwrap_err().to_string().ends_with("exists already: choose another name, or --force"));
//! ```

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::{Builder, NamedTempFile};
use thiserror::Error;

/// Why a file can't be written. The texts name it and say what to do.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// There is such a file, and it was not said that it may be replaced.
    #[error("{} exists already: choose another name, or --force", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// There is something of the name that a folder was to have.
    #[error("{} exists already: choose another name; a folder is never replaced", path.display())]
    FolderExists {
        /// The folder.
        path: PathBuf,
    },
    /// The name is a directory's.
    #[error("cannot write {}: it names a directory; name a file in it", path.display())]
    IsDirectory {
        /// The directory.
        path: PathBuf,
    },
    /// The name is a device's, a pipe's or a socket's: they can't be replaced by a file.
    #[error("cannot write {}: it is no regular file; write to standard output and redirect it there", path.display())]
    NotRegular {
        /// What is there.
        path: PathBuf,
    },
    /// The directory of the file is not there.
    #[error("cannot write {}: there is no directory {}; make it first", path.display(), directory.display())]
    NoDirectory {
        /// The file.
        path: PathBuf,
        /// What is missing.
        directory: PathBuf,
    },
    /// A part of the path is a file.
    #[error("cannot write {}: {} is no directory", path.display(), directory.display())]
    NotADirectory {
        /// The file.
        path: PathBuf,
        /// What is no directory.
        directory: PathBuf,
    },
    /// No permission.
    #[error("cannot write {}: no permission to make files in {}; choose another place", path.display(), directory.display())]
    Denied {
        /// The file.
        path: PathBuf,
        /// Its directory.
        directory: PathBuf,
    },
    /// Anything else that the system says.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Bytes.
    pub bytes: u64,
    /// SHA-256 of them.
    pub sha256: [u8; 32],
}

/// A file in the making. Dropped before [`WholeFile::finish`], it leaves nothing.
#[derive(Debug)]
pub struct WholeFile {
    /// As it was named; what errors say.
    path: PathBuf,
    /// Where it will be: the path, or what it links to.
    target: PathBuf,
    force: bool,
    file: BufWriter<NamedTempFile>,
    sha256: Sha256,
    bytes: u64,
}

impl WholeFile {
    /// Starts a file; `force` lets it replace one that exists.
    ///
    /// # Errors
    /// When the file exists and may not be replaced, or can't be written there.
    pub fn create(path: &Path, force: bool) -> Result<Self, FileError> {
        let target = target(path, force)?;
        let directory = directory(&target);
        let mut builder = Builder::new();
        builder.prefix(".alveole-").suffix(".part");
        // Temporary files are private by default; a finished file has the usual permissions, under the umask.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(directory).map_err(|source| explain(path, directory, source))?;
        let file = BufWriter::with_capacity(1 << 16, file);
        Ok(Self { path: path.into(), target, force, file, sha256: Sha256::new(), bytes: 0 })
    }

    /// The name, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Syncs the file and gives it its name.
    ///
    /// # Errors
    /// When it can't be written to its end, or when meanwhile such a file has appeared that may not be replaced.
    pub fn finish(self) -> Result<Written, FileError> {
        let Self { path, target, force, file, sha256, bytes } = self;
        let io_error = |source| FileError::Io { path: path.clone(), source };
        let file = file.into_inner().map_err(|error| io_error(error.into_error()))?;
        file.as_file().sync_all().map_err(io_error)?;
        let named = if force { file.persist(&target) } else { file.persist_noclobber(&target) };
        named.map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => FileError::Exists { path: path.clone() },
            _ => explain(&path, directory(&target), error.error),
        })?;
        // The name is safe only when the directory is; not every system can sync one, and the file is whole anyway.
        if let Ok(directory) = fs::File::open(directory(&target)) {
            let _ = directory.sync_all();
        }
        Ok(Written { bytes, sha256: sha256.finalize().into() })
    }
}

impl Write for WholeFile {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let count = self.file.write(buffer)?;
        self.sha256.update(&buffer[..count]);
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Whether a file of this name may be written, as far as can be said before writing it.
///
/// # Errors
/// As [`WholeFile::create`], of which this is the first half: nothing is created.
pub fn check(path: &Path, force: bool) -> Result<(), FileError> {
    target(path, force).map(|_| ())
}

/// Where the file will be: a link is followed, so that it is its file that is replaced.
fn target(path: &Path, force: bool) -> Result<PathBuf, FileError> {
    let named_as_directory = path.as_os_str().as_encoded_bytes().last().is_none_or(|last| *last == b'/');
    if named_as_directory || path.file_name().is_none() {
        return Err(FileError::IsDirectory { path: path.into() });
    }
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(FileError::IsDirectory { path: path.into() }),
        Ok(there) if !there.is_file() => Err(FileError::NotRegular { path: path.into() }),
        Ok(_) if !force => Err(FileError::Exists { path: path.into() }),
        Ok(_) => fs::canonicalize(path).map_err(|source| FileError::Io { path: path.into(), source }),
        // A link to nowhere.
        Err(_) if !force && fs::symlink_metadata(path).is_ok() => Err(FileError::Exists { path: path.into() }),
        Err(_) => Ok(path.into()),
    }
}

/// The directory that a file is in.
pub(super) fn directory(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// The system's refusal in our words.
pub(super) fn explain(path: &Path, directory: &Path, source: io::Error) -> FileError {
    let path = path.to_path_buf();
    match source.kind() {
        io::ErrorKind::NotFound => FileError::NoDirectory { path, directory: directory.into() },
        io::ErrorKind::NotADirectory => {
            let part = directory.ancestors().find(|part| fs::metadata(part).is_ok_and(|there| !there.is_dir()));
            FileError::NotADirectory { path, directory: part.unwrap_or(directory).into() }
        }
        io::ErrorKind::PermissionDenied => FileError::Denied { path, directory: directory.into() },
        // What tempfile says names its own file: people know theirs.
        _ => FileError::Io { path, source: source.raw_os_error().map_or(source, io::Error::from_raw_os_error) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(directory).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn nothing_is_left_by_a_run_that_fails() {
        let room = tempfile::tempdir().unwrap();
        let mut file = WholeFile::create(&room.path().join("a"), false).unwrap();
        file.write_all(&vec![7; 200_000]).unwrap();
        drop(file);
        assert!(names(room.path()).is_empty());
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_kept() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("a");
        let mut file = WholeFile::create(&path, false).unwrap();
        file.write_all(b"ours").unwrap();
        fs::write(&path, "theirs").unwrap();
        assert!(matches!(file.finish(), Err(FileError::Exists { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(names(room.path()), ["a"]);
        let mut file = WholeFile::create(&path, true).unwrap();
        file.write_all(b"ours").unwrap();
        let written = file.finish().unwrap();
        assert_eq!((written.bytes, written.sha256), (4, Sha256::digest(b"ours").into()));
        assert_eq!(fs::read(&path).unwrap(), b"ours");
    }

    #[test]
    fn writers_of_one_name_do_not_mix() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("a");
        let written: Vec<bool> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8u8)
                .map(|number| {
                    let path = &path;
                    scope.spawn(move || {
                        let mut file = WholeFile::create(path, number % 2 == 0).ok()?;
                        (0..50).try_for_each(|_| file.write_all(&[number; 5000])).unwrap();
                        file.finish().ok()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap().is_some()).collect()
        });
        assert!(written.iter().step_by(2).all(|done| *done), "those that may replace always succeed");
        let bytes = fs::read(&path).unwrap();
        assert!(bytes.len() == 250_000 && bytes.iter().all(|byte| *byte == bytes[0]));
        assert_eq!(names(room.path()), ["a"]);
    }

    #[test]
    fn places_that_take_no_file_are_named() {
        let room = tempfile::tempdir().unwrap();
        fs::write(room.path().join("file"), "x").unwrap();
        let error = |name: &str| {
            let error = WholeFile::create(&room.path().join(name), true).unwrap_err().to_string();
            error.replace(&format!("{}", room.path().display()), "ROOM")
        };
        assert_eq!(error("no/a"), "cannot write ROOM/no/a: there is no directory ROOM/no; make it first");
        assert_eq!(error("file/a"), "cannot write ROOM/file/a: ROOM/file is no directory");
        assert_eq!(error("file/sub/a"), "cannot write ROOM/file/sub/a: ROOM/file is no directory");
        assert_eq!(error(""), "cannot write ROOM/: it names a directory; name a file in it");
        let devices = WholeFile::create(Path::new("/dev/null"), true).unwrap_err();
        assert!(matches!(devices, FileError::NotRegular { .. }), "a device is never replaced");
        assert!(matches!(WholeFile::create(Path::new(""), true), Err(FileError::IsDirectory { .. })));
        assert!(matches!(WholeFile::create(Path::new(".."), true), Err(FileError::IsDirectory { .. })));
        assert!(matches!(WholeFile::create(Path::new("new/"), true), Err(FileError::IsDirectory { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_usual() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let room = tempfile::tempdir().unwrap();
        let at = |name: &str| room.path().join(name);
        fs::write(at("old"), "x").unwrap();
        symlink("old", at("link")).unwrap();
        WholeFile::create(&at("link"), true).unwrap().finish().unwrap();
        assert_eq!(fs::read(at("old")).unwrap(), b"");
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        symlink("nowhere", at("lost")).unwrap();
        assert!(matches!(check(&at("lost"), false), Err(FileError::Exists { .. })));
        // As any other new file.
        fs::write(at("plain"), "").unwrap();
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode();
        assert_eq!(mode("old"), mode("plain"));
    }
}
