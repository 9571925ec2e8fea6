//! Counts positions and says when a search has to end.

use core::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use crate::{Limits, stopwatch::Stopwatch};

/// The search has to end now; whatever it was in the middle of is worth nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// What all threads of one search share.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    start: Stopwatch,
    time: Option<Duration>,
    /// Set from outside.
    stop: &'a AtomicBool,
    /// Set by the thread that is done first.
    halt: AtomicBool,
    positions: u64,
    /// Positions handed out to the threads, at most `positions`.
    taken: AtomicU64,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: &Limits, stop: &'a AtomicBool) -> Self {
        Self {
            start: Stopwatch::start(limits.processor_time),
            time: limits.time,
            stop,
            halt: AtomicBool::new(false),
            positions: limits.nodes.unwrap_or(u64::MAX),
            taken: AtomicU64::new(0),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Makes all threads end soon.
    pub(crate) fn halt(&self) {
        self.halt.store(true, Relaxed);
    }

    /// Whether the search has to end, positions apart.
    fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.halt.load(Relaxed)
            || self.time.is_some_and(|time| self.elapsed() >= time)
    }

    fn take(&self, wanted: u64) -> u64 {
        let mut given = 0;
        let _ = self.taken.fetch_update(Relaxed, Relaxed, |taken| {
            given = wanted.min(self.positions - taken);
            Some(taken + given)
        });
        given
    }
}

/// One thread's view of the budget.
///
/// The flag is looked at for every position, so that a slow estimate does not delay the answer;
/// the clock only once in a batch of positions, whose size follows the speed of the game.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    budget: &'a Budget<'a>,
    /// Positions that this thread was allowed to visit.
    granted: u64,
    /// Positions that may be visited before the clock is looked at again.
    quota: u64,
    batch: u64,
    looked: Duration,
}

/// Whether a search has to end, for threads that count nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag<'a> {
    budget: &'a Budget<'a>,
}

impl Flag<'_> {
    pub(crate) fn is_up(self) -> bool {
        self.budget.is_over()
    }
}

/// The clock is looked at after at most so many positions.
const LARGEST_BATCH: u64 = 512;
/// A batch that took longer is made smaller.
const LONG: Duration = Duration::from_micros(1000);
/// A batch that took less is made larger.
const SHORT: Duration = Duration::from_micros(250);

impl<'a> Meter<'a> {
    pub(crate) fn new(budget: &'a Budget<'a>) -> Self {
        Self { budget, granted: 0, quota: 0, batch: 1, looked: Duration::ZERO }
    }

    /// Counts a position; returns whether the clock was looked at.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<bool, Stopped> {
        if self.budget.stop.load(Relaxed) {
            return Err(Stopped);
        }
        let looked = self.quota == 0;
        if looked {
            self.refill()?;
        }
        self.quota -= 1;
        Ok(looked)
    }

    #[cold]
    fn refill(&mut self) -> Result<(), Stopped> {
        if self.budget.halt.load(Relaxed) {
            return Err(Stopped);
        }
        let now = self.budget.elapsed();
        if self.budget.time.is_some_and(|time| now >= time) {
            return Err(Stopped);
        }
        let took = now.saturating_sub(self.looked);
        self.looked = now;
        if took > LONG {
            self.batch = (self.batch / 2).max(1);
        } else if took < SHORT {
            self.batch = (self.batch * 2).min(LARGEST_BATCH);
        }
        self.quota = self.budget.take(self.batch);
        self.granted += self.quota;
        if self.quota == 0 { Err(Stopped) } else { Ok(()) }
    }

    /// Looks at the clock after something that may have taken long.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.budget.is_over() { Err(Stopped) } else { Ok(()) }
    }

    /// Makes all threads end soon.
    pub(crate) fn halt(&self) {
        self.budget.halt();
    }

    /// What tells another thread that the search has to end.
    pub(crate) const fn flag(&self) -> Flag<'a> {
        Flag { budget: self.budget }
    }

    /// Positions that this thread visited.
    pub(crate) fn positions(&self) -> u64 {
        self.granted - self.quota
    }

    /// Positions that all threads visited; exact where there is one thread, and otherwise at most
    /// a batch a thread too many.
    pub(crate) fn all_positions(&self) -> u64 {
        self.budget.taken.load(Relaxed) - self.quota
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_positions_are_given_than_the_limit_however_many_threads_ask() {
        let stop = AtomicBool::new(false);
        for limit in [0, 1, 7, 1000, 5003] {
            let budget = Budget::new(&Limits::nodes(limit), &stop);
            let count = || {
                let mut meter = Meter::new(&budget);
                while meter.step().is_ok() {}
                meter.positions()
            };
            let total: u64 = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..3).map(|_| scope.spawn(count)).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).sum()
            });
            assert_eq!(total, limit);
        }
    }

    #[test]
    fn the_flag_is_seen_at_the_next_position() {
        let stop = AtomicBool::new(false);
        let budget = Budget::new(&Limits::none(), &stop);
        let mut meter = Meter::new(&budget);
        for _ in 0..100 {
            assert!(meter.step().is_ok());
        }
        stop.store(true, Relaxed);
        assert_eq!(meter.step(), Err(Stopped));
        assert_eq!((meter.positions(), meter.all_positions()), (100, 100));
    }
}
