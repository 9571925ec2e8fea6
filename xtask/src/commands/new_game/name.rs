//! The name of a new game, in all its spellings.

use anyhow::{Result, bail};

use crate::tree::Tree;

/// A name that may be the id of a game and the name of a crate.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Name {
    /// `nine-mens-morris`
    pub(super) id: String,
}

/// Words that look like names and are none for a crate.
const RESERVED: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

impl Name {
    /// Reads an id: words of lower case letters and digits, joined by `-`, each of which begins
    /// with a letter.
    ///
    /// # Errors
    ///
    /// That it is none, in one line.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let is_word = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if !text.split('-').all(is_word) {
            bail!("{text:?} is no id: lower case letters and digits, with `-` between words");
        }
        if RESERVED.contains(&text) {
            bail!("`{text}` means something else to Rust: no crate can have that name");
        }
        Ok(Self { id: text.to_owned() })
    }

    /// Fails if there is such a game or package, ours or a dependency.
    ///
    /// # Errors
    ///
    /// What has the name.
    pub(super) fn check_free(&self, tree: &Tree) -> Result<()> {
        let id = &self.id;
        if tree.games.as_ref().is_ok_and(|games| games.contains(id)) {
            bail!("there is a game `{id}`");
        }
        let line = format!("name = \"{id}\"");
        let locked = tree.text("Cargo.lock").is_some_and(|lock| lock.lines().any(|l| l == line));
        if locked || tree.exists(&format!("crates/{id}")) {
            bail!("there is a package `{id}`");
        }
        Ok(())
    }

    /// `nine_mens_morris`
    pub(super) fn package(&self) -> String {
        self.id.replace('-', "_")
    }

    /// `NineMensMorris`
    pub(super) fn of_type(&self) -> String {
        self.capitalized("")
    }

    /// `Nine Mens Morris`
    pub(super) fn for_people(&self) -> String {
        self.capitalized(" ")
    }

    fn capitalized(&self, between: &str) -> String {
        let words = self.id.split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
        words.collect::<Vec<_>>().join(between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_a_spelling_for_each_place() {
        let name = Name::parse("nine-mens-morris2").unwrap();
        assert_eq!(name.package(), "nine_mens_morris2");
        assert_eq!(name.of_type(), "NineMensMorris2");
        assert_eq!(name.for_people(), "Nine Mens Morris2");
    }

    #[test]
    fn what_can_be_no_crate_is_refused() {
        for text in ["", "-", "a-", "-a", "a--b", "2048", "a-2", "Go", "a b", "é", "a/b", "match"]
        {
            assert!(Name::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_name_that_is_taken_is_refused() {
        let mut tree = Tree::made_up(&[
            ("Cargo.lock", "[[package]]\nname = \"rand\"\n"),
            ("crates/old/Cargo.toml", ""),
        ]);
        tree.games = Ok(vec!["go".to_owned()]);
        for taken in ["rand", "old", "go"] {
            assert!(Name::parse(taken).unwrap().check_free(&tree).is_err(), "{taken}");
        }
        assert!(Name::parse("ran").unwrap().check_free(&tree).is_ok());
    }
}
