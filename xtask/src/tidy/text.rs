//! Rules for all text files.

use super::{Finding, numbered};
use crate::tree::Tree;

/// The most lines of a file that a person writes.
const LINES: usize = 600;

/// Files that are longer, each with the reason why it is one subject after all.
const LONG: &[(&str, &str)] = &[
    ("crates/games-web/frontend/src/api/types.ts", "a test makes it of the types of the server"),
    ("docs/python-api.md", "a test makes it of what the package for Python says of itself"),
];

/// Kinds of files that people write and read from top to bottom.
const WRITTEN: &[&str] = &[".rs", ".md", ".toml", ".sh", ".py", ".ts", ".js", ".css", ".html"];

pub(super) fn not_too_long(tree: &Tree) -> Vec<Finding> {
    long_files(tree, LONG)
}

fn long_files(tree: &Tree, listed: &[(&str, &str)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.texts().filter(|(path, _)| WRITTEN.iter().any(|w| path.ends_with(w))) {
        let lines = text.lines().count();
        let is_listed = listed.iter().any(|(file, _)| *file == path);
        if lines > LINES && !is_listed {
            let message = format!("{lines} lines: split it by subject, or list it with a reason");
            findings.push(Finding::file(path, message));
        }
        if lines <= LINES && is_listed {
            findings.push(Finding::file(path, "is listed as long and is not"));
        }
    }
    for (path, _) in listed.iter().filter(|(path, _)| tree.text(path).is_none()) {
        findings.push(Finding::file(path, "is listed as long and does not exist"));
    }
    findings
}

pub(super) fn plain_white_space(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.texts() {
        if text.contains('\r') {
            findings.push(Finding::file(path, "has carriage returns"));
            continue;
        }
        if is_verbatim(path) {
            continue;
        }
        for (number, line) in numbered(text) {
            if line.contains('\t') {
                findings.push(Finding::line(path, number, "a tab"));
            }
            if line.ends_with(' ') {
                findings.push(Finding::line(path, number, "blanks at the end"));
            }
        }
        if !text.is_empty() && (!text.ends_with('\n') || text.ends_with("\n\n")) {
            findings.push(Finding::file(path, "does not end in exactly one line break"));
        }
    }
    findings
}

/// Returns whether the text is not ours to change: a program wrote it, or it is kept as it was
/// published.
fn is_verbatim(path: &str) -> bool {
    path.ends_with(".snap")
        || path.starts_with("LICENSE")
        || path.contains("/tests/data/")
        || path.starts_with("fuzz/corpus/")
        || path.contains("/frontend/dist/")
        || path.ends_with("/frontend/src/api/types.ts")
}

/// Top folders that are another one's on each machine.
const FOLDERS: &[&str] = &["home", "root", "work", "Users"];

pub(super) fn no_machine_paths(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.texts() {
        for (number, line) in numbered(text) {
            if let Some(found) = machine_path(line) {
                findings.push(Finding::line(path, number, format!("`{found}`")));
            }
        }
    }
    findings
}

/// Returns the start of a path into one of the [`FOLDERS`], unless it goes on from a host or another folder.
fn machine_path(line: &str) -> Option<&str> {
    line.match_indices('/').map(|(i, _)| i).find_map(|start| {
        let joined = |c: char| c.is_alphanumeric() || "._-~*/}".contains(c);
        let rest = &line[start + 1..];
        let folder =
            FOLDERS.iter().find(|f| rest.strip_prefix(**f).is_some_and(|r| r.starts_with('/')))?;
        (!line[..start].ends_with(joined)).then(|| &line[start..start + folder.len() + 2])
    })
}

pub(super) fn no_conflict_markers(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.texts() {
        for (number, line) in numbered(text) {
            if line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ") {
                findings.push(Finding::line(path, number, "a conflict marker"));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::places;

    #[test]
    fn long_files_need_a_reason_and_reasons_a_long_file() {
        let long = "x\n".repeat(LINES + 1);
        let tree = Tree::made_up(&[
            ("a.rs", long.as_str()),
            ("b.rs", long.as_str()),
            ("c.rs", "x\n"),
            ("d.snap", long.as_str()),
        ]);
        let listed = [("b.rs", "a table"), ("c.rs", "was long"), ("gone.rs", "was there")];
        assert_eq!(places(&long_files(&tree, &listed)), ["a.rs:0", "c.rs:0", "gone.rs:0"]);
    }

    #[test]
    fn tabs_blanks_and_line_ends_are_found() {
        let tree = Tree::made_up(&[
            ("a.md", "x \n\ty\n"),
            ("b.md", "x"),
            ("c.md", "x\r\n"),
            ("d.md", "x\n\n"),
            ("e.snap", "x \n"),
            ("f.md", ""),
        ]);
        let found = places(&plain_white_space(&tree));
        assert_eq!(found, ["a.md:1", "a.md:2", "b.md:0", "c.md:0", "d.md:0"]);
    }

    #[test]
    fn paths_of_one_machine_are_found_and_parts_of_others_are_not() {
        for folder in FOLDERS {
            let bad = format!("open /{folder}/me/x");
            assert_eq!(machine_path(&bad), Some(&bad[5..7 + folder.len()]));
            assert!(machine_path(&format!("`/{folder}/x`")).is_some());
            assert!(machine_path(&format!("https://example.org/{folder}/x")).is_none());
            assert!(machine_path(&format!("docs/{folder}/x or /{folder}")).is_none());
        }
        let text = format!("a\nb /{}/c\n", FOLDERS[0]);
        assert_eq!(places(&no_machine_paths(&Tree::made_up(&[("a", text.as_str())]))), ["a:2"]);
    }

    #[test]
    fn conflict_markers_are_found() {
        let tree = Tree::made_up(&[("a.md", "<<<<<<< HEAD\nTitle\n=======\nb\n>>>>>>> c\n")]);
        assert_eq!(places(&no_conflict_markers(&tree)), ["a.md:1", "a.md:5"]);
    }
}
