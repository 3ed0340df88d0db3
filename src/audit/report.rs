//! A page for people: sections of texts, verdicts, tables and pictures, as one HTML file that needs no other.

use std::fmt::Write;

/// A page.
///
/// ```
/// use alveole::audit::report::{Block, Report};
/// let mut report = Report::new("An audit");
/// report.section("What was found", vec![Block::Verdict { sound: true, text: "nothing".into() }]);
/// assert!(report.to_html().starts_with("<!DOCTYPE html>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    title: String,
    sections: Vec<(String, Vec<Block>)>,
}

/// A part of a section. Texts are plain: what they hold of HTML is shown as it stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// What was concluded.
    Verdict {
        /// Whether it is good news.
        sound: bool,
        /// The words.
        text: String,
    },
    /// A list.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A picture and what it shows.
    Picture {
        /// As SVG.
        svg: String,
        /// What is to be seen.
        caption: String,
    },
    /// What is shown when its title is opened.
    Folded {
        /// Its title.
        title: String,
        /// What is in it.
        blocks: Vec<Block>,
    },
}

/// Rows of texts under heads. Cells from the second column on are aligned to the right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Heads of the columns; none where there is nothing to say.
    pub heads: Vec<String>,
    /// Rows, each with as many cells.
    pub rows: Vec<Vec<String>>,
    /// Rows that stand out, from 0.
    pub marked: Vec<usize>,
}

const STYLE: &str = "body{font:16px/1.5 sans-serif;color:#1a1a1a;max-width:60rem;margin:2rem auto;padding:0 1rem}\
    h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem;border-bottom:1px solid #ccc}\
    table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}th,td{padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right}\
    th:first-child,td:first-child{text-align:left}td{overflow-wrap:anywhere}tr.marked{background:#fdebd0;font-weight:bold}\
    .verdict{padding:.7rem 1rem;border-left:6px solid;margin:1rem 0;font-weight:bold}\
    .sound{border-color:#009e73;background:#e6f5f0}.unsound{border-color:#d55e00;background:#fdebd0}\
    figure{margin:1rem 0}figcaption{font-size:.9rem;color:#444}svg{max-width:100%;height:auto}\
    summary{cursor:pointer;color:#0072b2}@media print{details{display:block}}";

impl Report {
    /// A page without sections.
    pub fn new(title: &str) -> Self {
        Self { title: title.into(), sections: Vec::new() }
    }

    /// Adds a section.
    pub fn section(&mut self, heading: &str, blocks: Vec<Block>) {
        self.sections.push((heading.into(), blocks));
    }

    /// The page.
    pub fn to_html(&self) -> String {
        let title = escaped(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        );
        for (heading, blocks) in &self.sections {
            let _ = writeln!(html, "<h2>{}</h2>", escaped(heading));
            for block in blocks {
                block.write(&mut html);
            }
        }
        html.push_str("</body>\n</html>\n");
        html
    }
}

impl Block {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    fn write(&self, html: &mut String) {
        // Writing to a text does not fail.
        let _ = match self {
            Self::Text(text) => writeln!(html, "<p>{}</p>", escaped(text)),
            Self::Verdict { sound, text } => {
                let class = if *sound { "sound" } else { "unsound" };
                writeln!(html, "<p class=\"verdict {class}\">{}</p>", escaped(text))
            }
            Self::List(items) => {
                html.push_str("<ul>\n");
                for item in items {
                    let _ = writeln!(html, "<li>{}</li>", escaped(item));
                }
                writeln!(html, "</ul>")
            }
            Self::Table(table) => {
                table.write(html);
                Ok(())
            }
            Self::Picture { svg, caption } => {
                writeln!(html, "<figure>\n{}\n<figcaption>{}</figcaption>\n</figure>", svg.trim(), escaped(caption))
            }
            Self::Folded { title, blocks } => {
                let _ = writeln!(html, "<details>\n<summary>{}</summary>", escaped(title));
                for block in blocks {
                    block.write(html);
                }
                writeln!(html, "</details>")
            }
        };
    }
}

impl Table {
    fn write(&self, html: &mut String) {
        let row = |html: &mut String, cells: &[String], tag: &str, class: &str| {
            let _ = write!(html, "<tr{class}>");
            for cell in cells {
                let _ = write!(html, "<{tag}>{}</{tag}>", escaped(cell));
            }
            html.push_str("</tr>\n");
        };
        html.push_str("<table>\n");
        if !self.heads.is_empty() {
            row(html, &self.heads, "th", "");
        }
        for (at, cells) in self.rows.iter().enumerate() {
            row(html, cells, "td", if self.marked.contains(&at) { " class=\"marked\"" } else { "" });
        }
        html.push_str("</table>\n");
    }
}

/// A text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page() {
        let mut report = Report::new("Grids & lots");
        let table = Table {
            heads: vec!["feature".into(), "p".into()],
            rows: vec![vec!["<b>".into(), "0.1".into()], vec!["E".into(), "0".into()]],
            marked: vec![1],
        };
        let folded = Block::Folded { title: "all".into(), blocks: vec![Block::Table(table)] };
        let picture = Block::Picture { svg: "<svg></svg>".into(), caption: "a \"curve\"".into() };
        let blocks = vec![Block::Verdict { sound: false, text: "a leak".into() }, picture, folded];
        report.section("Verdict", blocks);
        let html = report.to_html();
        for part in [
            "<title>Grids &amp; lots</title>",
            "<p class=\"verdict unsound\">a leak</p>",
            "<svg></svg>\n<figcaption>a &quot;curve&quot;</figcaption>",
            "<tr><td>&lt;b&gt;</td><td>0.1</td></tr>\n<tr class=\"marked\"><td>E</td>",
            "<summary>all</summary>",
        ] {
            assert!(html.contains(part), "{part} is missing in {html}");
        }
        assert!(!html.contains("http"), "a page needs no other");
    }
}
