//! Pictures for a [report](super::report), as SVG: the same numbers give the same picture.
//!
//! `plotters` is named in this file only.

use plotters::prelude::*;

use super::verdict::{Sides, Verdict};

/// Why there is no picture: the library can't draw it.
pub type PlotError = Box<dyn std::error::Error>;

/// Width of a picture, in pixels.
const WIDTH: u32 = 640;

/// Colours of curves, to be told apart by people who do not see all colours (Okabe and Ito, 2008).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// What is found, and what is not.
const GREY: RGBColor = RGBColor(150, 150, 150);

/// A curve with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it is, with its AUC.
    pub name: String,
    /// From (0, 0) to (1, 1).
    pub points: Vec<(f64, f64)>,
}

/// One test in a picture of many.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What was looked at.
    pub name: String,
    /// What was found.
    pub value: f64,
    /// From where to where nothing could be detected.
    pub undetectable: (f64, f64),
    /// Whether an effect was found.
    pub found: bool,
}

impl From<&Verdict> for Mark {
    fn from(verdict: &Verdict) -> Self {
        let test = &verdict.test;
        let below = match test.sides {
            Sides::Both => 2.0 * test.expected - verdict.detectable,
            Sides::Above => test.expected,
        };
        let undetectable = (below, verdict.detectable);
        Self { name: test.name.clone(), value: test.value, undetectable, found: verdict.found }
    }
}

/// ROC curves over the diagonal, which is chance.
///
/// # Errors
/// When the picture can't be drawn.
pub fn roc(curves: &[Curve]) -> Result<String, PlotError> {
    self::curves(curves, "share of the other units above a score", "share of the units sought above it")
}

/// Curves of shares over the diagonal, with what their axes are.
///
/// # Errors
/// When the picture can't be drawn.
pub fn curves(curves: &[Curve], across: &str, up: &str) -> Result<String, PlotError> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, 480)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(56)
            .build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(6)
            .y_labels(6)
            .x_desc(across)
            .y_desc(up)
            .label_style(("sans-serif", 13))
            .draw()?;
        chart.draw_series(LineSeries::new([(0.0, 0.0), (1.0, 1.0)], GREY))?;
        for (curve, colour) in curves.iter().zip(COLOURS.iter().cycle()) {
            let style = colour.stroke_width(2);
            chart
                .draw_series(LineSeries::new(thinned(&curve.points), style))?
                .label(&curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE.mix(0.85))
            .border_style(GREY)
            .label_font(("sans-serif", 13))
            .draw()?;
        area.present()?;
    }
    Ok(svg)
}

/// Values of tests, one below the other, each with the span in which nothing could be detected. `expected` is chance.
///
/// # Errors
/// When the picture can't be drawn.
pub fn marks(marks: &[Mark], measure: &str, expected: f64) -> Result<String, PlotError> {
    let rows = u32::try_from(marks.len()).unwrap_or(u32::MAX).clamp(1, 200);
    let ends = marks.iter().flat_map(|mark| [mark.value, mark.undetectable.0, mark.undetectable.1]);
    let (low, high) = ends.fold((expected, expected), |(low, high), end| (end.min(low), end.max(high)));
    let edge = ((high - low) * 0.05).max(1e-6);
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, rows * 22 + 64)).into_drawing_area();
        area.fill(&WHITE)?;
        let height = f64::from(rows);
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(40)
            .margin_left(250)
            .build_cartesian_2d(low - edge..high + edge, 0.0..height)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .light_line_style(TRANSPARENT)
            .x_labels(7)
            .x_desc(measure)
            .label_style(("sans-serif", 13))
            .draw()?;
        chart.draw_series(LineSeries::new([(expected, 0.0), (expected, height)], BLACK))?;
        for (row, mark) in (0..rows).zip(marks) {
            let y = height - f64::from(row) - 0.5;
            let (from, to) = mark.undetectable;
            chart.draw_series([Rectangle::new([(from, y - 0.28), (to, y + 0.28)], GREY.mix(0.3).filled())])?;
            let colour = if mark.found { COLOURS[1] } else { COLOURS[0] };
            chart.draw_series([Circle::new((mark.value, y), 4, colour.filled())])?;
            let (_, at) = chart.backend_coord(&(expected, y));
            let style = ("sans-serif", 13).into_text_style(&area).pos(text_end());
            area.draw(&Text::new(mark.name.clone(), (250, at), style))?;
        }
        area.present()?;
    }
    Ok(svg)
}

/// A text that ends where it is put, at half its height.
fn text_end() -> plotters::style::text_anchor::Pos {
    use plotters::style::text_anchor::{HPos, Pos, VPos};
    Pos::new(HPos::Right, VPos::Center)
}

/// At most a few hundred points: more can't be seen.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let step = points.len().div_ceil(300).max(1);
    let last = points.last().filter(|_| !points.len().is_multiple_of(step) || step > 1);
    points.iter().step_by(step).chain(last).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_drawn() {
        let diagonal: Vec<(f64, f64)> = (0..=1000).map(|at| (f64::from(at) / 1000.0, f64::from(at) / 1000.0)).collect();
        let thin = thinned(&diagonal);
        assert!(thin.len() < 400 && thin.first() == diagonal.first() && thin.last() == diagonal.last());
        let svg = roc(&[Curve { name: "wins & more".into(), points: diagonal }]).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("wins &amp; more") && svg.trim_end().ends_with("</svg>"));
        let mark = Mark { name: "words with E".into(), value: 0.52, undetectable: (0.47, 0.53), found: true };
        let svg = marks(&[mark.clone(), mark], "AUC", 0.5).unwrap();
        assert_eq!(svg.matches("words with E").count(), 2);
        assert_eq!(svg.matches("<circle").count(), 2);
    }
}
