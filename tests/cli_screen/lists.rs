//! Overrides, further lists and policies, as people give them.

use alveole::formats::manifest::{Digests, Manifest};
use alveole::lexicon::Source;

use super::cli::{self, Room, alveole};
use super::lines;

#[test]
fn overrides_decide_first() {
    let room = Room::new();
    let team = room.file("team.tsv", &cli::overrides(&["ban\tmoulin\t-", "allow\tmerde\t-"]));
    let run = alveole(["screen", "moulin", "merde", "--overrides", &team]);
    run.ends(4).silent();
    assert!(lines(&run)[0].starts_with("MOULIN: blocked as a ban of the team: test "), "{}", run.out);
    assert!(lines(&run)[0].contains(&format!("({team}:3, ")), "{}", run.out);
    assert!(lines(&run)[1].ends_with(&format!("({team}:4)")), "{}", run.out);
}

#[test]
fn a_policy_says_what_counts() {
    let room = Room::new();
    let words_only = "schema = \"alveole/policy/1\"\n[words]\noffensive = \"strong\"\n";
    let policy = room.file("policy.toml", words_only);
    let run = alveole(["screen", "merde", "xmerdex", "abandoner", "--policy", &policy]);
    run.ends(4).silent();
    let lines = lines(&run);
    assert!(lines[0].starts_with("MERDE: blocked as "), "{}", run.out);
    assert_eq!(lines[1], "XMERDEX: clean, no list names it");
    assert!(lines[2].starts_with("ABANDONER: clean, since the policy does not count it: misspelling of abandonner"));
    let bad = room.file("bad.toml", "schema = \"alveole/policy/1\"\n[cels]\n");
    alveole(["screen", "chat", "--policy", &bad]).ends(2).says(&format!("error: {bad}:2:2: unknown field `cels`"));
}

#[test]
fn further_lists_are_named_and_contradictions_told() {
    let room = Room::new();
    let first = room.file("first.txt", "moulin\n");
    let second = room.file("second.tsv", "#alveole/allow/1\nword\treason\nmoulin\tours\n");
    let run = alveole(["screen", "moulin", "--blocklist", &first, "--blocklist", &second]);
    run.ends(2).says(&format!("error: {second}:3:1: MOULIN is blocked by {first} line 1: decide it in the overrides"));
    let chat = room.file("chat.txt", "ｃｈａｔ\n");
    let run = alveole(["screen", "chat", "--blocklist", &chat]);
    run.ends(2).says(&format!("error: {chat}:1:1: CHAT is allowed by allow.tsv line "));
    let team = room.file("team.tsv", &cli::overrides(&["ban\tchat\t-"]));
    let run = alveole(["screen", "explain", "chat", "--blocklist", &chat, "--overrides", &team]);
    run.ends(0).silent();
    assert!(
        run.out.contains("\n  without the overrides, two lists would contradict each other: allowed: "),
        "{}",
        run.out
    );
    for (text, problem) in [
        ("c4\n", "1:1: \"c4\" is no word"),
        (
            "#alveole/blocklist/1\nword\tdisplay\ttheme\tseverity\tsource\treason\nBUS\tbus\tsilly\tmild\tx\ty\n",
            "3:9: unknown theme",
        ),
        ("#alveole/nothing/1\n", "1:1: #alveole/nothing/1 is no list"),
    ] {
        let list = room.file("bad.tsv", text);
        alveole(["screen", "chat", "--blocklist", &list]).ends(2).says(&format!("error: {list}:{problem}"));
    }
}

#[test]
fn idle_overrides_are_told() {
    let room = Room::new();
    let team = room.file("team.tsv", &cli::overrides(&["ban\tmerde\t-", "allow\ttable\t-", "allow\tchat\t-"]));
    let run = alveole(["screen", "panier", "--overrides", &team]);
    run.ends(0);
    let said: Vec<&str> = run.err.lines().collect();
    assert!(said[0].starts_with(&format!("{team}:3: MERDE is blocked by offensive.tsv:")), "{}", run.err);
    assert_eq!(said[1], format!("{team}:4: TABLE is on no list"));
    assert!(said[2].starts_with(&format!("{team}:5: CHAT is allowed by allow.tsv:")), "{}", run.err);
}

#[test]
fn lists_are_folded() {
    let room = Room::new();
    // A ligature, accents of their own and combined, case, full width, a byte order mark, ends of lines of other systems.
    let list = room.file("list.txt", "\u{feff}Cœur\r\nÉTÉ\r\ne\u{301}cho\r\nＦＬＥＵＲ\r\n");
    let run = alveole(["screen", "coeur", "ete", "écho", "fleur", "CŒUR", "--blocklist", &list]);
    run.ends(4).silent();
    assert_eq!(run.out.matches(": blocked as a ban of the team: ").count(), 5, "{}", run.out);
    for row in ["COEUR", "ETE", "ECHO", "FLEUR"].iter().zip(1..).map(|(word, line)| format!("{word}: {line}")) {
        let (word, line) = row.split_once(": ").unwrap();
        let start = format!("{word}: blocked as a ban of the team: on a list of the team ({list}:{line}, ");
        assert!(run.out.contains(&start), "{start}: {}", run.out);
    }
}

