//! The pages of `games serve` in a real browser.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use anyhow::{Result, bail};

use super::{Context, Failure, TAIL, Verdict, cargo::WITHOUT_BENCHES};
use crate::{commands::web, games_binary, process, workspace};

/// Where Debian puts the browser that people have, and the same one without any window.
const CHROMIUM: &str = "/usr/bin/chromium";
const SHELL: &str = "/usr/bin/chromium-headless-shell";

/// What is checked in is what is built.
pub(super) fn build(_: &Context) -> Result<Verdict> {
    let stale = web::build(true)?;
    let failure = |what| Failure { what, repeat: "cargo xtask web".to_owned() };
    let failed: Vec<_> = stale.into_iter().map(failure).collect();
    Ok(Verdict { passed: usize::from(failed.is_empty()), failed, ..Verdict::default() })
}

/// People's ways through the pages, with mouse, keys and fingers.
pub(super) fn pages(context: &Context) -> Result<Verdict> {
    if ![SHELL, CHROMIUM].iter().any(|path| Path::new(path).is_file()) {
        bail!("the browser is missing; install Debian's package chromium-headless-shell");
    }
    context.say("building the games that the pages have never heard of");
    let mut toys = process::cargo();
    // Of all packages together, as the tests: with the features of one alone most would be compiled
    // again.
    toys.args(["build", "--workspace", "--example", "toys"]).args(WITHOUT_BENCHES);
    let built = context.run_cargo(toys)?;
    if !built.success() {
        bail!("the example toys: {}\n{}", built.ending(), process::tail(&built.text, TAIL));
    }
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=tap", &at_a_time(cores())])
        .args(tests("browser")?)
        .current_dir(web::frontend())
        .env("CI", "1")
        .env("GAMES", games_binary::path()?)
        .env("TOYS", workspace::target().join("debug/examples/toys"));
    let output = process::capture_lines(node, &mut |line| {
        if let Some((_, name)) = line.trim().split_once("# Subtest: ") {
            context.say(name);
        }
    })?;
    Ok(verdict(&output.text, output.success()))
}

/// What pages and server may cost: first visits, clicks, many viewers, memory. One after the other,
/// on a machine that does nothing else.
pub(super) fn budgets(context: &Context) -> Result<Verdict> {
    if !Path::new(CHROMIUM).is_file() {
        bail!("the browser is missing; install Debian's package chromium");
    }
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=tap", &at_a_time(1)])
        .args(tests("budgets")?)
        .current_dir(web::frontend())
        .env("CI", "1")
        .env("CHROMIUM", CHROMIUM)
        .env("GAMES", games_binary::path()?);
    let mut told = Vec::new();
    let output = process::capture_lines(node, &mut |line| {
        if let Some((_, figures)) = line.trim().split_once("# ").filter(|(_, f)| f.contains(" of "))
        {
            context.say(figures);
            told.push(figures.to_owned());
        }
    })?;
    let mut verdict = verdict(&output.text, output.success());
    for failure in &mut verdict.failed {
        failure.repeat = "cargo xtask test-all --timing --only web-budgets".to_owned();
    }
    context.note.set(told.join("; "));
    Ok(verdict)
}

/// How many files of tests run at the same time. Each has a browser and a server of its own, and
/// waits for them most of the time.
fn at_a_time(files: usize) -> String {
    format!("--test-concurrency={files}")
}

fn cores() -> usize {
    const MOST: usize = 4;
    thread::available_parallelism().map_or(1, usize::from).min(MOST)
}

/// The files of tests in a folder, since what a folder means to `node --test` differs from version
/// to version.
fn tests(folder: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(web::frontend().join("tests").join(folder))? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads the protocol that `node --test` writes: a line a test, indented below their files.
fn verdict(text: &str, success: bool) -> Verdict {
    let repeat = "cargo xtask test-all --peers --only browser".to_owned();
    let count = |word: &str| {
        let lines = text.lines().filter_map(|line| line.strip_prefix(word));
        lines.filter_map(|count| count.trim().parse().ok()).next_back().unwrap_or(0)
    };
    let failures = text.lines().filter_map(|line| line.trim().strip_prefix("not ok "));
    let name = |line: &str| line.split_once(" - ").map_or(line, |(_, name)| name).to_owned();
    let failed = failures.map(|line| Failure { what: name(line), repeat: repeat.clone() });
    let mut verdict =
        Verdict { passed: count("# pass "), failed: failed.collect(), ..Verdict::default() };
    if verdict.failed.is_empty() && (!success || verdict.passed == 0) {
        verdict.failed.push(Failure { what: "node --test".to_owned(), repeat });
    }
    if !verdict.failed.is_empty() {
        verdict.detail = process::tail(&why(text), TAIL);
    }
    verdict
}

/// What is said of the tests that failed, without those that passed; all of it where nobody says
/// which failed.
fn why(text: &str) -> String {
    let mut told = String::new();
    let mut is_told = false;
    for line in text.lines() {
        is_told |= line.trim().starts_with("not ok ");
        if is_told {
            told.push_str(line);
            told.push('\n');
        }
        is_told &= line.trim() != "...";
    }
    if told.is_empty() { text.to_owned() } else { told }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_failed_are_named_and_the_others_counted() {
        let text = "TAP version 13\n# Subtest: a page\n    not ok 1 - is shown\nok 2 - is left\n# pass 12\n# fail 1\n";
        let verdict = verdict(text, false);
        assert_eq!(verdict.passed, 12);
        assert_eq!(verdict.failed[0].what, "is shown");
    }

    #[test]
    fn why_a_test_failed_is_told_without_those_that_passed() {
        let failed = "not ok 2 - is shown\n  ---\n  error: none\n  ...\n";
        let passed = "ok 1 - is there\n  ---\n  duration_ms: 1\n  ...\n";
        let text = format!("{passed}{failed}{passed}# fail 1\n");
        assert_eq!(verdict(&text, false).detail, failed.trim_end());
        assert_eq!(verdict("no node\n", false).detail, "no node");
    }

    #[test]
    fn a_run_without_a_test_has_failed() {
        assert_eq!(verdict("# pass 0\n", true).failed.len(), 1);
        assert_eq!(verdict("no node\n", false).failed.len(), 1);
        assert!(verdict("# pass 1\n", true).failed.is_empty());
    }
}
