//! What is learnt about a position: what stands on blocks of squares.

use games_core::{Bits, Features, Game, Layout, Side};

use super::{Konane, Position};

/// Columns and rows of a block: it shows the jumps in its middle and those that they make possible.
const BLOCK: (u16, u16) = (3, 3);

/// The most blocks that an estimate looks at.
const MOST_BLOCKS: u16 = Layout::MOST_IMAGES as u16;

/// Boards with no longer line are small: there any two lines are looked at together, and groups of as
/// many squares that are drawn by lot.
const SMALL: u16 = 5;

/// What was learnt for the usual rules on 8 by 8 and on 10 by 10; the recipes stand in the files.
const WEIGHTS: [&[u8]; 2] = [
    include_bytes!("../../weights/konane-8x8.weights"),
    include_bytes!("../../weights/konane-10x10.weights"),
];

impl<B: Bits> Features for Konane<B> {
    /// Blocks show all jumps, but what the game's own estimate says of them need not be learnt again.
    fn layout(&self) -> Layout {
        let layout = Layout::of_cells(self).correcting_own();
        let (rows, cols) = (self.grid.rows, self.grid.cols);
        let blocks = rows.saturating_sub(BLOCK.1 - 1) * cols.saturating_sub(BLOCK.0 - 1);
        if blocks > MOST_BLOCKS {
            return layout;
        }
        let layout = layout.with_blocks((BLOCK.0.into(), BLOCK.1.into()));
        if rows.max(cols) > SMALL || rows * cols < 2 * SMALL {
            return layout;
        }
        layout.with_pairs_of_lines().with_lots(2 * usize::from(SMALL), Layout::MOST_IMAGES)
    }

    /// A man of the side to move on a cell is row 2 i, one of the other side row 2 i + 1; Black sees
    /// the board turned around.
    #[inline]
    fn features(&self, layout: &Layout, state: &Position<B>, rows: &mut Vec<u16>) {
        let own = self.to_move(state);
        let (mine, theirs) = (state.pieces(own), state.pieces(own.other()));
        if own == Side::First {
            rows.extend(mine.ones().map(|i| 2 * i as u16));
            rows.extend(theirs.ones().map(|i| 2 * i as u16 + 1));
        } else {
            rows.extend(layout.turned(mine.ones()).map(|cell| 2 * cell));
            rows.extend(layout.turned(theirs.ones()).map(|cell| 2 * cell + 1));
        }
    }

    fn weights(&self) -> Option<&'static [u8]> {
        let weights = match self.grid.size() {
            (8, 8) => WEIGHTS[0],
            (10, 10) => WEIGHTS[1],
            _ => return None,
        };
        (!self.misere && !self.any_piece).then_some(weights)
    }
}
