//! The chores of this workspace, as `cargo xtask COMMAND`.
//!
//! | Command | Does |
//! | --- | --- |
//! | `test-all` | runs every suite that a change has to pass |
//! | `perft` | counts the positions of the fixtures and compares |
//! | `tidy` | checks the house rules that no linter knows |
//! | `new-game` | writes a small working game to begin with |
//! | `bless` | shows changed snapshots and accepts them |
//! | `bench` | runs the benchmarks; `bench build` measures what a build costs |
//! | `dist` | makes programs for machines of others, tried and with checksums |
//! | `fuzz` | throws random texts at everything that reads one, for so many minutes |
//! | `torture` | kills the program, fills its disks, flips bits of its files, and looks what comes out |
//! | `readmes` | writes each crate's README from its first page |
//! | `docs` | draws the pictures of the documents again |
//! | `strength` | plays the matches of `docs/strength.md`, among them a gauntlet against chess engines |
//! | `ablations` | measures what each technique of alpha-beta is worth in each game |
//! | `solving` | solves the games of `docs/solved` |
//! | `python` | builds the package for Python and tests it |
//! | `web` | builds the pages of `games serve`, which needs Node.js |
//!
//! Nothing but `web` and `python` needs more than Rust and git. The program talks to people, so it prints.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

mod beside;
mod cargo_progress;
mod cargo_test;
mod changes;
mod commands;
mod console;
mod game_ids;
mod games_binary;
mod git;
mod interrupt;
mod marks;
mod process;
mod processor_time;
mod progress;
mod readme;
mod snapshots;
mod suites;
mod tidy;
#[cfg(target_os = "linux")]
mod torture;
mod tree;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The chores of this workspace.
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    TestAll(commands::test_all::Args),
    Perft(commands::perft::Args),
    Tidy(commands::tidy::Args),
    NewGame(commands::new_game::Args),
    Bless(commands::bless::Args),
    Bench(commands::bench::Args),
    Dist(commands::dist::Args),
    /// Throw random texts at everything that reads one, for so many minutes
    Fuzz(commands::fuzz::Args),
    #[cfg(target_os = "linux")]
    Torture(commands::torture::Args),
    Readmes(commands::readmes::Args),
    Docs(commands::docs::Args),
    Strength(commands::strength::Args),
    Ablations(commands::ablations::Args),
    Solving(commands::solving::Args),
    Web(commands::web::Args),
    Weights(commands::weights::Args),
    Python(commands::python::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::TestAll(args) => commands::test_all::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Tidy(args) => commands::tidy::run(&args),
        Command::NewGame(args) => commands::new_game::run(&args),
        Command::Bless(args) => commands::bless::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Dist(args) => commands::dist::run(&args),
        Command::Fuzz(args) => commands::fuzz::run(&args),
        #[cfg(target_os = "linux")]
        Command::Torture(args) => commands::torture::run(&args),
        Command::Readmes(args) => commands::readmes::run(&args),
        Command::Docs(args) => commands::docs::run(&args),
        Command::Strength(args) => commands::strength::run(&args),
        Command::Ablations(args) => commands::ablations::run(&args),
        Command::Solving(args) => commands::solving::run(&args),
        Command::Web(args) => commands::web::run(&args),
        Command::Weights(args) => commands::weights::run(&args),
        Command::Python(args) => commands::python::run(&args),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_description_of_the_arguments_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
