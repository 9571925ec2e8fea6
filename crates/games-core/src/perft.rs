//! Perft: counting the lines of a game, the classical test of a move generator.

use core::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
};
use std::{panic::resume_unwind, thread};

use crate::{Game, Listing, MoveList, Status, zobrist::mix};

/// Counts lines of exactly `depth` plies.
///
/// `perft(0)` is 1; a pass is a ply; a game that ends before the last ply adds nothing, unless
/// [`count_ended`](Perft::count_ended) asks for it. Ends by clock, repetition or cap do not stop
/// a line: the bare rules are walked.
///
/// ```
/// use games_core::{Game, Perft, toy::TicTacToe};
///
/// let start = TicTacToe.initial();
/// assert_eq!(Perft::new().count(&TicTacToe, &start, 9), Ok(127_872));
/// ```
#[derive(Clone, Debug)]
pub struct Perft<'a> {
    bulk: bool,
    count_ended: bool,
    table_bytes: usize,
    stop: Option<&'a AtomicBool>,
    threads: usize,
}

/// A count that was stopped before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the count was interrupted")]
pub struct Interrupted;

impl Default for Perft<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Perft<'a> {
    /// Bulk counting, one thread, no table.
    #[must_use]
    pub const fn new() -> Self {
        Self { bulk: true, count_ended: false, table_bytes: 0, stop: None, threads: 1 }
    }

    /// With `false`, plays every move of the last ply instead of counting them in bulk.
    #[must_use]
    pub const fn bulk(mut self, bulk: bool) -> Self {
        self.bulk = bulk;
        self
    }

    /// With `true`, adds one for every game that ends before the last ply.
    #[must_use]
    pub const fn count_ended(mut self, count_ended: bool) -> Self {
        self.count_ended = count_ended;
        self
    }

    /// Keeps counts of positions in a table of at most this many bytes, shared by all threads.
    ///
    /// Entries are found by 64-bit keys alone: with a billion of them a wrong count has a chance
    /// of a few percent, so a count that has to stand is made without a table.
    #[must_use]
    pub const fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// Gives up soon after the flag is set.
    #[must_use]
    pub const fn stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Spreads the work over so many threads (0 counts as 1), the caller's among them; the others live
    /// as long as one count. Where the system has no more threads, those that there are do it all.
    ///
    /// ```
    /// use games_core::{Game, Perft, toy::TicTacToe};
    ///
    /// let start = TicTacToe.initial();
    /// assert_eq!(Perft::new().threads(2).count(&TicTacToe, &start, 9), Ok(127_872));
    /// ```
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Counts the lines of exactly `depth` plies from `state`.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the stop flag was set.
    pub fn count<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        depth: u32,
    ) -> Result<u64, Interrupted> {
        let walk = Walk::new(self, game);
        if depth > SPLIT_PLIES && self.threads > 1 {
            return self.finished(walk.split(state, depth));
        }
        let n = walk.count(&mut state.clone(), depth, 0);
        self.finished(n)
    }

    /// Returns the counts for depths 1 to `depth`.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the stop flag was set.
    pub fn depth_counts<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        depth: u32,
    ) -> Result<Vec<u64>, Interrupted> {
        (1..=depth).map(|d| self.count(game, state, d)).collect()
    }

    /// Returns the count below each legal move, in generation order; `depth` is at least 1.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the stop flag was set.
    pub fn divide<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        depth: u32,
    ) -> Result<Vec<(G::Move, u64)>, Interrupted> {
        let mut counts = Vec::new();
        let mut before = state.clone();
        for &m in game.list(state).as_slice() {
            let child = game.with_child(&mut before, m, |child| child.clone());
            counts.push((m, self.count(game, &child, depth.saturating_sub(1))?));
        }
        Ok(counts)
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn finished(&self, n: u64) -> Result<u64, Interrupted> {
        if self.is_stopped() { Err(Interrupted) } else { Ok(n) }
    }
}

/// At most so many plies whose positions are handed out to the threads.
const SPLIT_PLIES: u32 = 3;
/// As soon as there are so many positions to hand out, no more are made: those of three plies on a
/// large board of Go would take gigabytes.
const PARTS: usize = 512;

/// Two plies above the end the table is asked only where so many moves led to it or more. A look
/// into a large table costs as much as counting some two hundred lines in bulk: there are as many
/// in chess and Go, and fewer in Othello and Konane.
const WORTH_A_LOOK: usize = 16;

struct Walk<'a, G> {
    options: &'a Perft<'a>,
    game: &'a G,
    table: Option<Table>,
}

impl<'a, G: Game> Walk<'a, G> {
    fn new(options: &'a Perft<'a>, game: &'a G) -> Self {
        let table = (options.table_bytes > 0).then(|| Table::new(options.table_bytes));
        Self { options, game, table }
    }

