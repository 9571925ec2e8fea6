//! 1, 2, ..., 10: the exact value where the steps are 1 to k.

use games_core::{Evaluate, Game};

use crate::ten::{Position, Ten};

/// The estimate of a won position, in hundredths.
const WON: i32 = 10_000;

impl Evaluate for Ten {
    /// With steps 1 to k every sum can be answered to the next multiple of k + 1, counted from the
    /// target: the player who is to move at one of them loses. Misère, the same holds one below
    /// the target. Other sets of steps have no law that is worth a guess.
    fn evaluate(&self, state: &Position) -> i32 {
        let k = self.steps().len() as u32;
        if self.steps().last() != Some(&k) {
            return 0;
        }
        let room = self.target() - state.sum();
        let is_lost = match (self.misere(), room) {
            (false, _) => room.is_multiple_of(k + 1),
            (true, 0) => false,
            (true, _) => (room - 1).is_multiple_of(k + 1),
        };
        // The fewer moves are left, the surer the opponent will not miss the end.
        let sure = WON - (room.min(1000) as i32);
        if is_lost { -sure } else { sure }
    }

    fn order_hint(&self, state: &Position, _: Option<u32>, m: u32) -> i32 {
        let mut child = *state;
        self.apply(&mut child, m);
        -self.evaluate(&child)
    }
}
