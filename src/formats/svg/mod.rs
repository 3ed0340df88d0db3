//! Pictures as SVG: grids, and the odds of a pair as a heat map.
//!
//! They are written by hand: a picture here is a few rectangles and texts in a table, without axes or curves, so a plotting
//! library would bring more to learn and to build than it saves. Only plain elements and attributes are used (no style sheet, no
//! script, no font), which every viewer and printer knows, and the same data makes the same bytes.
//!
//! ```
//! use alveole::formats::svg;
//! use alveole::letters::Letter;
//! use alveole::unit::Cells;
//! let mut cells = Cells::grey(1, 2);
//! cells.set(0, 0, Letter::from_ascii(b'A'));
//! assert!(svg::grid(&cells).contains("<text x=\"5\" y=\"7.4\">A</text>"));
//! ```

mod grids;
mod heat_map;

pub use grids::{grid, pair};
pub use heat_map::{HeatCell, HeatMap};

/// What every picture starts with: its size, in the unit of the places in it, and the usual letters.
const NAMESPACE: &str = "xmlns=\"http://www.w3.org/2000/svg\"";
/// No font is embedded: any plain one will do.
const FONT: &str = "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\"";

/// A text as it may stand between tags or in an attribute, in SVG and HTML alike. Control characters are replaced.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ if character.is_control() => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_place() {
        assert_eq!(escaped("<b a=\"1\" c='2'>&\u{1b}"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;\u{fffd}");
        assert_eq!(escaped("évité"), "évité");
    }
}
