//! Each crate's README, made of the first page of its documentation.

use crate::{tree::Tree, workspace::Package};

/// A README as it should be.
pub(crate) struct Page {
    /// From the root of the workspace.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Returns the READMEs of all packages below `crates/`.
pub(crate) fn all(tree: &Tree) -> Vec<Page> {
    let packages = tree.packages.iter().filter(|package| package.manifest.starts_with("crates/"));
    packages.filter_map(|package| of(tree, package)).collect()
}

fn of(tree: &Tree, package: &Package) -> Option<Page> {
    let folder = package.manifest.strip_suffix("Cargo.toml")?;
    let source = tree.text(package.roots.first()?)?;
    let body = markdown(&with_included(source, |path| tree.text(&format!("{folder}{path}"))));
    let text = format!(
        "# {}\n\n{}\n\nLicensed under MIT or Apache-2.0, as you like.\n",
        package.name,
        body.trim()
    );
    Some(Page { path: format!("{folder}README.md"), text })
}

/// Returns a source file with the files that its documentation takes in: those beside `src`.
fn with_included<'t>(source: &str, text: impl Fn(&str) -> Option<&'t str>) -> String {
    let included = |line: &str| {
        let path = line.strip_prefix("#![doc = include_str!(\"../")?.strip_suffix("\")]")?;
        let lines = text(path)?.lines().map(|line| format!("//! {line}\n"));
        Some(lines.collect::<String>())
    };
    source.lines().map(|line| included(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// Returns the documentation at the head of a source file as it is read outside of rustdoc: links
/// to items are names, hidden lines of examples are left out, headings stand below a title.
fn markdown(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let (mut out, mut prose, mut fence) = (String::new(), String::new(), None);
    for line in lines {
        match (fence, line.strip_prefix("```")) {
            (None, Some(language)) => {
                out.push_str(&without_item_links(&std::mem::take(&mut prose)));
                fence = Some(is_rust(language));
                out.push_str(&format!(
                    "```{}\n",
                    if is_rust(language) { "rust" } else { language }
                ));
            }
            (Some(_), Some(_)) => {
                fence = None;
                out.push_str("```\n");
            }
            (Some(true), None) if line == "#" || line.starts_with("# ") => {}
            (Some(_), None) => out.push_str(&format!("{line}\n")),
            (None, None) if line.starts_with('#') => prose.push_str(&format!("#{line}\n")),
            (None, None) => prose.push_str(&format!("{line}\n")),
        }
    }
    out + &without_item_links(&prose)
}

fn is_rust(language: &str) -> bool {
    matches!(language, "" | "no_run" | "should_panic" | "compile_fail") || language.contains("rust")
}

/// Returns prose in which links to items are their text; those to the web stay.
fn without_item_links(prose: &str) -> String {
    let mut out = String::new();
    let mut rest = prose;
    while let Some(start) = rest.find(['[', '`']) {
        let (before, link) = rest.split_at(start);
        out.push_str(before);
        let taken = if link.starts_with('`') {
            code_span(link, &mut out)
        } else {
            self::link(link, &mut out)
        };
        rest = &link[taken..];
    }
    out + rest
}

/// Writes a code span as it is and returns its length.
fn code_span(text: &str, out: &mut String) -> usize {
    let length = text[1..].find('`').map_or(1, |end| end + 2);
    out.push_str(&text[..length]);
    length
}

/// Writes a link, or its text if it leads to an item, and returns its length.
fn link(text: &str, out: &mut String) -> usize {
    let Some(end) = text.find(']') else {
        out.push('[');
        return 1;
    };
    let (inner, rest) = (&text[1..end], &text[end + 1..]);
    let target = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map(|(to, _)| to);
    let length = end + 1 + target.map_or(0, |target| target.len() + 2);
    let leads_to_item = match target {
        Some(target) => !target.contains("://"),
        None => inner.starts_with('`') && inner.ends_with('`'),
    };
    out.push_str(if leads_to_item { inner } else { &text[..length] });
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_items_become_names_and_others_stay() {
        for (prose, read) in [
            ("A [`Game`] of [`two`](crate::two).", "A `Game` of `two`."),
            ("See [linked\nwords](https://x.org/y).", "See [linked\nwords](https://x.org/y)."),
            ("Not `a[0]`, not [0, 1], [text](Self::f)", "Not `a[0]`, not [0, 1], text"),
            ("open [ and ` stay", "open [ and ` stay"),
        ] {
            assert_eq!(without_item_links(prose), read);
        }
    }

    #[test]
    fn a_file_that_is_taken_in_stands_there() {
        let source = "//! ```\n#![doc = include_str!(\"../examples/a.rs\")]\n//! ```\n";
        let text = |path: &str| (path == "examples/a.rs").then_some("let a = 1;\n\nf(a);");
        let page = markdown(&with_included(source, text));
        assert_eq!(page, "```rust\nlet a = 1;\n\nf(a);\n```\n");
    }

    #[test]
    fn examples_lose_their_hidden_lines_and_headings_go_down() {
        let source = "//! One.\n//!\n//! # Features\n//!\n//! ```\n//! # use x;\n//! f(&[1]);\n\
                      //! ```\n//! ```text\n//! # a board\n//! ```\n\nfn f() {}\n//! not this\n";
        assert_eq!(
            markdown(source),
            "One.\n\n## Features\n\n```rust\nf(&[1]);\n```\n```text\n# a board\n```\n"
        );
    }
}
