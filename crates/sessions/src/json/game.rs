//! A game of the list.

use games_core::entry::{RuleKey, Values};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::GameInfo;

/// A list of games: `games list`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Games {
    /// The games, in the order in which lists show them.
    pub games: Vec<Game>,
}

impl Games {
    /// Describes a list of games.
    #[must_use]
    pub fn of<'a>(list: impl IntoIterator<Item = &'a GameInfo>) -> Self {
        Self { games: list.into_iter().map(Game::of).collect() }
    }
}

/// What is known of a game before it is opened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Game {
    /// The id on the command line.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The options.
    pub rules: Vec<Rule>,
    /// The largest rows, columns and the like.
    pub caps: IndexMap<String, u64>,
    /// The file formats and texts that it reads and writes.
    pub formats: Vec<String>,
    /// The protocols that it is played over.
    pub protocols: Vec<String>,
    /// Rules for which learned weights come along, so that `alphabeta` plays by them unless it is
    /// told `eval=own`; by all others it has the game's own estimate.
    pub learned: Vec<String>,
    /// Our players for which it makes a difference which seed they have.
    pub seeded: Vec<String>,
}

/// An option of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Rule {
    /// The name before the `=`.
    pub key: String,
    /// The values as words; for a number its range, for a text its form.
    pub values: Vec<String>,
    /// The value when it is not given.
    pub default: String,
    /// One line for people.
    pub help: String,
    /// What kind of values they are.
    pub kind: RuleKind,
}

/// What may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum RuleKind {
    /// One of the words.
    Choice,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Integer,
    /// A text.
    Text,
}

impl Game {
    /// Describes a game.
    #[must_use]
    pub fn of(info: &GameInfo) -> Self {
        Self {
            id: info.id.to_owned(),
            name: info.name.to_owned(),
            rules: info.keys.iter().map(Rule::of).collect(),
            caps: info.caps.iter().map(|&(what, most)| (what.to_owned(), most)).collect(),
            formats: owned(info.formats),
            protocols: owned(info.protocols),
            learned: owned(info.learned),
            seeded: owned(seeded(info)),
        }
    }
}

/// Monte Carlo search draws lots in playouts alone, and many games take estimates in their place.
fn seeded(info: &GameInfo) -> &'static [&'static str] {
    let plays_out = info.open(None, None).is_ok_and(|session| session.plays_out());
    if plays_out { &["random", "mcts"] } else { &["random"] }
}

impl Rule {
    fn of(key: &RuleKey) -> Self {
        Self {
            key: key.key.to_owned(),
            values: key.values.words(),
            default: key.default.to_owned(),
            help: key.help.to_owned(),
            kind: match key.values {
                Values::OneOf(_) => RuleKind::Choice,
                Values::Flag => RuleKind::Flag,
                Values::Integer { .. } => RuleKind::Integer,
                Values::Text(_) => RuleKind::Text,
            },
        }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
