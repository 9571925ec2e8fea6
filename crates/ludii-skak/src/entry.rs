//! How programs that know no game by name find this one.

use games_core::{
    TextError,
    entry::{Entry, RuleKey, Rules, Values, Visitor},
};

use crate::{rules::Skak, ruleset::Ruleset};

/// Skak in a registry.
#[derive(Clone, Copy, Debug)]
pub struct SkakEntry;

impl Entry for SkakEntry {
    const ID: &'static str = "skak";
    const NAME: &'static str = "Skak";
    const KEYS: &'static [RuleKey] = &[RuleKey {
        key: "ruleset",
        values: Values::OneOf(&["3", "1", "2", "4", "5"]),
        default: "3",
        help: "Ludii's number: 3 stacks queens on pawns; with the array of chess, 1 castles with \
               rooks, 2 and 5 with queens, 4 not at all",
    }];
    const CAPS: &'static [(&'static str, u64)] = &[];
    const FORMATS: &'static [&'static str] = &[];
    const PROTOCOLS: &'static [&'static str] = &["uci"];

    fn build<V: Visitor>(
        rules: &Rules,
        _position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let value = rules.value("ruleset");
        let ruleset = Ruleset::ALL
            .into_iter()
            .find(|ruleset| ruleset.to_string() == value)
            .expect("values are checked when they are read");
        Ok(visitor.visit(Skak::new(ruleset)))
    }
}
