//! `alveole layout show`.

use std::collections::BTreeMap;
use std::io::Write;

use alveole::crossword::layout::{Figures, Layout};
use alveole::formats::write_json_line;
use alveole::game::Game;
use clap::ValueEnum;
use serde::Serialize;

use super::drawing::{Numbered, write_page};
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options;
use crate::output::{Output, OutputOptions};

/// Draw layouts with their slot numbers, and say how they look in figures
///
/// Slots are numbered as in a crossword: in reading order of their first cells, an across and a down slot that start in
/// one cell sharing a number. Rows and columns count from 0. Last in its line, each slot's cells are drawn, with the
/// numbers of the slots that cross it.
///
/// Of the figures, quarters are the shares of the letter cells in each quarter of the box, the hole is the largest square
/// of grey cells, and without a cut slot the others would fall apart.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole layout generate --count 3 | alveole layout show -
  alveole layout show layouts.txt --format jsonl

Exits with 2 when a mask is no layout; `alveole layout check` names all that keeps it from being one.")]
pub(crate) struct Args {
    /// Masks, a line a row and a blank line between; `-` is standard input
    file: Input,

    /// How layouts are printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A page a mask, for people
    Text,
    /// One JSON object a mask
    Jsonl,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let game = Game::mots_croises().crossword;
        let layouts = options::read_layouts(&self.file, &game)?;
        let mut out = Output::standard();
        let colour = OutputOptions { out: None, force: false }.colour();
        for (number, (line, layout)) in (1..).zip(&layouts) {
            match self.format {
                Format::Text => {
                    if number > 1 {
                        writeln!(out)?;
                    }
                    write_page(number, layout, colour, &mut out)?;
                }
                Format::Jsonl => write_json_line(&Record::new(number, *line, layout), &mut out)?,
            }
        }
        out.flush()?;
        Ok(Code::Done)
    }
}

/// A layout as a line of JSON.
#[derive(Serialize)]
struct Record {
    schema: &'static str,
    /// Mask of the file, from 1, and the line of its first row.
    mask: usize,
    line: usize,
    rows: Vec<String>,
    slots: Vec<SlotRecord>,
    across: usize,
    down: usize,
    crossings: usize,
    /// How many slots have each length.
    lengths: BTreeMap<usize, usize>,
    mean_length_hundredths: usize,
    /// Slots with one crossing only.
    hanging: usize,
    /// Cells; of the four quarters and of the whole box.
    letter_cells: usize,
    quarter_percent: [usize; 4],
    hole: usize,
    empty_edges: Edges,
}

#[derive(Serialize)]
struct SlotRecord {
    number: usize,
    direction: &'static str,
    row: u8,
    column: u8,
    length: u8,
    /// Whether the others would fall apart without it.
    cut: bool,
    crossings: Vec<CrossingRecord>,
}

#[derive(Serialize)]
struct CrossingRecord {
    /// Cell of this slot, from 0.
    place: u8,
    /// Number of the slot that crosses it there, and the cell of that slot.
    number: usize,
    other_place: u8,
}

#[derive(Serialize)]
struct Edges {
    top: usize,
    right: usize,
    bottom: usize,
    left: usize,
}

impl Record {
    fn new(mask: usize, line: usize, layout: &Layout) -> Self {
        let (figures, numbered) = (Figures::of(layout), Numbered::new(layout));
        let [top, right, bottom, left] = figures.spread.empty_edges;
        let slots = layout.slot_ids().map(|id| {
            let slot = layout.slot(id);
            let crossings = layout.crossings_of(id).iter().map(|crossing| CrossingRecord {
                place: crossing.place,
                number: numbered.number(crossing.other),
                other_place: crossing.other_place,
            });
            SlotRecord {
                number: numbered.number(id),
                direction: slot.direction.name(),
                row: slot.row,
                column: slot.column,
                length: slot.length,
                cut: layout.cut_slots().contains(&id),
                crossings: crossings.collect(),
            }
        });
        Self {
            schema: "alveole/layout/1",
            mask,
            line,
            rows: layout.mask().to_string().lines().map(String::from).collect(),
            slots: slots.collect(),
            across: layout.across(),
            down: layout.down(),
            crossings: figures.crossings,
            lengths: numbered.lengths(),
            mean_length_hundredths: figures.mean_length_hundredths(),
            hanging: figures.hanging,
            letter_cells: figures.spread.letter_cells,
            quarter_percent: quarters(&figures),
            hole: figures.spread.hole,
            empty_edges: Edges { top, right, bottom, left },
        }
    }
}

/// Share of the letter cells in each quarter, in percent, rounded down: top left, top right, bottom left, bottom right.
pub(super) fn quarters(figures: &Figures) -> [usize; 4] {
    let spread = &figures.spread;
    spread.quarters.map(|quarter| (100 * quarter).checked_div(4 * spread.letter_cells).unwrap_or(0))
}
