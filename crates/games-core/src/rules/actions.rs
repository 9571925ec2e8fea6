//! Dense numbers for moves.

use core::ops::ControlFlow;

use crate::Game;

/// Numbers for moves that do not depend on the position: for policy tables, opening books and
/// learning. A game without a useful numbering keeps the defaults.
///
/// Laws: every legal move has a number below [`action_count`](Actions::action_count), and
/// [`action`](Actions::action) returns the move that has it.
pub trait Actions: Game {
    /// Returns how many numbers there are; `None` if moves have no dense numbers.
    fn action_count(&self) -> Option<u32> {
        None
    }

    /// Returns the number of a move.
    fn action_id(&self, m: Self::Move) -> Option<u32> {
        let _ = m;
        None
    }

    /// Appends the numbers of the legal moves to an empty list, in ascending order.
    ///
    /// A game whose moves come in this order, and whose numbers are quickly made of all moves at once,
    /// says so here.
    fn action_ids(&self, state: &Self::State, ids: &mut Vec<u32>) {
        let _ = self.moves(state, &mut |m| {
            if let Some(id) = self.action_id(m) {
                ids.push(id);
            }
            ControlFlow::Continue(())
        });
        put_in_order(ids);
    }

    /// Returns the move with a number, whether or not it is legal anywhere.
    fn action(&self, id: u32) -> Option<Self::Move> {
        let _ = id;
        None
    }
}

/// Sorts the numbers of the moves of a position, each of which occurs once. A set of bits takes a
/// third of the time of sorting, which cannot foretell how numbers compare.
fn put_in_order(ids: &mut Vec<u32>) {
    const BITS: usize = 8192;
    if ids.is_sorted() {
        return;
    }
    let largest = ids.iter().copied().max().unwrap_or(0) as usize;
    if largest >= BITS {
        ids.sort_unstable();
        return;
    }
    let mut words = [0_u64; BITS / 64];
    let words = &mut words[..=largest / 64];
    for &id in &*ids {
        words[id as usize / 64] |= 1 << (id % 64);
    }
    ids.clear();
    for (first, &word) in (0..).step_by(64).zip(&*words) {
        let mut left = word;
        while left != 0 {
            ids.push(first + left.trailing_zeros());
            left &= left - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::put_in_order;
    use crate::{Rng, seeded};

    #[test]
    fn numbers_of_moves_come_in_ascending_order() {
        let mut rng = seeded(1);
        for largest in [1, 63, 64, 65, 4288, 8191, 8192, 70_000] {
            let mut ids: Vec<u32> = (0..40).map(|_| rng.below(largest + 1)).collect();
            ids.extend([largest, 0]);
            let mut sorted = ids.clone();
            sorted.sort_unstable();
            sorted.dedup();
            ids = sorted.iter().rev().copied().collect();
            ids.rotate_left(1);
            put_in_order(&mut ids);
            assert_eq!(ids, sorted, "up to {largest}");
        }
    }
}
