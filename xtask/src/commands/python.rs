//! `cargo xtask python`: the package `perfect_games`, built, checked and tried.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use super::dist;
use crate::{beside::Beside, process, workspace};

/// Build the package for Python and run its tests.
///
/// Needs Python 3.11 or newer with `venv`; all else comes from PyPI into an environment below
/// `target`. The wheel is for any x86-64 machine. Its types are checked by mypy and pyright, its stubs
/// against the native module, and its tests and examples run against the wheel as it is
/// installed.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask python\n  cargo xtask python --sdist")]
pub(crate) struct Args {
    /// Build the wheel from the packed sources alone, in a fresh environment.
    #[arg(long)]
    sdist: bool,
}

/// The folder of the package, from the root of the workspace.
const PACKAGE: &str = "crates/games-python";
/// What builds it.
const MATURIN: &str = "maturin==1.16.0";
/// What its tests need, and those to which it adapts.
const TOOLS: &[&str] = &[
    "numpy>=1.25",
    "pytest==9.2.0",
    "hypothesis==6.170.15",
    "mypy==2.4.1",
    // Pyright with all that it needs.
    "basedpyright==1.40.2",
    "chess==1.11.2",
    "open_spiel==2.0.2",
    "pettingzoo==1.27.0",
    "gymnasium==1.4.0",
];
/// The most bytes that a wheel may have.
const MOST_BYTES: u64 = 8_000_000;

/// A build that was begun before the package is checked.
static BEGUN: Beside<Result<Built>> = Beside::new();

/// Begins to build the package, where there is Python; what goes wrong is said when it is checked.
pub(crate) fn begin(sdist: bool) {
    if version().is_ok() {
        BEGUN.begin(move || build(sdist));
    }
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    for done in check(args.sdist)? {
        println!("{done}");
    }
    Ok(true)
}

/// Does all of it; returns what was done, a line a step.
///
/// # Errors
///
/// The first step that fails, with what it said.
pub(crate) fn check(sdist: bool) -> Result<Vec<String>> {
    let mut done = vec![format!("python: {}", version()?)];
    let Built { home, wheel } = BEGUN.end().unwrap_or_else(|| build(sdist))?;
    let bytes = fs::metadata(&wheel)?.len();
    if bytes > MOST_BYTES {
        bail!("the wheel has {bytes} bytes, at most {MOST_BYTES} are allowed");
    }
    done.push(format!("wheel: {bytes} bytes"));
    install(&home, &wheel)?;
    let interpreter = home.join("bin/python3").to_string_lossy().into_owned();
    for (what, arguments) in [
        ("types", &["-m", "mypy"][..]),
        ("pyright", &["-m", "basedpyright", "--pythonpath", &interpreter]),
        ("stubs", &["-m", "mypy.stubtest", "perfect_games._native"]),
        ("tests", &["-m", "pytest"]),
    ] {
        let mut python = Command::new(home.join("bin/python3"));
        python.args(arguments).current_dir(folder());
        let output = run_well(python, what)?;
        let last = output.lines().last().unwrap_or_default();
        done.push(format!("{what}: {last}"));
    }
    Ok(done)
}

/// A wheel, and an environment to try it in.
struct Built {
    home: PathBuf,
    wheel: PathBuf,
}

fn build(sdist: bool) -> Result<Built> {
    let home = environment("environment", TOOLS)?;
    let wheel = if sdist { from_sources(&home)? } else { wheel(&home)? };
    Ok(Built { home, wheel })
}

/// Measures random play beside the packages of others.
///
/// # Errors
///
/// If the package cannot be built.
pub(crate) fn bench() -> Result<bool> {
    version()?;
    let home = environment("environment", TOOLS)?;
    install(&home, &wheel(&home)?)?;
    let mut python = Command::new(home.join("bin/python3"));
    let status = python.arg(folder().join("python/benches/loops.py")).status()?;
    Ok(status.success())
}