    /// The count, of a position with so many siblings, itself among them; of no meaning once the
    /// stop flag is set.
    fn count(&self, state: &mut G::State, depth: u32, siblings: usize) -> u64 {
        match depth {
            0 => 1,
            1 if self.options.bulk => self.leaves(state),
            1 => self.children(state, depth),
            _ if self.options.is_stopped() => 0,
            _ => match &self.table {
                Some(table) if depth > 2 || siblings >= WORTH_A_LOOK => {
                    self.remembered(table, state, depth)
                }
                _ => self.children(state, depth),
            },
        }
    }

    /// Apart, so that counts without a table save no registers for it.
    #[inline(never)]
    fn remembered(&self, table: &Table, state: &mut G::State, depth: u32) -> u64 {
        let key = mix(self.game.key(state) ^ u64::from(depth));
        table.get(key).unwrap_or_else(|| {
            let n = self.children(state, depth);
            if !self.options.is_stopped() {
                table.put(key, n);
            }
            n
        })
    }

    #[inline]
    fn leaves(&self, state: &G::State) -> u64 {
        let n = self.game.count(state);
        if n == 0 { u64::from(self.options.count_ended) } else { n }
    }

    fn children(&self, state: &mut G::State, depth: u32) -> u64 {
        if depth == 2 && self.options.bulk {
            return self.grandchildren(state);
        }
        let mut list = G::List::default();
        if let Status::Over(_) = self.game.moves(state, &mut Listing(&mut list)) {
            return u64::from(self.options.count_ended);
        }
        let moves = list.as_slice();
        let mut n = 0;
        for &m in moves {
            n += self.game.with_child(state, m, |child| self.count(child, depth - 1, moves.len()));
        }
        n
    }

    /// What two plies lead to. Most of the time goes by here, and moves are played as they are
    /// generated: no list is written and read again.
    #[inline(never)]
    fn grandchildren(&self, state: &G::State) -> u64 {
        let mut parent = state.clone();
        let mut n = 0;
        let status = self.game.moves(state, &mut |m| {
            n += self.game.with_child(&mut parent, m, |child| self.leaves(child));
            ControlFlow::Continue(())
        });
        match status {
            Status::Over(_) => u64::from(self.options.count_ended),
            Status::Ongoing => n,
        }
    }

    fn split(&self, state: &G::State, depth: u32) -> u64 {
        let (mut ended, mut first) = (0, 0);
        let mut parts = vec![(state.clone(), depth)];
        // None of those that are left is nearer to the root than the first.
        while first < parts.len()
            && parts.len() - first < PARTS
            && parts[first].1 + SPLIT_PLIES > depth
            && !self.options.is_stopped()
        {
            let (mut state, left) = parts[first].clone();
            first += 1;
            let mut list = G::List::default();
            if let Status::Over(_) = self.game.moves(&state, &mut Listing(&mut list)) {
                ended += u64::from(self.options.count_ended);
            }
            for &m in list.as_slice() {
                let child = self.game.with_child(&mut state, m, |child| child.clone());
                parts.push((child, left - 1));
            }
        }
        let below = |i: usize| {
            let (state, left) = &parts[first + i];
            self.count(&mut state.clone(), *left, 0)
        };
        ended + sum(self.options.threads, parts.len() - first, &below)
    }
}

/// Adds up what so many threads find for each number below `count`. It knows no game, so that it is
/// compiled once.
fn sum(threads: usize, count: usize, of_one: &(dyn Fn(usize) -> u64 + Sync)) -> u64 {
    let next = AtomicUsize::new(0);
    let work = || {
        let mine = core::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        mine.take_while(|&i| i < count).map(of_one).sum::<u64>()
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.min(count))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mut sum = work();
        for helper in helpers {
            sum += helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        sum
    })
}

/// A table that always replaces. An entry is a key, stored as key xor count, and a count: a torn
/// pair is not recognised as any key (R. Hyatt and T. Mann, "A lock-less transposition table
/// implementation for parallel search", 2002).
struct Table {
    slots: Vec<[AtomicU64; 2]>,
}

impl Table {
    fn new(bytes: usize) -> Self {
        let n = (bytes / size_of::<[AtomicU64; 2]>()).max(1);
        Self { slots: (0..n).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect() }
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.slots[((u128::from(key) * self.slots.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [check, count] = self.slot(key);
        let n = count.load(Ordering::Relaxed);
        (check.load(Ordering::Relaxed) ^ n == key && key != 0).then_some(n)
    }

    fn put(&self, key: u64, n: u64) {
        let [check, count] = self.slot(key);
        check.store(key ^ n, Ordering::Relaxed);
        count.store(n, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
