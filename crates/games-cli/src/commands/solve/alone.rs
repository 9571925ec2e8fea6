//! Solving in this process, where the feature `dist` is off: what `cluster.rs` has, in short.

use std::sync::atomic::AtomicBool;

use games::{Session, SolveError, SolveJob};

use crate::{cli::SolveArgs, failure::Failure, interrupt};

/// Nobody.
#[derive(Debug)]
pub(super) struct Crew {
    pub(super) is_quiet: bool,
}

impl Crew {
    pub(super) const fn begin(
        _: &dyn Session,
        _: &SolveArgs,
        _: &mut SolveJob,
    ) -> Result<Self, Failure> {
        Ok(Self { is_quiet: false })
    }

    pub(super) fn stop(&self) -> &AtomicBool {
        interrupt::flag()
    }

    pub(super) const fn end<T>(
        self,
        result: Result<T, SolveError>,
    ) -> Result<Result<T, SolveError>, Failure> {
        Ok(result)
    }
}

pub(super) const fn is_started(_: &SolveArgs) -> bool {
    false
}

pub(super) const fn has_hosts(_: &SolveArgs) -> bool {
    false
}

pub(super) const fn is_asked_for(_: &SolveArgs) -> bool {
    false
}
