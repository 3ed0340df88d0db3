//! One judged unit, through the library: `cargo run --release --example one_pair`.

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use alveole::blocklist::Blocklist;
use alveole::crossword::fill::Effort;
use alveole::crossword::layout::{LayoutGenerator, Profile};
use alveole::crossword::lock::Locks;
use alveole::crossword::vocabulary::{SameLemma, Vocabulary};
use alveole::game::Game;
use alveole::letters::fold;
use alveole::lexicon::{Level, Lexicon};
use alveole::produce::{Letters, NotMade, Run};
use alveole::rng::{Purpose, Streams};
use alveole::screen::Screen;
use alveole::verify::Judge;

fn main() -> Result<(), Box<dyn Error>> {
    // What there is: the game, the words, the lists.
    let game = Game::mots_croises();
    let (lexicon, blocklist) = (Lexicon::embedded(), Blocklist::embedded());

    // What a fill may use: familiar words, no two with one lemma, on fifty layouts; what can be read must pass the screen.
    let screen = Arc::new(Screen::new(blocklist.clone()));
    let vocabulary = Vocabulary::screened(&lexicon.at_level(Level::B), SameLemma::Refused, screen);
    let streams = Streams::from_seed(7, Purpose::Layouts);
    let layouts = LayoutGenerator::new(&game.crossword, Profile::default(), 12, 12, streams)?.pool(50)?;

    // What is wanted: these letters, three completed words in grid 1 and two in grid 2.
    let letters = [fold("SIXTRONPLA")?, fold("UMEGBCHD")?];
    let letters = Letters::Given(letters.iter().flat_map(|part| part.letters().to_vec()).collect());
    let run = Run {
        game: &game,
        vocabulary: &vocabulary,
        judge: Judge::new(&game, &lexicon, &blocklist),
        layouts: &layouts,
        layout_tries: 8,
        letters: &letters,
        outcome: &[3, 2],
        locks: &Locks::none(),
        theme: None,
        effort: Effort::default(),
        seed: 7,
        count: 1,
    };

    // Units are handed over in order, judged; breaking off cancels the rest.
    let mut out = io::stdout().lock();
    let mut told = Ok(());
    run.each(|made| {
        told = match &made.result {
            Ok(unit) => {
                let words: Vec<String> = (unit.pair.grids.iter())
                    .map(|grid| {
                        grid.words.iter().map(|placed| placed.display.to_string()).collect::<Vec<_>>().join(" ")
                    })
                    .collect();
                writeln!(out, "Grille 1: {}\nGrille 2: {}\ncompleted {:?}", words[0], words[1], unit.completed)
            }
            Err(NotMade::Infeasible(proof) | NotMade::AllTaken(proof)) => {
                writeln!(out, "proved infeasible {}", proof.explain(made.letters.iter().copied().collect(), &layouts))
            }
            Err(NotMade::Letters { number, word }) => writeln!(out, "question mark {number}: the letters read {word}"),
            Err(NotMade::BudgetSpent) => writeln!(out, "nobody knows after {} steps", made.steps),
        };
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    told?;
    Ok(())
}
