//! How chess presents itself to a registry.

use games_core::{
    TextError,
    entry::{Entry, FileFormat, RuleKey, Rules, Values, Visitor},
};

use crate::{pgn::saved, standard::Chess};

/// The entry of standard chess in a registry of games.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl Entry for Standard {
    const ID: &'static str = "chess";
    const NAME: &'static str = "Chess";
    const KEYS: &'static [RuleKey] = &[RuleKey {
        key: "claim_draws",
        values: Values::Flag,
        default: "false",
        help: "end the game at the first draw that may be claimed (50 moves, third occurrence)",
    }];
    const CAPS: &'static [(&'static str, u64)] = &[];
    const FORMATS: &'static [&'static str] = &["fen", "pgn", "san"];
    const PROTOCOLS: &'static [&'static str] = &["uci"];
    const FILES: &'static [FileFormat] = &[FileFormat {
        name: "pgn",
        read: |text, rules| saved::read(game(rules), text, rules),
        write: |saved| {
            let rules = Rules::parse(Self::KEYS, &saved.rules)?;
            saved::write(game(&rules), saved)
        },
    }];

    fn build<V: Visitor>(
        rules: &Rules,
        _position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        Ok(visitor.visit(game(rules)))
    }
}

fn game(rules: &Rules) -> Chess {
    Chess { claim_draws: rules.flag("claim_draws") }
}
