//! Where made units go: one stream of text or JSON Lines, or ipuz files.

use std::io::Write;
use std::path::Path;

use alveole::formats::ipuz::write_ipuz;
use alveole::formats::manifest::Manifest;
use alveole::formats::text::write_text;
use alveole::formats::unit_json::write_unit;
use alveole::formats::whole_folder::WholeFolder;
use alveole::game::Game;
use alveole::unit::CrosswordUnit;

use super::Format;
use crate::exit::Failure;
use crate::output::{Output, OutputOptions};

/// An open output for units.
#[derive(Debug)]
pub(crate) struct Sink<'a> {
    game: &'a Game,
    to: To,
}

#[derive(Debug)]
enum To {
    Stream { out: Output, format: Format, colour: bool, first: bool },
    Folder(WholeFolder),
}

impl<'a> Sink<'a> {
    /// Opens the output. Several ipuz units need a folder: `--out DIR`.
    pub(crate) fn open(format: Format, count: u64, options: &OutputOptions, game: &'a Game) -> Result<Self, Failure> {
        let folder = options.out.as_deref().filter(|path| *path != Path::new("-"));
        let to = match (folder, format) {
            (Some(path), Format::Ipuz) if count != 1 => To::Folder(WholeFolder::create(path)?),
            (None, Format::Ipuz) if count != 1 => {
                return Err(Failure::usage("several units as ipuz need a folder: --out DIR writes a file a unit"));
            }
            _ => To::Stream { out: options.open()?, format, colour: options.colour(), first: true },
        };
        Ok(Self { game, to })
    }

    /// Writes one unit; `index` counts from 0.
    pub(crate) fn write(&mut self, index: u64, unit: &CrosswordUnit) -> Result<(), Failure> {
        match &mut self.to {
            To::Stream { out, format, colour, first } => match format {
                Format::Jsonl => write_unit(unit, &mut *out)?,
                Format::Ipuz => write_ipuz(self.game, unit, &mut *out)?,
                Format::Text => {
                    if !std::mem::replace(first, false) {
                        writeln!(out)?;
                    }
                    write_text(self.game, unit, *colour, &mut *out)?;
                }
            },
            To::Folder(folder) => {
                let mut bytes = Vec::new();
                write_ipuz(self.game, unit, &mut bytes)?;
                folder.add(&format!("unit-{:06}.ipuz", index + 1), &bytes)?;
            }
        }
        Ok(())
    }

    /// Ends the output; a file gets its manifest.
    pub(crate) fn finish(self, manifest: impl FnOnce() -> Manifest) -> Result<(), Failure> {
        match self.to {
            To::Stream { out, .. } => out.finish(manifest),
            To::Folder(folder) => Ok(folder.finish(manifest())?),
        }
    }
}
