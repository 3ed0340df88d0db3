//! A unit for people: letters and lot, both grids side by side, and their words.
//!
//! Upper case is uncovered by the unit's letters, lower case stays hidden, `*` follows the letters of completed words and
//! precedes those words in the lists, `·` is a grey cell. In colour, completed words are green and hidden letters dim
//! instead, and the lists keep their marks: nothing is told by colour alone.

use std::io::{self, Write};

use crate::game::Game;
use crate::letters::{Letter, LetterSet};
use crate::money::Cents;
use crate::unit::{Cells, CrosswordUnit, Direction, Grid, GridPair, PlacedWord};

/// Writes a unit for people, with ANSI colours if asked for.
///
/// Completed words are worked out from the letters; where the record says otherwise, both are told.
///
/// # Errors
/// When the writer fails.
///
/// ```
/// use alveole::formats::{text::write_text, unit_json::read_units};
/// use alveole::game::Game;
/// let line = "{\"schema\":\"alveole/unit/1\",\"game\":\"mots-croises\",\"letters\":\"CHAMT\",\"grids\":[{\"rows\":[\"CHAT\",\"##M#\",\"##I#\"],\
///     \"words\":[{\"word\":\"CHAT\",\"display\":\"chat\",\"row\":0,\"column\":0,\"direction\":\"across\"},\
///     {\"word\":\"AMI\",\"display\":\"ami\",\"row\":0,\"column\":2,\"direction\":\"down\"}]}],\"completed\":[1],\"lot_cents\":0}";
/// let (_, unit) = read_units(line.as_bytes()).next().unwrap().unwrap();
/// let mut text = Vec::new();
/// write_text(&Game::mots_croises(), &unit, false, &mut text).unwrap();
/// assert!(String::from_utf8(text).unwrap().contains("C*H*A*T*\n  · · M ·\n  · · i ·\n"));
/// ```
pub fn write_text(game: &Game, unit: &CrosswordUnit, colour: bool, mut out: impl Write) -> io::Result<()> {
    let letters: LetterSet = unit.letters.iter().copied().collect();
    let grids: Vec<GridView> = unit.pair.grids.iter().map(|grid| GridView::new(grid, Some(letters))).collect();
    let completed: Vec<usize> = grids.iter().map(GridView::completed).collect();

    let mut lines = Strips::new(colour);
    lines.line("letters  ", Style::Plain);
    lines.add(&spaced(unit.letters.iter().map(|letter| letter.to_char())), Style::Title);
    lines.line("hidden   ", Style::Plain);
    lines.add(&spaced(letters.complement().iter().map(|letter| letter.to_char().to_ascii_lowercase())), Style::Hidden);
    lines.line("lot      ", Style::Plain);
    lines.add(&lot(game, &completed), Style::Title);
    if completed.iter().copied().ne(unit.completed.iter().map(|words| usize::from(*words))) {
        let words: Vec<String> = unit.completed.iter().map(ToString::to_string).collect();
        lines.line(
            &format!("record   says {} completed words, which is not what stands here", words.join(" and ")),
            Style::Plain,
        );
    }
    if unit.lot != record_lot(game, &completed) {
        let lot = unit.lot.map_or_else(|| "none".into(), |lot| lot.to_string());
        lines.line(&format!("record   says a lot of {lot}, which is not what stands here"), Style::Plain);
    }
    lines.line("", Style::Plain);
    lines.grids(&grids, game);
    out.write_all(lines.text().as_bytes())
}

/// Writes a pair of grids to which no letters are dealt: all of it in capitals, and the words without marks.
///
/// # Errors
/// When the writer fails.
pub fn write_grids(game: &Game, pair: &GridPair, colour: bool, mut out: impl Write) -> io::Result<()> {
    let grids: Vec<GridView> = pair.grids.iter().map(|grid| GridView::new(grid, None)).collect();
    let mut lines = Strips::new(colour);
    lines.grids(&grids, game);
    out.write_all(lines.text().as_bytes())
}

