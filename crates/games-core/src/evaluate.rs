//! Heuristics: what a search may guess about a game that is not over.

use core::ops::ControlFlow;

use crate::{End, Endgame, EndgameJob, Game, MoveSink, Outcome, Rng, Side, SolvedLine};

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
    ///
    /// `last` is the move that led to the position, if it is known: good moves are often near it. It
    /// is the same in [`playout_move`](Self::playout_move) and [`priors`](Self::priors).
    fn order_hint(&self, state: &Self::State, last: Option<Self::Move>, m: Self::Move) -> i32 {
        let _ = (state, last, m);
        0
    }

    /// Returns [`order_hint`](Self::order_hint) of a position as a function of the move.
    ///
    /// A search that sorts all moves of a position asks for this. A game whose hints share some
    /// work (what the enemy attacks) overrides it to do that work once.
    fn order_hints(
        &self,
        state: &Self::State,
        last: Option<Self::Move>,
    ) -> impl Fn(Self::Move) -> i32 {
        move |m| self.order_hint(state, last, m)
    }

    /// Returns a number that is the same for moves of one kind, such as what moves and where it goes.
    ///
    /// A search learns by it which moves answer which, and which come well after which. By default
    /// `None`: each move is of a kind of its own. It is `None` for all moves or for none. Numbers
    /// below 4096 are looked up quickest, the more so the nearer those of a position are.
    fn move_kind(&self, state: &Self::State, m: Self::Move) -> Option<u64> {
        let _ = (state, m);
        None
    }

    /// Returns numbers of what a position has in common with others that estimates are wrong about in
    /// the same way, such as how the pawns stand: equal ones for positions that are alike in that.
    ///
    /// A search learns by them how far estimates are off. They are made for each estimate, so they
    /// have to be quick; their upper halves have to be well mixed. By default `None`: nothing is
    /// learnt of estimates. It is `None` for all positions or for none.
    fn aspects(&self, state: &Self::State) -> Option<[u64; ASPECTS]> {
        let _ = state;
        None
    }

    /// Returns whether a legal move changes the estimate too much to stop before it (a capture):
    /// quiescence search follows such moves beyond the horizon.
    fn is_noisy(&self, state: &Self::State, m: Self::Move) -> bool {
        let _ = (state, m);
        false
    }

    /// Writes the noisy moves of a position whose game goes on, in an order that is fixed for a
    /// given state.
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
    fn playout_move(
        &self,
        state: &Self::State,
        last: Option<Self::Move>,
        rng: &mut impl Rng,
    ) -> Result<Self::Move, Outcome> {
        let _ = last;
        self.random_move(state, rng)
    }

    /// Whether the game has a solver of its own: whoever says `true` writes
    /// [`endgame`](Self::endgame) and [`solve_endgame`](Self::solve_endgame). For all others, nothing
    /// that asks them is compiled.
    const SOLVES_ENDGAMES: bool = false;

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
        job: &mut EndgameJob<'_, Self::State, Self::Move>,
    ) -> Option<Vec<SolvedLine<Self::Move>>> {
        let _ = (state, job);
        None
    }

    /// Writes how promising each of some legal moves of a position is, before anything was searched:
    /// a positive weight for each, of which only the ratios count. `weights` is empty at first.
    ///
    /// By default a weight is twice as large where the [hint](Evaluate::order_hint) is higher by
    /// [`MonteCarlo::hint_doubling`], and never less than a thousandth of the largest.
    fn priors(
        &self,
        state: &Self::State,
        last: Option<Self::Move>,
        moves: &[Self::Move],
        weights: &mut Vec<f32>,
    ) {
        let hint = self.order_hints(state, last);
        // Written plainly, since each game has this compiled.
        for &m in moves {
            weights.push(hint(m) as f32);
        }
        weigh(weights, self.monte_carlo().hint_doubling);
    }

    /// Returns how Monte Carlo tree search should look at this game.
    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo::default()
    }
}

