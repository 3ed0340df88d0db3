//! Pairs repaired after the lists have changed: only those that must change do, in as few cells as possible.
//!
//! A pair must change when it shows what the lists now forbid, has a word that the lexicon has no longer, or does not
//! serve every result any more. One that only left pieces which are now forbidden keeps its grids, and gets new odds. All
//! others stay as they are.

use std::sync::Arc;

use rayon::prelude::*;

use super::blind::{Blind, BlindError, BlindPair, Round, Used, words};
use crate::crossword::amend::{Amend, CellPlace, cells_of};
use crate::crossword::layout::{Layout, Mask};
use crate::crossword::odds::{Odds, WrongShape};
use crate::crossword::reveal::Reveal;
use crate::crossword::vocabulary::Split;
use crate::letters::{Letter, Word};
use crate::rng::{Purpose, Streams};
use crate::screen::{Hit, Place, Reading, Spot};
use crate::unit::{Cells, Grid, GridPair, PlacedWord};

/// Words looked at before a pair is made anew: a second's work.
const STEPS: u64 = 20_000_000;

/// Fills that were found and could not be used, before a pair is made anew.
const REFUSED: u32 = 2_000;

/// What becomes of one pair.
#[derive(Clone, Debug)]
pub struct Repaired<'a> {
    /// Which, from 0.
    pub number: usize,
    /// What it shows that must not be read.
    pub hits: Vec<Hit<'a>>,
    /// Its words that are not in the vocabulary: blocked, or gone from the lexicon.
    pub unknown: Vec<Word>,
    /// Whether there were results that it did not serve any more.
    pub unserved: bool,
    /// The pair that takes its place, and its odds: the same grids where only the odds have changed.
    pub made: BlindPair,
    /// The words that were exchanged: where, and from what to what.
    pub exchanged: Vec<(Spot, Word, Word)>,
    /// How many cells have another letter.
    pub cells: usize,
    /// Whether no few cells would do, and both grids were filled anew.
    pub anew: bool,
}

/// What is wrong with a pair.
struct Diagnosis<'a> {
    number: usize,
    hits: Vec<Hit<'a>>,
    unknown: Vec<Word>,
    /// Its odds, if it serves every result.
    odds: Option<Odds>,
}

