//! Who goes first.

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
