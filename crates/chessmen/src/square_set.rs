//! Sets of squares.

use core::{
    fmt,
    iter::FusedIterator,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not},
};

use games_core::Side;

use crate::{File, Rank, Square};

/// A set of squares: a word with a bit for each, `a1` the lowest, `h8` the highest.
///
/// ```
/// use chessmen::{Rank, Square, SquareSet};
///
/// let mut set = SquareSet::from_iter([Square::H8, Square::A1]);
/// set |= Rank::Four.squares();
/// assert_eq!(set.len(), 10);
/// assert_eq!(set.into_iter().next_back(), Some(Square::H8));
/// assert_eq!(
///     set.to_string(),
///     ". . . . . . . x\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      x x x x x x x x\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      x . . . . . . ."
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct SquareSet(u64);

const FILE_A: u64 = File::A.squares().0;
const FILE_H: u64 = File::H.squares().0;

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All squares.
    pub const ALL: Self = Self(!0);
    /// The squares of the color of `a1`.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);
    /// `a1`, `h1`, `a8` and `h8`.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);
    /// The first and the last rank.
    pub const LAST_RANKS: Self = Self(Rank::One.squares().0 | Rank::Eight.squares().0);

    /// The set with these bits, `a1` the lowest.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the bits, `a1` the lowest.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns whether there is no square in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether there are two squares or more: quicker than to count them.
    #[inline]
    #[must_use]
    pub const fn has_several(self) -> bool {
        self.without_lowest().0 != 0
    }

    /// Returns whether a square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.set().0 != 0
    }

    /// Returns whether the two sets have a square in common.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the first square from `a1` on.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// Returns the first square from `a1` on of a set that is known to have one; `a1` of an empty
    /// set.
    #[inline]
    #[must_use]
    pub const fn lowest(self) -> Square {
        Square::wrapping(self.0.trailing_zeros() as u8)
    }

    /// Returns the last square, the nearest to `h8`.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(63 - self.0.leading_zeros() as u8)) }
    }

    /// Returns the set without its first square.
    #[inline]
    #[must_use]
    pub const fn without_lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= square.set().0;
    }

    /// Takes a square out.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !square.set().0;
    }

    /// Takes a man from one square to another: if the first is in the set, the second is instead.
    /// The second is not, before.
    #[inline]
    pub const fn shift(&mut self, from: Square, to: Square) {
        let man = self.0 >> from.index() & 1;
        self.0 ^= man << from.index() | man << to.index();
    }

    /// Does as [`shift`](Self::shift) does, whether or not the second square is in the set before:
    /// who stands there is captured.
    #[inline]
    pub const fn shift_onto(&mut self, from: Square, to: Square) {
        let man = self.0 >> from.index() & 1;
        self.0 = self.0 & !(1 << from.index() | 1 << to.index()) | man << to.index();
    }

    /// Returns the squares above these, towards rank 8.
    #[inline]
    #[must_use]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// Returns the squares below these, towards rank 1.
    #[inline]
    #[must_use]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Returns the squares beside these towards the h-file.
    #[inline]
    #[must_use]
    pub const fn east(self) -> Self {
        Self((self.0 & !FILE_H) << 1)
    }

    /// Returns the squares beside these towards the a-file.
    #[inline]
    #[must_use]
    pub const fn west(self) -> Self {
        Self((self.0 & !FILE_A) >> 1)
    }

    /// Returns the squares to the left and to the right of these.
    #[inline]
    #[must_use]
    pub const fn beside(self) -> Self {
        Self(self.west().0 | self.east().0)
    }

    /// Returns the squares one step ahead of these, as a side goes.
    #[inline]
    #[must_use]
    pub const fn ahead(self, side: Side) -> Self {
        match side {
            Side::First => self.north(),
            Side::Second => self.south(),
        }
    }

    /// Returns all squares ahead of these on their files, as a side goes.
    #[inline]
    #[must_use]
    pub const fn all_ahead(self, side: Side) -> Self {
        let mut set = self.0;
        match side {
            Side::First => {
                set |= set << 8;
                set |= set << 16;
                set |= set << 32;
                Self(set << 8)
            }
            Side::Second => {
                set |= set >> 8;
                set |= set >> 16;
                set |= set >> 32;
                Self(set >> 8)
            }
        }
    }

    /// Returns the squares that pawns of a side on these attack.
    #[inline]
    #[must_use]
    pub const fn pawn_attacks(self, side: Side) -> Self {
        self.beside().ahead(side)
    }

    /// Returns the set with the a-side and the h-side exchanged.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        // The bits of each byte, which is a rank, in reverse.
        Self(self.0.reverse_bits().swap_bytes())
    }
}

