//! The buckets of a table, in blocks that are added while threads read and write.

use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::Slot;
use crate::sync::{AtomicBool, AtomicU32, AtomicUsize, OnceLock};

const SLOTS: usize = 4;

/// The slots that a key may stand in: one line of the processor's cache.
#[derive(Default, Debug)]
#[repr(align(64))]
pub(super) struct Bucket(pub(super) [Slot; SLOTS]);

#[cfg(not(loom))]
const _: () = assert!(size_of::<Bucket>() == 64);

/// The first block has so many buckets to twice as many; fewer where that is all.
const FIRST_BLOCK: usize = if cfg!(loom) { 1 } else { 1 << 10 };

/// One in so many buckets may push out an entry of the same search before the table grows.
const PUSHES: usize = 16;

/// Blocks of buckets, of which each but the first doubles what was there before.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    blocks: Vec<OnceLock<Box<[Bucket]>>>,
    /// Buckets in the first block.
    base: usize,
    /// How often it has doubled.
    level: AtomicU32,
    /// Entries of this search that others pushed out since it last doubled.
    pushed: AtomicUsize,
    /// Whether a thread is doubling it. Who is next sees all that the one before has moved: else
    /// it might move entries to a second block in the same place, which is thrown away.
    growing: AtomicBool,
}

impl Blocks {
    /// Blocks that take at most so many bytes, one of them made.
    pub(super) fn of_bytes(bytes: usize) -> Self {
        let most = bytes / size_of::<Bucket>();
        let doublings = (most / FIRST_BLOCK).checked_ilog2().unwrap_or(0);
        let mut blocks = Self { base: most >> doublings, ..Self::default() };
        blocks.blocks.resize_with(doublings as usize + 1, OnceLock::new);
        match block(blocks.base) {
            Some(first) => drop(blocks.blocks[0].set(first)),
            None => blocks.base = 0,
        }
        blocks
    }

    /// All buckets, in the order of their parts.
    pub(super) fn buckets(&self) -> impl Iterator<Item = &Bucket> {
        let used = self.level.load(Relaxed) as usize + 1;
        self.blocks.iter().take(used).filter_map(OnceLock::get).flatten()
    }

    #[inline]
    pub(super) fn bucket(&self, key: u64) -> Option<&Bucket> {
        // The low bits choose one of equal parts: the first block is one, the next one, too, then
        // there are two, four and so on in a block. The high bits choose the place in the part, for
        // any number of buckets.
        let part = key as usize & ((1 << self.level.load(Relaxed)) - 1);
        let number = (usize::BITS - part.leading_zeros()) as usize;
        let first = (1 << number) >> 1;
        let place = (u128::from(key) * self.base as u128) >> 64;
        self.blocks.get(number)?.get()?.get((part - first) * self.base + place as usize)
    }

    /// Notes that an entry pushed out another one of the same search; doubles if these are many.
    pub(super) fn note_push(&self) {
        let level = self.level.load(Relaxed) as usize;
        if level + 1 < self.blocks.len()
            && self.pushed.fetch_add(1, Relaxed) >= (self.base << level) / PUSHES
            && !self.growing.swap(true, Acquire)
        {
            self.grow();
            self.pushed.store(0, Relaxed);
            self.growing.store(false, Release);
        }
    }

    /// Doubles, unless the system has no more memory.
    #[cold]
    fn grow(&self) {
        let level = self.level.load(Relaxed) as usize;
        let Some(new) = self.blocks.get(level + 1) else { return };
        let Some(block) = block(self.base << level) else { return };
        // All buckets so far face those of the new block.
        for (old, new) in self.buckets().zip(&block) {
            move_half(old, new, level);
        }
        if new.set(block).is_ok() {
            self.level.store(level as u32 + 1, Relaxed);
        }
    }

    /// How often it may still double.
    pub(super) fn doublings_left(&self) -> u32 {
        self.blocks.len().saturating_sub(1) as u32 - self.level.load(Relaxed)
    }

    pub(super) fn used_bytes(&self) -> usize {
        (self.base * size_of::<Bucket>()) << self.level.load(Relaxed)
    }
}

/// Moves entries whose keys have this bit to a bucket that nobody else sees yet.
fn move_half(old: &Bucket, new: &Bucket, bit: usize) {
    let mut free = new.0.iter();
    for from in &old.0 {
        if let Some((key, data)) = from.read_any()
            && key >> bit & 1 == 1
            && let Some(to) = free.next()
        {
            to.write(key, data);
            from.write(0, 0);
        }
    }
}

/// So many empty buckets, if there is room.
fn block(buckets: usize) -> Option<Box<[Bucket]>> {
    let mut block = Vec::new();
    block.try_reserve_exact(buckets).ok()?;
    block.resize_with(buckets, Bucket::default);
    Some(block.into_boxed_slice())
}
