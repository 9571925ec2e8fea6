//! How a `ping` ends the search that runs when it is read, and no later one.

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The pings that one thread has read and the other has answered.
#[derive(Default)]
pub(super) struct Pings {
    counts: Mutex<Counts>,
    /// Set while there is one to answer: what searches look at.
    stop: AtomicBool,
}

#[derive(Default)]
struct Counts {
    read: u64,
    answered: u64,
}

impl Pings {
    pub(super) fn read(&self) {
        let mut counts = self.counts();
        counts.read += 1;
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn answered(&self) {
        let mut counts = self.counts();
        counts.answered += 1;
        self.stop.store(counts.answered < counts.read, Ordering::Relaxed);
    }

    /// Stops this search and all later ones.
    pub(super) fn stop_for_good(&self) {
        let mut counts = self.counts();
        counts.read = u64::MAX;
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns the flag that searches look at.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        // Two numbers: a panic of the other thread cannot leave them half written.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_stops_while_a_ping_waits_for_its_answer() {
        let pings = Pings::default();
        let stops = || pings.flag().load(Ordering::Relaxed);
        assert!(!stops());
        pings.read();
        pings.read();
        pings.answered();
        assert!(stops());
        pings.answered();
        assert!(!stops());
        pings.stop_for_good();
        pings.answered();
        assert!(stops());
    }
}
