//! What is learnt about a position: which discs stand on some groups of squares.

use games_core::{Describe, Features, features};

use crate::{
    bitboard::{Layout, Size},
    moves::Move,
    position::Position,
    rules::Othello,
};

/// The groups of squares on 8 by 8: those of Logistello (M. Buro, "Experiments with Multi-ProbCut
/// and a new high-quality evaluation function for Othello", 1997).
const SHAPES: [&str; 11] = [
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "a2 b3 c4 d5 e6 f7 g8",
    "a3 b4 c5 d6 e7 f8",
    "a4 b5 c6 d7 e8",
    "a5 b6 c7 d8",
];

/// What was learnt for 8 by 8; `games weights othello` tells by which recipe.
const WEIGHTS: &[u8] = include_bytes!("../weights/8x8.weights");

/// The parts that games are cut into, about ten plies each.
const STAGES: usize = 6;

impl<B: Layout> Features for Othello<B> {
    fn layout(&self) -> features::Layout {
        let layout = features::Layout::of_cells(self).with_stages(STAGES);
        if self.size() == Size::Eight { layout.with_tuples(&self.board(), &SHAPES) } else { layout }
    }

    /// A disc of the side to move on a square is row 2 i, one of the other side row 2 i + 1.
    #[inline]
    fn features(&self, _: &features::Layout, state: &Position<B>, rows: &mut Vec<u16>) {
        let size = self.size();
        // On 8 by 8 a square's bit is its number.
        let square = |bit| match size {
            Size::Eight => bit as u16,
            _ => Move::<B>::on_bit(bit).index(size).unwrap_or(0) as u16,
        };
        rows.extend(state.own().ones().map(|bit| 2 * square(bit)));
        rows.extend(state.opponent().ones().map(|bit| 2 * square(bit) + 1));
    }

    /// They were learnt where empty squares count for nobody, and serve as well where the winner
    /// gets them: who wins is the same.
    fn weights(&self) -> Option<&'static [u8]> {
        (self.size() == Size::Eight).then_some(WEIGHTS)
    }
}
