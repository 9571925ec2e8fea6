//! Moves on the chess board, and their text in the protocol UCI.

use core::{
    fmt::{self, Write},
    ops::Range,
    str::FromStr,
};

use games_core::{TextError, notation::quote};

use crate::{Kind, Square};

/// A move: from, to, and what a pawn becomes. Castling is the king's move of two squares.
///
/// Moves are ordered by origin, target and promotion.
///
/// ```
/// use chessmen::{Kind, Move, Square};
///
/// let m: Move = "e7e8q".parse().unwrap();
/// assert_eq!((m.from(), m.to(), m.promotion()), (Square::E7, Square::E8, Some(Kind::Queen)));
/// assert_eq!(m.to_string(), "e7e8q");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(
    /// Bits 0-2: promotion (0 none, 1 knight to 4 queen), 3-8: target, 9-14: origin.
    u16,
);

impl Move {
    /// A move without promotion.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self((from.index() as u16) << 9 | (to.index() as u16) << 3)
    }

    /// Makes it a promotion to knight, bishop, rook or queen; of another kind it makes none.
    #[inline]
    #[must_use]
    pub const fn promote(self, to: Kind) -> Self {
        let promotion = match to {
            Kind::Pawn | Kind::King => 0,
            piece => piece as u16,
        };
        Self(self.0 & !7 | promotion)
    }

    /// Returns the square that the move comes from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::wrapping((self.0 >> 9) as u8)
    }

    /// Returns the square that the move goes to.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0 >> 3) as u8)
    }

    /// Returns what the pawn becomes.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Kind> {
        match self.0 & 7 {
            1 => Some(Kind::Knight),
            2 => Some(Kind::Bishop),
            3 => Some(Kind::Rook),
            4 => Some(Kind::Queen),
            _ => None,
        }
    }

    /// Returns whether a legal move of a pawn is its step of two squares.
    #[inline]
    #[must_use]
    pub const fn goes_two_ahead(self) -> bool {
        self.from().index().abs_diff(self.to().index()) == 16
    }

    /// Returns whether a legal move of a king castles: it goes two squares aside.
    #[inline]
    #[must_use]
    pub const fn goes_two_aside(self) -> bool {
        self.from().index().abs_diff(self.to().index()) == 2
    }

    /// Returns the square in the middle between origin and target of a pawn's two steps, or of a
    /// castling king's.
    #[inline]
    #[must_use]
    pub const fn midpoint(self) -> Square {
        Square::wrapping(u8::midpoint(self.from().index() as u8, self.to().index() as u8))
    }

    /// How many numbers [`id`](Self::id) gives out: 64 by 64 moves without promotion, and for each
    /// side, file of origin, direction and kind a promotion.
    pub const IDS: u32 = 64 * 64 + 2 * 8 * 3 * 4;

    /// Returns the dense number of the move, whatever the position.
    ///
    /// Without promotion it is 64 times the origin plus the target. Promotions follow: 4096 plus
    /// 96 if Black promotes, 12 for each file of the origin from a, 4 for each direction (towards
    /// the a-file, straight, towards the h-file) and 1 for each kind (knight, bishop, rook,
    /// queen). `None` for a promotion that no pawn can make.
    #[must_use]
    #[inline]
    pub fn id(self) -> Option<u32> {
        let (from, to) = (self.from().index() as u32, self.to().index() as u32);
        let kind = u32::from(self.0 & 7);
        if kind == 0 {
            return Some(64 * from + to);
        }
        let black = match (from / 8, to / 8) {
            (6, 7) => 0,
            (1, 0) => 1,
            _ => return None,
        };
        let direction = (to % 8 + 1).checked_sub(from % 8).filter(|d| *d <= 2)?;
        Some(64 * 64 + 96 * black + 12 * (from % 8) + 4 * direction + kind - 1)
    }

    /// Returns the move with a number, whether or not any man can make it.
    #[must_use]
    pub fn from_id(id: u32) -> Option<Self> {
        let between = |from, to| {
            Some(Self::new(Square::from_index(from as usize)?, Square::from_index(to as usize)?))
        };
        let Some(id) = id.checked_sub(64 * 64) else { return between(id / 64, id % 64) };
        let (file, direction) = (id % 96 / 12, id % 12 / 4);
        let to_file = (file + direction).checked_sub(1).filter(|f| *f < 8)?;
        let (from, to) = match id / 96 {
            0 => (48 + file, 56 + to_file),
            1 => (8 + file, to_file),
            _ => return None,
        };
        Some(between(from, to)?.promote(Kind::PROMOTIONS[(id % 4) as usize]))
    }
}

impl FromStr for Move {
    type Err = TextError;

    /// Reads a move as in UCI: `e2e4`, `e1g1`, `e7e8q`. Says nothing about its legality.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let square = |bytes: Range<usize>| text.get(bytes)?.parse().ok();
        if let (Some(from), Some(to)) = (square(0..2), square(2..4)) {
            let m = Self::new(from, to);
            match text.as_bytes()[4..] {
                [] => return Ok(m),
                [b'n'] => return Ok(m.promote(Kind::Knight)),
                [b'b'] => return Ok(m.promote(Kind::Bishop)),
                [b'r'] => return Ok(m.promote(Kind::Rook)),
                [b'q'] => return Ok(m.promote(Kind::Queen)),
                _ => {}
            }
        }
        let message = format!("{} is no move; expected two squares, as e2e4 or e7e8q", quote(text));
        Err(TextError::whole(text, message))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.from().fmt(f)?;
        self.to().fmt(f)?;
        match self.promotion() {
            Some(kind) => f.write_char(kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_for_one_move() {
        let moves: Vec<_> = (0..Move::IDS).filter_map(Move::from_id).collect();
        // Of 192 promotions, 16 would leave the board at a side: 2 files, 2 sides, 4 kinds.
        assert_eq!(moves.len(), 64 * 64 + 192 - 16);
        for id in 0..Move::IDS + 1000 {
            if let Some(m) = Move::from_id(id) {
                assert_eq!(m.id(), Some(id), "{m}");
            }
        }
    }

    #[test]
    fn only_two_squares_and_a_promotion_make_a_move() {
        for text in ["e2e4", "d3d6", "a7a8q", "h2h1n", "b7a8r", "e1g1", "g7h8b"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        for text in ["", "e2", "e2e", "e2e9", "i2e4", "e2e4 ", "e7e8Q", "e7e8k", "e2e4xx", "é2e4"]
        {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
