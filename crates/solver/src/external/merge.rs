//! Sorted runs as one ascending stream, in which every key is once.

use games_core::solvable::Key;

use super::{folder::Folder, keys::KeySource, stream::Piece};
use crate::phase::Stop;

/// Runs that are read side by side, a block of each at a time.
#[derive(Debug)]
pub(super) struct Merge<K> {
    sources: Vec<Head<K>>,
}

#[derive(Debug)]
struct Head<K> {
    source: KeySource<K>,
    /// How many keys of its block were taken.
    at: usize,
}

impl<K: Key> Head<K> {
    fn left(&self) -> &[K] {
        &self.source.keys[self.at..]
    }

    /// Reads on where nothing is left; `false` at the end.
    fn refill(&mut self) -> Result<bool, Stop> {
        while self.left().is_empty() {
            self.at = 0;
            if !self.source.next_block()? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl<K: Key> Merge<K> {
    /// Opens runs; what is not beyond `last` was taken before, and is read over as long as `goes_on`
    /// says so.
    pub(super) fn open(
        folder: &Folder,
        runs: &[Piece],
        last: Option<K>,
        goes_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let mut sources = Vec::new();
        for run in runs {
            let mut head = Head { source: KeySource::open(folder, run)?, at: 0 };
            while head.refill()? {
                goes_on()?;
                head.at += head.left().partition_point(|&key| Some(key) <= last);
                if !head.left().is_empty() {
                    sources.push(head);
                    break;
                }
            }
        }
        Ok(Self { sources })
    }

    /// Takes the next keys, in the place of what is in `out`; `false` at the end.
    ///
    /// They are all that are not beyond the least of the last keys of the blocks in memory. Sorting
    /// them anew is quicker than a heap: the sort finds the sorted pieces and merges them without a
    /// branch that is hard to predict.
    pub(super) fn next_batch(&mut self, out: &mut Vec<K>) -> Result<bool, Stop> {
        out.clear();
        let Some(bound) = self.sources.iter().filter_map(|head| head.left().last().copied()).min()
        else {
            return Ok(false);
        };
        let mut has_ended = false;
        for head in &mut self.sources {
            let left = head.left();
            // Most have only a few.
            let count = match left.iter().take(16).position(|&key| key > bound) {
                Some(count) => count,
                None => left.partition_point(|&key| key <= bound),
            };
            out.extend_from_slice(&left[..count]);
            head.at += count;
            has_ended |= !head.refill()?;
        }
        if has_ended {
            self.sources.retain(|head| !head.left().is_empty());
        }
        out.sort();
        out.dedup();
        Ok(true)
    }

    /// The bytes of the blocks in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.sources.iter().map(|head| (head.source.keys.capacity() * K::BYTES) as u64).sum()
    }
}
