//! Weights as an estimate for a search.

use std::sync::Arc;

use ai::Estimator;
use games_core::Features;

use crate::Weights;

/// Returns the estimate that weights make, for searches of a game, with what was measured of it.
#[must_use]
pub fn estimator<G: Features>(weights: &Arc<Weights>) -> Estimator<G> {
    let own = Arc::clone(weights);
    let estimator = Estimator::per_thread(move || {
        let weights = Arc::clone(&own);
        let mut rows = Vec::with_capacity(64);
        move |game: &G, states: &[G::State], estimates: &mut [i32]| {
            for (state, out) in states.iter().zip(estimates) {
                *out = weights.estimate_of(game, state, &mut rows);
            }
        }
    });
    estimator.with_cut_pairs(weights.cut_pairs())
}

impl Weights {
    /// Returns what the weights say of a position of their game, in hundredths of its unit, for the
    /// side to move; `rows` is room to work in, best the same one each time.
    #[inline]
    pub fn estimate_of<G: Features>(&self, game: &G, state: &G::State, rows: &mut Vec<u16>) -> i32 {
        rows.clear();
        let layout = self.layout();
        game.features(layout, state, rows);
        self.estimate(game.stage(layout, state, rows.len()), rows, || game.evaluate(state))
    }
}
