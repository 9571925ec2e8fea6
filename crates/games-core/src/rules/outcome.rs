//! How a game stands and how it ended.

use core::cmp::Ordering;

use crate::Side;

/// The result of a finished game, the same for every onlooker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// Returns the outcome that belongs to a margin seen by [`Side::First`].
    ///
    /// ```
    /// use games_core::{Outcome, Side};
    /// assert_eq!(Outcome::from_margin(-4), Outcome::Win(Side::Second));
    /// assert_eq!(Outcome::from_margin(0), Outcome::Draw);
    /// ```
    #[must_use]
    pub fn from_margin(margin: i32) -> Self {
        match margin.cmp(&0) {
            Ordering::Greater => Self::Win(Side::First),
            Ordering::Less => Self::Win(Side::Second),
            Ordering::Equal => Self::Draw,
        }
    }

    /// Returns +1, 0 or -1 as `side` sees it.
    #[must_use]
    pub fn value_for(self, side: Side) -> i32 {
        match self {
            Self::Win(winner) if winner == side => 1,
            Self::Win(_) => -1,
            Self::Draw => 0,
        }
    }

    /// Returns `p1`, `p2` or `draw`, the name that command line and JSON use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(side) => side.name(),
            Self::Draw => "draw",
        }
    }
}

/// Whether the game goes on: what a move generator reports beside the moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// There is at least one legal move.
    Ongoing,
    /// The game is over; there is no legal move.
    Over(Outcome),
}

impl Status {
    /// Returns whether the game is over.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Over(_))
    }

    /// Returns the outcome of a finished game.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            Self::Ongoing => None,
        }
    }
}

/// Everything there is to say about a finished game.
///
/// `R` is the game's own type of reasons ([`Game::Reason`](crate::Game::Reason)), so that a new
/// game edits no central list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct End<R> {
    /// Who won.
    pub outcome: Outcome,
    /// Which rule ended the game.
    pub reason: R,
    /// By how much, in **half points** seen by [`Side::First`], where the game counts points
    /// (Othello: two a disc; Go: two a point, so that a komi of 6.5 is exact).
    /// Agrees in sign with `outcome`.
    pub margin: Option<i32>,
}

impl<R> End<R> {
    /// An end in a game that counts no points.
    pub const fn plain(outcome: Outcome, reason: R) -> Self {
        Self { outcome, reason, margin: None }
    }

    /// An end that is decided by a margin in half points, seen by [`Side::First`].
    pub fn by_margin(half_points: i32, reason: R) -> Self {
        Self { outcome: Outcome::from_margin(half_points), reason, margin: Some(half_points) }
    }
}
