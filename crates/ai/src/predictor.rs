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
pub struct Predictor<G: Game>(Arc<dyn Ask<G>>);

/// How a predictor is asked.
trait Ask<G: Game>: Send + Sync {
    /// Returns what is left to do when the thread that searches has done its part.
    fn prepare<'a>(&'a self, game: &'a G, states: &[G::State]) -> Question<'a>;
}

/// What somebody is to be asked. It has all that this takes, so that whoever asks knows no game.
pub(crate) type Question<'a> = Box<dyn FnOnce() -> Option<Predictions> + Send + 'a>;

/// A predictor that looks at positions when it is asked.
struct AtOnce<F>(F);

impl<G, F> Ask<G> for AtOnce<F>
where
    G: Game,
    F: Fn(&G, &[G::State]) -> Option<Predictions> + Send + Sync,
{
    fn prepare<'a>(&'a self, game: &'a G, states: &[G::State]) -> Question<'a> {
        let states = states.to_vec();
        Box::new(move || (self.0)(game, &states))
    }
}

/// A predictor that is told of positions in numbers of its own.
struct Prepared<P, F>(P, F);

impl<G, N, P, F> Ask<G> for Prepared<P, F>
where
    G: Game,
    N: Send + 'static,
    P: Fn(&G, &[G::State]) -> N + Send + Sync,
    F: Fn(N) -> Option<Predictions> + Send + Sync,
{
    fn prepare<'a>(&'a self, game: &'a G, states: &[G::State]) -> Question<'a> {
        let numbers = (self.0)(game, states);
        Box::new(|| (self.1)(numbers))
    }
}

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
    /// In place of these the weights of legal moves alone, in the order in which the game lists them,
    /// one position after the other: far fewer where a game has thousands of dense numbers.
    pub legal: Vec<f32>,
    /// For each position how many of these belong to it and those before; empty if there are none.
    pub legal_ends: Vec<usize>,
}

/// What is said of the moves of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Said<'a> {
    /// Nothing: the game's own opinion counts.
    Nothing,
    /// A weight for each dense number of a move.
    Actions(&'a [f32]),
    /// A weight for each legal move, in the order in which the game lists them.
    Legal(&'a [f32]),
}

impl Predictions {
    /// What positions are worth.
    #[must_use]
    pub const fn new(values: Vec<f32>) -> Self {
        Self { values, policy: Vec::new(), legal: Vec::new(), legal_ends: Vec::new() }
    }

    /// The same with weights of moves.
    #[must_use]
    pub fn with_policy(self, policy: Vec<f32>) -> Self {
        Self { policy, ..self }
    }

    /// The same with weights of the legal moves of each position; `ends` says for each how many of
    /// these belong to it and those before.
    #[must_use]
    pub fn with_legal(self, legal: Vec<f32>, ends: Vec<usize>) -> Self {
        Self { legal, legal_ends: ends, ..self }
    }

    /// Whether anything is said of moves.
    pub(crate) const fn knows_moves(&self) -> bool {
        !self.policy.is_empty() || !self.legal_ends.is_empty()
    }

    /// The same with values within their bounds.
    pub(crate) fn bounded(mut self) -> Self {
        self.values.iter_mut().for_each(|value| *value = value.clamp(-1.0, 1.0));
        self
    }

    /// What is said of the moves of one of these positions.
    pub(crate) fn of_moves(&self, position: usize) -> Said<'_> {
        if let Some(&end) = self.legal_ends.get(position) {
            let begin = position.checked_sub(1).map_or(0, |before| self.legal_ends[before]);
            return Said::Legal(&self.legal[begin..end]);
        }
        if self.policy.is_empty() {
            return Said::Nothing;
        }
        let each = self.policy.len() / self.values.len();
        Said::Actions(&self.policy[position * each..(position + 1) * each])
    }
}

impl<G: Game> Predictor<G> {
    /// A function of several positions at a time, at least one. If it returns nothing, the search
    /// ends. Threads of a search may call it at the same time.
    #[must_use]
    pub fn new(
        predict: impl Fn(&G, &[G::State]) -> Option<Predictions> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(AtOnce(predict)))
    }

    /// The same for a function that takes positions as numbers. Where a search looks
    /// [ahead](crate::MctsOptions::ahead), its own thread writes them while the function judges the
    /// batch before.
    #[must_use]
    pub fn with_numbers<N: Send + 'static>(
        numbers: impl Fn(&G, &[G::State]) -> N + Send + Sync + 'static,
        predict: impl Fn(N) -> Option<Predictions> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Prepared(numbers, predict)))
    }

    /// Does what the thread that searches has to do, for at least one position.
    pub(crate) fn prepare<'a>(&'a self, game: &'a G, states: &[G::State]) -> Question<'a> {
        self.0.prepare(game, states)
    }
}

/// Asks a question about so many positions.
///
/// # Panics
///
/// If the answer is not about as many positions, or has weights for half a position or for more
/// legal moves than it tells whose they are.
pub(crate) fn answer(question: Question<'_>, positions: usize) -> Option<Predictions> {
    let predictions = question()?;
    let (values, weights) = (predictions.values.len(), predictions.policy.len());
    assert_eq!(values, positions, "a predictor says one value for each position");
    assert_eq!(weights % values, 0, "a predictor says as many weights for each position");
    let ends = &predictions.legal_ends;
    let is_whole = ends.is_sorted() && ends.last().is_none_or(|&n| n == predictions.legal.len());
    let fits = ends.is_empty() || ends.len() == values;
    assert!(is_whole && fits, "a predictor says to which position each weight belongs");
    Some(predictions)
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
