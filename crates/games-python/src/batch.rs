//! Many games in step, for learning.

use core::{panic::AssertUnwindSafe, time::Duration};
use std::{
    panic::catch_unwind,
    sync::{Arc, Mutex},
    time::Instant,
};

use games::{
    Position as Erased,
    batch::{Autoreset, Batch as Games, BatchRules, Observation, PlaneValues},
};
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

use crate::{errors, game::Game, pool, position::Position};

/// From so many games on all processors are used, unless something else is said.
const MANY: usize = 512;
/// About so long nobody looks whether Ctrl-C was pressed.
const SLICE: Duration = Duration::from_millis(10);

/// The native part of a batch: `perfect_games.Batch` wraps it and owns the arrays.
#[pyclass(frozen, module = "perfect_games")]
pub(crate) struct Batch {
    games: Mutex<Games>,
    game: Py<Game>,
    threads: usize,
    cells: usize,
    len: usize,
}

/// The arrays that a batch writes into, all one-dimensional.
#[derive(FromPyObject)]
struct Arrays<'py> {
    planes: Option<Bound<'py, PyAny>>,
    mask: Option<Bound<'py, PyArray1<bool>>>,
    to_move: Bound<'py, PyArray1<u8>>,
    rewards: Bound<'py, PyArray1<f32>>,
    terminated: Bound<'py, PyArray1<bool>>,
    truncated: Bound<'py, PyArray1<bool>>,
    plies: Bound<'py, PyArray1<u32>>,
    games: Bound<'py, PyArray1<u64>>,
}

impl Batch {
    /// Works on the games without the GIL; who has it may wait for the lock. A panic is an exception,
    /// and so is every later call: some games may have moved.
    fn locked<T: Send>(
        &self,
        py: Python<'_>,
        job: impl FnOnce(&mut Games) -> T + Send,
    ) -> PyResult<T> {
        // Who panics holds the lock, which then lets nobody in.
        let work = || self.games.lock().ok().map(|mut games| job(&mut games));
        let done = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
        match done {
            Ok(Some(value)) => Ok(value),
            Ok(None) => Err(errors::broken(py, "batch")),
            Err(panic) => Err(errors::internal(py, &*panic)),
        }
    }

    fn pool(&self) -> PyResult<Option<Arc<rayon::ThreadPool>>> {
        if self.threads > 1 { pool::of(self.threads).map(Some) } else { Ok(None) }
    }

    /// All games.
    pub(crate) fn all(&self, py: Python<'_>) -> PyResult<Vec<Arc<dyn Erased>>> {
        self.locked(py, |games| (0..games.len()).map(|row| games.position(row)).collect())
    }

    /// Has a job write into arrays, without the GIL.
    fn write<T: Send>(
        &self,
        py: Python<'_>,
        arrays: &Arrays<'_>,
        job: impl FnOnce(&mut Games, Observation<'_>, Option<&rayon::ThreadPool>) -> T + Send,
    ) -> PyResult<T> {
        let pool = self.pool()?;
        let mut held = Held::of(arrays)?;
        let out = held.observation(self.cells, self.len)?;
        self.locked(py, |games| job(games, out, pool.as_deref()))
    }
}

/// Arrays that are held for writing.
struct Held<'py> {
    floats: Option<PyReadwriteArray1<'py, f32>>,
    bytes: Option<PyReadwriteArray1<'py, u8>>,
    mask: Option<PyReadwriteArray1<'py, bool>>,
    to_move: PyReadwriteArray1<'py, u8>,
    rewards: PyReadwriteArray1<'py, f32>,
    terminated: PyReadwriteArray1<'py, bool>,
    truncated: PyReadwriteArray1<'py, bool>,
    plies: PyReadwriteArray1<'py, u32>,
    games: PyReadwriteArray1<'py, u64>,
}

impl<'py> Held<'py> {
    fn of(arrays: &Arrays<'py>) -> PyResult<Self> {
        let mut held = Self {
            floats: None,
            bytes: None,
            mask: arrays.mask.as_ref().map(PyArrayMethods::try_readwrite).transpose()?,
            to_move: arrays.to_move.try_readwrite()?,
            rewards: arrays.rewards.try_readwrite()?,
            terminated: arrays.terminated.try_readwrite()?,
            truncated: arrays.truncated.try_readwrite()?,
            plies: arrays.plies.try_readwrite()?,
            games: arrays.games.try_readwrite()?,
        };
        if let Some(planes) = &arrays.planes {
            if let Ok(floats) = planes.cast::<PyArray1<f32>>() {
                held.floats = Some(floats.try_readwrite()?);
            } else {
                held.bytes = Some(planes.cast::<PyArray1<u8>>()?.try_readwrite()?);
            }
        }
        Ok(held)
    }

