//! The transposition table: what the search knows about positions it has met.
//!
//! Threads share it without locks and without unsafe code. An entry is two words, the second one
//! holds the data and the first one the key combined with the data by exclusive or, so that an
//! entry of which two threads wrote a half each fits no key (R. Hyatt and T. Mann, "A lock-less
//! transposition table implementation for parallel search chess engines", 2002).
//!
//! # It grows
//!
//! A table begins with some 64 KiB and doubles when entries of the same search begin to push each
//! other out, until it has all the bytes that it may take. Most searches are short: to touch 64 MiB
//! takes longer than many of them, and a table that fits into the processor's cache is quicker.
//! When it doubles, each bucket shares its entries, by the lowest bit of the key that was not looked
//! at so far, with one of the new block; nothing else moves. So this may happen while other threads
//! read and write, who at worst do not find an entry.
//!
//! # No prefetching
//!
//! To ask the processor for a bucket ahead of time needs an intrinsic function, which is unsafe
//! code, and this crate has none; reading the bucket earlier than needed waits for it instead. What
//! waiting costs is better avoided: with a table that grows, Connect Four to depth 16 took 187 ms
//! and not 250 ms, Othello to depth 8 took 27 ms and not 69 ms.

mod blocks;
mod entry;
#[cfg(all(loom, test))]
mod interleavings;

use core::sync::atomic::Ordering::Relaxed;

use self::blocks::Blocks;
pub(crate) use self::entry::{Bound, Entry, MAX_DEPTH, NO_MOVE};
use self::entry::{Slot, generation, pack, replaces, unpack};
use crate::sync::AtomicBool;

/// Searches that are told apart by age; 0 stands for an empty slot.
const GENERATIONS: u8 = 7;

/// A table that takes at most so many bytes.
#[derive(Debug, Default)]
pub(crate) struct Table {
    blocks: Blocks,
    /// Bytes that it may take.
    bytes: usize,
    generation: u8,
    /// Whether an end with a margin was met: scores in the table carry margins then.
    margins: AtomicBool,
}

impl Table {
    /// A table that takes at most so many bytes and knows nothing.
    pub(crate) fn of_bytes(bytes: usize) -> Self {
        let mut table = Self::default();
        table.prepare(bytes);
        table
    }

    /// Starts a new search, with a table that takes at most so many bytes.
    ///
    /// What is known is kept if it is little enough to be copied within the bytes. Less than one
    /// bucket of 64 bytes is no table at all.
    pub(crate) fn prepare(&mut self, bytes: usize) {
        if bytes != self.bytes {
            let old = core::mem::replace(self, Self::empty(bytes));
            // While entries are copied there are two tables, and the new one may have doubled once
            // more than the old one.
            if old.blocks.used_bytes().saturating_mul(3) <= bytes {
                self.take_in(&old);
            }
        }
        self.generation = self.generation % GENERATIONS + 1;
    }

    fn empty(bytes: usize) -> Self {
        Self { blocks: Blocks::of_bytes(bytes), bytes, ..Self::default() }
    }

    fn take_in(&mut self, old: &Self) {
        self.generation = old.generation;
        self.margins = AtomicBool::new(old.has_margins());
        for slot in old.blocks.buckets().flat_map(|bucket| &bucket.0) {
            if let Some((key, data)) = slot.read_any() {
                self.put_data(key, data);
            }
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self = Self::empty(self.bytes);
    }

    pub(crate) fn note_margin(&self) {
        if !self.margins.load(Relaxed) {
            self.margins.store(true, Relaxed);
        }
    }

    pub(crate) fn has_margins(&self) -> bool {
        self.margins.load(Relaxed)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.blocks.bucket(key)?.0.iter().find_map(|slot| slot.read(key)).map(unpack)
    }

    /// Stores an entry, in place of what is worth least among the slots that the key may stand
    /// in: first what the earliest search left, then the shallowest.
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let Some(bucket) = self.blocks.bucket(key) else { return };
        for slot in &bucket.0 {
            if let Some(data) = slot.read(key) {
                let old = unpack(data);
                if entry.best == NO_MOVE {
                    entry.best = old.best;
                }
                let fresh = generation(data) == self.generation;
                if !fresh || replaces(&entry, &old) {
                    slot.write(key, pack(&entry, self.generation));
                }
                return;
            }
        }
        self.put_data(key, pack(&entry, self.generation));
    }

    /// Stores the data of an entry that is not there yet.
    fn put_data(&self, key: u64, data: u64) {
        let Some(bucket) = self.blocks.bucket(key) else { return };
        let worth = |slot: &&Slot| self.worth(slot.data());
        let victim = bucket.0.iter().min_by_key(worth).expect("a bucket has slots");
        let pushed = victim.data();
        victim.write(key, data);
        if pushed != 0 && generation(pushed) == self.generation {
            self.blocks.note_push();
        }
    }

    fn worth(&self, data: u64) -> u32 {
        if data == 0 {
            return 0;
        }
        let age = (self.generation + GENERATIONS - generation(data)) % GENERATIONS;
        u32::from(GENERATIONS - age) << 10 | u32::from(unpack(data).depth)
    }

