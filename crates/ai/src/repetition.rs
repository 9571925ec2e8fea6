//! Repeated positions: those of the game so far and those on the way down the search tree.

use games_core::{Adjudicate, Game, Record};

/// The positions of the game before the root, to be found by key.
#[derive(Debug)]
pub(crate) struct Past<'a, G: Adjudicate> {
    game: &'a G,
    root: &'a G::State,
    record: &'a Record<G>,
    /// Whether repetition means anything in this game.
    counts: bool,
    keys: Keys,
}

/// The keys of positions with their plies.
#[derive(Default, Debug)]
struct Keys {
    /// Sorted by key.
    plies: Vec<(u64, usize)>,
    /// A bit for each value of the low 16 bits of a key: most lookups end here.
    filter: Vec<u64>,
}

impl Keys {
    fn new(mut plies: Vec<(u64, usize)>) -> Self {
        plies.sort_unstable();
        let mut filter = vec![0; (FILTER_BITS / 64) as usize];
        for &(key, _) in &plies {
            filter[(key % FILTER_BITS / 64) as usize] |= 1 << (key % 64);
        }
        Self { plies, filter }
    }

    #[inline]
    fn may_have(&self, key: u64) -> bool {
        self.filter[(key % FILTER_BITS / 64) as usize] >> (key % 64) & 1 == 1
    }

    /// Whether a position with this key is the same, by its ply.
    fn any(&self, key: u64, is_same: &dyn Fn(usize) -> bool) -> bool {
        self.with(key).iter().any(|&(_, ply)| is_same(ply))
    }

    /// Those with this key.
    fn with(&self, key: u64) -> &[(u64, usize)] {
        let from = self.plies.partition_point(|&(k, _)| k < key);
        let to = self.plies.partition_point(|&(k, _)| k <= key);
        &self.plies[from..to]
    }
}

/// On what a repeated position was met before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Met {
    /// In the game, before the root.
    InGame,
    /// On the path, so many plies below the root.
    OnPath(usize),
}

const FILTER_BITS: u64 = 1 << 16;

impl<'a, G: Adjudicate> Past<'a, G> {
    pub(crate) fn new(record: &'a Record<G>) -> Self {
        let (game, root) = (record.game(), record.state());
        let counts = game.repetition_key(root).is_some();
        let mut keys = Keys::default();
        if counts {
            let mut plies = Vec::with_capacity(record.plies());
            for ply in 0..record.plies() {
                if let Some(key) = game.repetition_key(record.state_at(ply)) {
                    plies.push((key, ply));
                }
            }
            keys = Keys::new(plies);
        }
        Self { game, root, record, counts, keys }
    }

    pub(crate) fn counts(&self) -> bool {
        self.counts
    }

    /// How often a position has stood in the game.
    pub(crate) fn times(&self, state: &G::State) -> usize {
        if self.keys.plies.is_empty() {
            return 0;
        }
        let Some(key) = self.game.repetition_key(state) else { return 0 };
        if !self.keys.may_have(key) {
            return 0;
        }
        let mut times = 0;
        for &(_, ply) in self.keys.with(key) {
            times += usize::from(self.game.is_repetition(self.record.state_at(ply), state));
        }
        times
    }

    #[inline]
    fn has(&self, key: u64, state: &G::State) -> bool {
        self.keys.may_have(key)
            && self.keys.any(key, &|ply| self.game.is_repetition(self.record.state_at(ply), state))
    }
}

/// The way from the root to the position that the search looks at.
///
/// A pass that the search tries although the rules do not allow it begins a new way: what came
/// before it is repeated by no game.
#[derive(Debug)]
pub(crate) struct Path<G: Game> {
    /// The key of each position on the way, the root's first.
    keys: Vec<Option<u64>>,
    /// The move from each of them, nothing for a pass.
    moves: Vec<Option<G::Move>>,
    /// The positions after passes, with their plies below the root.
    passed: Vec<(usize, G::State)>,
}

impl<G: Adjudicate> Path<G> {
    pub(crate) fn new() -> Self {
        Self { keys: Vec::new(), moves: Vec::new(), passed: Vec::new() }
    }

    /// Starts at the root.
    pub(crate) fn begin(&mut self, past: &Past<'_, G>) {
        self.passed.clear();
        self.arrive(past, 0, past.root);
    }

    /// Notes the move that is played `ply` plies below the root.
    #[inline]
    pub(crate) fn leave(&mut self, ply: usize, m: G::Move) {
        self.moves.truncate(ply);
        self.moves.push(Some(m));
    }

    /// Notes a pass `ply` plies below the root and the position after it, until
    /// [`take_pass_back`](Self::take_pass_back).
    pub(crate) fn pass(&mut self, ply: usize, after: &G::State) {
        self.moves.truncate(ply);
        self.moves.push(None);
        self.passed.push((ply + 1, after.clone()));
    }

    pub(crate) fn take_pass_back(&mut self) {
        self.passed.pop();
    }

    /// Notes the position `ply` plies below the root and returns where it was met before.
    ///
    /// Positions are compared and not their keys alone. States are not copied on the way: in the
    /// rare case of equal keys the moves are played again from the root.
    pub(crate) fn arrive(
        &mut self,
        past: &Past<'_, G>,
        ply: usize,
        state: &G::State,
    ) -> Option<Met> {
        let key = past.game.repetition_key(state);
        self.keys.truncate(ply);
        self.keys.push(key);
        let key = key?;
        if ply == 0 {
            return None;
        }
        let (first, start) = self.passed.last().map_or((0, past.root), |(ply, s)| (*ply, s));
        for at in (first..ply).rev() {
            if self.keys[at] == Some(key) {
                let mut earlier = start.clone();
                for &m in self.moves[first..at].iter().flatten() {
                    past.game.apply(&mut earlier, m);
                }
                if past.game.is_repetition(&earlier, state) {
                    return Some(Met::OnPath(at));
                }
            }
        }
        (self.passed.is_empty() && past.has(key, state)).then_some(Met::InGame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games_core::{Side, toy::GraphGame};

    /// A circle of three places.
    #[test]
    fn what_comes_after_a_pass_repeats_nothing_before_it() {
        let circle = [1, 2, 0].map(|next| (Side::First, vec![next]));
        let mut record = Record::new(GraphGame::new(circle));
        record.play_line("1 2").unwrap();
        let past = Past::new(&record);
        let mut path = Path::new();
        path.begin(&past);
        path.leave(0, 0);
        assert_eq!(path.arrive(&past, 1, &0), Some(Met::InGame));
        path.pass(0, &2);
        assert_eq!(path.arrive(&past, 1, &2), None);
        for (ply, place) in [(2, 0), (3, 1)] {
            path.leave(ply - 1, place);
            assert_eq!(path.arrive(&past, ply, &place), None);
        }
        path.leave(3, 2);
        assert_eq!(path.arrive(&past, 4, &2), Some(Met::OnPath(1)));
        path.take_pass_back();
        path.leave(0, 0);
        assert_eq!(path.arrive(&past, 1, &0), Some(Met::InGame));
    }
}
