//! Tomorrow's Tic-Tac-Toe: rows of three that are still open.

use games_core::{Bits, Evaluate, Game, Side};

use crate::tictactoe::{Position, TicTacToe};

/// Worth of an open row of three with so many own pieces, in hundredths.
const OPEN: [i32; 3] = [1, 6, 60];

impl<B: Bits> TicTacToe<B> {
    /// Rows of three without an opponent's piece, more for those with more own ones.
    fn open_rows(&self, state: &Position<B>, side: Side) -> i32 {
        let own = state.pieces(side);
        let free = self.empty(state) | own;
        let at_least = |set: B| self.lines(set).map(|(rows, _)| rows.count() as i32).sum::<i32>();
        let mut sum = OPEN[0] * at_least(free);
        for (rows, distance) in self.lines(free) {
            let (a, b) = (own, own >> distance);
            let c = b >> distance;
            let one = rows & (a ^ b ^ c);
            let two = rows & (a & b | b & c | a & c);
            // No row has three: the game would be over.
            sum += (OPEN[1] - OPEN[0]) * one.count() as i32;
            sum += (OPEN[2] - OPEN[0]) * two.count() as i32;
        }
        sum
    }
}

impl<B: Bits> Evaluate for TicTacToe<B> {
    fn evaluate(&self, state: &Position<B>) -> i32 {
        let own = self.to_move(state);
        let lead = self.open_rows(state, own) - self.open_rows(state, own.other());
        if self.misere() { -lead } else { lead }
    }
}
