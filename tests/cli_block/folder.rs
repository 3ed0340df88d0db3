//! Folders in the making: names that are taken, full disks, two runs at once, shards that do not go together.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use alveole::block::folder::RunRecord;
use alveole::block::part::{Part, Rows};
use alveole::formats::{from_json, to_json};
use alveole::money::Cents;
use alveole::table::hex;
use sha2::{Digest, Sha256};

use super::cli::{Run, alveole};
use super::{BLOCK_RUCHE, Site, files};

#[test]
fn names_that_are_taken_are_left_alone() {
    let site = Site::ruche();
    for (name, is_folder) in [("folder", true), ("file", false)] {
        if is_folder {
            fs::create_dir(site.room.at(name)).unwrap();
        } else {
            site.room.file(name, "mine");
        }
        let out = site.at(name);
        let problem = format!("error: {out} exists: a block is never written over; name another folder");
        site.generate(name, &[]).ends(2).says(&problem);
        assert!(!site.room.at(&format!("{name}.partial")).exists());
    }
    assert_eq!(fs::read(site.room.at("file")).unwrap(), b"mine");
    // A slash at the end makes no other name of it.
    site.generate("folder/", &[]).ends(2);
    assert!(files(&site.room.at("folder")).is_empty());
    site.generate("block/", &[]).ends(0);
    assert_eq!(site.digest("block"), BLOCK_RUCHE.digest("block"));
    assert!(!files(&site.room.at("block")).iter().any(|file| file.contains("partial")));
}

#[test]
fn one_run_at_a_time() {
    let site = Site::ruche();
    let partial = site.room.at("block.partial");
    fs::create_dir(&partial).unwrap();
    let lock = File::create(partial.join("lock")).unwrap();
    lock.lock().unwrap();
    let out = site.at("block");
    let problem = format!("error: {out} is being written by another run: wait for it, or name another folder");
    site.generate("block", &[]).ends(2).says(&problem);
    drop(lock);
    site.generate("block", &[]).ends(0);
    assert_eq!(site.digest("block"), BLOCK_RUCHE.digest("block"));
}

#[test]
fn what_another_run_has_left_is_not_mixed_in() {
    // Stopped while it wrote: a part that is damaged is made anew, one that is whole is kept, half-written files go.
    let site = Site::ruche();
    let partial = site.room.at("block.partial");
    site.generate("shard", &["--shard", "1/2"]).ends(0);
    fs::create_dir_all(partial.join("sealed")).unwrap();
    fs::create_dir_all(partial.join("public")).unwrap();
    let record: RunRecord = from_json(&fs::read_to_string(site.room.at("shard").join("shard.json")).unwrap()).unwrap();
    let whole = alveole::block::folder::Shard::WHOLE;
    let run = RunRecord { shard: whole, parts: Vec::new(), ..record.clone() };
    fs::write(partial.join("run.json"), to_json(&run)).unwrap();
    for (number, part) in record.parts.iter().enumerate() {
        let mut bytes = fs::read(site.room.at("shard").join("sealed").join(&part.file)).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= u8::from(number == 1);
        let file = partial.join("sealed").join(&part.file);
        fs::write(&file, bytes).unwrap();
        fs::write(file.with_extension("json"), to_json(part)).unwrap();
    }
    for folder in ["", "sealed", "public"] {
        fs::write(partial.join(folder).join(".alveole-x.part"), "half").unwrap();
    }
    site.generate("block", &[]).ends(0);
    assert_eq!(site.digest("block"), BLOCK_RUCHE.digest("block"));
    assert_eq!(files(&site.room.at("block")), files(&BLOCK_RUCHE.room.at("block")));
    // Of another plan, other secrets, another shard: refused, and left as it is.
    fs::create_dir_all(partial.join("sealed")).unwrap();
    fs::remove_dir_all(site.room.at("block")).unwrap();
    fs::write(partial.join("run.json"), to_json(&run)).unwrap();
    let problem = format!(
        "error: {} holds parts of another plan, other secrets or another shard: finish that block first, or remove the folder",
        partial.display()
    );
    site.generate("block", &["--rehearsal"]).ends(2).says(&problem);
    site.generate("block", &["--shard", "1/2"]).ends(2).says(&problem);
    site.secret("b.key", b"a third secret of 32 bytes, of C");
    site.generate("block", &[]).ends(2).says(&problem);
    assert_eq!(fs::read_to_string(partial.join("run.json")).unwrap(), to_json(&run));
}

