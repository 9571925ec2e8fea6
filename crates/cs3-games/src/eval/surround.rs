//! Surround: who reaches more squares first, and who runs out of them first.

use games_core::{Bits, Evaluate, MonteCarlo};

use crate::surround::{Position, Surround};

impl<B: Bits> Evaluate for Surround<B> {
    /// Squares that a worm reaches before the other one are its own, in hundredths of a square.
    /// Where the worms cannot reach each other, that is a race; in a shared region the parity of
    /// the empty squares tells who would fill the last one.
    fn evaluate(&self, state: &Position<B>) -> i32 {
        let reach = self.reach(state);
        let area = reach.steps.map(|[even, odd]| (even.count() + odd.count()) as i32);
        let lead = 100 * (area[0] - area[1]);
        let parity = match (reach.is_shared, (area[0] + area[1]) % 2 == 1) {
            (false, _) => 0,
            (true, true) => 50,
            (true, false) => -50,
        };
        // In a race of equal areas the side to move is the first to run out.
        let race = if !reach.is_shared && area[0] == area[1] { -50 } else { 0 };
        let value = lead + parity + race;
        if self.misere() { -value } else { value }
    }

    /// The estimate says more than random play.
    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo::default().with_playout_plies(0)
    }
}
