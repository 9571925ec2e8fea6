//! What is learnt about a position: where the worms are, and which squares each reaches first.

use games_core::{Bits, Describe, Features, Game, Layout, features::put_view};

use super::{Position, Surround};

/// Squares that a worm reaches first, and is then of an even or an odd length.
const REACHED: [&str; 2] = ["reached-even", "reached-odd"];

/// Phases of the game, by the squares that are taken.
const PHASES: usize = 2;
/// Stages of a phase: by whether the worms can reach each other, and the parities of their lengths.
const KINDS: usize = 8;
/// Rows of a square: bodies, heads and what is reached, for either side.
const ROWS_OF_A_SQUARE: usize = 8;

/// What was learnt for the usual rules on 8 by 8; the recipe stands in the file.
const WEIGHTS: &[u8] = include_bytes!("../../weights/surround-8x8.weights");

impl<B: Bits> Features for Surround<B> {
    fn layout(&self) -> Layout {
        let layout = Layout::of_cells(self).with_derived(&REACHED);
        layout.with_stages(PHASES * KINDS).correcting_own()
    }

    /// A square has eight rows: a body of the side to move, one of the other side, and so the heads,
    /// the squares that are reached with an even length, and those with an odd one. A worm fills
    /// these in turn, and what they are stays as it grows.
    #[inline]
    fn features(&self, layout: &Layout, state: &Position<B>, rows: &mut Vec<u16>) {
        let own = self.to_move(state);
        if layout.states() != ROWS_OF_A_SQUARE {
            // Made where no worm can ever grow, so that there are no bodies.
            return put_view(layout, own, &self.view(state, None), rows);
        }
        let reach = self.reach(state);
        for (whose, side) in [own, own.other()].into_iter().enumerate() {
            let worm = state.worm(side);
            let head = B::bit(state.head(side).into());
            let parity = worm.count() as usize % 2;
            let reached = reach.steps[whose];
            let kinds = [worm & !head, head, reached[parity], reached[1 - parity]];
            for (kind, set) in kinds.into_iter().enumerate() {
                rows.extend(
                    set.ones().map(|i| (ROWS_OF_A_SQUARE * i as usize + 2 * kind + whose) as u16),
                );
            }
        }
    }

    /// By what tells who fills the last square, beside the squares that are taken.
    fn stage(&self, layout: &Layout, state: &Position<B>, _: usize) -> usize {
        let [own, other] =
            [state.to_move, state.to_move.other()].map(|side| state.worm(side).count() as usize);
        let kind = usize::from(self.reach(state).is_shared) + 2 * (own % 2) + 4 * (other % 2);
        let phase = layout.stage_of(own + other) * PHASES / layout.stages();
        (phase * KINDS + kind).min(layout.stages() - 1)
    }

    fn weights(&self) -> Option<&'static [u8]> {
        (self.grid.size() == (8, 8) && !self.misere && !self.wormholes).then_some(WEIGHTS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_on_which_no_worm_can_grow_has_rows_for_its_heads() {
        let game = Surround::<u64>::new((1, 2), false, false).unwrap();
        let (layout, mut rows) = (game.layout(), Vec::new());
        game.features(&layout, &game.initial(), &mut rows);
        let head = layout.kind("worm-head").unwrap();
        assert_eq!(rows, [layout.row(0, head, Some(true)), layout.row(1, head, Some(false))]);
    }
}
