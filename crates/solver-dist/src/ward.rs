//! What the threads of a process know together: whether something has gone wrong, and whether all is
//! over.

use core::{
    sync::atomic::{AtomicBool, Ordering::SeqCst},
    time::Duration,
};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use solver::Stop;

use crate::link::Wire;

/// Watches over a process.
#[derive(Debug)]
pub(crate) struct Ward {
    /// What others call this process.
    pub(crate) name: String,
    has_failed: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
    wires: Vec<Arc<Wire>>,
}

#[derive(Default, Debug)]
struct State {
    reason: Option<Stop>,
    has_ended: bool,
}

impl Ward {
    pub(crate) fn new(name: String, wires: Vec<Arc<Wire>>) -> Self {
        Self {
            name,
            has_failed: AtomicBool::new(false),
            state: Mutex::default(),
            changed: Condvar::new(),
            wires,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connections to the other processes.
    pub(crate) fn wires(&self) -> &[Arc<Wire>] {
        &self.wires
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed.load(SeqCst)
    }

    /// Returns what went wrong first.
    pub(crate) fn reason(&self) -> Option<Stop> {
        self.state().reason.clone()
    }

    /// This process cannot go on; the others are told so with its name.
    pub(crate) fn give_up(&self, reason: &Stop) {
        let text = format!("{}: {reason}", self.name);
        let told = match reason {
            Stop::Interrupted => Stop::Interrupted,
            Stop::Foreign(_) | Stop::InUse(_) => Stop::Foreign(text),
            _ => Stop::Lost(text),
        };
        self.fail(reason.clone(), &told);
    }

    /// Another process is gone or gave up: a reason that says which.
    pub(crate) fn lose(&self, reason: &Stop) {
        self.fail(reason.clone(), reason);
    }

    fn fail(&self, reason: Stop, told: &Stop) {
        {
            let mut state = self.state();
            if state.reason.is_some() {
                return;
            }
            state.reason = Some(reason);
        }
        self.has_failed.store(true, SeqCst);
        for wire in &self.wires {
            wire.say_goodbye(told);
        }
    }

    /// All threads of the connections have ended.
    pub(crate) fn end(&self) {
        self.state().has_ended = true;
        self.changed.notify_all();
    }

    /// Waits for the end, at most for a while; returns whether it has come.
    pub(crate) fn wait_for_end(&self, most: Duration) -> bool {
        let state = self.state();
        let waited = self.changed.wait_timeout_while(state, most, |state| !state.has_ended);
        waited.unwrap_or_else(PoisonError::into_inner).0.has_ended
    }
}
