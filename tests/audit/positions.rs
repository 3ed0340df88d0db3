//! Positions of tiers: orders that tell something are found, and shuffled ones are not.

use alveole::audit::positions::Positions;
use alveole::audit::verdict::{Family, Measured};
use alveole::rng::{Purpose, Stream, Streams};

const UNITS: usize = 30_000;
const PART: usize = 7_000;

fn names() -> Vec<String> {
    ["1,000 €", "20 €", "5 €", "nothing"].map(Into::into).into()
}

/// Few of the first, a tenth of the second, a fifth of the third.
fn shuffled(stream: &mut Stream) -> Vec<u8> {
    let mut tiers = [vec![0; 40], vec![1; 1_500], vec![2; 6_000], vec![3; UNITS - 7_540]].concat();
    stream.shuffle(&mut tiers);
    tiers
}

fn streams(number: u64) -> Stream {
    Streams::from_seed(number, Purpose::Audit).stream(0, 0)
}

fn tests(tiers: &[u8]) -> Vec<Measured> {
    Positions { tiers, names: &names(), part: PART }.tests()
}

/// The tests that find something, as `tier: test`.
fn found(tiers: &[u8]) -> Vec<String> {
    let family = Family::new(0.001, tests(tiers));
    family.found().map(|verdict| format!("{}: {}", verdict.test.question, verdict.test.name)).collect()
}

#[test]
fn what_is_declared_is_tested() {
    let tests = tests(&shuffled(&mut streams(1)));
    // Of three tiers, and of all together.
    let of = |tier: &str| tests.iter().filter(|test| test.question == tier).count();
    assert_eq!((of("all tiers"), of("1,000 €"), of("20 €"), of("5 €"), of("nothing")), (1, 0, 9, 10, 10));
}

/// Under the null, p-values are what they say: few small ones, and not too few.
#[test]
fn shuffled_tiers_raise_no_alarm() {
    let mut p: Vec<(String, Vec<f64>)> = Vec::new();
    let rounds = if std::env::var_os("ALVEOLE_FULL").is_some() { 5_000 } else { 600 };
    let mut stream = streams(2);
    let mut alarms = 0;
    for _ in 0..rounds {
        let tests = tests(&shuffled(&mut stream));
        for (at, test) in tests.iter().enumerate() {
            if p.len() == at {
                p.push((format!("{}: {}", test.question, test.name), Vec::new()));
            }
            p[at].1.push(test.p);
        }
        alarms += u32::from(!Family::new(0.001, tests).is_sound());
    }
    // One in a thousand is to be expected.
    assert!(alarms <= 4, "{alarms} of {rounds} shuffled blocks are found to be wrong");
    for (name, mut p) in p {
        p.sort_by(f64::total_cmp);
        // Kolmogorov and Smirnov's distance above: p-values must not be too small. Critical at one in 10^6 for one of thirty tests.
        let count = p.len();
        let at = |place: usize| f64::from(u32::try_from(place).unwrap()) / f64::from(u32::try_from(count).unwrap());
        let excess = p.iter().enumerate().map(|(place, p)| at(place + 1) - p).fold(0.0, f64::max);
        assert!(excess < 2.95 / f64::from(u32::try_from(count).unwrap()).sqrt(), "{name}: {excess}");
        // And a test that never finds anything is none.
        assert!(p[count / 20] < 0.15, "{name}: {} at one in twenty", p[count / 20]);
    }
}

/// An order of the shuffled tiers that tells something.
fn planted(change: impl FnOnce(&mut Vec<u8>, &mut Stream)) -> Vec<String> {
    let mut stream = streams(3);
    let mut tiers = shuffled(&mut stream);
    assert_eq!(found(&tiers), [""; 0]);
    let before = tiers.len();
    change(&mut tiers, &mut stream);
    assert_eq!(tiers.len(), before);
    found(&tiers)
}

fn names_of(found: &[String], tier: &str, test: &str) -> bool {
    found.iter().any(|name| name == &format!("{tier}: {test}"))
}

#[test]
fn sorted_tiers_are_found() {
    let found = planted(|tiers, _| tiers.sort_unstable());
    for (tier, test) in [("all tiers", "runs of equal results"), ("5 €", "stretches of the block"), ("nothing", "gaps")]
    {
        assert!(names_of(&found, tier, test), "{tier}: {test} is not among {found:?}");
    }
}

#[test]
fn winners_that_keep_apart_are_found() {
    // A winner behind one changes places with a loser elsewhere, as if somebody had wished for a pleasant spread.
    let found = planted(|tiers, stream| {
        while let Some(at) = tiers.windows(2).position(|two| two == [2, 2]) {
            let other = stream.index(UNITS);
            let is_free = |at: usize| tiers.get(at).is_none_or(|tier| *tier == 3);
            if is_free(other) && is_free(other.wrapping_sub(1)) && is_free(other + 1) {
                tiers.swap(at + 1, other);
            }
        }
    });
    for test in ["twice in a row", "what follows", "gaps"] {
        assert!(names_of(&found, "5 €", test), "{test} is not among {found:?}");
    }
}

#[test]
fn a_tier_that_gathers_in_one_stretch_is_found() {
    // A quarter more of it in one tenth of the block.
    let found = planted(|tiers, stream| {
        let mut moved = 0;
        while moved < 250 {
            let (from, to) = (stream.index(UNITS), 6_000 + stream.index(3_000));
            if tiers[from] == 2 && tiers[to] == 3 {
                tiers.swap(from, to);
                moved += 1;
            }
        }
    });
    assert!(names_of(&found, "5 €", "stretches of the block"), "{found:?}");
}

#[test]
fn a_tier_with_a_period_is_found() {
    // One in five of its units lies at a number that ends on 7.
    let found = planted(|tiers, stream| {
        for unit in 0..UNITS {
            if tiers[unit] == 1 && stream.below(5) == 0 {
                let other = stream.index(UNITS / 10) * 10 + 7;
                tiers.swap(unit, other);
            }
        }
    });
    assert!(names_of(&found, "20 €", "unit number modulo 10"), "{found:?}");
}

#[test]
fn a_tier_that_avoids_the_start_of_parts_is_found() {
    let found = planted(|tiers, stream| {
        for unit in (0..UNITS).filter(|unit| unit % PART < 200) {
            while tiers[unit] == 2 {
                let other = stream.index(UNITS);
                if other % PART >= 200 {
                    tiers.swap(unit, other);
                }
            }
        }
    });
    assert!(names_of(&found, "5 €", "places in parts"), "{found:?}");
}

#[test]
fn a_lot_that_follows_another_is_found() {
    // A fifth of the 20 € come right behind 5 €.
    let found = planted(|tiers, stream| {
        for _ in 0..2_000 {
            let (from, to) = (stream.index(UNITS), 1 + stream.index(UNITS - 1));
            if tiers[from] == 1 && tiers[to - 1] == 2 && tiers[to] == 3 {
                tiers.swap(from, to);
            }
        }
        let behind = |tiers: &[u8]| tiers.windows(2).filter(|two| *two == [2, 1]).count();
        let mut at = 0;
        while behind(tiers) < 480 {
            at += 1;
            let (from, to) = ((at * 7_919) % UNITS, 1 + (at * 104_729) % (UNITS - 1));
            if tiers[from] == 1 && tiers[to - 1] == 2 && tiers[to] == 3 {
                tiers.swap(from, to);
            }
        }
    });
    assert!(names_of(&found, "5 €", "what follows"), "{found:?}");
}
