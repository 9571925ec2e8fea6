//! A copy of the workspace that may be built and changed.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context, Result};

use crate::{git, process, workspace};

/// A copy of the workspace below cargo's target folder; dropping it removes it with all that was
/// built in it.
pub(super) struct Checkout {
    /// The short name of the commit, with a `+` for files that are not committed.
    pub(super) name: String,
    folder: PathBuf,
}

impl Checkout {
    /// Copies the files as they are.
    pub(super) fn of_files() -> Result<Self> {
        let changed = !git::run(workspace::root(), &["status", "--porcelain"])?.is_empty();
        let name = git::run(workspace::root(), &["rev-parse", "--short", "HEAD"])?;
        let checkout = Self::new("files", name + if changed { "+" } else { "" })?;
        workspace::copy_to(&checkout.folder)?;
        Ok(checkout)
    }

    /// Takes the files of a commit.
    pub(super) fn of_commit(commit: &str) -> Result<Self> {
        let name = git::run(workspace::root(), &["rev-parse", "--short", commit])?;
        let checkout = Self::new("commit", name)?;
        // A clone that shares its objects: unlike a worktree it leaves nothing in this repository.
        let clone = ["clone", "--quiet", "--shared", "--no-checkout", "."];
        let folder = checkout.folder.to_str().context("the target folder is no UTF-8")?;
        git::run(workspace::root(), &[&clone[..], &[folder]].concat())?;
        git::run(&checkout.folder, &["checkout", "--quiet", "--detach", &checkout.name])?;
        Ok(checkout)
    }

    fn new(folder: &str, name: String) -> Result<Self> {
        let folder = workspace::scratch().join("bench-build").join(folder);
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("emptying {}", folder.display()))?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self { name, folder })
    }

    pub(super) fn target(&self) -> PathBuf {
        self.folder.join("target")
    }

    /// Where a file of the copy is.
    pub(super) fn file(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// Returns cargo, to be run in the copy with the flags that are configured there.
    pub(super) fn cargo(&self) -> Command {
        let mut cargo = process::cargo();
        let config = fs::read_to_string(self.folder.join(".cargo/config.toml")).unwrap_or_default();
        // The copy lies inside of this workspace, whose configuration would be added.
        cargo.env("CARGO_ENCODED_RUSTFLAGS", configured_flags(&config).join("\x1f"));
        cargo.current_dir(&self.folder).env("CARGO_TARGET_DIR", self.target());
        cargo
    }

    /// Changes one line of a crate, in what others see of it: nothing built before can be kept.
    pub(super) fn change(&self, package: &str) -> Result<()> {
        let file = self.folder.join("crates").join(package).join("src/lib.rs");
        let text = fs::read_to_string(&file)
            .with_context(|| format!("{}: no crate `{package}`", self.name))?;
        Ok(fs::write(file, text + "#[doc(hidden)] pub const CHANGED: u8 = 0;\n")?)
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // What is left is emptied by the next run.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Returns the words of the line `rustflags = [...]` of a configuration.
fn configured_flags(config: &str) -> Vec<&str> {
    let line = config.lines().find(|line| line.starts_with("rustflags = ["));
    line.into_iter().flat_map(|line| line.split('"').skip(1).step_by(2)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_of_a_configuration_are_found() {
        let config = "[alias]\nx = \"y\"\n\n[build]\nrustflags = [\"-Ca=b\", \"-Cc\"]\n";
        assert_eq!(configured_flags(config), ["-Ca=b", "-Cc"]);
        assert!(configured_flags("[alias]\nx = \"y\"\n").is_empty());
    }

    #[test]
    fn a_commit_that_does_not_exist_is_told() {
        let error = Checkout::of_commit("no-such-commit").err().expect("there is none");
        assert!(format!("{error:#}").starts_with("git rev-parse: "), "{error:#}");
    }
}
