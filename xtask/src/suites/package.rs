//! Whether the crates could be published.

use std::{fs, path::Path, process::Command};

use anyhow::{Context as _, Result, bail};

use super::{Context, Failure, TAIL, Verdict};
use crate::{process, workspace};

/// The crate that is also built from its package; it stands on no other.
const LEAF: &str = "games-core";

/// Packs every crate, and builds one from what is packed.
///
/// Cargo packs crates that stand on each other only if they may be published, and ours say
/// `publish = false`: so it happens in a copy that says something else.
pub(super) fn crates(context: &Context) -> Result<Verdict> {
    let copy = workspace::scratch().join("package");
    workspace::copy_to(&copy)?;
    allow_publishing(&copy.join("Cargo.toml"))?;

    let mut pack = vec!["package", "--workspace", "--no-verify", "--allow-dirty"];
    let packages = workspace::packages()?;
    for package in packages.iter().filter(|package| !package.manifest.starts_with("crates/")) {
        pack.extend(["--exclude", &package.name]);
    }
    let mut verdict = Verdict::default();
    for args in [&pack[..], &["package", "--allow-dirty", "-p", LEAF]] {
        let mut cargo = process::cargo();
        cargo.args(args).current_dir(&copy).env("CARGO_TARGET_DIR", workspace::target());
        check(context, cargo, args, &mut verdict)?;
    }
    Ok(verdict)
}

fn check(context: &Context, cargo: Command, args: &[&str], verdict: &mut Verdict) -> Result<()> {
    let output = context.run_cargo(cargo)?;
    if output.success() {
        verdict.passed += 1;
        return Ok(());
    }
    let what = format!("cargo {}: {}", args.join(" "), output.ending());
    let repeat = "cargo xtask test-all --only package".to_owned();
    verdict.failed.push(Failure { what, repeat });
    verdict.detail.push_str(&process::tail(&output.text, TAIL));
    Ok(())
}

fn allow_publishing(manifest: &Path) -> Result<()> {
    const NOT: &str = "publish = false";
    let text = fs::read_to_string(manifest).context("the manifest of the workspace")?;
    if !text.contains(NOT) {
        bail!("the manifest of the workspace no longer says `{NOT}`: pack without a copy");
    }
    Ok(fs::write(manifest, text.replace(NOT, "publish = true"))?)
}
