//! The odds of two grids as a heat map: how many sets of letters complete how many words of each.

use std::fmt::Write;

use super::{FONT, NAMESPACE, escaped};
use crate::formats::text::{grouped, one_in};
use crate::money::Cents;

/// One outcome of a heat map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeatCell {
    /// The sets of letters that give it.
    pub sets: u64,
    /// What it wins, zero for nothing; `None` where the prize table has no such sum.
    pub lot: Option<Cents>,
}

/// Sets of letters by the completed words of each grid, coloured by their share on a logarithmic scale.
///
/// ```
/// use alveole::formats::svg::{HeatCell, HeatMap};
/// use alveole::money::Cents;
/// let cell = |sets, lot| HeatCell { sets, lot };
/// let nothing = Some(Cents::ZERO);
/// let map = HeatMap { title: "unit 1", cells: vec![vec![cell(90, nothing), cell(9, Some(Cents(500)))], vec![cell(1, None), cell(0, None)]], all: 100 };
/// let svg = map.to_svg();
/// assert!(svg.contains(">1 in 11.1<") && svg.contains(">5 €<"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap<'a> {
    /// What the odds are of.
    pub title: &'a str,
    /// A row for each number of completed words of grid 1, from 0; in it, one for each number of grid 2.
    pub cells: Vec<Vec<HeatCell>>,
    /// All sets that can be dealt, those that complete more words than any cell stands for included.
    pub all: u64,
}

/// Colours of the shares, two a power of ten, from above 1 in √10 to below 1 in 3 million. They differ in lightness, so that they
/// are told apart in grey and by colour-blind people (the anchors are those of `ColorBrewer`'s `YlGnBu`).
const COLOURS: [&str; 14] = [
    "#081d58", "#1a2b7d", "#243e99", "#2258a5", "#2076b3", "#2094c0", "#36abc3", "#54bdc1", "#7acbbc", "#a6dcb7",
    "#cdebb4", "#e4f5b2", "#f4fbc0", "#ffffd9",
];
/// The darkest ones, on which text is white.
const DARK: usize = 7;

/// Width and height of an outcome, in pixels.
const CELL: (usize, usize) = (86, 46);
/// Left of the outcomes and above them.
const HEAD: (usize, usize) = (66, 110);
/// Between the outcomes and the scale, and beneath them.
const GAP: usize = 28;

impl HeatMap<'_> {
    /// The picture.
    pub fn to_svg(&self) -> String {
        let (all, columns) = (self.all, self.cells.iter().map(Vec::len).max().unwrap_or(0));
        let (right, bottom) = (HEAD.0 + columns * CELL.0, HEAD.1 + self.cells.len() * CELL.1);
        let (width, height) = (right + GAP + 130, bottom.max(HEAD.1 + COLOURS.len() * 23) + GAP);
        let mut svg = format!(
            "<svg {NAMESPACE} width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" {FONT}>\n"
        );
        let title = escaped(self.title);
        let _ = writeln!(svg, "<title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"32\" font-size=\"18\" font-weight=\"bold\" fill=\"#222\">{title}</text>",
            HEAD.0
        );
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"54\" font-size=\"12\" fill=\"#555\">{} sets of letters that can be dealt, by the words that they complete; framed: what a block may contain</text>",
            HEAD.0,
            grouped(all)
        );
        self.labels(columns, &mut svg);
        for (row, cells) in self.cells.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                outcome(*cell, all, (HEAD.0 + column * CELL.0, HEAD.1 + row * CELL.1), &mut svg);
            }
        }
        scale(right + GAP, &mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    /// Numbers of words along both sides.
    fn labels(&self, columns: usize, svg: &mut String) {
        svg.push_str("<g font-size=\"13\" text-anchor=\"middle\" fill=\"#222\">\n");
        let (middle, centre) = (HEAD.0 + columns * CELL.0 / 2, HEAD.1 + self.cells.len() * CELL.1 / 2);
        let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\">completed words of Grille 2</text>", HEAD.1 - 28);
        let _ =
            writeln!(svg, "<text transform=\"translate(24 {centre}) rotate(-90)\">completed words of Grille 1</text>");
        for column in 0..columns {
            let x = HEAD.0 + column * CELL.0 + CELL.0 / 2;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" font-weight=\"bold\">{column}</text>", HEAD.1 - 8);
        }
        for row in 0..self.cells.len() {
            let y = HEAD.1 + row * CELL.1 + CELL.1 / 2 + 5;
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\" font-weight=\"bold\">{row}</text>", HEAD.0 - 14);
        }
        svg.push_str("</g>\n");
    }
}

