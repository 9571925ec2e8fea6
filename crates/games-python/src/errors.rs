//! What goes wrong, as exceptions: their classes are those of `perfect_games._errors`.

use games::Error;
use games_core::TextError;
use pyo3::{call::PyCallArgs, exceptions::PyRuntimeError, prelude::*, types::PyString};

/// Makes an exception of a class of the package.
pub(crate) fn raise<'py>(py: Python<'py>, class: &str, args: impl PyCallArgs<'py>) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("perfect_games._errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call1(args)?))
    };
    made().unwrap_or_else(|error| error)
}

/// Makes an exception of an error of the crate `games`; `text` is what was read.
pub(crate) fn of(py: Python<'_>, error: &Error, text: &str) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Game(inner) => {
            let ids: Vec<_> = games::registry().iter().map(|game| game.id).collect();
            raise(py, "UnknownNameError", (message, ids, inner.suggestion.clone()))
        }
        Error::Memory(_) => raise(py, "LimitError", (message,)),
        Error::Openings(_) | Error::Engine(_) => raise(py, "GamesError", (message,)),
        _ => match error.text_error() {
            Some(inner) => parse(py, message, inner, text),
            None => raise(py, "GamesError", (message,)),
        },
    }
}

/// A text that cannot be read.
fn parse(py: Python<'_>, message: String, error: &TextError, text: &str) -> PyErr {
    let span = (error.span.start, error.span.end);
    raise(py, "ParseError", (message, text, span, error.suggestion.clone()))
}

/// A text that is no Unicode: at this character it has half of a surrogate pair.
pub(crate) fn half_a_pair(given: &Bound<'_, PyString>, at: usize) -> PyErr {
    let py = given.py();
    let made = || -> PyResult<PyErr> {
        let make = py.import("perfect_games._errors")?.getattr("half_a_pair")?;
        Ok(PyErr::from_value(make.call1((given, at))?))
    };
    made().unwrap_or_else(|error| error)
}

/// A bug of ours.
pub(crate) fn internal(py: Python<'_>, panic: &(dyn core::any::Any + Send)) -> PyErr {
    let said = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    raise(py, "InternalError", (said.to_owned(),))
}

/// An object whose earlier call ended in a bug of ours: what it holds may be half done.
pub(crate) fn broken(py: Python<'_>, what: &str) -> PyErr {
    let said = format!("an earlier call of this {what} failed, and it is not used again");
    raise(py, "InternalError", (said,))
}

/// Runs what belongs to a value that never changes: a panic is a bug of ours, and an exception.
pub(crate) fn guarded<T>(py: Python<'_>, job: impl FnOnce() -> T) -> PyResult<T> {
    std::panic::catch_unwind(core::panic::AssertUnwindSafe(job))
        .map_err(|panic| internal(py, &*panic))
}

/// An answer that could not be written as JSON.
pub(crate) fn json(error: &serde_json::Error) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
