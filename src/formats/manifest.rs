//! What a file was made of, beside it: `units.jsonl` has `units.jsonl.manifest.json`.
//!
//! The same run writes the same manifest: there is no clock, no machine, no path in it. Files that went in are named by
//! their digests, and what can't change the output (threads, progress) is left out.
//!
//! The manifest is written last: where it stands, the file beside it is finished.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::whole_file::{self, FileError, WholeFile, Written};
use crate::table;

/// The version that this crate writes.
pub const SCHEMA: &str = "alveole/manifest/1";

/// The value of a command's parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Parameter {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Number(u64),
    /// Everything else, as it would be typed.
    Text(String),
}

impl From<bool> for Parameter {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<u64> for Parameter {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Parameter {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T: AsRef<str>> From<&T> for Parameter
where
    T: ?Sized,
{
    fn from(text: &T) -> Self {
        Self::Text(text.as_ref().into())
    }
}

/// SHA-256 of what went in, in hexadecimal; `None` where nothing did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digests {
    /// The words.
    pub lexicon: Option<String>,
    /// What must not be read: all lists and the policy together.
    pub blocklist: Option<String>,
    /// Each list and the policy, by name: the six tables and `policy.toml` by ours, whoever made them; a further list by its
    /// file's name, with ` (2)` and so on where that is taken.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<String, String>,
    /// The team's file over both.
    pub overrides: Option<String>,
    /// The game's rules.
    pub game: Option<String>,
    /// The layouts that units draw from.
    pub layouts: Option<String>,
    /// A file of theme words.
    pub theme: Option<String>,
}

/// What a file was made of.
///
/// ```
/// use alveole::formats::manifest::{Digests, Manifest};
/// let mut manifest = Manifest::new("fill", Some(7), Digests::default());
/// manifest.parameters.insert("reveal".into(), "3,1".into());
/// let text = manifest.to_json();
/// assert!(text.starts_with("{\n  \"schema\": \"alveole/manifest/1\","));
/// assert_eq!(Manifest::read(&text).unwrap(), manifest);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: String,
    /// Version of this crate.
    pub engine: String,
    /// The command, such as `fill`.
    pub command: String,
    /// Its parameters that can change the output, defaults included; no paths, no threads.
    pub parameters: BTreeMap<String, Parameter>,
    /// The seed that was in effect, where there is one.
    pub seed: Option<u64>,
    /// What went in.
    pub digests: Digests,
    /// How many units the file holds.
    pub units: u64,
    /// SHA-256 of the file, in hexadecimal; filled in when it is finished.
    pub output_sha256: String,
}

impl Manifest {
    /// A manifest of this command, with nothing made yet.
    pub fn new(command: &str, seed: Option<u64>, digests: Digests) -> Self {
        Self {
            schema: SCHEMA.into(),
            engine: env!("CARGO_PKG_VERSION").into(),
            command: command.into(),
            parameters: BTreeMap::new(),
            seed,
            digests,
            units: 0,
            output_sha256: String::new(),
        }
    }

    /// As it stands in the file.
    ///
    /// # Panics
    /// Never: every manifest has a JSON form.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("strings and numbers have a JSON form");
        text.push('\n');
        text
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// When it is no manifest of this version: what is wrong, with line and column.
    pub fn read(text: &str) -> Result<Self, table::Fault> {
        let manifest: Self = serde_json::from_str(text).map_err(|error| table::Fault {
            line: error.line(),
            column: error.column(),
            problem: format!("no manifest: {error}"),
        })?;
        if manifest.schema != SCHEMA {
            let problem = format!("schema is {:?}; this version reads {SCHEMA:?}", manifest.schema);
            return Err(table::Fault { line: 1, column: 1, problem });
        }
        Ok(manifest)
    }
}

/// The name of a file's manifest.
pub fn beside(file: &Path) -> PathBuf {
    let mut name: OsString = file.into();
    name.push(".manifest.json");
    name.into()
}

/// A file in the making, and its manifest.
#[derive(Debug)]
pub struct WithManifest {
    file: WholeFile,
    manifest: PathBuf,
    force: bool,
}

impl WithManifest {
    /// Starts a file that will have a manifest; `force` lets both replace what exists.
    ///
    /// # Errors
    /// When either exists and may not be replaced, or can't be written there.
    pub fn create(path: &Path, force: bool) -> Result<Self, FileError> {
        let file = WholeFile::create(path, force)?;
        let manifest = beside(path);
        whole_file::check(&manifest, force)?;
        Ok(Self { file, manifest, force })
    }

    /// The name of the file, as it was given.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Finishes the file, then its manifest, in which the digest is filled in.
    ///
    /// # Errors
    /// When one of them can't be written. An old manifest is gone by then: it would speak of another file.
    pub fn finish(self, mut manifest: Manifest) -> Result<Written, FileError> {
        let Self { file, manifest: path, force } = self;
        if force {
            match fs::remove_file(&path) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(FileError::Io { path, source });
                }
                _ => {}
            }
        }
        let written = file.finish()?;
        manifest.output_sha256 = table::hex(&written.sha256);
        let mut beside = WholeFile::create(&path, force)?;
        beside.write_all(manifest.to_json().as_bytes()).map_err(|source| FileError::Io { path, source })?;
        beside.finish()?;
        Ok(written)
    }
}

impl Write for WithManifest {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        self.file.write(buffer)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_and_its_manifest() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("units.jsonl");
        let mut file = WithManifest::create(&path, false).unwrap();
        file.write_all(b"abc").unwrap();
        let mut manifest = Manifest::new("fill", Some(3), Digests { game: Some("00".into()), ..Digests::default() });
        manifest.units = 1;
        manifest.parameters.insert("count".into(), 1.into());
        manifest.parameters.insert("allow-same-lemma".into(), false.into());
        file.finish(manifest).unwrap();
        let text = fs::read_to_string(beside(&path)).unwrap();
        let expected = format!(
            "{{\n  \"schema\": \"alveole/manifest/1\",\n  \"engine\": \"{}\",\n  \"command\": \"fill\",\n  \"parameters\": \
             {{\n    \"allow-same-lemma\": false,\n    \"count\": 1\n  }},\n  \"seed\": 3,\n  \"digests\": {{\n    \
             \"lexicon\": null,\n    \"blocklist\": null,\n    \"overrides\": null,\n    \"game\": \"00\",\n    \
             \"layouts\": null,\n    \"theme\": null\n  }},\n  \"units\": 1,\n  \"output_sha256\": \
             \"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"\n}}\n",
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!(text, expected);
        assert_eq!(Manifest::read(&text).unwrap().units, 1);
    }

    #[test]
    fn an_old_manifest_is_not_overwritten_by_chance() {
        let room = tempfile::tempdir().unwrap();
        let path = room.path().join("units.jsonl");
        fs::write(beside(&path), "old").unwrap();
        let error = WithManifest::create(&path, false).unwrap_err();
        assert!(error.to_string().contains("units.jsonl.manifest.json exists already"), "{error}");
        let file = WithManifest::create(&path, true).unwrap();
        file.finish(Manifest::new("fill", None, Digests::default())).unwrap();
        assert!(fs::read_to_string(beside(&path)).unwrap().starts_with("{\n"));
    }

    #[test]
    fn other_versions_are_refused() {
        let text = Manifest::new("fill", None, Digests::default()).to_json().replace("manifest/1", "manifest/2");
        assert!(Manifest::read(&text).unwrap_err().problem.contains("this version reads"));
        assert!(Manifest::read("{").unwrap_err().problem.starts_with("no manifest"));
    }
}
