//! `alveole`: the content of instant-win games, on the command line.
//!
//! One file per subcommand; [`exit`] knows how a run ends, [`input`] and [`output`] know files, [`options`] what several
//! subcommands share.

mod audit;
mod bank;
mod block;
mod deal;
mod exit;
mod fill;
mod hive;
mod input;
mod layout;
mod lexicon;
mod lists;
mod odds;
mod options;
mod output;
mod play;
mod progress;
mod screen;
mod verify;

use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, Subcommand};

use crate::exit::{Code, Failure};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Yellow.on_default().bold())
    .usage(AnsiColor::Yellow.on_default().bold())
    .literal(AnsiColor::Green.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Makes and judges the content of instant-win tickets: crosswords and hives.
///
/// Data goes to standard output or to --out FILE, everything else to standard error. Nothing is read that is not named
/// on the command line: the lexicon, the blocklist and the game's rules are built in.
#[derive(Debug, Parser)]
#[command(name = "alveole", version, styles = STYLES, max_term_width = 100, after_long_help = exit::HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(subcommand)]
    Audit(audit::Command),
    #[command(subcommand)]
    Bank(bank::Command),
    #[command(subcommand)]
    Block(block::Command),
    Deal(Box<deal::Args>),
    Fill(Box<fill::Args>),
    Hive(Box<hive::Args>),
    /// Say what words there are
    #[command(subcommand)]
    Lexicon(lexicon::Command),
    /// Make and judge layouts: which cells of a grid hold letters
    #[command(subcommand)]
    Layout(layout::Command),
    Odds(odds::Args),
    Play(play::Args),
    Screen(screen::Args),
    Verify(verify::Args),
}

impl Command {
    fn run(self) -> Result<Code, Failure> {
        match self {
            Self::Audit(command) => command.run(),
            Self::Bank(command) => command.run(),
            Self::Block(command) => command.run(),
            Self::Deal(args) => args.run(),
            Self::Fill(args) => args.run(),
            Self::Hive(args) => args.run(),
            Self::Lexicon(command) => command.run(),
            Self::Layout(command) => command.run(),
            Self::Odds(args) => args.run(),
            Self::Play(args) => args.run(),
            Self::Screen(args) => args.run(),
            Self::Verify(args) => args.run(),
        }
    }
}

fn main() -> ExitCode {
    exit::guard(|| match Cli::try_parse() {
        Ok(cli) => exit::conclude(cli.command.run()),
        Err(answer) => exit::answer(&answer),
    })
}
