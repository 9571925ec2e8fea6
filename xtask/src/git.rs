//! Asking git.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, bail};

/// Runs git in a folder and returns what it prints, without the last line break.
///
/// # Errors
///
/// If it cannot be started, or refuses.
pub(crate) fn run(folder: &Path, args: &[&str]) -> Result<String> {
    let output = Command::new("git").args(args).current_dir(folder).output();
    let output = output.context("cannot start git")?;
    if !output.status.success() {
        bail!("git {}: {}", args[0], String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}
