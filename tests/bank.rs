//! Bank files: what is written is read, other programs' files are refused, damage is named.
#![cfg(feature = "bank")]
#![allow(clippy::unwrap_used, reason = "a test's helpers say what they expect")]

use alveole::bank::{Bank, BankError, BankPair, BankWriter, ContactSheet, outcomes, read, write_pair};
use alveole::formats::manifest::{Digests, Manifest};
use alveole::formats::unit_json::read_lines;
use alveole::game::Game;

const UNITS: &str = include_str!("data/units.jsonl");

/// A bank of the fixture's pairs, several times over.
fn pairs(count: usize) -> Vec<BankPair> {
    let units = read_lines(UNITS.as_bytes()).map(|line| line.unwrap().unit().unwrap());
    let pairs: Vec<_> = units.map(|unit| unit.pair).collect();
    let pair = |number: usize| BankPair {
        pair: pairs[number % pairs.len()].clone(),
        level: "B".into(),
        odds: (0..37).map(|outcome| outcome * 1000 + u32::try_from(number).unwrap()).collect(),
    };
    (0..count).map(pair).collect()
}

fn written(pairs: &[BankPair]) -> Vec<u8> {
    let mut manifest = Manifest::new("bank generate", Some(7), Digests::default());
    manifest.units = pairs.len() as u64;
    let mut writer = BankWriter::new(Vec::new(), 2, &manifest).unwrap();
    for pair in pairs {
        writer.push(pair).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn a_bank_is_read_as_it_was_written() {
    for count in [0, 1, 1024, 2500] {
        let pairs = pairs(count);
        let bytes = written(&pairs);
        assert!(bytes == written(&pairs), "the same pairs make the same bytes");
        let bank = read(bytes).unwrap();
        assert_eq!((bank.len(), bank.is_empty(), bank.manifest.seed), (count, count == 0, Some(7)));
        assert!(bank.pairs() == pairs);
        assert_eq!(bank.pair(count), None);
    }
}

#[test]
fn a_file_is_opened() {
    let room = tempfile::tempdir().unwrap();
    let path = room.path().join("bank.parquet");
    std::fs::write(&path, written(&pairs(3))).unwrap();
    assert_eq!(Bank::open(&path).unwrap().len(), 3);
    let error = Bank::open(&room.path().join("none.parquet")).unwrap_err();
    assert!(matches!(error, BankError::Io { .. }), "{error}");
}

#[test]
fn foreign_and_cut_files_are_refused() {
    let bytes = written(&pairs(30));
    for bad in [Vec::new(), b"PAR1".to_vec(), UNITS.as_bytes().to_vec(), bytes[..bytes.len() / 2].to_vec()] {
        let error = read(bad).unwrap_err();
        assert!(matches!(error, BankError::Foreign(_)), "{error}");
    }
    let mut other = bytes;
    for at in 0..other.len() - 14 {
        if other[at..].starts_with(b"alveole/bank/1") {
            other[at + 13] = b'2';
        }
    }
    assert!(matches!(read(other).unwrap_err(), BankError::Version { found } if found == "alveole/bank/2"));
}

#[test]
fn damage_is_found_wherever_it_is() {
    let (bytes, full) = (written(&pairs(100)), std::env::var_os("ALVEOLE_FULL").is_some());
    let (mut named, mut refused) = (0, 0);
    for at in (0..bytes.len()).step_by(if full { 1 } else { 13 }) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        match read(flipped).map(|_| at).expect_err("a damaged bank was read") {
            BankError::Damaged { rows } => {
                let [(rows, _)] = &rows[..] else { panic!("{rows:?}") };
                assert!(*rows == (0..64) || *rows == (64..100), "{rows:?}");
                named += 1;
            }
            BankError::Foreign(_) | BankError::Version { .. } => refused += 1,
            other => panic!("byte {at}: {other}"),
        }
    }
    assert!(named > refused && refused > 50, "{named} with damaged rows, {refused} refused");
    // Cut anywhere, it is no bank.
    for length in (0..bytes.len()).step_by(97) {
        assert!(matches!(read(bytes[..length].to_vec()), Err(BankError::Foreign(_))), "{length}");
    }
}

#[test]
fn outcomes_are_in_the_order_of_the_checklist() {
    let outcomes = outcomes(&Game::mots_croises());
    assert_eq!(outcomes.len(), 37);
    assert_eq!(outcomes[..5], [vec![9, 9], vec![8, 0], vec![0, 8], vec![8, 1], vec![1, 8]]);
    assert_eq!(outcomes[17..22], [vec![4, 0], vec![0, 4], vec![4, 1], vec![1, 4], vec![3, 3]]);
    assert_eq!(outcomes[33..], [vec![0, 0], vec![1, 0], vec![0, 1], vec![1, 1]]);
}

#[test]
fn lots_are_the_sums_of_their_outcomes() {
    let (game, made) = (Game::mots_croises(), &pairs(1)[0]);
    let lots = made.lots(&game);
    assert_eq!(lots.iter().map(|(lot, _)| lot.0).collect::<Vec<_>>(), {
        let amounts = [250_000, 10_000, 1_000, 200, 50, 20, 15, 10, 5, 0];
        amounts.map(|euros: u64| euros * 100)
    });
    // The fixture has 0, 1000, 2000 and so on sets.
    assert_eq!((lots[0].1, lots[1].1, lots[9].1), (0, 10_000, 33_000 + 34_000 + 35_000 + 36_000));
    assert_eq!(
        lots.iter().map(|(_, sets)| *sets).sum::<u64>(),
        made.odds.iter().map(|sets| u64::from(*sets)).sum::<u64>()
    );
}

/// Display forms come from whoever made the word list.
#[test]
fn no_word_gets_out_of_a_sheet_or_a_line() {
    let (game, mut made) = (Game::mots_croises(), pairs(1).remove(0));
    made.pair.grids[0].words[0].display = "<script>\u{1b}\"&\n".into();
    let mut sheet = ContactSheet::new(Vec::new(), &game, "a <bank>", |_| true).unwrap();
    sheet.push(7, &made).unwrap();
    let sheet = String::from_utf8(sheet.finish().unwrap()).unwrap();
    assert!(
        sheet.contains("<li><u>&lt;script&gt;\u{fffd}&quot;&amp;\u{fffd}</u></li>") && sheet.contains("a &lt;bank&gt;")
    );
    assert!(!sheet.contains("<script>") && sheet.ends_with("</html>\n") && sheet.contains("<span>pair 7</span>"));
    let mut line = Vec::new();
    write_pair(&game, 7, &made, &mut line).unwrap();
    assert_eq!(line.iter().filter(|byte| byte.is_ascii_control()).count(), 1, "one line");
    let empty = ContactSheet::new(Vec::new(), &game, "", |_| true).unwrap().finish().unwrap();
    assert!(!String::from_utf8(empty).unwrap().contains("<section>"));
}
