//! The boards that stood before: what superko compares with.

use core::{fmt, hash};
use std::sync::Arc;

use games_core::zobrist::mix;

/// All boards since the start of a game, the present one included, for superko.
///
/// A list whose beginning is shared by all positions that go on from it: copying it copies a
/// pointer, going one ply further adds one link and drops it again, so a search pays the same at
/// any depth and a game in progress keeps every board once. Each link carries a small filter of
/// the keys before it (B. Bloom, 1970), which answers nearly all questions without a walk. Boards
/// are found by key and then compared cell by cell.
#[derive(Clone)]
pub struct History<const N: usize> {
    last: Arc<Link<N>>,
}

struct Link<const N: usize> {
    before: Option<Arc<Self>>,
    /// The key of the board, with the side to move mixed in where that is part of the question.
    key: u64,
    cells: [u8; N],
    /// A key of all links up to here, in order.
    digest: u64,
    len: u32,
    filter: [u64; FILTER_WORDS],
}

/// 2048 bits: a game of 300 boards makes one question in seven a walk for nothing.
const FILTER_WORDS: usize = 32;

/// Tells the start from a later board: `mix` leaves 0 as it is.
const START: u64 = 0x5851_f42d_4c95_7f2d;

fn filter_bit(key: u64) -> (usize, u64) {
    ((key >> 6) as usize % FILTER_WORDS, 1 << (key % 64))
}

impl<const N: usize> History<N> {
    /// Starts with one board.
    pub(crate) fn start(key: u64, cells: &[u8; N]) -> Self {
        let mut filter = [0; FILTER_WORDS];
        let (word, bit) = filter_bit(key);
        filter[word] |= bit;
        let link =
            Link { before: None, key, cells: *cells, digest: mix(key ^ START), len: 1, filter };
        Self { last: Arc::new(link) }
    }

    /// Adds the board that stands now.
    pub(crate) fn push(&mut self, key: u64, cells: &[u8; N]) {
        let last = &self.last;
        let mut filter = last.filter;
        let (word, bit) = filter_bit(key);
        filter[word] |= bit;
        let digest = mix(last.digest.rotate_left(1) ^ key);
        let len = last.len.saturating_add(1);
        let before = Some(Arc::clone(last));
        self.last = Arc::new(Link { before, key, cells: *cells, digest, len, filter });
    }

    /// Returns how many boards there are, repetitions included; at least 1.
    #[must_use]
    pub fn boards(&self) -> u32 {
        self.last.len
    }

    /// Returns a key of the whole sequence.
    pub(crate) fn digest(&self) -> u64 {
        self.last.digest
    }

    /// Returns whether a board with this key may be among them: `false` is certain.
    #[inline]
    pub(crate) fn may_have(&self, key: u64) -> bool {
        let (word, bit) = filter_bit(key);
        self.last.filter[word] & bit != 0
    }

    /// Returns whether a board with this key and these cells is among them. The cells are worked
    /// out only if the key is found.
    pub(crate) fn has(&self, key: u64, cells: impl Fn() -> [u8; N]) -> bool {
        let mut found = None;
        self.links().any(|link| link.key == key && *found.get_or_insert_with(&cells) == link.cells)
    }

    /// Returns the history with every board replaced by its image, given with its new key.
    pub(crate) fn map(&self, image: impl Fn(u64, &[u8; N]) -> (u64, [u8; N])) -> Self {
        let mut links: Vec<_> = self.links().collect();
        links.reverse();
        let mut images = links.into_iter().map(|link| image(link.key, &link.cells));
        let (key, cells) = images.next().expect("a history has a start");
        let mut mapped = Self::start(key, &cells);
        for (key, cells) in images {
            mapped.push(key, &cells);
        }
        mapped
    }

    fn links(&self) -> impl Iterator<Item = &Link<N>> {
        core::iter::successors(Some(&*self.last), |link| link.before.as_deref())
    }
}

/// The links go one by one: a long chain of them, each dropping the one before, would overflow
/// the stack.
impl<const N: usize> Drop for Link<N> {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut link) = before.and_then(Arc::into_inner) {
            before = link.before.take();
        }
    }
}

/// Equal if the same boards stood in the same order.
impl<const N: usize> PartialEq for History<N> {
    fn eq(&self, other: &Self) -> bool {
        if (self.last.digest, self.last.len) != (other.last.digest, other.last.len) {
            return false;
        }
        let (mut a, mut b) = (Some(&self.last), Some(&other.last));
        while let (Some(x), Some(y)) = (a, b) {
            if Arc::ptr_eq(x, y) {
                return true;
            }
            if (x.key, &x.cells) != (y.key, &y.cells) {
                return false;
            }
            (a, b) = (x.before.as_ref(), y.before.as_ref());
        }
        true
    }
}

impl<const N: usize> Eq for History<N> {}

impl<const N: usize> hash::Hash for History<N> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.last.digest);
    }
}

impl<const N: usize> fmt::Debug for History<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} boards, {:016x}", self.last.len, self.last.digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_of_a_million_boards_is_dropped_without_recursion() {
        let mut history = History::start(0, &[0; 1]);
        for key in 1..1_000_000_u64 {
            history.push(mix(key), &[0; 1]);
        }
        assert_eq!(history.boards(), 1_000_000);
    }

    #[test]
    fn equal_keys_do_not_make_equal_boards() {
        let mut history = History::start(7, &[0, 1]);
        history.push(8, &[1, 1]);
        assert!(history.has(7, || [0, 1]) && !history.has(7, || [1, 0]));
        assert!(!history.has(9, || [0, 1]) && !history.may_have(9));
    }

    #[test]
    fn histories_are_equal_when_the_same_boards_stood_in_the_same_order() {
        let make = |keys: &[u64]| {
            let mut history = History::start(0, &[0; 1]);
            for &key in keys {
                history.push(key, &[key as u8]);
            }
            history
        };
        assert_eq!(make(&[1, 2]), make(&[1, 2]));
        assert_ne!(make(&[1, 2]), make(&[2, 1]));
        assert_ne!(make(&[1, 2]), make(&[1, 2, 2]));
    }
}
