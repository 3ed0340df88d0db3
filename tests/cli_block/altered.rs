//! Whatever is altered in a finished block is found, and named: with digests that give it away, and with digests made anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use alveole::block::check::Check;
use alveole::block::manifest::{Public, Sealed, TableRow};
use alveole::block::part::{CrosswordRow, HiveRow, Part, Rows, Shown};
use alveole::block::reader::Block;
use alveole::blocklist::Blocklist;
use alveole::formats::{from_json, to_json};
use alveole::lexicon::Lexicon;
use alveole::money::Cents;
use alveole::table::hex;
use sha2::{Digest, Sha256};

use super::{Site, secrets};

impl Site {
    fn sealed(&self, name: &str) -> PathBuf {
        self.room.at("block").join("sealed").join(name)
    }

    fn manifests(&self) -> (Public, Sealed) {
        let public = fs::read_to_string(self.room.at("block").join("public").join("manifest.json")).unwrap();
        let sealed = fs::read_to_string(self.sealed("manifest.json")).unwrap();
        (from_json(&public).unwrap(), from_json(&sealed).unwrap())
    }

    /// Writes both manifests, so that one holds the digest of the other.
    fn write_manifests(&self, mut public: Public, sealed: &Sealed) {
        let text = to_json(sealed);
        public.sealed_sha256 = hex(&Sha256::digest(&text));
        fs::write(self.sealed("manifest.json"), text).unwrap();
        fs::write(self.room.at("block").join("public").join("manifest.json"), to_json(&public)).unwrap();
    }

    /// Changes the rows of a part as somebody would who has the files and this library, but no secret: digests and tables are
    /// made anew, so that only the units themselves can tell.
    fn rewrite(&self, number: usize, change: impl FnOnce(&mut Rows)) {
        let (mut public, mut sealed) = self.manifests();
        let record = &mut sealed.parts[number];
        let mut part = Part::read(fs::read(self.sealed(&record.file)).unwrap()).unwrap();
        change(&mut part.rows);
        let mut bytes = Vec::new();
        part.write(&mut bytes).unwrap();
        record.sha256 = hex(&Sha256::digest(&bytes));
        let mut counts: BTreeMap<Cents, u64> = BTreeMap::new();
        for lot in part.rows.lots() {
            *counts.entry(lot).or_default() += 1;
        }
        for row in &mut record.table {
            row.count = counts.remove(&row.cents).unwrap_or(0);
        }
        record.table.extend(counts.into_iter().map(|(cents, count)| TableRow { cents, count }));
        fs::write(self.sealed(&record.file), bytes).unwrap();
        for row in &mut public.table {
            let counts = sealed.parts.iter().flat_map(|part| &part.table).filter(|of_part| of_part.cents == row.cents);
            row.count = counts.map(|of_part| of_part.count).sum();
        }
        self.write_manifests(public, &sealed);
    }

    /// Puts a part's digest in the manifest, whatever its file has become.
    pub(crate) fn reseal(&self, number: usize) {
        let (public, mut sealed) = self.manifests();
        let record = &mut sealed.parts[number];
        record.sha256 = hex(&Sha256::digest(fs::read(self.sealed(&record.file)).unwrap()));
        self.write_manifests(public, &sealed);
    }

    pub(crate) fn crosswords(&self, number: usize, change: impl FnOnce(&mut Vec<CrosswordRow>)) {
        self.rewrite(number, |rows| {
            let Rows::Crossword(rows) = rows else { panic!("a part of crosswords") };
            change(rows);
        });
    }

    pub(crate) fn hives(&self, number: usize, change: impl FnOnce(&mut Vec<HiveRow>)) {
        self.rewrite(number, |rows| {
            let Rows::Hive(rows) = rows else { panic!("a part of hives") };
            change(rows);
        });
    }

    /// What is found, as unit and rule, each once.
    pub(crate) fn found(&self, with_secrets: bool) -> Vec<(Option<u64>, String)> {
        let mut found: Vec<_> =
            self.findings("block", with_secrets).into_iter().map(|finding| (finding.unit, finding.rule)).collect();
        found.dedup();
        found
    }
}

fn is(unit: u64, rule: &str) -> (Option<u64>, String) {
    (Some(unit), rule.into())
}

