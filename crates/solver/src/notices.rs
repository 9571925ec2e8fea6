//! What is to be said to the user although the work goes on.

use std::sync::{Arc, Mutex, PoisonError};

/// Lines for the user. A copy refers to the same lines.
#[derive(Clone, Default, Debug)]
pub struct Notices(Arc<Mutex<Vec<String>>>);

impl Notices {
    pub(crate) fn say(&self, line: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }

    /// Returns the lines that came since the last call.
    #[must_use]
    pub fn take(&self) -> Vec<String> {
        core::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
