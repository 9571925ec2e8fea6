//! The package for Python.

use anyhow::Result;

use super::{Context, Failure, Verdict};
use crate::commands::python;

/// It builds, its stubs are true, its tests pass.
pub(super) fn package(context: &Context) -> Result<Verdict> {
    context.say("building and trying the package for Python");
    match python::check(context.slow) {
        Ok(done) => Ok(Verdict { passed: done.len(), ..Verdict::default() }),
        Err(error) => {
            let what = error.to_string().lines().next().unwrap_or_default().to_owned();
            let failed = vec![Failure { what, repeat: "cargo xtask python".to_owned() }];
            Ok(Verdict { passed: 0, failed, detail: format!("{error:#}") })
        }
    }
}
