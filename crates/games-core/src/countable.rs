//! Counting a board: what protocols that count ask of a game beyond its rules.

use crate::{Game, Rng, Side};

/// What GTP allows beyond a game's rules: turns taken out of order, play after the end, counting
/// before it, dead stones. Every function has a neutral default, so most games need no more than
/// `impl Countable for MyGame {}`.
///
/// Laws: a finished game counts as it ended; play that is resumed goes on with the side that was
/// asked for; dead pieces stand on the board.
pub trait Countable: Game {
    /// Returns the margin in half points, seen by [`Side::First`], if the game were counted as it
    /// stands; `None` in a game that is not counted before its end.
    fn margin_now(&self, state: &Self::State) -> Option<i32> {
        let _ = state;
        None
    }

    /// Returns the position from which the game goes on with a side to move that the rules would
    /// not let move: because it is the other side's turn, or because the game is over. `None` in a
    /// game that knows no such thing.
    ///
    /// Go GUIs set up positions by moves of one color, and play on after two passes until dead
    /// stones are taken.
    fn resumed(&self, state: &Self::State, to_move: Side) -> Option<Self::State> {
        let _ = (state, to_move);
        None
    }

    /// Guesses which pieces would be taken if both sides played on: indices into
    /// [`Board::cells`](crate::Board::cells), in ascending order.
    fn dead(&self, state: &Self::State, rng: &mut impl Rng) -> Vec<usize> {
        let _ = (state, rng);
        Vec::new()
    }
}
