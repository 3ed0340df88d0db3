//! Units that are dealt to 300 pairs: soundly, and not.

use alveole::audit::independence::{ALL_FEATURES, Independence, PAIR_ODDS, Question};
use alveole::audit::lots::Proportions;
use alveole::audit::roc::{Contest, Scored};
use alveole::audit::sample::Sample;
use alveole::audit::verdict::Verdict;
use alveole::money::Cents;
use alveole::produce::blind::BlindPair;
use alveole::rng::{Purpose, Streams};

use crate::makers::{self, GAME, PAIRS, Seen};

const RICH: Question = Question::AtLeast(Cents::from_euros(200));
const QUESTIONS: [Question; 2] = [Question::Wins, RICH];

fn audit(sample: &Sample) -> Independence {
    Independence::of(sample, &QUESTIONS, &GAME, 0).unwrap()
}

fn verdict<'a>(audit: &'a Independence, question: Question, name: &str) -> &'a Verdict {
    audit.verdicts(question).find(|verdict| verdict.test.name == name).unwrap()
}

#[test]
fn grids_first_passes() {
    let sample = makers::grids_first(&PAIRS, 4_000, Proportions::Natural, 1);
    let audit =
        Independence::of(&sample, &[Question::Wins, Question::AtLeast(Cents::from_euros(20))], &GAME, 0).unwrap();
    assert!(audit.family.is_sound() && audit.asked.iter().all(|asked| asked.score.is_some()), "{audit}");
    let audit = self::audit(&Seen::new(&PAIRS).shuffled(6_000, Proportions::Equal, 2));
    assert!(audit.family.is_sound() && audit.asked.iter().all(|asked| asked.score.is_some()), "{audit}");
    assert_eq!((audit.units, audit.pairs, audit.most_shown), (6_000, 300, 20));
}

/// How well the pairs' exact odds tell the units of a question from others, when pairs are drawn until the lot is paid.
fn told_by_odds(pairs: &[BlindPair], question: Question) -> f64 {
    let winners: u64 = GAME.lots.iter().map(|row| row.count).sum();
    let lots = || GAME.lots.iter().map(|row| (row.cents, row.count)).chain([(Cents::ZERO, GAME.block_units - winners)]);
    let of = |made: &BlindPair, lot| made.odds.of_lot(lot, &GAME)[1];
    let mut scores: Vec<Scored> = Vec::new();
    for made in pairs {
        // How many units of a hundred blocks show the pair.
        let (mut positive, mut negative) = (0, 0);
        for (lot, count) in lots() {
            let all: u64 = pairs.iter().map(|made| of(made, lot)).sum();
            let shown = u32::try_from(count * 100 * of(made, lot) / all).unwrap();
            *if question.holds(lot) { &mut positive } else { &mut negative } += shown;
        }
        scores.push(Scored { value: f64::from(positive) / f64::from(negative), positive, negative });
    }
    Contest::of(&mut scores).auc()
}

#[test]
fn pairs_drawn_until_the_lot_is_paid_are_found() {
    let told = QUESTIONS.map(|question| told_by_odds(&PAIRS, question));
    assert!((told[0] - 0.57).abs() < 0.02 && (told[1] - 0.65).abs() < 0.03, "{told:?}");
    let audit = self::audit(&makers::drawn_until_paid(&PAIRS, 20_000, Proportions::Natural, 1));
    for name in [ALL_FEATURES, PAIR_ODDS, "odds of 5 € or more", "expected words"] {
        assert!(verdict(&audit, Question::Wins, name).found, "{name}: {audit}");
    }
    assert!(verdict(&audit, Question::Wins, ALL_FEATURES).test.value > 0.54, "{audit}");
    assert!((verdict(&audit, Question::Wins, "odds of 5 € or more").test.value - told[0]).abs() < 0.02, "{audit}");
    // Rare lots are seen when they are dealt more often.
    let audit = self::audit(&makers::drawn_until_paid(&PAIRS, 6_000, Proportions::Equal, 1));
    for name in [ALL_FEATURES, PAIR_ODDS, "odds of 200 € or more", "expected fours"] {
        assert!(verdict(&audit, RICH, name).found, "{name}: {audit}");
    }
}

/// Half a million units with lots as in a block: a thousand of 200 € and more.
#[test]
fn pairs_drawn_until_the_lot_is_paid_are_found_in_full() {
    if std::env::var_os("ALVEOLE_FULL").is_none() {
        return;
    }
    println!("AUC of the pairs' exact odds: {:?}", QUESTIONS.map(|question| told_by_odds(&PAIRS, question)));
    let audit = self::audit(&makers::drawn_until_paid(&PAIRS, 500_000, Proportions::Natural, 1));
    println!("{audit}");
    for (question, name) in [(Question::Wins, ALL_FEATURES), (Question::Wins, PAIR_ODDS), (RICH, PAIR_ODDS)] {
        assert!(verdict(&audit, question, name).found, "{question}, {name}: {audit}");
    }
    assert!(verdict(&audit, RICH, "odds of 200 € or more").found, "{audit}");
    let audit = self::audit(&Seen::new(&PAIRS).shuffled(500_000, Proportions::Natural, 1));
    println!("{audit}");
    assert!(audit.family.is_sound(), "{audit}");
}

/// Pairs that win more or less often for no visible reason: that is found, and no feature is blamed for it.
#[test]
fn a_pair_with_odds_of_its_own_blames_no_feature() {
    let mut stream = Streams::from_seed(8, Purpose::Deal).stream(0, 0);
    let mut sample = makers::sample();
    for made in PAIRS.iter() {
        let pair = sample.pair(&made.pair);
        let odds = [1, 5, 9][stream.index(3)];
        for _ in 0..100 {
            let wins = stream.chance(odds, 10);
            sample.unit(pair, if wins { Cents::from_euros(5) } else { Cents::ZERO });
        }
    }
    let audit = self::audit(&sample);
    let found: Vec<&str> = audit.family.found().map(|verdict| verdict.test.name.as_str()).collect();
    assert_eq!(found, [PAIR_ODDS], "{audit}");
}

#[test]
fn too_few_units_say_nothing() {
    let sample = Seen::new(&PAIRS[..29]).shuffled(5_000, Proportions::Equal, 0);
    let few = Independence::of(&sample, &QUESTIONS, &GAME, 0).unwrap_err();
    let start =
        "too few units to say anything; wins: 4500 such units, on 29 different pairs, and others on 29; 30 different";
    assert!(few.to_string().starts_with(start), "{few}");
    // One question can be asked, the other is told.
    let audit = self::audit(&Seen::new(&PAIRS).shuffled(1_000, Proportions::Natural, 0));
    assert!(audit.asked[0].score.is_some() && audit.asked[1].score.is_none());
    assert!(audit.conclusion().contains("Not tested: 200 € and more: 2 such units, on 2 different pairs"), "{audit}");
    assert!(audit.family.verdicts.iter().all(|verdict| verdict.test.question == "wins"));
}

#[test]
fn the_order_of_grids_makes_another_pair() {
    let mut sample = makers::sample();
    let pair = &PAIRS[0].pair;
    let (first, again) = (sample.pair(pair), sample.pair(&pair.clone()));
    let mut turned = pair.clone();
    turned.grids.reverse();
    assert!(first == again && first != sample.pair(&turned));
}
