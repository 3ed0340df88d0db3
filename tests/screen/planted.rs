//! One hit, planted in an otherwise clean unit, in every reading and direction.

use alveole::blocklist::{Blocklist, Policy};
use alveole::letters::fold;
use alveole::screen::{Place, Reading, Screen};
use alveole::unit::Heading;

use crate::unit;

const SIDE: usize = 15;

/// An empty grid, and what is written into it.
fn grid(cells: &[(usize, usize, char)]) -> Vec<String> {
    let mut rows = vec![vec!['#'; SIDE]; SIDE];
    for (row, column, letter) in cells {
        rows[*row][*column] = *letter;
    }
    rows.into_iter().map(String::from_iter).collect()
}

/// The cells of a word from a cell on; with a grey cell before the letter at `over`.
fn line(word: &str, (row, column): (usize, usize), heading: Heading, over: Option<usize>) -> Vec<(usize, usize, char)> {
    let place = |at: usize| {
        let steps = isize::try_from(at + usize::from(over.is_some_and(|over| at >= over))).unwrap();
        let (down, right) = heading.step();
        (row.checked_add_signed(down * steps).unwrap(), column.checked_add_signed(right * steps).unwrap())
    };
    word.chars().enumerate().map(|(at, letter)| (place(at).0, place(at).1, letter)).collect()
}

fn found(grids: &[Vec<String>], letters: &str) -> Vec<(Reading, Place, String)> {
    let screen = Screen::new(Blocklist::embedded());
    let unit = unit(grids, letters);
    screen.unit(&unit).iter().map(|hit| (hit.reading, hit.place, hit.word.to_string())).collect()
}

const LETTERS: &str = "ZXWVUSQPNLKJHGFDCB";

#[test]
fn a_word_is_found_in_all_eight_directions_and_over_one_grey_cell() {
    for grid_number in [1, 2] {
        for heading in Heading::ALL {
            for over in [None, Some(1), Some(2), Some(3), Some(4)] {
                let mut grids = vec![grid(&[]), grid(&[])];
                grids[grid_number - 1] = grid(&line("MERDE", (7, 7), heading, over));
                let hits = found(&grids, LETTERS);
                let place = Place::Line { grid: grid_number, row: 7, column: 7, heading };
                let in_run = over.is_none() && matches!(heading, Heading::Right | Heading::Down);
                let reading = if in_run { Reading::Word } else { Reading::Cells };
                assert_eq!(hits, [(reading, place, "MERDE".to_owned())], "{heading}, over {over:?}");
            }
        }
    }
}

#[test]
fn two_grey_cells_end_a_line() {
    for heading in Heading::ALL {
        let (down, right) = heading.step();
        let start = (7_usize.checked_add_signed(down * 5).unwrap(), 7_usize.checked_add_signed(right * 5).unwrap());
        let cells = [line("MER", (7, 7), heading, None), line("DE", start, heading, None)].concat();
        assert_eq!(found(&[grid(&cells), grid(&[])], LETTERS), [], "{heading}");
    }
}

#[test]
fn words_inside_words() {
    for (word, hits) in [
        ("XMERDEX", vec![(Reading::Inside, 1, "MERDE")]),
        // Allowed by decisions: in both ways of reading them.
        ("HABITER", vec![]),
        ("SERGENT", vec![]),
        ("XXEDREMX", vec![(Reading::Cells, 6, "MERDE")]),
        ("PUTE", vec![(Reading::Word, 0, "PUTE")]),
    ] {
        let cells = line(word, (2, 1), Heading::Right, None);
        let expected: Vec<_> = hits
            .into_iter()
            .map(|(reading, at, word)| {
                let heading = if reading == Reading::Cells { Heading::Left } else { Heading::Right };
                (reading, Place::Line { grid: 1, row: 2, column: 1 + at, heading }, word.to_owned())
            })
            .collect();
        let hits = found(&[grid(&cells), grid(&[])], LETTERS);
        assert_eq!(hits.into_iter().filter(|hit| hit.0 != Reading::OnTheWay).collect::<Vec<_>>(), expected, "{word}");
    }
}

