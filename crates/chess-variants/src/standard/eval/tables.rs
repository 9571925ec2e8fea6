//! The numbers of the evaluation, in hundredths of a pawn.

use super::Score;
use crate::fen::Kind;

/// For the side to move: it can do something with its turn.
pub(super) const TEMPO: i32 = 12;

/// The worth of a man anywhere, by [`Kind`].
const MATERIAL: [Score; 6] = [
    Score(85, 110),
    Score(325, 290),
    Score(340, 315),
    Score(470, 530),
    Score(970, 960),
    Score(0, 0),
];

/// How much a man keeps the game in its middle, by [`Kind`]; 24 at the start.
pub(super) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// For each square in reach beyond the usual number, which is second.
pub(super) const MOBILITY: [(Score, i32); 6] = [
    (Score(0, 0), 0),
    (Score(4, 4), 4),
    (Score(5, 4), 6),
    (Score(2, 4), 7),
    (Score(1, 3), 13),
    (Score(0, 0), 0),
];

/// Weight of each square beside the enemy king that a man reaches.
pub(super) const KING_ATTACK: [i32; 6] = [0, 6, 6, 8, 10, 0];

pub(super) const BISHOP_PAIR: Score = Score(28, 48);
pub(super) const OPEN: Score = Score(26, 12);
pub(super) const HALF_OPEN: Score = Score(12, 8);
pub(super) const DOUBLED: Score = Score(-8, -18);
pub(super) const ISOLATED: Score = Score(-12, -14);
/// For each pawn before the king.
pub(super) const SHIELD: i32 = 11;

/// A passed pawn by its rank, the own first rank at index 0.
pub(super) const PASSED: [Score; 8] = [
    Score(0, 0),
    Score(0, 8),
    Score(2, 14),
    Score(8, 30),
    Score(24, 56),
    Score(52, 100),
    Score(90, 160),
    Score(0, 0),
];

/// Material and square of a man; `at` counts from a8 as its owner sees the board.
#[inline]
pub(super) fn square_score(kind: Kind, at: usize) -> Score {
    SQUARES[kind as usize][at]
}

static SQUARES: [[Score; 64]; 6] = blend();

const fn blend() -> [[Score; 64]; 6] {
    let mut out = [[Score(0, 0); 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut at = 0;
        while at < 64 {
            // The tables are symmetric: each row gives the files a to d.
            let file = if at % 8 < 4 { at % 8 } else { 7 - at % 8 };
            let i = at / 8 * 4 + file;
            let Score(middle, end) = MATERIAL[kind];
            out[kind][at] = Score(middle + MIDDLE[kind][i], end + END[kind][i]);
            at += 1;
        }
        kind += 1;
    }
    out
}

/// Files a to d, the eighth rank first.
#[rustfmt::skip]
const MIDDLE: [[i32; 32]; 6] = [
    [
          0,   0,   0,   0,
         40,  50,  50,  55,
          5,  15,  28,  32,
         -4,   2,   8,  22,
         -8,  -4,   6,  20,
         -6,  -2,   0,   6,
         -6,   4,  -4, -14,
          0,   0,   0,   0,
    ],
    [
        -80, -40, -30, -25,
        -30, -15,   8,  14,
        -12,  10,  24,  30,
         -6,   8,  20,  28,
        -10,   4,  16,  20,
        -20,  -2,  10,  14,
        -28, -16,  -4,   2,
        -55, -24, -20, -16,
    ],
    [
        -20, -14, -12, -12,
        -14,   2,   2,   0,
         -2,   8,  12,  10,
         -4,   6,  10,  18,
          0,   6,   8,  16,
          2,  10,  10,   8,
          4,  14,   6,   2,
        -14,  -6, -12,  -8,
    ],
    [
          6,   8,  10,  12,
         14,  16,  20,  22,
          0,   6,   8,  10,
         -6,   0,   2,   6,
        -10,  -4,   0,   2,
        -14,  -6,  -2,   0,
        -16,  -8,  -2,   2,
         -6,  -4,   6,  12,
    ],
    [
        -10,   0,   6,   8,
         -8, -20,   0,   2,
         -4,   0,   4,   8,
         -6,  -4,   0,   2,
         -4,  -2,   0,   0,
         -4,   2,   0,   0,
         -8,   0,   6,   4,
        -14, -10,  -6,   2,
    ],
    [
        -60, -50, -60, -70,
        -50, -50, -60, -70,
        -45, -50, -60, -70,
        -45, -50, -60, -70,
        -40, -45, -55, -65,
        -20, -30, -40, -45,
         10,   6, -18, -30,
         24,  34,   8,  -4,
    ],
];

/// As [`MIDDLE`].
#[rustfmt::skip]
const END: [[i32; 32]; 6] = [
    [
          0,   0,   0,   0,
         70,  66,  60,  56,
         36,  34,  28,  24,
         14,  10,   6,   2,
          4,   4,  -2,  -4,
         -2,   0,  -2,   0,
          0,   2,   4,   6,
          0,   0,   0,   0,
    ],
    [
        -50, -34, -22, -16,
        -26, -14,  -6,   2,
        -16,  -4,   8,  12,
        -10,   4,  14,  20,
        -12,   2,  12,  18,
        -18,  -6,   2,  10,
        -28, -16,  -8,  -2,
        -42, -30, -20, -14,
    ],
    [
        -14, -10,  -6,  -6,
         -8,  -2,   0,   2,
         -2,   2,   4,   6,
         -2,   4,   8,  10,
         -4,   2,   6,  10,
         -6,   0,   4,   6,
        -10,  -6,   0,   2,
        -16, -10,  -8,  -4,
    ],
    [
         10,  10,  10,  10,
         12,  12,  10,   8,
          6,   6,   4,   4,
          4,   4,   4,   2,
          0,   2,   2,   0,
         -4,  -2,  -2,  -2,
         -6,  -4,  -2,  -2,
         -6,  -2,   0,  -4,
    ],
    [
        -6,    4,   8,  12,
        -6,    6,  14,  18,
        -4,    4,  16,  22,
         2,   10,  18,  24,
        -2,    6,  14,  20,
        -8,   -4,   8,   8,
       -14,  -14, -10,  -4,
       -18,  -18, -14, -10,
    ],
    [
        -60, -30, -20, -16,
        -20,   6,  12,  14,
         -4,  18,  24,  26,
         -8,  16,  26,  32,
        -16,   8,  20,  28,
        -22,  -4,  10,  16,
        -32, -14,  -2,   4,
        -52, -36, -26, -22,
    ],
];
