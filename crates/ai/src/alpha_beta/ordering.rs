//! Which move is tried first: the better the guess, the smaller the tree.

/// A move of the position under search, with what it is sorted by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    /// The larger, the sooner it is tried.
    pub(super) rank: i64,
    pub(super) m: M,
    /// Its place in generation order; [`NO_MOVE`](crate::table::NO_MOVE) and beyond are not told
    /// apart.
    pub(super) index: u16,
}

impl<M> Ranked<M> {
    pub(super) const fn unranked(m: M, index: u16) -> Self {
        Self { rank: 0, m, index }
    }

    /// Sets the rank: the game's hint comes first, experience decides between equal ones.
    #[inline]
    pub(super) fn set_rank(&mut self, hint: i32, experience: i32) {
        self.rank = (i64::from(hint) << 32) + i64::from(experience);
    }

    /// Sets the rank to the game's hint.
    #[inline]
    pub(super) fn set_hint(&mut self, hint: i32) {
        self.set_rank(hint, 0);
    }

    /// Has experience decide between equal hints.
    #[inline]
    pub(super) fn add_experience(&mut self, experience: i32) {
        self.rank += i64::from(experience);
    }

    #[inline]
    pub(super) fn is_before(&self, other: &Self) -> bool {
        self.rank > other.rank || self.rank == other.rank && self.index < other.index
    }
}

/// Distances between moves that are compared (M. Ciura, "Best increments for the average case of
/// Shellsort", 2001): enough for any list of moves.
const GAPS: [usize; 7] = [301, 132, 57, 23, 10, 4, 1];

/// Sorts moves by rank; equal ones stay in generation order.
///
/// The standard library's sorting is two hundred times as long, and would be made for each type of
/// moves; for a few dozen of them it is no quicker.
pub(super) fn sort<M: Copy>(moves: &mut [Ranked<M>]) {
    for gap in GAPS {
        for i in gap..moves.len() {
            let (entry, mut at) = (moves[i], i);
            while at >= gap && entry.is_before(&moves[at - gap]) {
                moves[at] = moves[at - gap];
                at -= gap;
            }
            moves[at] = entry;
        }
    }
}

/// So many moves are looked for one by one, since most often one of the first is good enough.
const PICKED: usize = 6;

/// Brings the move to the front that is to be tried next, when `tried` of these moves were before.
/// Called for each number in turn, it hands them out in sorted order.
#[inline]
pub(super) fn bring_next<M: Copy>(moves: &mut [Ranked<M>], tried: usize) {
    if tried < PICKED {
        let Some(mut first) = moves.first() else { return };
        let mut best = 0;
        for (i, entry) in moves.iter().enumerate().skip(1) {
            if entry.is_before(first) {
                (best, first) = (i, entry);
            }
        }
        moves.swap(0, best);
    } else if tried == PICKED {
        sort(moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn moves_come_one_by_one_in_sorted_order(ranks in prop::collection::vec(-3..3_i64, 0..20)) {
            let mut moves: Vec<_> = (0..)
                .zip(ranks)
                .map(|(index, rank)| Ranked { rank, m: index, index })
                .collect();
            let mut sorted = moves.clone();
            sort(&mut sorted);
            for tried in 0..moves.len() {
                bring_next(&mut moves[tried..], tried);
            }
            let order = |moves: &[Ranked<u16>]| moves.iter().map(|r| r.m).collect::<Vec<_>>();
            prop_assert_eq!(order(&moves), order(&sorted));
            prop_assert!(sorted.is_sorted_by_key(|r| (-r.rank, r.index)));
        }
    }

    #[test]
    fn no_experience_outweighs_a_hint() {
        let mut low = Ranked::unranked('a', 0);
        let mut high = Ranked::unranked('b', 1);
        for (a, b) in [(i32::MIN, i32::MIN + 1), (-1, 0), (i32::MAX - 1, i32::MAX)] {
            low.set_rank(a, i32::MAX);
            high.set_rank(b, i32::MIN);
            assert!(high.is_before(&low));
        }
    }
}
