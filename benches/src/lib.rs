//! What the benchmarks share; they are in the files beside this folder, one a game or subject.

#![forbid(unsafe_code)]

pub mod connect_four;

use core::time::Duration;
use std::time::Instant;

/// A clock that stands still while other programs have the processor.
///
/// It counts the thread's own time to less than a microsecond; where the system does not tell
/// that, it is a clock on the wall.
#[derive(Debug)]
pub struct ProcessorClock {
    processor: Option<Duration>,
    wall: Instant,
}

impl ProcessorClock {
    /// Starts it.
    #[must_use]
    pub fn start() -> Self {
        Self { processor: processor_time(), wall: Instant::now() }
    }

    /// Returns the seconds since the start.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        let processor = self.processor.zip(processor_time()).map(|(start, end)| end - start);
        processor.unwrap_or_else(|| self.wall.elapsed()).as_secs_f64()
    }
}

#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

#[cfg(not(unix))]
const fn processor_time() -> Option<Duration> {
    None
}

/// Returns the middle one of some figures, by size.
///
/// # Panics
///
/// If there are none.
#[must_use]
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Returns whether a benchmark is among those that were asked for: cargo passes `--bench`, any
/// other word is a part of the names to run.
#[must_use]
pub fn is_asked(name: &str) -> bool {
    let asked = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    asked.is_none_or(|word| name.contains(&word))
}
