//! Whole blocks, as their operators make, check and hand them over: small ones, of the same games.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

#[path = "../cli/mod.rs"]
mod cli;

mod altered;
mod audit;
mod ceremony;
mod example;
mod folder;
mod full;
mod handover;
mod own;
mod readback;
mod redrawn;
mod refused;
mod register;
mod same;
mod schemas;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::LazyLock;

use alveole::block::check::Finding;
use alveole::block::keys::Secret;
use alveole::table::hex;
use cli::{Room, Run, alveole};
use sha2::{Digest, Sha256};

/// Blocks of 3,000 and of 7,500 units.
const MOTS: &str = include_str!("../data/block/mots-croises.toml");
const RUCHE: &str = include_str!("../data/block/ruche-d-or.toml");

/// What the two parties keep to themselves.
const SECRETS: [&[u8; 32]; 2] = [b"q8#Vd2!nLw0Zr5%Tj9&Gb3?Xy6*Kp1=M", b"7Hu$e4@Rf1^Sc8(Ni2)Wo5+Da9;Ml3:P"];

/// The bytes of a small bank, made once.
static BANK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let room = Room::new();
    let file = room.at("bank.parquet");
    alveole(["bank", "generate", "--pairs", "40", "--seed", "3", "--out", file.to_str().unwrap()]).ends(0);
    fs::read(file).unwrap()
});

/// A finished block of each game, made once; tests that change it take a [copy](Site::with_block).
static BLOCK_MOTS: LazyLock<Site> = LazyLock::new(|| finished(Site::mots()));
static BLOCK_RUCHE: LazyLock<Site> = LazyLock::new(|| finished(Site::ruche()));

fn finished(site: Site) -> Site {
    site.generate("block", &[]).ends(0);
    site
}

/// A folder with all that a block is made of: plan, secrets, and a bank where there must be one.
struct Site {
    room: Room,
    hives: bool,
    /// How units of crosswords come about, if their pairs are not of a bank.
    mode: Option<&'static str>,
}

impl Site {
    fn mots() -> Self {
        Self::new(false, 500)
    }

    fn ruche() -> Self {
        Self::new(true, 1_250)
    }

    /// With so many units a part.
    fn new(hives: bool, part_units: u64) -> Self {
        let bank: &[u8] = if hives { &[] } else { &BANK };
        Self::of(Self { room: Room::new(), hives, mode: None }, if hives { RUCHE } else { MOTS }, bank, part_units)
    }

    /// A block of 100 units with grids of their own, in parts of 30.
    fn own(mode: &'static str) -> Self {
        let site = Self { room: Room::new(), hives: false, mode: Some(mode) };
        Self::of(site, &counted(100, [1, 1, 1, 2, 4, 5, 3, 15, 12]), &[], 30)
    }

    /// With this game, and a bank unless it is empty.
    fn of(site: Self, game: &str, bank: &[u8], part_units: u64) -> Self {
        site.room.file("game.toml", game);
        if !bank.is_empty() {
            site.room.bytes("bank.parquet", bank);
        }
        for (name, secret) in ["a.key", "b.key"].iter().zip(SECRETS) {
            site.secret(name, secret);
        }
        site.plan("plan.json", &["--part-units", &part_units.to_string()]).ends(0);
        site
    }

    /// A copy of the finished block, in a folder of its own.
    fn with_block(hives: bool) -> Self {
        Self::copy_of(if hives { &BLOCK_RUCHE } else { &BLOCK_MOTS })
    }

    fn copy_of(of: &Self) -> Self {
        let site = Self { room: Room::new(), hives: of.hives, mode: of.mode };
        copy(Path::new(&of.room.path()), Path::new(&site.room.path()));
        site
    }

    fn at(&self, name: &str) -> String {
        self.room.at(name).to_str().unwrap().into()
    }

    /// A file that its owner alone can read.
    fn secret(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.room.bytes(name, bytes);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        path
    }

    fn plan(&self, name: &str, more: &[&str]) -> Run {
        let (game, out, bank) = (self.at("game.toml"), self.at(name), self.at("bank.parquet"));
        let mut arguments =
            vec!["block", "plan", "--game", &game, "--emission", "2026-07", "--block", "1", "--out", &out];
        match self.mode {
            Some(name) => arguments.extend(["--mode", name]),
            None if !self.hives => arguments.extend(["--bank", &bank]),
            None => (),
        }
        alveole(arguments.iter().chain(more))
    }

    /// Generates with the two secrets.
    fn generate(&self, out: &str, more: &[&str]) -> Run {
        alveole(self.generation(out).iter().map(String::as_str).chain(more.iter().copied()))
    }

    fn generation(&self, out: &str) -> Vec<String> {
        let [plan, a, b, out] = ["plan.json", "a.key", "b.key", out].map(|name| self.at(name));
        ["block", "generate", "--plan", &plan, "--secret-file", &a, &b, "--out", &out].map(str::to_owned).into()
    }

    fn verify(&self, block: &str, more: &[&str]) -> Run {
        alveole(["block", "verify", &self.at(block)].iter().copied().chain(more.iter().copied()))
    }

    /// Verifies with the two secrets.
    fn verify_all(&self, block: &str) -> Run {
        self.verify(block, &["--secret-file", &self.at("a.key"), &self.at("b.key")])
    }

    /// What a verification finds, as its report has it.
    fn findings(&self, block: &str, with_secrets: bool) -> Vec<Finding> {
        let report = self.at("report.json");
        let mut more = vec!["--report".to_owned(), report.clone(), "--force".to_owned()];
        if with_secrets {
            more.extend(["--secret-file".into(), self.at("a.key"), self.at("b.key")]);
        }
        let run = self.verify(block, &more.iter().map(String::as_str).collect::<Vec<_>>());
        let text = fs::read_to_string(report).unwrap();
        let report: alveole::block::check::Report = alveole::formats::from_json(&text).unwrap();
        run.ends(if report.faults == 0 { 0 } else { 4 });
        report.findings
    }

    /// SHA-256 of the public manifest, to which everything else is bound.
    fn digest(&self, block: &str) -> String {
        let public = fs::read(self.room.at(block).join("public").join("manifest.json")).unwrap();
        hex(&Sha256::digest(public))
    }
}

/// The game of crosswords with so many units, and these counts of its lots, best first.
fn counted(units: u64, counts: [u64; 9]) -> String {
    let (head, lots) = MOTS.split_at(MOTS.find("[[lots]]").unwrap());
    let (mut rows, mut lots) = (head.replace("block_units = 3_000 ", &format!("block_units = {units} ")), lots);
    for count in counts {
        let (row, rest) = lots.split_once("\ncount = ").unwrap();
        rows = format!("{rows}{row}\ncount = {count}\n");
        lots = rest.split_once('\n').unwrap().1;
    }
    rows
}

/// The secrets, as the library has them.
fn secrets() -> Vec<Secret> {
    SECRETS.iter().map(|bytes| Secret::from_bytes(*bytes).unwrap()).collect()
}

/// Copies what a folder holds, with its permissions.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    fs::set_permissions(to, fs::metadata(from).unwrap().permissions()).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The names of all files below a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            names.extend(files(&path).into_iter().map(|file| format!("{name}/{file}")));
        } else {
            names.push(name);
        }
    }
    names.sort();
    names
}