fn flip(path: &PathBuf, at: usize) {
    let mut bytes = fs::read(path).unwrap();
    let at = at % bytes.len();
    bytes[at] ^= 1 << (at % 8);
    fs::write(path, bytes).unwrap();
}

#[test]
fn sealing_anew_what_is_unchanged_is_no_fault() {
    // The tool of these tests does nothing by itself.
    for hives in [false, true] {
        let site = Site::with_block(hives);
        let before = site.digest("block");
        site.rewrite(1, |_| ());
        assert_eq!(site.digest("block"), before);
        assert_eq!(site.found(true), []);
    }
}

#[test]
fn a_flipped_byte_of_a_part_is_found() {
    for hives in [false, true] {
        for at in [0, 100, 4_321, 7_777, usize::MAX] {
            let site = Site::with_block(hives);
            flip(&site.sealed("part-00002.parquet"), at);
            let run = site.verify("block", &[]);
            let (block, units) = (site.at("block"), if hives { "6250" } else { "2500" });
            assert!(
                run.ends(4).out.contains(&format!(
                    "{block}: file: {block}/sealed/part-00002.parquet: its digest is not the one on record: damaged, exchanged or changed by hand\n"
                )),
                "{run:?}"
            );
            // The other parts are read all the same, and found sound but for the table.
            assert!(run.err.contains(&format!("{units} units read")), "{run:?}");
            assert!(!run.out.contains("round") && !run.out.contains(": unit "), "{run:?}");
        }
    }
}

#[test]
fn a_flipped_byte_of_bank_or_sealed_manifest_is_found() {
    for at in [0, 5, 1_000, 3_333, usize::MAX] {
        let site = Site::with_block(false);
        flip(&site.sealed("bank.parquet"), at);
        let path = site.at("block/sealed/bank.parquet");
        site.verify("block", &[]).ends(4).says(&format!("error: {path}: it is not the bank of the plan"));
        let site = Site::with_block(at % 2 == 0);
        flip(&site.sealed("manifest.json"), at);
        let run = site.verify("block", &[]);
        // A byte that is no UTF-8 any more is told as that.
        assert!(matches!(run.code, Some(2 | 4)), "{run:?}");
        let path = site.at("block/sealed/manifest.json");
        let said = [": its digest is not the one that was published", ": not UTF-8"];
        assert!(said.iter().any(|said| run.err == format!("error: {path}{said}\n")), "{run:?}");
    }
}

#[test]
fn a_flipped_byte_of_the_public_manifest_is_found() {
    let site = Site::with_block(true);
    let path = site.room.at("block").join("public").join("manifest.json");
    let text = fs::read(&path).unwrap();
    let (lexicon, blocklist, secrets) = (Lexicon::embedded(), Blocklist::embedded(), secrets());
    let (mut refused, mut by_table, mut by_commitments) = (0, 0, 0);
    let step = if std::env::var_os("ALVEOLE_FULL").is_some() { 1 } else { 7 };
    for at in (0..text.len()).step_by(step) {
        let mut flipped = text.clone();
        flipped[at] ^= 1 << (at / step % 8);
        fs::write(&path, flipped).unwrap();
        let Ok(block) = Block::open(&site.room.at("block")) else {
            refused += 1;
            continue;
        };
        // The rest is what all other things are held against: the units, and the secrets.
        let check = Check { lexicon: &lexicon, blocklist: &blocklist, secrets: &secrets };
        let report = check.verify(&block, |_| ()).unwrap();
        let rules: Vec<&str> = report.findings.iter().map(|finding| finding.rule.as_str()).collect();
        match rules[..] {
            ["RO-3a"] => by_table += 1,
            ["commitment"] => by_commitments += 1,
            _ => panic!("byte {at}: {rules:?}"),
        }
    }
    assert!(refused > 500 && by_table > 0 && by_commitments > 5, "{refused}, {by_table}, {by_commitments}");
}

