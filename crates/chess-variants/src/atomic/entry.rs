//! How programs that know no game by name find this one.

use games_core::{
    FileFormat, TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
};

use super::Atomic;
use crate::pgn::{bounds, saved};

/// Atomic chess in a registry.
#[derive(Clone, Copy, Debug)]
pub struct AtomicEntry;

impl Entry for AtomicEntry {
    const ID: &'static str = "atomic";
    const NAME: &'static str = "Atomic chess";
    const SUMMARY: &'static str = "Chess in which captures explode. Mate the king, or blow him up.";
    const RULES_PAGE: &'static str = include_str!("../../rules/atomic.md");
    const KEYS: &'static [RuleKey] = &[RuleKey::flag(
        "claim_draws",
        false,
        "end the game at the first draw that may be claimed (50 moves, third occurrence)",
    )];
    const FORMATS: &'static [&'static str] = &["fen", "pgn", "san"];
    const PROTOCOLS: &'static [&'static str] = &["uci"];
    const FILES: &'static [FileFormat] = &[FileFormat::new(
        "pgn",
        |text, rules| saved::games(game(rules), text, rules),
        |tree| {
            let rules = GameOptions::parse(Self::KEYS, &tree.header.rules)?;
            saved::write(&game(&rules), tree)
        },
    )
    .with_spelled(saved::spelled)
    .with_first(bounds::first)
    .with_begins(bounds::BEGINS)
    .with_is_of(bounds::is_of::<Atomic>)];

    fn build<V: Visitor>(
        options: &GameOptions,
        _position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        Ok(visitor.visit(game(options)))
    }
}

fn game(options: &GameOptions) -> Atomic {
    Atomic { claim_draws: options.flag("claim_draws") }
}
