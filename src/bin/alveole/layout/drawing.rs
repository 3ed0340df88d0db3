//! A layout as a page for people: the grid with its slot numbers, figures beside it, and the slots.

use std::collections::BTreeMap;
use std::io::{self, Write};

use alveole::crossword::layout::{Figures, Layout, SlotId};

use super::show;
use crate::options::counted;

/// A letter cell; bars of the histogram are made of them, too.
const CELL: &str = "□";
const GREY: &str = "·";

/// A layout's slots under the numbers that a crossword gives them.
pub(super) struct Numbered<'a> {
    layout: &'a Layout,
    /// First cells, in reading order: the slots that start in the first of them have number 1.
    starts: Vec<(u8, u8)>,
}

impl<'a> Numbered<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        let mut starts: Vec<_> = layout.slots().iter().map(|slot| (slot.row, slot.column)).collect();
        starts.sort_unstable();
        starts.dedup();
        Self { layout, starts }
    }

    pub(super) fn number(&self, id: SlotId) -> usize {
        let slot = self.layout.slot(id);
        self.starts.partition_point(|start| *start < (slot.row, slot.column)) + 1
    }

    /// The number in a cell, where a slot starts.
    fn at(&self, row: usize, column: usize) -> Option<usize> {
        let cell = |start: &(u8, u8)| (usize::from(start.0), usize::from(start.1));
        self.starts.binary_search_by_key(&(row, column), cell).ok().map(|place| place + 1)
    }

    /// How many slots have each length, gaps between included.
    pub(super) fn lengths(&self) -> BTreeMap<usize, usize> {
        let lengths = || self.layout.slots().iter().map(|slot| usize::from(slot.length));
        let all = lengths().min().unwrap_or(0)..=lengths().max().unwrap_or(0);
        all.map(|length| (length, lengths().filter(|other| *other == length).count())).collect()
    }

    /// `3 across`.
    fn name(&self, id: SlotId) -> String {
        format!("{} {}", self.number(id), self.layout.slot(id).direction)
    }

    /// A slot's cells, those that are crossed by the number of the other slot.
    fn cells(&self, id: SlotId) -> String {
        let mut cells = vec![CELL.to_owned(); usize::from(self.layout.slot(id).length)];
        for crossing in self.layout.crossings_of(id) {
            cells[usize::from(crossing.place)] = self.number(crossing.other).to_string();
        }
        cells.join(" ")
    }
}

/// What is shown how on a terminal.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.0 && !text.trim().is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }
}

/// Writes the page of a layout.
pub(super) fn write_page(number: usize, layout: &Layout, colour: bool, out: &mut impl Write) -> io::Result<()> {
    let (paint, numbered, figures) = (Paint(colour), Numbered::new(layout), Figures::of(layout));
    let (columns, rows) = (layout.mask().columns(), layout.mask().rows());
    writeln!(out, "{}\n", paint.bold(&format!("mask {number}, {columns}x{rows}")))?;
    let (grid, beside) = (grid(&numbered, paint), beside(&numbered, &figures));
    let width = 4 + 3 * columns;
    for line in 0..grid.len().max(beside.len()) {
        let left = grid.get(line).cloned().unwrap_or_else(|| " ".repeat(width));
        let right = beside.get(line).map_or("", String::as_str);
        writeln!(out, "{}", format!("{left}    {right}").trim_end())?;
    }
    let heading = format!("{:>4}           row  column  length  crossings", "slot");
    writeln!(out, "\n{}", paint.dim(&heading))?;
    for id in layout.slot_ids() {
        let slot = layout.slot(id);
        let crossings = layout.crossings_of(id).len();
        let name = paint.bold(&format!("{:>4}", numbered.number(id)));
        writeln!(
            out,
            "{name} {:<7}{:>6}{:>8}{:>8}{crossings:>11}   {}",
            slot.direction.name(),
            slot.row,
            slot.column,
            slot.length,
            numbered.cells(id)
        )?;
    }
    Ok(())
}

/// The grid, all lines equally wide.
fn grid(numbered: &Numbered, paint: Paint) -> Vec<String> {
    let mask = numbered.layout.mask();
    let columns: Vec<String> = (0..mask.columns()).map(|column| format!("{column:>3}")).collect();
    let mut lines = vec![paint.dim(&format!("    {}", columns.concat()))];
    for row in 0..mask.rows() {
        let cells: Vec<String> = (0..mask.columns())
            .map(|column| match numbered.at(row, column) {
                Some(number) => paint.bold(&format!("{number:>3}")),
                None if mask.is_letter(row, column) => format!("{CELL:>3}"),
                None => paint.dim(&format!("{GREY:>3}")),
            })
            .collect();
        lines.push(paint.dim(&format!("{row:>3} ")) + &cells.concat());
    }
    lines
}

/// The figures.
fn beside(numbered: &Numbered, figures: &Figures) -> Vec<String> {
    let (layout, spread) = (numbered.layout, &figures.spread);
    let mean = figures.mean_length_hundredths();
    let box_cells = layout.mask().rows() * layout.mask().columns();
    let share = 100 * spread.letter_cells / box_cells;
    let cuts: Vec<String> = layout.cut_slots().iter().map(|id| numbered.name(*id)).collect();
    let [nw, ne, sw, se] = show::quarters(figures);

    let mut lines = vec![
        format!("slots      {}: {} across, {} down", figures.slots, layout.across(), layout.down()),
        format!("lengths    {}.{:02} on average", mean / 100, mean % 100),
    ];
    for (length, count) in numbered.lengths() {
        let bar = CELL.repeat(count) + if count > 0 { " " } else { "" };
        lines.push(format!("{length:>12}  {bar}{count}"));
    }
    lines.push(format!("crossings  {}", figures.crossings));
    lines.push(format!("hanging    {} with one crossing only", counted(figures.hanging, "slot")));
    lines.push(format!("letters    {} of {box_cells} cells, {share} %", spread.letter_cells));
    lines.push(format!("quarters   {nw:>2} % {ne:>2} %"));
    lines.push(format!("           {sw:>2} % {se:>2} %"));
    lines.push(format!("hole       {0}x{0} grey cells", spread.hole));
    lines.push(format!("edges      {}", edges(spread.empty_edges)));
    // The longest of all comes last.
    lines.extend(wrapped("cut slots  ", &cuts));
    lines
}

/// `1 empty at the top, 2 at the left`.
fn edges(empty: [usize; 4]) -> String {
    let edges = empty.iter().zip(["top", "right", "bottom", "left"]).filter(|(lines, _)| **lines > 0);
    let edges: Vec<String> = edges.map(|(lines, edge)| format!("{lines} {edge}")).collect();
    if edges.is_empty() { "none empty".into() } else { format!("empty: {}", edges.join(", ")) }
}

/// Words with commas, three a line.
fn wrapped(title: &str, words: &[String]) -> Vec<String> {
    if words.is_empty() {
        return vec![format!("{title}none")];
    }
    let titles = std::iter::once(title.to_owned()).chain(std::iter::repeat(" ".repeat(title.len())));
    let lines = words.chunks(3).zip(titles).map(|(words, title)| title + &words.join(", ") + ",");
    let mut lines: Vec<String> = lines.collect();
    if let Some(last) = lines.last_mut() {
        last.pop();
    }
    lines
}
