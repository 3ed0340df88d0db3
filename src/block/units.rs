//! The units of a block, each a function of the keys and its number.

use std::cell::RefCell;
use std::sync::Arc;

use thiserror::Error;

use super::keys::{KeyPurpose, Keys};
use super::own::OwnCrosswords;
use super::sequence::{Kinds, Lots, Pairs};
use crate::bank::{Bank, BankPair, outcomes};
use crate::crossword::deal::NotDealt;
use crate::crossword::layout::Layout;
use crate::crossword::odds::WrongShape;
use crate::crossword::reveal::Reveal;
use crate::crossword::vocabulary::Vocabulary;
use crate::game::{AnyGame, Game, HiveGame};
use crate::hive::{Maker, NoPlan};
use crate::lexicon::Lexicon;
use crate::money::Cents;
use crate::produce::blind::Wishes;
use crate::produce::dealer::{Dealer, Wanted};
use crate::rng::Streams;
use crate::screen::Screen;
use crate::unit::{CrosswordUnit, HiveUnit};
use crate::verify::{HiveJudge, Judge, Rejected, Verified};

/// What units of crosswords are made of.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// Where their grids are from.
    pub grids: Grids<'a>,
    /// The words that may stand.
    pub lexicon: &'a Lexicon,
    /// What must not be read.
    pub screen: &'a Arc<Screen>,
}

/// Where the grids of a block are from.
#[derive(Clone, Copy, Debug)]
pub enum Grids<'a> {
    /// From a bank.
    Bank(&'a Bank),
    /// Each unit's are made for it.
    Own {
        /// Blind, or for its letters and lot.
        mode: OwnGrids,
        /// The words, with the same screen.
        vocabulary: &'a Vocabulary,
        /// The layouts that grids draw from.
        layouts: &'a [Layout],
        /// What blind grids must be like.
        wishes: &'a Wishes,
    },
}

/// How a unit gets grids of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnGrids {
    /// Blind: the lot is looked at when they are finished.
    Fresh,
    /// For its letters and lot, which visible grids then tell something of.
    Filled,
}

/// A unit of either game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockUnit {
    /// Letters and grids, and which pair of a bank they are, if they are of one.
    Crossword(Option<u32>, Verified<CrosswordUnit>),
    /// Hives.
    Hive(Verified<HiveUnit>),
}

/// Why a unit can't be made.
#[derive(Debug, Error)]
pub enum BlockError {
    /// A pair that does not serve a result.
    #[error(
        "pair {pair} of the bank serves {lot} with no set of letters under these lists: repair the bank, and plan anew"
    )]
    NotServed {
        /// From 0.
        pair: u32,
        /// The result.
        lot: Cents,
    },
    /// No order of the letters passes.
    #[error("unit {unit}: {problem}")]
    NoOrder {
        /// From 0.
        unit: u64,
        /// What the dealer says.
        problem: NotDealt,
    },
    /// Earlier units with the same pair show every order of the letters that was drawn.
    #[error(
        "unit {unit}: earlier units with pair {pair} show its letters in each of {draws} orders that were drawn: make a larger bank, and plan anew"
    )]
    Repeats {
        /// From 0.
        unit: u64,
        /// From 0.
        pair: u32,
        /// How many orders.
        draws: u32,
    },
    /// A pair of another shape than the game's.
    #[error("pair {pair} of the bank: {problem}")]
    Shape {
        /// From 0.
        pair: usize,
        /// What is wrong.
        problem: WrongShape,
    },
    /// The bank's odds are of another game.
    #[error("the bank is of another game: its rows have odds of {found} outcomes, the game has {wanted}")]
    Outcomes {
        /// Of a row.
        found: usize,
        /// Of the game.
        wanted: usize,
    },
    /// No grids could be made for a unit.
    #[error("unit {unit}: {problem}")]
    NoGrids {
        /// From 0.
        unit: u64,
        /// Why.
        problem: String,
    },
    /// Hives that can't be planned.
    #[error(transparent)]
    NoPlan(#[from] NoPlan),
    /// The judge rejects a unit: a fault of this crate.
    #[error("unit {unit}: the judge rejects what was made: {rejected}")]
    Faulty {
        /// From 0.
        unit: u64,
        /// What is wrong with it.
        rejected: Rejected,
    },
}

