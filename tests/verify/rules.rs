//! For every rule, units broken in that rule only: the judge rejects them by its name.

use std::collections::BTreeSet;

use alveole::letters::{Letter, LetterSet, Word, fold};
use alveole::money::Cents;
use alveole::unit::{Cells, CrosswordUnit, Direction, Grid, PlacedWord};
use alveole::verify::Rule;

use crate::{BLOCKLIST, LEXICON, fixture, judge, naive, sound};

const RULES: &str = include_str!("../data/rules.txt");

/// A rule, what was done to a sound unit, the unit, and how the fault begins or what it says.
type Case = (Rule, &'static str, CrosswordUnit, &'static str);

fn euros(amount: u64) -> Cents {
    Cents::from_euros(amount)
}

/// The sound unit with these completed words, after a change.
fn broken(first: u8, second: u8, change: impl FnOnce(&mut CrosswordUnit)) -> CrosswordUnit {
    let mut unit = sound(first, second);
    change(&mut unit);
    unit
}

/// The sound unit with these completed words, and another lot in the record.
fn paid(first: u8, second: u8, lot: impl Into<Option<Cents>>) -> CrosswordUnit {
    broken(first, second, |unit| unit.lot = lot.into())
}

/// The unit after a change to the rows of its first grid, with a record that says what cells and letters give.
fn redrawn(unit: &CrosswordUnit, change: impl FnOnce(&mut Vec<Vec<u8>>)) -> CrosswordUnit {
    redrawn_grid(unit, 0, change)
}

fn redrawn_grid(unit: &CrosswordUnit, grid: usize, change: impl FnOnce(&mut Vec<Vec<u8>>)) -> CrosswordUnit {
    let mut unit = unit.clone();
    let mut rows: Vec<Vec<u8>> = naive::rows(&unit.pair.grids[grid]).into_iter().map(String::into_bytes).collect();
    change(&mut rows);
    let rows: Vec<String> = rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
    unit.pair.grids[grid].cells = fixture::cells(&rows);
    naive::settle(&mut unit);
    unit
}

/// Grey rows at the foot of a grid, so that there are this many.
fn pad(rows: &mut Vec<Vec<u8>>, count: usize) {
    rows.resize(count, vec![b'#'; rows[0].len()]);
}

/// The unit with one word spelt anew in the cells that cross no other word, the first time that this may be.
fn respelt(unit: &CrosswordUnit, may: impl Fn(&[String], &str) -> bool) -> CrosswordUnit {
    let all: Vec<String> = unit.pair.grids.iter().flat_map(naive::words).map(|word| word.0).collect();
    let others = |text: &str| -> Vec<String> { all.iter().filter(|word| *word != text).cloned().collect() };
    for (number, grid) in unit.pair.grids.iter().enumerate() {
        let words = naive::words(grid);
        for (text, row, column, direction) in &words {
            let cell =
                |step| if *direction == Direction::Across { (*row, column + step) } else { (row + step, *column) };
            let crossed = |step| words.iter().filter(|word| covers(word, cell(step))).count() > 1;
            let fits =
                |new: &str| (0..text.len()).all(|step| !crossed(step) || new.as_bytes()[step] == text.as_bytes()[step]);
            let new = LEXICON.class(text.len()).ids().map(|id| LEXICON.word(id).to_string());
            let new = new.filter(|new| new != text && fits(new)).find(|new| may(&others(text), new));
            if let Some(new) = new {
                return redrawn_grid(unit, number, |rows| {
                    for (step, letter) in new.bytes().enumerate() {
                        rows[cell(step).0][cell(step).1] = letter;
                    }
                });
            }
        }
    }
    panic!("no such word fits into the unit");
}

fn covers((text, row, column, direction): &(String, usize, usize, Direction), cell: (usize, usize)) -> bool {
    match direction {
        Direction::Across => cell.0 == *row && (*column..column + text.len()).contains(&cell.1),
        Direction::Down => cell.1 == *column && (*row..row + text.len()).contains(&cell.0),
    }
}

