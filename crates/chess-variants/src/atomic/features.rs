//! What is learnt about a position: which man stands where.

use chessmen::picture;
use games_core::{Describe, Features, Layout, features::put_view};

use super::{Atomic, Position};

impl Features for Atomic {
    fn layout(&self) -> Layout {
        Layout::of_cells(self).correcting_own()
    }

    #[inline]
    fn features(&self, layout: &Layout, state: &Position, rows: &mut Vec<u16>) {
        if layout.states() != picture::ROWS_OF_A_CELL {
            // Made where some kinds of men never come up.
            return put_view(layout, state.to_move(), &self.view(state, None), rows);
        }
        picture::put_rows(state.to_move(), |side, kind| state.men(side, kind), rows);
    }
}
