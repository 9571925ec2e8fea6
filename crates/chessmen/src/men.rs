//! The men of chess.

use games_core::Side;

/// The kinds of men, by the order of their value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// A pawn, `P`.
    Pawn,
    /// A knight, `N`.
    Knight,
    /// A bishop, `B`.
    Bishop,
    /// A rook, `R`.
    Rook,
    /// A queen, `Q`.
    Queen,
    /// A king, `K`.
    King,
}

impl Kind {
    /// All kinds, the pawn first.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What a pawn may become, the knight first.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// Returns 0 for a pawn to 5 for a king, for tables with a row a kind.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the English letter, upper case.
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

    /// Returns the kind of an upper-case English letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Self::Pawn,
            'N' => Self::Knight,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'Q' => Self::Queen,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// Returns the English word, lower case: `pawn`. It is also the name of the drawing.
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

/// A man on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Whose it is; [`Side::First`] is White.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Man {
    /// Returns the letter of the man in a FEN: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the man that a letter of a FEN stands for.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        match Kind::from_letter(letter.to_ascii_uppercase()) {
            Some(kind) => Some(Self { side, kind }),
            None => None,
        }
    }
}

/// Returns `White` or `Black`.
#[must_use]
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}
