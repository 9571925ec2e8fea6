//! Texts that come from Python.

use core::ops::Deref;

use pyo3::{prelude::*, types::PyString};

use crate::errors;

/// A text of the caller's.
///
/// A `str` of Python may hold half of a surrogate pair, as it does where bytes that are no UTF-8 were
/// made into one. That is a text which cannot be read, like any other.
pub(crate) struct Text(String);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(read(&*given.cast::<PyString>()?)?.to_owned()))
    }
}

/// Returns the text of a `str`.
pub(crate) fn read<'a>(given: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    given.to_str().map_err(|error| {
        let py = given.py();
        let at = error.value(py).getattr("start").and_then(|at| at.extract());
        match at {
            Ok(at) => errors::half_a_pair(given, at),
            Err(_) => error,
        }
    })
}
