//! What can be learnt about moves: a short list of rows for each.

/// The rows of some moves, one move after the other: what
/// [`Features::move_rows`](crate::Features::move_rows) writes.
///
/// ```
/// use games_core::MoveRows;
///
/// let mut rows = MoveRows::default();
/// rows.push(3);
/// rows.push(8);
/// rows.end_move();
/// rows.end_move();
/// assert_eq!((rows.moves(), rows.of(0), rows.of(1)), (2, &[3, 8][..], &[][..]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveRows {
    rows: Vec<u16>,
    /// Where the rows of each move end.
    ends: Vec<usize>,
}

impl MoveRows {
    /// Adds a row to those of the move that is being told.
    #[inline]
    pub fn push(&mut self, row: u16) {
        self.rows.push(row);
    }

    /// Ends the rows of a move; those that follow are the next one's.
    #[inline]
    pub fn end_move(&mut self) {
        self.ends.push(self.rows.len());
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.ends.clear();
    }

    /// Returns the number of moves.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.ends.len()
    }

    /// Returns the rows of a move, by its number.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    #[inline]
    #[must_use]
    pub fn of(&self, number: usize) -> &[u16] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.rows[start..self.ends[number]]
    }
}
