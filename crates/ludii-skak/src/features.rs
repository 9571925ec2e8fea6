//! What is learnt about a position: which man stands where.

use chessmen::{Kind, SquareSet, picture};
use games_core::{Describe, Features, Layout};

use crate::{position::Position, rules::Skak, ruleset::Ruleset};

/// What was learnt for the usual ruleset; the recipe stands in the file.
const WEIGHTS: &[u8] = include_bytes!("../weights/skak.weights");

/// Units of the network.
const HIDDEN: usize = 64;

impl Features for Skak {
    fn layout(&self) -> Layout {
        Layout::of_cells(self).with_hidden(HIDDEN).correcting_own()
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

    fn weights(&self) -> Option<&'static [u8]> {
        (self.ruleset == Ruleset::Three).then_some(WEIGHTS)
    }
}
