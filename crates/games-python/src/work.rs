//! Work that takes long: it runs in a native thread while the caller listens for Ctrl-C.

use core::{
    panic::AssertUnwindSafe,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use std::{
    panic::catch_unwind,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
};

use pyo3::prelude::*;

use crate::errors;

/// How often Python is asked for signals.
const GLANCE: Duration = Duration::from_millis(20);

/// What the calling thread does at each glance; an exception stops the work.
pub(crate) type Tick<'a> = &'a mut (dyn FnMut(Python<'_>) -> PyResult<()> + Send);

/// Runs a job without the GIL. A signal, or an exception of `tick`, sets the flag, waits for the
/// job and comes out of the call.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    tick: Tick<'_>,
    job: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, raised) = py.detach(|| watched(stop, tick, job));
    match (done, raised) {
        (_, Some(error)) => Err(error),
        (Ok(value), None) => Ok(value),
        (Err(panic), None) => Err(errors::internal(py, &*panic)),
    }
}

fn watched<T: Send>(
    stop: &AtomicBool,
    tick: Tick<'_>,
    job: impl FnOnce() -> T + Send,
) -> (thread::Result<T>, Option<PyErr>) {
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(job));
            // Nobody else waits for it.
            let _ = sender.send(());
            done
        });
        let mut raised = None;
        while receiver.recv_timeout(GLANCE) == Err(RecvTimeoutError::Timeout) {
            if raised.is_none() {
                raised = Python::attach(|py| py.check_signals().and_then(|()| tick(py)).err());
                if raised.is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
        (worker.join().and_then(|done| done), raised)
    })
}

/// Nothing is done at a glance.
pub(crate) fn nothing(_: Python<'_>) -> PyResult<()> {
    Ok(())
}
