//! The package for Python.

use anyhow::Result;

use super::{Context, Failure, Verdict};
use crate::commands::python;

/// It builds, its stubs are true, its tests pass. Whoever has only Rust is told that it was left out.
pub(super) fn package(context: &Context) -> Result<Verdict> {
    if is_left_out(context, python::version()) {
        return Ok(Verdict::default());
    }
    context.say("building and trying the package for Python");
    match python::check(context.peers) {
        Ok(done) => Ok(Verdict { passed: done.len(), ..Verdict::default() }),
        Err(error) => {
            let what = error.to_string().lines().next().unwrap_or_default().to_owned();
            let failed = vec![Failure { what, repeat: "cargo xtask python".to_owned() }];
            Ok(Verdict { passed: 0, failed, detail: format!("{error:#}") })
        }
    }
}

/// Says so where the package is left out, since there is no Python and nobody insists on one.
fn is_left_out(context: &Context, python: Result<String>) -> bool {
    let Err(missing) = python else { return false };
    if !context.peers {
        context.note.set(format!("left out: {missing}"));
    }
    !context.peers
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn where_python_is_missing_its_package_is_left_out_in_one_line_unless_peers_are_wanted() {
        let missing = || Err(anyhow!("no such program").context("Python is missing"));
        let context = Context::new(false, false);
        assert!(is_left_out(&context, missing()));
        assert_eq!(context.note.take(), "left out: Python is missing");
        assert!(!is_left_out(&context, Ok("3.11".to_owned())));
        assert!(!is_left_out(&Context::new(false, true), missing()));
        assert_eq!(context.note.take(), "");
    }
}
