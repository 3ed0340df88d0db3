//! `alveole block generate`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use alveole::bank::Bank;
use alveole::block::folder::{Folder, Shard};
use alveole::block::keys::Keys;
use alveole::block::plan::{Plan, PlannedBank};
use alveole::block::register::{self, Run};
use alveole::block::units::{Grids, Material, Units};
use alveole::game::AnyGame;
use alveole::screen::Screen;
use alveole::table::hex;

use super::SecretFiles;
use super::grids::OwnMaterial;
use crate::exit::{Code, Failure, shown};
use crate::input::Input;
use crate::options::{LexiconFiles, ThreadOptions, Words, counted};
use crate::progress::progress;

/// Generate a block, or a shard of one
///
/// What lies in DIR/sealed tells outcomes, and is its owner's alone to read; DIR/public may be published. DIR appears when the block
/// is finished; a run that was stopped goes on from DIR.partial. The same plan and secrets make the same block, to the byte,
/// for any --threads, --shard and interruption. A block is never made again because an audit of it failed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  alveole block generate --plan plan.json --secret-file a.key b.key --out block --register register.jsonl
  alveole block generate --plan plan.json --secret-file a.key --rehearsal --out rehearsal
  alveole block generate --plan plan.json --secret-file a.key --shard 1/2 --out shard1

Exits with 3 when a pair of the bank serves some result with no set of letters.")]
pub(crate) struct Args {
    /// The plan
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,

    #[command(flatten)]
    secrets: SecretFiles,

    /// Write the block to this folder, which must not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Where the plan's bank is [default: where it was when it was planned]
    #[arg(long, value_name = "FILE")]
    bank: Option<PathBuf>,

    /// Make only shard I of N: of every N parts, the I-th
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,

    /// Enter the block in this register, which refuses a block or a secret that it has
    #[arg(long, value_name = "FILE")]
    register: Option<PathBuf>,

    /// Generate although the register speaks against it, and record why
    #[arg(long, value_name = "REASON", requires = "register")]
    again: Option<String>,

    /// Make a test of it, with other units than the real block will have; it is marked as one
    #[arg(long)]
    rehearsal: bool,

    #[command(flatten)]
    threads: ThreadOptions,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    files: LexiconFiles,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((number, of)) if number >= 1 && number <= of => Ok(Shard { number, of }),
        _ => Err("write I/N such as 1/3: a shard's number from 1, and how many there are".into()),
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&self.files.inputs())?;
        let mut plan = super::read_plan(&self.plan)?;
        plan.rehearsal |= self.rehearsal;
        let keys = self.secrets.keys(&plan)?;
        let game = plan.game().map_err(Failure::usage)?;
        let bank =
            plan.bank.as_ref().map(|planned| open_bank(planned, &self.plan, self.bank.as_deref())).transpose()?;
        let words = self.files.load()?;
        if matches!(game, AnyGame::Crossword(_)) {
            super::same_lists(&shown(&self.plan), &plan.digests, &words)?;
        }
        let screen = Arc::new(Screen::new(words.blocklist.clone()));
        let own = own_material(&plan, &game, &words, &screen)?;
        let of_bank = bank.as_ref().map(|(bank, _)| Material {
            grids: Grids::Bank(bank),
            lexicon: &words.lexicon,
            screen: &screen,
        });
        let material = own.as_ref().map(|own| own.material(&words, &screen)).or(of_bank);
        let units = Units::new(&game, &keys, material).map_err(|error| super::block_failure(&error))?;

        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let folder = Folder::open(&self.out, &plan, keys.commitments(), shard).map_err(super::folder_failure)?;
        let folder = self.enter(folder, &plan, &keys, shard)?;
        if let Some((_, bytes)) = &bank {
            folder.add_bank(bytes).map_err(super::folder_failure)?;
        }
        let bar = progress(units.len() / shard.of, "units");
        let made = self.threads.pool()?.install(|| folder.make(&units, |units| bar.inc(units)));
        bar.finish_and_clear();
        made.map_err(super::folder_failure)?;
        let mut said = io::stderr().lock();
        if shard.of > 1 {
            folder.finish_shard().map_err(super::folder_failure)?;
            let _ = writeln!(said, "{}: shard {} of {}", shown(&self.out), shard.number, shard.of);
        } else {
            let public = folder.finish(Some(&units)).map_err(super::folder_failure)?;
            let (what, units) =
                (super::named(&public), counted(usize::try_from(units.len()).unwrap_or(usize::MAX), "unit"));
            let _ = writeln!(said, "{}: {what}: {units}", shown(&self.out));
        }
        Ok(Code::Done)
    }

    /// Enters the block in the register; a folder that was begun for nothing is taken away.
    fn enter(&self, folder: Folder, plan: &Plan, keys: &Keys, shard: Shard) -> Result<Folder, Failure> {
        let Some(register) = &self.register else { return Ok(folder) };
        let run = Run { plan, keys, shard, goes_on: folder.goes_on() };
        match register::enter(register, &run, self.again.as_deref()) {
            Ok(()) => Ok(folder),
            Err(error) => {
                if !folder.goes_on() {
                    folder.abandon().map_err(super::folder_failure)?;
                }
                Err(super::register_failure(error))
            }
        }
    }
}

/// The plan's bank, and the bytes of its file.
pub(super) fn open_bank(planned: &PlannedBank, plan: &Path, named: Option<&Path>) -> Result<(Bank, Vec<u8>), Failure> {
    let beside = plan.parent().unwrap_or_else(|| Path::new(""));
    let path = match (named, &planned.file) {
        (Some(path), _) => path.to_path_buf(),
        (None, Some(file)) => beside.join(file),
        (None, None) => return Err(Failure::usage("the plan does not say where its bank is: name it by --bank FILE")),
    };
    let name = shown(&path);
    let bytes = fs::read(&path).map_err(|error| Failure::unreadable(&name, &error))?;
    let bank = alveole::bank::read(bytes.clone()).map_err(|error| crate::bank::failure(&path, error))?;
    if hex(&bank.digest()) != planned.sha256 {
        return Err(Failure::usage(format_args!("{name} is not the bank of the plan: its digest is another")));
    }
    Ok((bank, bytes))
}

/// What grids are made of, where each unit gets its own.
pub(super) fn own_material(
    plan: &Plan,
    game: &AnyGame,
    words: &Words,
    screen: &Arc<Screen>,
) -> Result<Option<OwnMaterial>, Failure> {
    match (game, &plan.grids) {
        (AnyGame::Crossword(game), Some(grids)) => OwnMaterial::new(plan, grids, game, words, screen).map(Some),
        _ => Ok(None),
    }
}
