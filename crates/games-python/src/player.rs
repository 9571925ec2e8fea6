//! Players: searchers that keep their tables between moves.

use core::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use games::{Engine, Forfeit, PlayerSpec, Position as Erased, SearchReport, json};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

use crate::{
    errors, evaluator, evaluator::Evaluator, game::same_rules, position::Position, search::Search,
    text::Text, work,
};

/// The positions that a function judges at a time, unless something else is said.
const BATCH: usize = 64;

/// A searcher with what it keeps from move to move.
pub(crate) struct Seat {
    pub(crate) spec: PlayerSpec,
    evaluator: Option<Evaluator>,
    player: Option<(Arc<dyn Erased>, Box<dyn games::Player>)>,
}

/// Why there is no answer.
pub(crate) enum Trouble {
    Input(games::Error),
    Forfeit(Forfeit),
    /// What a function raised that judges positions.
    Raised(PyErr),
    Closed,
    /// An earlier call panicked.
    Broken,
}

impl Trouble {
    pub(crate) fn raised(&self, py: Python<'_>, spec: &str) -> PyErr {
        match self {
            Self::Input(error) => errors::of(py, error, spec),
            Self::Forfeit(forfeit) => errors::raise(py, "GamesError", (forfeit.to_string(),)),
            Self::Raised(error) => error.clone_ref(py),
            Self::Closed => errors::raise(py, "GamesError", ("the player is closed".to_owned(),)),
            Self::Broken => errors::broken(py, "player"),
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
    // Who panicked held the lock: what is behind it may be half done.
    let mut seat = seat.lock().map_err(|_| Trouble::Broken)?;
    let Seat { spec, evaluator, player } = seat.as_mut().ok_or(Trouble::Closed)?;
    let session = position.session();
    if !player.as_ref().is_some_and(|(from, _)| same_rules(&**from, &**position)) {
        let made = match evaluator {
            Some(evaluator) => session.network_player(spec, &evaluator.network, None),
            None => session.player(spec, None),
        };
        *player = Some((Arc::clone(position), made.map_err(Trouble::Input)?));
    }
    let (_, player) = player.as_mut().expect("just made");
    let mut observe = |report: &SearchReport| observer(&*session, report);
    let report = player.think(&*session, &mut observe, stop);
    if let Some(raised) = evaluator.as_ref().and_then(Evaluator::take_raised) {
        return Err(Trouble::Raised(raised));
    }
    let report = report.map_err(Trouble::Forfeit)?;
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
    Ok(Seat { spec, evaluator: None, player: None })
}

/// A player by its description, `"mcts:time=1s,threads=2"`: it keeps its table between moves.
///
/// With `evaluate`, Monte Carlo search judges positions by a function, such as a network:
/// `evaluate(planes, mask)` returns values or `(values, policy)`. `planes` has the shape
/// (N, planes, rows, columns) and the `dtype` "float32" or "uint8", `mask` the shape (N, actions) and
/// says which actions are legal; it is `None` in a game without numbers for moves. N is at most
/// `batch` (64). `values` has the shape (N,): the expected results, -1 to 1, as the side to move sees
/// them. `policy` has the shape (N, actions): probabilities of the moves; what it says of moves that
/// are not legal does not count. What the function raises ends the search and comes out of the call.
/// The search waits for each answer, and knows it before it looks on. With `ahead=True` it gathers the
/// next batch meanwhile, in one more thread: there is less to wait for, and each move is chosen with
/// less knowledge.
///
/// Calls from several threads wait for each other.
///
/// >>> with pg.Player("alphabeta:depth=3") as player:
/// ...     player.choose(pg.load("tictactoe").initial()).depth
/// 3
#[pyclass(frozen, module = "perfect_games")]
pub(crate) struct Player {
    seat: Shared,
    text: String,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (spec, *, evaluate=None, batch=None, dtype=None, ahead=None))]
    fn new(
        py: Python<'_>,
        spec: Text,
        evaluate: Option<Bound<'_, PyAny>>,
        batch: Option<usize>,
        dtype: Option<&str>,
        ahead: Option<bool>,
    ) -> PyResult<Self> {
        let mut seat = seat_of(py, &spec)?;
        if let Some(evaluate) = evaluate {
            check_evaluated(&seat.spec)?;
            let (batch, ahead) = (batch.unwrap_or(BATCH), ahead.unwrap_or(false));
            seat.evaluator = Some(Evaluator::new(evaluate, batch, dtype, ahead)?);
        } else if batch.is_some() || dtype.is_some() || ahead.is_some() {
            return Err(PyValueError::new_err(
                "batch, dtype and ahead are for evaluate, which is missing",
            ));
        }
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
        evaluator::outside(py)?;
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
    fn start(&self, position: &Bound<'_, Position>) -> PyResult<Search> {
        evaluator::outside(position.py())?;
        let inner = Arc::clone(&position.get().inner);
        Ok(Search::begin(Arc::clone(&self.seat), inner, position.clone().unbind(), &self.text))
    }

    /// Forgets what was learnt from earlier moves.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        evaluator::outside(py)?;
        py.detach(|| {
            if let Some(seat) = &mut *self.seat.lock().unwrap_or_else(PoisonError::into_inner) {
                seat.player = None;
            }
        });
        Ok(())
    }

    /// Lets go of tables, and of the program of an outside engine.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        evaluator::outside(py)?;
        // What it held may be Python's, and is dropped with the GIL.
        drop(py.detach(|| self.seat.lock().unwrap_or_else(PoisonError::into_inner).take()));
        Ok(())
    }

    /// Fails as a bug in a search would; for tests.
    fn _fail(&self, py: Python<'_>) -> PyResult<()> {
        let job = || {
            let _seat = self.seat.lock();
            panic!("on purpose")
        };
        work::run(py, &AtomicBool::new(false), &mut work::nothing, job)
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close(py)
    }

    fn __repr__(&self) -> String {
        format!("Player('{}')", self.text)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a player cannot be pickled: pickle its spec and make another"))
    }
}

/// Refuses a player that cannot judge positions by a function.
fn check_evaluated(spec: &PlayerSpec) -> PyResult<()> {
    match &spec.engine {
        Engine::Mcts(_) if spec.eval.is_some() => {
            Err(PyValueError::new_err("eval= and evaluate exclude each other"))
        }
        Engine::Mcts(_) => Ok(()),
        _ => Err(PyValueError::new_err("evaluate is for mcts")),
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
