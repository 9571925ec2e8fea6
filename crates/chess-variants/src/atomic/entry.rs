//! How programs that know no game by name find this one.

use games_core::{
    TextError,
    entry::{Entry, FileFormat, RuleKey, Rules, Values, Visitor},
};

use super::Atomic;
use crate::pgn::saved;

/// Atomic chess in a registry.
#[derive(Clone, Copy, Debug)]
pub struct AtomicEntry;

impl Entry for AtomicEntry {
    const ID: &'static str = "atomic";
    const NAME: &'static str = "Atomic chess";
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

fn game(rules: &Rules) -> Atomic {
    Atomic { claim_draws: rules.flag("claim_draws") }
}
