//! The slow scanner: texts, every cell, every direction, every length.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use alveole::game::Game;
use alveole::lexicon::Lexicon;
use alveole::screen::{Place, Reading, Screen};
use alveole::unit::Heading;
use alveole::verify::{Judge, Rule};
use proptest::prelude::*;

use crate::{lists, unit};

/// A maximal run of two or more letters.
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) across: bool,
}

type Rows = Vec<String>;

static GAME: LazyLock<Game> = LazyLock::new(Game::mots_croises);
// The judge's other rules are not at issue.
static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(b"chat\n", None).unwrap());

fn at(rows: &Rows, (row, column): (isize, isize)) -> Option<char> {
    let text = rows.get(usize::try_from(row).ok()?)?;
    text.chars().nth(usize::try_from(column).ok()?)
}

fn letter(rows: &Rows, cell: (isize, isize)) -> Option<char> {
    at(rows, cell).filter(|character| *character != '#')
}

fn signed(number: usize) -> isize {
    isize::try_from(number).unwrap()
}

fn next((row, column): (isize, isize), heading: Heading) -> (isize, isize) {
    (row + heading.step().0, column + heading.step().1)
}

fn before((row, column): (isize, isize), heading: Heading) -> (isize, isize) {
    (row - heading.step().0, column - heading.step().1)
}

fn all_cells(rows: &Rows) -> Vec<(isize, isize)> {
    (0..rows.len()).flat_map(|row| (0..rows[0].len()).map(move |column| (signed(row), signed(column)))).collect()
}

pub(crate) fn runs(rows: &Rows) -> Vec<Run> {
    let mut found = Vec::new();
    for heading in [Heading::Right, Heading::Down] {
        for cell in all_cells(rows) {
            if letter(rows, before(cell, heading)).is_some() {
                continue;
            }
            let cells = std::iter::successors(Some(cell), |cell| Some(next(*cell, heading)));
            let text: String = cells.map_while(|cell| letter(rows, cell)).collect();
            if text.len() > 1 {
                let (row, column) = (usize::try_from(cell.0).unwrap(), usize::try_from(cell.1).unwrap());
                found.push(Run { text, row, column, across: heading == Heading::Right });
            }
        }
    }
    found
}

/// All texts that can be read from a cell on, over one grey cell at most; each with whether it went over one.
fn texts(rows: &Rows, start: (isize, isize), heading: Heading) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let mut open = vec![(start, String::new(), false)];
    while let Some((cell, mut text, over)) = open.pop() {
        let Some(letter) = letter(rows, cell) else { continue };
        text.push(letter);
        found.push((text.clone(), over));
        let step = next(cell, heading);
        if at(rows, step) == Some('#') && !over {
            open.push((next(step, heading), text, true));
        } else {
            open.push((step, text, over));
        }
    }
    found
}

/// A hit as the oracle has it: reading, grid, row, column, heading or first question mark, what is read.
type Found = (Reading, usize, usize, usize, Option<Heading>, String);

struct Case {
    grids: Vec<Rows>,
    letters: String,
    words: BTreeSet<String>,
    allowed: BTreeSet<String>,
}

impl Case {
    /// The longest of the words that start at one place.
    fn longest(&self, texts: impl Iterator<Item = String>) -> Option<String> {
        texts.filter(|text| self.words.contains(text)).max_by_key(String::len)
    }

    fn oracle(&self) -> BTreeSet<Found> {
        let mut found = BTreeSet::new();
        for (rows, grid) in self.grids.iter().zip(1..) {
            let runs = runs(rows);
            for cell in all_cells(rows) {
                let (row, column) = (usize::try_from(cell.0).unwrap(), usize::try_from(cell.1).unwrap());
                for heading in Heading::ALL {
                    // In one run, forwards is not this reading, and backwards only where no decision allows the run.
                    let in_run = |text: &String| {
                        let run = runs.iter().find(|run| {
                            let across = matches!(heading, Heading::Right | Heading::Left);
                            let place =
                                if run.across { column.checked_sub(run.column) } else { row.checked_sub(run.row) };
                            let on = if run.across { row == run.row } else { column == run.column };
                            run.across == across && on && place.is_some_and(|place| place < run.text.len())
                        });
                        let forwards = matches!(heading, Heading::Right | Heading::Down);
                        text.len() > 1 && (forwards || run.is_some_and(|run| self.allowed.contains(&run.text)))
                    };
                    let straight =
                        !matches!(heading, Heading::DownRight | Heading::DownLeft | Heading::UpLeft | Heading::UpRight);
                    let texts = texts(rows, cell, heading).into_iter();
                    let counted = texts.filter(|(text, over)| *over || !straight || !in_run(text));
                    if let Some(text) = self.longest(counted.map(|(text, _)| text)) {
                        found.insert((Reading::Cells, grid, row, column, Some(heading), text));
                    }
                }
            }
            for run in &runs {
                let heading = if run.across { Heading::Right } else { Heading::Down };
                let cell = |at: usize| if run.across { (run.row, run.column + at) } else { (run.row + at, run.column) };
                if self.words.contains(&run.text) {
                    found.insert((Reading::Word, grid, run.row, run.column, Some(heading), run.text.clone()));
                }
                for start in 0..run.text.len() {
                    let (row, column) = cell(start);
                    let parts = (start + 1..=run.text.len()).map(|end| run.text[start..end].to_owned());
                    let parts = parts.filter(|part| part.len() < run.text.len());
                    if let Some(text) = self.longest(parts).filter(|_| !self.allowed.contains(&run.text)) {
                        found.insert((Reading::Inside, grid, row, column, Some(heading), text));
                    }
                    for end in start + 1..=run.text.len() {
                        let text = &run.text[start..end];
                        let neighbours: Vec<char> = [start.checked_sub(1), Some(end)]
                            .into_iter()
                            .flatten()
                            .filter_map(|place| run.text.chars().nth(place))
                            .collect();
                        let shown = text.chars().all(|letter| self.letters.contains(letter));
                        let alone = neighbours.iter().all(|letter| !text.contains(*letter));
                        if !self.words.contains(text) || neighbours.is_empty() || !shown || !alone {
                            continue;
                        }
                        let left = neighbours.iter().all(|letter| !self.letters.contains(*letter));
                        if left {
                            found.insert((Reading::Piece, grid, row, column, Some(heading), text.into()));
                        } else if !self.allowed.contains(&run.text) {
                            found.insert((Reading::OnTheWay, grid, row, column, Some(heading), text.into()));
                        }
                    }
                }
            }
        }
        // The first place alone.
        let marks = (0..self.letters.len()).find_map(|start| {
            let texts = (start + 1..=self.letters.len()).map(|end| self.letters[start..end].to_owned());
            Some((start, self.longest(texts)?))
        });
        found.extend(marks.map(|(start, text)| (Reading::QuestionMarks, 0, start + 1, 0, None, text)));
        found
    }

