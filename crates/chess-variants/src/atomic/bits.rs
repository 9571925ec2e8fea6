//! Sets of squares as bits, `a1` lowest, rank by rank, and the tables of the crate `chess`.

use chess::{BitBoard, Square};

pub(super) const RANK_1: u64 = 0xff;
pub(super) const RANK_3: u64 = 0xff << 16;
pub(super) const RANK_6: u64 = 0xff << 40;
pub(super) const RANK_8: u64 = 0xff << 56;
pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;

/// Returns the set of one square.
#[inline]
pub(super) const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// Returns the lowest square of a set that is not empty.
#[inline]
pub(super) const fn lowest(set: u64) -> u8 {
    set.trailing_zeros() as u8 & 63
}

/// Yields the squares of a set from `a1` up.
#[inline]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u8> + Clone {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = lowest(set);
        set &= set - 1;
        Some(square)
    })
}

/// Any `u8` becomes a square, so that the tables are never read outside of their bounds: the
/// optimizer sees through the shift and its inverse.
#[inline]
fn square(index: u8) -> Square {
    BitBoard(bit(index)).to_square()
}

#[inline]
pub(super) fn rook_moves(from: u8, occupied: u64) -> u64 {
    chess::get_rook_moves(square(from), BitBoard(occupied)).0
}

#[inline]
pub(super) fn bishop_moves(from: u8, occupied: u64) -> u64 {
    chess::get_bishop_moves(square(from), BitBoard(occupied)).0
}

#[inline]
pub(super) fn rook_rays(from: u8) -> u64 {
    chess::get_rook_rays(square(from)).0
}

#[inline]
pub(super) fn bishop_rays(from: u8) -> u64 {
    chess::get_bishop_rays(square(from)).0
}

#[inline]
pub(super) fn knight_moves(from: u8) -> u64 {
    chess::get_knight_moves(square(from)).0
}

#[inline]
pub(super) fn king_moves(from: u8) -> u64 {
    chess::get_king_moves(square(from)).0
}

/// Returns the squares strictly between two squares of a line, else nothing.
#[inline]
pub(super) fn between(a: u8, b: u8) -> u64 {
    chess::between(square(a), square(b)).0
}

/// Returns all squares of the line through two squares, themselves included, else nothing.
#[inline]
pub(super) fn line(a: u8, b: u8) -> u64 {
    chess::line(square(a), square(b)).0
}
