//! Rights to castle.

use core::fmt;

use games_core::Side;

use crate::Square;

/// A right to castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Castling {
    /// Whose right it is.
    pub side: Side,
    /// Whether it is the one towards the h-file.
    pub short: bool,
}

impl Castling {
    /// The four rights in the order of a FEN: `KQkq`.
    pub const ALL: [Self; 4] = [
        Self { side: Side::First, short: true },
        Self { side: Side::First, short: false },
        Self { side: Side::Second, short: true },
        Self { side: Side::Second, short: false },
    ];

    /// Returns the letter of the right in a FEN.
    #[must_use]
    pub const fn letter(self) -> char {
        match (self.side, self.short) {
            (Side::First, true) => 'K',
            (Side::First, false) => 'Q',
            (Side::Second, true) => 'k',
            (Side::Second, false) => 'q',
        }
    }

    /// Returns the right that a letter of a FEN stands for.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|right| right.letter() == letter)
    }

    /// Returns the square where a side's king begins and has to stand.
    #[inline]
    #[must_use]
    pub const fn king_of(side: Side) -> Square {
        match side {
            Side::First => Square::E1,
            Side::Second => Square::E8,
        }
    }

    /// Returns the square where the king has to stand.
    #[must_use]
    pub const fn king(self) -> Square {
        Self::king_of(self.side)
    }

    /// Returns the square where the rook has to stand.
    #[must_use]
    pub const fn rook(self) -> Square {
        match (self.side, self.short) {
            (Side::First, true) => Square::H1,
            (Side::First, false) => Square::A1,
            (Side::Second, true) => Square::H8,
            (Side::Second, false) => Square::A8,
        }
    }

    const fn bit(self) -> u8 {
        1 << (2 * self.side as u8 + !self.short as u8)
    }
}

/// Which rights to castle are left.
///
/// ```
/// use chessmen::{Castling, CastlingRights};
///
/// let mut rights = CastlingRights::NONE;
/// rights.insert(Castling::ALL[3]);
/// rights.insert(Castling::ALL[0]);
/// assert_eq!(rights.to_string(), "Kq");
/// assert!(rights.contains(Castling::ALL[0]) && !rights.contains(Castling::ALL[1]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights(
    /// A bit for each right, in the order of [`Castling::ALL`].
    u8,
);

impl CastlingRights {
    /// No right.
    pub const NONE: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(0b1111);

    /// Returns whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether a right is left.
    #[must_use]
    pub const fn contains(self, right: Castling) -> bool {
        self.0 & right.bit() != 0
    }

    /// Adds a right and returns whether it is new.
    pub const fn insert(&mut self, right: Castling) -> bool {
        let is_new = !self.contains(right);
        self.0 |= right.bit();
        is_new
    }

    /// Yields the rights in the order of a FEN.
    pub fn iter(self) -> impl Iterator<Item = Castling> + Clone {
        Castling::ALL.into_iter().filter(move |right| self.contains(*right))
    }
}

impl FromIterator<Castling> for CastlingRights {
    fn from_iter<I: IntoIterator<Item = Castling>>(rights: I) -> Self {
        rights.into_iter().fold(Self::NONE, |all, right| Self(all.0 | right.bit()))
    }
}

/// The letters of a FEN, `-` for none.
impl fmt::Display for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|right| write!(f, "{}", right.letter()))
    }
}

impl fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
