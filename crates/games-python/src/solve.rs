//! Exact values of small games.

use core::{sync::atomic::AtomicBool, time::Duration};
use std::{
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::Instant,
};

use games::{Driver, SolveError, SolveJob, json, machine};
use pyo3::prelude::*;
use solver::{Progress, Stop};

use crate::{errors, position::Position, work};

/// Works out a position and all that can arise from it.
#[pyfunction]
#[pyo3(signature = (position, threads=1, memory=None, out=None, checkpoint=None, folded=false, progress=None, progress_every=0.1))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    position: &Position,
    threads: usize,
    memory: Option<u64>,
    out: Option<PathBuf>,
    checkpoint: Option<PathBuf>,
    folded: bool,
    progress: Option<Py<PyAny>>,
    progress_every: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let mut job = SolveJob::in_memory(memory.unwrap_or_else(machine::share));
    job.driver = Driver::Threads(threads.max(1));
    (job.out, job.checkpoint, job.is_folded) = (out, checkpoint, folded);
    let stop = AtomicBool::new(false);
    let latest = Mutex::new(None);
    let every = Duration::try_from_secs_f64(progress_every).unwrap_or_default();
    let mut last = Instant::now();
    let mut tick = |py: Python<'_>| {
        let Some(progress) = &progress else { return Ok(()) };
        let state: Option<(u64, u64, u64, f64)> =
            latest.lock().unwrap_or_else(PoisonError::into_inner).take();
        if last.elapsed() < every {
            return Ok(());
        }
        let Some(state) = state else { return Ok(()) };
        last = Instant::now();
        let make = py.import("perfect_games._results")?.getattr("SolveInfo")?;
        let answer = progress.call1(py, (make.call1(state)?,))?;
        if answer.extract::<bool>(py).is_ok_and(|goes_on| !goes_on) {
            stop.store(true, core::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    };
    let session = position.inner.session();
    let observe = &mut |now: &Progress| {
        let state =
            (now.status.found, now.status.decided, now.status.bytes, now.time.as_secs_f64());
        *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
    };
    let solved = work::run(py, &stop, &mut tick, || session.solve(&job, observe, &stop))?;
    let solution = solved.map_err(|e| trouble(py, &e))?;
    let answer = json::Solution::of(&solution).with_layers(&solution);
    let text = serde_json::to_string(&answer).map_err(|e| errors::json(&e))?;
    py.import("perfect_games._results")?.getattr("solution")?.call1((text,))
}

/// Why there are no values.
pub(crate) fn trouble(py: Python<'_>, error: &SolveError) -> PyErr {
    let said = error.to_string();
    match error {
        SolveError::Stopped(Stop::Memory { .. } | Stop::TooLarge { .. }) => {
            errors::raise(py, "LimitError", (said,))
        }
        SolveError::Stopped(Stop::Files(_) | Stop::Foreign(_) | Stop::InUse(_)) => {
            errors::raise(py, "DatabaseError", (said,))
        }
        SolveError::Stopped(Stop::Damaged { offset, .. }) => {
            errors::raise(py, "DatabaseError", (said, None::<String>, *offset))
        }
        SolveError::Stopped(Stop::Interrupted) => errors::raise(py, "Interrupted", (said,)),
        _ => errors::raise(py, "GamesError", (said,)),
    }
}
