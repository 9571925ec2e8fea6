//! How chess presents itself to a registry.

use games_core::{
    FileFormat, TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
};

use crate::{
    pgn::{bounds, saved},
    standard::Chess,
};

/// The entry of standard chess in a registry of games.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl Entry for Standard {
    const ID: &'static str = "chess";
    const NAME: &'static str = "Chess";
    const SUMMARY: &'static str = "Chess by the laws of FIDE. Checkmate wins.";
    const RULES_PAGE: &'static str = include_str!("../../rules/chess.md");
    const KEYS: &'static [RuleKey] = &[RuleKey::flag(
        "claim_draws",
        false,
        "end the game at the first draw that may be claimed (50 moves, third occurrence)",
    )];
    const LEARNED: &'static [&'static str] = &["claim_draws=false"];
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
    .with_is_of(bounds::is_of::<Chess>)];

    fn build<V: Visitor>(
        options: &GameOptions,
        _position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        Ok(visitor.visit(game(options)))
    }
}

fn game(options: &GameOptions) -> Chess {
    Chess { claim_draws: options.flag("claim_draws") }
}
