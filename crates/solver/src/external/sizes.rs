//! What a number of bytes of memory allows.

use games_core::solvable::Key;

use crate::{code::Code, part::Part};

/// How large blocks and tables are, and how many files are read side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sizes {
    pub(super) memory: u64,
    /// Keys in a block.
    pub(super) block: usize,
    /// Questions and answers in a block.
    pub(super) small_block: usize,
    /// Positions that are found and kept until they are sorted and written.
    pub(super) found: usize,
    /// Runs that are merged at a time.
    pub(super) runs: usize,
    /// Positions of a share.
    pub(super) share: u64,
    /// Positions that were found lately: those that are found again are often found soon.
    pub(super) lately: usize,
}

/// A table of more bytes is slower to look things up in, and to load once more after an
/// interruption.
const MOST_TABLE: u64 = 1 << 30;
/// The system lets a process have so many files open, with some to spare; the questions to so many
/// shares on their way are less than half of any memory that is worth giving.
pub(super) const MOST_FILES: usize = 200;
/// Larger blocks are no quicker.
const MOST_BLOCK: usize = 4096;
/// Of so many keys, what a block takes besides is next to nothing.
const PACKED_BLOCK: usize = 512;
/// So many keys stay in the processor's own memory.
const MOST_LATELY: usize = 1 << 15;

impl Sizes {
    pub(super) fn of<K: Key>(memory: u64) -> Self {
        let fit =
            |part: u64, bytes: usize| usize::try_from(memory / part).unwrap_or(usize::MAX) / bytes;
        let block = fit(1 << 10, K::BYTES).clamp(8, MOST_BLOCK);
        let small_block = (block / 2).max(8);
        // Half of the memory is for what is found, a quarter for runs that are merged.
        let run = block * (2 * K::BYTES + 4) + 1024;
        // Half of it is for the table, later on, and before that for questions on their way.
        let slot = K::BYTES + size_of::<Code>();
        let table = usize::try_from((memory / 2).min(MOST_TABLE)).unwrap_or(usize::MAX) / slot;
        let share = table / 4 * 3;
        let lately = fit(16, K::BYTES).clamp(2, MOST_LATELY);
        Self {
            memory,
            block,
            small_block,
            found: fit(2, K::BYTES).max(64),
            runs: fit(4, run).clamp(2, MOST_FILES),
            share: share.max(16) as u64,
            lately: 1 << lately.ilog2(),
        }
    }

    /// The same for files in memory, which take some bytes for each block.
    pub(super) const fn packed(self) -> Self {
        Self { block: PACKED_BLOCK, small_block: PACKED_BLOCK / 2, ..self }
    }

    /// The bytes of a block of so many questions on its way.
    pub(super) const fn question_bytes<K: Key>(count: usize) -> usize {
        count * (K::BYTES + 4) + 256
    }

    /// The bytes of the table of a share.
    pub(super) fn table<K: Key>(positions: u64) -> u64 {
        let slots = Part::<K>::slots_for(usize::try_from(positions).unwrap_or(usize::MAX / 64));
        (slots * (K::BYTES + size_of::<Code>())) as u64
    }
}
