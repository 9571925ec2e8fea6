//! What every game in the registry has.

use super::Finding;
use crate::tree::Tree;

const README: &str = "README.md";

pub(super) fn stand_in_readme(tree: &Tree) -> Vec<Finding> {
    let readme = tree.text(README).unwrap_or_default();
    each_game(tree, |id| {
        let word = format!("`{id}`");
        let listed = readme.lines().any(|line| line.starts_with('|') && line.contains(&word));
        (!listed).then(|| Finding::file(README, format!("no row of a table names {word}")))
    })
}

pub(super) fn have_rules_page(tree: &Tree) -> Vec<Finding> {
    let is_of = |path: &str, id: &str| {
        path.starts_with("crates/") && path.ends_with(&format!("/rules/{id}.md"))
    };
    each_game(tree, |id| match tree.texts().find(|(path, _)| is_of(path, id)) {
        None => Some(Finding::file("crates", format!("no file rules/{id}.md"))),
        Some((path, text)) if !text.starts_with("# ") || !text.contains("\n## ") => {
            Some(Finding::file(path, "lacks a title, or has no section"))
        }
        Some(_) => None,
    })
}

pub(super) fn have_fixtures(tree: &Tree) -> Vec<Finding> {
    let of = |id: &str| {
        tree.texts_ending(".perft").filter_map(|(path, _)| game_of(path)).any(|game| game == id)
    };
    let mut findings = each_game(tree, |id| {
        (!of(id)).then(|| Finding::file("crates", format!("no file tests/data/{id}.perft")))
    });
    if let Ok(games) = &tree.games {
        for (path, _) in tree.texts_ending(".perft") {
            if let Some(game) = game_of(path)
                && !games.iter().any(|id| id == game)
            {
                findings.push(Finding::file(path, format!("there is no game `{game}`")));
            }
        }
    }
    findings
}

/// Returns the game that a file of fixtures belongs to: its name up to the first dot, if it lies
/// in `crates/CRATE/tests/data`.
pub(crate) fn game_of(path: &str) -> Option<&str> {
    let (_, file) = path.strip_prefix("crates/")?.split_once("/tests/data/")?;
    let game = file.strip_suffix(".perft")?.split('.').next()?;
    (!file.contains('/')).then_some(game)
}

fn each_game(tree: &Tree, check: impl Fn(&str) -> Option<Finding>) -> Vec<Finding> {
    match &tree.games {
        Ok(ids) => ids.iter().filter_map(|id| check(id)).collect(),
        Err(message) => {
            let message = format!("cannot list the games: {message}");
            vec![Finding::file("crates/games-cli", message)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::places;

    fn tree(texts: &[(&str, &str)]) -> Tree {
        let mut tree = Tree::made_up(texts);
        tree.games = Ok(vec!["go".to_owned(), "ten".to_owned()]);
        tree
    }

    #[test]
    fn a_game_that_is_missing_in_the_table_is_found() {
        let tree = tree(&[("README.md", "`ten`\n\n| Game |\n| --- |\n| Go (`go`) |\n")]);
        let findings = stand_in_readme(&tree);
        assert_eq!(places(&findings), ["README.md:0"]);
        assert!(findings[0].message.contains("`ten`"));
    }

    #[test]
    fn a_game_without_a_page_is_found() {
        let whole = ("crates/go/rules/go.md", "# Go\n\n## Rules\n");
        let findings = have_rules_page(&tree(&[whole]));
        assert_eq!(findings, [Finding::file("crates", "no file rules/ten.md")]);
        let empty = ("crates/cs3-games/rules/ten.md", "# Ten\n");
        assert_eq!(
            places(&have_rules_page(&tree(&[whole, empty]))),
            ["crates/cs3-games/rules/ten.md:0"]
        );
    }

    #[test]
    fn a_game_without_fixtures_and_fixtures_without_a_game_are_found() {
        let go = ("crates/go/tests/data/go.small-boards.perft", "");
        let stray = ("crates/go/tests/data/gp.perft", "");
        let findings = have_fixtures(&tree(&[go, stray]));
        let messages: Vec<_> = findings.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(messages, ["no file tests/data/ten.perft", "there is no game `gp`"]);
    }

    #[test]
    fn games_that_cannot_be_listed_break_the_rule() {
        let mut tree = tree(&[]);
        tree.games = Err("does not compile".to_owned());
        assert!(stand_in_readme(&tree)[0].message.contains("does not compile"));
    }
}
