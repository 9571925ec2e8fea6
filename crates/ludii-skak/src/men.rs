//! The men and the names of squares.

use games_core::Side;

/// What a man is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Kind {
    /// All kinds, from pawn to king.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What a pawn may become.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Knight, Self::Bishop, Self::Rook];

    /// Returns the upper-case letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Returns the name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

/// A man of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Man {
    /// Returns the letter: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the man with a letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let letter = letter.to_ascii_uppercase();
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter)?;
        Some(Self { side, kind })
    }
}

/// Returns a side's name.
#[must_use]
pub(crate) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// Returns the name of a square, from `a1` = 0 by ranks to `h8` = 63.
#[must_use]
pub fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 % 8 + 1)
}

/// Returns the square with a name of two bytes.
#[must_use]
pub fn square_of(name: &[u8]) -> Option<u8> {
    match *name {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(file - b'a' + 8 * (rank - b'1')),
        _ => None,
    }
}
