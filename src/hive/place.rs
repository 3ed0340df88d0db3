//! The placement of a plan: the exact sampler of the [room](super).

use std::sync::Arc;

use super::{Gain, LotPlans, NoPlan, Plan, apportion};
use crate::game::{HiveGame, Kind};
use crate::money::Cents;
use crate::rng::Stream;
use crate::unit::{Hive, HiveCell, HiveLine, HiveUnit};

/// Makes units of one game: its plans, listed once, and the tables of its placement.
///
/// It is shared freely between threads; making a unit takes less than a microsecond.
#[derive(Clone, Debug)]
pub struct Maker {
    game: HiveGame,
    name: Arc<str>,
    symbols: Arc<[Box<str>]>,
    /// In the order of the prize table.
    plans: Vec<LotPlans>,
    /// A unit that loses, without and with an EXTRA hive.
    losing: [Plan; 2],
    /// The cells of symbols that are not picked, by the number that is drawn for them.
    others: Vec<HiveCell>,
    /// For each number of free cells, the sums of the weights of none, one, two … picked symbols.
    picked: Vec<Vec<u32>>,
}

/// What a line must show, before its cells are drawn.
#[derive(Clone, Copy, Default)]
struct Wanted {
    /// 1, a multiplier, or 0 for a losing line.
    wins: u8,
    bee: bool,
    extra: bool,
}

/// Thousandths.
const RATE: u32 = 1_000;

impl Maker {
    /// Lists the plans of all lots of a game.
    ///
    /// # Errors
    /// When a lot has more plans than can be listed.
    pub fn new(game: &HiveGame) -> Result<Self, NoPlan> {
        let plans = game.lots.iter().map(|row| LotPlans::new(game, row.cents)).collect::<Result<_, _>>()?;
        let fillers = (1_u8..).take(game.fillers.len()).map(HiveCell::Filler);
        let sums = |cells| {
            let weights = game.picked_weights(cells).iter();
            weights.scan(0, |sum, weight| {
                *sum += weight;
                Some(*sum)
            })
        };
        Ok(Self {
            game: game.clone(),
            name: game.name.as_str().into(),
            symbols: game.symbols().map(Box::from).collect(),
            plans,
            losing: [Plan::losing(false), Plan::losing(true)],
            others: [HiveCell::Second, HiveCell::Third].into_iter().chain(fillers).collect(),
            picked: (0..=HiveGame::MOST_CELLS).map(|cells| sums(cells).collect()).collect(),
        })
    }

    /// The game.
    pub const fn game(&self) -> &HiveGame {
        &self.game
    }

    /// The plans of a lot.
    ///
    /// # Errors
    /// When the prize table has no such lot.
    pub fn plans(&self, lot: Cents) -> Result<&LotPlans, NoPlan> {
        self.plans.iter().find(|plans| plans.lot() == lot).ok_or_else(|| self.not_in_table(lot))
    }

    fn not_in_table(&self, lot: Cents) -> NoPlan {
        NoPlan::NotInTable { lot, rows: self.game.lots.iter().map(|row| row.cents).collect() }
    }

    /// How many of so many units of a lot take each kind, in the order of [`Kind::ALL`]: [apportioned](apportion) by the
    /// game's weights.
    ///
    /// # Errors
    /// When the prize table has no such lot.
    pub fn shares(&self, lot: Cents, count: u64) -> Result<[u64; Kind::ALL.len()], NoPlan> {
        let row = self.game.lot_row(lot).ok_or_else(|| self.not_in_table(lot))?;
        let shares = apportion(count, &row.kinds);
        Ok(std::array::from_fn(|kind| shares[kind]))
    }

