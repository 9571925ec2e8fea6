//! Programs with all that they start, as the system's process groups.
//!
//! The groups that live are listed, so that a program which ends without unwinding (the second
//! Ctrl-C) can end them as well.

use std::{
    process::{Child, Command, ExitStatus},
    sync::{Mutex, MutexGuard, PoisonError},
};

static LIVING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn living() -> MutexGuard<'static, Vec<u32>> {
    LIVING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all outside engines at once. Whoever is about to leave the process without dropping its
/// players calls this first.
pub fn end_all() {
    for id in living().drain(..) {
        kill_group(id);
    }
}

pub(super) fn register(child: &Child) {
    living().push(child.id());
}

pub(super) fn forget(child: &Child) {
    living().retain(|&id| id != child.id());
}

/// Kills the child and its group.
pub(super) fn kill(child: &mut Child) {
    kill_group(child.id());
    // Where there are no groups; it fails if the child has ended already.
    let _ = child.kill();
}

#[cfg(unix)]
pub(super) fn lead(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
pub(super) fn lead(_: &mut Command) {}

#[cfg(unix)]
pub(super) fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(nix::sys::signal::Signal::SIGKILL as i32)
}

#[cfg(not(unix))]
pub(super) fn was_killed(_: ExitStatus) -> bool {
    false
}

#[cfg(unix)]
fn kill_group(id: u32) {
    use nix::{
        sys::signal::{Signal, killpg},
        unistd::Pid,
    };
    if let Ok(id) = i32::try_from(id) {
        // It fails if nothing is left of the group.
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}
