//! Weights as an estimate for a search.

mod memory;

use std::sync::Arc;

use ai::Estimator;
use games_core::Features;

use self::memory::Memory;
use crate::{
    Weights,
    weights::{Body, Kept},
};

/// Returns the estimate that weights make, for searches of a game, with what was measured of it.
#[must_use]
pub fn estimator<G: Features>(weights: &Arc<Weights>) -> Estimator<G> {
    let own = Arc::clone(weights);
    let estimator = Estimator::per_thread(move || {
        let mut evaluator = Evaluator::new(Arc::clone(&own));
        // What the game says is dear where it is worth being asked beside the weights.
        let mut memory = own.has_own().then(Memory::new);
        move |game: &G, states: &[G::State], estimates: &mut [i32]| {
            for (state, out) in states.iter().zip(estimates) {
                let mut estimate = || evaluator.evaluate(game, state);
                *out = match &mut memory {
                    Some(memory) => memory.recall(game.key(state), estimate),
                    None => estimate(),
                };
            }
        }
    });
    let estimator = estimator.with_cut_pairs(weights.cut_pairs());
    match weights.swing() {
        Some(swing) => estimator.with_swing(swing),
        None => estimator,
    }
}

/// Estimates one position after the other by weights. The sums of a network are kept in between: the
/// fewer moves lead from a position to the next, the quicker it is.
#[derive(Clone, Debug)]
pub struct Evaluator {
    weights: Arc<Weights>,
    /// Room for the rows of a position.
    rows: Vec<u16>,
    kept: Option<Kept>,
}

impl Evaluator {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Self {
        let kept = match weights.body() {
            Body::Net(net) => Kept::new(net),
            _ => None,
        };
        Self { weights, rows: Vec::with_capacity(64), kept }
    }

    /// Returns what the weights say of a position of their game, in hundredths of its unit, for the
    /// side to move.
    #[inline]
    pub fn evaluate<G: Features>(&mut self, game: &G, state: &G::State) -> i32 {
        self.rows.clear();
        let layout = self.weights.layout();
        game.features(layout, state, &mut self.rows);
        let stage = game.stage(layout, state, self.rows.len());
        let own = || game.evaluate(state);
        match (self.weights.body(), &mut self.kept) {
            (Body::Net(net), Some(kept)) => {
                let position = (stage, &self.rows[..]);
                let learnt =
                    net.output_by(kept, position, game.to_move(state), self.weights.unit());
                self.weights.with_own(learnt, stage, own)
            }
            _ => self.weights.estimate(stage, &self.rows, own),
        }
    }
}
