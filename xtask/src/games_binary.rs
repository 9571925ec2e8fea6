//! The program `games`, built for release.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value as Json;

use crate::{process, workspace};

/// Builds the program, once a run, and returns its path.
///
/// # Errors
///
/// What the compiler said.
pub(crate) fn path() -> Result<&'static Path> {
    static PATH: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    PATH.get_or_init(|| build().map_err(|e| format!("{e:#}")))
        .as_deref()
        .map_err(|message| anyhow!("{message}"))
}

/// The command that [`path`] runs.
pub(crate) const BUILD: &str = "cargo build --release -p games-cli";

fn build() -> Result<PathBuf> {
    let mut cargo = process::cargo();
    cargo.args(BUILD.split(' ').skip(1));
    let output = process::capture(cargo)?;
    if !output.success() {
        bail!("`{BUILD}` failed:\n{}", process::tail(&output.text, 40));
    }
    let path =
        workspace::target().join("release").join(format!("games{}", std::env::consts::EXE_SUFFIX));
    if !path.is_file() {
        bail!("`{BUILD}` made no {}", path.display());
    }
    Ok(path)
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