#[test]
fn missing_files_are_found() {
    let site = Site::with_block(false);
    fs::remove_file(site.sealed("part-00001.parquet")).unwrap();
    let findings = site.findings("block", true);
    // 500 units fewer of the table, and nothing that is no fault of the other parts.
    assert!(findings.iter().all(|finding| finding.unit.is_none()), "{findings:#?}");
    assert!(findings[0].problem.contains("part-00001.parquet") && findings[0].rule == "file", "{findings:#?}");
    assert!(findings[1..].iter().all(|finding| finding.rule == "MC-3a") && findings.len() > 3, "{findings:#?}");
    for (file, hives) in
        [("sealed/manifest.json", true), ("public/manifest.json", true), ("sealed/bank.parquet", false)]
    {
        let site = Site::with_block(hives);
        fs::remove_file(site.room.at("block").join(file)).unwrap();
        let path = site.at(&format!("block/{file}"));
        site.verify("block", &[]).ends(5).says(&format!("error: cannot read {path}: there is no such file"));
    }
}

#[test]
fn swapped_and_foreign_parts_are_found() {
    // Files exchanged; then their records as well, so that digests agree.
    let site = Site::with_block(true);
    let [one, two, aside] = ["part-00001.parquet", "part-00002.parquet", "aside"].map(|name| site.sealed(name));
    fs::rename(&one, &aside).unwrap();
    fs::rename(&two, &one).unwrap();
    fs::rename(&aside, &two).unwrap();
    assert_eq!(
        site.findings("block", false).iter().filter(|finding| finding.problem.contains("its digest is not")).count(),
        2
    );
    let (public, mut sealed) = site.manifests();
    let digests = [1, 2].map(|part: usize| sealed.parts[part].sha256.clone());
    let tables = [1, 2].map(|part: usize| sealed.parts[part].table.clone());
    for (at, (digest, table)) in [2, 1].into_iter().zip(digests.into_iter().zip(tables)) {
        sealed.parts[at].sha256 = digest;
        sealed.parts[at].table = table;
    }
    site.write_manifests(public, &sealed);
    let findings = site.findings("block", false);
    let of_another_place = |finding: &&alveole::block::check::Finding| {
        finding.rule == "file" && finding.problem.contains("of another place or another block")
    };
    assert_eq!(findings.iter().filter(of_another_place).count(), 2, "{findings:#?}");
    // The part of another block, at its own place.
    let site = Site::with_block(true);
    site.generate("rehearsal", &["--rehearsal"]).ends(0);
    let foreign = fs::read(site.room.at("rehearsal").join("sealed").join("part-00003.parquet")).unwrap();
    let (public, mut sealed) = site.manifests();
    sealed.parts[3].sha256 = hex(&Sha256::digest(&foreign));
    fs::write(site.sealed("part-00003.parquet"), foreign).unwrap();
    site.write_manifests(public, &sealed);
    let findings = site.findings("block", false);
    assert_eq!(findings.iter().filter(of_another_place).count(), 1, "{findings:#?}");
    // One more than there are, and one that is named twice.
    let site = Site::with_block(true);
    fs::copy(site.sealed("part-00003.parquet"), site.sealed("part-00006.parquet")).unwrap();
    let findings = site.findings("block", false);
    assert_eq!(findings.len(), 1, "{findings:#?}");
    assert_eq!(
        (&*findings[0].rule, &*findings[0].problem),
        ("file", "sealed/part-00006.parquet is no part of the block")
    );
    let (public, mut sealed) = site.manifests();
    let twice = sealed.parts[3].clone();
    sealed.parts.insert(4, twice);
    site.write_manifests(public, &sealed);
    let problems: Vec<String> = site.findings("block", false).into_iter().map(|finding| finding.problem).collect();
    assert!(
        problems.contains(&"part-00003.parquet starts at unit 3750, where unit 5000 is next".into()),
        "{problems:#?}"
    );
}

/// The row of the first unit of a part that is like this.
fn first<T>(rows: &[T], is_such: impl Fn(&T) -> bool) -> usize {
    rows.iter().position(is_such).unwrap()
}

