//! How long programs had the processor.

use std::{
    cell::Cell,
    io,
    process::{Child, ExitStatus},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

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

thread_local! {
    /// The user time of the programs that this thread has waited for.
    static OF_THIS_THREAD: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// Whether this thread works beside the suites.
    static IS_BESIDE: Cell<bool> = const { Cell::new(false) };
}

/// Microseconds of programs for which nobody has asked yet of those who wait for what is built
/// beside the suites.
static BESIDE: AtomicU64 = AtomicU64::new(0);

/// As [`of_children`], without what is built beside the suites until somebody [takes it
/// over](take_over).
pub(crate) fn of_suites() -> Duration {
    of_children().saturating_sub(Duration::from_micros(BESIDE.load(Ordering::SeqCst)))
}

/// From now on this thread works beside the suites.
pub(crate) fn count_as_beside() {
    IS_BESIDE.set(true);
}

/// Counts the time of a thread that worked beside the suites as this thread's.
pub(crate) fn take_over(time: Duration) {
    OF_THIS_THREAD.set(OF_THIS_THREAD.get() + time);
    if !IS_BESIDE.get() {
        BESIDE.fetch_sub(micros(time), Ordering::SeqCst);
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// As [`of_children`], of those programs alone that this thread has waited for with [`wait`].
pub(crate) fn of_this_thread() -> Duration {
    OF_THIS_THREAD.get()
}

/// Waits for a program and counts its time as this thread's.
///
/// # Errors
///
/// As [`Child::wait`].
pub(crate) fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    loop {
        until_it_ends(child);
        if let Some(status) = try_wait(child)? {
            return Ok(status);
        }
    }
}

/// As [`wait`]; returns at once if the program still runs.
///
/// # Errors
///
/// As [`Child::try_wait`].
pub(crate) fn try_wait(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    // The system adds up the times of all that were waited for, so that only one may be waited for
    // between two looks.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let before = of_children();
    let status = child.try_wait();
    let spent = of_children().saturating_sub(before);
    OF_THIS_THREAD.set(OF_THIS_THREAD.get() + spent);
    if IS_BESIDE.get() {
        BESIDE.fetch_add(micros(spent), Ordering::SeqCst);
    }
    status
}

/// Waits for the end of a program and leaves it to be waited for; what goes wrong here goes wrong
/// again there.
#[cfg(target_os = "linux")]
fn until_it_ends(child: &Child) {
    use nix::{
        errno::Errno,
        sys::wait::{Id, WaitPidFlag, waitid},
        unistd::Pid,
    };
    let Ok(id) = i32::try_from(child.id()) else { return };
    let leave = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
    while waitid(Id::Pid(Pid::from_raw(id)), leave) == Err(Errno::EINTR) {}
}

/// Waits for a moment, where no system call leaves a program to be waited for.
#[cfg(not(target_os = "linux"))]
fn until_it_ends(_: &Child) {
    std::thread::sleep(Duration::from_millis(5));
}

#[cfg(all(test, unix))]
mod tests {
    use std::{process::Command, thread};

    use super::*;

    fn busy() -> Command {
        let mut sh = Command::new("sh");
        sh.args(["-c", "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done'; true"]);
        sh
    }

    #[test]
    fn work_of_a_child_and_its_children_is_counted() {
        let before = (of_children(), of_this_thread());
        wait(&mut busy().spawn().unwrap()).unwrap();
        assert!(of_children() - before.0 > Duration::from_millis(10));
        assert!(of_this_thread() - before.1 > Duration::from_millis(10));
    }

    #[test]
    fn work_beside_the_suites_is_counted_for_who_takes_it_over() {
        // Nothing else but the tests of this module adds to what suites have spent.
        let busy_beside = || {
            count_as_beside();
            wait(&mut busy().spawn().unwrap()).unwrap();
            (of_this_thread(), BESIDE.load(Ordering::SeqCst))
        };
        let (time, beside) = thread::spawn(busy_beside).join().unwrap();
        assert!(time > Duration::from_millis(10) && beside >= micros(time));
        let before = of_this_thread();
        take_over(time);
        assert_eq!(of_this_thread() - before, time);
        assert_eq!(BESIDE.load(Ordering::SeqCst), beside - micros(time));
    }

    #[test]
    fn work_is_counted_for_the_thread_that_waits() {
        let mut idle = Command::new("sleep").arg("0.2").spawn().unwrap();
        let beside = thread::spawn(|| {
            wait(&mut busy().spawn().unwrap()).unwrap();
            of_this_thread()
        });
        let before = of_this_thread();
        wait(&mut idle).unwrap();
        let own = of_this_thread() - before;
        let others = beside.join().unwrap();
        assert!(own < others, "{own:?} {others:?}");
        assert!(own < Duration::from_millis(10) && others > Duration::from_millis(10));
    }
}
