//! Work that takes longer than the runtime can wait.

use core::any::Any;
use std::io::Write;

use games_core::fresh_seed;

use crate::{Problem, Slug};

/// Does work on a thread that may be kept busy. A panic is the problem of this work alone.
pub(crate) async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => Err(match error.try_into_panic() {
            Ok(panic) => internal(&*panic),
            Err(_) => Problem::new(Slug::Stopping, "the server is about to stop"),
        }),
    }
}

/// Tells the log of a panic, and the client the number under which it is there.
pub(crate) fn internal(panic: &(dyn Any + Send)) -> Problem {
    let what = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text.as_str(),
        _ => "a panic",
    };
    let number = fresh_seed();
    // A closed stderr is no reason to fail in another way.
    let line = format!("games: internal error {number:016x}: {}\n", what.replace('\n', " "));
    let _ = std::io::stderr().write_all(line.as_bytes());
    Problem::new(Slug::Internal, format!("error {number:016x}; the server's log has more"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_a_problem_and_not_told_to_clients() {
        let work = || -> Result<(), Problem> { panic!("secret of the house") };
        let problem = run(work).await.unwrap_err();
        assert!(problem.is(Slug::Internal));
        assert!(!problem.detail.contains("secret"), "{}", problem.detail);
        assert_eq!(run(|| Ok(1)).await.unwrap(), 1);
    }
}
