//! Suites that hold our programs against others.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Result, bail};

use super::{Context, Failure, TAIL, Verdict};
use crate::{games_binary, process, workspace};

/// What the scripts in `xtask/peers` need from PyPI.
const PYTHON_CHESS: &str = "chess==1.11.2";
/// What looks for misspelt words.
const TYPOS: &str = "typos==1.52.0";

/// python-chess and Stockfish drive the UCI engine.
pub(super) fn chess(_: &Context) -> Result<Verdict> {
    let stockfish = program("stockfish", "stockfish")?;
    let python = environment(PYTHON_CHESS)?.join("bin/python3");
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

/// No word is misspelt; `typos.toml` has the words of the games.
pub(super) fn typos(_: &Context) -> Result<Verdict> {
    let mut command = Command::new(environment(TYPOS)?.join("bin/typos"));
    command.args(["--format", "brief"]).current_dir(workspace::root());
    let output = process::capture(command)?;
    if output.success() {
        return Ok(Verdict { passed: 1, ..Verdict::default() });
    }
    let what = "a word is misspelt, or missing in typos.toml".to_owned();
    let repeat = "cargo xtask test-all --peers --only typos".to_owned();
    let failed = vec![Failure { what, repeat }];
    Ok(Verdict { passed: 0, failed, detail: process::tail(&output.text, TAIL) })
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

/// Returns a Python environment below `target` with a package of that version from PyPI.
fn environment(package: &str) -> Result<PathBuf> {
    let home = workspace::target().join("peers-python").join(package);
    let done = home.join("installed");
    if !done.is_file() {
        let mut make = Command::new("python3");
        make.args(["-m", "venv", "--clear"]).arg(&home);
        run(make, "python3 -m venv: install Debian's package python3-venv")?;
        let mut install = Command::new(home.join("bin/python3"));
        install.args(["-m", "pip", "install", "--quiet", package]);
        run(install, &format!("pip could not install the PyPI package {package}"))?;
        fs::write(done, "")?;
    }
    Ok(home)
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
