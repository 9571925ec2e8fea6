//! Why games end.

use core::fmt;

/// Why one of the six games ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The side to move has no legal move.
    NoMoves,
    /// Somebody has three in a row.
    ThreeInARow,
    /// The board is full.
    FullBoard,
    /// A knight landed on the enemy king.
    KingCaptured,
    /// A knight landed on the enemy knight.
    KnightCaptured,
    /// The same position stood as often as the rules allow.
    Repetition,
    /// The game became as long as the rules allow.
    PlyCap,
}

impl From<Reason> for &'static str {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::NoMoves => "no moves",
            Reason::ThreeInARow => "three in a row",
            Reason::FullBoard => "full board",
            Reason::KingCaptured => "king captured",
            Reason::KnightCaptured => "knight captured",
            Reason::Repetition => "repetition",
            Reason::PlyCap => "ply cap",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str((*self).into())
    }
}
