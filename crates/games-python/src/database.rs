//! Files of solved positions.

use core::{
    panic::AssertUnwindSafe,
    sync::atomic::{AtomicBool, Ordering},
};
use std::{
    panic::catch_unwind,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use games::{LookedUp, Position as Erased, SolveError, Tables, json};

use pyo3::{
    exceptions::{PyKeyError, PyTypeError},
    prelude::*,
};

use solver::Stop;

use crate::{batch::Batch, errors, position::Position, solve::trouble, work};

/// A file of solved positions: blocks are read when they are asked for.
///
/// >>> import pathlib, tempfile
/// >>> p = pg.load("tictactoe", rows=3, cols=3).initial()
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     file = pathlib.Path(folder) / "tictactoe.solved"
/// ...     solution = p.solve(out=file)
/// ...     with pg.Database(file) as db:
/// ...         p in db, db[p].value == solution.value
/// (True, True)
#[pyclass(frozen, module = "perfect_games")]
pub(crate) struct Database {
    file: Mutex<Option<Arc<solver::Database>>>,
    path: PathBuf,
}

impl Database {
    fn file(&self, py: Python<'_>) -> PyResult<Arc<solver::Database>> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let closed = || errors::raise(py, "DatabaseError", ("the database is closed".to_owned(),));
        file.clone().ok_or_else(closed)
    }

    fn look_up(&self, py: Python<'_>, position: &Arc<dyn Erased>) -> PyResult<Option<LookedUp>> {
        let tables = Tables::of_file(self.file(py)?);
        let position = Arc::clone(position);
        let found =
            py.detach(|| catch_unwind(AssertUnwindSafe(|| position.session().look_up(&tables))));
        found.map_err(|panic| errors::internal(py, &*panic))?.map_err(|e| trouble(py, &e))
    }
}

fn solution<'py>(py: Python<'py>, found: &LookedUp) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(&json::LookedUp::of(found)).map_err(|e| errors::json(&e))?;
    py.import("perfect_games._results")?.getattr("solution")?.call1((text,))
}

#[pymethods]
impl Database {
    #[new]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let opened = py.detach(|| solver::Database::open(&path));
        let file = opened.map_err(|e| trouble(py, &SolveError::Stopped(e)))?;
        Ok(Self { file: Mutex::new(Some(Arc::new(file))), path })
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The game and its options: what `load` reads.
    #[getter]
    fn spec(&self, py: Python<'_>) -> PyResult<String> {
        let identity = self.file(py)?.identity().clone();
        Ok(format!("{}({})", identity.game, identity.rules))
    }

    /// What is known of a position: its value, remoteness and moves. `KeyError` if it is not there.
    fn __getitem__<'py>(&self, position: &Bound<'py, Position>) -> PyResult<Bound<'py, PyAny>> {
        let py = position.py();
        match self.look_up(py, &position.get().inner)? {
            Some(found) => solution(py, &found),
            None => Err(PyKeyError::new_err(position.clone().unbind())),
        }
    }

    /// What is known of a position: its value, remoteness and moves; `None` if it is not there.
    ///
    /// `db[position]` is the same with a `KeyError` in place of `None`.
    fn get<'py>(&self, position: &Bound<'py, Position>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = position.py();
        self.look_up(py, &position.get().inner)?.map(|found| solution(py, &found)).transpose()
    }

    fn __contains__(&self, py: Python<'_>, position: &Position) -> PyResult<bool> {
        Ok(self.look_up(py, &position.inner)?.is_some())
    }

    /// The number of positions in the file, symmetric ones once.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.file(py)?.keys() as usize)
    }

    /// The text of the best move of a position; `None` where there is none.
    fn best(&self, py: Python<'_>, position: &Position) -> PyResult<Option<String>> {
        let found = self.look_up(py, &position.inner)?;
        let missing = || PyKeyError::new_err(position.inner.text());
        let moves = found.ok_or_else(missing)?.position.moves;
        Ok(moves.into_iter().next().map(|(text, _)| text))
    }

    /// What is known of each game of a batch, as a structured numpy array with the fields `known`,
    /// `value` (1 won, 0 neither, -1 lost, for the side to move) and `remoteness` (-1 for none).
    fn values<'py>(&self, batch: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = batch.py();
        let tables = Tables::of_file(self.file(py)?);
        // The batch of the package owns the arrays, and has the native one.
        let positions = batch.getattr("_native")?.cast::<Batch>()?.get().all(py)?;
        let stop = AtomicBool::new(false);
        let look = || {
            let one = |position: &Arc<dyn Erased>| {
                if stop.load(Ordering::Relaxed) {
                    return Err(SolveError::Stopped(Stop::Interrupted));
                }
                let found = position.session().look_up(&tables)?;
                Ok(found.map(|found| found.position.solved))
            };
            positions.iter().map(one).collect::<Result<Vec<_>, SolveError>>()
        };
        let found = work::run(py, &stop, &mut work::nothing, look)?.map_err(|e| trouble(py, &e))?;
        let rows: Vec<(bool, i8, i32)> = found
            .into_iter()
            .map(|solved| match solved {
                None => (false, 0, -1),
                Some(solved) => {
                    let value = match solved.value {
                        solver::SolvedValue::Win => 1,
                        solver::SolvedValue::Lose => -1,
                        solver::SolvedValue::Tie | solver::SolvedValue::Draw => 0,
                    };
                    (true, value, solved.remoteness.map_or(-1, |n| n as i32))
                }
            })
            .collect();
        py.import("perfect_games._results")?.getattr("values")?.call1((rows,))
    }

    /// Reads the file from end to end; `DatabaseError` if a byte of it is not as it was written.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        let file = self.file(py)?;
        let stop = AtomicBool::new(false);
        let read = work::run(py, &stop, &mut work::nothing, || file.verify(1, &stop))?;
        read.map_err(|e| trouble(py, &SolveError::Stopped(e)))
    }

    /// Closes the file.
    fn close(&self) {
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, PyAny>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        format!("Database('{}')", self.path.display())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a database cannot be pickled: open its file again"))
    }
}
