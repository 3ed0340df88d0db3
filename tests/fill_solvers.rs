//! Backtracking, SAT and a brute-force oracle agree: on whether there is a fill, and on how many there are.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test stops where it fails, and prints its figures")]

use std::collections::BTreeSet;
use std::sync::Arc;

use alveole::blocklist::{Blocklist, Policy, Tables};
use alveole::crossword::fill::{self, Answer, Effort, End, Infeasible, Solver, Task};
use alveole::crossword::layout::{Layout, LayoutGenerator, Mask, Profile};
use alveole::crossword::lock::{Lock, Locks};
use alveole::crossword::vocabulary::{SameLemma, Split, Theme, Vocabulary};
use alveole::game::{Crossword, Game};
use alveole::letters::{Letter, LetterSet, Word, fold};
use alveole::lexicon::{Level, Lexicon, WordId};
use alveole::rng::{Purpose, Stream, Streams};
use alveole::screen::Screen;

const SOLVERS: [Solver; 3] = [Solver::Auto, Solver::Backtrack, Solver::Sat];

/// Masks with few slots, and how many.
const MASKS: [(&str, usize); 5] = [
    ("...\n#.#\n#.#\n", 2),
    ("...\n.#.\n...\n", 4),
    ("...\n...\n...\n", 6),
    ("#.##\n....\n#.#.\n#.#.\n", 3),
    ("....\n.##.\n....\n.##.\n", 4),
];

fn layout(mask: &str, slots: usize) -> Layout {
    let mut game: Crossword = Game::mots_croises().crossword;
    (game.words_per_grid, game.side.min) = (slots, 3);
    Layout::from_mask(&mask.parse::<Mask>().unwrap(), &game).unwrap()
}

/// A lexicon of drawn words over four letters, so that crossings are often possible and often not.
fn drawn_lexicon(stream: &mut Stream, words: usize) -> Lexicon {
    let mut list = BTreeSet::new();
    while list.len() < words {
        let length = 3 + stream.index(2);
        list.insert((0..length).map(|_| b"AERS"[stream.index(4)] as char).collect::<String>());
    }
    // Pairs of words share a lemma now and then.
    let mut table = String::from("#alveole/lexicon/1\nword\tdisplay\tpos\tlemmas\tzipf\tlevel\tflags\n");
    for word in list {
        let lemma = if stream.chance(1, 3) { "common".into() } else { word.to_lowercase() };
        table.extend([&word, "\t", &word.to_lowercase(), "\tNOM\t", &lemma, "\t3.00\tA\t-\n"]);
    }
    Lexicon::read(table.as_bytes(), None).unwrap()
}

/// What is asked, in the terms of the problem alone.
#[derive(Clone)]
struct Question<'a> {
    vocabulary: &'a Vocabulary,
    layouts: Vec<&'a Layout>,
    shown: LetterSet,
    outcome: Vec<u8>,
    locks: Vec<Lock>,
    theme: Vec<Word>,
    theme_min: usize,
}

/// All fills, by trying every word in every slot: none of the solvers' machinery.
fn all_fills(question: &Question) -> BTreeSet<Vec<Word>> {
    let lexicon = question.vocabulary.lexicon();
    let words: Vec<Word> = lexicon.entries().map(|entry| entry.word).collect();
    let mut found = BTreeSet::new();
    let mut chosen = Vec::new();
    try_all(question, &words, &mut chosen, &mut found);
    found
}