/// One outcome: its share, and what it wins.
fn outcome(cell: HeatCell, all: u64, (x, y): (usize, usize), svg: &mut String) {
    let step = step(cell.sets, all);
    let fill = step.map_or("#fff", |step| COLOURS[step]);
    let ink = if step.is_some_and(|step| step < DARK) { "#fff" } else { "#222" };
    let frame = if cell.lot.is_some() {
        "stroke=\"#e4572e\" stroke-width=\"2.4\""
    } else {
        "stroke=\"#bbb\" stroke-width=\"0.6\""
    };
    let (width, height) = (CELL.0 - 4, CELL.1 - 4);
    let _ = write!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"3\" fill=\"{fill}\" {frame}/>",
        x + 2,
        y + 2
    );
    let baseline = y + if cell.lot.is_some() { 20 } else { 27 };
    let text = if cell.sets == 0 { "never".into() } else { format!("1 in {}", one_in(cell.sets, all)) };
    let middle = x + CELL.0 / 2;
    let _ = write!(
        svg,
        "<text x=\"{middle}\" y=\"{baseline}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{ink}\">{text}</text>"
    );
    if let Some(lot) = cell.lot {
        let lot = if lot == Cents::ZERO { "nothing".into() } else { lot.to_string() };
        let _ = write!(
            svg,
            "<text x=\"{middle}\" y=\"{}\" font-size=\"11\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\">{lot}</text>",
            y + 36
        );
    }
    svg.push('\n');
}

/// The colours, and what they stand for.
fn scale(left: usize, svg: &mut String) {
    svg.push_str("<g font-size=\"11\" fill=\"#222\">\n");
    for (step, colour) in COLOURS.iter().enumerate() {
        let y = HEAD.1 + 2 + step * 23;
        let _ = write!(svg, "<rect x=\"{left}\" y=\"{y}\" width=\"22\" height=\"23\" fill=\"{colour}\"/>");
        if step % 2 == 0 {
            let shares = grouped(10_u64.pow(u32::try_from(step / 2).unwrap_or(0)));
            let _ = write!(
                svg,
                "<path d=\"M{left} {y}h28\" stroke=\"#222\"/><text x=\"{}\" y=\"{}\">1 in {shares}</text>",
                left + 34,
                y + 4
            );
        }
        svg.push('\n');
    }
    svg.push_str("</g>\n");
}

/// The colour of a share; none where there is no set. In whole numbers, so that no machine rounds otherwise: a share is below
/// 1 in 10^(s/2) when all² ≥ 10^s · part².
fn step(part: u64, all: u64) -> Option<usize> {
    let square = |number: u64| u128::from(number) * u128::from(number);
    let darker = |step: &u32| square(all) >= 10_u128.pow(*step + 1).saturating_mul(square(part));
    let last = u32::try_from(COLOURS.len() - 1).unwrap_or(0);
    (part > 0).then(|| (0..last).take_while(darker).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_colours_a_power_of_ten() {
        for (part, all, expected) in [
            (0, 10, None),
            (10, 10, Some(0)),
            (317, 1000, Some(0)),
            (316, 1000, Some(1)),
            (1, 10, Some(2)),
            (1, 9, Some(1)),
            (1, 1_562_275, Some(12)),
            (1, u64::MAX, Some(13)),
        ] {
            assert_eq!(step(part, all), expected, "{part} of {all}");
        }
    }

    #[test]
    fn lots_are_framed_and_titles_escaped() {
        let paid = HeatCell { sets: 1, lot: Some(Cents(500)) };
        let map = HeatMap {
            title: "a<b",
            cells: vec![vec![paid, HeatCell { sets: 2, lot: None }, HeatCell::default()]],
            all: 3,
        };
        let svg = map.to_svg();
        assert_eq!((svg.matches("stroke=\"#e4572e\"").count(), svg.matches(">never<").count()), (1, 1));
        assert!(svg.contains("<title>a&lt;b</title>") && svg.contains(">3 sets of letters"), "{svg}");
    }
}