    fn observation(&mut self, cells: usize, len: usize) -> PyResult<Observation<'_>> {
        let mut out = Observation::default();
        out.cells = cells;
        if let Some(floats) = &mut self.floats {
            out.planes = PlaneValues::Floats(floats.as_slice_mut()?);
        }
        if let Some(bytes) = &mut self.bytes {
            out.planes = PlaneValues::Bytes(bytes.as_slice_mut()?);
        }
        if let Some(mask) = &mut self.mask {
            out.mask = mask.as_slice_mut()?;
        }
        out.to_move = self.to_move.as_slice_mut()?;
        out.rewards = self.rewards.as_slice_mut()?;
        out.terminated = self.terminated.as_slice_mut()?;
        out.truncated = self.truncated.as_slice_mut()?;
        out.plies = self.plies.as_slice_mut()?;
        out.games = self.games.as_slice_mut()?;
        if out.to_move.len() != len || out.rewards.len() != 2 * len {
            return Err(PyValueError::new_err("the arrays are not of this batch"));
        }
        Ok(out)
    }
}

/// Does a job so many times, some at a time; in between, Python is asked for signals.
fn in_slices(
    py: Python<'_>,
    times: usize,
    mut job: impl FnMut(usize) -> PyResult<()>,
) -> PyResult<()> {
    let (mut left, mut some) = (times, 16);
    loop {
        let begun = Instant::now();
        let now = some.min(left);
        job(now)?;
        left -= now;
        if left == 0 {
            return Ok(());
        }
        py.check_signals()?;
        if begun.elapsed() < SLICE {
            some = some.saturating_mul(2);
        } else {
            some = (some / 2).max(1);
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (start, len, seed, threads, next_step, max_plies))]
    fn new(
        py: Python<'_>,
        start: &Position,
        len: usize,
        seed: u64,
        threads: Option<usize>,
        next_step: bool,
        max_plies: usize,
    ) -> PyResult<Self> {
        let autoreset = if next_step { Autoreset::NextStep } else { Autoreset::Disabled };
        let rules = BatchRules::new(autoreset, max_plies);
        let session = start.inner.session();
        let games = errors::guarded(py, || Games::new(&*session, len, seed, rules))?;
        let usual = if len >= MANY { pool::processors() } else { 1 };
        let board = start.inner.board();
        Ok(Self {
            games: Mutex::new(games),
            game: start.game.clone_ref(py),
            threads: threads.unwrap_or(usual).max(1),
            cells: board.rows * board.cols,
            len,
        })
    }

    fn observe(&self, py: Python<'_>, arrays: Arrays<'_>) -> PyResult<()> {
        self.write(py, &arrays, |games, out, pool| games.observe(out, pool))
    }

    /// Returns the rows whose action is not legal; if there are any, no game has moved.
    fn step(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyArray1<i64>>,
        arrays: Arrays<'_>,
    ) -> PyResult<Vec<usize>> {
        let actions = actions.try_readonly()?;
        let actions = actions.as_slice()?;
        if actions.len() != self.len {
            return Err(PyValueError::new_err(format!("{} actions are needed", self.len)));
        }
        let done = self.write(py, &arrays, |games, out, pool| games.step(actions, out, pool))?;
        Ok(done.err().unwrap_or_default())
    }

    fn step_random(&self, py: Python<'_>, steps: usize, arrays: Arrays<'_>) -> PyResult<()> {
        in_slices(py, steps, |some| {
            self.write(py, &arrays, |games, out, pool| games.step_random(some, out, pool))
        })
    }

    fn playouts<'py>(&self, py: Python<'py>, games: u32) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let pool = self.pool()?;
        let (mut sums, mut counts) = (vec![0; 3 * self.len], vec![0; 3 * self.len]);
        in_slices(py, games as usize, |some| {
            self.locked(py, |all| all.playouts(some as u32, &mut counts, pool.as_deref()))?;
            sums.iter_mut().zip(&counts).for_each(|(sum, n)| *sum += n);
            Ok(())
        })?;
        Ok(PyArray1::from_vec(py, sums))
    }

    fn positions(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let all = self.all(py)?.into_iter();
        Ok(all.map(|inner| Position::new(inner, self.game.clone_ref(py))).collect())
    }

    #[pyo3(signature = (row, position=None))]
    fn reset(&self, py: Python<'_>, row: usize, position: Option<&Position>) -> PyResult<()> {
        if row >= self.len {
            return Err(PyValueError::new_err(format!("no row {row}: there are {}", self.len)));
        }
        let inner = position.map(|position| Arc::clone(&position.inner));
        if self.locked(py, |games| games.reset(row, inner.as_deref()))? {
            return Ok(());
        }
        Err(PyValueError::new_err("the position is of another game or other rules"))
    }

    fn chance(&self, py: Python<'_>) -> PyResult<Vec<(u64, u64)>> {
        self.locked(py, |games| (0..games.len()).map(|row| games.chance(row)).collect())
    }

    fn set_chance(&self, py: Python<'_>, chance: Vec<(u64, u64)>) -> PyResult<()> {
        self.locked(py, |games| {
            for (row, chance) in chance.into_iter().enumerate().take(self.len) {
                games.set_chance(row, chance);
            }
        })
    }

    /// Fails as a bug in a step would; for tests.
    fn _fail(&self, py: Python<'_>) -> PyResult<()> {
        self.locked(py, |_| panic!("on purpose"))
    }

    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a batch cannot be pickled: use state_bytes() and from_bytes()"))
    }
}
