//! A position of a game in progress.

use serde::{Deserialize, Serialize};

use super::{SolvedPosition, Units};
use crate::{Ended, Session};

/// A position of a game in progress: `games show`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Position {
    /// The id of the game.
    pub game: String,
    /// Every option with its value.
    pub rules: String,
    /// The position text, with clocks.
    pub position: String,
    /// The side to move; in a finished game the side whose turn it would be.
    pub to_move: Side,
    /// The legal moves, sorted as ASCII text; none in a finished game.
    pub moves: Vec<String>,
    /// The same moves in the notation that players use, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<String>>,
    /// Who won, in a finished game.
    pub outcome: Option<Outcome>,
    /// The rule that ended the game, in the game's own word.
    pub reason: Option<String>,
    /// The final margin in the game's unit seen by `p1`, where the game has one.
    pub score: Option<Units>,
    /// The number of moves played since the start of the session.
    pub plies: usize,
    /// The value of the position and of its moves, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub solved: Option<SolvedPosition>,
}

impl Position {
    /// Describes the position of a session, without what it is worth.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        Self::with_moves(session, session.legal_moves())
    }

    /// The same where the legal moves are known already.
    pub(super) fn with_moves(session: &dyn Session, moves: Vec<String>) -> Self {
        let End { outcome, reason, score } = End::of(session.end().as_ref());
        Self {
            game: session.game().to_owned(),
            rules: session.rules().to_owned(),
            position: session.position(),
            to_move: session.to_move().into(),
            moves,
            labels: None,
            outcome,
            reason,
            score,
            plies: session.plies(),
            solved: None,
        }
    }
}

/// How a game ended; nothing while it goes on.
struct End {
    outcome: Option<Outcome>,
    reason: Option<String>,
    score: Option<Units>,
}

impl End {
    fn of(end: Option<&Ended>) -> Self {
        Self {
            outcome: end.map(|end| end.outcome.into()),
            reason: end.map(|end| end.reason.clone()),
            score: end.and_then(score),
        }
    }
}

/// The margin of a finished game in the game's unit, seen by `p1`.
fn score(end: &Ended) -> Option<Units> {
    end.margin.map(|half_points| Units(f64::from(half_points) / 2.0))
}

/// A game that was played: `games play`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct PlayedGame {
    /// The moves.
    pub moves: Vec<String>,
    /// Who won, if the game has ended.
    pub outcome: Option<Outcome>,
    /// Why it ended, in the game's own word or the referee's.
    pub reason: Option<String>,
    /// The final margin in the game's unit seen by `p1`, where the game has one.
    pub score: Option<Units>,
    /// The position text at the end.
    pub final_position: String,
}

impl PlayedGame {
    /// Describes a game that ended as the referee says: by its rules, or off the board.
    #[must_use]
    pub fn of(session: &dyn Session, end: Option<&Ended>) -> Self {
        let End { outcome, reason, score } = End::of(end);
        let (moves, final_position) = (session.played(), session.position());
        Self { moves, outcome, reason, score, final_position }
    }
}

/// A side: `p1` moves first in the game's initial position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first side.
    P1,
    /// The second side.
    P2,
}

impl From<games_core::Side> for Side {
    fn from(side: games_core::Side) -> Self {
        match side {
            games_core::Side::First => Self::P1,
            games_core::Side::Second => Self::P2,
        }
    }
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The first side.
    P1,
    /// The second side.
    P2,
    /// Nobody.
    Draw,
}

impl From<games_core::Outcome> for Outcome {
    fn from(outcome: games_core::Outcome) -> Self {
        match outcome {
            games_core::Outcome::Win(games_core::Side::First) => Self::P1,
            games_core::Outcome::Win(games_core::Side::Second) => Self::P2,
            games_core::Outcome::Draw => Self::Draw,
        }
    }
}

impl From<Side> for games_core::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::P1 => Self::First,
            Side::P2 => Self::Second,
        }
    }
}

impl From<Outcome> for games_core::Outcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::P1 => Self::Win(games_core::Side::First),
            Outcome::P2 => Self::Win(games_core::Side::Second),
            Outcome::Draw => Self::Draw,
        }
    }
}
