//! Ctrl-C: the first one asks the work to stop, a second one ends the program.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

static STOP: AtomicBool = AtomicBool::new(false);

/// What wakes those who wait for input.
static WAKERS: Mutex<Vec<Box<dyn Fn() + Send>>> = Mutex::new(Vec::new());

/// Catches Ctrl-C from now on.
pub(crate) fn install() {
    // Where a handler cannot be installed, Ctrl-C ends the program at once as it would anyway.
    let _ = ctrlc::set_handler(press);
}

/// What Ctrl-C does, where it is read as a key.
pub(crate) fn press() {
    if STOP.swap(true, Ordering::Relaxed) {
        games::outside::end_all();
        std::process::exit(130);
    }
    WAKERS.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|wake| wake());
}

/// Lets writing beyond the limit of a file's size (`ulimit -f`) fail, where the system would end the
/// program without a word. All threads that are started later have it from this one.
pub(crate) fn outlive_file_limits() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};
        // Where it cannot be held back, it ends the program as it would anyway.
        let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
    }
}

/// Returns the flag that long work looks at.
pub(crate) fn flag() -> &'static AtomicBool {
    &STOP
}

/// Returns whether Ctrl-C was pressed.
pub(crate) fn is_set() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Has this called when Ctrl-C is pressed, on a thread that does nothing else. Whoever waits after
/// that looks at the flag first.
pub(crate) fn on_press(wake: impl Fn() + Send + 'static) {
    WAKERS.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(wake));
}

/// Returns whether stdout is a pipe whose reader has gone.
fn stdout_is_closed() -> bool {
    #[cfg(unix)]
    {
        use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
        use std::{io::stdout, os::fd::AsFd};
        let stdout = stdout();
        let mut fds = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
        let _ = poll(&mut fds, PollTimeout::ZERO);
        fds[0].revents().is_some_and(|events| events.contains(PollFlags::POLLERR))
    }
    #[cfg(not(unix))]
    false
}

/// Waits until a thread has ended, which lets go of its end of a channel then; at most for some
/// time, and neither after Ctrl-C nor where nobody is left to hear what it finds.
pub(crate) fn wait_for(ended: &Receiver<()>, most: Duration) {
    const LOOK_EVERY: Duration = Duration::from_millis(20);
    let start = Instant::now();
    while !is_set() && !stdout_is_closed() {
        let left = most.saturating_sub(start.elapsed());
        if left.is_zero()
            || ended.recv_timeout(left.min(LOOK_EVERY)) != Err(RecvTimeoutError::Timeout)
        {
            break;
        }
    }
}
