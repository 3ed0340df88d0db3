//! Licences of everything that is built in or tested with: each must be one that we may use, and ours must be said.
#![cfg(feature = "formats")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// Licences that a dependency may have, by SPDX id. `deny.toml` has the same list.
const ALLOWED: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Ours: code, and the data that the crate embeds.
const OURS: &str = "(MIT OR Apache-2.0) AND CC-BY-SA-4.0";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    /// A crate that is not ours comes from a registry.
    source: Option<String>,
    license: Option<String>,
}

/// Whether an SPDX expression can be satisfied with allowed licences; an error where it is no such expression.
/// `A/B` is the old way to write `A OR B`.
fn satisfiable(expression: &str) -> Result<bool, String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &tokens[..];
    let satisfied = any(&mut rest)?;
    if rest.is_empty() { Ok(satisfied) } else { Err(format!("{:?} is one too many", rest[0])) }
}

/// `X OR Y`, which binds weaker than `AND`.
fn any(rest: &mut &[&str]) -> Result<bool, String> {
    let mut satisfied = all(rest)?;
    while let Some((&"OR", behind)) = rest.split_first() {
        *rest = behind;
        satisfied |= all(rest)?;
    }
    Ok(satisfied)
}

fn all(rest: &mut &[&str]) -> Result<bool, String> {
    let mut satisfied = one(rest)?;
    while let Some((&"AND", behind)) = rest.split_first() {
        *rest = behind;
        satisfied &= one(rest)?;
    }
    Ok(satisfied)
}

fn one(rest: &mut &[&str]) -> Result<bool, String> {
    let (&first, behind) = rest.split_first().ok_or("a licence is missing at the end")?;
    *rest = behind;
    match first {
        "(" => {
            let satisfied = any(rest)?;
            match rest.split_first() {
                Some((&")", behind)) => *rest = behind,
                _ => return Err("a ) is missing".into()),
            }
            Ok(satisfied)
        }
        ")" | "AND" | "OR" | "WITH" => Err(format!("{first:?} stands where a licence must")),
        licence => match **rest {
            ["WITH", exception, ref behind @ ..] => {
                *rest = behind;
                Ok(ALLOWED.contains(&format!("{licence} WITH {exception}").as_str()))
            }
            _ => Ok(ALLOWED.contains(&licence)),
        },
    }
}

/// What the lock file holds, for all platforms. Crates of other platforms may not be on this machine: then cargo fetches
/// them.
fn metadata() -> Metadata {
    let run = |more: &[&str]| {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["metadata", "--format-version", "1", "--locked"]).args(more);
        command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
    };
    let mut output = run(&["--offline"]);
    if !output.status.success() {
        output = run(&[]);
    }
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_dependency_may_be_used() {
    let packages = metadata().packages;
    let mut problems = Vec::new();
    for Package { name, version, license, .. } in packages.iter().filter(|package| package.source.is_some()) {
        let Some(expression) = license else {
            problems.push(format!("{name} {version} names no licence: read its files, or do without it"));
            continue;
        };
        match satisfiable(expression) {
            Ok(true) => {}
            Ok(false) => {
                problems
                    .push(format!("{name} {version} is under {expression}, which tests/licences.rs does not allow"));
            }
            Err(problem) => problems.push(format!("{name} {version}: {expression:?} is no SPDX expression: {problem}")),
        }
    }
    assert!(problems.is_empty(), "{}\n", problems.join("\n"));
    assert!(packages.len() > 50, "only {} packages were looked at", packages.len());
}

#[test]
fn ours_is_said() {
    let ours: Vec<Package> = metadata().packages.into_iter().filter(|package| package.source.is_none()).collect();
    let [package] = &ours[..] else { panic!("{} packages of our own", ours.len()) };
    assert_eq!((package.name.as_str(), package.license.as_deref()), ("alveole", Some(OURS)));
    for (file, must_say) in [
        ("LICENSE-MIT", "Copyright (c) 2026 The Alvéole authors"),
        ("LICENSE-APACHE", "Copyright 2026 The Alvéole authors"),
        ("LICENSE-APACHE", "Version 2.0, January 2004"),
        ("dictionaries/LICENCE.txt", "CC BY-SA 4.0"),
        ("blocklist/LICENCE.txt", "CC BY-SA 4.0"),
        ("README.md", "CC BY-SA 4.0"),
    ] {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap_or_default();
        assert!(text.contains(must_say), "{file} does not say {must_say:?}");
    }
}

#[test]
fn both_lists_are_the_same() {
    let deny = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).unwrap();
    let list = deny.split_once("allow = [").and_then(|(_, rest)| rest.split_once(']')).unwrap().0;
    let listed: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert_eq!(listed, ALLOWED);
}

#[test]
fn expressions_are_understood() {
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0-only", false),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0-only OR MIT", true),
        ("MIT AND GPL-3.0-only", false),
        ("MIT OR GPL-3.0-only AND GPL-2.0-only", true),
        ("(MIT OR GPL-3.0-only) AND GPL-2.0-only", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("Apache-2.0 WITH LLVM-exception OR GPL-2.0-only", true),
        ("Apache-2.0 WITH Something-else", false),
        ("GPL-2.0-only WITH Classpath-exception-2.0", false),
    ] {
        assert_eq!(satisfiable(expression), Ok(expected), "{expression}");
    }
    for broken in ["", "MIT OR", "(MIT", "MIT)", "AND MIT", "MIT Apache-2.0"] {
        assert!(satisfiable(broken).is_err(), "{broken}");
    }
}
