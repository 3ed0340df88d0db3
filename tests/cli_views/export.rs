//! `alveole bank export`.

use std::fs;

use alveole::bank::Bank;
use alveole::formats::manifest::Manifest;

use super::{bank, json, room};

#[test]
fn a_folder_of_files() {
    let (room, file) = room();
    for format in ["ipuz", "svg"] {
        let folder = room.at(format);
        let out = folder.to_str().unwrap();
        bank("export", &file, &["--format", format, "--pairs", "2..4,7", "--out", out]).ends(0).silent();
        let mut names: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        let pairs = [2, 3, 4, 7].map(|pair| format!("pair-{pair:06}.{format}"));
        assert_eq!(names, [&["manifest.json".to_owned()], &pairs[..]].concat());
        let manifest = Manifest::read(&fs::read_to_string(folder.join("manifest.json")).unwrap()).unwrap();
        assert_eq!((manifest.command.as_str(), manifest.seed, manifest.units), ("bank export", Some(4), 4));
        assert_eq!(manifest.parameters["pairs"], "2..4,7".into());
        // One pair alone is a file, and the same one.
        let one = bank("export", &file, &["--format", format, "--pairs", "3"]);
        assert!(one.ends(0).out == fs::read_to_string(folder.join(&pairs[1])).unwrap());
        // What is there stays.
        bank("export", &file, &["--format", format, "--out", out]).ends(2);
        let run = bank("export", &file, &["--format", format]);
        run.ends(2).says(&format!("error: several pairs as {format} need a folder: --out DIR"));
    }
}

#[test]
fn a_contact_sheet() {
    let (room, file) = room();
    let out = room.at("sheet.html");
    let arguments = ["--format", "html", "--out", out.to_str().unwrap()];
    bank("export", &file, &arguments).ends(0).silent();
    bank("export", &file, &arguments).ends(2);
    let sheet = fs::read_to_string(&out).unwrap();
    assert!(room.at("sheet.html.manifest.json").exists());
    let count = |text: &str| sheet.matches(text).count();
    assert_eq!((count("<section>"), count("<article>"), count("<figure>")), (2, 8, 16), "six pairs a page");
    assert!(count("pairs 0 to 5") == 1 && count("pairs 6 to 7") == 1);
    // It is whole in itself: nothing is loaded from elsewhere.
    let namespace = count("xmlns=\"http://www.w3.org/2000/svg\"");
    assert_eq!((count("http"), count("<script"), count("<link"), count("url(")), (namespace, 0, 0, 0));
    let opened = Bank::open(&room.at("bank.parquet")).unwrap();
    for (card, made) in sheet.split("<article>").skip(1).zip(opened.pairs()) {
        let listed = card.replace("<u>", "").replace("</u>", "");
        for grid in &made.pair.grids {
            assert!(grid.words.iter().all(|word| listed.contains(&format!("<li>{}</li>", word.display))), "{card}");
        }
        let letters = made.pair.grids.iter().flat_map(|grid| (0..grid.cells.rows()).map(|row| grid.cells.row(row)));
        let letters = letters.flatten().filter(|cell| cell.is_some()).count();
        assert_eq!((card.matches("<text ").count(), card.matches("<td ").count()), (letters, 10));
    }
    // Words that the lexicon does not have are unusual.
    let few = room.file("few.txt", "chat\n");
    let run = bank("export", &file, &["--format", "html", "--pairs", "0", "--lexicon", &few]);
    assert_eq!(run.ends(0).out.matches("<li><u>").count(), 36);
}

#[test]
fn lines_for_programs() {
    let (room, file) = room();
    let run = bank("export", &file, &["--format", "jsonl"]);
    run.ends(0).silent();
    assert!(run.out == bank("show", &file, &["--pair", "0..7", "--format", "jsonl"]).out);
    let opened = Bank::open(&room.at("bank.parquet")).unwrap();
    for (record, made) in json(&run.out).iter().zip(opened.pairs()) {
        let odds: Vec<u64> = record["odds"].as_array().unwrap().iter().map(|of| of["sets"].as_u64().unwrap()).collect();
        assert!(odds.iter().copied().eq(made.odds.iter().map(|sets| u64::from(*sets))));
        assert_eq!(record["odds"][0]["completed"], serde_json::json!([9, 9]));
        assert_eq!(record["odds"][0]["lot_cents"], 25_000_000);
    }
}
