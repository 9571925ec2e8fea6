//! Heuristics: what a search may guess about a game that is not over.

use core::ops::ControlFlow;

use crate::{End, Game, MoveSink, Outcome, Rng, Side};

/// What search needs to know of a game beyond its rules. Every function has a neutral default, so
/// `impl Evaluate for MyGame {}` is a start.
///
/// Implemented in each game's `eval.rs`: whoever works on a game's strength needs no other file.
pub trait Evaluate: Game {
    /// Estimates a position whose game goes on, seen by the **side to move**.
    ///
    /// In hundredths of the game's unit (a disc, a point, a pawn), within
    /// [`EVAL_LIMIT`] in either direction; 0 is even. The estimate aims at the final margin where
    /// the game has one.
    fn evaluate(&self, state: &Self::State) -> i32 {
        let _ = state;
        0
    }

    /// Returns the final score of a finished game in -1 to 1, seen by [`Side::First`].
    ///
    /// By default 1, 0 or -1. Games with a margin scale it by the largest possible one.
    fn final_score(&self, end: &End<Self::Reason>) -> f64 {
        match end.outcome {
            Outcome::Win(Side::First) => 1.0,
            Outcome::Draw => 0.0,
            Outcome::Win(Side::Second) => -1.0,
        }
    }

    /// Returns how early a legal move should be tried: a higher number first.
    fn order_hint(&self, state: &Self::State, m: Self::Move) -> i32 {
        let _ = (state, m);
        0
    }

    /// Returns [`order_hint`](Self::order_hint) of a position as a function of the move.
    ///
    /// A search that sorts all moves of a position asks for this. A game whose hints share some
    /// work (what the enemy attacks) overrides it to do that work once.
    fn order_hints(&self, state: &Self::State) -> impl Fn(Self::Move) -> i32 {
        move |m| self.order_hint(state, m)
    }

    /// Returns whether a legal move changes the estimate too much to stop before it (a capture):
    /// quiescence search follows such moves beyond the horizon.
    fn is_noisy(&self, state: &Self::State, m: Self::Move) -> bool {
        let _ = (state, m);
        false
    }

    /// Writes the noisy moves of a position whose game goes on, in the order of
    /// [`moves`](Game::moves).
    ///
    /// By default all moves are generated and [`is_noisy`](Self::is_noisy) asked about each. A game
    /// whose generator finds captures alone more quickly overrides this.
    fn noisy_moves(&self, state: &Self::State, out: &mut impl MoveSink<Self::Move>) {
        let _ = self.moves(state, &mut |m| {
            if self.is_noisy(state, m) { out.put(m) } else { ControlFlow::Continue(()) }
        });
    }

    /// Returns whether the side to move has to answer a threat (it is in check), so that what it
    /// could have by doing nothing means nothing.
    ///
    /// Quiescence search then takes no estimate and looks at all moves, a search does not try a
    /// pass, and looks a ply deeper.
    fn must_answer(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Returns the position after a pass of the side to move, where passing is against the rules
    /// and, as far as can be told, worse than the best move.
    ///
    /// A search that finds a position good enough even after a pass takes it for good enough (null
    /// move pruning). By default there is no such position; there is none where the side to move
    /// must answer a threat, and none where it may be in zugzwang: where moves are all that counts,
    /// or few men are left.
    fn null_move(&self, state: &Self::State) -> Option<Self::State> {
        let _ = state;
        None
    }

    /// Returns by how much, in hundredths of the game's unit, a quiet move changes the estimate,
    /// seldom more.
    ///
    /// Near the horizon a search leaves out what could matter only if moves changed more (futility
    /// pruning). By default `None`: there is no telling, and nothing is left out.
    fn swing(&self) -> Option<i32> {
        None
    }

    /// Returns the next move of a playout, by which Monte Carlo search judges a position.
    ///
    /// By default any legal move. A game in which random play says little, or hardly ever ends
    /// (Go), overrides this with a policy of its own: legal moves, not equally likely, and some of
    /// them perhaps never chosen.
    ///
    /// # Errors
    ///
    /// The outcome, if the game is over.
    fn playout_move(&self, state: &Self::State, rng: &mut impl Rng) -> Result<Self::Move, Outcome> {
        self.random_move(state, rng)
    }
}

/// The largest absolute value that [`Evaluate::evaluate`] may return. Symmetric, so that a search
/// may always negate it.
pub const EVAL_LIMIT: i32 = 1_000_000;