    /// Draws a plan of a lot and kind; for a lot of zero, whether the EXTRA hive is opened.
    ///
    /// This and [`place`](Self::place) are all that a unit draws, so that a unit is a function of lot, kind and stream.
    ///
    /// # Errors
    /// When the prize table has no such lot, the kind cannot pay it, or a losing unit has a kind.
    ///
    /// ```
    /// use alveole::game::{HiveGame, Kind};
    /// use alveole::hive::Maker;
    /// use alveole::money::Cents;
    /// use alveole::rng::{Purpose, Streams};
    ///
    /// let maker = Maker::new(&HiveGame::ruche_d_or()).unwrap();
    /// // The kind of each of a block's 250 units of 500 €; a block shuffles them among all its units.
    /// let shares = maker.shares(Cents::from_euros(500), 250).unwrap();
    /// let kinds = Kind::ALL.into_iter().zip(shares).flat_map(|(kind, share)| (0..share).map(move |_| kind));
    /// let streams = Streams::from_seed(7, Purpose::Hives);
    /// let mut unit = maker.blank();
    /// for (index, kind) in (0..).zip(kinds) {
    ///     let mut stream = streams.stream(index, 0);
    ///     let plan = maker.draw(Cents::from_euros(500), Some(kind), &mut stream).unwrap();
    ///     maker.place_into(plan, &mut stream, &mut unit);
    ///     assert_eq!(unit.lot, Cents::from_euros(500));
    /// }
    /// ```
    pub fn draw(&self, lot: Cents, kind: Option<Kind>, stream: &mut Stream) -> Result<&Plan, NoPlan> {
        match kind {
            None if lot == Cents::ZERO => Ok(self.draw_losing(stream)),
            _ if lot == Cents::ZERO => Err(NoPlan::LosingKind),
            None => Err(NoPlan::WithoutKind { lot }),
            Some(kind) => {
                let plans = self.plans(lot)?;
                if plans.can_pay(kind) { Ok(plans.draw(kind, stream)) } else { Err(plans.no_kind(kind)) }
            }
        }
    }

    /// Draws whether a losing unit opens an EXTRA hive.
    pub(super) fn draw_losing(&self, stream: &mut Stream) -> &Plan {
        let rate = self.game.rates.blank_extra_per_mille;
        &self.losing[usize::from(rate > 0 && stream.chance(rate, RATE))]
    }

    /// A unit of this game without a hive, which [`place_into`](Self::place_into) fills.
    pub fn blank(&self) -> HiveUnit {
        HiveUnit {
            game: Arc::clone(&self.name),
            symbols: Arc::clone(&self.symbols),
            hives: Vec::new(),
            bonus_bees: None,
            lot: Cents::ZERO,
        }
    }

    /// Places a plan, by draws from the stream.
    ///
    /// # Panics
    /// When the plan is none of this game.
    pub fn place(&self, plan: &Plan, stream: &mut Stream) -> HiveUnit {
        let mut unit = self.blank();
        self.place_into(plan, stream, &mut unit);
        unit
    }

    /// [`place`](Self::place) into a [`blank`](Self::blank) unit, or one that was made before, whose memory is used again.
    ///
    /// # Panics
    /// When the plan is none of this game.
    pub fn place_into(&self, plan: &Plan, stream: &mut Stream, unit: &mut HiveUnit) {
        let hives = if plan.extra { 2 } else { 1 };
        unit.hives.resize_with(hives, || Hive { lines: Vec::new(), bee: self.game.bee });
        for ((hive, gains), number) in unit.hives.iter_mut().zip(&plan.gains).zip(1..) {
            self.hive(gains, plan.extra && number == 1, stream, hive);
        }
        unit.bonus_bees = plan.bonus.or_else(|| plan.is_empty().then(|| self.losing_bees(stream)));
        unit.lot = plan.lot(&self.game);
    }

    fn losing_bees(&self, stream: &mut Stream) -> u8 {
        let rows = &self.game.bonus.losing;
        let mut drawn = stream.below(rows.iter().map(|row| row.weight).sum());
        for row in rows {
            if drawn < row.weight {
                return row.bees;
            }
            drawn -= row.weight;
        }
        unreachable!("a draw below the sum of weights falls to one of them")
    }

    fn hive(&self, gains: &[Gain], extra: bool, stream: &mut Stream, hive: &mut Hive) {
        let mut wanted = [Wanted::default(); HiveGame::MOST_LINES];
        let mut bee = false;
        for gain in gains {
            match *gain {
                Gain::Line { line, times } => wanted[usize::from(line)].wins = times,
                Gain::Bee => bee = true,
            }
        }
        let mut free = [0; HiveGame::MOST_LINES];
        for ((free, line), wanted) in free.iter_mut().zip(&self.game.lines).zip(&wanted) {
            let taken = if wanted.wins > 0 { self.game.symbols_to_win + usize::from(wanted.wins > 1) } else { 0 };
            *free = line.cells - taken;
        }
        if bee {
            wanted[draw_line(&mut free, stream)].bee = true;
        }
        if extra {
            wanted[draw_line(&mut free, stream)].extra = true;
        }
        hive.lines.clear();
        hive.lines.extend(self.game.lines.iter().zip(wanted).map(|(row, wanted)| {
            let mut cells = [HiveCell::Picked; HiveGame::MOST_CELLS];
            let cells = &mut cells[..row.cells];
            self.line(wanted, cells, stream);
            HiveLine::new(row.cents, cells).expect("a game's lines fit a unit's")
        }));
    }

