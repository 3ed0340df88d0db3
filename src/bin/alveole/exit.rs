//! How a run ends: its exit code, and one message.

use std::fmt;
use std::io::{self, Write};
use std::panic;
use std::path::Path;
use std::process::ExitCode;

use alveole::formats::ipuz::IpuzError;
use alveole::formats::whole_file::FileError;
use alveole::table::Fault;
use anyhow::{Error, anyhow};

/// What `--help` says of exit codes.
pub(crate) const HELP: &str = "\
Exit codes:
  0  done (a closed pipe, too)
  2  the command line or the content of a file is not right
  3  proved infeasible
  4  a verification or a screening found a fault
  5  a file can't be opened, read or written
  6  the budget is spent, or a wished-for profile is not met
Several at once: 4 before 6 before 3.";

/// Exit code of a fault of the program itself: none that the contract has.
const INTERNAL: u8 = 70;

/// The exit codes of a run that went to its end, or to the point where it could go no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Code {
    /// Done; a closed pipe, too.
    Done = 0,
    /// The command line or the content of a file is not right.
    Usage = 2,
    /// Proved infeasible.
    Infeasible = 3,
    /// A verification or a screening found a fault.
    Fault = 4,
    /// A file can't be opened, read or written.
    Unreachable = 5,
    /// The budget is spent, or a wished-for profile is not met.
    Spent = 6,
}

impl Code {
    /// The code of a run in which both happened.
    pub(crate) fn and(self, other: Self) -> Self {
        if self.rank() >= other.rank() { self } else { other }
    }

    /// What stops a run comes first, then 4 before 6 before 3.
    const fn rank(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Infeasible => 1,
            Self::Spent => 2,
            Self::Fault => 3,
            Self::Usage => 4,
            Self::Unreachable => 5,
        }
    }
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> Self {
        Self::from(code as u8)
    }
}

/// Why a run stops before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Whoever read our output has had enough: no fault of anybody's.
    ClosedPipe,
    /// Anything else, with what to say.
    Because(Code, Error),
}

impl Failure {
    /// The command line is not right.
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self::Because(Code::Usage, anyhow!("{message}"))
    }

    /// A file's content is not right, at a line and column: said as `FILE:LINE:COLUMN: problem`.
    pub(crate) fn content(file: impl fmt::Display, fault: &Fault) -> Self {
        Self::Because(Code::Usage, anyhow!("{file}:{}:{}: {}", fault.line, fault.column, fault.problem))
    }

    /// A file can't be read.
    pub(crate) fn unreadable(file: impl fmt::Display, source: &io::Error) -> Self {
        Self::Because(Code::Unreachable, anyhow!("cannot read {file}: {}", in_words(source)))
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        if let FileError::Io { path, source } = &error {
            return unwritable(path, source);
        }
        let code = if matches!(error, FileError::Exists { .. } | FileError::FolderExists { .. }) {
            Code::Usage
        } else {
            Code::Unreachable
        };
        Self::Because(code, error.into())
    }
}

impl From<IpuzError> for Failure {
    fn from(error: IpuzError) -> Self {
        match error {
            IpuzError::Io(error) => error.into(),
            IpuzError::Unsound { .. } => Self::Because(Code::Fault, error.into()),
        }
    }
}

/// Failing writes: the writers of [`crate::output`] have put the name of the file into the error.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Because(Code::Unreachable, error.into()),
        }
    }
}

/// A file can't be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    io::Error::new(error.kind(), format!("cannot write {}: {}", shown(path), in_words(error))).into()
}

/// What the system says, without its numbers.
pub(crate) fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "no permission".into(),
        io::ErrorKind::IsADirectory => "it is a directory".into(),
        io::ErrorKind::NotADirectory => "a part of its path is a file".into(),
        io::ErrorKind::StorageFull => "no space is left".into(),
        _ => error.to_string(),
    }
}

/// The path of a file as it was typed, without control characters.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string().replace(char::is_control, "\u{fffd}")
}

/// Says what stopped the run, once, and gives its exit code.
pub(crate) fn conclude(end: Result<Code, Failure>) -> ExitCode {
    match end {
        Ok(code) => code.into(),
        Err(Failure::ClosedPipe) => Code::Done.into(),
        Err(Failure::Because(code, error)) => {
            // When even standard error is gone, the exit code says it alone.
            let _ = writeln!(io::stderr().lock(), "error: {error:#}");
            code.into()
        }
    }
}

/// Prints what clap answers instead of running: help, version, or what is wrong with the command line.
pub(crate) fn answer(answer: &clap::Error) -> ExitCode {
    let printed = answer.print();
    match (answer.use_stderr(), printed) {
        (true, _) => Code::Usage.into(),
        (false, Err(error)) => conclude(Err(error.into())),
        (false, Ok(())) => Code::Done.into(),
    }
}

/// Runs the program. A panic is our fault: it is said in one line, with the place to look at, and no backtrace.
pub(crate) fn guard(program: impl FnOnce() -> ExitCode + panic::UnwindSafe) -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        let said = panic.payload_as_str().unwrap_or("no message");
        let place = panic.location().map(|place| format!(" ({}:{})", place.file(), place.line())).unwrap_or_default();
        let _ = writeln!(
            io::stderr().lock(),
            "error: a fault of alveole itself{place}: {said}\nPlease report it with the command line that led to it."
        );
    }));
    panic::catch_unwind(program).unwrap_or_else(|_| ExitCode::from(INTERNAL))
}

#[cfg(test)]
mod tests {
    use super::Code::{Done, Fault, Infeasible, Spent};
    use super::*;

    #[test]
    fn several_at_once() {
        for (codes, expected) in [
            (&[Done, Infeasible][..], Infeasible),
            (&[Infeasible, Spent], Spent),
            (&[Fault, Spent, Infeasible], Fault),
            (&[Done, Done], Done),
        ] {
            let forwards = codes.iter().fold(Done, |all, code| all.and(*code));
            let backwards = codes.iter().rev().fold(Done, |all, code| all.and(*code));
            assert_eq!((forwards, backwards), (expected, expected), "{codes:?}");
        }
    }

    #[test]
    fn panics_have_a_code_of_their_own() {
        assert_eq!(guard(|| panic!("a test's panic")), ExitCode::from(INTERNAL));
        let _ = panic::take_hook();
    }
}
