//! Where a move generator writes to: sinks that count, list or pick.

use core::ops::ControlFlow;

use smallvec::{Array, SmallVec};

/// Anything that a move generator can write to.
///
/// One generator serves counting, listing, sampling and visiting: each is another sink. A sink
/// returns [`ControlFlow::Break`] when it wants no more, and the generator must then stop.
///
/// ```
/// use core::ops::ControlFlow;
/// use games_core::MoveSink;
///
/// // A closure is a sink too: this one stops at the first even number.
/// let mut found = None;
/// let mut sink = |m: u8| {
///     if m % 2 == 0 { found = Some(m); ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// };
/// let _ = sink.put_all(4, [3, 5, 8, 9].into_iter());
/// assert_eq!(found, Some(8));
/// ```
pub trait MoveSink<M> {
    /// Takes one move.
    fn put(&mut self, m: M) -> ControlFlow<()>;

    /// Takes `n` moves, exactly those that `moves` yields.
    ///
    /// A counter adds `n` and never runs the iterator; so a generator that knows how many moves
    /// it has (a population count) should call this.
    #[inline]
    fn put_all(&mut self, n: usize, moves: impl Iterator<Item = M>) -> ControlFlow<()> {
        let _ = n;
        for m in moves {
            self.put(m)?;
        }
        ControlFlow::Continue(())
    }
}

impl<M, F: FnMut(M) -> ControlFlow<()>> MoveSink<M> for F {
    #[inline]
    fn put(&mut self, m: M) -> ControlFlow<()> {
        self(m)
    }
}

/// A list of moves that a search fills again and again without allocating.
///
/// Each game names its own ([`Game::List`](crate::Game::List)): a [`SmallVec`] whose capacity is a
/// known maximum, or a plain [`Vec`] where the number of moves has no useful bound.
pub trait MoveList<M>: Default {
    /// Appends a move.
    fn push(&mut self, m: M);
    /// Appends moves; lists that can make room for all of them at once do so.
    #[inline]
    fn push_all(&mut self, moves: impl Iterator<Item = M>) {
        for m in moves {
            self.push(m);
        }
    }
    /// Removes all moves and keeps the memory.
    fn clear(&mut self);
    /// Returns the moves in order.
    fn as_slice(&self) -> &[M];
    /// Returns the moves in order, to be sorted.
    fn as_mut_slice(&mut self) -> &mut [M];
}

impl<M> MoveList<M> for Vec<M> {
    #[inline]
    fn push(&mut self, m: M) {
        Self::push(self, m);
    }
    #[inline]
    fn push_all(&mut self, moves: impl Iterator<Item = M>) {
        Extend::extend(self, moves);
    }
    fn clear(&mut self) {
        Self::clear(self);
    }
    fn as_slice(&self) -> &[M] {
        self
    }
    fn as_mut_slice(&mut self) -> &mut [M] {
        self
    }
}

impl<M, A: Array<Item = M>> MoveList<M> for SmallVec<A> {
    #[inline]
    fn push(&mut self, m: M) {
        Self::push(self, m);
    }
    #[inline]
    fn push_all(&mut self, moves: impl Iterator<Item = M>) {
        Extend::extend(self, moves);
    }
    fn clear(&mut self) {
        Self::clear(self);
    }
    #[inline]
    fn as_slice(&self) -> &[M] {
        self
    }
    fn as_mut_slice(&mut self) -> &mut [M] {
        self
    }
}

/// Writes into a [`MoveList`].
#[derive(Debug)]
pub struct Listing<'a, L>(pub &'a mut L);

impl<M, L: MoveList<M>> MoveSink<M> for Listing<'_, L> {
    #[inline]
    fn put(&mut self, m: M) -> ControlFlow<()> {
        self.0.push(m);
        ControlFlow::Continue(())
    }
    #[inline]
    fn put_all(&mut self, _: usize, moves: impl Iterator<Item = M>) -> ControlFlow<()> {
        self.0.push_all(moves);
        ControlFlow::Continue(())
    }
}

/// Counts moves and never looks at them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting(pub u64);

impl<M> MoveSink<M> for Counting {
    #[inline]
    fn put(&mut self, _: M) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
    #[inline]
    fn put_all(&mut self, n: usize, _: impl Iterator<Item = M>) -> ControlFlow<()> {
        self.0 += n as u64;
        ControlFlow::Continue(())
    }
}

/// Keeps the move with a given index in generation order and stops there.
#[derive(Clone, Copy, Debug)]
pub struct Picking<M> {
    /// How many moves are still to be passed over.
    pub skip: usize,
    /// The move, once it was met.
    pub found: Option<M>,
}

impl<M> Picking<M> {
    /// A sink that keeps move number `index` (from 0).
    #[must_use]
    pub const fn nth(index: usize) -> Self {
        Self { skip: index, found: None }
    }
}

impl<M> MoveSink<M> for Picking<M> {
    #[inline]
    fn put(&mut self, m: M) -> ControlFlow<()> {
        if self.skip == 0 {
            self.found = Some(m);
            return ControlFlow::Break(());
        }
        self.skip -= 1;
        ControlFlow::Continue(())
    }
    #[inline]
    fn put_all(&mut self, n: usize, mut moves: impl Iterator<Item = M>) -> ControlFlow<()> {
        if self.skip >= n {
            self.skip -= n;
            return ControlFlow::Continue(());
        }
        self.found = moves.nth(self.skip);
        ControlFlow::Break(())
    }
}
