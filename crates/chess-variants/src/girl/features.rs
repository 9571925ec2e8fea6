//! What is learnt about a position: which man stands where.

use games_core::{Bits, Describe, Features, Layout, Side, features::put_view};

use super::{
    men::Kind,
    options::{Options, Size},
    position::Position,
    rules::GirlChess,
};

/// What was learnt by the usual rules on 8 by 8; the recipe stands in the file.
const WEIGHTS: &[u8] = include_bytes!("../../weights/girl-chess.weights");

impl<B: Bits> Features for GirlChess<B> {
    fn layout(&self) -> Layout {
        Layout::of_cells(self).correcting_own()
    }

    /// A cell has a row for each kind of man in the order of their names, and for either side.
    #[inline]
    fn features(&self, layout: &Layout, state: &Position<B>, rows: &mut Vec<u16>) {
        let own = state.to_move();
        let states = 2 * Kind::ALL.len();
        if layout.states() != states {
            // Made where some kinds of men never come up.
            return put_view(layout, own, &self.view(state, None), rows);
        }
        for kind in Kind::ALL {
            for (whose, side) in [own, own.other()].into_iter().enumerate() {
                let men = state.men(side, kind);
                let row = |cell: u16| cell * states as u16 + (2 * kind as usize + whose) as u16;
                // Squares are numbered from the bottom, cells from the top.
                match own {
                    Side::First => rows.extend(layout.turned(men.ones()).map(row)),
                    Side::Second => rows.extend(men.ones().map(|square| row(square as u16))),
                }
            }
        }
    }

    fn weights(&self) -> Option<&'static [u8]> {
        let is_usual = self.size() == Size::STANDARD && *self.options() == Options::default();
        is_usual.then_some(WEIGHTS)
    }
}
