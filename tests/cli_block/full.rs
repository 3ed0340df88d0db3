//! Blocks at their real size, with `ALVEOLE_FULL=1`: minutes of work.

use std::path::Path;

use super::Site;
use super::cli::alveole;

/// Plans, generates, verifies and audits.
fn made(site: &Site, name: &str, more: &[&str]) {
    let at = |file: &str| site.at(file);
    let [a, b, block] = ["a.key", "b.key", name].map(at);
    let plan = at(&format!("{name}.json"));
    let plans = ["block", "plan", "--game", name, "--emission", "2026-07", "--block", "1", "--out", &plan];
    alveole([&plans[..], more].concat()).ends(0);
    alveole(["block", "generate", "--plan", &plan, "--secret-file", &a, &b, "--out", &block]).ends(0);
    let run = alveole(["block", "verify", &block, "--secret-file", &a, &b]);
    assert!(run.ends(0).err.contains("units read") && run.err.ends_with(": sound\n"), "{}", run.err);
    let run = alveole(["block", "audit", &block]);
    assert!(run.ends(0).out.contains("No fault found"), "{}", run.out);
    std::fs::remove_dir_all(Path::new(&block)).unwrap();
}

#[test]
fn blocks_at_their_real_size() {
    if std::env::var_os("ALVEOLE_FULL").is_none() {
        return;
    }
    let site = Site::ruche();
    made(&site, "ruche-d-or", &[]);
    let bank = site.at("bank.parquet");
    alveole(["bank", "generate", "--pairs", "20000", "--out", &bank]).ends(0);
    made(&site, "mots-croises", &["--bank", &bank]);
}
