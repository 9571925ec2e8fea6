//! Suites that are one cargo command.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Result, ensure};

use super::{Context, Failure, TAIL, Verdict};
use crate::{cargo_test, process, snapshots, workspace};

pub(super) fn rustfmt(context: &Context) -> Result<Verdict> {
    check(context, &["fmt", "--all", "--check"], &[])
}

pub(super) fn clippy(context: &Context) -> Result<Verdict> {
    let args = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    check(context, &args, &[])
}

pub(super) fn docs(context: &Context) -> Result<Verdict> {
    // All features, as for clippy: cargo then checks the dependencies once for both.
    let args = ["doc", "--workspace", "--no-deps", "--all-features"];
    check(context, &args, &[("RUSTDOCFLAGS", "-D warnings")])
}

/// A package without tests, whose many dependencies nothing else needs.
pub(super) const WITHOUT_BENCHES: [&str; 2] = ["--exclude", "games-bench"];

/// Unit and integration tests. Benches are left out (clippy compiles them), examples are built.
pub(super) fn tests(context: &Context) -> Result<Verdict> {
    let mut cargo = process::cargo();
    cargo.args(["test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests"]);
    cargo.arg("--examples").args(WITHOUT_BENCHES).env("INSTA_UPDATE", "no");
    // Tests of what is kept on disk write through, thousands of times.
    if let Some(folder) = workspace::in_memory() {
        cargo.env("TMPDIR", folder);
    }
    if context.slow {
        cargo.env("PROPTEST_CASES", "4096").env("GAMES_SLOW", "1");
    }
    snapshots::note_references(&mut cargo)?;
    let verdict = run_tests(context, cargo, "--workspace --lib --bins --tests --examples")?;
    let _ = context.tests_passed.set(verdict.failed.is_empty());
    Ok(verdict)
}

/// Tests that look at the clock: alone, one after the other, in release.
pub(super) fn timing(context: &Context) -> Result<Verdict> {
    let mut cargo = process::cargo();
    let selection = "--release -p games -p games-cli --features games/timing,games-cli/timing \
                     --test timing";
    cargo.arg("test").args(selection.split(' ')).args(["--", "--test-threads=1"]);
    run_tests(context, cargo, selection)
}

/// What threads share without locks, by tests that only a build with `--cfg loom` has, in a folder
/// of its own.
pub(super) fn loom(context: &Context) -> Result<Verdict> {
    let mut cargo = process::cargo();
    cargo.args(["test", "--release", "-p", "ai", "--lib", "--target-dir"]);
    cargo.arg(workspace::target().join("loom")).args(["--", "interleavings"]);
    cargo.env("RUSTFLAGS", "--cfg loom");
    let mut verdict = run_tests(context, cargo, "")?;
    ensure!(verdict.passed + verdict.failed.len() > 0, "there is no test");
    for failure in &mut verdict.failed {
        failure.repeat = "cargo xtask test-all --only loom".into();
    }
    Ok(verdict)
}

pub(super) fn doctests(context: &Context) -> Result<Verdict> {
    let mut cargo = process::cargo();
    cargo.args(["test", "--workspace", "--no-fail-fast", "--doc"]).args(WITHOUT_BENCHES);
    run_tests(context, cargo, "--workspace --doc")
}

/// Runs `cargo test`; `selection` are its arguments, for a run that never comes to a test.
pub(super) fn run_tests(context: &Context, cargo: Command, selection: &str) -> Result<Verdict> {
    let output = context.run_cargo(cargo)?;
    let summary = cargo_test::read(&output.text);
    let mut failed: Vec<_> = summary
        .failed
        .into_iter()
        .map(|test| Failure { what: test.name, repeat: test.repeat })
        .collect();
    if failed.is_empty() && !output.success() {
        let what = format!("cargo test: {}", output.ending());
        failed.push(Failure { what, repeat: format!("cargo test {selection}") });
    }
    let detail = if failed.is_empty() { String::new() } else { test_detail(&output.text)? };
    Ok(Verdict { passed: summary.passed, failed, detail })
}

/// Returns what failing tests said. The tail of the whole output may be the good tests of the
/// programs that ran later, so the whole goes to a file and the sections of failures are shown.
fn test_detail(text: &str) -> Result<String> {
    let file = save(text)?;
    let mut shown = String::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "failures:" => inside = true,
            _ if line.starts_with("test result: ") => inside = false,
            _ if inside && !line.is_empty() => {
                shown.push_str(line);
                shown.push('\n');
            }
            _ => {}
        }
    }
    if shown.is_empty() {
        shown = process::tail(text, TAIL);
    }
    Ok(format!("{}\n(the whole output: {})", process::tail(&shown, TAIL), file.display()))
}

fn save(text: &str) -> Result<PathBuf> {
    let dir = workspace::scratch();
    fs::create_dir_all(&dir)?;
    let file = dir.join("cargo-test.txt");
    fs::write(&file, text)?;
    Ok(file)
}

/// Runs a command that is one check: it passes or it fails.
pub(super) fn check(
    context: &Context,
    args: &[&str],
    variables: &[(&str, &str)],
) -> Result<Verdict> {
    let mut cargo = process::cargo();
    cargo.args(args).envs(variables.iter().copied());
    let output = context.run_cargo(cargo)?;
    if output.success() {
        return Ok(Verdict { passed: 1, ..Verdict::default() });
    }
    let mut repeat = String::new();
    for (name, value) in variables {
        repeat.push_str(&format!("{name}={} ", process::shell_word(value)));
    }
    repeat.push_str("cargo");
    for arg in args {
        repeat.push(' ');
        repeat.push_str(&process::shell_word(arg));
    }
    let what = format!("cargo {}: {}", args[0], output.ending());
    let detail = process::tail(&output.text, TAIL);
    Ok(Verdict { passed: 0, failed: vec![Failure { what, repeat }], detail })
}