fn word(text: &str) -> Word {
    fold(text).unwrap()
}

fn lemmas(text: &str) -> BTreeSet<usize> {
    LEXICON.lookup(word(text)).map_or(&[][..], |id| LEXICON.lemmas(id)).iter().map(|lemma| lemma.index()).collect()
}

fn share_a_lemma(a: &str, b: &str) -> bool {
    !lemmas(a).is_disjoint(&lemmas(b))
}

/// The unit with other letters that complete as many words, of all that this makes.
fn relettered(unit: &CrosswordUnit, change: impl Fn(&mut Vec<Letter>, usize, Letter)) -> CrosswordUnit {
    let before = naive::completed(unit);
    let candidates = (0..unit.letters.len()).flat_map(|mark| Letter::all().map(move |letter| (mark, letter)));
    let mut candidates = candidates.map(|(mark, letter)| {
        let mut unit = unit.clone();
        change(&mut unit.letters, mark, letter);
        unit
    });
    candidates.find(|new| new.letters != unit.letters && naive::completed(new) == before).unwrap()
}

/// A completed word loses a letter, and the record does not notice.
fn one_letter_short(unit: &CrosswordUnit) -> CrosswordUnit {
    let set: LetterSet = unit.letters.iter().copied().collect();
    let swaps = (0..18).flat_map(|mark| set.complement().iter().map(move |letter| (mark, letter)));
    let mut units = swaps.map(|(mark, letter)| {
        let mut unit = unit.clone();
        unit.letters[mark] = letter;
        unit
    });
    let before = naive::completed(unit);
    units.find(|new| naive::completed(new) == [before[0] - 1, before[1]]).unwrap()
}

fn place(text: &str, row: u8, column: u8, direction: Direction) -> PlacedWord {
    PlacedWord { word: word(text), display: text.to_lowercase().into(), row, column, direction }
}

/// What the lot can do wrong.
fn lots() -> Vec<Case> {
    vec![
        (Rule::Mc3b, "only one grid's gain", paid(3, 2, euros(10)), "MC-3b: a lot of 10 € is recorded, where 3 and 2"),
        (Rule::Mc3b, "only the other's", paid(9, 9, euros(125_000)), "the whole gain of the unit"),
        (Rule::Mc3b, "a sum in no row of the table", paid(4, 2, euros(25)), "give 25 €: no row of the prize table"),
        (Rule::Mc4_5a, "a win not paid", paid(3, 2, euros(0)), "a grid wins"),
        (Rule::Mc4_5a, "one word paid as two", paid(1, 0, euros(5)), "too few completed words"),
        (Rule::Mc4_5a, "one word paid beside a win", paid(3, 1, euros(15)), "too few completed words"),
        (Rule::Mc4_5a, "one word paid in each grid", paid(1, 1, euros(10)), "too few completed words"),
        (Rule::Mc4_6a, "three words paid as four", paid(3, 1, euros(50)), "another row of the pay table"),
        (Rule::Mc4_6a, "eight words paid as nine", paid(8, 0, euros(125_000)), "another row of the pay table"),
        (Rule::Mc4_6a, "a row too low in one of two grids", paid(3, 3, euros(15)), "another row of the pay table"),
        (
            Rule::Mc4_6b,
            "words of both grids added",
            paid(3, 2, euros(50)),
            "the completed words of the grids were added",
        ),
        (Rule::Mc4_6b, "one word and one word", paid(1, 1, euros(5)), "the completed words of the grids were added"),
        (Rule::Mc4_6b, "two words and two words", paid(2, 2, euros(20)), "the completed words of the grids were added"),
        (Rule::Mc4_7, "a losing unit with a lot", paid(0, 0, euros(5)), "a lot of 5 € is recorded"),
        (Rule::Mc4_7, "a losing unit with a top lot", paid(1, 1, euros(250_000)), "give 0 €: the unit loses"),
        (Rule::McD6, "no lot, though the table has it", paid(3, 2, None), "no lot is recorded"),
        (Rule::McD6, "no lot for a losing unit", paid(1, 1, None), "give 0 €: the prize table has it"),
        (Rule::McD6, "a lot of cents", paid(3, 2, Cents(1_499)), "no reading of the unit gives that"),
    ]
}

