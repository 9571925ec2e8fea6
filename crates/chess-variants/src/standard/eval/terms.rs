//! What is counted: each feature of a position once for each man or side that has it.
//!
//! The features are the usual ones (<https://www.chessprogramming.org/Evaluation>); what they are
//! worth is in `weights.rs`.

mod camp;
mod kings;
mod material;
mod pawns;
mod pieces;
mod threats;

use games_core::Side;

use self::camp::Camp;
use crate::{standard::Position, tapered::Tally};

/// Places of the features in the table of weights. Each begins where the one before ends.
pub(crate) mod term {
    /// A man on a square: 6 kinds, 8 ranks as its side sees them, files a to d (and h to e).
    pub(crate) const SQUARE: usize = 0;
    /// A knight, bishop, rook or queen where its side has so many pawns, up to 8.
    pub(crate) const BY_PAWNS: usize = SQUARE + 192;
    /// A man and another of the same side, of two kinds from pawn to queen or of one.
    pub(crate) const TOGETHER: usize = BY_PAWNS + 4 * 9;
    /// A man and an enemy man of a lesser kind.
    pub(crate) const AGAINST: usize = TOGETHER + 15;
    /// Squares that a knight, bishop, rook or queen reaches: 9, 14, 15 and 28 numbers.
    pub(crate) const MOBILITY: [usize; 4] =
        [AGAINST + 10, AGAINST + 19, AGAINST + 33, AGAINST + 48];
    /// A passed pawn, by its rank.
    pub(crate) const PASSED: usize = MOBILITY[3] + 28;
    /// A passed pawn with an empty square before it that the enemy does not attack, by its rank.
    pub(crate) const PASSED_FREE: usize = PASSED + 8;
    /// A passed pawn with nobody on its way, and no square of it attacked, by its rank.
    pub(crate) const PASSED_WAY: usize = PASSED_FREE + 8;
    /// A passed pawn whose next square its side attacks, by its rank.
    pub(crate) const PASSED_HELD: usize = PASSED_WAY + 8;
    /// A passed pawn far ahead, by the distance of the own king and of the enemy king to the
    /// square before it.
    pub(crate) const PASSED_KING: [usize; 2] = [PASSED_HELD + 8, PASSED_HELD + 16];
    /// A pawn that a pawn guards, by its rank.
    pub(crate) const GUARDED: usize = PASSED_KING[1] + 8;
    /// A pawn with another beside it, by its rank.
    pub(crate) const PHALANX: usize = GUARDED + 8;
    pub(crate) const DOUBLED: usize = PHALANX + 8;
    pub(crate) const ISOLATED: usize = DOUBLED + 1;
    /// A pawn that no pawn can guard any more and that cannot advance safely.
    pub(crate) const BACKWARD: usize = ISOLATED + 1;
    /// A pawn on squares of the color of an own bishop.
    pub(crate) const BAD_BISHOP: usize = BACKWARD + 1;
    /// A bishop that looks through the middle of the board past all pieces.
    pub(crate) const LONG_DIAGONAL: usize = BAD_BISHOP + 1;
    /// A knight or bishop that a pawn guards and no enemy pawn can drive away.
    pub(crate) const OUTPOST: [usize; 2] = [LONG_DIAGONAL + 1, LONG_DIAGONAL + 2];
    /// A knight or bishop behind a pawn of either side.
    pub(crate) const BEHIND_PAWN: [usize; 2] = [OUTPOST[1] + 1, OUTPOST[1] + 2];
    /// A knight, bishop, rook or queen, by how many ranks ahead of it the king is, from 7 behind,
    /// and how many files aside.
    pub(crate) const OWN_KING: usize = BEHIND_PAWN[1] + 1;
    pub(crate) const ENEMY_KING: usize = OWN_KING + 4 * 120;
    /// A rook on a file without pawns, and without own pawns.
    pub(crate) const OPEN_FILE: usize = ENEMY_KING + 4 * 120;
    pub(crate) const HALF_OPEN_FILE: usize = OPEN_FILE + 1;
    /// The rank of the own pawn that is nearest before the king on each of three files, 0 without
    /// any: files a to d (and h to e) beside the king, then the king's own.
    pub(crate) const SHELTER: usize = HALF_OPEN_FILE + 1;
    /// The same of the enemy pawns.
    pub(crate) const STORM: usize = SHELTER + 64;
    /// Squares on the king's flank, up to the fifth rank, that the enemy attacks, those attacked by
    /// two men twice; and those that are held.
    pub(crate) const FLANK: [usize; 2] = [STORM + 64, STORM + 65];
    /// The weight of an attack on the squares around the enemy king.
    pub(crate) const ATTACK: usize = FLANK[1] + 1;
    pub(crate) const ATTACKS: usize = 32;
    /// A square from which a knight, bishop, rook or queen could safely give check.
    pub(crate) const SAFE_CHECK: usize = ATTACK + ATTACKS;
    /// An enemy man that alone stands between its king and a bishop, rook or queen: pawn to queen.
    pub(crate) const PINNED: usize = SAFE_CHECK + 4;
    /// A man attacked by a pawn: knight, bishop, rook, queen.
    pub(crate) const BY_PAWN: usize = PINNED + 5;
    /// A man attacked by a minor piece: pawn, knight, bishop, rook, queen.
    pub(crate) const BY_MINOR: usize = BY_PAWN + 4;
    /// A man attacked by a rook: pawn, knight, bishop, rook, queen.
    pub(crate) const BY_ROOK: usize = BY_MINOR + 5;
    /// A man that is attacked and not guarded.
    pub(crate) const HANGING: usize = BY_ROOK + 5;
    /// A square that both sides attack and the enemy does not hold firmly.
    pub(crate) const CONTESTED: usize = HANGING + 1;
    /// A square from which a knight, or a bishop or rook, could attack the only enemy queen.
    pub(crate) const QUEEN_HIT: [usize; 2] = [CONTESTED + 1, CONTESTED + 2];
    /// A pawn that could attack a piece by a safe step.
    pub(crate) const PUSH_THREAT: usize = QUEEN_HIT[1] + 1;
    pub(crate) const COUNT: usize = PUSH_THREAT + 1;
}

/// Tallies the features of both sides; returns the men left, 24 at the start without pawns.
pub(super) fn tally<T: Tally>(state: &Position, [white, black]: [&mut T; 2]) -> i32 {
    let mut first = Camp::new(state, Side::First);
    let mut second = Camp::new(state, Side::Second);
    let phase = pieces::tally(state, &mut first, &second, white)
        + pieces::tally(state, &mut second, &first, black);
    for (own, enemy, side) in [(&first, &second, white), (&second, &first, black)] {
        material::tally(own, enemy, side);
        pawns::tally(state, own, enemy, side);
        kings::tally(state, own, enemy, side);
        threats::tally(state, own, enemy, side);
    }
    phase
}