/// The units of a block.
#[derive(Debug)]
pub struct Units<'a> {
    lots: Lots,
    content: Content<'a>,
}

#[derive(Debug)]
enum Content<'a> {
    Crossword(Box<Crosswords<'a>>),
    Own(Box<OwnCrosswords<'a>>),
    Hive(Box<Hives<'a>>),
}

#[derive(Debug)]
struct Crosswords<'a> {
    game: &'a Game,
    bank: &'a Bank,
    name: String,
    reveals: Vec<Reveal>,
    dealer: Dealer<'a>,
    judge: Judge<'a>,
    pairs: Pairs,
    letters: Streams,
    order: Streams,
}

#[derive(Debug)]
struct Hives<'a> {
    maker: Maker,
    judge: HiveJudge<'a>,
    kinds: Kinds,
    streams: Streams,
}

impl<'a> Units<'a> {
    /// The units of a game under keys. Crosswords need their material, hives none.
    ///
    /// # Errors
    /// When a pair of the bank does not serve every result, or the plans of hives can't be listed.
    ///
    /// # Panics
    /// When a game of crosswords comes without material.
    pub fn new(game: &'a AnyGame, keys: &Keys, material: Option<Material<'a>>) -> Result<Self, BlockError> {
        let lots = Lots::new(game, keys);
        let content = match game {
            AnyGame::Crossword(game) => {
                let material = material.expect("crosswords are made of something");
                match material.grids {
                    Grids::Bank(bank) => Content::Crossword(Box::new(Crosswords::new(game, keys, &material, bank)?)),
                    Grids::Own { .. } => Content::Own(Box::new(OwnCrosswords::new(game, keys, &material))),
                }
            }
            AnyGame::Hive(game) => Content::Hive(Box::new(Hives::new(game, keys, &lots)?)),
        };
        Ok(Self { lots, content })
    }

    /// How many units there are.
    pub fn len(&self) -> u64 {
        self.lots.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lots.is_empty()
    }

    /// The lots.
    pub const fn lots(&self) -> &Lots {
        &self.lots
    }

    /// What makes units one after the other; each thread has its own.
    pub fn maker(&self) -> UnitMaker<'_, 'a> {
        let pairs = match &self.content {
            Content::Crossword(crosswords) => Some(RefCell::new(crosswords.pairs.clone())),
            Content::Own(_) | Content::Hive(_) => None,
        };
        UnitMaker { units: self, pairs }
    }

    /// The units of a range, in order.
    pub fn range(
        &self,
        units: std::ops::Range<u64>,
    ) -> impl Iterator<Item = Result<BlockUnit, BlockError>> + use<'_, 'a> {
        let maker = self.maker();
        units.map(move |unit| maker.unit(unit, 0))
    }
}

/// Makes units of a block.
#[derive(Debug)]
pub struct UnitMaker<'u, 'a> {
    units: &'u Units<'a>,
    pairs: Option<RefCell<Pairs>>,
}

impl UnitMaker<'_, '_> {
    /// The unit of a number, from 0. `redrawn` is how often the order of its letters has been drawn anew, because an earlier unit
    /// shows the same pair with the same letters in the same order.
    ///
    /// # Errors
    /// When its pair does not serve its lot, or the judge rejects it.
    pub fn unit(&self, unit: u64, redrawn: u32) -> Result<BlockUnit, BlockError> {
        let lot = self.units.lots.of(unit);
        match &self.units.content {
            Content::Crossword(crosswords) => {
                let pair = self.pairs.as_ref().map_or(0, |pairs| pairs.borrow_mut().of(unit));
                Ok(BlockUnit::Crossword(Some(pair), crosswords.unit(unit, pair, lot, redrawn)?))
            }
            Content::Own(crosswords) => Ok(BlockUnit::Crossword(None, crosswords.unit(unit, lot)?)),
            Content::Hive(hives) => hives.unit(unit, lot).map(BlockUnit::Hive),
        }
    }
}

