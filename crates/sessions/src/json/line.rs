//! A game in progress with all of its positions.

use serde::{Deserialize, Serialize};

use super::{Board, Outcome, Side, Units, View};
use crate::{Ended, Session};

/// A line of moves with a position for each ply.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Line {
    /// The id of the game.
    pub game: String,
    /// Every option with its value.
    pub rules: String,
    /// Plies before the start of the line, as far as its text tells.
    pub start_ply: u64,
    /// The empty board.
    pub board: Board,
    /// The position at the start and after each move.
    pub plies: Vec<Ply>,
}

/// A position of a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Ply {
    /// The move that led here; none at the start.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The same in the notation that players use.
    pub label: Option<String>,
    /// The position text, with clocks.
    pub position: String,
    /// As in a scene.
    pub key: String,
    /// The side to move; in a finished game the side whose turn it would be.
    pub to_move: Side,
    /// Who won, where the game is over.
    pub outcome: Option<Outcome>,
    /// The rule that ended it.
    pub reason: Option<String>,
    /// The final margin seen by `p1`, where the game has one.
    pub score: Option<Units>,
    /// What stands on the board.
    pub view: View,
}

impl Line {
    /// Describes a session from its start to where it is.
    #[must_use]
    pub fn of(session: &dyn Session) -> Self {
        let board = session.board();
        let (texts, labels) = (session.played(), session.played_labels());
        let mut here = session.boxed_clone();
        let mut plies = Vec::with_capacity(texts.len() + 1);
        for (text, label) in texts.into_iter().zip(labels).rev() {
            plies.push(Ply::of(&board, &*here, Some((text, label))));
            here.undo();
        }
        plies.push(Ply::of(&board, &*here, None));
        plies.reverse();
        Self {
            game: session.game().to_owned(),
            rules: session.rules().to_owned(),
            start_ply: session.start_ply(),
            board: Board::of(&board),
            plies,
        }
    }
}

impl Ply {
    fn of(board: &games_core::Board, here: &dyn Session, m: Option<(String, String)>) -> Self {
        let (text, label) = m.unzip();
        let end = here.end();
        Self {
            text,
            label,
            position: here.position(),
            key: format!("{:016x}", here.key()),
            to_move: here.to_move().into(),
            outcome: end.as_ref().map(|end| end.outcome.into()),
            reason: end.as_ref().map(|end| end.reason.clone()),
            score: end.as_ref().and_then(margin),
            view: View::of(board, &here.view()),
        }
    }
}

/// The margin of a finished game in the game's unit, seen by `p1`.
pub(super) fn margin(end: &Ended) -> Option<Units> {
    end.margin.map(|half_points| Units(f64::from(half_points) / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_position_for_each_ply() {
        let mut session = crate::only_chess::chess().open(None, None).unwrap();
        session.play_line("f3 e5 g4 Qh4#").unwrap();
        let line = Line::of(&*session);
        let moves: Vec<_> = line.plies.iter().filter_map(|ply| ply.label.as_deref()).collect();
        assert_eq!(moves, ["f3", "e5", "g4", "Qh4#"]);
        assert_eq!((line.plies.len(), line.plies[0].text.as_deref()), (5, None));
        assert_eq!(line.plies[4].reason.as_deref(), Some("checkmate"));
        assert_eq!(line.plies[3].outcome, None);
        assert!(line.plies[1].view.marks.iter().any(|mark| mark.kind == "last"));
        assert_eq!(session.plies(), 4);
    }
}
