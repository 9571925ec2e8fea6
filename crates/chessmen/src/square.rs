//! Squares, files and ranks.

use core::{
    fmt::{self, Write},
    str::FromStr,
};

use games_core::{TextError, notation::quote};

use crate::SquareSet;

/// One of the eight files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the letters say it")]
#[repr(u8)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files from a to h.
    pub const ALL: [Self; 8] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// Returns 0 for a to 7 for h.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the lower-case letter.
    #[inline]
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file of a lower-case letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self::ALL[letter as usize - 'a' as usize]),
            _ => None,
        }
    }

    /// Returns the eight squares of the file.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> SquareSet {
        SquareSet::from_bits(0x0101_0101_0101_0101 << self as u8)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// One of the eight ranks, named as White counts them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the numbers say it")]
#[repr(u8)]
pub enum Rank {
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
}

impl Rank {
    /// All ranks from 1 to 8.
    pub const ALL: [Self; 8] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
    ];

    /// Returns 0 for rank 1 to 7 for rank 8.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the digit, `1` to `8`.
    #[inline]
    #[must_use]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank of a digit.
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// Returns the eight squares of the rank.
    #[inline]
    #[must_use]
    pub const fn squares(self) -> SquareSet {
        SquareSet::from_bits(0xff << (8 * self as u8))
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.digit().fmt(f)
    }
}

/// A square, from `a1` by ranks to `h8`. There is no other value.
///
/// ```
/// use chessmen::{File, Rank, Square};
///
/// assert_eq!(Square::new(File::E, Rank::Four), Square::E4);
/// assert_eq!("e4".parse(), Ok(Square::E4));
/// assert_eq!(Square::from_index(28), Some(Square::E4));
/// assert_eq!(Square::from_index(64), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(
    /// Below 64.
    u8,
);

macro_rules! name_squares {
    ($($name:ident)*) => {
        /// Each square by its name.
        #[expect(missing_docs, reason = "the names say it")]
        impl Square {
            $(pub const $name: Self = Self(Number::$name as u8);)*
        }

        /// The names in the order of their numbers.
        enum Number {
            $($name,)*
        }
    };
}

name_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// The square where a file and a rank meet.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(8 * rank as u8 + file as u8)
    }

    /// Returns the square with a number, from `a1` = 0 by ranks to `h8` = 63.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// Returns the square that the six lowest bits of a number give.
    #[inline]
    #[must_use]
    pub(crate) const fn wrapping(index: u8) -> Self {
        Self(index & 63)
    }

    /// Returns the number of the square, from `a1` = 0 by ranks to `h8` = 63.
    ///
    /// The mask does nothing but tell the compiler that tables of 64 entries need no check.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Yields all squares from `a1` to `h8`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0_u8..64).map(Self)
    }

    /// Returns the file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        // A `match` is compiled to the number itself, a table would be read.
        match self.0 & 7 {
            0 => File::A,
            1 => File::B,
            2 => File::C,
            3 => File::D,
            4 => File::E,
            5 => File::F,
            6 => File::G,
            _ => File::H,
        }
    }

    /// Returns the rank.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        match self.0 >> 3 & 7 {
            0 => Rank::One,
            1 => Rank::Two,
            2 => Rank::Three,
            3 => Rank::Four,
            4 => Rank::Five,
            5 => Rank::Six,
            6 => Rank::Seven,
            _ => Rank::Eight,
        }
    }

    /// Returns the square whose number is larger by so much, counted on from `a1` after `h8`: with
    /// 8 a step up, with -1 a step to the left.
    #[inline]
    #[must_use]
    pub const fn wrapping_add(self, numbers: i8) -> Self {
        Self::wrapping(self.0.wrapping_add_signed(numbers))
    }

    /// Returns the set of this one square.
    #[inline]
    #[must_use]
    pub const fn set(self) -> SquareSet {
        SquareSet::from_bits(1 << (self.0 & 63))
    }

    /// Returns the square with the same file, seen from the other side: `e4` for `e5`.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// Returns the square with the same rank, seen in a mirror: `d4` for `e4`.
    #[inline]
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// Returns the number of king's moves to another square, 0 to 7.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> usize {
        let files = (self.0 & 7).abs_diff(other.0 & 7);
        let ranks = (self.0 >> 3).abs_diff(other.0 >> 3);
        (if files > ranks { files } else { ranks }) as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.file().letter())?;
        f.write_char(self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = TextError;

    /// Reads a letter from `a` to `h` and a digit from `1` to `8`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut letters = text.chars();
        let file = letters.next().and_then(File::from_letter);
        let rank = letters.next().and_then(Rank::from_digit);
        match (file, rank, letters.next()) {
            (Some(file), Some(rank), None) => Ok(Self::new(file, rank)),
            _ => Err(TextError::whole(
                text,
                format!("{} is no square; expected one from a1 to h8", quote(text)),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_numbers_files_and_ranks_agree() {
        let mut all = Square::all();
        for rank in Rank::ALL {
            for file in File::ALL {
                let square = Square::new(file, rank);
                assert_eq!(all.next(), Some(square));
                assert_eq!((square.file(), square.rank()), (file, rank));
                assert_eq!(square.index(), 8 * rank.index() + file.index());
                assert_eq!(square.to_string().parse(), Ok(square));
            }
        }
        assert_eq!(Square::H8.index(), 63);
        assert_eq!(Square::B1.flipped(), Square::B8);
        assert_eq!(Square::C7.mirrored(), Square::F7);
    }

    #[test]
    fn nothing_else_is_a_square() {
        for text in ["", "a", "a0", "a9", "i1", "A1", "a1 ", "1a", "é4", "a１"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_king_needs_seven_moves_at_most() {
        assert_eq!(Square::A1.distance(Square::H8), 7);
        assert_eq!(Square::E4.distance(Square::E4), 0);
        assert_eq!(Square::B2.distance(Square::D7), 5);
    }
}