/// A disk of a few kilobytes, taken away when it is dropped; `None` where no such thing can be mounted.
struct Disk<'a>(&'a Path);

impl<'a> Disk<'a> {
    fn of(folder: &'a Path, kilobytes: u32) -> Option<Self> {
        fs::create_dir(folder).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={kilobytes}k"), "tmpfs"]).arg(folder);
        if mount.output().is_ok_and(|output| output.status.success()) {
            return Some(Self(folder));
        }
        // Not by a macro: what those print is seen only when a test fails.
        let _ = writeln!(std::io::stderr(), "skipped, not tested: a full disk; only root can mount a small one");
        None
    }

    fn grow(&self) {
        let grown = Command::new("mount").args(["-o", "remount,size=4m"]).arg(self.0).status().unwrap();
        assert!(grown.success());
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_costs_nothing_but_time() {
    for hives in [false, true] {
        let site = Site::new(hives, 250);
        let folder = site.room.at("disk");
        let Some(disk) = Disk::of(&folder, if hives { 100 } else { 180 }) else { return };
        let register = site.at("register.jsonl");
        let run = site.generate("disk/block", &["--register", &register, "--threads", "1"]);
        run.ends(5).says(&format!("error: cannot write {}", site.at("disk/block.partial/sealed/part-")));
        assert!(run.err.ends_with(": no space is left\n"), "{}", run.err);
        assert!(!site.room.at("disk/block").exists());
        let left = files(&site.room.at("disk/block.partial"));
        assert!(left.iter().any(|file| file.ends_with(".parquet")), "{left:?}");
        assert!(!left.iter().any(|file| file.contains(".alveole-")), "{left:?}");
        disk.grow();
        site.generate("disk/block", &["--register", &register]).ends(0);
        site.verify_all("disk/block").ends(0);
        site.generate("block", &[]).ends(0);
        assert_eq!(site.digest("disk/block"), site.digest("block"));
    }
}

#[test]
fn a_register_on_a_full_disk_keeps_no_half_entry() {
    let site = Site::ruche();
    let folder = site.room.at("disk");
    let Some(disk) = Disk::of(&folder, 8) else { return };
    // One page is left, and the entry goes beyond it.
    fs::write(folder.join("full"), [0; 4096]).unwrap();
    let entry = "{\"game\":\"g\",\"emission\":\"e\",\"block\":\"b\",\"plan_sha256\":\"p\",\"commitments\":[],\"shard\":{\"number\":1,\"of\":1},\"rehearsal\":false}\n";
    let entries = entry.repeat(4_000 / entry.len());
    let register = site.room.file("disk/register.jsonl", &entries);
    let run = site.generate("block", &["--register", &register]);
    run.ends(5);
    assert!(run.err.contains("no space is left"), "{}", run.err);
    assert_eq!(fs::read_to_string(&register).unwrap(), entries);
    assert!(!site.room.at("block").exists() && !site.room.at("block.partial").exists());
    disk.grow();
    site.generate("block", &["--register", &register]).ends(0);
    assert!(fs::read_to_string(&register).unwrap().starts_with(&entries));
}

fn merge(site: &Site, shards: &[&str]) -> Run {
    let shards: Vec<String> = shards.iter().map(|shard| site.at(shard)).collect();
    let out = site.at("merged");
    alveole(["block", "merge", "--out", &out].iter().copied().chain(shards.iter().map(String::as_str)))
}

#[test]
fn shards_that_do_not_go_together_are_refused() {
    let site = Site::ruche();
    for shard in ["1", "2", "3"] {
        site.generate(shard, &["--shard", &format!("{shard}/3")]).ends(0);
    }
    site.generate("test", &["--shard", "2/3", "--rehearsal"]).ends(0);
    site.generate("half", &["--shard", "2/2"]).ends(0);
    merge(&site, &["1", "3"]).ends(2).says("error: part 1 is in none of the shards: give all of them");
    let (one, half, test) = (site.at("1"), site.at("half"), site.at("test"));
    let problem = format!("error: part 3 is in {one} and in {half}: give each once");
    merge(&site, &["1", "half", "2", "3"]).ends(2).says(&problem);
    let problem = format!("error: {test} is of another plan or other secrets than the first shard");
    merge(&site, &["1", "test", "3"]).ends(2).says(&problem);
    let block = BLOCK_RUCHE.at("block");
    let run = alveole(["block", "merge", "--out", &site.at("merged"), &block]);
    run.ends(5).says(&format!("error: cannot read {block}/shard.json: there is no such file"));
    for folder in ["1", "test"] {
        alveole(["block", "verify", &site.at(folder)]).ends(5);
    }
    // A part that is not what was written.
    let file = site.room.at("2").join("sealed").join("part-00004.parquet");
    let bytes = fs::read(&file).unwrap();
    let mut flipped = bytes.clone();
    flipped[999] ^= 4;
    fs::write(&file, flipped).unwrap();
    let problem = format!("error: {}: damaged: not what was written", file.display());
    merge(&site, &["1", "2", "3"]).ends(2).says(&problem);
    // All that has left nothing behind; and the whole ones make the block.
    assert!(!site.room.at("merged.partial").exists());
    fs::write(&file, bytes).unwrap();
    merge(&site, &["1", "2", "3"]).ends(0);
    assert_eq!(site.digest("merged"), BLOCK_RUCHE.digest("block"));
}

#[test]
fn a_shard_changed_by_hand_is_refused() {
    let site = Site::ruche();
    site.generate("1", &["--shard", "1/2"]).ends(0);
    site.generate("2", &["--shard", "2/2"]).ends(0);
    let record_file = site.room.at("2").join("shard.json");
    let text = fs::read_to_string(&record_file).unwrap();
    let record: RunRecord = from_json(&text).unwrap();
    let file = site.room.at("2").join("sealed").join("part-00001.parquet");
    let bytes = fs::read(&file).unwrap();
    // A losing unit wins, with a digest that agrees: the record of the part does not, or the prize table does not.
    let mut part = Part::read(bytes.clone()).unwrap();
    let Rows::Hive(rows) = &mut part.rows else { panic!("a part of hives") };
    let loser = rows.iter().position(|row| row.lot == Cents::ZERO).unwrap();
    rows[loser].lot = Cents(300);
    let mut altered = Vec::new();
    part.write(&mut altered).unwrap();
    fs::write(&file, &altered).unwrap();
    let mut other = record.clone();
    other.parts[0].sha256 = hex(&Sha256::digest(&altered));
    fs::write(&record_file, to_json(&other)).unwrap();
    let problem = format!("error: {}: its record is not what its units are", file.display());
    merge(&site, &["1", "2"]).ends(2).says(&problem);
    for row in &mut other.parts[0].table {
        match row.cents {
            Cents(300) => row.count += 1,
            Cents::ZERO => row.count -= 1,
            _ => (),
        }
    }
    fs::write(&record_file, to_json(&other)).unwrap();
    merge(&site, &["1", "2"]).ends(2).says("error: all parts together do not make the prize table of the game");
    fs::remove_dir_all(site.room.at("merged.partial")).unwrap();
    fs::write(&file, &bytes).unwrap();
    // Parts that the block has no place for.
    for (first, units) in [(1_250, 1_249), (1_251, 1_250), (7_500, 1_250), (u64::MAX - 1, 1)] {
        let mut other = record.clone();
        (other.parts[0].first, other.parts[0].units) = (first, units);
        let number = first / 1_250;
        other.parts[0].file = format!("part-{number:05}.parquet");
        let place = site.room.at("2").join("sealed").join(&other.parts[0].file);
        fs::copy(&file, &place).unwrap_or_default();
        fs::write(&place, &bytes).unwrap();
        fs::write(&record_file, to_json(&other)).unwrap();
        let problem = format!("error: {}: the block has no part of these units", place.display());
        merge(&site, &["1", "2"]).ends(2).says(&problem);
    }
    // A part at another's place.
    let mut other = record;
    (other.parts[0].first, other.parts[0].file) = (2_500, "part-00002.parquet".into());
    let place = site.room.at("2").join("sealed").join("part-00002.parquet");
    fs::write(&place, &bytes).unwrap();
    fs::write(&record_file, to_json(&other)).unwrap();
    merge(&site, &["2", "1"])
        .ends(2)
        .says(&format!("error: {}: it is another part, or one of another block", place.display()));
    fs::write(&record_file, text).unwrap();
    merge(&site, &["1", "2"]).ends(0);
    assert_eq!(site.digest("merged"), BLOCK_RUCHE.digest("block"));
}