/// What letters and counts can do wrong.
fn letters() -> Vec<Case> {
    let (three, four) = (sound(3, 2), sound(4, 2));
    let fewer = relettered(&three, |letters, mark, _| {
        letters.remove(mark);
    });
    let more = relettered(&three, |letters, _, letter| {
        if !letters.contains(&letter) {
            letters.push(letter);
        }
    });
    let twice = relettered(&three, |letters, mark, letter| {
        if letters.contains(&letter) {
            letters[mark] = letter;
        }
    });
    let ten = fixture::units().into_iter().find(|unit| unit.completed[0] == 10).unwrap();
    let mut nothing = ten.clone();
    nothing.lot = Some(euros(0));
    let short = one_letter_short(&three);
    let mut follows = short.clone();
    follows.lot = Some(euros(15));
    let mut paid_right = one_letter_short(&four);
    paid_right.lot = naive::lot(&naive::completed(&paid_right));
    let counted = broken(3, 2, |unit| (unit.completed, unit.lot) = (vec![4, 2], None));
    vec![
        (Rule::Mc4_2a, "seventeen letters", fewer, "MC-4.2a: letters: 17, where the game has 18"),
        (Rule::Mc4_2a, "nineteen letters", more, "MC-4.2a: letters: 19"),
        (Rule::Mc4_3, "a letter twice", twice, "each letter stands once"),
        (Rule::Mc4_5c, "a word counted that lacks a letter", short, "3 completed words are recorded, 2 have all"),
        (Rule::Mc4_5c, "and paid", follows, "; a lot of 15 € follows from it"),
        (Rule::Mc4_5c, "and not paid", paid_right, "4 completed words are recorded, 3 have all"),
        (Rule::Mc4_5c, "a word too many", counted, "lacks"),
        (Rule::McD1, "ten completed words", ten, "MC-D1, grid 1: 10 words are completed, and no more than 9 may be"),
        (Rule::McD1, "ten completed words that win nothing", nothing, "MC-D1, grid 1"),
        (
            Rule::McD6,
            "a completed word left out",
            broken(3, 2, |unit| unit.completed = vec![2, 2]),
            "MC-D6, grid 1: 2 comp",
        ),
        (
            Rule::McD6,
            "more than there are words",
            broken(3, 2, |unit| unit.completed = vec![3, 19]),
            "MC-D6, grid 2: 19",
        ),
        (Rule::McD6, "counts of one grid", broken(3, 2, |unit| unit.completed = vec![3]), "for 1 of 2 grids"),
        (Rule::McD6, "another game", broken(3, 2, |unit| unit.game = "other".into()), "MC-D6: the record is of game"),
    ]
}

