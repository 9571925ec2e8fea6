//! Solved positions in memory, to look positions up in.

use core::{fmt, sync::atomic::AtomicBool};
use std::sync::Arc;

use solver::{Job, Known, solve};

use super::{SolveError, SolvedPosition, sorted, source::Source};
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
        let numbering =
            session.numbering(None).map_err(|e| SolveError::Unsolvable(e.to_string()))?;
        let job = Job::default().with_threads(threads).with_memory(memory);
        let solved = solve(numbering.space(), &job, &mut |_| {}, stop)?;
        let bytes = solved.bytes();
        let source = Source { numbering, known: Known::Memory(Arc::new(solved)) };
        Ok(Self { game: session.game(), rules: session.rules().to_owned(), source, bytes })
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
