//! What tests ask of searches, and compare of their reports.

use core::time::Duration;

use ai::{Limits, Report};

/// So many simulations in little memory.
pub(crate) fn simulations(n: u64) -> Limits {
    Limits::simulations(n).with_memory(1 << 20)
}

/// A report without its time, which differs each time.
pub(crate) fn timeless<M: Clone>(report: &Report<M>) -> Report<M> {
    let mut report = report.clone();
    report.time = Duration::ZERO;
    report
}
