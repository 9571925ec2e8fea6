//! The tables of a search: a large one that all threads share, and for nodes near the end a small one
//! for each of them.
//!
//! Most nodes whose results are kept are near the end, and would have to be fetched from memory. What
//! is asked for there was mostly found a moment ago, a few moves away; so a table that fits into the
//! processor's own memory finds nearly as much and sooner, and nothing in the large one is displaced.
//! What another thread finds there is hardly ever of use, and threads that wrote to the same lines of
//! memory would wait for each other.

use super::table::Table;

/// Nodes with fewer empty squares are kept in the small table.
const FAR: u32 = 11;
/// Bytes of the small table.
const NEAR: usize = 1 << 18;

#[derive(Debug)]
pub(super) struct Tables {
    /// One for each thread.
    near: Vec<Table>,
    far: Table,
}

impl Tables {
    /// Tables of at most `bytes` for so many threads, and no larger than is of use with `n` empty
    /// squares.
    pub(super) fn new(n: u32, bytes: usize, threads: usize) -> Self {
        let threads = threads.max(1);
        let each = NEAR.min(bytes / 2 / threads);
        let near = (0..threads).map(|_| Table::new(n, each)).collect();
        Self { near, far: Table::new(n, bytes - threads * each) }
    }

    /// The one of a thread for nodes with `n` empty squares.
    #[inline]
    pub(super) fn of(&self, n: u32, thread: usize) -> &Table {
        if n < FAR { &self.near[thread] } else { &self.far }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::table::Finding;

    #[test]
    fn results_near_the_end_are_kept_by_each_thread_and_others_by_all() {
        let tables = Tables::new(20, 1 << 20, 2);
        let found = Finding { score: 4, alpha: 3, beta: 5, best: 17, effort: 5 };
        for n in [FAR - 1, FAR] {
            tables.of(n, 0).put(1, 2, found);
            assert!(tables.of(n, 0).get(1, 2).is_some());
            assert_eq!(tables.of(n, 1).get(1, 2).is_some(), n == FAR);
        }
    }

    #[test]
    fn no_threads_and_no_bytes_are_as_few_as_there_can_be() {
        let tables = Tables::new(20, 0, 0);
        assert_eq!(tables.of(5, 0).get(1, 2), None);
        assert_eq!(tables.of(15, 0).get(1, 2), None);
    }
}
