//! An engine that thinks while the screen is drawn.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use games::{Forfeit, Player, SearchReport, Session};

/// What is thought for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// The move of the side to move.
    Move,
    /// So many of the best moves, for a person.
    Hint(usize),
    /// What the position is worth.
    Eval,
    /// Whether a draw is taken.
    Draw,
}

/// A search on a thread of its own.
pub(super) struct Work {
    pub(super) purpose: Purpose,
    stop: Arc<AtomicBool>,
    latest: Arc<Mutex<Option<SearchReport>>>,
    thread: JoinHandle<Thought>,
}

/// What came of a search.
pub(super) struct Thought {
    /// Who thought, to be asked again.
    pub(super) player: Box<dyn Player>,
    pub(super) found: Result<SearchReport, Forfeit>,
    pub(super) time: Duration,
}

impl Work {
    pub(super) fn begin(
        mut player: Box<dyn Player>,
        session: &dyn Session,
        purpose: Purpose,
    ) -> Self {
        let session = session.boxed_clone();
        let (stop, latest) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(None)));
        let (stopped, told) = (Arc::clone(&stop), Arc::clone(&latest));
        let begun = Instant::now();
        let thread = thread::spawn(move || {
            let mut tell = |report: &SearchReport| {
                *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.clone());
            };
            let found = player.think(&*session, &mut tell, &stopped);
            Thought { player, found, time: begun.elapsed() }
        });
        Self { purpose, stop, latest, thread }
    }

    /// What has been found so far.
    pub(super) fn latest(&self) -> Option<SearchReport> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Has the search end soon.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits for the end of the search; a panic there is one here.
    pub(super) fn join(self) -> Thought {
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}
