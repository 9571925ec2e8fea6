//! What the benchmarks share; they are in the files beside this folder, one a game or subject.

#![forbid(unsafe_code)]

pub mod connect_four;

use std::time::Instant;

/// A clock that stands still while other programs have the processor.
///
/// Linux tells how long the thread has run; elsewhere this is a clock on the wall.
#[derive(Debug)]
pub struct ProcessorClock {
    processor: Option<u64>,
    wall: Instant,
}

impl ProcessorClock {
    /// Starts it.
    #[must_use]
    pub fn start() -> Self {
        Self { processor: processor_nanoseconds(), wall: Instant::now() }
    }

    /// Returns the seconds since the start.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        match (self.processor, processor_nanoseconds()) {
            (Some(start), Some(end)) => (end - start) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn processor_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok()
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
