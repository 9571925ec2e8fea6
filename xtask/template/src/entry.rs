//! The game as a registry sees it.

use games_core::{
    TextError,
    entry::{Entry, RuleKey, Rules, Values, Visitor},
};

use crate::MyGame;

/// My Game for a registry.
#[derive(Clone, Copy, Debug)]
pub struct MyGameEntry;

impl Entry for MyGameEntry {
    const ID: &'static str = "my-game";
    const NAME: &'static str = "My Game";
    const RULES_PAGE: &'static str = include_str!("../rules/my-game.md");
    const KEYS: &'static [RuleKey] = &[RuleKey {
        key: "stones",
        values: Values::Integer { min: 0, max: MyGame::MOST as i64 },
        default: "10",
        help: "the stones of the heap at the start",
    }];
    const CAPS: &'static [(&'static str, u64)] = &[("stones", MyGame::MOST as u64)];
    const FORMATS: &'static [&'static str] = &[];
    const PROTOCOLS: &'static [&'static str] = &[];

    fn build<V: Visitor>(rules: &Rules, _: Option<&str>, visitor: V) -> Result<V::Out, TextError> {
        Ok(visitor.visit(MyGame::new(rules.integer("stones") as u16)))
    }
}
