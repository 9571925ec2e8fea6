//! What must not stay in the Rust sources.

use super::{Finding, numbered};
use crate::tree::Tree;

/// Leftovers, each cut in two so that this file is none.
const LEFTOVERS: &[(&str, &str, &str)] = &[
    ("#[", "ignore", "assert today's behavior, or put the test behind a feature"),
    ("todo", "!(", "finish it or open an issue"),
    ("unimplemented", "!(", "finish it or return an error"),
    ("dbg", "!(", "remove it"),
];

pub(super) fn no_leftovers(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.texts_ending(".rs") {
        for (number, line) in numbered(text) {
            for (head, tail, advice) in LEFTOVERS {
                let word = format!("{head}{tail}");
                if line.contains(&word) {
                    findings.push(Finding::line(path, number, format!("`{word}`: {advice}")));
                }
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
    fn leftovers_are_found_in_rust_sources_only() {
        let text: Vec<_> =
            LEFTOVERS.iter().map(|(head, tail, _)| format!("{head}{tail}")).collect();
        let text = format!("fn f() {{}}\n{}\n", text.join("\n"));
        let tree = Tree::made_up(&[("a.rs", text.as_str()), ("a.md", text.as_str())]);
        assert_eq!(places(&no_leftovers(&tree)), ["a.rs:2", "a.rs:3", "a.rs:4", "a.rs:5"]);
    }
}
