//! The last four empty squares, each number with a function of its own: the leaves of the tree,
//! where nearly all time goes.
//!
//! All ask whether the score is above `alpha`, and return a bound that tells: above it a lower
//! bound, otherwise an upper one.

use super::{lines::last_turned, rule::Rule, search::Search};
use crate::flips::flips;

/// Worse than every score.
pub(super) const WORST: i32 = -127;

/// The squares around each square.
static AROUND: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (dx, dy) = (other % 8 - square % 8, other / 8 - square / 8);
            if dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && other != square {
                table[square as usize] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

/// The discs that a placement turns over. Most squares of the last few have no opposing disc next
/// to them for one of the sides.
#[inline(always)]
fn turned(own: u64, opp: u64, square: u32) -> u64 {
    if AROUND[(square & 63) as usize] & opp == 0 {
        return 0;
    }
    flips(own, opp, square as u8)
}

impl<R: Rule> Search<'_, R> {
    /// The exact score with one empty square, for the side to move with the discs `own`.
    #[inline]
    fn last(&mut self, own: u64, square: u32) -> i32 {
        self.nodes += 1;
        // As if the opponent had all other squares, the empty one included.
        let score = 2 * own.count_ones() as i32 - R::SQUARES;
        let gain = last_turned(own, square);
        if gain != 0 {
            return score + gain + 2;
        }
        let opp = R::BOARD & !own & !(1 << square);
        let loss = last_turned(opp, square);
        if loss != 0 {
            return score - loss;
        }
        // `score` counts the empty square for the opponent.
        if R::PLAIN {
            score + 1
        } else if score >= 0 {
            score + 2
        } else {
            score
        }
    }

    /// Two empty squares.
    #[inline]
    fn last_2(&mut self, own: u64, opp: u64, alpha: i32, [x, y]: [u32; 2]) -> i32 {
        self.nodes += 1;
        let mut best = WORST;
        let f = turned(own, opp, x);
        if f != 0 {
            best = -self.last(opp ^ f, y);
            if best > alpha {
                return best;
            }
        }
        let f = turned(own, opp, y);
        if f != 0 {
            best = best.max(-self.last(opp ^ f, x));
        }
        if best > WORST {
            return best;
        }
        // The opponent moves, and what is best for it is worst here.
        let mut best = -WORST;
        let f = turned(opp, own, x);
        if f != 0 {
            best = self.last(own ^ f, y);
            if best <= alpha {
                return best;
            }
        }
        let f = turned(opp, own, y);
        if f != 0 {
            best = best.min(self.last(own ^ f, x));
        }
        if best < -WORST { best } else { R::score(own, opp) }
    }

    /// Three empty squares.
    fn last_3(&mut self, own: u64, opp: u64, alpha: i32, [x, y, z]: [u32; 3]) -> i32 {
        // A square alone in its quarter first.
        let quarter = |square: u32| R::QUARTER_OF[(square & 63) as usize];
        let squares = if quarter(x) == quarter(y) {
            [z, x, y]
        } else if quarter(x) == quarter(z) {
            [y, x, z]
        } else {
            [x, y, z]
        };
        self.last_3_in_order(own, opp, alpha, squares, false)
    }

    fn last_3_in_order(
        &mut self,
        own: u64,
        opp: u64,
        alpha: i32,
        [x, y, z]: [u32; 3],
        passed: bool,
    ) -> i32 {
        self.nodes += 1;
        let mut best = WORST;
        let f = turned(own, opp, x);
        if f != 0 {
            best = -self.last_2(opp ^ f, own | f | 1 << x, !alpha, [y, z]);
            if best > alpha {
                return best;
            }
        }
        let f = turned(own, opp, y);
        if f != 0 {
            best = best.max(-self.last_2(opp ^ f, own | f | 1 << y, !alpha, [x, z]));
            if best > alpha {
                return best;
            }
        }
        let f = turned(own, opp, z);
        if f != 0 {
            best = best.max(-self.last_2(opp ^ f, own | f | 1 << z, !alpha, [x, y]));
        }
        if best > WORST {
            best
        } else if passed {
            R::score(own, opp)
        } else {
            -self.last_3_in_order(opp, own, !alpha, [x, y, z], true)
        }
    }

    /// Four empty squares, those in odd quarters of the board first.
    pub(super) fn last_4(
        &mut self,
        own: u64,
        opp: u64,
        alpha: i32,
        squares: [u32; 4],
        passed: bool,
    ) -> i32 {
        self.nodes += 1;
        let mut best = WORST;
        for i in 0..4 {
            let x = squares[i];
            let f = turned(own, opp, x);
            if f != 0 {
                let rest = match i {
                    0 => [squares[1], squares[2], squares[3]],
                    1 => [squares[0], squares[2], squares[3]],
                    2 => [squares[0], squares[1], squares[3]],
                    _ => [squares[0], squares[1], squares[2]],
                };
                best = best.max(-self.last_3(opp ^ f, own | f | 1 << x, !alpha, rest));
                if best > alpha {
                    return best;
                }
            }
        }
        if best > WORST {
            best
        } else if passed {
            R::score(own, opp)
        } else {
            -self.last_4(opp, own, !alpha, squares, true)
        }
    }

    /// A position with at most three empty squares, or a full board.
    pub(super) fn last_few(&mut self, own: u64, opp: u64, alpha: i32, passed: bool) -> i32 {
        let mut empty = R::BOARD & !(own | opp);
        let mut squares = [0; 3];
        let n = empty.count_ones() as usize;
        for square in &mut squares[..n] {
            *square = empty.trailing_zeros();
            empty &= empty - 1;
        }
        match n {
            0 => R::score(own, opp),
            1 => self.last(own, squares[0]),
            2 => self.last_2(own, opp, alpha, [squares[0], squares[1]]),
            _ => self.last_3_in_order(own, opp, alpha, squares, passed),
        }
    }
}