/// A number with its thousands apart.
///
/// ```
/// assert_eq!(alveole::formats::text::grouped(1_562_275), "1,562,275");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share as one in so many, with a decimal while it says something.
///
/// ```
/// use alveole::formats::text::one_in;
/// assert_eq!((one_in(9, 100), one_in(1, 1_562_275), one_in(0, 100)), ("11.1".into(), "1,562,275".into(), "never".into()));
/// ```
pub fn one_in(part: u64, all: u64) -> String {
    match part {
        0 => "never".into(),
        _ if all < part * 100 => {
            let tenths = (all * 10 + part / 2) / part;
            format!("{}.{}", tenths / 10, tenths % 10)
        }
        _ => grouped((all + part / 2) / part),
    }
}

fn record_lot(game: &Game, completed: &[usize]) -> Option<Cents> {
    let words: Vec<u8> = completed.iter().map(|words| u8::try_from(*words).unwrap_or(u8::MAX)).collect();
    game.lot(&words)
}

/// The lot, or why there is none.
fn lot(game: &Game, completed: &[usize]) -> String {
    let gains: Option<Vec<_>> =
        completed.iter().map(|words| game.gain(u8::try_from(*words).unwrap_or(u8::MAX))).collect();
    match (record_lot(game, completed), gains) {
        (Some(lot), _) if lot == Cents::ZERO => "nothing".into(),
        (Some(lot), _) => lot.to_string(),
        (None, Some(gains)) => {
            let sum = gains.iter().copied().sum::<Cents>();
            let gains: Vec<String> = gains.iter().map(ToString::to_string).collect();
            format!("none: {} = {sum} is in no row of the prize table", gains.join(" + "))
        }
        (None, None) => format!("none: no grid may have more than {} completed words", game.most_completed()),
    }
}

fn spaced(characters: impl Iterator<Item = char>) -> String {
    characters.map(String::from).collect::<Vec<_>>().join(" ")
}

/// A grid, and what the letters uncover of it, where any are dealt.
struct GridView<'a> {
    grid: &'a Grid,
    letters: Option<LetterSet>,
    /// Cells of completed words, row by row.
    won: Vec<bool>,
}

impl<'a> GridView<'a> {
    fn new(grid: &'a Grid, letters: Option<LetterSet>) -> Self {
        let won = vec![false; grid.cells.rows() * grid.cells.columns()];
        let mut view = Self { grid, letters, won };
        for placed in grid.words.iter().filter(|placed| completes(letters, placed)) {
            for step in 0..placed.word.len() {
                let (row, column) = cell(placed, step);
                // A false record may place words outside the box.
                if row < grid.cells.rows() && column < grid.cells.columns() {
                    view.won[row * grid.cells.columns() + column] = true;
                }
            }
        }
        view
    }

    fn is_completed(&self, placed: &PlacedWord) -> bool {
        completes(self.letters, placed)
    }

    fn completed(&self) -> usize {
        self.grid.words.iter().filter(|placed| self.is_completed(placed)).count()
    }

    /// Title, cells, gain, words. Room is left under the cells, so that the words of all grids start on one line.
    fn block(&self, game: &Game, number: usize, height: usize, colour: bool) -> Strips {
        let mut block = Strips::new(colour);
        block.line(&format!("Grille {number}"), Style::Title);
        block.line("", Style::Plain);
        self.cells(&self.grid.cells, &mut block);
        (self.grid.cells.rows()..=height).for_each(|_| block.line("", Style::Plain));
        if self.letters.is_none() {
            self.words(&mut block);
            return block;
        }
        let completed = self.completed();
        let gain = match u8::try_from(completed).ok().and_then(|words| game.gain(words)) {
            Some(gain) if gain == Cents::ZERO => "nothing".into(),
            Some(gain) => gain.to_string(),
            None => "too many".into(),
        };
        block.line(&format!("{completed} completed: {gain}"), Style::Title);
        self.words(&mut block);
        block
    }

