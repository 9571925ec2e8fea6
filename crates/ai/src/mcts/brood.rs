//! The children that a node is about to get.

use super::options::TreePolicy;
use crate::rank::place_in;

/// Moves with their weights, and which of them become children.
#[derive(Debug)]
pub(super) struct Brood<'a, M> {
    pub(super) moves: &'a [M],
    /// A weight for each move.
    pub(super) weights: &'a [f32],
    /// What the weights are divided by.
    pub(super) total: f32,
    /// The places of the children's moves, the first child first, see [`in_order`].
    pub(super) order: &'a [u64],
}

impl<M: Copy> Brood<'_, M> {
    /// Returns the move and the prior of a child, by its number in the order.
    #[inline]
    pub(super) fn child(&self, number: u64) -> (M, f32) {
        let place = place_in(number);
        (self.moves[place], self.weights[place] / self.total)
    }
}

/// Brings the [numbers](crate::rank::weight_first) of moves into their order, and returns what their
/// weights are divided by.
pub(super) fn in_order(policy: TreePolicy, weights: &[f32], order: &mut [u64]) -> f32 {
    order.sort_unstable();
    match policy {
        TreePolicy::Puct => order.iter().map(|&number| weights[place_in(number)]).sum(),
        // Hints add up to nothing.
        TreePolicy::Uct => f32::INFINITY,
    }
}
