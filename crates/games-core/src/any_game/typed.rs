//! The game behind the object.

use crate::{Adjudicate, AnyMove, AnyReason, End, entry::Playable};

/// A game whose type can be erased: its moves have numbers, its reasons names, and it keeps no
/// clock. Every game is one that fits.
///
/// The number of a move says all of it, and numbers stand in the order of the moves.
pub trait Erasable:
    Playable + Adjudicate<Clock = (), Move: Into<u64> + TryFrom<u64>, Reason: Into<&'static str>>
{
}

impl<G> Erasable for G where
    G: Playable
        + Adjudicate<Clock = (), Move: Into<u64> + TryFrom<u64>, Reason: Into<&'static str>>
{
}

/// The one implementor of what is asked of objects.
pub(super) struct Typed<G>(pub(super) G);

impl<G: Erasable> Typed<G> {
    pub(super) fn end_of(&self, end: &End<G::Reason>) -> End<AnyReason> {
        let reason = AnyReason::new(end.reason.into(), self.0.final_score(end));
        End { outcome: end.outcome, reason, margin: end.margin }
    }
}

/// Returns moves as their game knows them.
pub(super) fn typed_moves<M: TryFrom<u64>>(moves: &[AnyMove]) -> Vec<M> {
    moves.iter().map(|m| m.get()).collect()
}
