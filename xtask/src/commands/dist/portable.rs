//! All programs in one folder, with one that starts the right one.

use std::{
    env::consts::{EXE_SUFFIX, OS},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use games_launcher::{ALL, Level, best};

/// Makes the folder anew, below that of all programs.
pub(super) fn folder(out: &Path) -> Result<PathBuf> {
    let folder = out.join(format!("games-{}-{OS}-portable", env!("CARGO_PKG_VERSION")));
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("emptying {}", folder.display()))?;
    }
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    Ok(folder)
}

/// Puts the programs of all levels and the launcher into the folder; returns the launcher, and the
/// level whose program it starts here.
pub(super) fn assemble(
    folder: &Path,
    built: &dyn Fn(&Level) -> PathBuf,
) -> Result<(PathBuf, &'static Level)> {
    for level in ALL {
        let (from, to) = (built(level), place(folder, level));
        fs::copy(&from, &to).with_context(|| format!("copying to {}", to.display()))?;
    }
    // The launcher runs everywhere, so it is made for the lowest level.
    let launcher = folder.join(format!("games{EXE_SUFFIX}"));
    let made = super::build(&ALL[0], "games-launcher", "games-launcher")?;
    fs::copy(made, &launcher).with_context(|| format!("copying to {}", launcher.display()))?;
    let level = best(|_| true).context("every processor runs the lowest level")?;
    Ok((launcher, level))
}

/// The files of the folder.
pub(super) fn files(folder: &Path, launcher: &Path) -> Vec<PathBuf> {
    let mut files = vec![launcher.to_owned()];
    files.extend(ALL.iter().map(|level| place(folder, level)));
    files
}

/// Where the launcher looks for the program of a level.
fn place(folder: &Path, level: &Level) -> PathBuf {
    folder.join(format!("games-{}{EXE_SUFFIX}", level.name))
}
