//! Where a side can place a disc.

use crate::bitboard::Layout;

/// Returns the squares of `empty` on which a disc of `own` turns over a disc of `opp`.
///
/// All lines of the board are followed at once: in each direction, own discs are pushed over
/// opposing ones by parallel prefix steps (Kogge-Stone), and the square after the last is a move
/// if it is empty.
#[inline]
pub(crate) fn placements<B: Layout>(own: B, opp: B, empty: B) -> B {
    let s = u32::from(B::STRIDE);
    let inner = opp & B::INNER;
    let reached = along(own, inner, 1)
        | along(own, opp, s)
        | along(own, inner, s - 1)
        | along(own, inner, s + 1);
    reached & empty
}

/// Returns the squares behind runs of `over` that begin next to a disc of `own`, in both
/// directions of an axis.
#[inline]
fn along<B: Layout>(own: B, over: B, step: u32) -> B {
    let mut up = over & (own << step);
    let mut down = over & (own >> step);
    up |= over & (up << step);
    down |= over & (down >> step);
    let pairs_up = over & (over << step);
    let pairs_down = pairs_up >> step;
    // A run is at most six discs long on 8 by 8 and eight on 10 by 10.
    for _ in 0..(B::STRIDE - 4) / 2 {
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
    }
    (up << step) | (down >> step)
}
