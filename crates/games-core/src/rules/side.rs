//! The two sides of a game.

/// One of the two players, named by who moves first in the game's initial position.
///
/// Black in Othello and Go, White in chess. A command line calls them `p1` and `p2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// Moves first in the initial position (`p1`).
    First,
    /// The other player (`p2`).
    Second,
}

impl Side {
    /// Both sides, the first player first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns 0 for the first side and 1 for the second, for tables with a row a side.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns +1 for the first side and -1 for the second: the factor between a value seen by
    /// this side and one seen by [`Side::First`].
    #[inline]
    #[must_use]
    pub const fn sign(self) -> i32 {
        match self {
            Self::First => 1,
            Self::Second => -1,
        }
    }

    /// Returns `p1` or `p2`, the name that command line and JSON use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "p1",
            Self::Second => "p2",
        }
    }
}
