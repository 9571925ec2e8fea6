//! Versions that stand in several places.

use super::{Finding, numbered};
use crate::tree::Tree;

/// Documents for users and contributors, and the CI script.
const PLACES: &[&str] = &["README.md", "CONTRIBUTING.md", ".ci/run", "clippy.toml"];

pub(super) fn agree(tree: &Tree) -> Vec<Finding> {
    let manifest = "Cargo.toml";
    let Some(version) = tree.text(manifest).and_then(rust_version) else {
        return vec![Finding::file(manifest, "has no rust-version")];
    };
    let mut findings = Vec::new();
    for path in PLACES {
        for (number, line) in tree.text(path).into_iter().flat_map(numbered) {
            for other in versions(line).filter(|other| *other != version) {
                let message = format!("says Rust {other}, {manifest} says {version}");
                findings.push(Finding::line(path, number, message));
            }
        }
    }
    let readme = tree.text("README.md").unwrap_or_default();
    if !readme.lines().flat_map(versions).any(|found| found == version) {
        findings.push(Finding::file("README.md", format!("does not say `Rust {version}`")));
    }
    findings
}

fn rust_version(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \""))?;
    line.strip_suffix('"')
}

/// Returns the versions in `Rust 1.95`, `[Rust](https://...) 1.95`, `rustc 1.95` and the like.
fn versions(line: &str) -> impl Iterator<Item = &str> {
    ["Rust", "rustc", "msrv = \""].into_iter().flat_map(move |word| {
        line.match_indices(word).filter_map(move |(i, _)| {
            let rest = &line[i + word.len()..];
            let rest = match rest.strip_prefix("](") {
                Some(link) => link.split_once(')')?.1,
                None => rest,
            };
            let rest = rest.trim_start();
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let version = rest[..end].trim_end_matches('.');
            version.starts_with("1.").then_some(version)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::places;

    const MANIFEST: (&str, &str) = ("Cargo.toml", "[workspace.package]\nrust-version = \"1.95\"\n");

    #[test]
    fn another_version_in_a_document_is_found() {
        let readme = ("README.md", "Needs Rust 1.95.\n");
        assert_eq!(agree(&Tree::made_up(&[MANIFEST, readme])), []);
        let contributing = ("CONTRIBUTING.md", "Rust 1.95, not Rust 1.9\nRustic 1.2\n");
        let found = agree(&Tree::made_up(&[MANIFEST, readme, contributing]));
        assert_eq!(places(&found), ["CONTRIBUTING.md:1"]);
        assert!(versions("[Rust](https://x.org/1.2) 1.94 or newer").eq(["1.94"]));
    }

    #[test]
    fn a_readme_that_does_not_tell_the_version_is_found() {
        let found = agree(&Tree::made_up(&[MANIFEST, ("README.md", "Needs Rust.\n")]));
        assert_eq!(places(&found), ["README.md:0"]);
    }
}