fn try_all(question: &Question, words: &[Word], chosen: &mut Vec<Word>, found: &mut BTreeSet<Vec<Word>>) {
    let slots: Vec<(usize, _)> = (question.layouts.iter().enumerate())
        .flat_map(|(grid, layout)| layout.slots().iter().map(move |slot| (grid, *slot)))
        .collect();
    if chosen.len() == slots.len() {
        for (grid, wanted) in question.outcome.iter().enumerate() {
            let of_grid = slots.iter().zip(chosen.iter()).filter(|((of, _), _)| *of == grid);
            let completed =
                of_grid.filter(|(_, word)| word.letters().iter().all(|l| question.shown.contains(*l))).count();
            if completed != usize::from(*wanted) {
                return;
            }
        }
        let themed = chosen.iter().filter(|word| question.theme.contains(word)).count();
        if themed >= question.theme_min && !is_improper(question, chosen) {
            found.insert(chosen.clone());
        }
        return;
    }
    let (grid, slot) = slots[chosen.len()];
    let cell = |grid: usize, place: (usize, usize), word: &Word, of: (usize, alveole::crossword::layout::Slot)| {
        (of.0 == grid).then(|| of.1.cells().position(|other| other == place).map(|at| word.letters()[at])).flatten()
    };
    'word: for word in words.iter().filter(|word| word.len() == usize::from(slot.length)) {
        let lexicon = question.vocabulary.lexicon();
        let lemmas = |word: &Word| lexicon.lemmas(lexicon.lookup(*word).unwrap()).to_vec();
        for (place, letter) in slot.cells().zip(word.letters()) {
            let crossing = slots.iter().zip(chosen.iter()).find_map(|(of, other)| cell(grid, place, other, *of));
            if crossing.is_some_and(|other| other != *letter) {
                continue 'word;
            }
            let locked = question.locks.iter().any(|lock| match lock.what {
                alveole::crossword::lock::Locked::Letter(wanted) => {
                    (lock.grid - 1, (lock.row, lock.column)) == (grid, place) && wanted != *letter
                }
                alveole::crossword::lock::Locked::Word(..) => false,
            });
            if locked {
                continue 'word;
            }
        }
        let clash = chosen.iter().any(|other| match question.vocabulary.same_lemma() {
            SameLemma::Refused => lemmas(other).iter().any(|lemma| lemmas(word).contains(lemma)),
            SameLemma::Allowed => other == word,
        });
        if !clash {
            chosen.push(*word);
            try_all(question, words, chosen, found);
            chosen.pop();
        }
    }
}

/// Whether something can be read on these words that the vocabulary's screen refuses.
fn is_improper(question: &Question, chosen: &[Word]) -> bool {
    let Some(screen) = question.vocabulary.screen() else { return false };
    let ids: Vec<WordId> = chosen.iter().map(|word| question.vocabulary.lexicon().lookup(*word).unwrap()).collect();
    let pair = fill::grids(&question.layouts, &ids, question.vocabulary);
    let left = |word: &Word| screen.pieces(*word).iter().any(|(piece, ..)| piece.is_left_by(question.shown));
    !screen.pair(&pair).is_empty() || chosen.iter().any(left)
}

/// A screen of drawn words and pairs over the lexicon's four letters.
fn drawn_screen(stream: &mut Stream, lexicon: &Lexicon) -> Arc<Screen> {
    let mut offensive = String::from("#alveole/blocklist/1\nword\tdisplay\ttheme\tseverity\tsource\treason\n");
    let mut sought = BTreeSet::new();
    while sought.len() < 3 {
        let length = 2 + stream.index(2);
        sought.insert((0..length).map(|_| b"AERS"[stream.index(4)] as char).collect::<String>());
    }
    offensive.extend(sought.iter().map(|word| format!("{word}\t{word}\tinsult\tstrong\thand\ttest\n")));
    let mut pairs = String::from("#alveole/pairs/1\nfirst\tsecond\ttheme\tseverity\treason\n");
    let words: Vec<Word> = lexicon.entries().map(|entry| entry.word).collect();
    let mut two: BTreeSet<[Word; 2]> = BTreeSet::new();
    for _ in 0..5 {
        let mut pair = [0; 2].map(|_| words[stream.index(words.len())]);
        pair.sort_unstable();
        two.insert(pair);
    }
    let two = two.iter().filter(|[first, second]| first != second);
    pairs.extend(two.map(|[first, second]| format!("{first}\t{second}\tinsult\tstrong\ttest\n")));
    let tables = Tables { offensive: offensive.as_bytes(), pairs: pairs.as_bytes(), ..Tables::EMPTY };
    let reach = "offensive = 'strong'\nletters = 2\n";
    let policy = format!("schema = 'alveole/policy/1'\n[cells]\n{reach}[pieces]\n{reach}[pairs]\noffensive = 'mild'\n");
    let policy = Policy::read(policy.as_bytes()).unwrap();
    Arc::new(Screen::new(Blocklist::read(&tables).unwrap().under(policy)))
}

