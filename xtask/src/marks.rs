//! Parts of documents that a command writes: they stand between two lines.

use std::fs;

use anyhow::{Context, Result};

use crate::workspace;

/// The line behind such a part.
const END: &str = "<!-- its end -->";

/// The line before what a command writes.
fn begin(command: &str) -> String {
    format!("<!-- the table of `cargo xtask {command}` -->")
}

/// Writes what a command has to say into its place on a page.
///
/// # Errors
///
/// If the page cannot be read or written, or has no such place.
pub(crate) fn write(page: &str, command: &str, part: &str) -> Result<()> {
    let path = workspace::root().join(page);
    let text = fs::read_to_string(&path).with_context(|| format!("reading {page}"))?;
    let text = with_part(&text, command, part)
        .with_context(|| format!("{page} has no place for `{command}`"))?;
    fs::write(&path, text).with_context(|| format!("writing {page}"))
}

/// Returns a page with this part in the place that a command has there; nothing if it has none.
pub(crate) fn with_part(page: &str, command: &str, part: &str) -> Option<String> {
    let begin = begin(command);
    let (head, tail) = page.split_once(&begin)?;
    let (_, tail) = tail.split_once(END)?;
    Some(format!("{head}{begin}\n{part}{END}{tail}"))
}

/// Asserts that a command has a place on its page.
#[cfg(test)]
#[track_caller]
pub(crate) fn assert_place(page: &str, command: &str) {
    let text = fs::read_to_string(workspace::root().join(page)).unwrap();
    assert!(with_part(&text, command, "").is_some(), "{page}: no place for `{command}`");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_stands_between_its_lines_and_others_stay() {
        let page = |a: &str, b: &str| {
            format!("x\n{}\n{a}{END}\ny\n{}\n{b}{END}\nz\n", begin("a"), begin("b"))
        };
        assert_eq!(with_part(&page("", "old\n"), "b", "new\n"), Some(page("", "new\n")));
        assert_eq!(with_part(&page("old\n", "b\n"), "a", "new\n"), Some(page("new\n", "b\n")));
        assert_eq!(with_part(&page("", ""), "c", "new\n"), None);
    }
}
