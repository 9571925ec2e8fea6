//! What GTP asks beyond the rules: the count now, turns out of order, dead stones.

use games_core::{Countable, Rng, Side};

use crate::{Color, Go, Index, Move};

impl<I: Index, const N: usize> Countable for Go<I, N> {
    fn margin_now(&self, state: &Self::State) -> Option<i32> {
        Some(self.score(state))
    }

    /// Passes are forgotten. Superko takes a turn that is passed over for a pass.
    fn resumed(&self, state: &Self::State, to_move: Side) -> Option<Self::State> {
        let mut state = state.clone();
        state.passes = 0;
        let color = Color::of(to_move);
        if state.to_move != color {
            state.to_move = color;
            state.barred = Move::PASS;
            self.remember(&mut state, true);
        }
        Some(state)
    }

    fn dead(&self, state: &Self::State, rng: &mut impl Rng) -> Vec<usize> {
        self.dead_stones(state, rng)
    }
}
