//! The tables of a search: a large one, and for nodes near the end a small one.
//!
//! Most nodes whose results are kept are near the end, and would have to be fetched from memory. What
//! is asked for there was mostly found a moment ago, a few moves away; so a table that fits into the
//! processor's own memory finds nearly as much and sooner, and nothing in the large one is displaced.

use super::table::Table;

/// Nodes with fewer empty squares are kept in the small table.
const FAR: u32 = 11;
/// Bytes of the small table.
const NEAR: usize = 1 << 18;

#[derive(Debug)]
pub(super) struct Tables {
    near: Table,
    far: Table,
}

impl Tables {
    /// Tables of at most `bytes`, and no larger than is of use with `n` empty squares.
    pub(super) fn new(n: u32, bytes: usize) -> Self {
        let near = NEAR.min(bytes / 2);
        Self { near: Table::new(n, near), far: Table::new(n, bytes - near) }
    }

    /// The one for nodes with `n` empty squares.
    #[inline]
    pub(super) const fn of(&self, n: u32) -> &Table {
        if n < FAR { &self.near } else { &self.far }
    }
}
