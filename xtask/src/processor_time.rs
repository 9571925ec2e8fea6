//! How long programs had the processor.

use std::time::Duration;

/// Returns the user time of all programs that have been started and have ended, with those that
/// they started in turn; the difference of two calls is the cost of what ran between them. Zero
/// where the system does not tell.
#[cfg(unix)]
pub(crate) fn of_children() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
    let time = usage.user_time();
    let seconds = u64::try_from(time.tv_sec()).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec()).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}

#[cfg(not(unix))]
pub(crate) fn of_children() -> Duration {
    Duration::ZERO
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::process;

    #[test]
    fn work_of_a_child_and_its_children_is_counted() {
        let before = of_children();
        let mut sh = std::process::Command::new("sh");
        sh.args(["-c", "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done'; true"]);
        process::capture(sh).unwrap();
        assert!(of_children() - before > Duration::from_millis(10));
    }
}
