//! How boards lie in machine words.
//!
//! ```text
//!       u64, stride 8                      u128, stride 11
//!       a  b  c  d  e  f  g  h             a  b  c  ...  j  guard
//!    1  0  1  2  3  4  5  6  7          1  0  1  2       9  10
//!    2  8  9 10 11 ...                  2 11 12 13      20  21
//!    3 16 ...                           3 22 ...
//! ```
//!
//! Boards of 4 and 6 squares a side lie in the corner at a1 of the board of 8, so that a step in a
//! direction is the same shift on all of them and nothing but the mask of the board's squares
//! depends on the size. The board of 10 has an eleventh column that is always empty: no line
//! comes out of it on the other side, and shifts need no masks.

use games_core::Bits;

/// The number of squares on a side of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Size {
    /// 4 by 4, kept in a `u64`.
    Four = 4,
    /// 6 by 6, kept in a `u64`.
    Six = 6,
    /// 8 by 8, the usual board, kept in a `u64`.
    Eight = 8,
    /// 10 by 10, kept in a `u128`.
    Ten = 10,
}

impl Size {
    /// All sizes, the smallest first.
    pub const ALL: [Self; 4] = [Self::Four, Self::Six, Self::Eight, Self::Ten];

    /// Returns the number of squares on a side.
    #[must_use]
    pub const fn side(self) -> u8 {
        self as u8
    }

    /// Returns the number of squares on the board.
    #[must_use]
    pub const fn squares(self) -> usize {
        self.side() as usize * self.side() as usize
    }

    /// Returns the size of a board with this many squares.
    ///
    /// ```
    /// assert_eq!(othello::Size::of_squares(36), Some(othello::Size::Six));
    /// assert_eq!(othello::Size::of_squares(63), None);
    /// ```
    #[must_use]
    pub fn of_squares(n: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.squares() == n)
    }
}

/// A word that boards are kept in: `u64` for up to 8 squares a side, `u128` for 10.
///
/// Sealed: the tables behind it fit these two alone.
pub trait Layout: Bits + sealed::Tables {
    /// The distance of two squares that lie one below the other.
    const STRIDE: u8;

    /// The sizes of the boards that are kept in this word.
    const SIZES: &'static [Size];

    /// Returns the squares of a board.
    #[must_use]
    fn board(size: Size) -> Self;
}

impl Layout for u64 {
    const STRIDE: u8 = 8;
    const SIZES: &'static [Size] = &[Size::Four, Size::Six, Size::Eight];

    #[inline]
    fn board(size: Size) -> Self {
        const BOARDS: [u64; 11] = {
            let mut boards = [0; 11];
            boards[4] = square_mask(8, 4) as u64;
            boards[6] = square_mask(8, 6) as u64;
            boards[8] = square_mask(8, 8) as u64;
            boards
        };
        BOARDS[size as usize]
    }
}

impl Layout for u128 {
    const STRIDE: u8 = 11;
    const SIZES: &'static [Size] = &[Size::Ten];

    #[inline]
    fn board(size: Size) -> Self {
        const TEN: u128 = square_mask(11, 10);
        if matches!(size, Size::Ten) { TEN } else { 0 }
    }
}

/// Returns the squares of the `side` leftmost columns and uppermost rows.
const fn square_mask(stride: u32, side: u32) -> u128 {
    let mut mask = 0;
    let mut row = 0;
    while row < side {
        mask |= ((1 << side) - 1) << (row * stride);
        row += 1;
    }
    mask
}

/// What the two words do differently.
pub(crate) mod sealed {
    use super::Bits;

    /// The squares in each direction from a square, without the square itself: first the four
    /// directions towards higher numbers (east, south-west, south, south-east), then their
    /// opposites in the same order.
    pub(crate) type Rays<B> = [B; 8];

    /// Lines of a word and a fold for hashing. Named in a sealed trait and so out of reach.
    pub trait Tables: Bits {
        /// Squares on which a line may go on, for rows, columns, rising and falling diagonals: not
        /// those of the outer columns, beyond which the next row begins, except in columns. With a
        /// guard column, all.
        ///
        /// In words without one no two sets are equal, for then compilers would work at some of them
        /// apart; what differs are squares of the outer rows, on which no line goes on anyway.
        const INNER: [Self; 4];
        /// The leftmost column of the largest board.
        const LEFT: Self;

        /// Returns the rays from a square.
        fn rays(square: u8) -> &'static Rays<Self>;

        /// Returns all numbers above the largest member; for the empty set all numbers.
        fn above(self) -> Self;

        /// Returns 64 bits that depend on all members.
        fn fold(self) -> u64;

