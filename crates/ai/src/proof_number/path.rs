//! The keys of the positions from the root to the one that the search looks at.

/// The path, by keys.
#[derive(Debug)]
pub(super) struct Path {
    keys: Vec<u64>,
    /// How many positions have each value of the low bits of their key: most lookups end here.
    counts: Vec<u16>,
    /// Whether the root is no position of the path: its moves were restricted, so that a line
    /// which comes back to it has others.
    root_is_hidden: bool,
}

const COUNTS: usize = 1 << 12;

impl Path {
    pub(super) fn new(root_is_hidden: bool) -> Self {
        Self { keys: Vec::new(), counts: vec![0; COUNTS], root_is_hidden }
    }

    /// The level of the last position; 1 is the root's.
    pub(super) fn level(&self) -> u32 {
        self.keys.len() as u32
    }

    pub(super) fn last(&self) -> u64 {
        *self.keys.last().expect("the root is on the path")
    }

    pub(super) fn key_at(&self, level: u32) -> u64 {
        self.keys[level as usize - 1]
    }

    pub(super) fn push(&mut self, key: u64) {
        if !(self.root_is_hidden && self.keys.is_empty()) {
            self.counts[key as usize % COUNTS] += 1;
        }
        self.keys.push(key);
    }

    pub(super) fn pop(&mut self) {
        let Some(key) = self.keys.pop() else { return };
        if !(self.root_is_hidden && self.keys.is_empty()) {
            self.counts[key as usize % COUNTS] -= 1;
        }
    }

    /// Returns the deepest level with this key on which the position itself stands.
    pub(super) fn find(&self, key: u64, stands_on: &dyn Fn(u32) -> bool) -> Option<u32> {
        if self.counts[key as usize % COUNTS] == 0 {
            return None;
        }
        let first = u32::from(self.root_is_hidden) + 1;
        (first..=self.level()).rev().find(|&level| self.key_at(level) == key && stands_on(level))
    }

    /// Returns the deepest level of a position with this key.
    pub(super) fn find_key(&self, key: u64) -> Option<u32> {
        self.find(key, &|_| true)
    }
}
