//! `cargo xtask fuzz`: random texts for everything that reads one.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{process, workspace};

/// What is tried.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// How long
    #[arg(long, value_name = "N", default_value_t = 10)]
    minutes: u64,
    /// Another seed makes other texts
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// How the fuzzer is built; together with the program, so that both stand on one build of the games.
pub(crate) const BUILD: [&str; 6] =
    ["build", "--release", "--package", "games-cli", "--package", "games-fuzz"];

/// The fuzzer, once it is built.
pub(crate) fn fuzzer(args: &[&str]) -> Command {
    let mut command = Command::new(workspace::target().join("release/games-fuzz"));
    command.args(args);
    command
}

/// Builds the fuzzer and runs it; what it says goes to the terminal.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let mut cargo = process::cargo();
    if !cargo.args(BUILD).status().context("cargo")?.success() {
        return Ok(false);
    }
    let (minutes, seed) = (args.minutes.to_string(), args.seed.to_string());
    let status = fuzzer(&["--minutes", &minutes, "--seed", &seed]).status();
    Ok(status.context("the fuzzer")?.success())
}
