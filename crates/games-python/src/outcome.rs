//! How a game ended.

use std::hash::{DefaultHasher, Hash, Hasher};

use games::Ended;
use games_core::{Outcome as Result, Side};
use pyo3::{prelude::*, types::PyTuple};

/// How a game ended: who won, by which rule, and by how much.
///
/// >>> pg.load("tictactoe", rows=1, cols=3).position(None, "a1 b1 c1").outcome
/// Outcome(winner=None, reason="full board")
#[pyclass(frozen, module = "perfect_games")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    winner: Option<&'static str>,
    reason: String,
    half_points: Option<i32>,
}

impl Outcome {
    pub(crate) fn of(end: Ended) -> Self {
        let winner = match end.outcome {
            Result::Win(side) => Some(side.name()),
            Result::Draw => None,
        };
        Self { winner, reason: end.reason, half_points: end.margin }
    }

    fn value(&self) -> f64 {
        match self.winner {
            Some(name) if name == Side::First.name() => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        }
    }
}

#[pymethods]
impl Outcome {
    /// The side that won: `"p1"` or `"p2"`; `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.winner
    }

    /// The rule that ended the game, in the game's own word.
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    /// The margin in the game's unit seen by `p1`; `None` in a game that has none.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.half_points.map(|half| f64::from(half) / 2.0)
    }

    /// What the game brought `p1` and `p2`: `(1.0, -1.0)`.
    #[getter]
    fn returns(&self) -> (f64, f64) {
        (self.value(), 0.0 - self.value())
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |name| format!("'{name}'"));
        let score = self.score().map_or(String::new(), |score| format!(", score={score:?}"));
        format!("Outcome(winner={winner}, reason={:?}{score})", self.reason)
    }

    fn __str__(&self) -> String {
        let who = self.winner.map_or("draw".to_owned(), |name| format!("{name} wins"));
        format!("{who}: {}", self.reason)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        Ok(match other.cast::<Self>() {
            Ok(other) => (*self == *other.get()).into_pyobject(py)?.to_owned().into_any().unbind(),
            Err(_) => py.NotImplemented(),
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    #[new]
    #[pyo3(signature = (winner, reason, score=None))]
    fn new(winner: Option<&str>, reason: String, score: Option<f64>) -> PyResult<Self> {
        let known = Side::BOTH.map(Side::name);
        let winner = match winner {
            None => None,
            Some(name) => Some(*known.iter().find(|&&side| side == name).ok_or_else(|| {
                pyo3::exceptions::PyValueError::new_err("winner is 'p1', 'p2' or None")
            })?),
        };
        let half_points = score.map(|score| (score * 2.0) as i32);
        Ok(Self { winner, reason, half_points })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let own = slf.get();
        let args = (own.winner, own.reason.clone(), own.score());
        (slf.get_type(), args).into_pyobject(slf.py())
    }
}