/// What grids can do wrong. The first grid of the unit has BIP in its top left corner, crossed in its B only.
fn grids() -> Vec<Case> {
    let unit = sound(3, 2);
    let one_grid = broken(3, 2, |unit| {
        unit.pair.grids.pop();
        (unit.completed, unit.lot) = (vec![3], Some(euros(10)));
    });
    let without = redrawn(&unit, |rows| rows[0][1..3].fill(b'#'));
    let lone = redrawn(&unit, |rows| {
        pad(rows, 14);
        rows[13][5] = b'A';
    });
    let moved = redrawn(&unit, |rows| {
        rows[0][1..3].fill(b'#');
        pad(rows, 14);
        rows[13][..3].copy_from_slice(b"BIP");
    });
    // BIP goes, and DEFI but for the D that it shares: in their stead UNE and VIE cross far below.
    let apart = redrawn(&unit, |rows| {
        rows[0][1..3].fill(b'#');
        rows[9..].iter_mut().for_each(|row| row[1] = b'#');
        pad(rows, 15);
        (rows[12][11], rows[13][11]) = (b'U', b'N');
        rows[14][9..].copy_from_slice(b"VIE");
    });
    let repeated = {
        let mut unit = unit.clone();
        unit.pair.grids[1] = unit.pair.grids[0].clone();
        naive::settle(&mut unit);
        unit
    };
    let stands = |all: &[String], new: &str| all.iter().any(|word| word == new);
    let repeated_once = respelt(&sound(3, 1), |all, new| stands(all, new));
    let related = |all: &[String], new: &str| all.iter().any(|word| share_a_lemma(word, new));
    let kin =
        respelt(&unit, |all, new| !stands(all, new) && related(all, new) && BLOCKLIST.blocking(word(new)).is_none());
    let banned = redrawn(&unit, |rows| rows[0][..3].copy_from_slice(b"BUS"));
    vec![
        (Rule::Mc4_2a, "one grid", one_grid, "MC-4.2a: grids: 1, where the game has 2"),
        (
            Rule::Mc4_2b,
            "seventeen words",
            without,
            "MC-4.2b, grid 1: words that can be read: 17, where the game has 18",
        ),
        (Rule::Mc4_5b, "a letter alone", lone, "MC-4.5b, grid 1, row 13, column 5: the letter stands alone"),
        (
            Rule::Mc4_5f,
            "both grids the same",
            repeated,
            "MC-4.5f, grid 2, row 0, column 0, across: BIP stands in grid 1, row 0",
        ),
        (Rule::Mc4_5f, "a word twice", repeated_once, "the words of a unit are distinct"),
        (
            Rule::Mc4_8,
            "an improper word",
            banned,
            "MC-4.8, grid 1, row 0, column 0, across: BUS must not be read: team, mild",
        ),
        (
            Rule::McD2,
            "two letters",
            redrawn(&unit, |rows| rows[0][2] = b'#'),
            "across: BI has 2 letters, and must have 3 to 11",
        ),
        (
            Rule::McD2,
            "twelve letters",
            redrawn_grid(&unit, 1, |rows| rows[11][9..12].copy_from_slice(b"NES")),
            "MC-D2, grid 2, row 11, column 0, across: HISTORIENNES has 12 letters",
        ),
        (Rule::McD3, "a lemma twice", kin, "shares the lemma"),
        (Rule::McD4, "sixteen rows", redrawn(&unit, |rows| pad(rows, 16)), "MC-D4, grid 1: the box has 16 rows"),
        (Rule::McD4, "a word apart", moved, "MC-D4, grid 1, row 13, column 0, across: BIP crosses no other word"),
        (Rule::McD4, "two parts", apart, "do not hang together with"),
        (Rule::McD5, "no word", redrawn(&unit, |rows| rows[0][2] = b'X'), "across: BIX is not in the lexicon"),
    ]
}

