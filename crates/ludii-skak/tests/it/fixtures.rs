//! Reads the text fixtures.

use ludii_skak::{Ruleset, Skak};

pub(crate) const PERFT: &str = include_str!("../data/skak.perft");
pub(crate) const MOVES: &str = include_str!("../data/skak.moves");
pub(crate) const GAMES: &str = include_str!("../data/skak.games");

/// One record: lines of a word and the rest.
#[derive(Clone, Copy)]
pub(crate) struct Fixture<'a>(&'a str);

/// Yields the records of a file, which stand apart by blank lines.
pub(crate) fn records(text: &str) -> impl Iterator<Item = Fixture<'_>> {
    text.split("\n\n").filter(|record| record.starts_with("id ")).map(Fixture)
}

impl<'a> Fixture<'a> {
    pub(crate) fn all(self, word: &str) -> impl Iterator<Item = &'a str> {
        self.0.lines().filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '))
    }

    #[track_caller]
    pub(crate) fn field(self, word: &str) -> &'a str {
        self.all(word).next().unwrap_or_else(|| panic!("no {word} in\n{}", self.0))
    }

    pub(crate) fn game(self) -> Skak {
        let number = self.all("rules").next().map_or("3", |rules| &rules["ruleset=".len()..]);
        Skak::new(Ruleset::ALL.into_iter().find(|r| r.to_string() == number).unwrap())
    }
}
