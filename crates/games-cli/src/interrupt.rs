//! Ctrl-C: the first one asks the work to stop, a second one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C from now on.
pub(crate) fn install() {
    // Where a handler cannot be installed, Ctrl-C ends the program at once as it would anyway.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            games::outside::end_all();
            std::process::exit(130);
        }
    });
}

/// Returns the flag that long work looks at.
pub(crate) fn flag() -> &'static AtomicBool {
    &STOP
}

/// Returns whether Ctrl-C was pressed.
pub(crate) fn is_set() -> bool {
    STOP.load(Ordering::Relaxed)
}
