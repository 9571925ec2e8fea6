//! Snapshots of `insta`: which are in use, which are new, and accepting them.
//!
//! The library itself, without the tool `cargo-insta`, can write down which snapshot files a test
//! run looked at, and put new ones into a folder of their own.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result};

use crate::workspace;

/// Makes the tests of a cargo command write down which snapshots they look at.
///
/// # Errors
///
/// If the old notes cannot be removed.
pub(crate) fn note_references(cargo: &mut Command) -> Result<()> {
    let notes = notes();
    fs::create_dir_all(workspace::scratch()).context("creating a folder below target")?;
    ignore_missing(fs::remove_file(&notes))
        .with_context(|| format!("removing {}", notes.display()))?;
    cargo.env("INSTA_SNAPSHOT_REFERENCES_FILE", notes);
    cargo.env("INSTA_WORKSPACE_ROOT", workspace::root());
    Ok(())
}

/// Makes the tests of a cargo command pass over changed snapshots and write the new ones into a
/// folder of their own, which is returned and empty now.
///
/// # Errors
///
/// If the folder cannot be emptied.
pub(crate) fn collect_changes(cargo: &mut Command) -> Result<PathBuf> {
    let dir = workspace::scratch().join("snapshots");
    ignore_missing(fs::remove_dir_all(&dir))
        .with_context(|| format!("emptying {}", dir.display()))?;
    cargo.envs([("INSTA_UPDATE", "new"), ("INSTA_FORCE_PASS", "1"), ("INSTA_OUTPUT", "none")]);
    cargo.env("INSTA_PENDING_DIR", &dir);
    Ok(dir)
}

/// What lies in the workspace.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Survey {
    pub(crate) in_use: usize,
    /// New snapshots that wait to be accepted or deleted.
    pub(crate) pending: Vec<String>,
    /// Snapshots that no test looks at.
    pub(crate) unused: Vec<String>,
}

/// Looks through the workspace. Which files are in use is known after a run of all tests with
/// [`note_references`]; without `judge_unused` all are taken to be.
///
/// # Errors
///
/// If a folder cannot be read.
pub(crate) fn survey(judge_unused: bool) -> Result<Survey> {
    let root = workspace::root();
    let mut files = Vec::new();
    for dir in ["crates", "xtask", "benches"] {
        walk(&root.join(dir), &mut files)?;
    }
    let noted = fs::read_to_string(notes()).unwrap_or_default();
    // A reference may go through `..` (`src/../tests/snapshots`).
    let used: BTreeSet<_> = noted.lines().filter_map(|line| fs::canonicalize(line).ok()).collect();
    let is_used = |file: &Path| {
        !judge_unused || fs::canonicalize(file).is_ok_and(|file| used.contains(&file))
    };
    Ok(sort_out(root, &files, is_used))
}

fn sort_out(root: &Path, files: &[PathBuf], is_used: impl Fn(&Path) -> bool) -> Survey {
    let mut survey = Survey::default();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        if name.ends_with(".snap.new") || name.ends_with(".pending-snap") {
            survey.pending.push(name);
        } else if name.ends_with(".snap") {
            if is_used(file) {
                survey.in_use += 1;
            } else {
                survey.unused.push(name);
            }
        }
    }
    survey
}

/// Adds all files below a folder, sorted; a folder that is not there has none.
///
/// # Errors
///
/// If a folder cannot be read.
pub(crate) fn walk(dir: &Path, out: &mut Vec<PathBuf>) -> Result<()> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(e).with_context(|| format!("reading {}", dir.display())),
    };
    let mut paths = entries.map(|e| Ok(e?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort_unstable();
    for path in paths {
        if path.is_dir() {
            walk(&path, out)?;
        } else {
            out.push(path);
        }
    }
    Ok(())
}

/// Returns a new snapshot as it is to be stored: without the line that says where the assertion
/// stands, which would change with every edit above it.
pub(crate) fn without_place(text: &str) -> String {
    let mut in_head = false;
    let mut dashes = 0;
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        if line.trim_end() == "---" && dashes < 2 {
            dashes += 1;
            in_head = dashes == 1;
        }
        if !(in_head && line.starts_with("assertion_line:")) {
            out.push_str(line);
        }
    }
    out
}

fn notes() -> PathBuf {
    workspace::scratch().join("snapshots-in-use.txt")
}

fn ignore_missing(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_and_unused_snapshots_are_told_from_those_in_use() {
        let files = ["/r/a.snap", "/r/b.snap", "/r/b.snap.new", "/r/.c.rs.pending-snap", "/r/d.rs"];
        let files = files.map(PathBuf::from);
        let survey = sort_out(Path::new("/r"), &files, |file| file.ends_with("a.snap"));
        let pending = vec!["b.snap.new".to_owned(), ".c.rs.pending-snap".to_owned()];
        assert_eq!(survey, Survey { in_use: 1, pending, unused: vec!["b.snap".to_owned()] });
    }

    #[test]
    fn only_the_head_of_a_new_snapshot_loses_its_place() {
        let new = "---\nsource: x.rs\nassertion_line: 7\n---\nassertion_line: 8\n---\n";
        let stored = "---\nsource: x.rs\n---\nassertion_line: 8\n---\n";
        assert_eq!(without_place(new), stored);
    }
}
