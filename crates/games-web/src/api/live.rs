//! What goes over the socket of `GET /live`.

use serde::{Deserialize, Serialize};
use sessions::json;

use super::Moves;
use crate::Problem;

/// What a page asks for. `id` is the page's own name for what it asked for, at most 64 characters.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields))]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
#[non_exhaustive]
pub enum LiveRequest {
    /// Search a position; one with the same `id` is ended.
    Search {
        /// The page's name for it.
        id: String,
        /// The game's id.
        game: String,
        /// The rules.
        #[serde(default)]
        rules: Option<String>,
        /// The position to start from.
        #[serde(default)]
        position: Option<String>,
        /// The moves from there.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<Moves>"))]
        moves: Moves,
        /// The player; its limits are those of the search.
        player: String,
        /// How many lines to work out, 1 if nothing is said.
        #[serde(default)]
        lines: Option<usize>,
        /// Whether the search goes on for ten minutes where the player has no limit of its own.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<bool>"))]
        analysis: bool,
    },
    /// Solve a position and all that can arise from it.
    Solve {
        /// The page's name for it.
        id: String,
        /// The game's id.
        game: String,
        /// The rules.
        #[serde(default)]
        rules: Option<String>,
        /// The position to start from.
        #[serde(default)]
        position: Option<String>,
        /// The moves from there.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<Moves>"))]
        moves: Moves,
        /// Threads, 1 if nothing is said.
        #[serde(default)]
        threads: Option<usize>,
    },
    /// Play a match.
    Match {
        /// The page's name for it.
        id: String,
        /// The game's id.
        game: String,
        /// The rules.
        #[serde(default)]
        rules: Option<String>,
        /// The position that all games begin from.
        #[serde(default)]
        position: Option<String>,
        /// The moves from there.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<Moves>"))]
        moves: Moves,
        /// The two players; the first one's results are counted.
        players: [String; 2],
        /// How many games.
        games: u64,
        /// Random plies at the start of each pair; as few as make pairs differ if nothing is said.
        #[serde(default)]
        opening_plies: Option<usize>,
        /// The seed of openings and players; a new one if nothing is said.
        #[serde(default)]
        seed: Option<u64>,
        /// Games of this match that were played already, before the server was started anew.
        #[serde(default)]
        #[cfg_attr(test, ts(as = "Option<Vec<PlayedMatchGame>>"))]
        have: Vec<PlayedMatchGame>,
    },
    /// See a match that somebody else began.
    Watch {
        /// The page's name for it.
        id: String,
        /// The number of [`LiveAnswer::Accepted`].
        #[serde(rename = "match")]
        job: u64,
    },
    /// End what was asked for.
    Stop {
        /// The page's name for it.
        id: String,
    },
}

/// What a page is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "op", rename_all = "lowercase")]
#[non_exhaustive]
pub enum LiveAnswer {
    /// It is going to be done.
    Accepted {
        /// The page's name for it.
        id: String,
        /// The key of the position; answers for a position that is not shown any more are dropped.
        key: String,
        /// The number by which others can watch it.
        job: u64,
    },
    /// It waits for its turn.
    Queued {
        /// The page's name for it.
        id: String,
        /// The key of the position.
        key: String,
        /// How many begin before it.
        place: usize,
    },
    /// How far it has come: at most ten times a second, at least once.
    Info {
        /// The page's name for it.
        id: String,
        /// The key of the position.
        key: String,
        /// How far.
        #[serde(flatten)]
        info: LiveInfo,
    },
    /// What came of it, also when it was stopped. The last `info` came before.
    Done {
        /// The page's name for it.
        id: String,
        /// The key of the position.
        key: String,
        /// What.
        #[serde(flatten)]
        done: Box<LiveDone>,
    },
    /// It was not done.
    Error {
        /// The page's name for it; none where the message could not be read.
        id: Option<String>,
        /// The key of the position, where there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// Why.
        problem: Problem,
    },
    /// The server stops.
    Bye {},
}

/// How far it has come.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(untagged)]
#[non_exhaustive]
pub enum LiveInfo {
    /// A search.
    Search(json::SearchInfo),
    /// Solving.
    Solve(json::SolveInfo),
    /// A match.
    Match(Box<MatchInfo>),
}

/// What came of it: what the command line prints with `--json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(untagged)]
#[non_exhaustive]
pub enum LiveDone {
    /// As `games solve`.
    Solution(Box<json::Solution>),
    /// As `games solve` that was interrupted.
    Unfinished(json::Unfinished),
    /// As `games match`.
    Match(json::Match),
    /// As `games best`.
    Search(json::Search),
}

/// How a match stands.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct MatchInfo {
    /// The table so far.
    pub table: json::Match,
    /// The games that were finished since the last `info` to this page.
    pub finished: Vec<PlayedMatchGame>,
    /// The game that is played.
    pub running: Option<RunningGame>,
    /// Wall time in milliseconds.
    pub time_ms: u64,
}

/// A finished game of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PlayedMatchGame {
    /// Which game, from 0.
    pub number: u64,
    /// The side of the first player.
    pub first_player: json::Side,
    /// The moves from the match's position on.
    pub moves: Vec<String>,
    /// Who won.
    pub outcome: json::Outcome,
    /// Why.
    pub reason: String,
    /// What happened, where a player failed.
    pub fault: Option<String>,
}

/// A game that is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RunningGame {
    /// Which game, from 0.
    pub number: u64,
    /// The side of the first player.
    pub first_player: json::Side,
    /// The moves from the match's position on.
    pub moves: Vec<String>,
    /// The position text.
    pub position: String,
    /// What stands on the board.
    pub view: json::View,
}
