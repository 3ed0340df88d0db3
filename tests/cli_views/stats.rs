//! `alveole bank stats`: what is dealt from a bank.

use serde_json::Value;

use super::cli::{Room, alveole};
use super::{bank, json, room};

fn mean(estimate: &Value) -> f64 {
    estimate["mean"].as_f64().unwrap()
}

/// A game that deals 50 euros as five words and one, either way round.
fn mixed(room: &Room) -> String {
    let mix = "\n[[mixes]]\ncents = 5_000\noutcomes = [{ completed = [5, 1], weight = 3 }, { completed = [1, 5], weight = 1 }]\n";
    room.file("mixed.toml", &(include_str!("../../games/mots-croises.toml").to_owned() + mix))
}

#[test]
fn deals_are_those_of_deal() {
    let (room, file) = room();
    let game = mixed(&room);
    for more in [&[][..], &["--game", &game]] {
        let stats = |threads| {
            let common = ["--deals", "8", "--seed", "5", "--format", "jsonl", "--threads", threads];
            bank("stats", &file, &[&common, more].concat())
        };
        let run = stats("2");
        run.ends(0).silent();
        assert!(run.out == stats("1").out);
        let stats = json(&run.out).remove(0);
        let results = stats["deals"]["results"].as_array().unwrap();
        assert_eq!(results.len(), 10);
        let deal = ["deal", &file, "--lot", "50", "--count", "8", "--seed", "5"];
        let units = json(&alveole(deal.iter().chain(more)).ends(0).out);
        let fifty = results.iter().find(|of| of["lot_cents"] == 5000).unwrap();
        for of in fifty["hidden"].as_array().unwrap() {
            let letter = of["letter"].as_str().unwrap();
            let hidden = units.iter().filter(|unit| !unit["letters"].as_str().unwrap().contains(letter)).count();
            assert!((mean(&of["share"]) - f64::from(u32::try_from(hidden).unwrap()) / 8.0).abs() < 1e-6, "{of}");
        }
        // Words that miss one letter, by another way: how many are completed by each further letter.
        let short: usize = units.iter().map(one_letter_short).sum();
        let expected = f64::from(u32::try_from(short).unwrap()) / 8.0;
        assert!((mean(&fifty["one_letter_short"]) - expected).abs() < 1e-6, "{} {expected}", fifty["one_letter_short"]);
    }
}

fn one_letter_short(unit: &Value) -> usize {
    let letters = unit["letters"].as_str().unwrap();
    let completed = |more: char| {
        let words = unit["grids"].as_array().unwrap().iter().flat_map(|grid| grid["words"].as_array().unwrap());
        words.filter(|word| word["word"].as_str().unwrap().chars().all(|c| c == more || letters.contains(c))).count()
    };
    let now = completed(letters.chars().next().unwrap());
    ('A'..='Z').filter(|letter| !letters.contains(*letter)).map(|letter| completed(letter) - now).sum()
}

#[test]
fn the_chance_to_win_stays_on_average_what_it_was() {
    let (room, file) = room();
    let game = mixed(&room);
    let run = bank("stats", &file, &["--deals", "16", "--format", "jsonl", "--game", &game]);
    let stats = json(&run.ends(0).out).remove(0);
    let results = stats["deals"]["results"].as_array().unwrap();
    let game = alveole::game::Game::mots_croises();
    let count = |lot: u64| game.lots.iter().find(|row| row.cents.0 == lot).map(|row| row.count);
    let winners: u64 = game.lots.iter().map(|row| row.count).sum();
    let share =
        |count: u64| f64::from(u32::try_from(count).unwrap()) / f64::from(u32::try_from(game.block_units).unwrap());
    for at in 0..6 {
        let (mut known, mut variance) = (0.0, 0.0);
        for of in results {
            let part = share(count(of["lot_cents"].as_u64().unwrap()).unwrap_or(game.block_units - winners));
            known += part * mean(&of["chance"][at]);
            variance += (part * of["chance"][at]["standard_error"].as_f64().unwrap()).powi(2);
        }
        let off = (known - share(winners)).abs();
        assert!(off < 4.0 * variance.sqrt(), "{at}: {known} where {} is known before", share(winners));
    }
    for of in results {
        let won: Vec<f64> = of["won"].as_array().unwrap().iter().map(mean).collect();
        assert!(won.is_sorted(), "what is won stays won: {won:?}");
        assert!(of["lot_cents"] != 0 || won[5] == 0.0);
        // What is won already is certain.
        let chance: Vec<f64> = of["chance"].as_array().unwrap().iter().map(mean).collect();
        assert!(won.iter().zip(&chance).all(|(won, chance)| *chance >= *won - 1e-6), "{won:?} {chance:?}");
    }
}

#[test]
fn tables_for_people() {
    let (room, file) = room();
    let run = bank("stats", &file, &["--deals", "2"]);
    run.ends(0).silent();
    for title in [
        "2 units of each result, seed 0; ± is one standard error",
        "words that one letter keeps from being completed",
        "units that have won something when so many letters are uncovered",
        "probability of a win, for one who sees the grids and so many letters",
        "units in which a letter is hidden, in percent",
    ] {
        assert!(run.out.contains(title), "{}", run.out);
    }
    let without = bank("stats", &file, &["--deals", "0"]);
    assert!(
        run.out.starts_with(&without.ends(0).out) && without.out.contains("\nletter  words with it"),
        "{}",
        without.out
    );
    // Under other lists, other letters could be dealt.
    let list = room.file("list.txt", "quelquechose\n");
    let run = bank("stats", &file, &["--blocklist", &list]);
    run.ends(2).says(&format!("error: {file}: list.txt: the bank was made with none, and here is "));
    bank("stats", &file, &["--blocklist", &list, "--deals", "0"]).ends(0);
}
