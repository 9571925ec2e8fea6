//! Players: searchers that keep their tables between moves.

use core::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use games::{Forfeit, PlayerSpec, Position as Erased, SearchReport, json};
use pyo3::{exceptions::PyTypeError, prelude::*};

use crate::{errors, game::same_rules, position::Position, search::Search, work};

/// A searcher with what it keeps from move to move.
pub(crate) struct Seat {
    pub(crate) spec: PlayerSpec,
    player: Option<(Arc<dyn Erased>, Box<dyn games::Player>)>,
}

/// Why there is no answer.
pub(crate) enum Trouble {
    Input(games::Error),
    Forfeit(Forfeit),
    Closed,
}

impl Trouble {
    pub(crate) fn raised(&self, py: Python<'_>, spec: &str) -> PyErr {
        match self {
            Self::Input(error) => errors::of(py, error, spec),
            Self::Forfeit(forfeit) => errors::raise(py, "GamesError", (forfeit.to_string(),)),
            Self::Closed => errors::raise(py, "GamesError", ("the player is closed".to_owned(),)),
        }
    }
}

/// A seat that calls wait for one after the other.
pub(crate) type Shared = Arc<Mutex<Option<Seat>>>;

/// Searches with the player of a seat; it is made anew for another game.
pub(crate) fn think(
    seat: &Shared,
    position: &Arc<dyn Erased>,
    observer: &mut dyn FnMut(&dyn games::Session, &SearchReport),
    stop: &AtomicBool,
) -> Result<String, Trouble> {
    let mut seat = seat.lock().unwrap_or_else(PoisonError::into_inner);
    let Seat { spec, player } = seat.as_mut().ok_or(Trouble::Closed)?;
    let session = position.session();
    if !player.as_ref().is_some_and(|(from, _)| same_rules(&**from, &**position)) {
        let made = session.player(spec, None).map_err(Trouble::Input)?;
        *player = Some((Arc::clone(position), made));
    }
    let (_, player) = player.as_mut().expect("just made");
    let mut observe = |report: &SearchReport| observer(&*session, report);
    let report = player.think(&*session, &mut observe, stop).map_err(Trouble::Forfeit)?;
    Ok(answer(&*session, &report))
}

/// What a search found, as JSON: the fields of `games best --json`, and all lines with visits.
pub(crate) fn answer(session: &dyn games::Session, report: &SearchReport) -> String {
    let mut found = serde_json::to_value(json::Search::of(session, report)).unwrap_or_default();
    let lines: Vec<_> = report
        .lines
        .iter()
        .map(|line| {
            serde_json::json!({
                "move": line.pv[0],
                "pv": line.pv,
                "score": line.value.in_units(),
                "exact": matches!(line.value, ai::Value::Exact { .. }),
                "visits": line.visits,
            })
        })
        .collect();
    found["lines"] = lines.into();
    found.to_string()
}

pub(crate) fn seat_of(py: Python<'_>, spec: &str) -> PyResult<Seat> {
    let read = errors::guarded(py, || spec.parse::<PlayerSpec>())?;
    let spec = read.map_err(|e| errors::of(py, &e, spec))?;
    Ok(Seat { spec, player: None })
}

/// A player by its description, `"mcts:time=1s,threads=2"`: it keeps its table between moves.
///
/// Calls from several threads wait for each other.
#[pyclass(frozen, module = "perfect_games")]
pub(crate) struct Player {
    seat: Shared,
    text: String,
}

#[pymethods]
impl Player {
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<Self> {
        let seat = seat_of(py, spec)?;
        let text = seat.spec.to_string();
        Ok(Self { seat: Arc::new(Mutex::new(Some(seat))), text })
    }

    /// The description, with what is not as usual.
    #[getter]
    fn spec(&self) -> &str {
        &self.text
    }

    /// Searches a position and waits for the result.
    #[pyo3(signature = (position, *, progress=None, progress_every=0.1))]
    fn choose<'py>(
        &self,
        position: &Bound<'py, Position>,
        progress: Option<Py<PyAny>>,
        progress_every: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = position.py();
        let stop = AtomicBool::new(false);
        let latest = Mutex::new(None);
        let inner = Arc::clone(&position.get().inner);
        let mut telling = Telling::new(py, position, progress, progress_every);
        let mut tick = |py: Python<'_>| telling.tick(py, &latest, &stop);
        let job = || {
            let mut observe = |session: &dyn games::Session, report: &SearchReport| {
                *latest.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some(answer(session, report));
            };
            think(&self.seat, &inner, &mut observe, &stop)
        };
        let found = work::run(py, &stop, &mut tick, job)?;
        let found = found.map_err(|trouble| trouble.raised(py, &self.text))?;
        let interrupted = stop.into_inner();
        result(py, &found, position.as_any(), interrupted)
    }

    /// Begins a search and returns at once.
    fn start(&self, position: &Bound<'_, Position>) -> Search {
        let inner = Arc::clone(&position.get().inner);
        Search::begin(Arc::clone(&self.seat), inner, position.clone().unbind(), &self.text)
    }

    /// Forgets what was learnt from earlier moves.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| {
            if let Some(seat) = &mut *self.seat.lock().unwrap_or_else(PoisonError::into_inner) {
                seat.player = None;
            }
        });
    }

    /// Lets go of tables, and of the program of an outside engine.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.seat.lock().unwrap_or_else(PoisonError::into_inner) = None);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        self.close(py);
    }

    fn __repr__(&self) -> String {
        format!("Player('{}')", self.text)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a player cannot be pickled: pickle its spec and make another"))
    }
}

/// Makes a `SearchResult`.
pub(crate) fn result<'py>(
    py: Python<'py>,
    found: &str,
    position: &Bound<'py, PyAny>,
    interrupted: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let make = py.import("perfect_games._results")?.getattr("search_result")?;
    make.call1((found, position, interrupted))
}

/// Tells a callable of Python now and then how far a search has got.
struct Telling {
    position: Py<Position>,
    progress: Option<Py<PyAny>>,
    every: core::time::Duration,
    last: std::time::Instant,
}

impl Telling {
    fn new(
        _py: Python<'_>,
        position: &Bound<'_, Position>,
        progress: Option<Py<PyAny>>,
        every: f64,
    ) -> Self {
        let every = core::time::Duration::try_from_secs_f64(every).unwrap_or_default();
        let position = position.clone().unbind();
        Self { position, progress, every, last: std::time::Instant::now() }
    }

    fn tick(
        &mut self,
        py: Python<'_>,
        latest: &Mutex<Option<String>>,
        stop: &AtomicBool,
    ) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        if self.last.elapsed() < self.every {
            return Ok(());
        }
        let Some(found) = latest.lock().unwrap_or_else(PoisonError::into_inner).take() else {
            return Ok(());
        };
        self.last = std::time::Instant::now();
        let info = result(py, &found, self.position.bind(py).as_any(), false)?;
        let answer = progress.call1(py, (info,))?;
        if answer.extract::<bool>(py).is_ok_and(|goes_on| !goes_on) {
            stop.store(true, core::sync::atomic::Ordering::Relaxed);
        }
        Ok(())
    }
}