/// What [`Evaluate::monte_carlo`] tells Monte Carlo tree search about a game.
///
/// ```
/// use games_core::MonteCarlo;
///
/// // Estimates in place of playouts, where three units are worth half a win.
/// let look = MonteCarlo::default().with_playout_plies(0).with_half_win(300);
/// assert!(!look.quiescence);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct MonteCarlo {
    /// Moves after which a playout is broken off and its position estimated: many where random play
    /// says something about a position, few or none where the estimate says more.
    pub playout_plies: u32,
    /// The estimate, in hundredths of the unit, of a position that is worth half a win.
    pub half_win: i32,
    /// Whether noisy moves are followed up before a position is estimated.
    pub quiescence: bool,
    /// The difference of two hints that makes a move twice as promising; see [`Evaluate::priors`].
    pub hint_doubling: i32,
    /// Whether a move is mostly worth the same now and a few plies later, so that its results later
    /// in playouts tell about it (AMAF, "all moves as first"). That needs dense numbers for moves,
    /// see [`Actions`](crate::Actions).
    pub amaf: bool,
}

impl Default for MonteCarlo {
    /// Playouts of up to 1024 plies; five units are worth half a win; hints in hundredths of a unit;
    /// neither quiescence nor AMAF.
    fn default() -> Self {
        Self {
            playout_plies: 1024,
            half_win: 500,
            quiescence: false,
            hint_doubling: 100,
            amaf: false,
        }
    }
}

impl MonteCarlo {
    /// The same with so many plies of playouts.
    #[must_use]
    pub const fn with_playout_plies(self, playout_plies: u32) -> Self {
        Self { playout_plies, ..self }
    }

    /// The same where such an estimate is worth half a win.
    #[must_use]
    pub const fn with_half_win(self, half_win: i32) -> Self {
        Self { half_win, ..self }
    }

    /// The same where noisy moves are followed up.
    #[must_use]
    pub const fn with_quiescence(self) -> Self {
        Self { quiescence: true, ..self }
    }

    /// The same where such a difference of hints makes a move twice as promising.
    #[must_use]
    pub const fn with_hint_doubling(self, hint_doubling: i32) -> Self {
        Self { hint_doubling, ..self }
    }

    /// The same with results of moves at later plies.
    #[must_use]
    pub const fn with_amaf(self) -> Self {
        Self { amaf: true, ..self }
    }
}

/// Writes a weight for each of some numbers: twice as large where the number is higher by
/// `doubling` (0 and less count as 1), and never less than a thousandth of the largest. `weights` is
/// empty at first.
pub fn put_weights(numbers: impl Iterator<Item = i32>, doubling: i32, weights: &mut Vec<f32>) {
    weights.extend(numbers.map(|number| number as f32));
    weigh(weights, doubling);
}

/// Puts a weight in the place of each number.
fn weigh(weights: &mut [f32], doubling: i32) {
    let doubling = doubling.max(1) as f32;
    for weight in &mut *weights {
        *weight /= doubling;
    }
    let best = weights.iter().copied().fold(f32::MIN, f32::max);
    for weight in weights {
        *weight = power_of_two((*weight - best).max(-10.0));
    }
}

/// Returns about 2^x, to three digits, for -126 <= x <= 127.
///
/// Made of additions and multiplications alone, so that it is the same number on every machine;
/// [`f32::exp2`] need not be.
#[must_use]
pub fn power_of_two(x: f32) -> f32 {
    let whole = x.floor();
    let part = x - whole;
    // The polynomial of third degree that agrees with 2^x and its slope at 0 and 1.
    let cubic = 0.227_411_3 + part * 0.079_441_55;
    let mantissa = 1.0 + part * (core::f32::consts::LN_2 + part * cubic);
    f32::from_bits(((whole as i32 + 127) as u32) << 23) * mantissa
}

/// The largest absolute value that [`Evaluate::evaluate`] may return. Symmetric, so that a search
/// may always negate it.
pub const EVAL_LIMIT: i32 = 1_000_000;

/// In how many ways positions are told to be alike ([`Evaluate::aspects`]).
pub const ASPECTS: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_right_to_a_thousandth() {
        for i in -1000..1000 {
            let x = i as f32 / 50.0;
            let (ours, exact) = (f64::from(power_of_two(x)), f64::from(x).exp2());
            assert!((ours / exact - 1.0).abs() < 1e-3, "{x}: {ours} for {exact}");
        }
        assert_eq!((power_of_two(-10.0), power_of_two(0.0)), (1.0 / 1024.0, 1.0));
    }
}
