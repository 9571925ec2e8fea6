//! Exact solving of positions near the end, by games that have a solver of their own.

use core::fmt;

/// What it takes to work a position out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Endgame {
    /// Plies to the end of the game without passes: a search that looks so far ahead sees
    /// everything.
    pub plies: u32,
    /// About how many positions the solver visits.
    pub positions: u64,
}

impl Endgame {
    /// So many plies to the end, and about so many positions to visit.
    #[must_use]
    pub const fn new(plies: u32, positions: u64) -> Self {
        Self { plies, positions }
    }
}

/// Estimates of positions whose game goes on, seen by the side to move, in the unit of
/// [`Evaluate::evaluate`](crate::Evaluate::evaluate).
pub trait Estimates<S>: Sync {
    /// Begins a thread's estimates.
    fn begin(&self) -> Box<dyn FnMut(&S) -> i32 + '_>;
}

/// What a solver is asked: of positions `S`, with moves `M`.
#[non_exhaustive]
pub struct EndgameJob<'a, S, M> {
    /// The legal moves to look at, at least one.
    pub moves: &'a [M],
    /// How many of the best moves to work out, at least 1.
    pub lines: usize,
    /// Bytes for the solver's table.
    pub memory: usize,
    /// How many threads may work at it, at least 1. Where there are several, the margin is the same,
    /// but which of equally good moves is found may differ from time to time.
    pub threads: usize,
    /// Whether the solver may begin with results that come with the game: those of openings, say.
    pub may_know: bool,
    /// Is told how many positions were visited since it was last asked, all of them in the end, and
    /// returns how many more may be visited before it is asked again. One thread never visits more;
    /// where that is too few to go on, it gives up. Several may visit some
    /// tens of thousands more.
    pub budget: &'a mut dyn FnMut(u64) -> u64,
    /// A better estimate than the solver has itself, if there is one. It may look for the best moves
    /// by it first, and finds them sooner then; what it tells is proved all the same.
    pub estimates: Option<&'a dyn Estimates<S>>,
}

impl<'a, S, M> EndgameJob<'a, S, M> {
    /// The best of some moves, with so many bytes for the table, as far as the budget lets it.
    pub fn new(moves: &'a [M], memory: usize, budget: &'a mut dyn FnMut(u64) -> u64) -> Self {
        Self { moves, lines: 1, memory, threads: 1, may_know: true, budget, estimates: None }
    }

    /// The same for so many of the best moves.
    #[must_use]
    pub const fn with_lines(mut self, lines: usize) -> Self {
        self.lines = lines;
        self
    }

    /// The same from nothing, without results that come with the game.
    #[must_use]
    pub const fn from_nothing(mut self) -> Self {
        self.may_know = false;
        self
    }

    /// The same with the help of an estimate.
    #[must_use]
    pub const fn with_estimates(mut self, estimates: &'a dyn Estimates<S>) -> Self {
        self.estimates = Some(estimates);
        self
    }

    /// The same on so many threads.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}

impl<S, M: fmt::Debug> fmt::Debug for EndgameJob<'_, S, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moves, lines, memory, threads, may_know, budget: _, estimates } = self;
        f.debug_struct("EndgameJob")
            .field("moves", moves)
            .field("lines", lines)
            .field("memory", memory)
            .field("threads", threads)
            .field("may_know", may_know)
            .field("estimates", &estimates.is_some())
            .finish_non_exhaustive()
    }
}

/// A move that was worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolvedLine<M> {
    /// The move and best play after it, as far as it was worked out before the budget was used up:
    /// usually to the end of the game.
    pub moves: Vec<M>,
    /// The final margin under best play, in half points, seen by the side to move.
    pub margin: i32,
}

impl<M> SolvedLine<M> {
    /// A move with best play after it, and the final margin.
    #[must_use]
    pub const fn new(moves: Vec<M>, margin: i32) -> Self {
        Self { moves, margin }
    }
}
