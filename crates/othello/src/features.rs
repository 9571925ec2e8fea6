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

/// The same on 6 by 6.
const SHAPES_OF_SIX: [&str; 8] = [
    "a1 b1 c1 d1 e1 f1 b2 e2",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a2 b2 c2 d2 e2 f2",
    "a3 b3 c3 d3 e3 f3",
    "a1 b2 c3 d4 e5 f6",
    "a2 b3 c4 d5 e6",
    "a3 b4 c5 d6",
];

/// The same on 10 by 10, where a whole edge with the squares beside its corners is too much at once.
const SHAPES_OF_TEN: [&str; 13] = [
    "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "a2 b2 c2 d2 e2 f2 g2 h2 i2 j2",
    "a3 b3 c3 d3 e3 f3 g3 h3 i3 j3",
    "a4 b4 c4 d4 e4 f4 g4 h4 i4 j4",
    "a5 b5 c5 d5 e5 f5 g5 h5 i5 j5",
    "a1 b2 c3 d4 e5 f6 g7 h8 i9 j10",
    "a2 b3 c4 d5 e6 f7 g8 h9 i10",
    "a3 b4 c5 d6 e7 f8 g9 h10",
    "a4 b5 c6 d7 e8 f9 g10",
    "a5 b6 c7 d8 e9 f10",
    "a6 b7 c8 d9 e10",
];

/// What was learnt on 6 by 6, 8 by 8 and 10 by 10; `games weights othello` tells by which recipes.
const WEIGHTS: [&[u8]; 3] = [
    include_bytes!("../weights/6x6.weights"),
    include_bytes!("../weights/8x8.weights"),
    include_bytes!("../weights/10x10.weights"),
];

/// The parts that games are cut into, about ten plies each.
const STAGES: usize = 6;

impl<B: Layout> Features for Othello<B> {
    fn layout(&self) -> features::Layout {
        let shapes: &[&str] = match self.size() {
            // It is solved in a moment.
            Size::Four => &[],
            Size::Six => &SHAPES_OF_SIX,
            Size::Eight => &SHAPES,
            Size::Ten => &SHAPES_OF_TEN,
        };
        let layout = features::Layout::of_cells(self).with_stages(STAGES);
        layout.with_tuples(&self.board(), shapes)
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
        match self.size() {
            Size::Six => Some(WEIGHTS[0]),
            Size::Eight => Some(WEIGHTS[1]),
            Size::Ten => Some(WEIGHTS[2]),
            Size::Four => None,
        }
    }
}