#[test]
fn a_unit_of_crosswords_that_is_changed_is_named() {
    // What it wins; how many words it completes; a letter exchanged for one that it does not have.
    let site = Site::with_block(false);
    let (mut lost, mut won) = (0, 0);
    site.crosswords(1, |rows| {
        lost = first(rows, |row| *row.completed == [0, 0]);
        won = first(rows, |row| row.lot == Cents(500));
        rows[lost].lot = Cents(500);
        rows[won].lot = Cents::ZERO;
    });
    let mut expected = [is(500 + lost as u64, "MC-4.7"), is(500 + won as u64, "MC-4.5a")];
    expected.sort();
    assert_eq!(site.found(false), expected);

    let site = Site::with_block(false);
    let mut at = 0;
    site.crosswords(2, |rows| {
        at = first(rows, |row| *row.completed == [0, 1]);
        rows[at].completed = [1, 1].into();
    });
    let found = site.found(false);
    assert!(!found.is_empty() && found.iter().all(|(unit, _)| *unit == Some(1_000 + at as u64)), "{found:?}");
    assert!(found.iter().any(|(_, rule)| rule.starts_with("MC-4.5")), "{found:?}");

    let site = Site::with_block(false);
    site.crosswords(2, |rows| {
        let letter = (b'A'..=b'Z').find(|letter| !rows[7].letters.contains(letter)).unwrap();
        rows[7].letters[4] = letter;
        rows[9].letters[4] = rows[9].letters[5];
        rows[11].letters[4] = b'?';
        rows[13].shown = Shown::Pair(40);
    });
    let found = site.found(false);
    let units: std::collections::BTreeSet<_> = found.iter().map(|(unit, _)| *unit).collect();
    assert!(units.contains(&Some(1_009)) && units.contains(&Some(1_011)) && units.contains(&Some(1_013)), "{found:?}");
    assert!(found.contains(&is(1_011, "file")) && found.contains(&is(1_013, "file")), "{found:?}");
    assert!(units.is_subset(&[7, 9, 11, 13].map(|row| Some(1_000 + row)).into()), "{found:?}");
    assert!(found.iter().any(|(unit, rule)| *unit == Some(1_009) && rule.starts_with("MC-4")), "{found:?}");
}

#[test]
fn a_unit_of_hives_that_is_changed_is_named() {
    let site = Site::with_block(true);
    let mut at = 0;
    site.hives(2, |rows| {
        at = first(rows, |row| row.lot == Cents::ZERO && row.cells.len() == 37);
        rows[at].lot = Cents(300);
    });
    let found = site.found(false);
    let unit = 2_500 + at as u64;
    assert!(found.iter().any(|(found, rule)| *found == Some(unit) && rule.starts_with("RO-4")), "{found:?}");
    // The table is another now, too.
    assert!(found.iter().all(|(found, rule)| *found == Some(unit) || rule == "RO-3a"), "{found:?}");

    let site = Site::with_block(true);
    site.hives(2, |rows| {
        rows[at].cells[9] = b'!';
        rows[at + 1].cells = rows[at + 1].cells[1..].into();
        rows[at + 2].bonus_bees = Some(99);
    });
    let found = site.found(false);
    for unit in unit..unit + 3 {
        assert!(found.iter().any(|(found, _)| *found == Some(unit)), "{unit}: {found:?}");
    }
    assert!(found.iter().all(|(found, _)| (Some(unit)..Some(unit + 3)).contains(found)), "{found:?}");
}

#[test]
fn lots_exchanged_between_units_are_found_with_the_secrets_only() {
    // Two units of one pair, with all that they win: each of them is sound, and so is the table.
    let site = Site::with_block(false);
    let mut units = [0, 0];
    site.crosswords(3, |rows| {
        let winner = first(rows, |row| row.lot > Cents(2_000));
        let loser = first(rows, |row| row.shown == rows[winner].shown && row.lot == Cents::ZERO);
        units = [winner.min(loser) as u64 + 1_500, winner.max(loser) as u64 + 1_500];
        rows.swap(winner, loser);
    });
    assert_eq!(site.found(false), []);
    assert_eq!(site.found(true), units.map(|unit| is(unit, "lots")));
    let run = site.verify_all("block");
    let text = run.ends(4).out.lines().next().unwrap();
    assert!(
        text.contains(&format!("unit {}: lots: it wins ", units[0])) && text.contains(", where the secrets give it "),
        "{text}"
    );

    let site = Site::with_block(true);
    site.hives(3, |rows| {
        let (winner, loser) = (first(rows, |row| row.lot > Cents(500)), first(rows, |row| row.lot == Cents::ZERO));
        units = [winner.min(loser) as u64 + 3_750, winner.max(loser) as u64 + 3_750];
        rows.swap(winner, loser);
    });
    assert_eq!(site.found(false), []);
    assert_eq!(site.found(true), units.map(|unit| is(unit, "lots")));
}