#[test]
fn a_fault_names_the_right_one_of_many_lists() {
    let room = Room::new();
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    let mut lists: Vec<String> =
        names.iter().map(|name| room.file(&format!("{name}.txt"), &format!("mot{name}\n"))).collect();
    lists.push(room.file("allowed.tsv", "#alveole/allow/1\nword\treason\nmotj\tours\n"));
    let options = lists.iter().flat_map(|list| ["--blocklist", list]);
    let run = alveole(["screen", "chat"].into_iter().chain(options));
    let (last, tenth) = (&lists[10], &lists[9]);
    run.ends(2).says(&format!("error: {last}:3:1: MOTJ is blocked by {tenth} line 1: decide it in the overrides"));
    // None is passed over in silence.
    let options = std::iter::repeat_n(["--blocklist", &lists[0]], 257).flatten();
    let run = alveole(["screen", "chat"].into_iter().chain(options));
    run.ends(2).says("error: 257 lists are given by --blocklist, and 256 are the most: join some of them");
}

#[test]
fn bad_lists_are_named_for_every_command() {
    let room = Room::new();
    let latin = room.bytes("latin1.txt", b"chat\nch\xe2t\n");
    let units = room.file("units.jsonl", super::UNITS);
    for command in [
        &["screen", "chat"][..],
        &["screen", "explain", "chat"],
        &["verify", &units],
        &["lexicon", "stats"],
        &["lexicon", "show", "chat"],
        &["fill", "--letters", "random", "--reveal", "1,1"],
    ] {
        let run = alveole([command, &["--blocklist", &latin]].concat());
        run.ends(2).says(&format!("error: {latin}:2:3: not UTF-8: save the file as UTF-8"));
        assert_eq!(run.out, "");
        let run = alveole([command, &["--policy", &latin]].concat());
        run.ends(2).says(&format!("error: {latin}:2:3: not UTF-8: save the file as UTF-8"));
        alveole([command, &["--blocklist", "./missing"]].concat()).ends(5).says("error: cannot read ./missing: ");
    }
}

#[test]
fn an_override_is_idle_only_under_all_lists() {
    let room = Room::new();
    let team = room.file("team.tsv", &cli::overrides(&["allow\tmoulin\t-", "ban\tperrier\t-", "add\tmaison\tB"]));
    let run = alveole(["screen", "chat", "--overrides", &team]);
    let said: Vec<&str> = run.err.lines().collect();
    assert_eq!(said[0], format!("{team}:3: MOULIN is on no list"));
    assert!(said[1].starts_with(&format!("{team}:4: PERRIER is blocked by brands.tsv:")), "{}", run.err);
    assert!(said[1].ends_with(" already") && said.len() == 2, "{}", run.err);
    // A list that bans it makes the line do something.
    let ban = room.file("ban.txt", "moulin\n");
    let run = alveole(["screen", "moulin", "--overrides", &team, "--blocklist", &ban]);
    run.ends(0);
    assert!(!run.err.contains("MOULIN"), "{}", run.err);
    let run = alveole(["screen", "explain", "moulin", "--overrides", &team, "--blocklist", &ban]);
    let beneath = format!(
        "\n  without the overrides, it would be blocked as a ban of the team: on a list of the team ({ban}:1)\n"
    );
    assert!(run.out.contains(&beneath), "{}", run.out);
    assert!(run.err.contains(": MAISON is in the lexicon already, at level A: its level is set\n"), "{}", run.err);
    // A ban of what is improper anyway takes nothing away: it stays sought inside longer words.
    let team = room.file("team.tsv", &cli::overrides(&["ban\tmerde\t-"]));
    let run = alveole(["screen", "xmerdex", "--overrides", &team]);
    assert!(run.err.ends_with(" already\n"), "{}", run.err);
    run.ends(4);
    assert!(run.out.starts_with("XMERDEX: blocked, it holds MERDE"), "{}", run.out);
}

