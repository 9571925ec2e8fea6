//! What is learnt about a position: which man stands where.

use chessmen::{Kind, SquareSet, picture};
use games_core::{Describe, Features, Layout};

use crate::{position::Position, rules::Skak};

impl Features for Skak {
    fn layout(&self) -> Layout {
        Layout::of_cells(self).correcting_own()
    }

    /// A buried pawn is a pawn on its square, with another man.
    #[inline]
    fn features(&self, layout: &Layout, state: &Position, rows: &mut Vec<u16>) {
        let men = |side, kind| {
            let below = if kind == Kind::Pawn { state.buried(side) } else { SquareSet::EMPTY };
            state.men(side, kind) | below
        };
        picture::put_rows(layout, state.to_move, men, || self.view(state, None), rows);
    }
}
