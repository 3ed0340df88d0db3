//! `alveole bank stats`.

use std::collections::BTreeMap;
use std::io::Write;

use alveole::letters::{Letter, Word};

use super::BankFile;
use crate::exit::{Code, Failure};
use crate::output::Output;

/// Say what a bank is made of: its words by length, how often each is used, and the share of words with each letter
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    file: BankFile,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        let bank = super::open(&self.file.bank)?;
        let mut uses: BTreeMap<Word, usize> = BTreeMap::new();
        let placed = bank.pairs().iter().flat_map(|made| &made.pair.grids).flat_map(|grid| &grid.words);
        for word in placed {
            *uses.entry(word.word).or_default() += 1;
        }
        let mut out = Output::standard();
        let manifest = &bank.manifest;
        writeln!(out, "pairs      {}", bank.len())?;
        writeln!(out, "engine     {}", manifest.engine)?;
        writeln!(out, "seed       {}", manifest.seed.map_or_else(|| "-".into(), |seed| seed.to_string()))?;
        for (name, digest) in [("lexicon", &manifest.digests.lexicon), ("blocklist", &manifest.digests.blocklist)] {
            writeln!(out, "{name:<10} {}", digest.as_deref().unwrap_or("-"))?;
        }
        writeln!(out, "\nletters     words    uses   least  median    most")?;
        let mut by_length: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (word, count) in &uses {
            by_length.entry(word.len()).or_default().push(*count);
        }
        for (length, counts) in &mut by_length {
            counts.sort_unstable();
            let (words, all) = (counts.len(), counts.iter().sum::<usize>());
            let (least, most) = (counts.first().copied().unwrap_or(0), counts.last().copied().unwrap_or(0));
            writeln!(out, "{length:>7}{words:>10}{all:>8}{least:>8}{:>8}{most:>8}", counts[words / 2])?;
        }
        let all: usize = uses.values().sum();
        writeln!(out, "    all{:>10}{all:>8}", uses.len())?;
        writeln!(out, "\nletter  words with it")?;
        for letter in Letter::all() {
            let with: usize = uses.iter().filter(|(word, _)| word.set().contains(letter)).map(|(_, count)| count).sum();
            let permille = (with * 1000).checked_div(all).unwrap_or(0);
            writeln!(out, "     {letter}      {:>3}.{} %", permille / 10, permille % 10)?;
        }
        out.flush()?;
        Ok(Code::Done)
    }
}