    fn cells(&self, cells: &Cells, block: &mut Strips) {
        for row in 0..cells.rows() {
            block.line("", Style::Plain);
            for (column, cell) in cells.row(row).iter().enumerate() {
                let won = self.won[row * cells.columns() + column];
                let mark = if won && !block.colour { '*' } else { ' ' };
                let (character, style) = match cell {
                    None => ('·', Style::Hidden),
                    Some(letter) if won => (letter.to_char(), Style::Completed),
                    Some(letter) if self.letters.is_none_or(|letters| letters.contains(*letter)) => {
                        (letter.to_char(), Style::Plain)
                    }
                    Some(letter) => (hidden(*letter), Style::Hidden),
                };
                block.add(&character.to_string(), style);
                block.add(&mark.to_string(), Style::Plain);
            }
        }
    }

    /// Words across at the left, words down at the right.
    fn words(&self, block: &mut Strips) {
        let of = |direction| self.grid.words.iter().filter(move |placed| placed.direction == direction);
        let columns = [Direction::Across, Direction::Down].map(|direction| {
            let mut column = Strips::new(block.colour);
            column.line(direction.name(), Style::Hidden);
            for placed in of(direction) {
                let (mark, style) =
                    if self.is_completed(placed) { ("* ", Style::Completed) } else { ("  ", Style::Plain) };
                column.line(mark, style);
                column.add(&placed.display, style);
            }
            column
        });
        block.side_by_side(columns.into(), 0, 2);
    }
}

/// Whether letters are dealt that complete a word.
fn completes(letters: Option<LetterSet>, placed: &PlacedWord) -> bool {
    letters.is_some_and(|letters| placed.word.set().is_subset(letters))
}

/// The cell of a word's letter.
fn cell(placed: &PlacedWord, step: usize) -> (usize, usize) {
    let (row, column) = (usize::from(placed.row), usize::from(placed.column));
    match placed.direction {
        Direction::Across => (row, column + step),
        Direction::Down => (row + step, column),
    }
}

const fn hidden(letter: Letter) -> char {
    letter.to_char().to_ascii_lowercase()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Title,
    Completed,
    Hidden,
}

impl Style {
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Title => "\x1b[1m",
            Self::Completed => "\x1b[1;32m",
            Self::Hidden => "\x1b[2m",
        }
    }
}

/// Lines of styled text that know how wide they are shown.
struct Strips {
    colour: bool,
    lines: Vec<(String, usize)>,
}

impl Strips {
    const fn new(colour: bool) -> Self {
        Self { colour, lines: Vec::new() }
    }

    /// Starts a line.
    fn line(&mut self, text: &str, style: Style) {
        self.lines.push((String::new(), 0));
        self.add(text, style);
    }

    /// Goes on with the last line. Control characters do not reach a terminal.
    fn add(&mut self, text: &str, style: Style) {
        let text = text.replace(char::is_control, "\u{fffd}");
        let styled = self.colour && style != Style::Plain && !text.trim().is_empty();
        let Some((line, width)) = self.lines.last_mut() else { return };
        *width += text.chars().count();
        if styled {
            line.push_str(style.code());
        }
        line.push_str(&text);
        if styled {
            line.push_str("\x1b[0m");
        }
    }

    /// Adds grids side by side.
    fn grids(&mut self, grids: &[GridView], game: &Game) {
        let height = grids.iter().map(|view| view.grid.cells.rows()).max().unwrap_or(0);
        let blocks =
            grids.iter().zip(1..).map(|(view, number)| view.block(game, number, height, self.colour)).collect();
        self.side_by_side(blocks, 2, 4);
    }

    /// Adds blocks, from this column on and with a gap between them.
    fn side_by_side(&mut self, blocks: Vec<Self>, indent: usize, gap: usize) {
        let height = blocks.iter().map(|block| block.lines.len()).max().unwrap_or(0);
        let first = self.lines.len();
        self.lines.resize(first + height, (String::new(), 0));
        let mut left = indent;
        for block in blocks {
            for ((line, width), (text, shown)) in self.lines[first..].iter_mut().zip(&block.lines) {
                line.extend(std::iter::repeat_n(' ', left - *width));
                line.push_str(text);
                *width = left + shown;
            }
            left += block.lines.iter().map(|(_, width)| *width).max().unwrap_or(0) + gap;
        }
    }

    fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|(line, _)| line.trim_end()).collect();
        lines.join("\n") + "\n"
    }
}