#[test]
fn exchanged_pairs_are_found() {
    // Two losing units of one round: found with the secrets only, since each round shows each pair once all the same.
    let site = Site::with_block(false);
    let losing = |rows: &[CrosswordRow], from: usize| from + first(&rows[from..], |row| row.lot == Cents::ZERO);
    let (mut one, mut two) = (0, 0);
    // Unit 520 starts round 13.
    site.crosswords(1, |rows| {
        one = losing(rows, 20);
        two = losing(rows, one + 1);
        rows.swap(one, two);
    });
    assert!(two < 60, "both are of round 13");
    assert_eq!(site.found(false), []);
    assert_eq!(site.found(true), [is(500 + one as u64, "pairs"), is(500 + two as u64, "pairs")]);
    // Of two rounds: each shows a pair twice.
    let site = Site::with_block(false);
    site.crosswords(1, |rows| {
        one = losing(rows, 20);
        two = 60 + first(&rows[60..], |row| row.lot == Cents::ZERO && row.shown != rows[one].shown);
        rows.swap(one, two);
    });
    let found = site.found(false);
    assert!(found.len() == 2 && found.iter().all(|(_, rule)| rule == "round"), "{found:?}");
}

#[test]
fn a_repeated_unit_is_found() {
    let site = Site::with_block(false);
    let mut units = [0, 0];
    site.crosswords(4, |rows| {
        let one = first(rows, |row| row.lot == Cents::ZERO);
        let two = one + 1 + first(&rows[one + 1..], |row| row.shown == rows[one].shown && row.lot == Cents::ZERO);
        rows[two] = rows[one].clone();
        units = [one, two].map(|row| 2_000 + row as u64);
    });
    assert_eq!(site.found(false), [is(units[1], "repeat")]);
    // Nor are the secrets needed for it, and they find nothing more.
    assert_eq!(site.found(true), [is(units[1], "repeat")]);
}

#[test]
fn other_tables_and_secrets_are_found() {
    let site = Site::with_block(false);
    let (mut public, sealed) = site.manifests();
    public.table[8].count += 1;
    site.write_manifests(public, &sealed);
    let findings = site.findings("block", false);
    assert_eq!((findings.len(), &*findings[0].rule), (1, "MC-3a"));
    assert_eq!(findings[0].problem, "the table that was published is not what the units make");
    // A part that says another table of itself.
    let site = Site::with_block(false);
    let (public, mut sealed) = site.manifests();
    sealed.parts[0].table[9].count += 1;
    site.write_manifests(public, &sealed);
    let findings = site.findings("block", false);
    assert_eq!((findings.len(), &*findings[0].problem), (1, "part-00000.parquet: its table is not what its units win"));
    // Secrets that are not those of the block.
    let site = Site::with_block(false);
    site.secret("a.key", b"another one, of 32 bytes or more");
    assert_eq!(site.found(true), [(None, "commitment".into())]);
    assert_eq!(site.found(false), []);
}

#[test]
fn a_rehearsal_can_not_be_relabelled() {
    // Plan and digests are made anew; the parts still say whose they are.
    let site = Site::with_block(true);
    site.generate("rehearsal", &["--rehearsal"]).ends(0);
    fs::rename(site.room.at("block"), site.room.at("real")).unwrap();
    fs::rename(site.room.at("rehearsal"), site.room.at("block")).unwrap();
    let (mut public, mut sealed) = site.manifests();
    (public.rehearsal, public.plan.rehearsal) = (false, false);
    public.plan_sha256 = public.plan.digest_hex();
    sealed.plan_sha256.clone_from(&public.plan_sha256);
    site.write_manifests(public, &sealed);
    let findings = site.findings("block", false);
    let told = findings.iter().filter(|finding| finding.problem.contains("of another place or another block")).count();
    assert_eq!(told, 6, "{findings:#?}");
}