#[test]
fn explanations_tell_readings_and_the_lexicon() {
    let room = Room::new();
    let list = room.file("list.txt", "moulin\n");
    let run = alveole(["screen", "explain", "moulin", "xylofon", "conflit", "--blocklist", &list]);
    run.ends(0).silent();
    for part in [
        "\n  without this list, no list would name it\n  counts as a whole word and under the question marks\n  sought \
         across neighbouring cells, as a visible piece: on a list of the team (",
        "\n  in the lexicon at level A, and lost: it is blocked itself\n",
        "\nXYLOFON: clean, no list names it\n  not in the lexicon\n",
        "\n  leaves CON standing alone where CNO are shown and F hidden: insult, medium: ",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let policy = room.file("policy.toml", "schema = \"alveole/policy/1\"\n[pairs]\noffensive = \"strong\"\n");
    let run = alveole(["screen", "explain", "merde", "moulin", "--policy", &policy]);
    run.ends(0);
    assert!(run.out.starts_with("MERDE: clean, since the policy does not count it: "), "{}", run.out);
    assert!(run.out.contains("\n  counts neither as a whole word nor under the question marks\n"), "{}", run.out);
    assert!(run.out.contains("scatological, medium, which the policy does not count: "), "{}", run.out);

    let run = alveole(["screen", "explain", "moulin", "--blocklist", &list, "--format", "jsonl"]);
    let moulin: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(moulin["sought"], serde_json::json!(["word", "question marks", "cells", "piece"]));
    assert_eq!((&moulin["lost"], &moulin["level"], &moulin["file"]), (&true.into(), &"A".into(), &list.into()));
    assert_eq!((&moulin["pairs"][0]["other"], &moulin["pairs"][0]["counts"]), (&"BOUSE".into(), &true.into()));
}

#[test]
fn the_lexicon_is_screened_under_the_same_lists() {
    let room = Room::new();
    let words = room.file("words.txt", "chat\nmoulin\nxedremx\n");
    let list = room.file("list.txt", "moulin\n");
    let run = alveole(["lexicon", "stats", "--blocked", "--lexicon", &words, "--blocklist", &list]);
    run.ends(0).silent();
    let blocked: Vec<&str> = run.out.lines().skip(1).map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(blocked, ["MOULIN", "XEDREMX"], "{}", run.out);
    let policy = room.file("policy.toml", "schema = \"alveole/policy/1\"\n[words]\noffensive = \"strong\"\n");
    let run = alveole(["lexicon", "show", "xedremx", "perrier", "--policy", &policy]);
    assert!(run.out.contains("  screen  passes: no list has it\n"), "{}", run.out);
    assert!(run.out.contains("  screen  passes, since the policy does not count it: brand, "), "{}", run.out);
    let run = alveole(["lexicon", "show", "xedremx"]);
    assert!(run.out.contains("  screen  blocked, it holds MERDE backwards, from letter 6: "), "{}", run.out);
}

#[test]
fn manifests_name_every_list() {
    let room = Room::new();
    let made = |options: &[&str]| {
        let file = room.at("units.jsonl");
        let command = ["fill", "--letters", "random", "--reveal", "0,0", "--format", "jsonl", "--force", "--out"];
        alveole([&command[..], &[file.to_str().unwrap()], options].concat()).ends(0);
        let text = std::fs::read_to_string(room.at("units.jsonl.manifest.json")).unwrap();
        assert!(!text.contains(&room.path()), "no paths: {text}");
        Manifest::read(&text).unwrap().digests
    };
    let sha = |text: &str| Source::of(text.as_bytes()).digest_hex();
    let plain = made(&[]);
    let tables = ["allow.tsv", "brands.tsv", "containment.tsv", "misspellings.tsv", "offensive.tsv", "pairs.tsv"];
    let keys = |digests: &Digests| digests.lists.keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&plain), [&tables[..], &["policy.toml"]].concat());
    assert_eq!(plain.lists["policy.toml"], sha(include_str!("../../blocklist/policy.toml")));
    assert_eq!(plain.lists["pairs.tsv"], sha(include_str!("../../blocklist/pairs.tsv")));

    // Two lists of one name, one with the name of a table, another policy.
    std::fs::create_dir(room.at("other")).unwrap();
    let rivals = room.file("rivals.txt", "moulin\n");
    let others = room.file("other/rivals.txt", "bateau\n");
    let brands = room.file("brands.tsv", "fauteuil\n");
    let ours = format!("# ours\n{}", include_str!("../../blocklist/policy.toml"));
    let policy = room.file("ours.toml", &ours);
    let lists = ["--blocklist", &rivals, "--blocklist", &others, "--blocklist", &brands, "--policy", &policy];
    let digests = made(&lists);
    for (name, text) in [
        ("rivals.txt", "moulin\n"),
        ("rivals.txt (2)", "bateau\n"),
        ("brands.tsv (2)", "fauteuil\n"),
        ("policy.toml", &ours),
    ] {
        assert_eq!(digests.lists[name], sha(text), "{name}");
    }
    assert_eq!((digests.lists.len(), &digests.lists["brands.tsv"]), (10, &plain.lists["brands.tsv"]));
    assert_ne!(digests.blocklist, plain.blocklist);
}