/// All fills that a solver finds, one after the other, until it proves that there is no other; and that proof.
fn enumerated(question: &Question, solver: Solver) -> (BTreeSet<Vec<Word>>, String) {
    let lexicon = question.vocabulary.lexicon();
    let split = Split::new(question.vocabulary, question.shown);
    let locks = Locks::new(&question.locks, question.layouts[0], question.layouts.len(), question.vocabulary);
    let Ok(locks) = locks else { return (BTreeSet::new(), String::new()) };
    let theme = Theme::new(question.vocabulary, question.theme.iter().copied(), question.theme_min);
    let pool: Vec<Layout> = question.layouts.iter().map(|layout| (*layout).clone()).collect();
    let tries = [(0..pool.len()).collect::<Vec<_>>()];
    let mut found: BTreeSet<Vec<Word>> = BTreeSet::new();
    let words = |ids: &[WordId]| ids.iter().map(|id| lexicon.word(*id)).collect::<Vec<_>>();
    loop {
        let taken = |_: &[&Layout], ids: &[WordId]| found.contains(&words(ids));
        let task = Task {
            vocabulary: question.vocabulary,
            split: &split,
            outcome: &question.outcome,
            pool: &pool,
            tries: &tries,
            locks: &locks,
            theme: Some(&theme).filter(|theme| theme.at_least() > 0),
            taken: Some(&taken),
        };
        let mut stream = Streams::from_seed(found.len() as u64, Purpose::Fill).stream(0, 0);
        match fill::fill(&task, &mut stream, Effort { solver, budget: 10_000_000 }).end {
            End::Found { fill, .. } => {
                let fill = words(&fill);
                assert!(found.insert(fill), "{solver:?} found a fill twice");
            }
            End::Infeasible(proof) => return (found, proof.explain(question.shown, &pool)),
            End::BudgetSpent => panic!("{solver:?} spent its budget on a small problem"),
        }
    }
}

#[test]
fn solvers_find_exactly_the_fills_there_are() {
    let mut stream = Streams::from_seed(5, Purpose::Fill).stream(0, 0);
    let (mut feasible, mut infeasible, mut fills) = (0, 0, 0);
    let (mut refused, mut only_by_screen) = (0, 0);
    for round in 0..240 {
        let size = 10 + stream.index(18);
        let lexicon = drawn_lexicon(&mut stream, size);
        let same_lemma = if round % 4 == 0 { SameLemma::Allowed } else { SameLemma::Refused };
        let vocabulary = if round < 60 {
            Vocabulary::new(lexicon, same_lemma)
        } else {
            let screen = drawn_screen(&mut stream, &lexicon);
            Vocabulary::screened(&lexicon, same_lemma, screen)
        };
        let (mask, slots) = MASKS[round % MASKS.len()];
        let first = layout(mask, slots);
        // Two grids only where they are small: the oracle tries everything.
        let layouts = if slots == 2 { vec![&first, &first] } else { vec![&first] };
        let mut letters: Vec<Letter> = Letter::all().collect();
        stream.shuffle(&mut letters);
        let shown: LetterSet = letters[..18].iter().copied().collect();
        let outcome = layouts.iter().map(|_| u8::try_from(stream.index(slots + 1)).unwrap()).collect();
        let words: Vec<Word> = vocabulary.lexicon().entries().map(|entry| entry.word).collect();
        let theme = words.iter().copied().filter(|_| stream.chance(1, 2)).collect();
        let theme_min = if round % 3 == 0 { stream.index(slots) } else { 0 };
        let mut locks = Vec::new();
        if round % 5 == 1 {
            let letter = b"AERS"[stream.index(4)] as char;
            let row = usize::from(mask.starts_with('#'));
            locks.push(format!("1:{row}:1={letter}").parse().unwrap());
        }
        let question = Question { vocabulary: &vocabulary, layouts, shown, outcome, locks, theme, theme_min };
        let expected = all_fills(&question);
        let unscreened = Vocabulary::new(vocabulary.lexicon().clone(), same_lemma);
        let without_screen = all_fills(&Question { vocabulary: &unscreened, ..question.clone() });
        refused += without_screen.len() - expected.len();
        only_by_screen += usize::from(expected.is_empty() && !without_screen.is_empty());
        for solver in SOLVERS {
            let (found, proof) = enumerated(&question, solver);
            assert_eq!(found, expected, "round {round}, {solver:?}");
            // Who proves that there are no others says that it is for what can be read, where it is.
            if !proof.is_empty() && without_screen.len() > expected.len() {
                assert!(proof.contains("something improper"), "round {round}, {solver:?}: {proof}");
            }
            if vocabulary.screen().is_none() {
                assert!(!proof.contains("improper"), "round {round}, {solver:?}: {proof}");
            }
        }
        if expected.is_empty() {
            infeasible += 1;
        } else {
            feasible += 1;
        }
        fills += expected.len();
    }
    // The table is worth something only when it has both.
    assert!(feasible >= 15 && infeasible >= 15, "{feasible} feasible, {infeasible} infeasible");
    assert!(refused >= 100 && only_by_screen >= 3, "{refused} refused, {only_by_screen} only by the screen");
    println!("{feasible} feasible with {fills} fills, {infeasible} infeasible");
    println!("the screen refused {refused} fills, and left none of {only_by_screen} problems");
}

