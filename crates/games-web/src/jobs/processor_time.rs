//! How long a processor was at the work of a thread.

use core::time::Duration;

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
