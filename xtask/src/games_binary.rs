//! The program `games`, built for release.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

use crate::{
    beside::Beside,
    process::{self, Output},
    workspace,
};

/// The command that builds the program.
pub(crate) const BUILD: &str = "cargo build --release -p games-cli";

static BEGUN: Beside<()> = Beside::new();

/// Begins to build the program, while other suites leave a core idle, and then what comes `next`.
/// What cargo says is said again, or nothing is left to do, when the program is asked for.
pub(crate) fn begin(next: fn()) {
    BEGUN.begin(move || {
        let _ = process::capture(build());
        next();
    });
}

fn build() -> Command {
    let mut cargo = process::cargo();
    cargo.args(BUILD.split(' ').skip(1));
    cargo
}

/// Builds the program, once a run, and returns its path.
///
/// # Errors
///
/// In one line, that it does not build.
pub(crate) fn path() -> Result<&'static Path> {
    match built()? {
        Built::There(path) => Ok(path),
        Built::Failed(_) => bail!("`games` does not build: try `{BUILD}`"),
    }
}

/// What came of building the program.
pub(crate) enum Built {
    /// Its path.
    There(PathBuf),
    /// What cargo said.
    Failed(String),
}

/// Builds the program, once a run.
fn built() -> Result<&'static Built> {
    built_with(process::capture)
}

/// Builds the program, once a run, with cargo run by `run`.
///
/// # Errors
///
/// If cargo cannot be started.
pub(crate) fn built_with(run: impl FnOnce(Command) -> Result<Output>) -> Result<&'static Built> {
    static BUILT: OnceLock<Built> = OnceLock::new();
    if BUILT.get().is_none() {
        BEGUN.end();
        let output = run(build())?;
        let name = format!("games{}", std::env::consts::EXE_SUFFIX);
        let path = workspace::target().join("release").join(name);
        let there = output.success() && path.is_file();
        let _ = BUILT.set(if there { Built::There(path) } else { Built::Failed(output.text) });
    }
    Ok(BUILT.get().expect("set above"))
}

/// Runs `games ARGS --json` and returns the object it prints.
///
/// # Errors
///
/// If it cannot be built, fails, or prints no JSON.
pub(crate) fn json(args: &[&str]) -> Result<Json> {
    let output = Command::new(path()?)
        .args(args)
        .arg("--json")
        .stdin(std::process::Stdio::null())
        .output()
        .context("cannot start games")?;
    if !output.status.success() {
        let line = args.iter().map(|arg| process::shell_word(arg)).collect::<Vec<_>>().join(" ");
        bail!("`games {line}`: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    serde_json::from_slice(&output.stdout).with_context(|| format!("games {}: no JSON", args[0]))
}

/// Returns the ids of all games.
///
/// # Errors
///
/// As [`json`].
pub(crate) fn ids() -> Result<Vec<String>> {
    let list = json(&["list"])?;
    let games = list["games"].as_array().context("games list: no field `games`")?;
    games
        .iter()
        .map(|game| Ok(game["id"].as_str().context("games list: a game without id")?.to_owned()))
        .collect()
}
