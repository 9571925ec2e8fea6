//! The solver's transposition table: positions with bounds on their scores.
//!
//! Threads share it without unsafe code. A bucket tells by a number whether it was written to
//! meanwhile (a sequence lock, as in H.-J. Boehm, "Can seqlocks get along with programming language
//! memory models?", 2012): then a reader finds nothing there, and a second writer goes on without it.

use core::{
    array,
    sync::atomic::{
        AtomicU64,
        Ordering::{Acquire, Relaxed, Release},
        fence,
    },
};
use std::sync::OnceLock;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The score is at least this.
    pub(super) lower: i8,
    /// The score is at most this.
    pub(super) upper: i8,
    /// The squares that were best last time and the time before, or [`NO_SQUARE`].
    pub(super) best: [u8; 2],
    /// How many positions the search visited: the logarithm.
    effort: u8,
}

/// Stands where no square is known.
pub(super) const NO_SQUARE: u8 = 64;

const NOTHING: Known = Known { lower: i8::MIN, upper: i8::MAX, best: [NO_SQUARE; 2], effort: 0 };

/// What a search found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    /// The score: exact between `alpha` and `beta`, a bound beyond them.
    pub(super) score: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The best move.
    pub(super) best: u8,
    /// The logarithm of the number of positions visited.
    pub(super) effort: u8,
}

/// The discs of the side to move, those of the other side, and a [`Known`] in bytes; zeros, an empty
/// board, which is never looked up, where nothing is kept.
type Entry = [u64; 3];

/// Two entries, the first for large trees, the second for the latest: one line of the processor's
/// cache.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Bucket {
    /// Odd while a thread writes, and another number after it.
    turn: AtomicU64,
    entries: [[AtomicU64; 3]; 2],
}

const _: () = assert!(size_of::<Bucket>() == 64);

/// Buckets that are made together.
const BLOCK: usize = 1 << 14;

/// Positions are kept with their discs and not by a key, so that no two are ever taken for each
/// other: what the table says is proved.
#[derive(Debug)]
pub(super) struct Table {
    /// Made when they are first written to, since most searches are short.
    blocks: Vec<OnceLock<Box<[Bucket]>>>,
    buckets: usize,
}

impl Bucket {
    /// Returns both entries, unless they are being written.
    #[inline]
    fn read(&self) -> Option<[Entry; 2]> {
        let turn = self.turn.load(Acquire);
        let entries = self.entries();
        fence(Acquire);
        (turn & 1 == 0 && self.turn.load(Relaxed) == turn).then_some(entries)
    }

    #[inline]
    fn entries(&self) -> [Entry; 2] {
        array::from_fn(|i| array::from_fn(|k| self.entries[i][k].load(Relaxed)))
    }

    /// Has both entries changed by one thread at a time; by none, if another one is doing so.
    #[inline]
    fn change(&self, change: impl FnOnce(&mut [Entry; 2])) {
        let turn = self.turn.load(Relaxed);
        let is_free =
            turn & 1 == 0 && self.turn.compare_exchange(turn, turn + 1, Acquire, Relaxed).is_ok();
        if !is_free {
            return;
        }
        fence(Release);
        let mut entries = self.entries();
        change(&mut entries);
        for (to, from) in self.entries.iter().flatten().zip(entries.iter().flatten()) {
            to.store(*from, Relaxed);
        }
        self.turn.store(turn + 2, Release);
    }
}

impl Known {
    #[inline]
    fn read(bytes: u64) -> Self {
        let [lower, upper, first, second, effort, ..] = bytes.to_le_bytes();
        Self { lower: lower as i8, upper: upper as i8, best: [first, second], effort }
    }

    #[inline]
    fn bytes(self) -> u64 {
        let [first, second] = self.best;
        u64::from_le_bytes([
            self.lower as u8,
            self.upper as u8,
            first,
            second,
            self.effort,
            0,
            0,
            0,
        ])
    }

    /// The score, if it is known.
    pub(super) fn exact(self) -> Option<i32> {
        (self.lower == self.upper).then_some(i32::from(self.lower))
    }

    #[inline]
    fn learn(&mut self, found: Finding) {
        // Scores are within 64 discs.
        let score = found.score as i8;
        if found.score > found.alpha {
            self.lower = self.lower.max(score);
        }
        if found.score < found.beta {
            self.upper = self.upper.min(score);
        }
        // A move that only failed to raise the score is a guess, and worth less than a known one.
        let is_better = found.score > found.alpha || self.best[0] == NO_SQUARE;
        if is_better && self.best[0] != found.best {
            self.best = [found.best, self.best[0]];
        }
        self.effort = self.effort.max(found.effort);
    }
}

