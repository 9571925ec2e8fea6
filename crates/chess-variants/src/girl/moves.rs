//! An action: a way to change the board.

use core::hash::{Hash, Hasher};

use super::men::Man;

/// A move, by what it does to the board: two movements with the same result are one move.
///
/// Squares are numbered from 0, rank by rank from `a1`. A move needs its position to be written
/// ([`Notation`](games_core::Notation)), because a copy does not tell who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Move {
    /// A man walks or jumps; an enemy on the square where it ends is destroyed.
    Go {
        /// Where it stands.
        from: u8,
        /// Where it ends.
        to: u8,
    },
    /// A Box and another own man change places.
    Swap {
        /// Where the Box stands.
        from: u8,
        /// Where the other man stands.
        partner: u8,
    },
    /// A new man appears; an enemy on that square is destroyed.
    Copy {
        /// The new man.
        man: Man,
        /// Where it appears.
        to: u8,
    },
    /// Nothing changes but the side to move.
    Pass,
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let (what, a, b) = match *self {
            Self::Go { from, to } => (0, from, to),
            Self::Swap { from, partner } => (1, from, partner),
            Self::Copy { man, to } => (2, man.letter() as u8, to),
            Self::Pass => (3, 0, 0),
        };
        hasher.write_u32(u32::from_be_bytes([0, what, a, b]));
    }
}
