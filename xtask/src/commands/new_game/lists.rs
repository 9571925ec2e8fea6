//! The lists in which every game stands.

use std::fs;

use anyhow::{Context, Result};

use super::name::Name;
use crate::workspace;

/// A file with a list: where it is, and how a line is added to its text.
type List = (&'static str, fn(&str, &Name) -> Option<String>);

const LISTS: &[List] = &[
    ("Cargo.toml", workspace_manifest),
    ("crates/games/Cargo.toml", registry_manifest),
    ("crates/games/src/registry.rs", registry),
    ("README.md", readme),
    ("CHANGELOG.md", changelog),
];

/// Returns the files of the lists with a line for the game.
///
/// # Errors
///
/// Which file has no list where one was expected.
pub(super) fn with(name: &Name) -> Result<Vec<(String, String)>> {
    let add = |(path, add): &List| -> Result<_> {
        let text = fs::read_to_string(workspace::root().join(path))
            .with_context(|| format!("reading {path}"))?;
        let text = add(&text, name).with_context(|| format!("{path} has no list of games"))?;
        Ok(((*path).to_owned(), text))
    };
    LISTS.iter().map(add).collect()
}

fn workspace_manifest(text: &str, name: &Name) -> Option<String> {
    let (id, version) = (&name.id, env!("CARGO_PKG_VERSION"));
    let line = format!("{id} = {{ path = \"crates/{id}\", version = \"{version}\" }}");
    let (before, list) = text.split_once("[workspace.dependencies]\n")?;
    let (list, after) = list.split_once("\n\n")?;
    let list = after_last(list, |line| line.contains("{ path = \"crates/"), &line)?;
    Some(format!("{before}[workspace.dependencies]\n{list}\n{after}"))
}

fn registry_manifest(text: &str, name: &Name) -> Option<String> {
    let line = format!("{}.workspace = true", name.id);
    let mut lines: Vec<_> = text.lines().collect();
    let first = lines.iter().position(|line| *line == "[dependencies]")? + 1;
    let is_behind = |other: &&str| other.is_empty() || **other > *line;
    let place = first + lines[first..].iter().position(is_behind)?;
    lines.insert(place, &line);
    Some(lines.join("\n") + "\n")
}

fn registry(text: &str, name: &Name) -> Option<String> {
    let (before, list) = text.split_once("\ngames! {\n")?;
    let (list, after) = list.split_once("\n}")?;
    let line = format!("    {}::{}Entry,", name.package(), name.of_type());
    Some(format!("{before}\ngames! {{\n{list}\n{line}\n}}{after}"))
}

fn readme(text: &str, name: &Name) -> Option<String> {
    let (id, title) = (&name.id, name.for_people());
    let line =
        format!("| [{title}](crates/{id}/rules/{id}.md) | `{id}` | ours | stones | by hand |");
    after_last(text, |line| line.starts_with("| [") && line.contains("](crates/"), &line)
}

fn changelog(text: &str, name: &Name) -> Option<String> {
    let (before, added) = text.split_once("\n### Added\n\n")?;
    let end = added.find("\n\n").map_or(added.trim_end().len(), |end| end);
    let (list, after) = added.split_at(end);
    Some(format!("{before}\n### Added\n\n{list}\n- {}.{after}", name.for_people()))
}

/// Adds a line after the last one that is wanted.
fn after_last(text: &str, is_wanted: impl Fn(&str) -> bool, line: &str) -> Option<String> {
    let mut lines: Vec<_> = text.lines().collect();
    let last = lines.iter().rposition(|line| is_wanted(line))?;
    lines.insert(last + 1, line);
    Some(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(add: fn(&str, &Name) -> Option<String>, before: &str, after: &str) {
        let name = Name::parse("my-game").unwrap();
        assert_eq!(add(before, &name).as_deref(), Some(after));
        assert_eq!(add("something else\n", &name), None);
    }

    #[test]
    fn manifests_get_a_line_among_the_crates_of_this_workspace() {
        check(
            workspace_manifest,
            "[workspace.dependencies]\ngo = { path = \"crates/go\" }\n\nrand = \"1\"\n\
             [patch.crates-io]\nx = { path = \"crates/x\" }\n",
            "[workspace.dependencies]\ngo = { path = \"crates/go\" }\n\
             my-game = { path = \"crates/my-game\", version = \"0.1.0\" }\n\nrand = \"1\"\n\
             [patch.crates-io]\nx = { path = \"crates/x\" }\n",
        );
        check(
            registry_manifest,
            "[package]\n\n[dependencies]\ngo.workspace = true\nrand.workspace = true\n\n[x]\n",
            "[package]\n\n[dependencies]\ngo.workspace = true\nmy-game.workspace = true\n\
             rand.workspace = true\n\n[x]\n",
        );
        check(
            registry_manifest,
            "[dependencies]\ngo.workspace = true\n\n[x]\n",
            "[dependencies]\ngo.workspace = true\nmy-game.workspace = true\n\n[x]\n",
        );
    }

    #[test]
    fn the_registry_gets_a_line_at_the_end_of_its_list() {
        check(
            registry,
            "macro_rules! games {}\n\ngames! {\n    go::GoEntry,\n}\n\nfn f() {\n}\n",
            "macro_rules! games {}\n\ngames! {\n    go::GoEntry,\n    my_game::MyGameEntry,\n}\n\n\
             fn f() {\n}\n",
        );
    }

    #[test]
    fn documents_get_a_row_and_a_line() {
        check(
            readme,
            "| [Go](crates/go/rules/go.md) | `go` |\n\nText.\n",
            "| [Go](crates/go/rules/go.md) | `go` |\n\
             | [My Game](crates/my-game/rules/my-game.md) | `my-game` | ours | stones | by hand |\n\nText.\n",
        );
        check(
            changelog,
            "# Changes\n\n### Added\n\n- Go.\n\n### Changed\n\n- All.\n",
            "# Changes\n\n### Added\n\n- Go.\n- My Game.\n\n### Changed\n\n- All.\n",
        );
        check(changelog, "\n### Added\n\n- Go.\n", "\n### Added\n\n- Go.\n- My Game.\n");
    }
}
