//! What a position is worth to its side to move: minimax compares by it.

use core::{cmp::Reverse, ops::Neg};

use games_core::{End, Outcome, Side};

/// From worst to best: among won games the larger margin is better, then the quicker win; among
/// lost ones the smaller loss, then the slower one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Score {
    /// With a margin below 0, after so many plies.
    Lost(i32, u32),
    /// A draw, 0, or an estimate in hundredths.
    Open(i32),
    /// With a margin above 0, after so many plies.
    Won(i32, Reverse<u32>),
}

impl Score {
    /// The score of a finished game that is `ply` plies away.
    pub(crate) fn of_end<R>(end: &End<R>, side: Side, ply: u32) -> Self {
        let margin = end.margin.unwrap_or(0).abs();
        match end.outcome {
            Outcome::Draw => Self::Open(0),
            Outcome::Win(winner) if winner == side => Self::Won(margin, Reverse(ply)),
            Outcome::Win(_) => Self::Lost(-margin, ply),
        }
    }

    /// Returns +1 for a won game, -1 for a lost one, 0 for anything else.
    pub(crate) const fn winner(self) -> i32 {
        match self {
            Self::Lost(..) => -1,
            Self::Open(_) => 0,
            Self::Won(..) => 1,
        }
    }

    /// Returns the estimate; `None` if the game is won or lost.
    pub(crate) const fn estimate(self) -> Option<i32> {
        match self {
            Self::Open(hundredths) => Some(hundredths),
            _ => None,
        }
    }

    /// Returns the margin of a won or lost game with its sign; else 0.
    pub(crate) const fn margin(self) -> i32 {
        match self {
            Self::Lost(margin, _) | Self::Won(margin, _) => margin,
            Self::Open(_) => 0,
        }
    }

    /// Returns how far away the end of a won or lost game is.
    pub(crate) const fn plies(self) -> Option<u32> {
        match self {
            Self::Lost(_, plies) | Self::Won(_, Reverse(plies)) => Some(plies),
            Self::Open(_) => None,
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Lost(margin, plies) => Self::Won(-margin, Reverse(plies)),
            Self::Open(hundredths) => Self::Open(-hundredths),
            Self::Won(margin, Reverse(plies)) => Self::Lost(-margin, plies),
        }
    }
}
