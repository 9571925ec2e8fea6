//! The transposition table: what the search knows about positions it has met.
//!
//! Threads share it without locks and without unsafe code. An entry is two words, the second one
//! holds the data and the first one the key combined with the data by exclusive or, so that an
//! entry of which two threads wrote a half each fits no key (R. Hyatt and T. Mann, "A lock-less
//! transposition table implementation for parallel search chess engines", 2002).

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crate::Score;

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    /// Nothing: only the move is worth something.
    Nothing,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Ends are as far away as they are from this position.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// Whether the bound was proved without a look at any estimate; it then holds for any depth.
    pub(crate) complete: bool,
    /// The depth of the search in plies, at most [`MAX_DEPTH`].
    pub(crate) depth: u16,
    /// The place of the best move in generation order; [`NO_MOVE`] if none is known.
    pub(crate) best: u16,
}

/// The largest depth that an entry has room for.
pub(crate) const MAX_DEPTH: u16 = (1 << 10) - 1;

/// No move is known.
pub(crate) const NO_MOVE: u16 = u16::MAX;

#[derive(Default, Debug)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// The slots that a key may stand in: one line of the processor's cache.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

const _: () = assert!(size_of::<Slot>() == 16 && size_of::<Bucket>() == 64);

/// Searches that are told apart by age; 0 stands for an empty slot.
const GENERATIONS: u8 = 7;

/// A table of fixed size.
#[derive(Debug, Default)]
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    generation: u8,
    /// Whether an end with a margin was met: scores in the table carry margins then.
    margins: AtomicBool,
}

impl Table {
    /// A table that takes at most so many bytes and knows nothing.
    pub(crate) fn of_bytes(bytes: usize) -> Self {
        let mut table = Self::default();
        table.prepare(bytes, u64::MAX);
        table
    }

    /// Starts a new search that stores at most so many positions, with a table that takes at most
    /// so many bytes.
    ///
    /// The table grows to what the search can use and no further, since to touch 64 MiB takes longer
    /// than many a search. What is known is kept if old and new table fit into the bytes side by
    /// side. Less than one bucket of 64 bytes is no table at all. If the system does not give as
    /// much memory, half as much is tried, and so on.
    pub(crate) fn prepare(&mut self, bytes: usize, positions: u64) {
        let most = bytes / size_of::<Bucket>();
        // Twice as many slots as positions.
        let useful = usize::try_from(positions / (SLOTS as u64 / 2) + 1).unwrap_or(usize::MAX);
        let wanted = useful.max(self.buckets.len()).min(most);
        if wanted != self.buckets.len() {
            self.resize(wanted, most);
        }
        self.generation = self.generation % GENERATIONS + 1;
    }

    fn resize(&mut self, mut wanted: usize, most: usize) {
        let mut old = core::mem::take(&mut self.buckets);
        if old.len().saturating_add(wanted) > most {
            old = Vec::new();
            self.clear();
        }
        while self.buckets.try_reserve_exact(wanted).is_err() {
            wanted /= 2;
        }
        self.buckets.resize_with(wanted, Bucket::default);
        for slot in old.iter().flat_map(|bucket| &bucket.0) {
            let data = slot.data.load(Relaxed);
            let key = slot.check.load(Relaxed) ^ data;
            if data != 0
                && let Some(bucket) = self.bucket(key)
            {
                // A bucket of a larger table gets no more than it has room for.
                let free = bucket.0.iter().find(|slot| slot.data.load(Relaxed) == 0);
                if let Some(free) = free {
                    free.write(key, data);
                }
            }
        }
    }

    /// Forgets everything and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = 0;
        self.margins = AtomicBool::new(false);
    }

    pub(crate) fn note_margin(&self) {
        if !self.margins.load(Relaxed) {
            self.margins.store(true, Relaxed);
        }
    }

    pub(crate) fn has_margins(&self) -> bool {
        self.margins.load(Relaxed)
    }

    fn bucket(&self, key: u64) -> Option<&Bucket> {
        // The high bits choose the bucket, for any number of buckets. Without buckets there is
        // no place 0.
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        self.buckets.get(place as usize)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key)?.0.iter().find_map(|slot| slot.read(key)).map(unpack)
    }

    /// Stores an entry, in place of what is worth least among the slots that the key may stand
    /// in: first what the earliest search left, then the shallowest.
    pub(crate) fn put(&self, key: u64, mut entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let mut victim = &bucket.0[0];
        let mut least = u32::MAX;
        for slot in &bucket.0 {
            if let Some(data) = slot.read(key) {
                let old = unpack(data);
                if entry.best == NO_MOVE {
                    entry.best = old.best;
                }
                let fresh = generation(data) == self.generation;
                if fresh && !replaces(&entry, &old) {
                    return;
                }
                victim = slot;
                break;
            }
            let worth = self.worth(slot.data.load(Relaxed));
            if worth < least {
                (least, victim) = (worth, slot);
            }
        }
        victim.write(key, pack(&entry, self.generation));
    }

    fn worth(&self, data: u64) -> u32 {
        if data == 0 {
            return 0;
        }
        let age = (self.generation + GENERATIONS - generation(data)) % GENERATIONS;
        u32::from(GENERATIONS - age) << 10 | u32::from(unpack(data).depth)
    }

    /// Returns how many of 1000 slots hold something that this search wrote.
    pub(crate) fn permille(&self) -> u32 {
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (used, all) = sample.fold((0, 0), |(used, all), slot| {
            let data = slot.data.load(Relaxed);
            (used + u32::from(data != 0 && generation(data) == self.generation), all + 1)
        });
        (used * 1000_u32).checked_div(all).unwrap_or(1000)
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }
}

