//! Builds that go on beside the suites, by a core that is idle.

use std::{
    panic,
    sync::{Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use crate::processor_time;

/// Work that is begun early and asked for later, perhaps.
pub(crate) struct Beside<T>(Mutex<Option<JoinHandle<(T, Duration)>>>);

impl<T: Send + 'static> Beside<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Begins it. What is begun and never asked for ends with this program.
    pub(crate) fn begin(&self, work: impl FnOnce() -> T + Send + 'static) {
        let begun = thread::spawn(|| {
            processor_time::count_as_beside();
            let done = work();
            (done, processor_time::of_this_thread())
        });
        *self.lock() = Some(begun);
    }

    /// Waits for its end and counts its time as that of whoever asks; `None` if it was not begun, or
    /// has been asked for before.
    pub(crate) fn end(&self) -> Option<T> {
        let begun = self.lock().take()?;
        let (done, time) = begun.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
        processor_time::take_over(time);
        Some(done)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<JoinHandle<(T, Duration)>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_begun_is_had_once() {
        let beside = Beside::new();
        assert_eq!(beside.end(), None);
        beside.begin(|| 7);
        assert_eq!((beside.end(), beside.end()), (Some(7), None));
    }
}
