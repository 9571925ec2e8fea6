//! Searches under way.

use core::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Instant,
};

use games::{Position as Erased, SearchReport};
use pyo3::{
    exceptions::{PyTimeoutError, PyTypeError},
    prelude::*,
};

use crate::{
    errors,
    player::{Shared as Seat, Trouble, answer, result, think},
    position::Position,
};

/// What the thread of a search and those who wait for it share.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Default)]
struct State {
    latest: Option<String>,
    /// How many times there was something new.
    told: u64,
    done: Option<Result<String, Failure>>,
}

enum Failure {
    Trouble(Trouble),
    Panic(String),
}

/// A search under way in a native thread.
///
/// Iterating yields what it has found so far, each time that there is news; `await` waits for its
/// end.
///
/// >>> p = pg.load("othello").initial()
/// >>> search = pg.Player("mcts:sims=200").start(p)
/// >>> search.result().move in p.moves, search.done
/// (True, True)
#[pyclass(frozen, module = "perfect_games")]
pub(crate) struct Search {
    shared: Arc<Shared>,
    position: Py<Position>,
    spec: String,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        state.told += 1;
        self.news.notify_all();
    }
}

impl Search {
    pub(crate) fn begin(
        seat: Seat,
        from: Arc<dyn Erased>,
        position: Py<Position>,
        spec: &str,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        thread::spawn(move || {
            let mut observe = |session: &dyn games::Session, report: &SearchReport| {
                let found = answer(session, report);
                own.tell(|state| state.latest = Some(found));
            };
            let found = catch_unwind(AssertUnwindSafe(|| {
                think(&seat, &from, &mut observe, &own.stop).map_err(Failure::Trouble)
            }));
            let panicked = |_| Err(Failure::Panic("the search panicked".to_owned()));
            let found = found.unwrap_or_else(panicked);
            own.tell(|state| state.done = Some(found));
        });
        Self { shared, position, spec: spec.to_owned() }
    }

    /// Waits until there is something that was not told, or the end; `false` if the time is over.
    fn wait(&self, py: Python<'_>, told: Option<u64>, timeout: Option<Duration>) -> PyResult<bool> {
        const GLANCE: Duration = Duration::from_millis(20);
        let begun = Instant::now();
        loop {
            let ready = py.detach(|| {
                let is_ready = |state: &State| {
                    state.done.is_some() || told.is_some_and(|told| state.told > told)
                };
                let left = timeout.map_or(GLANCE, |all| all.saturating_sub(begun.elapsed()));
                let wait = |state: &mut State| !is_ready(state);
                let waited = self.shared.news.wait_timeout_while(
                    self.shared.state(),
                    left.min(GLANCE),
                    wait,
                );
                is_ready(&waited.unwrap_or_else(PoisonError::into_inner).0)
            });
            if ready {
                return Ok(true);
            }
            if timeout.is_some_and(|all| begun.elapsed() >= all) {
                return Ok(false);
            }
            py.check_signals()?;
        }
    }

    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = match &self.shared.state().done {
            Some(Ok(found)) => found.clone(),
            Some(Err(Failure::Trouble(trouble))) => return Err(trouble.raised(py, &self.spec)),
            Some(Err(Failure::Panic(said))) => {
                return Err(errors::raise(py, "InternalError", (said.clone(),)));
            }
            None => return Err(PyTimeoutError::new_err("the search goes on")),
        };
        let interrupted = self.shared.stop.load(Ordering::Relaxed);
        result(py, &found, self.position.bind(py).as_any(), interrupted)
    }
}

#[pymethods]
impl Search {
    /// Asks the search to end; `result` then has what was found.
    fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search has ended.
    #[getter]
    fn done(&self) -> bool {
        self.shared.state().done.is_some()
    }

    /// What was found so far; `None` at the beginning.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let latest = self.shared.state().latest.clone();
        latest.map(|found| result(py, &found, self.position.bind(py).as_any(), false)).transpose()
    }

    /// Waits for the end. `timeout` is in seconds; `TimeoutError` if it comes first.
    #[pyo3(signature = (timeout=None))]
    fn result<'py>(&self, py: Python<'py>, timeout: Option<f64>) -> PyResult<Bound<'py, PyAny>> {
        let timeout = timeout.map(|s| Duration::try_from_secs_f64(s).unwrap_or_default());
        self.wait(py, None, timeout)?;
        self.end(py)
    }

    fn __iter__(slf: Py<Self>) -> Infos {
        Infos { search: slf, told: 0 }
    }

    fn __await__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let wait = slf.py().import("perfect_games._results")?.getattr("wait_for")?;
        wait.call1((slf,))?.call_method0("__await__")
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a search under way cannot be pickled: pickle its result"))
    }
}

/// What a search has found, again and again.
#[pyclass(module = "perfect_games")]
pub(crate) struct Infos {
    search: Py<Search>,
    told: u64,
}

#[pymethods]
impl Infos {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let search = self.search.get();
        search.wait(py, Some(self.told), None)?;
        let (told, is_done) = {
            let state = search.shared.state();
            (state.told, state.done.is_some())
        };
        if is_done {
            return Ok(None);
        }
        self.told = told;
        search.info(py)
    }
}