/// The version of Python.
///
/// # Errors
///
/// In one line, that it is missing or too old.
pub(crate) fn version() -> Result<String> {
    let mut python = Command::new("python3");
    python.args(["-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]);
    let missing = "Python 3.11 or newer is missing; install Debian's python3 and python3-venv";
    let output = process::capture(python).context(missing)?;
    let version = output.text.trim().to_owned();
    if !output.success() || !is_new_enough(&version) {
        bail!("{missing} (found: {})", version.lines().last().unwrap_or_default());
    }
    Ok(version)
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.split('.').map(str::parse::<u32>);
    matches!((numbers.next(), numbers.next()), (Some(Ok(3)), Some(Ok(minor))) if minor >= 11)
}

fn folder() -> PathBuf {
    workspace::root().join(PACKAGE)
}

fn below_target(name: &str) -> PathBuf {
    workspace::target().join("python").join(name)
}

/// Returns an environment with these packages; it is made once.
fn environment(name: &str, packages: &[&str]) -> Result<PathBuf> {
    let home = below_target(name);
    let (done, wanted) = (home.join("installed"), packages.join("\n"));
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(home);
    }
    let mut make = Command::new("python3");
    make.args(["-m", "venv", "--clear"]).arg(&home);
    run_well(make, "python3 -m venv")?;
    // What is built from the sources alone gets what it needs itself.
    if !packages.is_empty() {
        pip(&home, &[MATURIN])?;
        pip(&home, packages)?;
    }
    fs::write(done, wanted)?;
    Ok(home)
}

fn pip(home: &Path, arguments: &[&str]) -> Result<()> {
    let mut pip = Command::new(home.join("bin/python3"));
    // What is used is compiled when it is, most of it never.
    pip.args(["-m", "pip", "install", "--quiet", "--no-compile"]).args(arguments);
    run_well(pip, "pip install").map(drop)
}

fn install(home: &Path, package: &Path) -> Result<()> {
    let mut pip = Command::new(home.join("bin/python3"));
    pip.args(["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"]).arg(package);
    run_well(pip, "pip install").map(drop)
}

/// Builds the wheel, for any machine of this kind.
fn wheel(home: &Path) -> Result<PathBuf> {
    maturin(home, &["build", "--release"])?;
    only_file(&below_target("dist"), ".whl")
}

/// Packs the sources and builds the wheel from these alone, as pip does for whoever has no wheel:
/// with nothing but maturin, which it gets itself.
fn from_sources(home: &Path) -> Result<PathBuf> {
    maturin(home, &["sdist"])?;
    let dist = below_target("dist");
    let sources = only_file(&dist, ".tar.gz")?;
    let fresh = environment("fresh", &[])?;
    let mut pip = Command::new(fresh.join("bin/python3"));
    pip.args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]).arg(&dist).arg(sources);
    for_any_machine(&mut pip);
    run_well(pip, "the package from its sources")?;
    only_file(&dist, ".whl")
}

/// In a folder of its own, so that flags do not make the workspace compile anew.
fn for_any_machine(build: &mut Command) {
    build.env("RUSTFLAGS", "-Ctarget-cpu=x86-64").env("CARGO_TARGET_DIR", below_target("target"));
    if let Some(commit) = dist::commit() {
        build.env("GAMES_COMMIT", commit);
    }
}

fn maturin(home: &Path, arguments: &[&str]) -> Result<()> {
    let dist = below_target("dist");
    if dist.is_dir() {
        fs::remove_dir_all(&dist)?;
    }
    let mut maturin = Command::new(home.join("bin/maturin"));
    maturin.args(arguments).arg("--out").arg(&dist).current_dir(folder()).env("VIRTUAL_ENV", home);
    for_any_machine(&mut maturin);
    run_well(maturin, "maturin").map(drop)
}

/// Returns the one file of a folder with such an ending.
fn only_file(folder: &Path, ending: &str) -> Result<PathBuf> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(ending) {
            return Ok(path);
        }
    }
    bail!("{} has no file that ends in {ending}", folder.display())
}

/// Runs a program that has to succeed; returns what it said.
fn run_well(command: Command, what: &str) -> Result<String> {
    let output = process::capture(command).with_context(|| format!("{what} cannot run"))?;
    if !output.success() {
        bail!("{what}: {}\n{}", output.ending(), process::tail(&output.text, 60));
    }
    Ok(output.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_has_to_be_new_enough() {
        assert!(is_new_enough("3.11") && is_new_enough("3.14"));
        assert!(!is_new_enough("3.9") && !is_new_enough("2.7") && !is_new_enough("3"));
    }
}
