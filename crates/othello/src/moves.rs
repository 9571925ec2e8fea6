//! A move: a disc on a square, or a pass.

use core::{fmt, marker::PhantomData};

use crate::bitboard::{Layout, Size};

/// A placement or the pass, on a board kept in `B`.
///
/// Ordered by row, then by column; the pass comes last. `Display` writes `d3` or `pass`.
///
/// ```
/// type Move = othello::Move<u64>;
///
/// let d3 = Move::at(3, 2);
/// assert_eq!(d3.to_string(), "d3");
/// assert_eq!((d3.square(), Move::PASS.square()), (Some((3, 2)), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move<B = u64> {
    /// The number of the bit; 255 for the pass.
    bit: u8,
    layout: PhantomData<B>,
}

impl<B: Layout> Move<B> {
    /// The pass.
    pub const PASS: Self = Self { bit: u8::MAX, layout: PhantomData };

    /// Returns the placement on a square, given as column and row from 0.
    ///
    /// # Panics
    ///
    /// If the square is on no board that is kept in `B`.
    #[must_use]
    pub fn at(col: u8, row: u8) -> Self {
        let side = B::SIZES.last().map_or(0, |size| size.side());
        assert!(col < side && row < side, "no square in column {col}, row {row}");
        Self::on_bit(u32::from(row * B::STRIDE + col))
    }

    /// Returns whether this is the pass.
    #[inline]
    #[must_use]
    pub fn is_pass(self) -> bool {
        self == Self::PASS
    }

    /// Returns column and row of the square, from 0; `None` for the pass.
    #[must_use]
    pub fn square(self) -> Option<(u8, u8)> {
        (!self.is_pass()).then_some((self.bit % B::STRIDE, self.bit / B::STRIDE))
    }

    /// Returns the number of the square on a board of this size, row by row from a1; `None` for
    /// the pass.
    #[must_use]
    pub fn index(self, size: Size) -> Option<usize> {
        let (col, row) = self.square()?;
        Some(usize::from(row) * usize::from(size.side()) + usize::from(col))
    }

    /// Returns the placement on a square with a number, row by row from a1; `None` if the board
    /// has no such square.
    #[must_use]
    pub fn from_index(size: Size, index: usize) -> Option<Self> {
        let side = usize::from(size.side());
        (index < size.squares()).then(|| Self::at((index % side) as u8, (index / side) as u8))
    }

    /// Returns the set of bits that the placement sets: none for the pass.
    #[must_use]
    pub fn bits(self) -> B {
        if self.is_pass() { B::EMPTY } else { B::bit(u32::from(self.bit)) }
    }

    #[inline]
    pub(crate) fn on_bit(bit: u32) -> Self {
        Self { bit: bit as u8, layout: PhantomData }
    }

    #[inline]
    pub(crate) fn bit(self) -> u8 {
        self.bit
    }
}

impl<B: Layout> fmt::Display for Move<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some((col, row)) => write!(f, "{}{}", char::from(b'a' + col), row + 1),
            None => f.write_str("pass"),
        }
    }
}

impl<B: Layout> fmt::Debug for Move<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
