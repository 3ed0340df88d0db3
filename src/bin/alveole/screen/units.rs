//! Files of units, and of words.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use alveole::formats::unit_json::{Line, ReadError, read_lines};
use alveole::formats::write_json_line;
use alveole::letters::fold;
use alveole::screen::{Hit, Reading, Screen};
use alveole::table::Fault;

use super::record::Record;
use super::{Args, Format, note};
use crate::exit::Failure;
use crate::input::Input;
use crate::options::counted;
use crate::output::{Output, plain};

impl Args {
    /// Screens a file; says whether anything in it is blocked.
    pub(super) fn file(&self, file: &Input, screen: &Screen, out: &mut Output) -> Result<bool, Failure> {
        let mut tally = Tally::default();
        let mut units = None;
        for line in read_lines(file.open()?) {
            let line = match line {
                Ok(line) => line,
                Err(error) => {
                    out.flush()?;
                    return Err(match error {
                        ReadError::Content(fault) => Failure::content(file, &fault),
                        ReadError::Io { source, .. } => Failure::unreadable(file, &source),
                    });
                }
            };
            // The first line tells what the file holds.
            let holds_units = *units.get_or_insert_with(|| line.bytes.trim_ascii_start().starts_with(b"{"));
            let screened = if holds_units {
                self.unit(&line, file, screen, (&mut tally, out))
            } else {
                self.word_of(&line, file, screen, (&mut tally, out))
            };
            if let Err(failure) = screened {
                // What stands before a line that is none is told.
                out.flush()?;
                return Err(failure);
            }
        }
        out.flush()?;
        note(format_args!("{file}: {}", tally.told(units.unwrap_or(true))));
        Ok(tally.blocked > 0)
    }

    fn unit(
        &self,
        line: &Line,
        file: &Input,
        screen: &Screen,
        (tally, out): (&mut Tally, &mut Output),
    ) -> Result<(), Failure> {
        let unit = line.unit().map_err(|fault| Failure::content(file, &fault))?;
        let hits = screen.unit(&unit);
        tally.add(&hits);
        for hit in hits.iter().filter(|hit| hit.blocks() || self.on_the_way) {
            self.print(line.number, file, hit, out)?;
        }
        Ok(())
    }

    fn print(&self, line: usize, file: &Input, hit: &Hit, out: &mut Output) -> io::Result<()> {
        let lists = &self.options.lists;
        let name = file.to_string();
        match self.options.format {
            Format::Jsonl => {
                let mut record = Record::of_hit(hit, lists);
                (record.input, record.input_line) = (Some(name.as_str()), Some(line));
                write_json_line(&record, out)
            }
            Format::Text => {
                let (reading, place, read) = (hit.reading, hit.place, hit.cause.display());
                let (kind, reason, row) = (hit.cause.kind(), hit.cause.reason(), lists.row(hit.cause.listed()));
                let text = format!("{reading}, {place}: {read}: {kind}: {reason} ({row})");
                writeln!(out, "{name}:{line}: {}", plain(&text))
            }
        }
    }

    fn word_of(
        &self,
        line: &Line,
        file: &Input,
        screen: &Screen,
        (tally, out): (&mut Tally, &mut Output),
    ) -> Result<(), Failure> {
        let fault = |problem: String| Failure::content(file, &Fault { line: line.number, column: 1, problem });
        let text = std::str::from_utf8(&line.bytes).map_err(|_| fault("not UTF-8: save the file as UTF-8".into()))?;
        let text = text.trim();
        if text.starts_with('#') {
            return Ok(());
        }
        let word = fold(text).map_err(|error| {
            fault(format!("{text:?} is no word: {error}; give units as JSON Lines, or words, one a line"))
        })?;
        let blocked = self.options.word(word, Some((&file.to_string(), line.number)), screen, out)?;
        tally.things += 1;
        tally.blocked += usize::from(blocked);
        Ok(())
    }
}

/// What was found in a file.
#[derive(Default)]
struct Tally {
    things: usize,
    blocked: usize,
    readings: BTreeMap<Reading, usize>,
}

impl Tally {
    fn add(&mut self, hits: &[Hit]) {
        self.things += 1;
        self.blocked += usize::from(hits.iter().any(Hit::blocks));
        for hit in hits {
            *self.readings.entry(hit.reading).or_default() += 1;
        }
    }

    fn told(&self, units: bool) -> String {
        let thing = if units { "unit" } else { "word" };
        let mut text = match (self.things, self.blocked) {
            (0, _) => format!("no {thing}"),
            (1, 0) => format!("1 {thing}, clean"),
            (things, 0) => format!("{things} {thing}s, all clean"),
            (things, blocked) => format!("{}, {blocked} blocked", counted(things, thing)),
        };
        let hits = self.readings.iter().filter(|(reading, _)| **reading != Reading::OnTheWay);
        let hits: Vec<String> = hits.map(|(reading, count)| format!("{reading} {count}")).collect();
        if !hits.is_empty() {
            let _ = write!(text, " ({})", hits.join(", "));
        }
        if let Some(count) = self.readings.get(&Reading::OnTheWay) {
            let pieces = if *count == 1 { "piece stands" } else { "pieces stand" };
            let _ = write!(text, "; {count} {pieces} alone only on the way, which is no fault");
        }
        text
    }
}
