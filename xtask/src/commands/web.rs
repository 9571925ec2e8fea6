//! `cargo xtask web`: builds the pages of `games serve`.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use games_core::draw;

use crate::{process, workspace};

/// Build the pages of `games serve`.
///
/// Needs Node.js and npm, which a build of the program never does: what is built here is checked
/// in. The drawings of pieces come from `games_core::draw`, so that pages and pictures show the
/// same; then packages are installed by the lock file, types checked, pure parts tested.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask web\n  cargo xtask web --check")]
pub(crate) struct Args {
    /// Change nothing; fail if what is checked in is not what would be built.
    #[arg(long)]
    check: bool,
}

/// The folder of the pages' sources, from the root of the workspace.
const FRONTEND: &str = "crates/games-web/frontend";

pub(crate) fn run(args: &Args) -> Result<bool> {
    let stale = build(args.check)?;
    for file in &stale {
        println!("{file} is not what is built; run: cargo xtask web");
    }
    Ok(stale.is_empty())
}

/// Builds the pages, in place or, to compare, elsewhere. Returns the files that differ.
///
/// # Errors
///
/// If something does not build or a test of the pages fails.
pub(crate) fn build(only_check: bool) -> Result<Vec<String>> {
    let mut stale = drawings(only_check)?;
    npm(&["ci", "--silent"])?;
    npm(&["run", "--silent", "check"])?;
    npm(&["run", "--silent", "unit"])?;
    if only_check {
        npm(&["run", "--silent", "build", "--", "build/dist"])?;
        stale.extend(differences(&frontend().join("dist"), &frontend().join("build/dist"))?);
    } else {
        npm(&["run", "--silent", "build"])?;
    }
    Ok(stale)
}

pub(crate) fn frontend() -> PathBuf {
    workspace::root().join(FRONTEND)
}

/// Runs npm in the folder of the pages.
fn npm(args: &[&str]) -> Result<()> {
    let mut npm = Command::new("npm");
    npm.args(args).current_dir(frontend());
    let output = process::capture(npm).context("npm is missing; install Node.js")?;
    if !output.success() {
        bail!("npm {}: {}\n{}", args.join(" "), output.ending(), output.text);
    }
    Ok(())
}

/// Writes the drawings of pieces for the pages; returns those that differ from what is there.
fn drawings(only_check: bool) -> Result<Vec<String>> {
    let classes: serde_json::Map<_, _> = draw::side_classes()
        .into_iter()
        .map(|(name, classes)| (name.to_owned(), classes.to_vec().into()))
        .collect();
    let palettes = format!("{:#}\n", serde_json::Value::Object(classes));
    let files = [("sprite.svg", draw::sprite()), ("palettes.json", palettes)];
    let mut stale = Vec::new();
    for (name, content) in files {
        let path = frontend().join("src/sprite").join(name);
        if fs::read_to_string(&path).is_ok_and(|old| old == content) {
            continue;
        }
        stale.push(format!("{FRONTEND}/src/sprite/{name}"));
        if !only_check {
            fs::write(&path, content).with_context(|| format!("writing {}", path.display()))?;
        }
    }
    Ok(if only_check { stale } else { Vec::new() })
}

/// The files that are in one folder only, or differ.
fn differences(old: &Path, new: &Path) -> Result<Vec<String>> {
    let mut names: Vec<_> = [files(old, old)?, files(new, new)?].concat();
    names.sort();
    names.dedup();
    let differs = |name: &String| fs::read(old.join(name)).ok() != fs::read(new.join(name)).ok();
    Ok(names.into_iter().filter(differs).map(|name| format!("{FRONTEND}/dist/{name}")).collect())
}

/// The files below a folder, named from a root.
fn files(folder: &Path, root: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return Ok(found) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, root)?);
        } else {
            found.push(path.strip_prefix(root)?.to_string_lossy().into_owned());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_differ_or_stand_alone_are_told() {
        let dir = tempfile::tempdir().unwrap();
        let (old, new) = (dir.path().join("old"), dir.path().join("new"));
        for folder in [&old, &new] {
            fs::create_dir_all(folder.join("assets")).unwrap();
            fs::write(folder.join("same"), "x").unwrap();
            fs::write(folder.join("assets/differs"), folder.as_os_str().as_encoded_bytes())
                .unwrap();
        }
        fs::write(new.join("alone"), "x").unwrap();
        let told = differences(&old, &new).unwrap();
        assert_eq!(
            told,
            [format!("{FRONTEND}/dist/alone"), format!("{FRONTEND}/dist/assets/differs")]
        );
    }
}
