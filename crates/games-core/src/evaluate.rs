//! Heuristics: what a search may guess about a game that is not over.

use crate::{End, Endgame, EndgameJob, Game, Outcome, Rng, Side, SolvedLine};

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

    /// Returns whether a legal move changes the estimate too much to stop before it (a capture):
    /// quiescence search follows such moves beyond the horizon.
    fn is_noisy(&self, state: &Self::State, m: Self::Move) -> bool {
        let _ = (state, m);
        false
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

    /// Returns what it takes to work a position out exactly, if the game has a solver of its own
    /// that is better at it than a general search, and the game goes on.
    fn endgame(&self, state: &Self::State) -> Option<Endgame> {
        let _ = state;
        None
    }

    /// Works out the best moves of a position of which [`endgame`](Self::endgame) tells something:
    /// as many lines as were asked for, or all there are, the best first. `None` if the budget was
    /// used up before.
    fn solve_endgame(
        &self,
        state: &Self::State,
        job: &mut EndgameJob<'_, Self::Move>,
    ) -> Option<Vec<SolvedLine<Self::Move>>> {
        let _ = (state, job);
        None
    }
}

/// The largest absolute value that [`Evaluate::evaluate`] may return. Symmetric, so that a search
/// may always negate it.
pub const EVAL_LIMIT: i32 = 1_000_000;