macro_rules! as_words_do {
    ($($trait:ident $function:ident, $assign:ident $assigning:ident;)*) => {$(
        impl $trait for SquareSet {
            type Output = Self;

            #[inline]
            fn $function(self, other: Self) -> Self {
                Self($trait::$function(self.0, other.0))
            }
        }

        impl $assign for SquareSet {
            #[inline]
            fn $assigning(&mut self, other: Self) {
                $assign::$assigning(&mut self.0, other.0);
            }
        }
    )*};
}

as_words_do! {
    BitAnd bitand, BitAndAssign bitand_assign;
    BitOr bitor, BitOrAssign bitor_assign;
    BitXor bitxor, BitXorAssign bitxor_assign;
}

impl Not for SquareSet {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for SquareSet {
    fn from(square: Square) -> Self {
        square.set()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.set())
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a set, from `a1` on.
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_lowest();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let highest = 63_u8.checked_sub(self.0.0.leading_zeros() as u8)?;
        let square = Square::wrapping(highest);
        self.0 ^= square.set();
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

/// The board from rank 8 down, `x` for a square of the set.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { 'x' } else { '.' };
                let end = match (file, rank) {
                    (File::H, Rank::One) => "",
                    (File::H, _) => "\n",
                    _ => " ",
                };
                write!(f, "{mark}{end}")?;
            }
        }
        Ok(())
    }
}

/// The names of the squares.
impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> SquareSet {
        names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn steps_do_not_go_round_the_board() {
        let corners = SquareSet::CORNERS;
        assert_eq!(corners, set("a1 h1 a8 h8"));
        assert_eq!(corners.north(), set("a2 h2"));
        assert_eq!(corners.south(), set("a7 h7"));
        assert_eq!(corners.east(), set("b1 b8"));
        assert_eq!(corners.west(), set("g1 g8"));
        assert_eq!(set("a2 h2 d2").pawn_attacks(Side::First), set("b3 g3 c3 e3"));
        assert_eq!(set("a2 h2 d2").pawn_attacks(Side::Second), set("b1 g1 c1 e1"));
    }

    #[test]
    fn files_are_filled_ahead() {
        assert_eq!(set("a2 c7").all_ahead(Side::First), set("a3 a4 a5 a6 a7 a8 c8"));
        assert_eq!(set("a2 c4").all_ahead(Side::Second), set("a1 c3 c2 c1"));
    }

    #[test]
    fn a_mirror_exchanges_the_files() {
        assert_eq!(set("a1 b3 e8").mirrored(), set("h1 g3 d8"));
        let by_square: SquareSet = set("a1 b3 e8").into_iter().map(Square::mirrored).collect();
        assert_eq!(set("a1 b3 e8").mirrored(), by_square);
    }

    #[test]
    fn squares_come_from_both_ends() {
        let mut squares = set("b1 c4 h8").into_iter();
        assert_eq!(squares.len(), 3);
        assert_eq!((squares.next(), squares.next_back()), (Some(Square::B1), Some(Square::H8)));
        assert_eq!((squares.next_back(), squares.next_back()), (Some(Square::C4), None));
        assert_eq!((squares.next(), squares.len()), (None, 0));
        assert_eq!((SquareSet::EMPTY.first(), SquareSet::EMPTY.lowest()), (None, Square::A1));
    }

    #[test]
    fn dark_squares_are_those_like_a1() {
        let is_dark =
            |square: &Square| (square.file().index() + square.rank().index()).is_multiple_of(2);
        assert_eq!(SquareSet::DARK, Square::all().filter(is_dark).collect());
    }
}