impl Table {
    /// A table of at most `bytes`, and no larger than is of use with `n` empty squares.
    pub(super) fn new(n: u32, bytes: usize) -> Self {
        let useful = 1 << n.clamp(4, 36);
        let buckets = (bytes / size_of::<Bucket>()).min(useful).max(1);
        let mut blocks = Vec::new();
        blocks.resize_with(buckets.div_ceil(BLOCK), OnceLock::new);
        Self { blocks, buckets }
    }

    #[inline]
    fn place(&self, own: u64, opp: u64) -> usize {
        // Odd multipliers with bits all over: the fractions of the golden ratio and of the root
        // of 3. The upper bits of the product depend on all squares.
        let a = own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let b = opp.wrapping_mul(0xbb67_ae85_84ca_a73b);
        let mixed = (a ^ a >> 32).wrapping_add(b ^ b >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // A fraction of the table: below its length.
        ((u128::from(mixed) * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    pub(super) fn get(&self, own: u64, opp: u64) -> Option<Known> {
        let place = self.place(own, opp);
        let bucket = &self.blocks[place / BLOCK].get()?[place % BLOCK];
        let entries = bucket.read()?;
        let entry = entries.iter().find(|entry| entry[0] == own && entry[1] == opp)?;
        Some(Known::read(entry[2]))
    }

    #[inline]
    pub(super) fn put(&self, own: u64, opp: u64, found: Finding) {
        let place = self.place(own, opp);
        let block = self.blocks[place / BLOCK].get_or_init(|| self.block(place / BLOCK));
        block[place % BLOCK].change(|[large, latest]| {
            let is_here = |entry: &Entry| entry[0] == own && entry[1] == opp;
            let (entry, mut known) = if is_here(large) {
                let known = Known::read(large[2]);
                (large, known)
            } else if is_here(latest) {
                let known = Known::read(latest[2]);
                (latest, known)
            } else if found.effort >= Known::read(large[2]).effort {
                *latest = *large;
                (large, NOTHING)
            } else {
                (latest, NOTHING)
            };
            known.learn(found);
            *entry = [own, opp, known.bytes()];
        });
    }

    #[cold]
    fn block(&self, number: usize) -> Box<[Bucket]> {
        let buckets = (self.buckets - number * BLOCK).min(BLOCK);
        (0..buckets).map(|_| Bucket::default()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(score: i32, alpha: i32, best: u8, effort: u8) -> Finding {
        Finding { score, alpha, beta: alpha + 1, best, effort }
    }

    #[test]
    fn bounds_close_in_and_the_best_moves_are_kept() {
        let table = Table::new(20, 1 << 16);
        assert_eq!(table.get(1, 2), None);
        table.put(1, 2, found(4, 3, 17, 5));
        table.put(1, 2, found(8, 9, 18, 3));
        let known = table.get(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (4, 8, [17, NO_SQUARE]));
        table.put(1, 2, found(6, 5, 19, 3));
        let known = table.get(1, 2).unwrap();
        assert_eq!((known.lower, known.upper, known.best), (6, 8, [19, 17]));
        assert_eq!(table.get(2, 1), None);
    }

    #[test]
    fn a_large_tree_is_not_displaced_by_small_ones() {
        let table = Table::new(4, 0);
        table.put(1, 2, found(0, 0, 1, 9));
        for own in 3..100 {
            table.put(own, 0, found(0, 0, 1, 2));
        }
        assert!(table.get(1, 2).is_some());
    }

    #[test]
    fn what_threads_write_at_once_is_never_mixed() {
        // A single bucket; of each position the best square and both bounds follow from its discs.
        let table = Table::new(4, 0);
        let scores = |own: u64| (own % 60) as i32;
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let table = &table;
                scope.spawn(move || {
                    for own in (1..30_000).map(|i: u64| i * 3 + thread) {
                        let alpha = scores(own) - 1;
                        let effort = (own % 5) as u8;
                        table.put(own, !own, found(scores(own), alpha, (own % 61) as u8, effort));
                        for own in own.saturating_sub(9)..=own + 9 {
                            let Some(known) = table.get(own, !own) else { continue };
                            assert_eq!(i32::from(known.lower), scores(own));
                            assert_eq!(known.best, [(own % 61) as u8, NO_SQUARE]);
                        }
                    }
                });
            }
        });
    }
}
