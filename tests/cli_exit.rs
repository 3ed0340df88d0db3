//! How runs end: exit codes, closed pipes, full disks, help.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

mod cli;

use std::fs::File;
use std::io::Read;
use std::process::Stdio;

use cli::{Run, alveole, command};

#[test]
fn help_and_version_are_answers() {
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["help"],
        &["fill", "--help"],
        &["lexicon", "--help"],
        &["lexicon", "stats", "--help"],
        &["lexicon", "show", "--help"],
        &["lexicon", "licence", "--help"],
        &["layout", "--help"],
        &["layout", "generate", "--help"],
        &["layout", "check", "--help"],
        &["layout", "show", "--help"],
        &["hive", "--help"],
        &["hive", "plans", "--help"],
        &["hive", "stats", "--help"],
        &["play", "--help"],
        &["verify", "--help"],
    ] {
        let run = alveole(arguments);
        run.ends(0).silent();
        assert!(run.out.contains("Usage: alveole"), "{}", run.out);
        assert!(!run.out.contains('\x1b'), "no colours in a pipe");
    }
    let help = alveole(["--help"]).out;
    for part in ["fill", "lexicon", "layout", "verify", "Exit codes:", "4 before 6 before 3"] {
        assert!(help.contains(part), "{help}");
    }
    for command in [
        &["fill"][..],
        &["lexicon", "stats"],
        &["lexicon", "show"],
        &["layout", "generate"],
        &["layout", "check"],
        &["layout", "show"],
        &["verify"],
    ] {
        let help = alveole(command.iter().chain(&["--help"])).out;
        assert!(help.contains("Examples:\n  alveole "), "{help}");
    }
    let version = alveole(["--version"]);
    version.ends(0).silent();
    assert_eq!(version.out, format!("alveole {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_wrong_command_line_is_2() {
    for arguments in [
        &[][..],
        &["dance"],
        &["lexicon"],
        &["lexicon", "dance"],
        &["lexicon", "show"],
        &["lexicon", "stats", "--level", "D"],
        &["lexicon", "stats", "more"],
        &["lexicon", "stats", "--level", "A", "--level", "B"],
        &["layout"],
        &["layout", "check"],
        &["layout", "show"],
        &["layout", "generate", "--count", "0"],
        &["layout", "generate", "--seed", "-1"],
        &["layout", "generate", "--budget", "0"],
        &["fill"],
        &["fill", "--letters", "random"],
        &["fill", "--reveal", "3,2"],
        &["fill", "--letters", "random", "--reveal", "3,2", "--count", "0"],
        &["fill", "--letters", "random", "--reveal", "3,2", "--budget", "0"],
        &["fill", "--letters", "random", "--reveal", "3,2", "--layout-tries", "0"],
        &["fill", "--letters", "random", "--reveal", "3,2", "--solver", "luck"],
        &["fill", "--letters", "random", "--reveal", "3,2", "--level", "D"],
        &["verify"],
        &["verify", "-", "--threads", "0"],
        &["verify", "-", "--threads", "many"],
        &["verify", "-", "--format", "pdf"],
    ] {
        let run = alveole(arguments);
        run.ends(2);
        assert_eq!(run.out, "", "{arguments:?}");
        assert!(!run.err.is_empty(), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_named_all_the_same() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"no/caf\xe9\x1b.txt");
    let run = alveole(["lexicon".as_ref(), "stats".as_ref(), "--lexicon".as_ref(), name]);
    run.ends(5).says("error: cannot read no/caf\u{fffd}\u{fffd}.txt: there is no such file");
    let run = alveole(["lexicon".as_ref(), "show".as_ref(), name]);
    run.ends(2);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in
        [&["lexicon", "licence"][..], &["lexicon", "stats"], &["lexicon", "show", "chat"], &["--help"], &["--version"]]
    {
        let mut child = command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let run = Run::of(&child.wait_with_output().unwrap());
        run.ends(0).silent();
    }
}

#[test]
fn a_reader_that_leaves_early_ends_it_quietly() {
    // More than a pipe holds: the program is still writing when its reader leaves.
    let mut child = command()
        .args(["lexicon", "show"])
        .args(std::iter::repeat_n("maïs", 5000))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 100]).unwrap();
    drop(out);
    Run::of(&child.wait_with_output().unwrap()).ends(0).silent();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_5() {
    for arguments in [&["lexicon", "licence"][..], &["lexicon", "stats"], &["--help"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command().args(arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let run = Run::of(&output);
        run.ends(5).says("error: ");
        assert!(run.err.contains("no space is left") || run.err.contains("No space left"), "{}", run.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_standard_error_the_code_still_tells() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let status = command().args(["lexicon", "show", "c4"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}
