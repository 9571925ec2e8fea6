//! The game as a registry sees it.

use games_core::{
    TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
};

use crate::MyGame;

/// My Game for a registry.
#[derive(Clone, Copy, Debug)]
pub struct MyGameEntry;

impl Entry for MyGameEntry {
    const ID: &'static str = "my-game";
    const NAME: &'static str = "My Game";
    const RULES_PAGE: &'static str = include_str!("../rules/my-game.md");
    const KEYS: &'static [RuleKey] = &[RuleKey::integer(
        "stones",
        (0, MyGame::MOST as i64),
        "10",
        "the stones of the heap at the start",
    )];
    const CAPS: &'static [(&'static str, u64)] = &[("stones", MyGame::MOST as u64)];

    fn build<V: Visitor>(
        options: &GameOptions,
        _: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        Ok(visitor.visit(MyGame::new(options.integer("stones") as u16)))
    }
}