        /// Returns the set as a `u64` if that is what it is: what is made for boards of up to 8
        /// squares a side alone.
        fn narrow(self) -> Option<u64>;

        /// Returns the set that [`narrow`](Self::narrow) has made a `u64` of.
        fn of_narrow(set: u64) -> Self;
    }
}

impl sealed::Tables for u64 {
    const INNER: [Self; 4] = [
        0x7e7e_7e7e_7e7e_7e7e,
        0x00ff_ffff_ffff_ff00,
        0x007e_7e7e_7e7e_7e00,
        0x7e7e_7e7e_7e7e_7e00,
    ];
    const LEFT: Self = 0x0101_0101_0101_0101;

    #[inline]
    fn rays(square: u8) -> &'static sealed::Rays<Self> {
        /// A cache line for each square, and as many of no square: the lowest bit of a set is below
        /// 128, as compilers know, so that nothing is worked out of it to stay within the table.
        #[repr(align(64))]
        struct Table([sealed::Rays<u64>; 128]);
        static RAYS: Table = {
            let wide = rays::<64>(8, 8);
            let mut table = [[0; 8]; 128];
            let mut i = 0;
            while i < 64 * 8 {
                table[i / 8][i % 8] = wide[i / 8][i % 8] as u64;
                i += 1;
            }
            Table(table)
        };
        &RAYS.0[usize::from(square & 127)]
    }

    #[inline]
    fn above(self) -> Self {
        !Self::MAX.checked_shr(self.leading_zeros()).unwrap_or(0)
    }

    #[inline]
    fn fold(self) -> u64 {
        self
    }

    fn narrow(self) -> Option<u64> {
        Some(self)
    }

    #[inline]
    fn of_narrow(set: u64) -> Self {
        set
    }
}

impl sealed::Tables for u128 {
    const INNER: [Self; 4] = [Self::MAX; 4];
    // Every eleventh bit, ten of them.
    const LEFT: Self = ((1 << 110) - 1) / ((1 << 11) - 1);

    #[inline]
    fn rays(square: u8) -> &'static sealed::Rays<Self> {
        static RAYS: [sealed::Rays<u128>; 110] = rays(11, 10);
        &RAYS[usize::from(square)]
    }

    #[inline]
    fn above(self) -> Self {
        !Self::MAX.checked_shr(self.leading_zeros()).unwrap_or(0)
    }

    #[inline]
    fn fold(self) -> u64 {
        games_core::zobrist::mix(self as u64) ^ (self >> 64) as u64
    }

    fn narrow(self) -> Option<u64> {
        None
    }

    fn of_narrow(set: u64) -> Self {
        Self::from(set)
    }
}

/// Walks from every square in every direction to the edge of a board of `side` squares a side.
const fn rays<const N: usize>(stride: i32, side: i32) -> [[u128; 8]; N] {
    const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut table = [[0; 8]; N];
    let mut square = 0;
    while square < side * side {
        let (col, row) = (square % side, square / side);
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = STEPS[direction % 4];
            let sign = if direction < 4 { 1 } else { -1 };
            let (mut x, mut y) = (col + sign * dx, row + sign * dy);
            while x >= 0 && x < side && y >= 0 && y < side {
                table[(row * stride + col) as usize][direction] |= 1 << (y * stride + x);
                x += sign * dx;
                y += sign * dy;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::{sealed::Tables, *};

    #[test]
    fn boards_have_their_squares_in_the_corner_at_a1() {
        assert_eq!(u64::board(Size::Four), 0x0f0f_0f0f);
        assert_eq!(u64::board(Size::Eight), u64::MAX);
        for size in Size::ALL {
            let count = if size == Size::Ten {
                u128::board(size).count()
            } else {
                u64::board(size).count()
            };
            assert_eq!(count as usize, size.squares());
        }
    }

    #[test]
    fn the_rays_of_a_square_are_its_lines_to_the_edge() {
        // d3 is square 19; its row is 16..24, its column 3, 11, ...
        let [east, south_west, south, south_east, west, north_east, north, north_west] =
            *u64::rays(19);
        let squares = |set: u64| set.ones().collect::<Vec<_>>();
        assert_eq!(squares(east), [20, 21, 22, 23]);
        assert_eq!(squares(west), [16, 17, 18]);
        assert_eq!(squares(south), [27, 35, 43, 51, 59]);
        assert_eq!(squares(north), [3, 11]);
        assert_eq!(squares(south_west), [26, 33, 40]);
        assert_eq!(squares(north_east), [5, 12]);
        assert_eq!(squares(south_east), [28, 37, 46, 55]);
        assert_eq!(squares(north_west), [1, 10]);
    }
}