#[test]
fn pieces_stand_alone_when_their_neighbours_are_hidden() {
    let piece = |word: &str, letters: &str| -> Vec<(Reading, usize, String)> {
        let cells = line(word, (3, 0), Heading::Right, None);
        let hits = found(&[grid(&[]), grid(&cells)], letters).into_iter();
        // The letters themselves are not at issue here.
        let hits = hits.filter(|(reading, ..)| *reading != Reading::QuestionMarks);
        hits.map(|(reading, place, word)| match place {
            Place::Line { grid: 2, row: 3, column, heading: Heading::Right } => (reading, column, word),
            _ => panic!("{place}"),
        })
        .collect()
    };
    let hit = |reading, column, word: &str| vec![(reading, column, word.to_owned())];
    // F is hidden: CON stands alone, then LIT.
    assert_eq!(piece("CONFLIT", "CONLITABDEGHJKMPQR"), hit(Reading::Piece, 0, "CON"));
    // F is shown: only while it is covered.
    assert_eq!(piece("CONFLIT", "CONFLITABDEGHJKMPQ"), hit(Reading::OnTheWay, 0, "CON"));
    // N is hidden: no CON.
    assert_eq!(piece("CONFLIT", "COFLITABDEGHJKMPQR"), []);
    // The decision on the whole word does not save the piece: A and R are hidden.
    assert_eq!(piece("HABITER", "BITECDFGHJKLMNOPQS"), hit(Reading::Piece, 2, "BITE"));
    // On the way, it does.
    assert_eq!(piece("HABITER", "BITEARCDFGHJKLMNOP"), []);
    // A hidden letter is hidden everywhere: N cannot be before CON and in it.
    assert_eq!(piece("NCONX", "CONABDEFGHIJKLMPQR"), []);
}

#[test]
fn question_marks_are_read_in_their_order() {
    let hits = |letters: &str| found(&[grid(&[]), grid(&[])], letters);
    let place = Place::QuestionMark { number: 3 };
    assert_eq!(hits("ZXPUTEWVSQNLKJHGFD"), [(Reading::QuestionMarks, place, "PUTE".to_owned())]);
    assert_eq!(hits("ZXETUPWVSQNLKJHGFD"), []);
    assert_eq!(hits("ZXPEUTWVSQNLKJHGFD"), []);
}

#[test]
fn pairs_are_found_in_one_grid_and_across_both() {
    let first = line("AFRICAIN", (1, 1), Heading::Right, None);
    let second = line("CAFARD", (4, 2), Heading::Down, None);
    let screen = Screen::new(Blocklist::embedded());
    for (grids, grid) in
        [(vec![grid(&[first.clone(), second.clone()].concat()), grid(&[])], 1), (vec![grid(&first), grid(&second)], 2)]
    {
        let unit = unit(&grids, LETTERS);
        let hits = screen.unit(&unit);
        let [hit] = &hits[..] else { panic!("{hits:?}") };
        assert_eq!(hit.reading, Reading::Pair);
        let place = format!("grid 1, row 1, column 1, across and grid {grid}, row 4, column 2, down");
        assert_eq!(hit.place.to_string(), place);
        assert!(hit.cause.reason().contains("animal"), "{}", hit.cause.reason());
    }
}

#[test]
fn the_policy_says_what_counts() {
    let cells = line("MERDE", (7, 7), Heading::UpLeft, None);
    let unit = unit(&[grid(&cells), grid(&[])], LETTERS);
    for (policy, hits) in [("offensive = 'strong'\nletters = 5", 1), ("offensive = 'strong'\nletters = 6", 0), ("", 0)]
    {
        let policy = Policy::read(format!("schema = 'alveole/policy/1'\n[cells]\n{policy}\n").as_bytes()).unwrap();
        let screen = Screen::new(Blocklist::embedded().under(policy));
        assert_eq!(screen.unit(&unit).len(), hits);
    }
    let banned = Blocklist::embedded().and_list(0, "ｍoulin\n".as_bytes()).unwrap();
    let screen = Screen::new(banned);
    assert!(screen.in_word(fold("moulins").unwrap()).is_empty(), "a ban is no ban of what holds it");
    assert_eq!(screen.in_word(fold("Moulin").unwrap()).len(), 1);
}
