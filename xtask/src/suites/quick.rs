//! The suites of `test-all --quick`: what a change needs, and no more.

use anyhow::Result;

use super::{Context, Verdict, cargo};
use crate::{changes::Changes, process};

/// Clippy of what has changed, and of what uses it and might no longer compile.
pub(super) fn clippy(context: &Context) -> Result<Verdict> {
    let changes = Changes::read()?;
    let packages = [&changes.changed[..], &changes.users].concat();
    if packages.is_empty() {
        return Ok(nothing(context));
    }
    let packages = selection(&packages);
    let mut args = vec!["clippy"];
    args.extend(packages.iter().map(String::as_str));
    args.extend(["--all-targets", "--all-features", "--", "-D", "warnings"]);
    cargo::check(context, &args, &[])
}

pub(super) fn tests(context: &Context) -> Result<Verdict> {
    let changed = Changes::read()?.changed;
    if changed.is_empty() {
        return Ok(nothing(context));
    }
    let packages = selection(&changed);
    let mut cargo = process::cargo();
    cargo.args(["test", "--no-fail-fast"]).args(&packages).env("INSTA_UPDATE", "no");
    cargo::run_tests(context, cargo, &packages.join(" "))
}

fn selection(packages: &[String]) -> Vec<String> {
    packages.iter().flat_map(|name| ["-p".to_owned(), name.clone()]).collect()
}

fn nothing(context: &Context) -> Verdict {
    context.note.set("no crate has changed".to_owned());
    Verdict::default()
}
