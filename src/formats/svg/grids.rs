//! Grids: letters in their cells, as they are printed before any is covered.

use std::fmt::Write;

use super::{FONT, NAMESPACE, escaped};
use crate::letters::Letter;
use crate::unit::{Cells, GridPair};

/// Side of a cell, in the pictures' unit.
const CELL: usize = 10;
/// Between two grids.
const GAP: usize = 16;
/// Above the cells: the number of the pair, and the names of the grids.
const HEAD: usize = 22;
/// Around a pair.
const MARGIN: usize = 4;

/// One grid: a whole picture without title, as wide as its cells, to be scaled by who shows it.
pub fn grid(cells: &Cells) -> String {
    let (width, height) = (cells.columns() * CELL, cells.rows() * CELL);
    // Room for the outer half of the lines.
    let mut svg = format!("<svg {NAMESPACE} viewBox=\"-0.5 -0.5 {}.0 {}.0\" {FONT}>", width + 1, height + 1);
    draw(cells, &mut svg);
    svg.push_str("</svg>");
    svg
}

/// A pair of grids side by side, with a title: a file of its own, some 17 cm wide.
pub fn pair(title: &str, pair: &GridPair) -> String {
    let sides = |side: fn(&Cells) -> usize| pair.grids.iter().map(move |grid| side(&grid.cells) * CELL);
    let gaps = GAP * pair.grids.len().saturating_sub(1);
    let width = sides(Cells::columns).sum::<usize>() + gaps + 2 * MARGIN;
    let height = sides(Cells::rows).max().unwrap_or(0) + HEAD + 2 * MARGIN;
    let (wide, high) = (width * 2 / 3, height * 2 / 3);
    let mut svg =
        format!("<svg {NAMESPACE} width=\"{wide}mm\" height=\"{high}mm\" viewBox=\"0 0 {width} {height}\" {FONT}>\n");
    let _ = writeln!(
        svg,
        "<title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>",
        title = escaped(title)
    );
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"10\" font-size=\"6\" fill=\"#555\">{}</text>", escaped(title));
    let mut left = MARGIN;
    for (number, grid) in (1..).zip(&pair.grids) {
        let y = MARGIN + HEAD;
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"{}\" font-size=\"7\" font-weight=\"bold\">Grille {number}</text>",
            y - 4
        );
        let _ = write!(svg, "<g transform=\"translate({left} {y})\">");
        draw(&grid.cells, &mut svg);
        svg.push_str("</g>\n");
        left += grid.cells.columns() * CELL + GAP;
    }
    svg.push_str("</svg>\n");
    svg
}

/// The cells, from the top left corner on: letter cells are white boxes, and grey cells a tint that costs little ink.
fn draw(cells: &Cells, svg: &mut String) {
    let (width, height) = (cells.columns() * CELL, cells.rows() * CELL);
    let _ = write!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#e9e9e9\"/>");
    let letters: Vec<(usize, usize, Letter)> = (0..cells.rows())
        .flat_map(|row| (0..cells.columns()).map(move |column| (row, column)))
        .filter_map(|(row, column)| Some((row, column, cells.get(row, column)?)))
        .collect();
    // One path for all boxes, and all letters in one group: a sheet has thousands of them.
    svg.push_str("<path fill=\"#fff\" stroke=\"#444\" stroke-width=\"0.6\" d=\"");
    for (row, column, _) in &letters {
        let _ = write!(svg, "M{} {}h{CELL}v{CELL}h-{CELL}z", column * CELL, row * CELL);
    }
    svg.push_str("\"/><g font-size=\"6.8\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#111\">");
    for (row, column, letter) in &letters {
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}.4\">{}</text>",
            column * CELL + CELL / 2,
            row * CELL + 7,
            letter.to_char()
        );
    }
    svg.push_str("</g>");
}