    fn screened(&self) -> BTreeSet<Found> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let allowed: Vec<&str> = self.allowed.iter().map(String::as_str).collect();
        let screen = Screen::new(lists(&words, &allowed));
        let unit = unit(&self.grids, &self.letters);
        let hits = screen.unit(&unit);
        let found: BTreeSet<Found> = hits
            .iter()
            .map(|hit| match hit.place {
                Place::Line { grid, row, column, heading } => {
                    (hit.reading, grid, row, column, Some(heading), hit.word.to_string())
                }
                Place::QuestionMark { number } => (hit.reading, 0, number, 0, None, hit.word.to_string()),
                Place::Words(..) => panic!("no pair is listed"),
            })
            .collect();
        assert_eq!(found.len(), hits.len(), "a hit is told twice");
        found
    }
}

/// What the judge says of the same unit, in the oracle's terms: everything but what it does not tell, on the way.
fn judged(case: &Case) -> BTreeSet<(String, String)> {
    let words: Vec<&str> = case.words.iter().map(String::as_str).collect();
    let allowed: Vec<&str> = case.allowed.iter().map(String::as_str).collect();
    let lists = lists(&words, &allowed);
    let faults = Judge::new(&GAME, &LEXICON, &lists).faults(&unit(&case.grids, &case.letters));
    let improper = faults.iter().filter(|fault| fault.rule == Rule::Mc4_8);
    improper
        .map(|fault| {
            let place = fault.place.unwrap().to_string();
            let word = fault.message.split(' ').next().unwrap();
            (place.replace(", across", ", right"), word.to_owned())
        })
        .collect()
}

fn grid() -> impl Strategy<Value = Rows> {
    (2_usize..8, 2_usize..8).prop_flat_map(|(rows, columns)| {
        proptest::collection::vec(proptest::string::string_regex(&format!("[ABCD#]{{{columns}}}")).unwrap(), rows)
    })
}

fn words() -> impl Strategy<Value = BTreeSet<String>> {
    // Words of two letters are read in another way: often there is none.
    prop_oneof![
        proptest::collection::btree_set("[ABCD]{2,4}", 0..8),
        proptest::collection::btree_set("[ABCD]{3,5}", 0..20),
    ]
}

/// The number of a question mark.
fn number((place, _): &(String, String)) -> usize {
    place.rsplit(' ').next().unwrap().parse().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_screen_reads_what_a_slow_scanner_reads(
        grids in proptest::collection::vec(grid(), 1..3),
        letters in proptest::sample::subsequence("ABCDEFG".chars().collect::<Vec<_>>(), 2..6).prop_shuffle(),
        words in words(),
        allowed in words(),
    ) {
        let allowed = allowed.difference(&words).cloned().collect();
        let case = Case { grids, letters: letters.into_iter().collect(), words, allowed };
        let oracle = case.oracle();
        prop_assert_eq!(case.screened(), oracle.clone());
        let told = oracle.into_iter().filter(|found| found.0 != Reading::OnTheWay);
        // Of question marks, the oracle has the first place alone.
        let first = |(place, _): &(String, String)| !place.starts_with("question mark");
        let expected: BTreeSet<(String, String)> = told
            .map(|(_, grid, row, column, heading, word)| match heading {
                Some(heading) => (format!("grid {grid}, row {row}, column {column}, {heading}"), word),
                None => (format!("question mark {row}"), word),
            })
            .collect();
        let found = judged(&case);
        let marks = |all: &BTreeSet<(String, String)>| all.iter().filter(|hit| !first(hit)).cloned().min_by_key(number);
        prop_assert_eq!(marks(&found), marks(&expected));
        let cells = |all: BTreeSet<(String, String)>| all.into_iter().filter(first).collect::<BTreeSet<_>>();
        prop_assert_eq!(cells(found), cells(expected));
    }
}
