//! Sets of squares as bits, `a1` lowest, rank by rank, and the tables of the crate `chess`.

use chess::{BitBoard, Square};
use games_core::Side;

pub(crate) const RANK_1: u64 = 0xff;
pub(crate) const RANK_2: u64 = RANK_1 << 8;
pub(crate) const RANK_3: u64 = RANK_1 << 16;
pub(crate) const RANK_6: u64 = RANK_1 << 40;
pub(crate) const RANK_7: u64 = RANK_1 << 48;
pub(crate) const RANK_8: u64 = RANK_1 << 56;
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// For each square the diagonal through it that rises from left to right.
pub(crate) static RISING: [u64; 64] = diagonals(true);
/// For each square the diagonal through it that falls from left to right.
pub(crate) static FALLING: [u64; 64] = diagonals(false);

const fn diagonals(rising: bool) -> [u64; 64] {
    let mut table = [0; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let same = if rising {
                a / 8 + b % 8 == b / 8 + a % 8
            } else {
                a / 8 + a % 8 == b / 8 + b % 8
            };
            if same {
                table[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// Returns the set of one square.
#[inline]
pub(crate) const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// Returns the lowest square of a set that is not empty.
#[inline]
pub(crate) const fn lowest(set: u64) -> u8 {
    set.trailing_zeros() as u8 & 63
}

/// Yields the squares of a set from `a1` up.
#[inline]
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u8> + Clone {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = lowest(set);
        set &= set - 1;
        Some(square)
    })
}

/// Returns the squares one step ahead of the given ones, as a side goes.
#[inline]
pub(crate) const fn ahead(set: u64, side: Side) -> u64 {
    match side {
        Side::First => set << 8,
        Side::Second => set >> 8,
    }
}

/// Returns the squares that pawns of a side attack.
#[inline]
pub(crate) const fn pawn_attacks(pawns: u64, side: Side) -> u64 {
    match side {
        Side::First => (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9,
        Side::Second => (pawns & !FILE_A) >> 9 | (pawns & !FILE_H) >> 7,
    }
}

/// Any `u8` becomes a square, so that the tables are never read outside of their bounds: the
/// optimizer sees through the shift and its inverse.
#[inline]
fn square(index: u8) -> Square {
    BitBoard(bit(index)).to_square()
}

#[inline]
pub(crate) fn rook_moves(from: u8, occupied: u64) -> u64 {
    chess::get_rook_moves(square(from), BitBoard(occupied)).0
}

#[inline]
pub(crate) fn bishop_moves(from: u8, occupied: u64) -> u64 {
    chess::get_bishop_moves(square(from), BitBoard(occupied)).0
}

#[inline]
pub(crate) fn rook_rays(from: u8) -> u64 {
    chess::get_rook_rays(square(from)).0
}

#[inline]
pub(crate) fn bishop_rays(from: u8) -> u64 {
    chess::get_bishop_rays(square(from)).0
}

#[inline]
pub(crate) fn knight_moves(from: u8) -> u64 {
    chess::get_knight_moves(square(from)).0
}

#[inline]
pub(crate) fn king_moves(from: u8) -> u64 {
    chess::get_king_moves(square(from)).0
}

/// Returns the squares strictly between two squares of a line, else nothing.
#[inline]
pub(crate) fn between(a: u8, b: u8) -> u64 {
    chess::between(square(a), square(b)).0
}

/// Returns all squares of the line through two squares, themselves included, else nothing.
#[inline]
pub(crate) fn line(a: u8, b: u8) -> u64 {
    chess::line(square(a), square(b)).0
}
