//! `alveole block plan`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use alveole::bank::Bank;
use alveole::block::plan::{Mode, PART_UNITS, Plan, PlannedBank, PlannedGrids, SCHEMA};
use alveole::block::units::serves_all;
use alveole::formats::manifest::Digests;
use alveole::formats::whole_file::WholeFile;
use alveole::game::AnyGame;
use alveole::lexicon::Level;
use alveole::produce::blind::Wishes;
use alveole::table::hex;
use clap::ValueEnum;
use sha2::{Digest, Sha256};

use crate::bank;
use crate::exit::{Code, Failure};
use crate::input::Input;
use crate::options::{LexiconFiles, Size, game_text};
use crate::output::Output;

/// Layouts that grids draw from.
const LAYOUTS: u64 = 200;

/// Freeze what a block shall be: game, bank, lists, engine. Prints the plan's digest
///
/// A plan is made before anybody knows a secret, and its digest goes into every key: another plan makes another block.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole block plan --game mots-croises --emission 2026-07 --block 1 --bank bank.parquet --out plan.json
  alveole block plan --game mots-croises --emission 2026-07 --block 2 --fresh --out plan.json
  alveole block plan --game ruche-d-or --emission 2026-07 --block 1 --out plan.json")]
pub(crate) struct Args {
    /// mots-croises, ruche-d-or, or a game file
    #[arg(long, value_name = "GAME")]
    game: String,

    /// The emission, as the operator names it
    #[arg(long, value_name = "NAME")]
    emission: String,

    /// The block of the emission
    #[arg(long, value_name = "NAME")]
    block: String,

    /// The bank that pairs are dealt from; hives need none
    #[arg(long, value_name = "FILE")]
    bank: Option<PathBuf>,

    /// Make a new pair for each unit, certified for every result before its lot is looked at: the same as --mode fresh
    #[arg(long, conflicts_with_all = ["bank", "mode"])]
    fresh: bool,

    /// How units of crosswords come about [default: bank]
    #[arg(long, value_enum)]
    mode: Option<ModeName>,

    /// Units of a part
    #[arg(long, value_name = "N", default_value_t = PART_UNITS, value_parser = clap::value_parser!(u64).range(1..=u64::from(u32::MAX)))]
    part_units: u64,

    /// Write the plan to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Replace the plan if it exists
    #[arg(long)]
    force: bool,

    // Last: their headings hold for all options after them.
    #[command(flatten)]
    grids: GridOptions,

    #[command(flatten)]
    files: LexiconFiles,
}

/// How units of crosswords come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ModeName {
    /// Pairs of a bank, each shown many times
    Bank,
    /// A new pair for each unit, made blind
    Fresh,
    /// Letters and lot first: visible grids then tell something of the lot
    Fill,
}

/// What grids are made of, where each unit gets its own.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Grids of a unit's own")]
struct GridOptions {
    /// Use words up to this level [default: B]
    #[arg(long)]
    level: Option<Level>,

    /// Width and height of the grids' box, in cells [default: 12x12]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&self.files.inputs())?;
        let game = game_text(&self.game)?;
        let rules = AnyGame::from_toml(&game).map_err(Failure::usage)?;
        let is_crossword = matches!(rules, AnyGame::Crossword(_));
        if !is_crossword && (self.fresh || self.mode.is_some()) {
            return Err(Failure::usage("--fresh and --mode are for crosswords: hives have no grids, leave them out"));
        }
        let mode = match (self.fresh, self.mode) {
            (true, _) | (false, Some(ModeName::Fresh)) => Mode::Fresh,
            (false, None | Some(ModeName::Bank)) => Mode::Bank,
            (false, Some(ModeName::Fill)) => Mode::Fill,
        };
        let makes_grids = is_crossword && mode != Mode::Bank;
        if !makes_grids && (self.grids.level.is_some() || self.grids.size.is_some()) {
            return Err(Failure::usage(
                "--level and --size are for grids of a unit's own, --mode fresh or fill: a bank has its own, and hives have none",
            ));
        }
        if mode == Mode::Fill {
            let _ = writeln!(
                io::stderr().lock(),
                "warning: with --mode fill visible grids tell something of what a unit wins: not for units that are sold"
            );
        }
        let bank = self.bank.as_deref().map(|path| bank::open(path).map(|bank| (path, bank))).transpose()?;
        let mut digests = if is_crossword {
            let words = self.files.load()?;
            if let Some((path, bank)) = &bank {
                super::same_lists(&crate::exit::shown(path), &bank.manifest.digests, &words)?;
                if let AnyGame::Crossword(game) = &rules {
                    // Before its digest is published, and not when all parties have come together.
                    serves_all(game, bank).map_err(|error| super::block_failure(&error))?;
                }
            }
            words.digests()
        } else {
            Digests::default()
        };
        let grids = if makes_grids { Some(self.planned_grids(&mut digests)?) } else { None };
        digests.game = Some(hex(&Sha256::digest(&game)));
        let plan = Plan {
            schema: SCHEMA.into(),
            engine: env!("CARGO_PKG_VERSION").into(),
            game,
            emission: self.emission.clone(),
            block: self.block.clone(),
            rehearsal: false,
            part_units: self.part_units,
            mode: is_crossword.then_some(mode),
            bank: bank.map(|(path, bank)| self.planned(path, &bank)),
            grids,
            digests,
        };
        plan.check().map_err(Failure::usage)?;
        let mut file = WholeFile::create(&self.out, self.force)?;
        file.write_all(plan.to_json().as_bytes())?;
        file.finish()?;
        let mut out = Output::standard();
        writeln!(out, "{}", plan.digest_hex())?;
        out.flush()?;
        let _ = writeln!(io::stderr().lock(), "planned: publish this digest before the secrets are made");
        Ok(Code::Done)
    }

    /// What grids are made of; the layouts' digest is put with the others.
    fn planned_grids(&self, digests: &mut Digests) -> Result<PlannedGrids, Failure> {
        let wishes = Wishes::default();
        let with: Vec<String> = wishes.words_with.iter().map(|(letter, most)| format!("{letter}={most}")).collect();
        let grids = PlannedGrids {
            level: self.grids.level.unwrap_or(Level::B).to_string(),
            size: self.grids.size.unwrap_or_default().to_string(),
            layouts: LAYOUTS,
            words_with: with.join(" "),
        };
        let AnyGame::Crossword(game) = AnyGame::from_toml(&game_text(&self.game)?).map_err(Failure::usage)? else {
            return Err(Failure::usage("hives have no grids"));
        };
        let layouts = super::grids::layouts(&grids, &game)?;
        digests.layouts = Some(super::grids::digest(&layouts));
        Ok(grids)
    }

    fn planned(&self, path: &Path, bank: &Bank) -> PlannedBank {
        // Seen from the plan, so that both can be moved together.
        let whole = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let above = self.out.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
        let (bank_path, above) = (whole(path), whole(above));
        let file = bank_path.strip_prefix(&above).unwrap_or(&bank_path);
        PlannedBank {
            file: Some(file.to_string_lossy().into_owned()),
            sha256: hex(&bank.digest()),
            pairs: bank.len() as u64,
        }
    }
}
