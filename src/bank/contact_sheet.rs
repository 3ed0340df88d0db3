//! A contact sheet: pairs as people look through them on paper, six a page, with room for what they write on it.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::BankPair;
use crate::formats::svg::{self, escaped};
use crate::formats::text::{grouped, one_in};
use crate::game::Game;
use crate::letters::Word;
use crate::money::Cents;
use crate::unit::{Direction, Grid, PlacedWord};

/// Pairs of a page: two beside each other, in three rows.
const PAGE: usize = 6;

const STYLE: &str = include_str!("contact_sheet.css");

/// A sheet of HTML in the making: one file that needs no other, to be shown by a browser and printed on A4.
///
/// A pair has its number, both grids, the words with their accents, how many sets of letters give each lot, boxes to tick and a
/// line to write on. Words that `unusual` holds for are marked: those are what a reader should look at twice.
pub struct ContactSheet<'a, W: Write, F: Fn(Word) -> bool> {
    out: W,
    game: &'a Game,
    about: String,
    unusual: F,
    /// The pairs of the page in the making.
    waiting: Vec<(usize, String)>,
    pages: usize,
}

impl<W: Write, F: Fn(Word) -> bool> std::fmt::Debug for ContactSheet<'_, W, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ContactSheet").field("pages", &self.pages).finish_non_exhaustive()
    }
}

impl<'a, W: Write, F: Fn(Word) -> bool> ContactSheet<'a, W, F> {
    /// Starts a sheet; `about` stands at the head of each page, so that paper can be traced to its bank.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn new(mut out: W, game: &'a Game, about: &str, unusual: F) -> io::Result<Self> {
        let (title, about) = (escaped(&game.title), escaped(about));
        writeln!(
            out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}: {about}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>"
        )?;
        Ok(Self { out, game, about, unusual, waiting: Vec::new(), pages: 0 })
    }

    /// Adds a pair by its number in the bank.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn push(&mut self, number: usize, made: &BankPair) -> io::Result<()> {
        self.waiting.push((number, self.card(number, made)));
        if self.waiting.len() == PAGE { self.page() } else { Ok(()) }
    }

    /// Ends the sheet, and gives back what it was written to.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.page()?;
        self.out.write_all(b"</body>\n</html>\n")?;
        Ok(self.out)
    }

    fn page(&mut self) -> io::Result<()> {
        let (Some((first, _)), Some((last, _))) = (self.waiting.first(), self.waiting.last()) else { return Ok(()) };
        let pairs = if first == last { format!("pair {first}") } else { format!("pairs {first} to {last}") };
        self.pages += 1;
        let (title, about, page) = (escaped(&self.game.title), &self.about, self.pages);
        writeln!(
            self.out,
            "<section>\n<header><b>{title}</b> <span>{about}</span> <span>{pairs}</span> \
             <span>odds: one in … sets of letters · <u>marked</u>: unusual words</span> <b>{page}</b></header>"
        )?;
        for (_, card) in std::mem::take(&mut self.waiting) {
            self.out.write_all(card.as_bytes())?;
        }
        self.out.write_all(b"</section>\n")
    }

    fn card(&self, number: usize, made: &BankPair) -> String {
        let mut card = format!(
            "<article>\n<h2><b>{number}</b> level {} <span>☐ keep&ensp;☐ change&ensp;☐ drop</span></h2>\n<div>",
            escaped(&made.level)
        );
        for (grid, filled) in (1..).zip(&made.pair.grids) {
            let _ = write!(card, "<figure><figcaption>Grille {grid}</figcaption>\n{}\n", svg::grid(&filled.cells));
            card.push_str("<div>");
            for direction in [Direction::Across, Direction::Down] {
                self.words(filled, direction, &mut card);
            }
            card.push_str("</div></figure>\n");
        }
        card.push_str("</div>\n");
        self.odds(made, &mut card);
        card.push_str("<p>Notes</p>\n</article>\n");
        card
    }

    fn words(&self, grid: &Grid, direction: Direction, card: &mut String) {
        let arrow = if direction == Direction::Across { "→" } else { "↓" };
        let _ = write!(card, "<ul><li>{arrow}</li>");
        for PlacedWord { word, display, .. } in grid.words.iter().filter(|placed| placed.direction == direction) {
            let display = escaped(display);
            let marked = if (self.unusual)(*word) { format!("<u>{display}</u>") } else { display };
            let _ = write!(card, "<li>{marked}</li>");
        }
        card.push_str("</ul>");
    }

    /// The results, most frequent first, and one in how many sets gives each.
    fn odds(&self, made: &BankPair, card: &mut String) {
        let lots = made.lots(self.game);
        let all = lots.iter().map(|(_, sets)| sets).sum();
        let (mut head, mut row) = (String::new(), String::new());
        for (lot, sets) in lots.iter().rev() {
            let name = if *lot == Cents::ZERO { "nothing".into() } else { lot.to_string().replace(' ', "&nbsp;") };
            let _ = write!(head, "<th>{name}</th>");
            let _ = write!(row, "<td title=\"{} sets\">{}</td>", grouped(*sets), one_in(*sets, all));
        }
        let _ = writeln!(card, "<table><tr>{head}</tr><tr>{row}</tr></table>");
    }
}
