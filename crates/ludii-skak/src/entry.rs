//! How programs that know no game by name find this one.

use games_core::{
    TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
};

use crate::{rules::Skak, ruleset::Ruleset};

/// Skak in a registry.
#[derive(Clone, Copy, Debug)]
pub struct SkakEntry;

impl Entry for SkakEntry {
    const ID: &'static str = "skak";
    const NAME: &'static str = "Skak";
    const SUMMARY: &'static str =
        "Chess as in Iceland. Mate the king, or take every man beside him.";
    const RULES_PAGE: &'static str = include_str!("../rules/skak.md");
    const KEYS: &'static [RuleKey] = &[RuleKey::choice::<Ruleset>(
        "ruleset",
        "Ludii's number: 3 stacks queens on pawns; with the array of chess, 1 castles with rooks, \
         2 and 5 with queens, 4 not at all",
    )];
    const PROTOCOLS: &'static [&'static str] = &["uci"];
    const LEARNED: &'static [&'static str] = &["ruleset=3"];

    fn build<V: Visitor>(
        options: &GameOptions,
        _position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        Ok(visitor.visit(Skak::new(options.choice("ruleset"))))
    }
}

games_core::choices!(Ruleset { Three = "3", One = "1", Two = "2", Four = "4", Five = "5" });