/// What the record of the words can do wrong.
fn records() -> Vec<Case> {
    use Direction::{Across, Down};
    let listed = |change: fn(&mut Vec<PlacedWord>)| broken(3, 2, |unit| change(&mut unit.pair.grids[0].words));
    vec![
        (Rule::Mc4_5b, "a word not listed", listed(|words| drop(words.remove(0))), "the record does not list BIP"),
        (
            Rule::Mc4_5b,
            "a part of a word listed too",
            listed(|words| words.push(place("MISS", 5, 8, Down))),
            "MC-4.5b, grid 1, row 5, column 8, down: the record lists MISS, which is a part of EMISSION",
        ),
        (
            Rule::Mc4_5b,
            "the beginning of a word listed in its stead",
            listed(|words| words[1] = place("SEC", 0, 6, Across)),
            "MC-4.5b, grid 1, row 0, column 6, across: the record lists SEC, which is a part of SECOND",
        ),
        (
            Rule::Mc4_5b,
            "a single letter listed",
            listed(|words| words.push(place("A", 0, 4, Across))),
            "the record lists A, which is no run",
        ),
        (
            Rule::McD6,
            "another word listed",
            listed(|words| words[0] = place("BAL", 0, 0, Across)),
            "the record lists BAL; the cells show BIP",
        ),
        (
            Rule::McD6,
            "a word listed elsewhere",
            listed(|words| words[0].row = 200),
            "MC-D6, grid 1, row 200, column 0, across: the record lists BIP; the cells show no letter",
        ),
        (
            Rule::McD6,
            "a word listed twice",
            listed(|words| words.push(words[0].clone())),
            "the record lists a second word here: BIP",
        ),
        (Rule::McD6, "another form", listed(|words| words[0].display = "bop".into()), "\"bop\" is no form of BIP"),
        (
            Rule::McD6,
            "a form of no word",
            listed(|words| words[0].display = "b-i-p".into()),
            "MC-D6, grid 1, row 0, column 0, across: \"b-i-p\" is no form of BIP",
        ),
    ]
}

#[test]
fn every_rule_is_named() {
    let mut seen = BTreeSet::new();
    for (rule, what, unit, message) in [lots(), letters(), grids(), records()].concat() {
        let faults = judge().faults(&unit);
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(!faults.is_empty() && faults.iter().all(|fault| fault.rule == rule), "{rule}, {what}: {said:#?}");
        assert!(said[0].contains(message), "{rule}, {what}: {said:#?}");
        // Both grids the same: every word stands twice. Everything else is one fault.
        assert!(said.len() == 1 || said.len() == 18 && rule == Rule::Mc4_5f, "{rule}, {what}: {said:#?}");
        assert!(judge().verify(unit).is_err());
        seen.insert(rule);
    }
    let rules = Rule::ALL.into_iter().filter(|rule| rule.id().starts_with("MC-"));
    assert!(seen.into_iter().eq(rules), "a rule has no unit that breaks it");
}

#[test]
fn the_rules_are_those_of_the_checklist() {
    let of_units = RULES.lines().filter_map(|line| line.strip_suffix(" U"));
    assert!(of_units.eq(Rule::ALL.map(Rule::id)));
}

#[test]
fn words_of_one_lemma_may_be_allowed() {
    let kin = grids().into_iter().find(|case| case.0 == Rule::McD3).unwrap().2;
    assert_eq!(judge().allow_same_lemma(true).faults(&kin), []);
}

#[test]
fn improper_words_are_found_in_the_record_too() {
    let unit = broken(3, 2, |unit| unit.pair.grids[1].words[0] = place("ZUT", 0, 1, Direction::Across));
    let rules: Vec<Rule> = judge().faults(&unit).iter().map(|fault| fault.rule).collect();
    // COMBAT is what stands there: listed nowhere, but at its place something is.
    assert_eq!(rules, [Rule::McD6, Rule::Mc4_8]);
}

#[test]
fn an_empty_unit_has_a_fault_for_all_that_lacks() {
    let grid = || Grid { cells: Cells::grey(0, usize::MAX), words: vec![place("CHAT", 255, 255, Direction::Down)] };
    let unit = broken(3, 2, |unit| {
        unit.letters.clear();
        unit.pair.grids = vec![grid()];
        (unit.completed, unit.lot) = (vec![], None);
    });
    let rules: BTreeSet<Rule> = judge().faults(&unit).iter().map(|fault| fault.rule).collect();
    assert!(rules.into_iter().eq([Rule::Mc4_2a, Rule::Mc4_2b, Rule::McD4, Rule::McD6]));
}
