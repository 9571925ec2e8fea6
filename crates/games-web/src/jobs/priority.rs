//! Who goes first, and how long a processor was at it.

use core::time::Duration;

/// Gives the thread that calls, and those that it starts, less priority than others have. Where the
/// system has no such thing nothing happens.
pub(crate) fn lower_priority() {
    const STEPS: i32 = 10;
    #[cfg(target_os = "linux")]
    {
        // There it is the thread's own priority, elsewhere that of the whole program.
        let _ = rustix::process::nice(STEPS);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = STEPS;
}

/// How long a processor was at the thread that calls, where the system tells it.
pub(crate) fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
    }
    #[cfg(not(unix))]
    None
}
