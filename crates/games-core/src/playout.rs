//! Random games.

use crate::{Game, Outcome, Rng};

/// A random game that was played to its end or to a cap on its length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Playout {
    /// The outcome; `None` if the cap came first.
    pub outcome: Option<Outcome>,
    /// The number of moves played.
    pub plies: u32,
}

/// Plays uniformly random legal moves on `state` until the game ends or `max_plies` were played.
///
/// ```
/// use games_core::{Game, playout::playout, seeded, toy::TicTacToe};
///
/// let mut state = TicTacToe.initial();
/// let result = playout(&TicTacToe, &mut state, &mut seeded(1), 100);
/// assert!((5..=9).contains(&result.plies) && result.outcome.is_some());
/// ```
#[inline]
pub fn playout<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut impl Rng,
    max_plies: u32,
) -> Playout {
    for plies in 0..max_plies {
        match game.random_move(state, rng) {
            Ok(m) => game.apply(state, m),
            Err(outcome) => return Playout { outcome: Some(outcome), plies },
        }
    }
    Playout { outcome: game.status(state).outcome(), plies: max_plies }
}
