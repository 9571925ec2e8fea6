//! Suites that are commands of this program.

use std::fs;

use anyhow::Result;

use super::{Context, Failure, TAIL, Verdict, cargo};
use crate::{
    commands::{docs, perft, solving},
    console,
    games_binary::{self, Built},
    process, snapshots,
    tidy::{self, RULES},
    tree::Tree,
};

/// The most bytes that the program may have: 14 MB, 4 for the browser, 1.5 for the board on the whole
/// screen. What is compiled twice shows here first. Other systems have files of other kinds.
const MOST_BYTES: u64 =
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) { 19_500_000 } else { u64::MAX };

pub(super) fn release(context: &Context) -> Result<Verdict> {
    match games_binary::built_with(|cargo| context.run_cargo(cargo))? {
        Built::There(program) => {
            let mut verdict = compare_ids()?;
            match fs::metadata(program)?.len() {
                ..=MOST_BYTES => verdict.passed += 1,
                bytes => {
                    let what =
                        format!("`games` has {bytes} bytes, at most {MOST_BYTES} are allowed");
                    let repeat = "cargo xtask test-all --only release".to_owned();
                    verdict.failed.push(Failure { what, repeat });
                }
            }
            Ok(verdict)
        }
        Built::Failed(text) => {
            let what = "`games` does not build".to_owned();
            let failed = vec![Failure { what, repeat: games_binary::BUILD.to_owned() }];
            Ok(Verdict { passed: 0, failed, detail: process::tail(text, TAIL) })
        }
    }
}

/// Compares the games that the program knows with those that `tidy` finds in the sources.
fn compare_ids() -> Result<Verdict> {
    let known = games_binary::ids()?;
    let found = Tree::read()?.games;
    if found.as_ref() == Ok(&known) {
        return Ok(Verdict { passed: 2, ..Verdict::default() });
    }
    let what = "`tidy` reads other games from the sources than `games list` tells".to_owned();
    let failed = vec![Failure { what, repeat: "cargo xtask test-all --only release".to_owned() }];
    Ok(Verdict { passed: 1, failed, detail: format!("sources: {found:?}\nprogram: {known:?}") })
}

pub(super) fn tidy(_: &Context) -> Result<Verdict> {
    let tree = Tree::read()?;
    let mut verdict = Verdict::default();
    for rule in RULES {
        let findings = rule.check(&tree);
        if findings.is_empty() {
            verdict.passed += 1;
            continue;
        }
        let what = format!("{} ({} findings)", rule.name, findings.len());
        verdict.failed.push(Failure { what, repeat: "cargo xtask tidy".to_owned() });
        verdict.detail.push_str(&tidy::report(rule, &findings));
    }
    Ok(verdict)
}

pub(super) fn snapshots(context: &Context) -> Result<Verdict> {
    if context.tests_passed.get().is_none() {
        // Asked for alone: only a run of the tests tells which snapshots are in use.
        cargo::tests(context)?;
    }
    let judge_unused = context.tests_passed.get() == Some(&true);
    if !judge_unused {
        context.note.set("not judged which are left over, as tests fail".to_owned());
    }
    let found = snapshots::survey(judge_unused)?;
    let mut verdict = Verdict { passed: found.in_use, ..Verdict::default() };
    let repeat = "cargo xtask bless";
    for (paths, what) in [(&found.pending, "pending"), (&found.unused, "used by no test")] {
        for path in paths {
            let what = format!("{path}: {what}");
            verdict.failed.push(Failure { what, repeat: repeat.to_owned() });
        }
    }
    Ok(verdict)
}

pub(super) fn perft(context: &Context) -> Result<Verdict> {
    let report = perft::check(&perft::Args::all(context.slow), &mut |row| context.say(row))?;
    let failed = report
        .failed
        .into_iter()
        .map(|line| Failure { what: line.what, repeat: line.repeat })
        .collect();
    context.note.set(format!("{} nodes", perft::thousands(report.nodes)));
    Ok(Verdict { passed: report.passed, failed, detail: String::new() })
}

pub(super) fn readme(context: &Context) -> Result<Verdict> {
    let report = console::check_documents(&mut |command| context.say(command))?;
    let repeat = "cargo xtask test-all --only readme";
    let mut verdict = Verdict { passed: report.passed, ..Verdict::default() };
    for failure in report.failed {
        verdict.failed.push(Failure { what: failure.what, repeat: repeat.to_owned() });
        verdict.detail.push_str(&failure.detail);
    }
    let (blocks, text) = (report.looked_up, report.mentioned);
    context.note.set(format!("{blocks} not run, only looked up, and {text} in the text"));
    Ok(verdict)
}

pub(super) fn pictures(_: &Context) -> Result<Verdict> {
    let (same, stale) = docs::compare()?;
    let failed = stale
        .into_iter()
        .map(|file| Failure { what: format!("{file} is stale"), repeat: "cargo xtask docs".into() })
        .collect();
    Ok(Verdict { passed: same, failed, detail: String::new() })
}

/// Starts with more positions take too long to solve again in every run.
const SOLVED_AGAIN: u64 = 200_000;

pub(super) fn solved(_: &Context) -> Result<Verdict> {
    let (looked_at, wrong) = solving::check(SOLVED_AGAIN)?;
    let failed = wrong
        .into_iter()
        .map(|command| Failure { what: "a row of docs/solved".to_owned(), repeat: command })
        .collect::<Vec<_>>();
    Ok(Verdict { passed: looked_at - failed.len(), failed, detail: String::new() })
}
