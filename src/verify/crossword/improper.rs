//! MC-4.8: what can be read on a unit besides its words.
//!
//! Every cell is tried as a first letter, in all eight directions. What may start there is looked up by its first three
//! letters, and only then read out letter by letter.

use super::Judge;
use super::reading::{Reading, Run};
use crate::blocklist::{Kind, Sought};
use crate::letters::{Letter, LetterSet, Word};
use crate::unit::{Cells, CrosswordUnit, Direction, Heading};
use crate::verify::{Fault, Place, Rule};

/// This can be read, and must not be.
pub(super) fn improper(word: Word, how: &str, place: Place, (kind, reason): (&Kind, &str)) -> Fault {
    Fault::new(Rule::Mc4_8, place, format!("{word} must not be read{how}: {kind} ({reason})"))
}

/// One of the four axes along which neighbours lie, and the way back.
const AXES: [(Heading, Heading); 4] = [
    (Heading::Right, Heading::Left),
    (Heading::DownRight, Heading::UpLeft),
    (Heading::Down, Heading::Up),
    (Heading::DownLeft, Heading::UpRight),
];

/// Cells with an edge around them, so that a step out of the box is seen as one. Letters by their index, so that three of
/// them are looked up quickly: this is most of the judge's work.
struct Framed {
    width: usize,
    cells: Vec<u8>,
    /// A bit a cell, for letters and for grey cells: neighbours of all cells at once are a shift away.
    letters: Vec<u64>,
    grey: Vec<u64>,
}

const GREY: u8 = 26;
const OUTSIDE: u8 = 27;

impl Framed {
    fn new(cells: &Cells) -> Self {
        let width = cells.columns() + 2;
        let mut framed = vec![OUTSIDE; width * (cells.rows() + 2)];
        let mut letters = vec![0; framed.len().div_ceil(64)];
        let mut grey = letters.clone();
        for row in 0..cells.rows() {
            let start = (row + 1) * width + 1;
            for (at, cell) in (start..).zip(cells.row(row)) {
                framed[at] = cell.map_or(GREY, index);
                let bits = if cell.is_some() { &mut letters } else { &mut grey };
                bits[at / 64] |= 1 << (at % 64);
            }
        }
        Self { width, cells: framed, letters, grey }
    }

    const fn row_and_column(&self, at: usize) -> (usize, usize) {
        (at / self.width - 1, at % self.width - 1)
    }

    /// From a cell to the next in a direction, as a difference of places: backwards it wraps around.
    const fn stride(&self, heading: Heading) -> usize {
        let (down, right) = heading.step();
        self.width.wrapping_mul(down.cast_unsigned()).wrapping_add(right.cast_unsigned())
    }

    /// Every three letters along a stride, with one grey cell between them at most: their places.
    fn threes(&self, stride: usize) -> impl Iterator<Item = [usize; 3]> {
        (0..self.letters.len()).flat_map(move |block| {
            let letters = |steps: usize| shifted(&self.letters, block, steps * stride);
            let grey = |steps: usize| shifted(&self.grey, block, steps * stride);
            let two = letters(0) & letters(1);
            [
                (two & letters(2), 1, 2),
                (two & grey(2) & letters(3), 1, 3),
                (letters(0) & grey(1) & letters(2) & letters(3), 2, 3),
            ]
            .into_iter()
            .flat_map(move |(mut firsts, second, third)| {
                std::iter::from_fn(move || {
                    let bit = (firsts != 0).then(|| firsts.trailing_zeros() as usize)?;
                    firsts &= firsts - 1;
                    let at = block * 64 + bit;
                    Some([at, at + second * stride, at + third * stride])
                })
            })
        })
    }

    /// The place of the next letter on a line, over one grey cell if none was passed before.
    fn next(&self, at: usize, stride: usize, over: &mut bool) -> Option<usize> {
        let mut at = at.wrapping_add(stride);
        if self.cells[at] == GREY && !*over {
            *over = true;
            at = at.wrapping_add(stride);
        }
        (self.cells[at] < GREY).then_some(at)
    }

    fn letter(&self, at: usize) -> Option<Letter> {
        Letter::from_index(self.cells[at])
    }
}

