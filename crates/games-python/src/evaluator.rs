//! Functions of Python that judge positions for a search.

use std::{
    cell::Cell,
    sync::{Arc, Mutex, PoisonError},
};

use ai::Predictions;
use games::{
    Network,
    network::{Numbers, Seen},
};
use numpy::{IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyTuple,
};

use crate::errors;

/// A batch is at most so large.
const LARGEST: usize = 1 << 16;
/// So far rounding may take a number out of its bounds.
const ROUNDING: f32 = 1e-3;

thread_local! {
    /// Whether this thread is in a function that judges for a search.
    static JUDGING: Cell<bool> = const { Cell::new(false) };
}

/// A function that judges, and what it has raised.
#[derive(Clone)]
pub(crate) struct Evaluator {
    pub(crate) network: Network,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Evaluator {
    pub(crate) fn new(
        function: Bound<'_, PyAny>,
        batch: usize,
        dtype: Option<&str>,
        ahead: bool,
    ) -> PyResult<Self> {
        if !function.is_callable() {
            return Err(PyTypeError::new_err("evaluate is a function of planes and mask"));
        }
        if batch == 0 || batch > LARGEST {
            return Err(PyValueError::new_err(format!("batch is a number from 1 to {LARGEST}")));
        }
        let bytes = match dtype {
            None | Some("float32") => false,
            Some("uint8") => true,
            Some(_) => return Err(PyValueError::new_err("dtype is 'float32' or 'uint8'")),
        };
        let (function, raised) = (function.unbind(), Arc::new(Mutex::new(None)));
        let slot = Arc::clone(&raised);
        let network = Network::new(move |seen| judge(&function, seen, &slot));
        Ok(Self { network: network.with_batch(batch).with_bytes(bytes).with_ahead(ahead), raised })
    }

    /// Takes what the function has raised since this was last called.
    pub(crate) fn take_raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Refuses to wait for a player in a function that judges: it may be the one that waits for it.
///
/// # Errors
///
/// `GamesError` in such a function.
pub(crate) fn outside(py: Python<'_>) -> PyResult<()> {
    if !JUDGING.get() {
        return Ok(());
    }
    let why = "evaluate cannot call players: a search is waiting for it";
    Err(errors::raise(py, "GamesError", (why.to_owned(),)))
}

/// Asks a function; nothing is returned if it raises, or if Python is about to end.
fn judge(function: &Py<PyAny>, seen: Seen, slot: &Mutex<Option<PyErr>>) -> Option<Predictions> {
    let judged = Python::try_attach(|py| {
        JUDGING.set(true);
        let judged = ask(function.bind(py), seen);
        JUDGING.set(false);
        judged
    })?;
    match judged {
        Ok(predictions) => Some(predictions),
        Err(error) => {
            // Of several threads the first one is told of.
            slot.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            None
        }
    }
}

fn ask(function: &Bound<'_, PyAny>, seen: Seen) -> PyResult<Predictions> {
    let py = function.py();
    let (n, actions) = (seen.positions, seen.actions.map(|n| n as usize));
    let [count, rows, cols] = seen.shape;
    let shape = [n, count, rows, cols];
    let planes = match seen.planes {
        Numbers::Floats(values) => values.into_pyarray(py).reshape(shape)?.into_any(),
        Numbers::Bytes(values) => values.into_pyarray(py).reshape(shape)?.into_any(),
    };
    let mask = match actions {
        Some(actions) => Some(PyArray1::from_vec(py, seen.mask).reshape([n, actions])?),
        None => None,
    };
    let answer = function.call1((planes, mask))?;
    let Ok(pair) = answer.cast::<PyTuple>() else { return values(&answer, n) };
    if pair.len() != 2 {
        let parts = pair.len();
        let message = format!("evaluate returned {parts} parts, not values or (values, policy)");
        return Err(PyValueError::new_err(message));
    }
    let (predictions, policy) = (values(&pair.get_item(0)?, n)?, pair.get_item(1)?);
    if policy.is_none() {
        return Ok(predictions);
    }
    let Some(actions) = actions else {
        let message = "evaluate returned a policy, but moves of this game have no numbers";
        return Err(PyValueError::new_err(message));
    };
    let policy = floats(&policy, "policy", &[n, actions])?;
    let policy = policy.try_readonly()?;
    // What a function says of moves that are not legal is not even looked at: in chess they are a
    // hundred to one.
    let weights = chosen(policy.as_slice()?, &seen.legal, &seen.legal_ends, actions);
    let row = |at: usize| seen.legal_ends.partition_point(|&end| end <= at);
    check(&weights, "policy", 0.0, row)?;
    Ok(predictions.with_legal(weights, seen.legal_ends))
}

/// The numbers of the legal moves of each row.
fn chosen(all: &[f32], legal: &[u32], ends: &[usize], each: usize) -> Vec<f32> {
    let mut weights = Vec::with_capacity(legal.len());
    for (row, &end) in all.chunks(each).zip(ends) {
        let begin = weights.len();
        weights.extend(legal[begin..end].iter().map(|&id| row[id as usize]));
    }
    weights
}

fn values(answer: &Bound<'_, PyAny>, n: usize) -> PyResult<Predictions> {
    let values = floats(answer, "values", &[n])?.to_vec()?;
    check(&values, "values", -1.0, |at| at)?;
    Ok(Predictions::new(values))
}

/// Reads an array of such a shape; in memory it lies row by row, whichever way the given one does.
fn floats<'py>(
    given: &Bound<'py, PyAny>,
    what: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
    let numpy = given.py().import("numpy")?;
    let wanted = (given, numpy.getattr("float32")?, "C");
    let array = numpy.call_method1("asarray", wanted)?;
    let array = array.cast_into::<PyArrayDyn<f32>>()?;
    if array.shape() != shape {
        let (found, wanted) = (named(array.shape()), named(shape));
        let message = format!("evaluate returned {what} of shape {found}, not {wanted}");
        return Err(PyValueError::new_err(message));
    }
    Ok(array)
}

/// Refuses numbers that are not from `least` to 1; `row` tells in which row one of them is.
fn check(numbers: &[f32], what: &str, least: f32, row: impl Fn(usize) -> usize) -> PyResult<()> {
    let is_right = |x: f32| x >= least - ROUNDING && x <= 1.0 + ROUNDING;
    // All of them are looked at, which takes fewer instructions than to stop at the first.
    if numbers.iter().fold(true, |all, &x| all & is_right(x)) {
        return Ok(());
    }
    let at = numbers.iter().position(|&x| !is_right(x)).unwrap_or_default();
    let (row, x) = (row(at), numbers[at]);
    let message = format!("evaluate returned {x} in row {row} of {what}, not {least} to 1");
    Err(PyValueError::new_err(message))
}

/// A shape as numpy shows it.
fn named(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}
