//! Where somebody else's opinion of moves enters Monte Carlo search.

use core::fmt;
use std::sync::Arc;

use games_core::{Evaluate, Game};

/// How promising moves look to a Monte Carlo search that has not tried them: by the game's own
/// [priors](Evaluate::priors), unless it is given others.
///
/// A weight for each move, none of them negative; their shares in the sum count. They are asked for
/// once in each position of the tree, under [`TreePolicy::Puct`](crate::TreePolicy::Puct). Playouts
/// and estimates stay as they are.
///
/// ```
/// use ai::{Limits, Mcts, MctsOptions, Priors, Searcher};
/// use games_core::{Record, toy::TicTacToe};
///
/// // Whoever believes in the corner and in nothing else.
/// let priors = Priors::<TicTacToe>::new(|_, _, _, moves, weights| {
///     weights.extend(moves.iter().map(|&m| if m == 0 { 1.0 } else { 0.001 }));
/// });
/// let mut engine = Mcts::new(MctsOptions::default()).with_priors(priors);
/// let report = engine.search(&Record::new(TicTacToe), &Limits::simulations(20));
/// assert_eq!(report.best(), Some(0));
/// ```
pub struct Priors<G: Game>(Option<Start<G>>);

/// Begins a thread's work.
type Start<G> = Arc<dyn Fn() -> Weigh<G> + Send + Sync>;

/// Appends a weight for each of some moves, after the move that led to the position.
type Weigh<G> = Box<
    dyn FnMut(
            &G,
            &<G as Game>::State,
            Option<<G as Game>::Move>,
            &[<G as Game>::Move],
            &mut Vec<f32>,
        ) + Send,
>;

impl<G: Game> Priors<G> {
    /// The game's own, [`Evaluate::priors`].
    #[must_use]
    pub const fn own() -> Self {
        Self(None)
    }

    /// A function that appends a weight for each of some legal moves, in their order. It is told the
    /// position and the move that led to it, where that is known.
    #[must_use]
    pub fn new(
        weigh: impl Fn(&G, &G::State, Option<G::Move>, &[G::Move], &mut Vec<f32>)
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let weigh = Arc::new(weigh);
        Self::per_thread(move || {
            let weigh = Arc::clone(&weigh);
            move |game: &G, state: &G::State, last, moves: &[G::Move], weights: &mut Vec<f32>| {
                weigh(game, state, last, moves, weights);
            }
        })
    }

    /// The same with something to remember in between: each thread of each search begins with a
    /// function of its own, which no other thread calls.
    #[must_use]
    pub fn per_thread<F>(start: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: FnMut(&G, &G::State, Option<G::Move>, &[G::Move], &mut Vec<f32>) + Send + 'static,
    {
        Self(Some(Arc::new(move || -> Weigh<G> { Box::new(start()) })))
    }

    /// Begins a thread's work.
    pub(crate) fn opinion(&self) -> Opinion<G> {
        Opinion(self.0.as_ref().map(|start| start()))
    }
}

impl<G: Game> Default for Priors<G> {
    /// The game's own.
    fn default() -> Self {
        Self::own()
    }
}

impl<G: Game> Clone for Priors<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Game> fmt::Debug for Priors<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_none() { "Priors::own()" } else { "Priors(..)" })
    }
}

/// What one thread thinks of moves.
pub(crate) struct Opinion<G: Game>(Option<Weigh<G>>);

impl<G: Evaluate> Opinion<G> {
    /// Writes a weight for each of some moves into an empty list.
    ///
    /// # Panics
    ///
    /// If whoever is asked says nothing of some moves, or something of more than there are.
    pub(crate) fn weigh(
        &mut self,
        game: &G,
        state: &G::State,
        last: Option<G::Move>,
        moves: &[G::Move],
        weights: &mut Vec<f32>,
    ) {
        match &mut self.0 {
            None => game.priors(state, last, moves, weights),
            Some(weigh) => {
                weigh(game, state, last, moves, weights);
                assert_eq!(weights.len(), moves.len(), "priors say one weight for each move");
            }
        }
    }
}

impl<G: Game> fmt::Debug for Opinion<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_none() { "Opinion::own()" } else { "Opinion(..)" })
    }
}
