//! Progress bars: on a terminal, for people who wait.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar with rate and remaining time, on a terminal and for more than a moment's work.
pub(crate) fn progress(count: u64, noun: &str) -> ProgressBar {
    if count < 100 || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let form = format!("{{bar:30}} {{pos}}/{{len}} {noun}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&form).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(count).with_style(style)
}
