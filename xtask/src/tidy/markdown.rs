//! Rules for the documents.

use super::{Finding, numbered};
use crate::tree::Tree;

pub(super) fn links_lead_somewhere(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.texts_ending(".md") {
        for (number, line) in prose(text) {
            for target in targets(line) {
                if let Err(message) = resolve(tree, path, target) {
                    findings.push(Finding::line(path, number, message));
                }
            }
        }
    }
    findings
}

/// Returns the lines outside of fenced code.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    numbered(text).filter(move |(_, line)| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// Returns the targets of `[text](target)`, `[name]: target`, `src="target"` and the like.
fn targets(line: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    for (open, close) in [
        ("](", &[')', ' '][..]),
        ("src=\"", &['"']),
        ("srcset=\"", &['"', ' ']),
        ("href=\"", &['"']),
    ] {
        for (i, _) in line.match_indices(open) {
            // An even number of backticks before it: not inside of code.
            let rest = &line[i + open.len()..];
            if line[..i].matches('`').count().is_multiple_of(2)
                && let Some(end) = rest.find(close)
            {
                targets.push(&rest[..end]);
            }
        }
    }
    if line.starts_with('[')
        && let Some((_, target)) = line.split_once("]: ")
    {
        targets.push(target.split(' ').next().unwrap_or(target));
    }
    targets
}

fn resolve(tree: &Tree, from: &str, target: &str) -> Result<(), String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return Ok(());
    }
    let (file, heading) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { Some(from.to_owned()) } else { join(from, file) };
    let Some(path) = path.filter(|path| tree.exists(path)) else {
        return Err(format!("the link `{target}` leads to no file"));
    };
    let Some(text) = tree.text(&path).filter(|_| !heading.is_empty() && path.ends_with(".md"))
    else {
        return Ok(());
    };
    let named = |anchor: &str| text.contains(&format!("id=\"{anchor}\""));
    if anchors(text).iter().any(|anchor| anchor == heading) || named(heading) {
        return Ok(());
    }
    Err(format!("{path} has no heading for `#{heading}`"))
}

/// Returns the path of a link, from the root; `None` if it leaves the repository.
fn join(from: &str, link: &str) -> Option<String> {
    let mut parts: Vec<_> = from.split('/').collect();
    parts.pop();
    if let Some(absolute) = link.strip_prefix('/') {
        return Some(absolute.to_owned());
    }
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()?),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the names that GitHub gives to the headings.
fn anchors(text: &str) -> Vec<String> {
    let mut slugs: Vec<String> = Vec::new();
    let mut anchors = Vec::new();
    for (_, line) in prose(text).filter(|(_, line)| line.starts_with('#')) {
        let title = line.trim_start_matches('#').trim();
        let slug: String = title
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        anchors.push(match slugs.iter().filter(|earlier| **earlier == slug).count() {
            0 => slug.clone(),
            n => format!("{slug}-{n}"),
        });
        slugs.push(slug);
    }
    anchors
}

/// Top folders whose paths documents name in code spans.
const FOLDERS: &[&str] = &["crates/", "docs/", "xtask/", "benches/", "fuzz/", ".ci/", ".cargo/"];

pub(super) fn named_paths_exist(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.texts_ending(".md").filter(|(path, _)| *path != CHANGELOG) {
        for (number, line) in prose(text) {
            for span in line.split('`').skip(1).step_by(2).filter(|span| is_path(span)) {
                if !tree.exists(span) {
                    findings.push(Finding::line(path, number, format!("there is no `{span}`")));
                }
            }
        }
    }
    findings
}

/// Names paths of earlier versions, too.
const CHANGELOG: &str = "CHANGELOG.md";

/// Returns whether a code span is a path of this workspace, without placeholders such as `GAME`.
fn is_path(span: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "/._-".contains(c);
    FOLDERS.iter().any(|folder| span.starts_with(folder)) && span.chars().all(plain)
}

pub(super) fn readme_is_doctested(tree: &Tree) -> Vec<Finding> {
    let readme = "README.md";
    let has_rust =
        tree.text(readme).is_some_and(|text| text.lines().any(|l| l.starts_with("```rust")));
    let included = tree
        .texts_ending("/src/lib.rs")
        .any(|(_, text)| text.contains("include_str!(\"../../../README.md\")"));
    if has_rust && !included {
        let message = "has Rust examples, and no lib.rs has `include_str!(\"../../../README.md\")`";
        return vec![Finding::file(readme, message)];
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::places;

    #[track_caller]
    fn check(line: &str, good: bool) {
        let tree = Tree::made_up(&[
            ("docs/a.md", line),
            (
                "docs/b.md",
                "# The b page\n\n```sh\n# no heading\n```\n\n## Knights & kings, twice\n",
            ),
            ("docs/images/x.svg", "<svg/>"),
            ("README.md", "<a id=\"here\"></a>\n"),
        ]);
        let findings = links_lead_somewhere(&tree);
        assert_eq!(findings.is_empty(), good, "{line}: {findings:?}");
    }

    #[test]
    fn links_are_resolved_from_their_page() {
        for good in [
            "[b](b.md)",
            "[b](./b.md \"title\")",
            "![x](images/x.svg)",
            "[home](../README.md#here)",
            "[b](b.md#the-b-page)",
            "[b](b.md#knights--kings-twice)",
            "[folder](images/)",
            "[web](https://example.org/x)",
            "`[code](nowhere.md)`",
            "[b]: b.md",
            "<img src=\"images/x.svg\">",
        ] {
            check(good, true);
        }
        for bad in [
            "[c](c.md)",
            "[b](b.md#no-heading)",
            "[up](../../x.md)",
            "ok [b](b.md), not [c](c.md)",
            "[c]: c.md",
            "<source srcset=\"images/y.svg\">",
            "[own](#nothing)",
        ] {
            check(bad, false);
        }
        check("```text\n[c](c.md)\n```\n", true);
    }

    #[test]
    fn paths_in_code_spans_that_do_not_exist_are_found() {
        let page = "`docs/a.md`, `docs/`, `docs/b.md`\n`crates/GAME/x`, docs/c.md, `docs/*.md`\n";
        let found = named_paths_exist(&Tree::made_up(&[("docs/a.md", page)]));
        assert_eq!(found, [Finding::line("docs/a.md", 1, "there is no `docs/b.md`")]);
    }

    #[test]
    fn rust_examples_of_the_readme_without_a_test_are_found() {
        let readme = ("README.md", "```rust\nfn main() {}\n```\n");
        assert_eq!(places(&readme_is_doctested(&Tree::made_up(&[readme]))), ["README.md:0"]);
        let tested = ("crates/games/src/lib.rs", "#[doc = include_str!(\"../../../README.md\")]\n");
        assert_eq!(readme_is_doctested(&Tree::made_up(&[readme, tested])), []);
    }
}