    /// Returns how many of 1000 slots that there may be hold something that this search wrote.
    pub(crate) fn permille(&self) -> u32 {
        let sample = self.blocks.buckets().take(250).flat_map(|bucket| &bucket.0);
        let (used, all) = sample.fold((0, 0), |(used, all), slot| {
            let data = slot.data();
            (used + u32::from(data != 0 && generation(data) == self.generation), all + 1)
        });
        (used * 1000_u32).checked_div(all).unwrap_or(1000) >> self.blocks.doublings_left()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;
    use games_core::zobrist::mix;
    use proptest::prelude::*;

    fn entry(depth: u16, complete: bool) -> Entry {
        Entry { score: Score::estimate(-7), bound: Bound::Exact, complete, depth, best: 3 }
    }

    proptest! {
        #[test]
        fn an_entry_comes_out_as_it_went_in(
            raw in -(1 << 30)..(1 << 30), bound in 0..4_usize, complete: bool, depth in 0..=MAX_DEPTH, best: u16, key: u64,
        ) {
            let bound = [Bound::Nothing, Bound::Lower, Bound::Upper, Bound::Exact][bound];
            let entry = Entry { score: Score::from_raw(raw), bound, complete, depth, best };
            let mut table = Table::default();
            table.prepare(64);
            table.put(key, entry);
            prop_assert_eq!(table.get(key), Some(entry));
            prop_assert_eq!(table.get(key ^ 1), None);
        }
    }

    #[test]
    fn it_keeps_within_its_bytes_and_does_without_any() {
        let mut table = Table::default();
        for bytes in [0, 1, 63, 64, 65, 1000, 1 << 16, 77_777, 100] {
            table.prepare(bytes);
            assert!(table.blocks.used_bytes() <= bytes, "{bytes}");
            table.put(5, entry(1, false));
            assert_eq!(table.get(5).is_some(), bytes >= 64);
        }
    }

    #[test]
    fn it_grows_to_its_bytes_and_keeps_nearly_all_that_it_knows() {
        for bytes in [1 << 20, 1_234_567] {
            let mut table = Table::default();
            table.prepare(bytes);
            let small = table.blocks.used_bytes();
            assert!((1 << 16..1 << 17).contains(&small), "{small}");
            let known = |table: &Table, n| (0..n).filter(|&i| table.get(mix(i)).is_some()).count();
            let mut most = 1000;
            for i in 0..100_000 {
                table.put(mix(i), entry(1, false));
                if i + 1 == most {
                    // As long as there is room for twice as many.
                    if most * 32 < bytes as u64 {
                        assert!(known(&table, most) as u64 > most * 9 / 10, "{bytes}, {most}");
                    }
                    most *= 2;
                }
            }
            // A part of a bucket less for each doubling.
            let used = table.blocks.used_bytes();
            assert!(used <= bytes && used + 64 * 64 > bytes, "{used} of {bytes}");
            assert!(known(&table, 100_000) > bytes / 16 * 8 / 10);
            assert!(table.permille() > 800);
        }
    }

    #[test]
    fn it_keeps_what_it_knows_when_it_may_take_more_bytes_and_starts_anew_with_few() {
        let mut table = Table::default();
        table.prepare(1 << 16);
        for i in 0..100 {
            table.put(mix(i), entry(1, false));
        }
        let known = |table: &Table| (0..100).filter(|&i| table.get(mix(i)).is_some()).count();
        table.prepare(1 << 20);
        assert_eq!(known(&table), 100);
        table.prepare(1 << 10);
        assert_eq!(known(&table), 0);
    }

    #[test]
    fn a_shallow_entry_makes_room_for_a_deep_one_and_an_old_one_for_a_new_one() {
        let mut table = Table::default();
        table.prepare(64);
        for key in 1..=4 {
            table.put(key, entry(key as u16 * 10, true));
        }
        table.put(5, entry(15, false));
        assert_eq!(table.get(1), None);
        assert!((2..=5).all(|key| table.get(key).is_some()));
        table.prepare(64);
        for key in 11..=14 {
            table.put(key, entry(1, false));
        }
        assert!((11..=14).all(|key| table.get(key).is_some()));
    }

    #[test]
    fn what_the_earliest_search_left_makes_room_first() {
        let mut table = Table::default();
        // More searches than there are generations.
        for search in 0..3 * u64::from(GENERATIONS) {
            table.prepare(64);
            table.put(search, entry(50 - (search % 50) as u16, false));
            let known = |key: &u64| table.get(*key).is_some();
            let kept: Vec<_> = (0..=search).filter(known).collect();
            assert_eq!(kept, (search.saturating_sub(3)..=search).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_proved_is_not_lost_to_an_estimate() {
        let mut table = Table::default();
        table.prepare(64);
        table.put(1, entry(3, true));
        table.put(1, entry(9, false));
        assert_eq!(table.get(1), Some(entry(3, true)));
        table.put(1, Entry { bound: Bound::Nothing, ..entry(9, false) });
        assert_eq!(table.get(1), Some(entry(3, true)));
    }

    /// The data of an entry is a function of its key, so a reader can tell a torn one.
    #[test]
    fn threads_never_see_half_an_entry() {
        never_half_an_entry(256, 64);
        // While it grows.
        never_half_an_entry(1 << 19, 30_000);
    }

    fn never_half_an_entry(bytes: usize, keys: u64) {
        let table = Table::of_bytes(bytes);
        let of_key = |key: u64| Entry {
            score: Score::estimate((key % 1000) as i32),
            bound: Bound::Exact,
            complete: true,
            depth: (key % 200) as u16,
            best: (key % 60_000) as u16,
        };
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..200_000_u64 {
                        let key = mix((i * 7 + thread) % keys);
                        if let Some(found) = table.get(key) {
                            assert_eq!(found, of_key(key));
                        }
                        table.put(key, of_key(key));
                    }
                });
            }
        });
    }
}
