//! Suites that hold our programs against others.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Result, bail};

use super::{Context, Failure, TAIL, Verdict};
use crate::{games_binary, process, workspace};

/// What the scripts in `xtask/peers` need from PyPI.
const PYTHON_CHESS: &str = "chess==1.11.2";

/// python-chess and Stockfish drive the UCI engine.
pub(super) fn chess(_: &Context) -> Result<Verdict> {
    let stockfish = program("stockfish", "stockfish")?;
    let python = python()?;
    let root = workspace::root();
    let mut command = Command::new(python);
    command
        .arg(root.join("xtask/peers/chess_peers.py"))
        .arg(games_binary::path()?)
        .arg("--stockfish")
        .arg(stockfish)
        .arg("--fixtures")
        .arg(root.join("crates/chess-variants/tests/data/chess.perft"));
    script(command, "chess-peers")
}

/// GNU Go plays the GTP engine and is asked for legal moves.
pub(super) fn go(_: &Context) -> Result<Verdict> {
    let gnugo = program("gnugo", "gnugo")?;
    let mut command = Command::new("python3");
    command
        .arg(workspace::root().join("xtask/peers/go_peers.py"))
        .arg(games_binary::path()?)
        .arg("--gnugo")
        .arg(gnugo);
    script(command, "go-peers")
}

/// Runs a script whose last line is `N passed, M failed`.
fn script(command: Command, suite: &str) -> Result<Verdict> {
    let output = process::capture(command)?;
    let repeat = format!("cargo xtask test-all --peers --only {suite}");
    let counts = output.text.lines().last().and_then(counts);
    let mut verdict =
        Verdict { passed: counts.map_or(0, |(passed, _)| passed), ..Verdict::default() };
    let told = output.text.lines().filter_map(|line| line.strip_prefix("FAILED "));
    verdict
        .failed
        .extend(told.map(|what| Failure { what: what.to_owned(), repeat: repeat.clone() }));
    if verdict.failed.is_empty() && (!output.success() || counts.is_none()) {
        verdict.failed.push(Failure { what: format!("the script: {}", output.ending()), repeat });
    }
    if !verdict.failed.is_empty() {
        verdict.detail = process::tail(&output.text, TAIL);
    }
    Ok(verdict)
}

fn counts(line: &str) -> Option<(usize, usize)> {
    let (passed, failed) = line.split_once(" passed, ")?;
    Some((passed.parse().ok()?, failed.strip_suffix(" failed")?.parse().ok()?))
}

/// Returns where a program is: on the path, or where Debian puts games.
fn program(name: &str, package: &str) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let games = ["/usr/games", "/usr/local/games"].map(PathBuf::from);
    let found = std::env::split_paths(&path).chain(games).map(|dir| dir.join(name));
    match found.into_iter().find(|file| file.is_file()) {
        Some(file) => Ok(file),
        None => bail!("the program {name} is missing; install Debian's package {package}"),
    }
}

/// Returns a Python that has python-chess, in an environment below `target`.
fn python() -> Result<PathBuf> {
    let home = workspace::target().join("peers-python");
    let python = home.join("bin/python3");
    if !works(&python) {
        let mut make = Command::new("python3");
        make.args(["-m", "venv", "--clear"]).arg(&home);
        run(make, "python3 -m venv: install Debian's package python3-venv")?;
        let mut install = Command::new(&python);
        install.args(["-m", "pip", "install", "--quiet", PYTHON_CHESS]);
        run(install, "pip could not install the PyPI package chess")?;
    }
    Ok(python)
}

fn works(python: &Path) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", "import chess"]);
    process::capture(command).is_ok_and(|output| output.success())
}

fn run(command: Command, otherwise: &str) -> Result<()> {
    let output = process::capture(command)?;
    if !output.success() {
        bail!("{otherwise}\n{}", process::tail(&output.text, TAIL));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_the_last_line_of_a_script() {
        assert_eq!(counts("12 passed, 3 failed"), Some((12, 3)));
        assert_eq!(counts("12 passed"), None);
    }

    #[test]
    fn a_missing_program_is_named_with_its_package() {
        let error = program("no-such-program", "no-such-package").unwrap_err().to_string();
        assert!(error.contains("install Debian's package no-such-package"), "{error}");
    }
}
