//! `alveole lexicon stats`.

use std::io::Write;

use alveole::lexicon::{Level, Lexicon, WordId};
use alveole::screen::{Cause, Screen};
use alveole::table::hex;

use crate::exit::Failure;
use crate::options::LexiconFiles;

/// Count the words by level and length, or list those that the blocklist takes away
///
/// Levels are nested: B is A and more. Words that the blocklist takes away are counted in none of them, but on a line
/// of their own.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole lexicon stats
  alveole lexicon stats --level B --blocked
  alveole lexicon stats --lexicon words.txt --overrides team.tsv")]
pub(crate) struct Args {
    /// List the words that the blocklist takes away, the most familiar first, as a tab-separated table
    #[arg(long)]
    blocked: bool,

    #[command(flatten)]
    files: LexiconFiles,

    /// Only words of this level and stricter ones: A, B or C [default: all]
    #[arg(long, value_name = "LEVEL", help_heading = "Words")]
    level: Option<Level>,
}

impl Args {
    pub(crate) fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        let words = self.files.load()?;
        let lexicon = words.at_level(self.level.unwrap_or(Level::C))?;
        if self.blocked {
            return blocked(&lexicon, &Screen::new(words.blocklist), out);
        }
        let source = self.files.lexicon.as_ref().map_or_else(|| "built in".into(), ToString::to_string);
        writeln!(out, "lexicon    {source}")?;
        writeln!(out, "  sha-256  {}", lexicon.source().digest_hex())?;
        let (banned, allowed) = words.blocklist.counts();
        writeln!(out, "blocklist  {banned} words blocked, {allowed} allowed by a written decision")?;
        writeln!(out, "  sha-256  {}", hex(&words.blocklist.digest()))?;
        if let (Some(file), Some(lines)) = (&self.files.lists.overrides, &words.overrides) {
            writeln!(out, "overrides  {file}: {} lines", lines.lines().len())?;
            writeln!(out, "  sha-256  {}", hex(&lines.digest()))?;
        }
        let passing = Screen::new(words.blocklist).passing(&lexicon);
        let lost = lexicon.select(|id| passing.lookup(lexicon.word(id)).is_none());
        let lengths = lengths(&lexicon);
        write!(out, "\nlevel        lemmas   words")?;
        for length in lengths.clone() {
            write!(out, "{length:>6}")?;
        }
        writeln!(out, "  letters")?;
        let most = self.level.unwrap_or(Level::C);
        for level in Level::ALL.into_iter().filter(|level| *level <= most) {
            row(&format!("{level}"), &passing.at_level(level), lengths.clone(), out)?;
        }
        row("blocked", &lost, lengths, out)
    }
}

/// The lengths of these words, without gaps.
fn lengths(lexicon: &Lexicon) -> std::ops::RangeInclusive<usize> {
    let length = |word: alveole::letters::Word| word.len();
    let ids = || lexicon.ids().map(|id| length(lexicon.word(id)));
    ids().min().unwrap_or(3)..=ids().max().unwrap_or(11)
}

fn row(
    name: &str,
    lexicon: &Lexicon,
    lengths: std::ops::RangeInclusive<usize>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut lemmas: Vec<_> = lexicon.ids().flat_map(|id| lexicon.lemmas(id)).collect();
    lemmas.sort_unstable();
    lemmas.dedup();
    write!(out, "{name:<10}{:>9}{:>8}", lemmas.len(), lexicon.len())?;
    for length in lengths {
        write!(out, "{:>6}", lexicon.class(length).len())?;
    }
    writeln!(out)?;
    Ok(())
}

/// The words that the lists take away, most familiar first: each for the first thing that is against it.
fn blocked(lexicon: &Lexicon, screen: &Screen, out: &mut impl Write) -> Result<(), Failure> {
    let mut lost: Vec<(WordId, _)> =
        lexicon.ids().filter_map(|id| Some((id, screen.in_word(lexicon.word(id)).into_iter().next()?))).collect();
    lost.sort_by_key(|(id, _)| (std::cmp::Reverse(lexicon.entry(*id).zipf), lexicon.word(*id)));
    writeln!(out, "word\tdisplay\tzipf\tlevel\treading\tentry\ttheme\tseverity\tsource\treason")?;
    for (id, found) in lost {
        let entry = match found.cause {
            Cause::Entry(entry) => entry,
            Cause::Sought(sought) => &sought.entry,
            Cause::Pair(_) => continue,
        };
        let word = lexicon.entry(id);
        let forms = word.displays.join("|");
        let (zipf, level) = (super::show::zipf(word.zipf), word.level);
        let (theme, severity) = (entry.kind.theme(), entry.kind.severity().unwrap_or_else(|| "-".into()));
        writeln!(
            out,
            "{}\t{forms}\t{zipf}\t{level}\t{}\t{}\t{theme}\t{severity}\t{}\t{}",
            word.word, found.reading, entry.word, entry.source, entry.reason
        )?;
    }
    Ok(())
}
