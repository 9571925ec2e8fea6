//! Where the estimate enters a search.

use core::{fmt, slice};
use std::sync::Arc;

use games_core::{EVAL_LIMIT, Evaluate, Game};

use crate::{CutPair, cut_pairs::CutPairs};

/// How a search judges positions whose game goes on: by the game's own estimate, unless it is given
/// another one.
///
/// An estimate is in hundredths of the game's unit, seen by the **side to move**, like
/// [`Evaluate::evaluate`]; what is beyond [`EVAL_LIMIT`] counts as that. Everything else that a game
/// says of itself (hints, noisy moves, where passing is good) stays as it is, so that two estimates
/// that are compared by time differ in nothing but themselves.
///
/// A searcher holds one as a value, and asks it at its leaves; no search is compiled again for it.
///
/// ```
/// use ai::{AlphaBeta, AlphaBetaOptions, Estimator, Limits, Searcher};
/// use games_core::{Record, toy::TicTacToe};
///
/// // As if whoever is to move were always a little ahead.
/// let optimist = Estimator::<TicTacToe>::new(|_, _| 10);
/// let mut engine = AlphaBeta::new(AlphaBetaOptions::default()).with_estimator(optimist);
/// let report = engine.search(&Record::new(TicTacToe), &Limits::depth(2));
/// assert_eq!(report.value().unwrap().in_units(), Some(0.1));
/// ```
pub struct Estimator<G: Game> {
    /// Begins a thread's work; nothing for the game's own estimate.
    start: Option<Arc<dyn Fn() -> Batch<G> + Send + Sync>>,
    cut_pairs: CutPairs,
    swing: Option<i32>,
}

/// Writes an estimate for each of some positions.
type Batch<G> = Box<dyn FnMut(&G, &[<G as Game>::State], &mut [i32]) + Send>;

impl<G: Game> Estimator<G> {
    /// The game's own estimate, [`Evaluate::evaluate`].
    #[must_use]
    pub fn own() -> Self {
        Self { start: None, cut_pairs: CutPairs::default(), swing: None }
    }

    /// A function of a position.
    #[must_use]
    pub fn new(estimate: impl Fn(&G, &G::State) -> i32 + Send + Sync + 'static) -> Self {
        Self::batch(move |game, states, estimates| {
            for (state, out) in states.iter().zip(estimates) {
                *out = estimate(game, state);
            }
        })
    }

    /// A function of several positions at a time, as networks are quickest at: it writes an estimate
    /// for each, in the same order. It is given at least one and as many as the search has at hand:
    /// Monte Carlo search up to [`MctsOptions::batch`](crate::MctsOptions::batch), alpha-beta, which
    /// needs each estimate before it goes on, one.
    #[must_use]
    pub fn batch(estimate: impl Fn(&G, &[G::State], &mut [i32]) + Send + Sync + 'static) -> Self {
        let estimate = Arc::new(estimate);
        Self::per_thread(move || {
            let estimate = Arc::clone(&estimate);
            move |game: &G, states: &[G::State], estimates: &mut [i32]| {
                estimate(game, states, estimates);
            }
        })
    }

    /// The same with something to remember in between: each thread of each search begins with a
    /// function of its own, which no other thread calls.
    #[must_use]
    pub fn per_thread<F>(start: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: FnMut(&G, &[G::State], &mut [i32]) + Send + 'static,
    {
        let start = move || -> Batch<G> { Box::new(start()) };
        Self { start: Some(Arc::new(start)), cut_pairs: CutPairs::default(), swing: None }
    }

    /// The same estimate with what was measured of it: how well the scores of shallow searches by it
    /// foretell those of deep ones. Alpha-beta then leaves deep searches out that would most likely
    /// tell nothing new (multi-probcut). Pairs that make no sense are left out.
    #[must_use]
    pub fn with_cut_pairs(self, pairs: &[CutPair]) -> Self {
        Self { cut_pairs: CutPairs::new(pairs), ..self }
    }

    /// The same estimate with what was measured of it: by how much, in hundredths, a quiet move changes
    /// it, seldom more. Alpha-beta takes that for what the game says of its own estimate
    /// ([`Evaluate::swing`]).
    #[must_use]
    pub fn with_swing(self, swing: i32) -> Self {
        Self { swing: Some(swing), ..self }
    }

    /// By how much quiet moves of a game change it, if anybody knows.
    pub(crate) fn swing(&self, game: &G) -> Option<i32>
    where
        G: Evaluate,
    {
        self.swing.or_else(|| game.swing())
    }

    /// The pair for searches of so many plies.
    #[inline]
    pub(crate) fn cut_pair(&self, depth: i32) -> Option<CutPair> {
        self.cut_pairs.at(depth)
    }

    /// Whether it is the game's own.
    pub(crate) fn is_own(&self) -> bool {
        self.start.is_none()
    }

    /// Begins a thread's work.
    pub(crate) fn judge(&self) -> Judge<G> {
        Judge(self.start.as_ref().map(|start| start()))
    }
}

impl<G: Game> Default for Estimator<G> {
    /// The game's own.
    fn default() -> Self {
        Self::own()
    }
}

impl<G: Game> Clone for Estimator<G> {
    fn clone(&self) -> Self {
        Self { start: self.start.clone(), cut_pairs: self.cut_pairs.clone(), swing: self.swing }
    }
}

impl<G: Game> fmt::Debug for Estimator<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.start.is_none() { "Estimator::own()" } else { "Estimator(..)" })
    }
}

/// One thread's estimates.
pub(crate) struct Judge<G: Game>(Option<Batch<G>>);

impl<G: Evaluate> Judge<G> {
    /// The game's own estimate is called as if there were no other.
    #[inline]
    pub(crate) fn estimate(&mut self, game: &G, state: &G::State) -> i32 {
        match &mut self.0 {
            None => game.evaluate(state),
            Some(batch) => ask(batch, game, state),
        }
    }

    /// Estimates several positions, in the same order.
    pub(crate) fn estimates(&mut self, game: &G, states: &[G::State]) -> Vec<i32> {
        let mut estimates = vec![0; states.len()];
        match &mut self.0 {
            None => {
                for (state, estimate) in states.iter().zip(&mut estimates) {
                    *estimate = game.evaluate(state);
                }
            }
            Some(batch) => batch(game, states, &mut estimates),
        }
        for estimate in &mut estimates {
            *estimate = (*estimate).clamp(-EVAL_LIMIT, EVAL_LIMIT);
        }
        estimates
    }
}

#[inline(never)]
fn ask<G: Game>(batch: &mut Batch<G>, game: &G, state: &G::State) -> i32 {
    let mut estimate = [0];
    batch(game, slice::from_ref(state), &mut estimate);
    estimate[0].clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

impl<G: Game> fmt::Debug for Judge<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_none() { "Judge::own()" } else { "Judge(..)" })
    }
}
