//! `alveole block merge`.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use alveole::block::folder::{Folder, RunRecord, Shard};
use alveole::block::units::{Grids, Material, Units};
use alveole::formats::from_json;
use alveole::game::AnyGame;
use alveole::screen::Screen;

use super::SecretFiles;
use crate::exit::{Code, Failure, shown};
use crate::input::Input;
use crate::options::LexiconFiles;

/// Put the shards of a block together
///
/// All parts must be there, each once, of one plan and the same secrets. The block is the same, to the byte, as one that was made at
/// once.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  alveole block merge shard1 shard2 --out block

The secrets are needed only where two units would show the same letters in the same order, which hardly ever happens.")]
pub(crate) struct Args {
    /// The folders of the shards
    #[arg(value_name = "DIR", required = true)]
    shards: Vec<PathBuf>,

    /// Write the block to this folder, which must not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    secrets: SecretFiles,

    // Last: its heading holds for all options after it.
    #[command(flatten)]
    files: LexiconFiles,
}

impl Args {
    pub(crate) fn run(self) -> Result<Code, Failure> {
        Input::at_most_one_standard(&self.files.inputs())?;
        let path = self.shards[0].join("shard.json");
        let name = shown(&path);
        let text = fs::read_to_string(&path).map_err(|error| Failure::unreadable(&name, &error))?;
        let record: RunRecord =
            from_json(&text).map_err(|problem| Failure::usage(format_args!("{name}: no shard: {problem}")))?;
        let plan = record.plan;
        plan.check().map_err(|problem| Failure::usage(format_args!("{name}: {problem}")))?;
        let folder =
            Folder::open(&self.out, &plan, &record.commitments, Shard::WHOLE).map_err(super::folder_failure)?;
        if let Err(error) = folder.merge(&self.shards) {
            // Copies of shards that do not go together are nothing to go on from.
            if !folder.goes_on() {
                folder.abandon().map_err(super::folder_failure)?;
            }
            return Err(super::folder_failure(error));
        }
        let public = if self.secrets.files.is_empty() {
            folder.finish(None)
        } else {
            let keys = self.secrets.keys(&plan)?;
            if keys.commitments() != record.commitments {
                return Err(Failure::usage("these are not the secrets of the shards"));
            }
            let game = plan.game().map_err(Failure::usage)?;
            let words = self.files.load()?;
            if matches!(game, AnyGame::Crossword(_)) {
                super::same_lists(&name, &plan.digests, &words)?;
            }
            let screen = Arc::new(Screen::new(words.blocklist.clone()));
            let path = self.shards[0].join("sealed").join("bank.parquet");
            let bank = plan.bank.as_ref().map(|planned| super::generate::open_bank(planned, &path, Some(&path)));
            let bank = bank.transpose()?;
            // Only pairs of a bank can repeat.
            let material = bank.as_ref().map(|(bank, _)| Material {
                grids: Grids::Bank(bank),
                lexicon: &words.lexicon,
                screen: &screen,
            });
            let units = match material {
                Some(material) => {
                    Units::new(&game, &keys, Some(material)).map_err(|error| super::block_failure(&error))?
                }
                None => return super::tell_merged(&self.out, folder.finish(None)),
            };
            folder.finish(Some(&units))
        };
        super::tell_merged(&self.out, public)
    }
}
