//! The positions from the root to the one that the search looks at.

/// The path, with each position's key.
#[derive(Debug)]
pub(super) struct Path<S> {
    steps: Vec<(u64, S)>,
    /// How many positions have each value of the low bits of their key: most lookups end here.
    counts: Vec<u16>,
    /// Whether the root is no position of the path: its moves were restricted, so that a line
    /// which comes back to it has others.
    root_is_hidden: bool,
}

const COUNTS: usize = 1 << 12;

impl<S: Eq> Path<S> {
    pub(super) fn new(root_is_hidden: bool) -> Self {
        Self { steps: Vec::new(), counts: vec![0; COUNTS], root_is_hidden }
    }

    /// The level of the last position; 1 is the root's.
    pub(super) fn level(&self) -> u32 {
        self.steps.len() as u32
    }

    pub(super) fn last(&self) -> &(u64, S) {
        self.steps.last().expect("the root is on the path")
    }

    pub(super) fn key_at(&self, level: u32) -> u64 {
        self.steps[level as usize - 1].0
    }

    pub(super) fn push(&mut self, key: u64, state: S) {
        if !(self.root_is_hidden && self.steps.is_empty()) {
            self.counts[key as usize % COUNTS] += 1;
        }
        self.steps.push((key, state));
    }

    pub(super) fn pop(&mut self) {
        let Some((key, _)) = self.steps.pop() else { return };
        if !(self.root_is_hidden && self.steps.is_empty()) {
            self.counts[key as usize % COUNTS] -= 1;
        }
    }

    /// Returns the level on which this position stands.
    pub(super) fn find(&self, key: u64, state: &S) -> Option<u32> {
        self.search(key, |(k, s)| *k == key && s == state)
    }

    /// Returns the level of a position with this key.
    pub(super) fn find_key(&self, key: u64) -> Option<u32> {
        self.search(key, |(k, _)| *k == key)
    }

    fn search(&self, key: u64, is_it: impl Fn(&(u64, S)) -> bool) -> Option<u32> {
        if self.counts[key as usize % COUNTS] == 0 {
            return None;
        }
        let first = usize::from(self.root_is_hidden);
        let place = self.steps[first..].iter().rposition(is_it)?;
        Some((first + place + 1) as u32)
    }
}
