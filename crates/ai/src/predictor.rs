//! Where a network enters Monte Carlo search.

use core::fmt;
use std::sync::Arc;

use games_core::Game;

/// What somebody else, as a rule a network, says of positions: what each is worth and, if he knows,
/// how likely its moves are.
///
/// [`Mcts`](crate::Mcts) asks it at every position that gets its first look, for up to
/// [`MctsOptions::batch`](crate::MctsOptions::batch) positions at a time; it never asks about a game
/// that is over.
///
/// ```
/// use ai::{Limits, Mcts, MctsOptions, Predictions, Predictor, Searcher};
/// use games_core::{Record, toy::TicTacToe};
///
/// // Nothing is known of any position, but that the move with the number 4 is a good one.
/// let center = Predictor::<TicTacToe>::new(|_, states| {
///     let mut policy = vec![0.1; 9 * states.len()];
///     policy.iter_mut().skip(4).step_by(9).for_each(|weight| *weight = 0.9);
///     Some(Predictions::new(vec![0.0; states.len()]).with_policy(policy))
/// });
/// let options = MctsOptions::default().with_batch(8);
/// let mut engine = Mcts::new(options).with_predictor(center);
/// let report = engine.search(&Record::new(TicTacToe), &Limits::simulations(20));
/// assert_eq!(report.best(), Some(4));
/// ```
pub struct Predictor<G: Game>(Arc<Predict<G>>);

type Predict<G> = dyn Fn(&G, &[<G as Game>::State]) -> Option<Predictions> + Send + Sync;

/// What is said of some positions, in their order.
#[derive(Clone, PartialEq, Default, Debug)]
#[non_exhaustive]
pub struct Predictions {
    /// For each position the expected result, from -1 to 1, as its side to move sees it.
    pub values: Vec<f32>,
    /// For each position as many weights as the game has [dense numbers](games_core::Actions) of
    /// moves, none of them negative; what it says of moves that are not legal does not count. Empty
    /// if nothing is known of moves.
    pub policy: Vec<f32>,
}

impl Predictions {
    /// What positions are worth.
    #[must_use]
    pub const fn new(values: Vec<f32>) -> Self {
        Self { values, policy: Vec::new() }
    }

    /// The same with weights of moves.
    #[must_use]
    pub fn with_policy(self, policy: Vec<f32>) -> Self {
        Self { policy, ..self }
    }

    /// What is said of the moves of one of these positions; empty if nothing is.
    pub(crate) fn of_moves(&self, position: usize) -> &[f32] {
        let each = self.policy.len() / self.values.len();
        &self.policy[position * each..(position + 1) * each]
    }
}

impl<G: Game> Predictor<G> {
    /// A function of several positions at a time, at least one. If it returns nothing, the search
    /// ends. Threads of a search may call it at the same time.
    #[must_use]
    pub fn new(
        predict: impl Fn(&G, &[G::State]) -> Option<Predictions> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(predict))
    }

    /// Asks about some positions.
    ///
    /// # Panics
    ///
    /// If the answer is not about as many positions, or has weights for half a position.
    pub(crate) fn ask(&self, game: &G, states: &[G::State]) -> Option<Predictions> {
        let predictions = (self.0)(game, states)?;
        let (values, weights) = (predictions.values.len(), predictions.policy.len());
        assert_eq!(values, states.len(), "a predictor says one value for each position");
        assert_eq!(weights % values, 0, "a predictor says as many weights for each position");
        Some(predictions)
    }
}

impl<G: Game> Clone for Predictor<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G: Game> fmt::Debug for Predictor<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Predictor(..)")
    }
}
