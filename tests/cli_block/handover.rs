//! A block is handed over by the README's own commands: encrypted, signed, opened, and verified again.
//!
//! They need `age`, `age-keygen`, `minisign` and `tar`. Without these a test says so and passes, unless `ALVEOLE_REQUIRE_HANDOVER=1`.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use super::Site;
use super::cli::{Run, command};

/// What the section has in its fenced blocks of shell commands, in order.
fn commands(section: &str) -> Vec<String> {
    let readme = include_str!("../../README.md");
    let (_, after) = readme.split_once(&format!("### {section}\n")).expect("the README has the section");
    let section = after.split("\n### ").next().unwrap().split("\n## ").next().unwrap();
    let blocks = section.split("\n```sh\n").skip(1).map(|block| block.split("\n```").next().unwrap().to_owned());
    blocks.collect()
}

/// Whether the programs are there; a panic where they have to be.
fn has_programs() -> bool {
    let has = |program: &&str| Command::new(program).arg("--version").output().is_ok();
    let missing: Vec<_> = ["bash", "age", "age-keygen", "minisign", "tar"].into_iter().filter(|p| !has(p)).collect();
    let is_required = std::env::var("ALVEOLE_REQUIRE_HANDOVER").is_ok_and(|value| value == "1");
    assert!(missing.is_empty() || !is_required, "ALVEOLE_REQUIRE_HANDOVER=1, but there is no {}", missing.join(", "));
    if !missing.is_empty() {
        // Not by a macro: what those print is seen only when a test fails.
        let how = format!("there is no {}", missing.join(", "));
        let _ = writeln!(std::io::stderr(), "skipped, not tested: that a block is handed over; {how}");
    }
    missing.is_empty()
}

/// What minisign would ask for: it reads from standard input what nobody types.
const PASSWORD: &str = "a password for tests\na password for tests\n";

/// Runs commands in the site's folder, stopping at the first that fails, with the program that is tested as `alveole`.
fn shell(site: &Site, commands: &str) -> Run {
    let program = Path::new(command().get_program()).parent().unwrap().to_owned();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    site.room.file("password.txt", PASSWORD);
    let script = format!("minisign() {{ command minisign \"$@\" <password.txt; }}\numask 022\n{commands}");
    let mut bash = Command::new("bash");
    bash.args(["-euc", &script]).current_dir(site.room.path()).env("PATH", path).env_remove("NO_COLOR");
    Run::of(&bash.output().unwrap())
}

/// Changes a byte in the middle of a file, for as long as the commands run, which must fail.
#[track_caller]
fn fails_when_altered(site: &Site, file: &str, at: impl Fn(usize) -> usize, commands: &str) {
    let file = site.room.at(file);
    let bytes = fs::read(&file).unwrap();
    let mut altered = bytes.clone();
    altered[at(bytes.len())] ^= 4;
    fs::write(&file, altered).unwrap();
    let run = shell(site, commands);
    assert!(run.code.is_some_and(|code| code != 0), "{run:?}");
    fs::write(&file, bytes).unwrap();
}

#[test]
fn a_block_is_handed_over_by_the_commands_of_the_readme() {
    let [keys, maker, operator] = &commands("Hand a block over")[..] else { panic!("keys, maker, operator") };
    if !has_programs() {
        return;
    }
    for hives in [false, true] {
        let site = Site::with_block(hives);
        if hives {
            // The same keys serve every block; a password costs seconds.
            shell(&site, &keys.replace("-G", "-G -W")).ends(0);
        } else {
            shell(&site, keys).ends(0);
        }
        shell(&site, maker).ends(0);
        for file in ["operator.key", "maker.key"] {
            assert_eq!(fs::metadata(site.room.at(file)).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
        }
        let mut names = super::files(&site.room.at("handover"));
        names.retain(|name| !name.ends_with(".minisig"));
        assert_eq!(names, ["manifest.json", "report.json", "sealed.tar.age"]);
        let run = shell(&site, operator);
        let trusted = "Trusted comment: emission 2026-07, block 1\n";
        assert_eq!(run.ends(0).out.matches(trusted).count(), 2, "{run:?}");
        // What was opened is what was sealed, and its owner's alone to read.
        let [opened, block] = ["opened", "block"].map(|name| site.room.at(name));
        assert_eq!(super::files(&opened), super::files(&block));
        for file in super::files(&block) {
            assert!(fs::read(opened.join(&file)).unwrap() == fs::read(block.join(&file)).unwrap(), "{file}");
        }
        assert_eq!(fs::metadata(opened.join("sealed")).unwrap().permissions().mode() & 0o777, 0o700);
        if hives {
            continue;
        }
        refuses(&site, operator);
    }
}

/// What is altered, or is of somebody else, is refused at the command that must refuse it.
fn refuses(site: &Site, operator: &str) {
    let line = |start: &str| {
        let (at, _) = operator.match_indices(start).next().expect("a command of the README");
        let rest = operator[at..].replace("|\n", "| ");
        rest.lines().next().unwrap().replace("opened ", "other ").replace("directory opened", "directory other")
    };
    let pipe = "set -o pipefail; mkdir -p other/public; cp handover/manifest.json other/public; ";
    let open = format!("{pipe}{}", line("age --decrypt"));
    let checks =
        ["manifest.json", "report.json"].map(|file| line(&format!("minisign -V -p maker.pub -m handover/{file}")));
    let verify = line("alveole block verify").replace("opened.json", "other.json --force");
    // All of them pass where nothing is altered.
    for command in [&open, &checks[0], &checks[1], &verify] {
        shell(site, command).ends(0);
    }
    for at in [|_| 30, |length| length / 2, |length| length - 1] {
        fails_when_altered(site, "handover/sealed.tar.age", at, &open);
    }
    for (file, check) in ["manifest.json", "report.json"].iter().zip(&checks) {
        fails_when_altered(site, &format!("handover/{file}"), |length| length / 2, check);
    }
    // What the signature says of the block is signed, too.
    fails_when_altered(site, "handover/manifest.json.minisig", |length| length - 100, &checks[0]);
    // Another operator can't open it, and another maker's signature does not count.
    shell(site, "age-keygen -o other.key; minisign -G -W -f -p other.pub -s other-maker.key").ends(0);
    assert_ne!(shell(site, &open.replace("operator.key", "other.key")).code, Some(0));
    assert_ne!(shell(site, &checks[0].replace("maker.pub", "other.pub")).code, Some(0));
    // The manifest of another block does not go with what was opened, and its report is another.
    site.generate("rehearsal", &["--rehearsal"]).ends(0);
    let foreign = "cp rehearsal/public/manifest.json other/public; ";
    shell(site, &format!("{foreign}{verify}")).ends(4);
    shell(site, "alveole block verify rehearsal --rehearsal --report opened.json --force").ends(0);
    shell(site, &line("cmp")).ends(1);
}
