//! Solved positions in memory, to look positions up in.

use core::{fmt, sync::atomic::AtomicBool};
use std::{sync::Arc, time::Instant};

use solver::{Job, Known, Progress, solve};

use super::{Solution, SolveError, SolvedPosition, longest, sorted, source::Source};
use crate::Session;

/// All positions that can arise from a position, solved and kept in memory.
pub struct SolvedGame {
    game: &'static str,
    rules: String,
    source: Source,
    bytes: u64,
}

impl fmt::Debug for SolvedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SolvedGame({} {}, {} bytes)", self.game, self.rules, self.bytes)
    }
}

impl SolvedGame {
    /// Solves the position of a session and all that can arise from it, in at most so many bytes.
    ///
    /// # Errors
    ///
    /// That games like this one are not solved, or why this one was not to its end.
    pub fn new(
        session: &dyn Session,
        threads: usize,
        memory: u64,
        stop: &AtomicBool,
    ) -> Result<Self, SolveError> {
        Self::with_solution(session, threads, memory, &mut |_| {}, stop).map(|(game, _)| game)
    }

    /// Does the same, tells meanwhile how far it is, and returns what solving answers as well.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    ///
    /// # Panics
    ///
    /// Never: what is solved has its start and the children of it.
    pub fn with_solution(
        session: &dyn Session,
        threads: usize,
        memory: u64,
        observer: &mut dyn FnMut(&Progress),
        stop: &AtomicBool,
    ) -> Result<(Self, Solution), SolveError> {
        let refusal = |e| SolveError::Unsolvable(format!("{}: {e}", session.game()));
        let numbering = session.numbering(None).map_err(refusal)?;
        let begun = Instant::now();
        let mut most = 0;
        let mut observe = |progress: &Progress| {
            most = most.max(progress.status.bytes);
            observer(progress);
        };
        let job = Job::default().with_threads(threads).with_memory(memory);
        let solved = solve(numbering.space(), &job, &mut observe, stop)?;
        let time = begun.elapsed();
        let (bytes, summary) = (solved.bytes(), solved.summary().clone());
        let longest = longest(session, &*numbering, &summary);
        let source = Source { numbering, known: Known::Memory(Arc::new(solved)) };
        let game = Self { game: session.game(), rules: session.rules().to_owned(), source, bytes };
        let position = game.look_up(session)?.expect("the start is solved with its children");
        Ok((game, Solution { position, summary, longest, bytes: bytes.max(most), time }))
    }

    /// Returns the bytes that it takes.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Looks a position up; `None` if it is of another game or cannot arise.
    ///
    /// # Errors
    ///
    /// None as long as everything is in memory.
    pub fn look_up(&self, session: &dyn Session) -> Result<Option<SolvedPosition>, SolveError> {
        if (self.game, self.rules.as_str()) != (session.game(), session.rules()) {
            return Ok(None);
        }
        let found = (self.source.position(session)?, self.source.moves(session)?);
        let (Some(solved), Some(moves)) = found else { return Ok(None) };
        Ok(Some(SolvedPosition { solved, moves: sorted(moves) }))
    }
}
