//! Positions as FEN, moves as in UCI, and what SAN needs to know.

use core::fmt;

use chessmen::Move;
use games_core::{Game, Notation, Outcome, TextError};

use super::{Atomic, Position};
use crate::san::{Algebraic, MoveKind, Suffix};

impl Notation for Atomic {
    /// Writes the FEN; the bare position has no clock, so it ends in `0 1`.
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{state}")
    }

    fn parse_state(&self, text: &str) -> Result<Position, TextError> {
        Position::from_fen(text)
    }

    fn write_move(&self, _: &Position, m: Move, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }

    /// Takes UCI (`e2e4`, `e7e8q`), and SAN (`Nbd2`) as a synonym. No text is both.
    fn parse_move(&self, state: &Position, text: &str) -> Result<Move, TextError> {
        self.parse_uci_or_san(state, text)
    }

    /// In standard algebraic notation.
    fn label(&self, state: &Position, m: Move) -> String {
        self.san(state, m).to_string()
    }
}

impl Algebraic for Atomic {
    const VARIANT: Option<&'static str> = Some("Atomic");

    fn move_kind(&self, state: &Position, m: Move) -> MoveKind {
        let kind = state.man_on(m.from()).expect("a legal move moves a man").kind;
        MoveKind { m, kind, capture: !state.blast(m).is_empty(), castle: state.castling(m) }
    }

    /// `#` stands for mate and for an exploded king.
    fn suffix(&self, state: &Position, m: Move) -> Option<Suffix> {
        let mut after = *state;
        after.apply(m);
        let over = self.status(&after).outcome();
        if over.is_some_and(|outcome| outcome != Outcome::Draw) {
            Some(Suffix::Mate)
        } else if after.is_check() {
            Some(Suffix::Check)
        } else {
            None
        }
    }
}
