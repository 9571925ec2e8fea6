//! The text fixtures.

use games_core::fixtures::Record;
use ludii_skak::{Ruleset, Skak};

pub(crate) const PERFT: &str = include_str!("../data/skak.perft");
pub(crate) const MOVES: &str = include_str!("../data/skak.moves");
pub(crate) const GAMES: &str = include_str!("../data/skak.games");

/// The rules that a record names, ruleset 3 if it names none.
pub(crate) fn game_of(rules: Option<&str>) -> Skak {
    let number = rules.map_or("3", |rules| rules.strip_prefix("ruleset=").unwrap());
    Skak::new(Ruleset::ALL.into_iter().find(|ruleset| ruleset.to_string() == number).unwrap())
}

/// The only line of a record with a key.
#[track_caller]
pub(crate) fn field<'a>(record: &Record<'a>, key: &str) -> &'a str {
    record.one(key).unwrap_or_else(|e| panic!("{e}"))
}
