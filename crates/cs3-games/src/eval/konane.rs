//! Konane: mobility.

use games_core::{Bits, Evaluate, Game, MonteCarlo};

use crate::konane::{Konane, Move, Position};

impl<B: Bits> Evaluate for Konane<B> {
    /// The difference of the numbers of jumps, in hundredths of a jump: who runs out of them
    /// loses.
    fn evaluate(&self, state: &Position<B>) -> i32 {
        let own = self.to_move(state);
        let jumps = |side| self.jumpers_of(state, side).count() as i32;
        let lead = 100 * (jumps(own) - jumps(own.other()));
        if self.misere() { -lead } else { lead }
    }

    /// The estimate says more than random play.
    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo::default().with_playout_plies(0)
    }

    /// The mobility after the move.
    fn order_hint(&self, state: &Position<B>, _: Option<Move>, m: Move) -> i32 {
        let side = self.to_move(state);
        let mut child = *state;
        self.apply(&mut child, m);
        let value = self.evaluate(&child);
        if self.to_move(&child) == side { value } else { -value }
    }
}
