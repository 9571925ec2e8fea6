//! The five rulesets.

use core::fmt;

use chessmen::{Kind, Rank, Square, SquareSet};
use games_core::Side;

/// One of the five ways in which Ludii reconstructs Skak, by the numbers that Ludii gives them.
///
/// They differ in how the men stand at the start, and in which of them may castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ruleset {
    /// The array of chess; kings castle with rooks (Ludii's ruleset 3084).
    One,
    /// The array of chess; kings castle with queens that stand in a corner (3085).
    Two,
    /// Pawns on the third ranks, pieces behind them, each queen on top of a pawn; no castling
    /// (3086).
    #[default]
    Three,
    /// The array of chess, no castling (3087).
    Four,
    /// Plays exactly like [`Two`](Self::Two) (3088): Ludii marks some pawns as well, and no rule
    /// ever asks for their marks.
    Five,
}

impl Ruleset {
    /// All rulesets in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::One, Self::Two, Self::Three, Self::Four, Self::Five];

    /// Returns Ludii's number, from 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
            Self::Five => 5,
        }
    }

    /// Returns whether queens stand on pawns at the start.
    #[must_use]
    pub const fn has_stacks(self) -> bool {
        matches!(self, Self::Three)
    }

    /// Returns the men with whom a king may castle, if any.
    #[must_use]
    pub const fn castling_partner(self) -> Option<Kind> {
        match self {
            Self::One => Some(Kind::Rook),
            Self::Two | Self::Five => Some(Kind::Queen),
            Self::Three | Self::Four => None,
        }
    }

    /// Returns the squares from which a side's pawns may go two steps.
    ///
    /// Where a queen stands on a pawn, Ludii notes the square as the queen's start square, so the
    /// pawn of d3 or d6 never goes two steps, not even after the queen has left.
    #[must_use]
    #[inline]
    pub fn double_step_squares(self, side: Side) -> SquareSet {
        match (self.has_stacks(), side) {
            (true, Side::First) => Rank::Three.squares() & !STACKS[0],
            (true, Side::Second) => Rank::Six.squares() & !STACKS[1],
            (false, Side::First) => Rank::Two.squares(),
            (false, Side::Second) => Rank::Seven.squares(),
        }
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// The square where each side's pawn may be buried: d3 and d6.
pub(crate) const STACKS: [SquareSet; 2] = [Square::D3.set(), Square::D6.set()];
