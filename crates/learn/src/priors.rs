//! Strengths of moves as priors of a Monte Carlo search.

use std::sync::Arc;

use ai::Priors;
use games_core::{Features, MoveRows};

use crate::Weights;

/// Returns the opinion of moves that strengths make, for searches of a game; the weights
/// [weigh moves](Weights::weighs_moves).
#[must_use]
pub fn priors<G: Features>(weights: &Arc<Weights>) -> Priors<G> {
    let own = Arc::clone(weights);
    Priors::per_thread(move || {
        let weights = Arc::clone(&own);
        let mut rows = MoveRows::default();
        move |game: &G, state: &G::State, last, moves: &[G::Move], out: &mut Vec<f32>| {
            rows.clear();
            game.move_rows(state, last, moves, &mut rows);
            weights.weigh(&rows, out);
        }
    })
}