fn answer(task: &Task, solver: Solver, seed: u64) -> Answer {
    let mut stream = Streams::from_seed(seed, Purpose::Fill).stream(0, 0);
    fill::fill(task, &mut stream, Effort { solver, ..Effort::default() })
}

/// A real pair is planted: its 36 words and some decoys are all the words there are.
#[test]
fn planted_pairs_are_found() {
    let game = Game::mots_croises();
    let lexicon = Lexicon::embedded().at_level(Level::B);
    let vocabulary = Vocabulary::new(lexicon.clone(), SameLemma::Refused);
    let streams = Streams::from_seed(3, Purpose::Layouts);
    let pool = LayoutGenerator::new(&game.crossword, Profile::default(), 12, 12, streams).unwrap().pool(6).unwrap();
    let shown = fold("SIXTRONPLAUMEGB").unwrap().set().union(fold("CHD").unwrap().set());
    for (seed, outcome) in [[0, 0], [3, 5], [9, 9]].iter().enumerate() {
        let layouts = [vec![2 * seed, 2 * seed + 1]];
        let split = Split::new(&vocabulary, shown);
        let locks = Locks::none();
        let task = Task {
            vocabulary: &vocabulary,
            split: &split,
            outcome,
            pool: &pool,
            tries: &layouts,
            locks: &locks,
            theme: None,
            taken: None,
        };
        let End::Found { fill: planted, .. } = answer(&task, Solver::Auto, seed as u64).end else {
            panic!("{outcome:?}")
        };
        let words: BTreeSet<Word> = planted.iter().map(|id| lexicon.word(*id)).collect();
        let few = lexicon.select(|id| words.contains(&lexicon.word(id)) || id.index() % 97 == 0);
        let vocabulary = Vocabulary::new(few, SameLemma::Refused);
        let split = Split::new(&vocabulary, shown);
        let task = Task { vocabulary: &vocabulary, split: &split, ..task };
        for solver in SOLVERS {
            let end = answer(&task, solver, 100).end;
            assert!(matches!(end, End::Found { .. }), "{outcome:?} {solver:?}: {end:?}");
        }
        // Without one of the planted words, and with no decoys, there is none; all solvers prove it.
        let lost = words.iter().nth(seed * 7).unwrap();
        let fewer = lexicon.select(|id| words.contains(&lexicon.word(id)) && lexicon.word(id) != *lost);
        let vocabulary = Vocabulary::new(fewer, SameLemma::Refused);
        let split = Split::new(&vocabulary, shown);
        let task = Task { vocabulary: &vocabulary, split: &split, ..task };
        for solver in SOLVERS {
            let end = answer(&task, solver, 100).end;
            assert!(matches!(end, End::Infeasible(_)), "{outcome:?} {solver:?}: {end:?}");
        }
    }
}

#[test]
fn a_core_names_the_letters_that_are_missing() {
    let game = Game::mots_croises();
    let lexicon = Lexicon::embedded().at_level(Level::B);
    let vocabulary = Vocabulary::new(lexicon, SameLemma::Refused);
    let streams = Streams::from_seed(0, Purpose::Layouts);
    let pool = LayoutGenerator::new(&game.crossword, Profile::default(), 12, 12, streams).unwrap().pool(2).unwrap();
    let hidden = fold("ESARTINU").unwrap().set();
    let split = Split::new(&vocabulary, hidden.complement());
    let (tries, locks) = ([vec![0, 1]], Locks::none());
    let task = Task {
        vocabulary: &vocabulary,
        split: &split,
        outcome: &[9, 9],
        pool: &pool,
        tries: &tries,
        locks: &locks,
        theme: None,
        taken: None,
    };
    let End::Infeasible(proof) = answer(&task, Solver::Sat, 0).end else { panic!("it can be filled") };
    assert!(matches!(proof, Infeasible::Layouts(_)));
    let text = proof.explain(hidden.complement(), &pool);
    println!("{text}");
    assert!(text.starts_with("on exactly this choice of layouts: layouts 1+2: "), "{text}");
}
