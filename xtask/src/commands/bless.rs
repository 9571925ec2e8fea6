//! `cargo xtask bless`: shows changed snapshots and accepts them.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::PathBuf,
};

use anyhow::{Context, Result, bail};
use similar::TextDiff;

use crate::{
    cargo_test, process,
    snapshots::{self, walk, without_place},
    workspace,
};

/// Show changed snapshots and accept them.
///
/// Runs the tests, shows for each snapshot what would change, as a diff, and asks once. Nothing is
/// touched before the answer. Snapshots that no test uses any more are deleted with the same
/// answer, if all packages were run and no test failed.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask bless\n  cargo xtask bless -p othello --yes")]
pub(crate) struct Args {
    /// Run the tests of this package only.
    #[arg(short, long, value_name = "NAME")]
    package: Option<String>,
    /// Accept without asking.
    #[arg(long)]
    yes: bool,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let (changes, tests_passed) = collect(args)?;
    for change in &changes {
        print!("{}", change.diff());
    }
    let found = snapshots::survey(tests_passed && args.package.is_none())?;
    for path in &found.unused {
        println!("no test uses {path}");
    }
    for path in &found.pending {
        println!("left by an earlier run: {path}");
    }

    let (accept, delete) = (changes.len(), found.unused.len() + found.pending.len());
    if accept + delete == 0 {
        println!("no snapshot has changed");
    } else if args.yes || confirm(accept, delete)? {
        for change in changes {
            change.accept()?;
        }
        for path in found.unused.iter().chain(&found.pending) {
            fs::remove_file(workspace::root().join(path))
                .with_context(|| format!("deleting {path}"))?;
        }
        println!("accepted {accept}, deleted {delete}: read them once more in `git diff`");
    } else {
        println!("nothing was changed");
        return Ok(false);
    }
    Ok(tests_passed)
}

/// Runs the tests; returns the changed snapshots and whether all else is well.
fn collect(args: &Args) -> Result<(Vec<Change>, bool)> {
    let mut cargo = process::cargo();
    cargo.args(["test", "--no-fail-fast", "--lib", "--bins", "--tests"]);
    match &args.package {
        Some(name) => cargo.args(["-p", name]),
        None => cargo.arg("--workspace"),
    };
    snapshots::note_references(&mut cargo)?;
    let dir = snapshots::collect_changes(&mut cargo)?;
    println!("running the tests ...");
    let output = process::capture(cargo)?;
    let summary = cargo_test::read(&output.text);
    if !output.success() && summary.failed.is_empty() {
        bail!("the tests do not run:\n{}", process::tail(&output.text, 40));
    }
    for test in &summary.failed {
        println!("fails for another reason than a snapshot: {}\n    {}", test.name, test.repeat);
    }
    Ok((changes_in(&dir)?, output.success()))
}

/// A snapshot that would change.
struct Change {
    /// From the root of the workspace.
    name: String,
    path: PathBuf,
    old: String,
    new: String,
}

fn changes_in(dir: &std::path::Path) -> Result<Vec<Change>> {
    let mut files = Vec::new();
    walk(dir, &mut files)?;
    let mut changes = Vec::new();
    for file in files {
        let inside = file.strip_prefix(dir).expect("the file was found in the folder");
        let name = inside.display().to_string();
        let Some(name) = name.strip_suffix(".new") else {
            println!("an inline snapshot changed, edit it by hand: {name}");
            continue;
        };
        let path = workspace::root().join(name);
        let new = fs::read_to_string(&file).with_context(|| format!("reading {name}"))?;
        let old = fs::read_to_string(&path).unwrap_or_default();
        changes.push(Change { name: name.to_owned(), path, old, new: without_place(&new) });
    }
    Ok(changes)
}

impl Change {
    fn diff(&self) -> String {
        let diff = TextDiff::from_lines(&self.old, &self.new);
        let from =
            if self.old.is_empty() { "/dev/null".to_owned() } else { format!("a/{}", self.name) };
        diff.unified_diff().header(&from, &format!("b/{}", self.name)).to_string()
    }

    fn accept(self) -> Result<()> {
        if let Some(dir) = self.path.parent() {
            fs::create_dir_all(dir).with_context(|| format!("creating {}", dir.display()))?;
        }
        fs::write(&self.path, self.new).with_context(|| format!("writing {}", self.name))
    }
}

fn confirm(accept: usize, delete: usize) -> Result<bool> {
    if !io::stdin().is_terminal() {
        println!("{accept} to accept, {delete} to delete; say so with --yes");
        return Ok(false);
    }
    print!("accept {accept}, delete {delete}? [y/N] ");
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_shows_as_a_diff_with_its_file() {
        let change = Change {
            name: "t/x.snap".to_owned(),
            path: PathBuf::from("t/x.snap"),
            old: "a\nb\n".to_owned(),
            new: "a\nc\n".to_owned(),
        };
        assert_eq!(change.diff(), "--- a/t/x.snap\n+++ b/t/x.snap\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
    }
}
