//! `cargo xtask dist`: programs for machines of others.

mod portable;
mod trial;

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use games_launcher::{ALL, Level};
use hmac_sha256::Hash;

use crate::{git, process, suites::TAIL, workspace};
use trial::Findings;

/// Build the program `games` for machines of others.
///
/// One program for each level of the processors' common features, in the profile `release`, which
/// this machine has to be able to run. Each is tried: it names its level, counts what it should, and
/// searches the same as all others. All of them together, with a small program that starts the one
/// for the processor at hand, are in a folder of their own. Beside them stands a file SHA256SUMS.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask dist\n  cargo xtask dist --level x86-64-v3")]
pub(crate) struct Args {
    /// Build only for this level; may be given several times.
    #[arg(long, value_name = "LEVEL")]
    level: Vec<String>,
    /// Where the programs go.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let levels = chosen(&args.level)?;
    let out = args.out.clone().unwrap_or_else(|| workspace::target().join("dist"));
    fs::create_dir_all(&out).with_context(|| format!("making {}", out.display()))?;
    let mut sums = String::new();
    let mut tried: Vec<(&Level, Findings)> = Vec::new();
    for level in levels {
        let name = file_name(level);
        let program = out.join(&name);
        fs::copy(build(level, "games-cli", "games")?, &program)
            .with_context(|| format!("copying to {name}"))?;
        writeln!(sums, "{}  {name}", checksum(&program)?)?;
        if level.runs_here() {
            tried.push((level, trial::of(&program, level)?));
            println!("{name}: tried");
        } else {
            println!("{name}: not tried, as this processor lacks some of its features");
        }
    }
    if args.level.is_empty() {
        let folder = portable::folder(&out)?;
        let (launcher, program) = portable::assemble(&folder, &|level| out.join(file_name(level)))?;
        for file in portable::files(&folder, &launcher) {
            let name = file.strip_prefix(&out).unwrap_or(&file).display();
            writeln!(sums, "{}  {name}", checksum(&file)?)?;
        }
        tried.push((program, trial::of(&launcher, program)?));
        println!("{}: tried, starts {}", launcher.display(), program.name);
    }
    agree(&tried)?;
    fs::write(out.join("SHA256SUMS"), sums)?;
    println!("in {}", out.display());
    Ok(true)
}

fn chosen(names: &[String]) -> Result<Vec<&'static Level>> {
    let known: Vec<_> = ALL.iter().map(|level| level.name).collect();
    if let Some(wrong) = names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("no level `{wrong}` on this machine; there are: {}", known.join(", "));
    }
    let wanted = |level: &&Level| names.is_empty() || names.iter().any(|name| name == level.name);
    Ok(ALL.iter().filter(wanted).collect())
}

fn file_name(level: &Level) -> String {
    let (version, system) = (env!("CARGO_PKG_VERSION"), std::env::consts::OS);
    format!("games-{version}-{system}-{}{}", level.name, std::env::consts::EXE_SUFFIX)
}

/// Builds a program of a package and returns its path.
fn build(level: &Level, package: &str, program: &str) -> Result<PathBuf> {
    if !level.runs_here() {
        bail!("{}: can only be built where it runs", level.name);
    }
    let target = workspace::target().join(level.name);
    let mut cargo = process::cargo();
    // Without `--target`, so that build scripts have the same flags: that of the crate `chess` makes
    // tables for the features that it was built with itself.
    cargo.args(["build", "--release", "--locked", "-p", package]);
    cargo.env("RUSTFLAGS", format!("-Ctarget-cpu={}", level.cpu)).env("CARGO_TARGET_DIR", &target);
    if let Some(commit) = commit() {
        cargo.env("GAMES_COMMIT", commit);
    }
    println!("{}: building {package}", level.name);
    let output = process::capture(cargo)?;
    if !output.success() {
        bail!("{}: {}\n{}", level.name, output.ending(), process::tail(&output.text, TAIL));
    }
    Ok(target.join("release").join(format!("{program}{}", std::env::consts::EXE_SUFFIX)))
}

/// Returns the short name of the commit that the files are at, if they are at one.
pub(crate) fn commit() -> Option<String> {
    let root = workspace::root();
    let changed = git::run(root, &["status", "--porcelain", "--untracked-files=no"]).ok()?;
    let name = git::run(root, &["rev-parse", "--short", "HEAD"]).ok()?;
    changed.is_empty().then_some(name)
}

fn checksum(file: &Path) -> Result<String> {
    let bytes = fs::read(file)?;
    let mut hex = String::new();
    for byte in Hash::hash(&bytes) {
        write!(hex, "{byte:02x}")?;
    }
    Ok(hex)
}

/// Fails if two levels found different things.
fn agree(tried: &[(&Level, Findings)]) -> Result<()> {
    let Some(((first, expected), others)) = tried.split_first() else { return Ok(()) };
    for (level, found) in others {
        if found != expected {
            let (one, two) = (first.name, level.name);
            bail!("{one} and {two} do not search the same:\n{expected:#?}\n{found:#?}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_does_not_exist_is_told_with_those_that_do() {
        let error = chosen(&["x86-64-v9".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("`x86-64-v9`") && error.contains(ALL[0].name), "{error}");
        assert_eq!(chosen(&[]).unwrap().len(), ALL.len());
    }

    #[test]
    fn checksums_are_those_of_the_standard() {
        let file = workspace::scratch().join("checksum-test");
        fs::create_dir_all(workspace::scratch()).unwrap();
        // FIPS 180-2, appendix B.1.
        fs::write(&file, "abc").unwrap();
        assert_eq!(
            checksum(&file).unwrap(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
