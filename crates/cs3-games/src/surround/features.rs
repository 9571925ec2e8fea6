//! What is learnt about a position: where the worms are.

use games_core::{Bits, Features, Game, Layout};

use super::{Position, Surround};

impl<B: Bits> Features for Surround<B> {
    fn layout(&self) -> Layout {
        Layout::of_cells(self).correcting_own()
    }

    /// A square has four rows: a body of the side to move, one of the other side, and so the heads.
    #[inline]
    fn features(&self, _: &Layout, state: &Position<B>, rows: &mut Vec<u16>) {
        let own = self.to_move(state);
        for (whose, side) in [own, own.other()].into_iter().enumerate() {
            let (whose, head) = (whose as u16, state.head(side));
            rows.push(4 * head + 2 + whose);
            let body = state.worm(side) & !B::bit(head.into());
            rows.extend(body.ones().map(|i| 4 * i as u16 + whose));
        }
    }
}
