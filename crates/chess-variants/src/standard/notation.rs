//! Positions and moves as text: FEN, UCI and SAN.

use core::fmt;

use chessmen::{Clock, Move, SquareSet};
use games_core::{Notation, TextError};

use super::{Chess, MoveVec, Position};
use crate::san::{Algebraic, MoveKind, Suffix};

impl Notation for Chess {
    fn write_state(&self, state: &Position, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{}", state.fields(Clock::default()))
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

impl Algebraic for Chess {
    const VARIANT: Option<&'static str> = None;

    fn move_kind(&self, state: &Position, m: Move) -> MoveKind {
        let man = state.man_on(m.from()).expect("a legal move moves a man");
        MoveKind { m, kind: man.kind, capture: state.is_capture(m), castle: state.castling(m) }
    }

    fn list_onto(&self, state: &Position, targets: SquareSet) -> MoveVec {
        state.legal().onto(targets).collect()
    }

    fn suffix(&self, state: &Position, m: Move) -> Option<Suffix> {
        let after = state.after(m);
        if !after.is_check() {
            return None;
        }
        let mate = games_core::Game::count(self, &after) == 0;
        Some(if mate { Suffix::Mate } else { Suffix::Check })
    }
}

impl Position {
    /// Reads a move in SAN and checks that it is legal.
    ///
    /// # Errors
    ///
    /// As [`Algebraic::parse_san`].
    ///
    /// ```
    /// use chess_variants::standard::Position;
    ///
    /// let mut position = Position::from_fen("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    /// position.apply(position.parse_san("a8=Q+").unwrap());
    /// assert!(position.is_check());
    /// assert_eq!(position.to_string(), "Q3k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, TextError> {
        Chess::standard().parse_san(self, text)
    }

    /// Returns a legal move in SAN.
    #[must_use]
    pub fn san(&self, m: Move) -> String {
        Chess::standard().san(self, m).to_string()
    }

    /// Reads a move in UCI, or in SAN, and checks that it is legal.
    ///
    /// # Errors
    ///
    /// What is wrong with the text; that the move is not legal.
    pub fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        Chess::standard().parse_move(self, text)
    }
}
