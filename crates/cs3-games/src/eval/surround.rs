//! Surround: who reaches more squares first, and who runs out of them first.

use games_core::{Bits, Evaluate, Game, MonteCarlo};

use crate::surround::{Position, Surround};

impl<B: Bits> Evaluate for Surround<B> {
    /// Squares that a worm reaches before the other one are its own, in hundredths of a square.
    /// Where the worms cannot reach each other, that is a race; in a shared region the parity of
    /// the empty squares tells who would fill the last one.
    fn evaluate(&self, state: &Position<B>) -> i32 {
        let own = self.to_move(state);
        let mut free = self.empty(state);
        let mut reached = [own, own.other()].map(|side| B::bit(state.head(side).into()));
        let mut area = [0_i32; 2];
        let mut is_shared = false;
        loop {
            let mut has_grown = false;
            for turn in 0..2 {
                let near = self.grown(reached[turn]);
                is_shared |= !(near & reached[1 - turn]).is_empty();
                let new = near & free;
                has_grown |= !new.is_empty();
                area[turn] += new.count() as i32;
                reached[turn] |= new;
                free &= !new;
            }
            if !has_grown {
                break;
            }
        }
        let lead = 100 * (area[0] - area[1]);
        let parity = match (is_shared, (area[0] + area[1]) % 2 == 1) {
            (false, _) => 0,
            (true, true) => 50,
            (true, false) => -50,
        };
        // In a race of equal areas the side to move is the first to run out.
        let race = if !is_shared && area[0] == area[1] { -50 } else { 0 };
        let value = lead + parity + race;
        if self.misere() { -value } else { value }
    }

    /// The estimate says more than random play.
    fn monte_carlo(&self) -> MonteCarlo {
        MonteCarlo::default().with_playout_plies(0)
    }
}