/// Whether a new entry is worth more than what this search knew about the position before.
fn replaces(new: &Entry, old: &Entry) -> bool {
    if new.bound == Bound::Nothing || (old.complete && !new.complete) {
        return old.bound == Bound::Nothing;
    }
    new.complete || new.bound == Bound::Exact || new.depth >= old.depth
}

impl Slot {
    #[inline]
    fn read(&self, key: u64) -> Option<u64> {
        let data = self.data.load(Relaxed);
        (self.check.load(Relaxed) ^ data == key && data != 0).then_some(data)
    }

    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Relaxed);
        self.data.store(data, Relaxed);
    }
}

/// From the low bits on: 32 of score, 16 of move, 10 of depth, 2 of bound, 1 that says whether it is
/// complete, 3 of generation.
fn pack(entry: &Entry, generation: u8) -> u64 {
    u64::from(entry.score.raw() as u32)
        | u64::from(entry.best) << 32
        | u64::from(entry.depth.min(MAX_DEPTH)) << 48
        | (entry.bound as u64) << 58
        | u64::from(entry.complete) << 60
        | u64::from(generation) << 61
}

fn unpack(data: u64) -> Entry {
    Entry {
        score: Score::from_raw(data as u32 as i32),
        bound: match data >> 58 & 3 {
            0 => Bound::Nothing,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        complete: data >> 60 & 1 == 1,
        depth: (data >> 48) as u16 & MAX_DEPTH,
        best: (data >> 32) as u16,
    }
}

const fn generation(data: u64) -> u8 {
    (data >> 61) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
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
            table.prepare(64, u64::MAX);
            table.put(key, entry);
            prop_assert_eq!(table.get(key), Some(entry));
            prop_assert_eq!(table.get(key ^ 1), None);
        }
    }

    #[test]
    fn it_keeps_within_its_bytes_and_does_without_any() {
        let mut table = Table::default();
        for bytes in [0, 1, 63, 64, 65, 1000, 1 << 20, 100] {
            table.prepare(bytes, u64::MAX);
            assert!(table.bytes() <= bytes && table.bytes() + 64 > bytes, "{bytes}");
            table.put(5, entry(1, false));
            assert_eq!(table.get(5).is_some(), bytes >= 64);
        }
    }

    #[test]
    fn it_grows_with_the_searches_and_keeps_what_it_knows() {
        let mut table = Table::default();
        table.prepare(1 << 16, 100);
        let small = table.bytes();
        assert!((1600..6400).contains(&small), "{small}");
        let keys: Vec<u64> = (0..100).map(mix).collect();
        for &key in &keys {
            table.put(key, entry(1, false));
        }
        let known: Vec<bool> = keys.iter().map(|&key| table.get(key).is_some()).collect();
        assert!(known.iter().filter(|&&known| known).count() > 80);
        table.prepare(1 << 16, 1000);
        assert!(table.bytes() > 4 * small);
        assert_eq!(known, keys.iter().map(|&key| table.get(key).is_some()).collect::<Vec<_>>());
        table.prepare(1 << 16, 10);
        assert!(table.bytes() > 4 * small);
        table.prepare(1 << 10, 10);
        assert_eq!(table.bytes(), 1 << 10);
    }

    #[test]
    fn a_shallow_entry_makes_room_for_a_deep_one_and_an_old_one_for_a_new_one() {
        let mut table = Table::default();
        table.prepare(64, u64::MAX);
        for key in 1..=4 {
            table.put(key, entry(key as u16 * 10, true));
        }
        table.put(5, entry(15, false));
        assert_eq!(table.get(1), None);
        assert!((2..=5).all(|key| table.get(key).is_some()));
        table.prepare(64, u64::MAX);
        for key in 11..=14 {
            table.put(key, entry(1, false));
        }
        assert!((11..=14).all(|key| table.get(key).is_some()));
    }

    #[test]
    fn what_is_proved_is_not_lost_to_an_estimate() {
        let mut table = Table::default();
        table.prepare(64, u64::MAX);
        table.put(1, entry(3, true));
        table.put(1, entry(9, false));
        assert_eq!(table.get(1), Some(entry(3, true)));
        table.put(1, Entry { bound: Bound::Nothing, ..entry(9, false) });
        assert_eq!(table.get(1), Some(entry(3, true)));
    }

    /// The data of an entry is a function of its key, so a reader can tell a torn one.
    #[test]
    fn threads_never_see_half_an_entry() {
        let mut table = Table::default();
        table.prepare(256, u64::MAX);
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
                        let key = mix((i * 7 + thread) % 64);
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
