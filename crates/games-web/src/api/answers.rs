//! Answers that are the server's own.

use serde::{Deserialize, Serialize};
use sessions::json::Tree;

use crate::Limits;

/// `GET /health`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Health {
    /// `ok`, or `stopping` with status 503.
    pub status: String,
    /// The version of the program.
    pub version: String,
    /// What changes with the pages: one that has another build is to be loaded again.
    pub build: String,
    /// Seconds since the server was started.
    pub uptime_s: u64,
    /// Searches that run.
    pub searches: usize,
    /// Searches that wait.
    pub queued: usize,
    /// Sockets.
    pub sockets: usize,
}

/// `GET /info`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Info {
    /// The version of the program.
    pub version: String,
    /// How much may be asked for.
    pub limits: Limits,
    /// Processor cores of the machine.
    pub cores: usize,
    /// Bytes for all tables together.
    pub memory: u64,
    /// Tables of solved positions that were brought along.
    pub tables: usize,
    /// Who can play, with what can be set.
    pub engines: Vec<EngineInfo>,
    /// Players with friendly names, the weakest first.
    pub presets: Vec<Preset>,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EngineInfo {
    /// The word before the colon.
    pub name: String,
    /// The keys behind it.
    pub keys: Vec<String>,
}

/// A player with a friendly name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Preset {
    /// What to call it.
    pub name: String,
    /// The player, as on the command line.
    pub player: String,
    /// Whether it is only for games that the solver takes.
    pub solved_only: bool,
}

/// What a pasted text may be: every game and format that it fits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Imports {
    /// At least one; where there are several the user chooses.
    pub found: Vec<Imported>,
}

/// A game that was read from a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Imported {
    /// `json`, `position`, `moves` or a file format of the game.
    pub format: String,
    /// The game's id.
    pub game: String,
    /// Its name.
    pub name: String,
    /// The rules, every option with its value.
    pub rules: String,
    /// The position that it starts from.
    pub position: String,
    /// Whether that is the start of the game by these rules.
    pub initial: bool,
    /// The moves with variations and remarks.
    pub tree: Tree,
    /// What had to be left out, such as a variation with an illegal move.
    pub left_out: Vec<String>,
}

/// A text in a format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Exported {
    /// The text.
    pub text: String,
    /// What it is to other programs.
    pub media_type: String,
    /// How a file with it should end.
    pub ending: String,
}

/// A position that was set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SetUp {
    /// The position text.
    pub position: String,
}

/// `GET /games/{id}/options`: what the options of a game change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OptionsInPlay {
    /// One value of each option, as far as something was seen in games by lot.
    pub options: Vec<OptionInPlay>,
}

/// Where an option makes a difference: after the same moves by both values the position, the legal
/// moves or the end is another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OptionInPlay {
    /// The option.
    pub key: String,
    /// Its usual value.
    pub usual: String,
    /// The other one.
    pub value: String,
    /// The rules that both have beside it; empty for the usual ones.
    pub with: String,
    /// The moves from the start.
    pub moves: Vec<String>,
}
