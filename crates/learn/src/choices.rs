//! What strengths of moves are learnt from: positions as the rows of their moves, with which was
//! chosen.

use core::ops::Range;

use games_core::MoveRows;

use crate::samples::is_kept_apart;

/// Positions, each with the rows of its legal moves and which of these a search chose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    rows: MoveRows,
    /// Where the moves of each position end.
    ends: Vec<usize>,
    /// Which of its moves was chosen.
    chosen: Vec<u16>,
    /// Of which game a position is.
    games: Vec<u32>,
}

impl Choices {
    /// Returns the number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a position for whose moves `put` writes rows, with the place of the one that was chosen.
    pub fn add(&mut self, game: u32, chosen: u16, put: &mut dyn FnMut(&mut MoveRows)) {
        put(&mut self.rows);
        self.ends.push(self.rows.moves());
        self.chosen.push(chosen);
        self.games.push(game);
    }

    /// The rows of all moves.
    pub(crate) const fn rows(&self) -> &MoveRows {
        &self.rows
    }

    /// The numbers of a position's moves among all.
    pub(crate) fn moves(&self, i: usize) -> Range<usize> {
        i.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[i]
    }

    /// The number of the move that was chosen among all.
    pub(crate) fn chosen(&self, i: usize) -> usize {
        self.moves(i).start + usize::from(self.chosen[i])
    }

    /// Whether a position is kept apart.
    pub(crate) fn is_unseen(&self, i: usize) -> bool {
        is_kept_apart(self.games[i])
    }
}
