//! What is learnt about a position: which man stands where.

use chessmen::picture;
use games_core::{Describe, Features, Layout};

use super::{Atomic, Position};

impl Features for Atomic {
    fn layout(&self) -> Layout {
        Layout::of_cells(self).correcting_own().mirrored().with_hidden(64)
    }

    #[inline]
    fn features(&self, layout: &Layout, state: &Position, rows: &mut Vec<u16>) {
        let men = |side, kind| state.men(side, kind);
        picture::put_rows(layout, state.to_move(), men, || self.view(state, None), rows);
    }
}
