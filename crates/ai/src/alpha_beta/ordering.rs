//! Which move is tried first: the better the guess, the smaller the tree.

use games_core::{Side, zobrist};

/// A move of the position under search, with what it is sorted by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    /// The larger, the sooner it is tried.
    pub(super) rank: u64,
    /// Its place in generation order; [`NO_MOVE`](crate::table::NO_MOVE) and beyond are not told
    /// apart.
    pub(super) index: u16,
    pub(super) m: M,
}

/// Sorts moves by rank; equal ones stay in generation order.
pub(super) fn sort<M>(moves: &mut [Ranked<M>]) {
    moves.sort_unstable_by(|a, b| b.rank.cmp(&a.rank).then(a.index.cmp(&b.index)));
}

/// Moves that refuted something: at the same ply elsewhere in the tree (killers), and anywhere
/// (history).
#[derive(Debug)]
pub(super) struct Refutations<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<u32>,
}

/// Moves are told apart in the history by so many values of their hash.
const HISTORY: usize = 4096;
/// Counts are halved when one gets there; it must stay below [`KILLER`].
const HISTORY_LIMIT: u32 = 1 << 28;
/// What a killer is worth in the lower half of a rank, the second one half of it.
const KILLER: u32 = 1 << 31;

impl<M: Copy + Eq + core::hash::Hash> Refutations<M> {
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), history: vec![0; 2 * HISTORY] }
    }

    /// Returns the rank of a move: by the game's hint, then killers, then history.
    #[inline]
    pub(super) fn rank(&self, hint: i32, side: Side, ply: usize, m: M) -> u64 {
        let [first, second] = self.killers.get(ply).copied().unwrap_or_default();
        let experience = if first == Some(m) {
            KILLER
        } else if second == Some(m) {
            KILLER / 2
        } else {
            self.history[place(side, m)]
        };
        // Flipping the sign bit maps the order of `i32` to that of `u32`.
        u64::from(hint as u32 ^ 1 << 31) << 32 | u64::from(experience)
    }

    /// Notes that a move caused a cutoff at a node with so many plies below it.
    pub(super) fn note(&mut self, side: Side, ply: usize, depth: u32, m: M) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        let count = &mut self.history[place(side, m)];
        *count += depth.min(1000) * depth.min(1000);
        if *count >= HISTORY_LIMIT {
            for count in &mut self.history {
                *count /= 2;
            }
        }
    }
}

fn place<M: core::hash::Hash>(side: Side, m: M) -> usize {
    side.index() * HISTORY + zobrist::key_of(&m) as usize % HISTORY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hint_comes_first_then_killers_then_history_then_generation_order() {
        let mut refutations = Refutations::new();
        for _ in 0..100_000 {
            refutations.note(Side::First, 9, 1000, 'h');
        }
        refutations.note(Side::First, 3, 1, 'j');
        refutations.note(Side::First, 3, 1, 'k');
        let mut moves = Vec::new();
        for (index, (m, hint)) in
            [('a', -5), ('b', 0), ('c', 0), ('h', 0), ('j', 0), ('k', 0), ('z', i32::MAX)]
                .into_iter()
                .enumerate()
        {
            let rank = refutations.rank(hint, Side::First, 3, m);
            moves.push(Ranked { rank, index: index as u16, m });
        }
        sort(&mut moves);
        assert_eq!(moves.iter().map(|ranked| ranked.m).collect::<String>(), "zkjhbca");
    }
}
