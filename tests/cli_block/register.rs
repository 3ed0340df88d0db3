//! The register of emissions: no block twice, no secret twice, unless it is said why.

use std::fs;

use super::cli::Run;
use super::{BLOCK_RUCHE, Site};

struct Register {
    site: Site,
    path: String,
}

impl Register {
    fn new() -> Self {
        let site = Site::ruche();
        let path = site.at("register.jsonl");
        Self { site, path }
    }

    fn generate(&self, out: &str, more: &[&str]) -> Run {
        self.site.generate(out, &[&["--register", &self.path], more].concat())
    }

    fn entries(&self) -> Vec<serde_json::Value> {
        fs::read_to_string(&self.path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Plans the block of another name.
    fn plan(&self, block: &str) {
        let text = fs::read_to_string(self.site.at("plan.json")).unwrap();
        let (before, after) = text.split_once("\"block\": \"").unwrap();
        let (_, after) = after.split_once('"').unwrap();
        fs::write(self.site.at("plan.json"), format!("{before}\"block\": \"{block}\"{after}")).unwrap();
    }
}

#[test]
fn a_block_is_generated_once() {
    let register = Register::new();
    register.generate("block", &[]).ends(0);
    let entries = register.entries();
    assert_eq!((entries.len(), &entries[0]["emission"], &entries[0]["block"]), (1, &"2026-07".into(), &"1".into()));
    let path = &register.path;
    let problem = format!(
        "error: {path}:1:1: block 1 of emission 2026-07 was generated before; --again REASON records a second time"
    );
    register.generate("second", &[]).ends(2).says(&problem);
    // Other secrets make it no other block.
    register.site.secret("b.key", b"a third secret of 32 bytes, of C");
    register.generate("second", &[]).ends(2).says(&problem);
    assert_eq!(register.entries(), entries, "what is refused is not entered");
    assert!(!register.site.room.at("second.partial").exists());
    register.generate("second", &["--again", "the first was lost in a fire"]).ends(0);
    let entries = register.entries();
    assert_eq!((entries.len(), &entries[1]["again"]), (2, &"the first was lost in a fire".into()));
    // Without a register there is nothing to give a reason for.
    register.site.generate("third", &["--again", "because"]).ends(2);
}

#[test]
fn a_secret_is_used_once() {
    let register = Register::new();
    register.generate("block", &[]).ends(0);
    register.plan("2");
    let path = &register.path;
    let run = register.generate("second", &[]);
    run.ends(2).says(&format!("error: {path}:1:1: the secret with commitment "));
    assert!(run.err.ends_with(" was used before; make a new one, or --again REASON records it\n"), "{}", run.err);
    // One new secret is not enough.
    register.site.secret("a.key", b"a third secret of 32 bytes, of C");
    register.generate("second", &[]).ends(2).says(&format!("error: {path}:1:1: the secret with commitment "));
    register.site.secret("b.key", b"a fourth secret of 32 bytes: a D");
    register.generate("second", &[]).ends(0);
    assert_eq!(register.entries().len(), 2);
}

#[test]
fn a_rehearsal_is_not_the_block_but_its_secrets_are_used() {
    let register = Register::new();
    register.generate("rehearsal", &["--rehearsal"]).ends(0);
    assert_eq!(register.entries()[0]["rehearsal"], true);
    assert!(register.generate("block", &[]).ends(2).err.contains(": the secret with commitment "));
    register.site.secret("a.key", b"a third secret of 32 bytes, of C");
    register.site.secret("b.key", b"a fourth secret of 32 bytes: a D");
    register.generate("block", &[]).ends(0);
}

#[test]
fn shards_and_resumptions_are_one_generation() {
    let register = Register::new();
    for shard in ["1/3", "2/3", "3/3"] {
        register.generate(&shard[..1], &["--shard", shard]).ends(0);
    }
    assert_eq!(register.entries().len(), 3);
    // But no shard twice, nor shards of another division, nor the whole.
    for shard in ["2/3", "1/2", "1/1"] {
        let run = register.generate("again", &["--shard", shard]);
        assert!(run.ends(2).err.contains("was generated before"), "{shard}: {run:?}");
    }
    // A run that was stopped before its end, at the last moment: all of its files are there.
    let other = Register::new();
    other.generate("block", &[]).ends(0);
    let site = &other.site;
    fs::rename(site.room.at("block"), site.room.at("block.partial")).unwrap();
    fs::write(site.room.at("block.partial").join("run.json"), run_record(site)).unwrap();
    other.generate("block", &[]).ends(0);
    assert_eq!((site.digest("block"), other.entries().len()), (BLOCK_RUCHE.digest("block"), 1));
}

/// What a run of the whole block keeps of itself.
fn run_record(site: &Site) -> String {
    use alveole::block::folder::{RunRecord, Shard};
    use alveole::block::manifest::Public;
    let text = fs::read_to_string(site.room.at("block.partial").join("public").join("manifest.json")).unwrap();
    let public: Public = alveole::formats::from_json(&text).unwrap();
    let Public { plan, commitments, .. } = public;
    alveole::formats::to_json(&RunRecord { plan, commitments, shard: Shard::WHOLE, parts: Vec::new() })
}

#[test]
fn registers_that_are_none_are_refused() {
    let register = Register::new();
    let path = &register.path;
    for (text, line) in [("no entry\n", 1), ("{\"game\":\"loto\"}\n", 1)] {
        fs::write(path, text).unwrap();
        register.generate("block", &[]).ends(2).says(&format!("error: {path}:{line}:1: no entry of a register: "));
        assert_eq!(fs::read_to_string(path).unwrap(), text);
    }
    fs::remove_file(path).unwrap();
    fs::create_dir(path).unwrap();
    register.generate("block", &[]).ends(5).says(&format!("error: cannot read {path}: it is a directory"));
    assert!(!register.site.room.at("block.partial").exists());
    // Files without an end.
    let run = register.site.generate("block", &["--register", "/dev/full"]);
    run.ends(5).says("error: cannot read /dev/full: it is no regular file");
    assert!(!register.site.room.at("block.partial").exists());
    let key = register.site.at("a.key");
    let out = register.site.at("block");
    let run = super::cli::alveole(["block", "generate", "--plan", "/dev/zero", "--secret-file", &key, "--out", &out]);
    run.ends(2).says("error: /dev/zero is larger than ");
}
