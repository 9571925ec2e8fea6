//! How long a search has been going on, by the clock on the wall or by that of the processor.

use core::time::Duration;
use std::time::Instant;

/// A stopwatch that runs since it was made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stopwatch {
    Wall(Instant),
    /// The processor time of the thread that made it, and of no other.
    Processor(Duration),
}

impl Stopwatch {
    /// Starts one; where the processor time of a thread is not told, it is the wall's.
    pub(crate) fn start(processor: bool) -> Self {
        match processor.then(thread_time).flatten() {
            Some(time) => Self::Processor(time),
            None => Self::Wall(Instant::now()),
        }
    }

    pub(crate) fn elapsed(self) -> Duration {
        match self {
            Self::Wall(start) => start.elapsed(),
            Self::Processor(start) => thread_time().unwrap_or(start).saturating_sub(start),
        }
    }
}

/// Returns the processor time that this thread took so far.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

#[cfg(not(unix))]
const fn thread_time() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_sleeps_takes_no_time_of_the_processor() {
        let (wall, processor) = (Stopwatch::start(false), Stopwatch::start(true));
        std::thread::sleep(Duration::from_millis(50));
        assert!(wall.elapsed() >= Duration::from_millis(50));
        assert!(processor.elapsed() < Duration::from_millis(25));
    }

    #[test]
    fn a_thread_that_works_takes_time_of_the_processor() {
        let processor = Stopwatch::start(true);
        let mut x = 1_u64;
        while processor.elapsed() < Duration::from_millis(5) {
            x = core::hint::black_box(x.wrapping_mul(3));
        }
        assert!(matches!(processor, Stopwatch::Processor(_)));
    }
}
