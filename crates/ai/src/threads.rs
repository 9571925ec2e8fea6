//! The threads of one search.

use std::panic::resume_unwind;

/// What a thread has done.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Visited {
    pub(crate) positions: u64,
    pub(crate) simulations: u64,
    /// The longest line looked at, in plies.
    pub(crate) deepest: u32,
}

impl Visited {
    /// What two threads have done.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            positions: self.positions + other.positions,
            simulations: self.simulations + other.simulations,
            deepest: self.deepest.max(other.deepest),
        }
    }
}

/// What a thread does beside the one that was there before.
pub(crate) type Helper<'a> = Box<dyn FnOnce() -> Visited + Send + 'a>;

/// Runs `main` on this thread and each helper on one of its own until all have come to their ends;
/// returns what the helpers have done. A panic of a helper goes on in this thread.
///
/// All that the standard library needs for threads is compiled here, and not for each game.
pub(crate) fn run_beside(helpers: Vec<Helper<'_>>, main: &mut dyn FnMut()) -> Visited {
    std::thread::scope(|scope| {
        let helpers: Vec<_> = helpers.into_iter().map(|helper| scope.spawn(helper)).collect();
        main();
        let join = |helper: std::thread::ScopedJoinHandle<'_, _>| {
            helper.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        helpers.into_iter().map(join).fold(Visited::default(), Visited::and)
    })
}