impl Judge<'_> {
    /// All readings but words and runs themselves, which are judged one by one.
    pub(super) fn judge_readings(&self, unit: &CrosswordUnit, readings: &[Reading], faults: &mut Vec<Fault>) {
        if self.blocklist.starts_on_lines().longest() > 0 {
            for ((grid, reading), number) in unit.pair.grids.iter().zip(readings).zip(1..) {
                let cells = Framed::new(&grid.cells);
                if self.blocklist.starts_on_lines().any_short() {
                    self.judge_short_lines(number, &cells, reading, faults);
                } else {
                    self.judge_lines(number, &cells, reading, faults);
                }
            }
        }
        let shown: LetterSet = unit.letters.iter().copied().collect();
        for (reading, number) in readings.iter().zip(1..) {
            for run in &reading.runs {
                self.judge_pieces(number, run, shown, faults);
            }
        }
        self.judge_question_marks(&unit.letters, faults);
        self.judge_pairs(readings, faults);
    }

    /// Reads out what may start at any three letters of a line, or end there backwards.
    fn judge_lines(&self, grid: usize, cells: &Framed, reading: &Reading, faults: &mut Vec<Fault>) {
        let starts = self.blocklist.starts_on_lines();
        for (heading, back) in AXES {
            for places in cells.threes(cells.stride(heading)) {
                let letters = places.map(|at| cells.cells[at]);
                if starts.may_start_either_way(letters) {
                    let [first, second, third] = letters;
                    if starts.may_start(letters) {
                        self.read_line(grid, cells, (places[0], heading), reading, faults);
                    }
                    if starts.may_start([third, second, first]) {
                        self.read_line(grid, cells, (places[2], back), reading, faults);
                    }
                }
            }
        }
    }

    /// The same where some words have two letters only: from every letter that has a neighbour.
    fn judge_short_lines(&self, grid: usize, cells: &Framed, reading: &Reading, faults: &mut Vec<Fault>) {
        for start in (0..cells.cells.len()).filter(|at| cells.cells[*at] < GREY) {
            for heading in Heading::ALL {
                self.read_line(grid, cells, (start, heading), reading, faults);
            }
        }
    }

    /// Reads from one cell in one direction: the longest word that is sought inside a run, and the longest across cells.
    fn read_line(
        &self,
        grid: usize,
        cells: &Framed,
        (start, heading): (usize, Heading),
        reading: &Reading,
        faults: &mut Vec<Fault>,
    ) {
        let Some(first) = cells.letter(start) else { return };
        let (mut buffer, mut count) = ([first; Word::MAX], 1);
        // How many letters stand before the grey cell.
        let mut before_grey = None;
        let (mut at, mut over) = (start, false);
        while count < Word::MAX
            && let Some(next) = cells.next(at, cells.stride(heading), &mut over)
            && let Some(letter) = cells.letter(next)
        {
            if over {
                before_grey.get_or_insert(count);
            }
            buffer[count] = letter;
            (at, count) = (next, count + 1);
        }
        let letters = &buffer[..count];
        let [first, second, ..] = *letters else { return };
        let read = |sought: &&Sought| letters.starts_with(sought.word.letters());
        let (row, column) = cells.row_and_column(start);
        let place = Place::Line { grid, row, column, heading };
        let (mut inside, mut across): (Option<&Sought>, Option<&Sought>) = (None, None);
        // Sorted, so the longest of those that are read comes last.
        for sought in self.blocklist.sought_from(first, second).iter().filter(read) {
            let in_one_run = before_grey.is_none_or(|before| sought.word.len() <= before);
            match run_along(reading, (row, column), heading).filter(|_| in_one_run) {
                Some(run) if run.word.is_some_and(|word| self.blocklist.allows(word)) => {}
                Some(run) if matches!(heading, Heading::Right | Heading::Down) => {
                    let is_part = sought.word.len() < run.length;
                    inside = if sought.inside && is_part { Some(sought) } else { inside };
                }
                // Over a grey cell, on a diagonal, or backwards.
                _ => across = if sought.cells { Some(sought) } else { across },
            }
        }
        for (found, how) in [(inside, " inside a word"), (across, " across cells")] {
            faults.extend(found.map(|s| improper(s.word, how, place, (&s.entry.kind, &s.reason))));
        }
    }

    /// The parts of a run that stand alone between hidden letters.
    fn judge_pieces(&self, grid: usize, run: &Run, shown: LetterSet, faults: &mut Vec<Fault>) {
        let Some(word) = run.word.filter(|_| !run.letters.is_subset(shown)) else { return };
        let letters = word.letters();
        let mut first = 0;
        for end in 0..=letters.len() {
            if letters.get(end).is_some_and(|letter| shown.contains(*letter)) {
                continue;
            }
            let piece = first..end;
            first = end + 1;
            if piece.len() < 2 {
                continue;
            }
            let sought = self.blocklist.sought_as(&letters[piece.clone()]).filter(|sought| sought.pieces);
            faults.extend(sought.map(|sought| {
                let (direction, row, column) = run.spot;
                let (row, column) = match direction {
                    Direction::Across => (row, column + piece.start),
                    Direction::Down => (row + piece.start, column),
                };
                let place = Place::Line { grid, row, column, heading: direction.into() };
                let how = format!(" as a visible piece of {word}");
                improper(sought.word, &how, place, (&sought.entry.kind, &sought.reason))
            }));
        }
    }

    fn judge_question_marks(&self, letters: &[Letter], faults: &mut Vec<Fault>) {
        let starts = self.blocklist.starts_in_question_marks();
        for (at, number) in (0..letters.len()).zip(1..) {
            let rest = &letters[at..];
            let may_start = match *rest {
                [first, second, third, ..] => starts.may_start([first, second, third].map(index)),
                _ => starts.any_short(),
            };
            let longest = if may_start { starts.longest().min(rest.len()) } else { 0 };
            let words = (1..=longest).rev().filter_map(|length| Word::from_letters(&rest[..length]));
            let mut entries = words.filter_map(|word| self.blocklist.blocking_in_question_marks(word));
            faults.extend(entries.next().map(|entry| {
                let place = Place::QuestionMark { number };
                improper(entry.word, " from here on", place, (&entry.kind, &entry.reason))
            }));
        }
    }

    fn judge_pairs(&self, readings: &[Reading], faults: &mut Vec<Fault>) {
        // The runs that are one half of some pair: few, if any.
        let mut halves: Vec<(usize, &Run, Word)> = Vec::new();
        for (reading, grid) in readings.iter().zip(1..) {
            for run in &reading.runs {
                let Some(word) = run.word.filter(|word| self.blocklist.pairs_with(*word).next().is_some()) else {
                    continue;
                };
                for pair in self.blocklist.pairs_with(word) {
                    let firsts = halves.iter().filter(|(.., first)| pair.words.contains(first) && *first != word);
                    faults.extend(firsts.map(|(first_grid, first_run, first)| {
                        let message = format!(
                            "{word} must not stand in one unit with {first} ({}): {}, {} ({})",
                            first_run.place(*first_grid),
                            pair.theme,
                            pair.severity,
                            pair.reason
                        );
                        Fault::new(Rule::Mc4_8, run.place(grid), message)
                    }));
                }
                halves.push((grid, run, word));
            }
        }
    }
}

/// A block of bits, each moved down by so many places.
fn shifted(bits: &[u64], block: usize, by: usize) -> u64 {
    let at = |block: usize| bits.get(block).copied().unwrap_or(0);
    let (block, by) = (block + by / 64, by % 64);
    if by == 0 { at(block) } else { at(block) >> by | at(block + 1) << (64 - by) }
}

const fn index(letter: Letter) -> u8 {
    letter.to_ascii() - b'A'
}

/// The run that passes a cell in this direction or its opposite; none for diagonals.
fn run_along(reading: &Reading, (row, column): (usize, usize), heading: Heading) -> Option<&Run> {
    let direction = match heading {
        Heading::Right | Heading::Left => Direction::Across,
        Heading::Down | Heading::Up => Direction::Down,
        Heading::DownRight | Heading::DownLeft | Heading::UpLeft | Heading::UpRight => return None,
    };
    reading.runs.iter().find(|run| run.spot.0 == direction && run.covers(row, column))
}
