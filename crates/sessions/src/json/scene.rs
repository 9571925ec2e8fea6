//! A position with all that is needed to show it and to play from it.

use serde::{Deserialize, Serialize};

use super::{Board, Position, Side, View, board::cell};
use crate::{LegalMove, Session};

/// A position with all that is needed to show it and to play from it, without knowing the game.
///
/// It takes some work in positions with hundreds of moves; [`Position`] alone is quick.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Scene {
    /// The position itself.
    #[serde(flatten)]
    pub position: Position,
    /// A number, in sixteen hexadecimal digits, that differs where positions differ; clocks and
    /// history do not count.
    pub key: String,
    /// Plies before the start of the session, as far as its text tells.
    pub start_ply: u64,
    /// Whether the side to move may end the game by claiming a draw.
    pub can_claim_draw: bool,
    /// The legal moves in the order of [`Position::moves`]: a move's id is its place.
    pub legal: Vec<Move>,
    /// The empty board.
    pub board: Board,
    /// What stands on it.
    pub view: View,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Move {
    /// Its text.
    pub text: String,
    /// The move in the notation that players use.
    pub label: String,
    /// The move as a sentence for those who listen.
    pub say: String,
    /// The ways to click it, the best first, each a list of cells; none for a button beside the
    /// board.
    pub picks: Vec<Vec<String>>,
    /// Where it stands among those that are picked alike, the smallest first, then by texts.
    pub choice: u8,
    /// The side to move after it.
    pub to_move_after: Side,
}

impl Scene {
    /// Describes a session.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        let (board, view, legal) = (session.board(), session.view(), session.legal());
        let moves = legal.iter().map(|m| m.text.clone()).collect();
        Self {
            position: Position::with_moves(session, moves),
            key: format!("{:016x}", session.key()),
            start_ply: session.start_ply(),
            can_claim_draw: session.claimable().is_some(),
            legal: legal.into_iter().map(|m| Move::of(&board, m)).collect(),
            board: Board::of(&board),
            view: View::of(&board, &view),
        }
    }
}

impl Move {
    fn of(board: &games_core::Board, m: LegalMove) -> Self {
        let names = |pick: Vec<usize>| pick.into_iter().map(|at| cell(board, at)).collect();
        let picks = m.picks.into_iter().filter(|pick| !pick.is_empty());
        Self {
            text: m.text,
            label: m.label,
            say: m.say,
            picks: picks.map(names).collect(),
            choice: m.choice,
            to_move_after: m.to_move_after.into(),
        }
    }
}