impl Blind<'_> {
    /// Repairs the pairs of a bank, on the threads of the current rayon pool: what must change, in order.
    ///
    /// `holds` says of a pair's number whether odds are those that are on record. Layouts and count of the run are not used: a
    /// pair that is made anew keeps its own layouts.
    ///
    /// # Errors
    /// When a pair can't be repaired, or the judge rejects one.
    pub fn repair(
        &self,
        pairs: &[&GridPair],
        holds: impl Fn(usize, &Odds) -> bool + Sync,
    ) -> Result<Vec<Repaired<'_>>, BlindError> {
        let found: Vec<Option<Diagnosis>> = pairs
            .par_iter()
            .enumerate()
            .map(|(number, pair)| self.diagnose(number, pair, &holds))
            .collect::<Result<_, _>>()?;
        let mut used = Used::default();
        for pair in pairs {
            used.add(pair);
        }
        let preference = self.preference(&used);
        let mut repaired = Vec::new();
        for diagnosis in found.into_iter().flatten() {
            let pair = pairs[diagnosis.number];
            // Against all others: it may have as many words in common with itself as it likes.
            let nothing = GridPair { grids: Vec::new() };
            used.exchange(diagnosis.number, pair, &nothing);
            let repair = self.repaired(pair, diagnosis, &preference, &used)?;
            used.exchange(repair.number, &nothing, &repair.made.pair);
            repaired.push(repair);
        }
        Ok(repaired)
    }

    /// What is wrong with a pair, if anything is.
    fn diagnose(
        &self,
        number: usize,
        pair: &GridPair,
        holds: impl Fn(usize, &Odds) -> bool,
    ) -> Result<Option<Diagnosis<'_>>, BlindError> {
        let hits = self.screen.pair(pair);
        let lexicon = self.vocabulary.lexicon();
        let unknown: Vec<Word> = words(pair).filter(|word| lexicon.lookup(*word).is_none()).collect();
        let odds = match Reveal::of(pair, &self.screen) {
            Ok(reveal) => self.served(&reveal),
            Err(WrongShape::Pieces(_)) => None,
            Err(problem) => return Err(problem.into()),
        };
        let is_sound = hits.is_empty() && unknown.is_empty() && odds.as_ref().is_some_and(|odds| holds(number, odds));
        Ok((!is_sound).then_some(Diagnosis { number, hits, unknown, odds }))
    }

    fn repaired<'a>(
        &'a self,
        pair: &GridPair,
        diagnosis: Diagnosis<'a>,
        preference: &[u32],
        used: &Used,
    ) -> Result<Repaired<'a>, BlindError> {
        let Diagnosis { number, hits, unknown, odds } = diagnosis;
        let unserved = odds.is_none();
        let streams = Streams::from_seed(self.seed, Purpose::Repair);
        let (made, cells, anew) = match odds {
            Some(odds) if hits.is_empty() && unknown.is_empty() => (BlindPair { pair: pair.clone(), odds }, 0, false),
            _ => {
                if let Some((made, cells)) = self.amended(pair, &hits, preference, used) {
                    (made, cells, false)
                } else {
                    let made = self.anew(number, pair, &streams, used)?;
                    let cells = differing(pair, &made.pair);
                    (made, cells, true)
                }
            }
        };
        if cells > 0 {
            let reveal = Reveal::of(&made.pair, &self.screen)?;
            // Behind the attempts at a new pair.
            self.judged(number, &made.pair, &reveal, &mut streams.stream(number as u64, u32::MAX))?;
        }
        let exchanged = exchanged(pair, &made.pair);
        Ok(Repaired { number, hits, unknown, unserved, made, exchanged, cells, anew })
    }

    /// The pair with as few other cells as will do.
    fn amended(&self, pair: &GridPair, hits: &[Hit], preference: &[u32], used: &Used) -> Option<(BlindPair, usize)> {
        let mut musts: Vec<Vec<CellPlace>> = hits.iter().map(|hit| cells_of_hit(hit, pair)).collect();
        musts.retain(|cells| !cells.is_empty());
        if musts.is_empty() && words(pair).all(|word| self.vocabulary.lexicon().lookup(word).is_some()) {
            // Nothing is shown: some result is not served, and any cell may be why.
            musts.push(all_cells(pair));
        }
        let mut refused = 0;
        let mut served = None;
        let amend = Amend { vocabulary: self.vocabulary, musts: &musts, preference, steps: STEPS };
        let amended = amend.amend(pair, |other| {
            refused += 1;
            served = self.usable(other, used);
            served.is_some() || refused > REFUSED
        })?;
        Some((BlindPair { pair: amended.pair, odds: served? }, amended.cells))
    }

    /// The odds of a pair, if it can be used beside the others.
    fn usable(&self, pair: &GridPair, others: &Used) -> Option<Odds> {
        let lexicon = self.vocabulary.lexicon();
        let ids: Vec<_> = words(pair).map(|word| lexicon.lookup(word)).collect::<Option<_>>()?;
        let is_apart = self.vocabulary.clashing_groups(&ids).is_empty();
        let has_few = pair.grids.iter().all(|grid| self.has_few_of_each(&grid.words.iter().map(|placed| &placed.word)));
        let is_own = others.most_common(pair, 0) <= self.wishes.common_words;
        if !(is_apart && has_few && is_own && self.screen.pair(pair).is_empty()) {
            return None;
        }
        self.served(&Reveal::of(pair, &self.screen).ok()?)
    }

    /// Another pair with the same layouts.
    fn anew(&self, number: usize, pair: &GridPair, streams: &Streams, used: &Used) -> Result<BlindPair, BlindError> {
        let of = |grid: &Grid| Layout::from_mask(&mask(&grid.cells), &self.game.crossword).ok();
        let layouts: Vec<Layout> = pair.grids.iter().filter_map(of).collect();
        let run = Blind { layouts: &layouts, screen: Arc::clone(&self.screen), ..self.clone() };
        let split = Split::new(self.vocabulary, Letter::all().collect());
        let round = Round { run: &run, vocabulary: self.vocabulary, split: &split, streams };
        Ok(round.pair(number, 0, used)?.1)
    }

    /// The words in the order in which they are tried: least used first, drawn among equals.
    fn preference(&self, used: &Used) -> Vec<u32> {
        let lexicon = self.vocabulary.lexicon();
        let mut order: Vec<_> = lexicon.ids().collect();
        Streams::from_seed(self.seed, Purpose::Repair).stream(u64::MAX, 0).shuffle(&mut order);
        order.sort_by_key(|id| used.uses(lexicon.word(*id)));
        let mut preference = vec![0; order.len()];
        for (rank, id) in (0..).zip(&order) {
            preference[id.index()] = rank;
        }
        preference
    }
}

