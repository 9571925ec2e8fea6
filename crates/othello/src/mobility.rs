//! Where a side can place a disc.

use crate::bitboard::Layout;

/// A set for each of the four axes: rows, columns and both diagonals.
type Axes<B> = [B; 4];

/// Returns the squares of `empty` on which a disc of `own` turns over a disc of `opp`.
///
/// All lines of the board are followed at once: in each direction, own discs are pushed over
/// opposing ones by parallel prefix steps (Kogge-Stone), and the square after the last is a move
/// if it is empty.
///
/// The same is done for all four axes before the next step, so that compilers keep them in one
/// register where the processor can shift its words by different distances.
#[inline]
pub(crate) fn placements<B: Layout>(own: B, opp: B, empty: B) -> B {
    let over = and([opp; 4], B::INNER);
    let mut upward = and(over, up([own; 4], 1));
    let mut downward = and(over, down([own; 4], 1));
    upward = or(upward, and(over, up(upward, 1)));
    downward = or(downward, and(over, down(downward, 1)));
    let pairs_up = and(over, up(over, 1));
    let pairs_down = down(pairs_up, 1);
    // A run is at most six discs long on 8 by 8 and eight on 10 by 10.
    for _ in 0..(B::STRIDE - 4) / 2 {
        upward = or(upward, and(pairs_up, up(upward, 2)));
        downward = or(downward, and(pairs_down, down(downward, 2)));
    }
    let [rows, columns, rising, falling] = or(up(upward, 1), down(downward, 1));
    (rows | columns | rising | falling) & empty
}

/// Moves the sets along their axes towards higher squares.
#[inline(always)]
fn up<B: Layout>([a, b, c, d]: Axes<B>, steps: u32) -> Axes<B> {
    let stride = u32::from(B::STRIDE);
    [a << steps, b << (stride * steps), c << ((stride - 1) * steps), d << ((stride + 1) * steps)]
}

/// Moves the sets along their axes towards lower squares.
#[inline(always)]
fn down<B: Layout>([a, b, c, d]: Axes<B>, steps: u32) -> Axes<B> {
    let stride = u32::from(B::STRIDE);
    [a >> steps, b >> (stride * steps), c >> ((stride - 1) * steps), d >> ((stride + 1) * steps)]
}

#[inline(always)]
fn and<B: Layout>(a: Axes<B>, b: Axes<B>) -> Axes<B> {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]]
}

#[inline(always)]
fn or<B: Layout>(a: Axes<B>, b: Axes<B>) -> Axes<B> {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]]
}