/// Whether each pair of a bank serves every result of a game, by the odds that the bank has of it. Whatever a unit's lot will be:
/// who looks at the lot first knows something of the pair.
///
/// # Errors
/// When one does not, or the bank is of another game.
pub fn serves_all(game: &Game, bank: &Bank) -> Result<(), BlockError> {
    let outcomes = outcomes(game);
    for (pair, made) in (0..).zip(bank.pairs()) {
        if made.odds.len() != outcomes.len() {
            return Err(BlockError::Outcomes { found: made.odds.len(), wanted: outcomes.len() });
        }
        for lot in game.lots.iter().map(|row| row.cents).chain([Cents::ZERO]) {
            let serves = |(outcome, sets): (&Vec<u8>, &u32)| *sets > 0 && game.lot(outcome) == Some(lot);
            if !outcomes.iter().zip(&made.odds).any(serves) {
                return Err(BlockError::NotServed { pair, lot });
            }
        }
    }
    Ok(())
}

impl<'a> Crosswords<'a> {
    fn new(game: &'a Game, keys: &Keys, material: &Material<'a>, bank: &'a Bank) -> Result<Self, BlockError> {
        let Material { lexicon, screen, .. } = *material;
        serves_all(game, bank)?;
        let reveal = |(pair, made): (usize, &BankPair)| {
            Reveal::of(&made.pair, screen).map_err(|problem| BlockError::Shape { pair, problem })
        };
        let reveals = bank.pairs().iter().enumerate().map(reveal).collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            game,
            bank,
            name: game.name.clone(),
            reveals,
            dealer: Dealer { game, screen },
            judge: Judge::new(game, lexicon, screen.blocklist()).for_block(true),
            pairs: Pairs::new(bank.len() as u64, keys),
            letters: keys.streams(KeyPurpose::Letters),
            order: keys.streams(KeyPurpose::Order),
        })
    }

    fn unit(&self, unit: u64, pair: u32, lot: Cents, redrawn: u32) -> Result<Verified<CrosswordUnit>, BlockError> {
        let reveal = &self.reveals[pair as usize];
        let set = self.dealer.set(reveal, &Wanted::Lot(lot), &mut self.letters.stream(unit, 0));
        let set = set.map_err(|_| BlockError::NotServed { pair, lot })?;
        let letters = self.dealer.order(set, &mut self.order.stream(unit, redrawn));
        let letters = letters.map_err(|problem| BlockError::NoOrder { unit, problem })?;
        let completed = reveal.completed(set);
        let made = CrosswordUnit {
            game: self.name.clone(),
            letters,
            pair: self.bank.pairs()[pair as usize].pair.clone(),
            lot: self.game.lot(&completed),
            completed,
        };
        self.judge.verify(made).map_err(|rejected| BlockError::Faulty { unit, rejected })
    }
}

impl<'a> Hives<'a> {
    fn new(game: &'a HiveGame, keys: &Keys, lots: &Lots) -> Result<Self, BlockError> {
        let maker = Maker::new(game)?;
        let kinds = Kinds::new(&maker, lots, keys);
        Ok(Self { maker, judge: HiveJudge::new(game), kinds, streams: keys.streams(KeyPurpose::Hive) })
    }

    fn unit(&self, unit: u64, lot: Cents) -> Result<Verified<HiveUnit>, BlockError> {
        let mut stream = self.streams.stream(unit, 0);
        let plan = self.maker.draw(lot, self.kinds.of(unit), &mut stream)?;
        let made = self.maker.place(plan, &mut stream);
        self.judge.verify(made).map_err(|rejected| BlockError::Faulty { unit, rejected })
    }
}
