//! Folders that appear whole or not at all: one file a unit, and a manifest.
//!
//! The files are made in a hidden folder beside the one that was named, which gets its name at the end. A folder that
//! exists is never replaced: there is no telling what else lies in it.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::{Builder, TempDir};

use super::manifest::Manifest;
use super::whole_file::{FileError, directory, explain};
use crate::table;

/// Name of the manifest in the folder.
pub const MANIFEST: &str = "manifest.json";

/// A folder in the making. Dropped before [`WholeFolder::finish`], it leaves nothing.
#[derive(Debug)]
pub struct WholeFolder {
    path: PathBuf,
    parts: TempDir,
    sha256: Sha256,
}

impl WholeFolder {
    /// Starts a folder.
    ///
    /// # Errors
    /// When something of this name exists, or its folder can't be made there.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(FileError::FolderExists { path: path.into() });
        }
        let parent = directory(path);
        let mut builder = Builder::new();
        builder.prefix(".alveole-").suffix(".part");
        // Temporary folders are private by default; a finished one has the usual permissions, under the umask.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
        let parts = builder.tempdir_in(parent).map_err(|source| explain(path, parent, source))?;
        Ok(Self { path: path.into(), parts, sha256: Sha256::new() })
    }

    /// Adds one file of these bytes.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.parts.path().join(name);
        self.sha256.update(bytes);
        write_synced(&path, bytes).map_err(|source| FileError::Io { path: self.path.join(name), source })
    }

    /// Adds the manifest, whose digest is of all files in the order they were added, and gives the folder its name.
    ///
    /// # Errors
    /// When the manifest can't be written, or something of this name has appeared meanwhile.
    pub fn finish(self, mut manifest: Manifest) -> Result<(), FileError> {
        let Self { path, parts, sha256 } = self;
        manifest.output_sha256 = table::hex(&sha256.finalize());
        let io_error = |source| FileError::Io { path: path.clone(), source };
        write_synced(&parts.path().join(MANIFEST), manifest.to_json().as_bytes()).map_err(io_error)?;
        if fs::symlink_metadata(&path).is_ok() {
            return Err(FileError::FolderExists { path });
        }
        fs::rename(parts.path(), &path).map_err(io_error)?;
        // It has its name: there is nothing left to clean up.
        let _ = parts.keep();
        Ok(())
    }
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create_new(path)?);
    file.write_all(bytes)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::manifest::Digests;

    #[test]
    fn whole_or_not_at_all() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("units");
        let mut folder = WholeFolder::create(&path).unwrap();
        folder.add("a", b"1").unwrap();
        assert!(!path.exists());
        drop(folder);
        assert_eq!(fs::read_dir(room.path()).unwrap().count(), 0);

        let mut folder = WholeFolder::create(&path).unwrap();
        folder.add("a", b"1").unwrap();
        folder.finish(Manifest::new("fill", Some(0), Digests::default())).unwrap();
        assert_eq!(fs::read(path.join("a")).unwrap(), b"1");
        assert!(path.join(MANIFEST).exists());
        assert_eq!(fs::read_dir(room.path()).unwrap().count(), 1);
        assert!(matches!(WholeFolder::create(&path), Err(FileError::FolderExists { .. })));
        assert!(matches!(WholeFolder::create(&path.join("a/b")), Err(FileError::NotADirectory { .. })));
    }
}