    /// Fills one line.
    fn line(&self, wanted: Wanted, cells: &mut [HiveCell], stream: &mut Stream) {
        // What stands at drawn places: picked symbols first, then the rest.
        let mut placed = [HiveCell::Picked; HiveGame::MOST_CELLS];
        let mut count;
        if wanted.wins > 0 {
            count = self.game.symbols_to_win;
            if wanted.wins > 1 {
                placed[count] = HiveCell::Multiplier(wanted.wins);
                count += 1;
            }
        } else {
            let free = cells.len() - usize::from(wanted.bee) - usize::from(wanted.extra);
            count = self.draw_picked(free, stream);
            let rate = self.game.rates.idle_multiplier_per_mille;
            if free > count && rate > 0 && stream.chance(rate, RATE) {
                let times = self.game.multipliers[stream.index(self.game.multipliers.len())];
                placed[count] = HiveCell::Multiplier(times);
                count += 1;
            }
        }
        for (cell, is_there) in [(HiveCell::Bee, wanted.bee), (HiveCell::Extra, wanted.extra)] {
            if is_there {
                placed[count] = cell;
                count += 1;
            }
        }
        self.draw_cells(&placed[..count], cells, stream);
    }

    /// How many picked symbols a losing line with so many free cells shows.
    fn draw_picked(&self, free: usize, stream: &mut Stream) -> usize {
        let sums = &self.picked[free];
        let Some(total) = sums.last() else { unreachable!("the game has a row for every number of free cells") };
        let drawn = stream.below(*total);
        sums.iter().take_while(|sum| drawn >= **sum).count()
    }

    /// Puts `placed` into cells that are drawn without repetition, and other symbols into the rest.
    fn draw_cells(&self, placed: &[HiveCell], cells: &mut [HiveCell], stream: &mut Stream) {
        const NOTHING: u32 = 0;
        let (length, others) = (cells.len(), self.others.len());
        // One word for the line: a place for each of `placed`, then a symbol for every other cell. At most twelve cells and
        // eleven symbols: the product of the bounds is at most 12^12, and fits.
        let mut bounds = [NOTHING; HiveGame::MOST_CELLS];
        let mut draws = [NOTHING; HiveGame::MOST_CELLS];
        let symbols = u32::try_from(others).unwrap_or(u32::MAX);
        for (index, bound) in bounds[..length].iter_mut().enumerate() {
            *bound = if index < placed.len() { u32::try_from(length - index).unwrap_or(u32::MAX) } else { symbols };
        }
        stream.batch(&bounds[..length], &mut draws);
        // The cells in an order whose first places are drawn (the start of a Fisher–Yates shuffle).
        let mut order: [usize; HiveGame::MOST_CELLS] = std::array::from_fn(|cell| cell);
        for (index, cell) in placed.iter().enumerate() {
            order.swap(index, index + draws[index] as usize);
            cells[order[index]] = *cell;
        }
        let free = placed.len()..length;
        while self.reads_as_win(&draws[free.clone()]) {
            stream.batch(&bounds[free.clone()], &mut draws[free.clone()]);
        }
        for index in free {
            cells[order[index]] = self.others[draws[index] as usize];
        }
    }

    /// Whether a symbol that is not picked stands as often as it takes to win.
    fn reads_as_win(&self, symbols: &[u32]) -> bool {
        // Four bits a symbol: twelve cells are fewer than sixteen.
        let mut counts = 0_u64;
        symbols.iter().any(|symbol| {
            counts += 1 << (4 * symbol);
            (counts >> (4 * symbol) & 15) as usize >= self.game.symbols_to_win
        })
    }
}

/// Draws one of the free cells, takes it, and says in which line it is.
fn draw_line(free: &mut [usize], stream: &mut Stream) -> usize {
    let mut drawn = stream.index(free.iter().sum());
    for (line, free) in free.iter_mut().enumerate() {
        if drawn < *free {
            *free -= 1;
            return line;
        }
        drawn -= *free;
    }
    unreachable!("a draw below the number of free cells is one of them")
}
