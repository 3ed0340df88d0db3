//! `alveole bank check`.

use std::io::{self, Write};
use std::sync::Arc;

use alveole::bank::{BankPair, outcomes};
use alveole::crossword::deal;
use alveole::crossword::reveal::Reveal;
use alveole::game::Game;
use alveole::letters::Letter;
use alveole::money::Cents;
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::unit::CrosswordUnit;
use alveole::verify::Judge;
use rayon::prelude::*;

use super::BankFile;
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{LexiconFiles, ThreadOptions, counted};
use crate::output::Output;

/// Judge every pair of a bank anew, and count its odds again
///
/// Each pair is judged as the unit that it is with letters that win nothing. A damaged bank is named by its rows. Lists or a
/// lexicon that are not those of the bank are told first: what is unsound may be so because of them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exits with 0 when the bank is sound, with 4 when it is not, with 2 when it is no bank.")]
pub(crate) struct Args {
    #[command(flatten)]
    file: BankFile,

    #[command(flatten)]
    threads: ThreadOptions,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    files: LexiconFiles,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&self.files.inputs())?;
        let bank = super::open(&self.file.bank)?;
        let game = Game::mots_croises();
        let words = self.files.load()?;
        let (there, here) = (&bank.manifest.digests, words.digests());
        let lexicon = super::other("the lexicon", there.lexicon.as_ref(), here.lexicon.as_ref());
        for difference in lexicon.into_iter().chain(super::other_lists(there, &here)) {
            let _ = writeln!(io::stderr().lock(), "{}: {difference}", self.file.bank.display());
        }
        let screen = Arc::new(Screen::new(words.blocklist.clone()));
        let judge = Judge::new(&game, &words.lexicon, &words.blocklist);
        let check = |pair: &BankPair| faults(pair, &game, &screen, &judge);
        let found: Vec<Vec<String>> = self.threads.pool()?.install(|| bank.pairs().par_iter().map(check).collect());
        let mut out = Output::standard();
        for (number, faults) in found.iter().enumerate() {
            for fault in faults {
                writeln!(out, "{}: pair {number}: {fault}", self.file.bank.display())?;
            }
        }
        out.flush()?;
        let unsound = found.iter().filter(|faults| !faults.is_empty()).count();
        let told = if unsound == 0 { "all sound".into() } else { format!("{unsound} unsound") };
        let _ = writeln!(io::stderr().lock(), "{}: {}, {told}", self.file.bank.display(), counted(bank.len(), "pair"));
        Ok(if unsound == 0 { Code::Done } else { Code::Fault })
    }
}

/// What is wrong with a pair.
fn faults(made: &BankPair, game: &Game, screen: &Screen, judge: &Judge) -> Vec<String> {
    let reveal = match Reveal::of(&made.pair, screen) {
        Ok(reveal) => reveal,
        Err(problem) => return vec![problem.to_string()],
    };
    let mut faults = Vec::new();
    let odds = reveal.odds(game.crossword.letters);
    for (at, outcome) in outcomes(game).iter().enumerate() {
        let ([_, counted], stated) = (odds.of(outcome), made.odds.get(at).copied());
        if stated != Some(counted) {
            let stated = stated.map_or_else(|| "nothing".into(), |sets| sets.to_string());
            faults.push(format!("{outcome:?}: {counted} admissible sets, and the bank says {stated}"));
        }
    }
    for lot in game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]) {
        if odds.of_lot(lot, game)[1] == 0 {
            faults.push(format!("no admissible set of letters gives {lot}"));
        }
    }
    let mut stream = Streams::from_seed(0, Purpose::Deal).stream(0, 0);
    let nothing = |completed: [u8; 2]| game.lot(&completed) == Some(Cents::ZERO);
    let set = deal::letter_set(&reveal, game.crossword.letters, nothing, &mut stream);
    let passes = |order: &[Letter]| screen.in_question_marks(order).is_none();
    match set.and_then(|set| Ok((set, deal::order(set, passes, &mut stream)?))) {
        Err(problem) => faults.push(problem.to_string()),
        Ok((set, letters)) => {
            let (game_name, completed) = (game.name.clone(), reveal.completed(set));
            let unit =
                CrosswordUnit { game: game_name, letters, pair: made.pair.clone(), completed, lot: Some(Cents::ZERO) };
            faults.extend(judge.faults(&unit).iter().map(ToString::to_string));
        }
    }
    faults
}
