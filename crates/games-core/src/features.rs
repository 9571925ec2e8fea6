//! What can be learnt about a position: sparse features, each a row of weights.

mod images;
mod kinds;
mod layout;
mod moves;
mod text;
mod tuples;

pub use self::{kinds::PieceKind, layout::Layout, moves::MoveRows, tuples::Tuple};
use crate::{Describe, Evaluate, Side, Symmetric, View};

/// What a learned estimate sees of a position. Every function has a default, so that
/// `impl Features for MyGame {}` is all that a game needs which shows its board ([`Describe`]).
///
/// A feature is "this piece of mine (of the other side, of nobody) stands on this cell", and has a
/// number, its **row** ([`Layout::row`]). Rows are seen by the side to move: where the board is one
/// that players turn around ([`Board::turnable`](crate::Board::turnable)), the second side sees it
/// with its rows in reverse order, so that it sees its own men where the first side sees its own.
///
/// ```
/// use games_core::{Features, Game, toy::TicTacToe};
///
/// let layout = TicTacToe.layout();
/// let mut position = TicTacToe.initial();
/// TicTacToe.apply(&mut position, 4);
/// let mut rows = Vec::new();
/// TicTacToe.features(&layout, &position, &mut rows);
/// let cross = layout.kind("cross").unwrap();
/// assert_eq!(rows, [layout.row(4, cross, Some(false))]);
/// ```
pub trait Features: Evaluate + Describe + Symmetric {
    /// Returns what features there are, and which of them are looked at together.
    ///
    /// By default [`Layout::of_cells`], which plays some random games to see which pieces there are:
    /// weights bring their layout with them, so that only training asks for it. Where moves have
    /// [rows](Self::move_row_count), [`Layout::of_moves`].
    fn layout(&self) -> Layout {
        match self.move_row_count() {
            0 => Layout::of_cells(self),
            count => Layout::of_moves(&self.board(), count),
        }
    }

    /// Writes the rows that a position has, each once, behind those that are there already.
    ///
    /// By default from the picture of the position, which takes microseconds. A game whose estimate
    /// is to be quick overrides it, or one that derives more from where the pieces are
    /// ([`Layout::with_derived`]); the laws check that it writes what the picture shows, and nothing
    /// else but what is derived.
    fn features(&self, layout: &Layout, state: &Self::State, rows: &mut Vec<u16>) {
        put_view(layout, self.to_move(state), &self.view(state, None), rows);
    }

    /// Returns to which stage of the game a position with so many rows belongs, below
    /// [`Layout::stages`]. By default by the number of men alone.
    fn stage(&self, layout: &Layout, state: &Self::State, men: usize) -> usize {
        let _ = state;
        layout.stage_of(men)
    }

    /// Returns whether an estimate of the position means something before any move was tried, so
    /// that it is worth learning from. By default if no threat has to be answered.
    fn is_quiet(&self, state: &Self::State) -> bool {
        !self.must_answer(state)
    }

    /// Returns how many rows there are for moves ([`move_rows`](Self::move_rows)), at most 2^16, if
    /// it is the strengths of its moves that the game learns, for Monte Carlo search, and no
    /// estimate. By default 0: an estimate is learnt.
    fn move_row_count(&self) -> usize {
        0
    }

    /// Writes the rows of some legal moves of a position, in their order, behind those of moves that
    /// are there already; `last` is the move that led here, where it is known.
    ///
    /// The strength of a move is the sum of the numbers that its rows have, so a row is something
    /// that a move does or where it is, such as "takes one man". Equal positions have equal rows, and
    /// so have images under the game's [symmetries](Symmetric). By default no move has any.
    fn move_rows(
        &self,
        state: &Self::State,
        last: Option<Self::Move>,
        moves: &[Self::Move],
        rows: &mut MoveRows,
    ) {
        let _ = (state, last);
        for _ in moves {
            rows.end_move();
        }
    }

    /// Returns the file of weights that the game brings along for these rules, if it has one: for
    /// whoever asks for the learned estimate.
    fn weights(&self) -> Option<&'static [u8]> {
        None
    }
}

/// Writes the rows of the pieces in a picture, as a side sees them: what
/// [`Features::features`] does by default. Pieces that the layout does not know are left out.
pub fn put_view(layout: &Layout, seer: Side, view: &View, rows: &mut Vec<u16>) {
    let start = rows.len();
    for piece in &view.pieces {
        let Some(kind) = layout.kind(piece.glyph) else { continue };
        let cell = layout.seen(seer, piece.at);
        let row = layout.row(cell, kind, piece.side.map(|side| side == seer));
        if cell < layout.cells() && !rows[start..].contains(&row) {
            rows.push(row);
        }
    }
}
