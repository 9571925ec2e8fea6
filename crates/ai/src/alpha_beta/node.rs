//! A position of the tree and what is known of it while it is searched.

use games_core::Side;

use super::{experience::Context, window::Window};
use crate::Score;

/// What a search of a subtree found, seen by the side to move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) score: Score,
    /// Whether the score, as far as the window asked for it, rests on ends of the game alone and
    /// on no estimate.
    pub(super) complete: bool,
    /// The highest position that it rests on because of a repetition.
    pub(super) rests_on: RestsOn,
}

/// A position on the path by its ply plus one; 0 stands for the game before the root, and
/// [`NOTHING`] for no repetition at all. The smaller, the higher up.
pub(super) type RestsOn = u32;
/// No repetition was met, or only such as do not matter above the node.
pub(super) const NOTHING: RestsOn = u32::MAX;
/// A repetition of a position of the game before the root.
pub(super) const THE_GAME: RestsOn = 0;
/// An end by clock or length, to which the whole way from the root has led.
pub(super) const THE_WAY: RestsOn = 1;

impl Found {
    /// What is known before any move was tried: everything, of none.
    pub(super) const NO_MOVE_YET: Self =
        Self { score: Score::from_raw(-Score::INFINITE.raw()), complete: true, rests_on: NOTHING };

    pub(super) fn seen_from_other_side(self) -> Self {
        Self { score: -self.score, ..self }
    }

    /// Takes in what a move is worth that is not good enough for a cutoff: that no move is better
    /// than the best needs every one of them.
    pub(super) fn and(&mut self, other: Self) {
        self.score = self.score.max(other.score);
        self.complete &= other.complete;
        self.rests_on = self.rests_on.min(other.rests_on);
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Plies below the root.
    pub(super) ply: usize,
    /// Plies to the horizon; 0 and less at it and beyond.
    pub(super) depth: i32,
}

impl Place {
    pub(super) const fn below(self) -> Self {
        self.below_reduced(0)
    }

    /// The place of a child that is searched so many plies less deep.
    pub(super) const fn below_reduced(self, reduction: i32) -> Self {
        Self { ply: self.ply + 1, depth: self.depth - 1 - reduction }
    }
}

/// A position above the horizon while its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) side: Side,
    pub(super) place: Place,
    pub(super) window: Window,
    /// What the search remembers of moves is asked for in this context.
    pub(super) context: Context,
    /// Whether the side to move must answer a threat.
    pub(super) must_answer: bool,
    /// The estimate of the position, if it was needed.
    pub(super) estimate: Option<Score>,
    /// How many moves there are; 0 before they were generated.
    pub(super) choices: usize,
    /// Whether the side to move has a better estimate than at its last turn, as far as is known.
    pub(super) trend: Trend,
}

/// What became of a side's estimate since its last turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trend {
    /// Nobody asked, or it cannot be told.
    Unknown,
    Up,
    Down,
}

/// How a move is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    /// First of all only whether it is better than the best so far.
    pub(super) probe: bool,
    /// First of all so many plies less deep.
    pub(super) reduction: i32,
}
