//! Which discs a placement turns over.

use crate::bitboard::Layout;

/// Returns the opposing discs that a disc on `square` turns over.
///
/// In each direction that is the run of opposing discs next to the square, if an own disc follows.
/// No square is tested one by one and there is no branch to be guessed wrong:
///
/// - Towards higher squares a carry finds the end of the run: with all squares beside the ray
///   filled, an added 1 runs through the opposing discs and stops on the first other square.
/// - Towards lower squares the run is closed exactly if the highest own disc lies above the
///   highest empty square, and then it is all that lies above that disc. Read as numbers, the two
///   sets need a single comparison.
///
/// The carry is known from Edax (R. Delorme), among others. Measured beside it: a parallel prefix
/// from the placed disc, the leading zeros of all stops, and byte-swapped boards for the upper
/// directions; in the portable build they took 10 to 30 percent longer over a whole perft.
#[inline]
pub(crate) fn flips<B: Layout>(own: B, opp: B, square: u8) -> B {
    let rays = B::rays(square);
    let one = B::bit(0);
    let mut flips = B::EMPTY;
    for &ray in &rays[..4] {
        let end = (opp | !ray).wrapping_add(one) & own & ray;
        // Where no own disc ends the run, nothing is subtracted from nothing.
        let closed = if end.is_empty() { B::EMPTY } else { one };
        flips |= end.wrapping_sub(closed) & ray;
    }
    for &ray in &rays[4..] {
        let ends = own & ray;
        let empty = ray & !opp & !own;
        // Without an own disc the comparison fails.
        flips |= if ends > empty { ray & ends.above() } else { B::EMPTY };
    }
    flips
}
