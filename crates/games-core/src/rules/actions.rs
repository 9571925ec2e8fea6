//! Dense numbers for moves.

use crate::Game;

/// Numbers for moves that do not depend on the position: for policy tables, opening books and
/// learning. A game without a useful numbering keeps the defaults.
///
/// Laws: every legal move has a number below [`action_count`](Actions::action_count), and
/// [`action`](Actions::action) returns the move that has it.
pub trait Actions: Game {
    /// Returns how many numbers there are; `None` if moves have no dense numbers.
    fn action_count(&self) -> Option<u32> {
        None
    }

    /// Returns the number of a move.
    fn action_id(&self, m: Self::Move) -> Option<u32> {
        let _ = m;
        None
    }

    /// Returns the move with a number, whether or not it is legal anywhere.
    fn action(&self, id: u32) -> Option<Self::Move> {
        let _ = id;
        None
    }
}