/// The cells that a hit is read off; none for one on the question marks.
fn cells_of_hit(hit: &Hit, pair: &GridPair) -> Vec<CellPlace> {
    match hit.place {
        // A word or a run that may not stand, or what is inside one: the vocabulary does not have it.
        Place::Line { .. } if hit.reading != Reading::Cells => Vec::new(),
        Place::Line { grid, row, column, heading } => {
            let (down, right) = heading.step();
            let cells = &pair.grids[grid - 1].cells;
            let ahead = (0..).map_while(|steps: isize| {
                let row = row.checked_add_signed(down * steps)?;
                let column = column.checked_add_signed(right * steps)?;
                (row < cells.rows() && column < cells.columns()).then_some(CellPlace { grid: grid - 1, row, column })
            });
            ahead.filter(|cell| cells.get(cell.row, cell.column).is_some()).take(hit.word.len()).collect()
        }
        Place::Words(first, second) => [first, second].into_iter().flat_map(|spot| cells_of_word(spot, pair)).collect(),
        Place::QuestionMark { .. } => Vec::new(),
    }
}

fn cells_of_word(spot: Spot, pair: &GridPair) -> Vec<CellPlace> {
    let stands = |placed: &&PlacedWord| {
        (placed.row.into(), placed.column.into(), placed.direction) == (spot.row, spot.column, spot.direction)
    };
    let placed = pair.grids[spot.grid - 1].words.iter().find(stands);
    let cells = placed.into_iter().flat_map(cells_of);
    cells.map(|(row, column)| CellPlace { grid: spot.grid - 1, row, column }).collect()
}

fn all_cells(pair: &GridPair) -> Vec<CellPlace> {
    let cells = pair.grids.iter().enumerate().flat_map(|(grid, filled)| {
        let cells = filled.words.iter().flat_map(cells_of);
        cells.map(move |(row, column)| CellPlace { grid, row, column })
    });
    cells.collect()
}

fn mask(cells: &Cells) -> Mask {
    let mut mask = Mask::grey(cells.rows(), cells.columns());
    for (row, column) in (0..cells.rows()).flat_map(|row| (0..cells.columns()).map(move |column| (row, column))) {
        mask.set(row, column, cells.get(row, column).is_some());
    }
    mask
}

/// Cells with another letter.
fn differing(before: &GridPair, after: &GridPair) -> usize {
    let letters = |pair: &GridPair| -> Vec<Option<Letter>> {
        pair.grids.iter().flat_map(|grid| (0..grid.cells.rows()).flat_map(|row| grid.cells.row(row).to_vec())).collect()
    };
    letters(before).iter().zip(letters(after)).filter(|(before, after)| *before != after).count()
}

fn exchanged(before: &GridPair, after: &GridPair) -> Vec<(Spot, Word, Word)> {
    let grids = before.grids.iter().zip(&after.grids).zip(1..);
    let words = grids.flat_map(|((before, after), grid)| {
        before.words.iter().zip(&after.words).map(move |(before, after)| (grid, before, after))
    });
    let changed = words.filter(|(_, before, after)| before.word != after.word).map(|(grid, before, after)| {
        let (row, column) = (before.row.into(), before.column.into());
        (Spot { grid, row, column, direction: before.direction }, before.word, after.word)
    });
    changed.collect()
}
