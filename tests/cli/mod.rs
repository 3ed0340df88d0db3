//! Runs the program as people do, and says what a run must look like.
#![allow(dead_code, reason = "no test needs all of it")]

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin_cmd;

/// The program, at a place of no importance, so that nothing is read that was not named.
pub(crate) fn command() -> Command {
    let program = cargo_bin_cmd!("alveole").get_program().to_owned();
    let mut command = Command::new(program);
    command.env_remove("NO_COLOR").env("RUST_BACKTRACE", "1").stdin(Stdio::null());
    command
}

/// Runs the program with these arguments.
pub(crate) fn alveole<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(arguments: I) -> Run {
    Run::of(&command().args(arguments).output().unwrap())
}

/// Runs the program with this standard input.
pub(crate) fn alveole_on<I: IntoIterator<Item = S>, S: AsRef<OsStr>>(arguments: I, input: &str) -> Run {
    let mut command = cargo_bin_cmd!("alveole");
    Run::of(&command.args(arguments).write_stdin(input).output().unwrap())
}

/// What a run said, and how it ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// It ended with this code and no panic.
    pub(crate) fn ends(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(!self.err.contains("panicked") && !self.err.contains("RUST_BACKTRACE"), "{self:?}");
        self
    }

    /// Standard error is one line that starts like this.
    pub(crate) fn says(&self, start: &str) -> &Self {
        assert!(self.err.starts_with(start), "{start:?} is not the start of {:?}", self.err);
        assert_eq!(self.err.matches('\n').count(), 1, "one message: {:?}", self.err);
        self
    }

    /// Nothing was said on standard error.
    pub(crate) fn silent(&self) -> &Self {
        assert_eq!(self.err, "");
        self
    }
}

/// A directory of its own for a test's files.
pub(crate) struct Room(tempfile::TempDir);

impl Room {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> String {
        self.0.path().to_str().unwrap().into()
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file; its path.
    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        self.bytes(name, text.as_bytes())
    }

    pub(crate) fn bytes(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.at(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().into()
    }
}

/// An overrides file of these lines, each `action<TAB>word<TAB>level`.
pub(crate) fn overrides(lines: &[&str]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("{line}\t-\t2026-11-30\ttest\n")).collect();
    format!("#alveole/overrides/1\naction\tword\tlevel\tlemma\tdate\treason\n{}", lines.concat())
}
