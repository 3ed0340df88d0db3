//! Alvéole makes and judges the content of two instant-win games: the crossword tickets of *Maxi Mots Croisés* and the hives
//! of *Maxi Ruche d'Or*.
//!
//! A **unit** is one ticket. Of crosswords: 18 letters under question marks, two grids of 18 words each, and a lot that
//! follows from how many words of each grid the letters complete. Given letters and the wanted numbers of completed words,
//! this crate fills two grids that have exactly these, or proves that there are none. Of hives: lines of cells with symbols,
//! multipliers and a bee, perhaps an EXTRA hive, a Bonus where nothing wins. Given a lot, this crate places one of all ways
//! to it.
//!
//! The usual way through it: a [`Screen`](screen::Screen) is compiled from a [`Blocklist`](blocklist::Blocklist), a
//! [`Vocabulary`](crossword::vocabulary::Vocabulary) has the words of a [`Lexicon`](lexicon::Lexicon) that pass it, layouts come from a
//! [`LayoutGenerator`](crossword::layout::LayoutGenerator), a [`Run`](produce::Run) makes the units, and what it hands
//! over has passed the [`Judge`](verify::Judge). `examples/one_pair.rs` does this once; the program `alveole` does it with
//! files, messages and exit codes. With hives: a [`Maker`](hive::Maker) knows all ways to the lots of a
//! [`HiveGame`](game::HiveGame), a [`Batch`](hive::Batch) makes units of one lot, a [`HiveRun`](produce::hives::HiveRun) hands
//! them over, judged by a [`HiveJudge`](verify::HiveJudge): `examples/one_hive.rs`.
//!
//! # The rooms
//!
//! ```text
//!         bin/alveole (options, words, progress)        benches  tests  examples
//!              |       |                    |
//!              |    control                 |
//!              |       |    \               |
//!              |     block ---- | --------- | -----------+
//!              |       |        |           |            |
//!              |     bank     audit        play       produce
//!              |    /           |                    /    |    \
//!           formats             |           crossword   hive    |
//!              |                |             |    |            |
//!              |                |             |  screen       verify
//!              |                |             |    |            |
//!              +-------- unit · game · blocklist · lexicon -----+
//!                                 |
//!                  letters · money · table        rng
//! ```
//!
//! Dependencies point downwards only; `tests/layering.rs` holds every path of the code against the plan.
//!
//! | room | what lives there |
//! |---|---|
//! | [`letters`] | One [`Letter`](letters::Letter), a [`LetterSet`](letters::LetterSet) (one bit a letter), a [`Word`](letters::Word) of them, and the folding of French text: É is E, Œ is O and E. |
//! | [`money`] | [`Cents`](money::Cents): amounts are whole numbers. |
//! | [`table`] | Tab-separated files as people edit them, and what is wrong with a text file, by line and column. |
//! | [`rng`] | The only place that names a generator: a stream of draws per seed, purpose and index. |
//! | [`lexicon`] | The words, with accented forms, lemmas and levels; bitsets by length, place and letter for the search. |
//! | [`blocklist`] | What must not be read on a unit, the policy and the team's overrides, as data: nothing is matched here. |
//! | [`game`] | A game as data, from `games/*.toml`: letters, grids, pay table, lots; or lines, multipliers, Bonus, lots, the weights and rates of what is drawn. No number of it is in the code. |
//! | [`unit`](mod@unit) | A ticket as plain data: cells, placed words, letters, completed words, lot; or hives, Bonus, lot. No algorithms. |
//! | [`screen`] | Everything that can be read on a unit, held against the blocklist: what makers are steered by. |
//! | [`crossword`] | The makers: [`layout`](crossword::layout) says where words may stand, [`fill`](crossword::fill) which words stand there; [`odds`](crossword::odds) counts what sets of letters give, [`deal`](crossword::deal) draws one. |
//! | [`hive`] | The makers of hives: the ways to a lot, [counted](hive::count) and listed; their [placement](hive::Maker) by exactly the declared law; [figures](hive::Figures) of what wins nothing. |
//! | [`play`] | A unit of either kind replayed step by step, in any order, from its record alone. |
//! | [`verify`] | The judge: reads a unit as a player would, and names every rule that it breaks. |
//! | [`produce`] | Runs: letters in, judged units out, in order, for any number of threads; [pairs made blind](produce::blind); [hives](produce::hives). |
//! | `bank` | The bank file: pairs made blind and their odds, as Parquet. Behind the feature `bank`. |
//! | `block` | Whole blocks: the exact prize table, dealt under keys that follow from secrets; their files and their verification. Behind the feature `block`. |
//! | `audit` | Whether what is visible of units tells what they win: tests, reports, plots; no maker is asked. Behind the feature `audit`. |
//! | `control` | What a games-control officer asks of a block and of what makes blocks: all tests of `audit`, and the declared laws. With the features `audit` and `block`. |
//! | `formats` | Units as JSON Lines, ipuz and text, honeycombs too; manifests; files that appear whole. Behind the feature `formats`. |
//!
//! # What always holds, and where
//!
//! - **Same inputs, same bytes.** No clock, hash order or thread count changes a unit: unit *i* draws from its own
//!   [`Stream`](rng::Stream), and budgets count [steps](crossword::fill::Effort), never seconds.
//! - **Nothing unverified is handed over**: units are [`Verified`](verify::Verified), which only a judge makes. The judge
//!   shares no algorithm with the makers.
//! - **Proved infeasible and budget spent are two answers**: [`End`](crossword::fill::End).
//! - **Letters and outcome are never redrawn** because they are hard: [`Task`](crossword::fill::Task).
//! - **At most one word of a lemma** in a unit: the groups of a [`Vocabulary`](crossword::vocabulary::Vocabulary).
//! - **Nothing improper can be read** on what is made, in any of the readings of [`screen`].
//! - **Money is integer cents**: [`Cents`](money::Cents).
//! - **Files appear whole or not at all**: `formats::whole_file`.
//!
//! Types are `Send` and `Sync`; nothing is read from files, environment or clock behind your back. With
//! `default-features = false` command line and file formats stay out.

#[cfg(feature = "audit")]
pub mod audit;
#[cfg(feature = "bank")]
pub mod bank;
#[cfg(feature = "block")]
pub mod block;
pub mod blocklist;
#[cfg(all(feature = "audit", feature = "block"))]
pub mod control;
pub mod crossword;
#[cfg(feature = "formats")]
pub mod formats;
pub mod game;
pub mod hive;
pub mod letters;
pub mod lexicon;
pub mod money;
pub mod play;
pub mod produce;
pub mod rng;
pub mod screen;
pub mod table;
pub mod unit;
pub mod verify;
