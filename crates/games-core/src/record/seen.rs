//! When positions of a game stood before.

use core::{
    hash::{BuildHasherDefault, Hasher},
    iter::successors,
};
use std::collections::HashMap;

/// For each key of a position the plies at which it stood, as chains through all plies: so a game
/// takes two pieces of memory, and not one for each of its positions.
#[derive(Clone, Default, Debug)]
pub(super) struct Seen {
    newest: HashMap<u64, usize, BuildHasherDefault<AsItIs>>,
    /// For each ply the one before it with the same key.
    before: Vec<Option<usize>>,
}

impl Seen {
    /// Notes the key of the position at the next ply, if it has one.
    pub(super) fn push(&mut self, key: Option<u64>) {
        let ply = self.before.len();
        self.before.push(key.and_then(|key| self.newest.insert(key, ply)));
    }

    /// Forgets the last ply, whose position has this key.
    pub(super) fn pop(&mut self, key: Option<u64>) {
        let before = self.before.pop().flatten();
        if let Some(key) = key {
            match before {
                Some(ply) => self.newest.insert(key, ply),
                None => self.newest.remove(&key),
            };
        }
    }

    /// Yields the plies at which positions with a key stood, the last one first.
    pub(super) fn plies(&self, key: u64) -> impl Iterator<Item = usize> + '_ {
        successors(self.newest.get(&key).copied(), |&ply| self.before[ply])
    }
}

/// Keys of positions are hashes already.
#[derive(Clone, Copy, Default, Debug)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_those_with_the_key_and_are_forgotten_one_by_one() {
        let mut seen = Seen::default();
        let keys = [Some(7), None, Some(8), Some(7), Some(8), Some(7)];
        for key in keys {
            seen.push(key);
        }
        let plies = |seen: &Seen, key| seen.plies(key).collect::<Vec<_>>();
        assert_eq!((plies(&seen, 7), plies(&seen, 8)), (vec![5, 3, 0], vec![4, 2]));
        assert_eq!(plies(&seen, 9), []);
        for key in keys.iter().rev().take(4) {
            seen.pop(*key);
        }
        assert_eq!((plies(&seen, 7), plies(&seen, 8)), (vec![0], vec![]));
        seen.push(Some(7));
        assert_eq!(plies(&seen, 7), [2, 0]);
    }
}
