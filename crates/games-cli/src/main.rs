//! `games`: play, search, count and match perfect-information games from the terminal.

#![forbid(unsafe_code)]

mod cli;
mod commands;
mod failure;
mod input;
mod interrupt;
mod late_file;
mod output;
mod progress;
mod protocols;
mod turned;
mod version;
mod words;

use std::{env, process::ExitCode};

use clap::Parser;

use cli::{Cli, Command};
use failure::Failure;
use output::Output;

fn main() -> ExitCode {
    failure::install_panic_hook();
    interrupt::outlive_file_limits();
    interrupt::install();
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // Also where the arguments could not be read.
        Err(failure) => failure.report(env::args_os().any(|word| word == "--json")),
    }
}

fn run() -> Result<(), Failure> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let words: Vec<_> =
                env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
            return cli::explain(&error, &words);
        }
    };
    let mut out = Output::new(&cli.common);
    let common = &cli.common;
    input::check_tables(common)?;
    cli.command.check(common)?;
    match cli.command {
        Command::List(args) => commands::list::run(&args, &mut out),
        Command::Show(args) => commands::show::run(&args, common, &mut out),
        Command::Moves(args) => commands::moves::run(&args, &mut out),
        Command::Perft(args) => commands::perft::run(&args, common, &mut out),
        Command::Best(args) => commands::best::run(&args, common, &mut out),
        Command::Play(args) => commands::play::run(&args, common, &mut out),
        Command::Match(args) => commands::matches::run(&args, common, &mut out),
        Command::Solve(args) => commands::solve::run(&args, common, &mut out),
        Command::Verify(args) => commands::verify::run(&args, common, &mut out),
        Command::Analyze(args) => commands::analyze::run(&args, common, &mut out),
        Command::Records(args) => commands::records::run(&args, &mut out),
        Command::Train(args) => commands::train::run(&args, common, &mut out),
        Command::Weights(args) => commands::weights::run(&args, &mut out),
        Command::Tune(args) => commands::tune::run(&args, common, &mut out),
        Command::Uci(args) => protocols::uci::run(&args, common),
        Command::Gtp(args) => protocols::gtp::run(&args, common),
        Command::NBoard(args) => protocols::nboard::run(&args, common),
        Command::Help(args) => commands::help::run(&args, &mut out),
        #[cfg(feature = "web")]
        Command::Serve(args) => commands::serve::run(&args, common, &mut out),
        Command::Completions(args) => commands::completions::run(&args, &mut out),
    }
}
