//! Whole blocks: the exact prize table of a game, dealt so that nobody can guess it and everybody can check it.
//!
//! A [`Plan`](plan::Plan) freezes game, bank, lists and engine before anybody knows a secret. [`Keys`](keys::Keys) follow from the
//! secrets of all parties and the plan. [`Units`](units::Units) are then a function of keys and unit numbers: the lots are a
//! shuffle of the table, the pairs a sequence of permutations of the bank under a key of their own, the letters follow from a unit's pair
//! and lot. A [`Folder`](folder::Folder) makes the parts, by shards and resumptions of any kind to the same bytes, and
//! [`Block`](reader::Block) reads them; [`check`] verifies all of it.
//!
//! **What is visible before letters are uncovered tells nothing of a unit's lot**: the pair of unit *i* is drawn by a key and *i*
//! alone. Nothing that is drawn after the lots redraws, reorders or exchanges a pair; a pair that can't serve a lot
//! stops the block.
//!
//! ```
//! use alveole::block::keys::{Keys, Secret};
//! use alveole::block::plan::Plan;
//! use alveole::block::units::{BlockUnit, Units};
//! use alveole::game::HiveGame;
//!
//! let plan = Plan::of_hives(HiveGame::RUCHE_D_OR, "2026-07", "1")?;
//! // Real ones are random, each in a file of its party: `Secret::create`.
//! let secrets = [[1; 32], [2; 32]].map(|bytes| Secret::from_bytes(&bytes).expect("32 bytes are enough"));
//! let (game, keys) = (plan.game()?, Keys::new(&secrets, &plan)?);
//! let units = Units::new(&game, &keys, None)?;
//! assert_eq!(units.len(), 7_500_000);
//! // Each is a function of the keys and its number: nobody has to make those before it.
//! let BlockUnit::Hive(unit) = units.maker().unit(1_234_567, 0)? else { panic!("a unit of hives") };
//! assert_eq!(unit.lot, units.lots().of(1_234_567));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/block_generator.rs` does the same with a bank; [`Folder`](folder::Folder) writes it all.
//!
//! | module | what it is |
//! |---|---|
//! | [`plan`] | what a block shall be, `alveole/plan/1` |
//! | [`keys`] | secrets, commitments, key derivation |
//! | [`register`] | the register of emissions |
//! | [`sequence`] | lots, kinds and pairs of all units |
//! | [`units`] | the units, judged |
//! | [`part`] | the Parquet files, `alveole/part/1` |
//! | [`manifest`] | the public and the sealed manifest |
//! | [`folder`] | a block in the making |
//! | [`reader`] | a finished block |
//! | [`check`] | its verification, `alveole/report/1` |

pub mod check;
pub mod folder;
pub mod keys;
pub mod manifest;
mod own;
pub mod part;
pub mod plan;
pub mod reader;
pub mod register;
pub mod sequence;
pub mod units;
