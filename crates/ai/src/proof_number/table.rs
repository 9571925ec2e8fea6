//! What the search knows about positions it has left.
//!
//! A table of fixed size. When the places that a key may stand in are full, the entry with the
//! smallest tree below it makes room, since it is the cheapest to find again (A. Nagai's
//! "SmallTreeGC", done place by place instead of all at once).

use super::numbers::Numbers;

/// Who the attacker is, as an index: the same position has an entry for each.
pub(super) type Goal = usize;

/// What is known about whether the attacker wins from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Standing {
    /// Neither is shown.
    Open(Numbers),
    /// The attacker wins.
    Proved,
    /// The attacker does not win; without draws the other side does.
    Disproved { drawn: bool },
    /// The attacker does not win where he does not win from the position with the key `base`, or
    /// where that one is on the path.
    DisprovedBy { base: u64 },
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) standing: Standing,
    /// The place in generation order of the move that decides the position, or of the most
    /// promising one; [`NO_MOVE`] if none is known.
    pub(super) best: u16,
    /// Positions visited to find this out.
    pub(super) effort: u32,
    /// Within how many plies the game is won or lost, where that is shown.
    pub(super) plies: u32,
}

pub(super) const NO_MOVE: u16 = u16::MAX;

const SLOTS: usize = 5;

/// The slots that a key may stand in: two lines of the processor's cache, the keys in the first.
///
/// A slot takes 24 bytes: the key, a word for numbers, base or plies, and notes. From the low bits on,
/// notes have 16 bits of move, 32 of effort, 3 of kind (0 for an empty slot), 1 of goal, 4 of
/// generation.
#[derive(Clone, Default, Debug)]
#[repr(C, align(64))]
struct Bucket {
    keys: [u64; SLOTS],
    notes: [u64; SLOTS],
    words: [u64; SLOTS],
}

const _: () = assert!(size_of::<Bucket>() == 128);

const OPEN: u64 = 1;
const PROVED: u64 = 2;
const LOST: u64 = 3;
const DRAWN: u64 = 4;
const BASED: u64 = 5;

/// Searches that are told apart by age.
const GENERATIONS: u64 = 16;

#[derive(Debug, Default)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    generation: u64,
}

impl Table {
    /// Starts a new search that visits at most so many positions, with a table that takes at most
    /// so many bytes.
    ///
    /// It grows to what the search can use and no further, since to touch 64 MiB takes longer than
    /// many a search. What is known is kept if old and new table fit into the bytes side by side.
    /// Less than one bucket is no table at all. If the system does not give as much memory, half as
    /// much is tried, and so on.
    pub(super) fn prepare(&mut self, bytes: usize, positions: u64) {
        let most = bytes / size_of::<Bucket>();
        // A position is stored when it is left, and then at least one more was visited.
        let useful = usize::try_from(positions / SLOTS as u64 + 1).unwrap_or(usize::MAX);
        let wanted = useful.max(self.buckets.len()).min(most);
        if wanted != self.buckets.len() {
            self.resize(wanted, most);
        }
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    fn resize(&mut self, mut wanted: usize, most: usize) {
        let mut old = core::mem::take(&mut self.buckets);
        if old.len().saturating_add(wanted) > most {
            old = Vec::new();
        }
        while self.buckets.try_reserve_exact(wanted).is_err() {
            wanted /= 2;
        }
        self.buckets.resize_with(wanted, Bucket::default);
        for bucket in &old {
            for slot in 0..SLOTS {
                if kind(bucket.notes[slot]) != 0 {
                    self.write(bucket.keys[slot], bucket.notes[slot], bucket.words[slot]);
                }
            }
        }
    }

    /// Forgets everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.generation = 0;
    }

    fn place(&self, key: u64) -> usize {
        // The high bits choose the bucket, for any number of buckets.
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Returns what is known: also what follows from the other side's being the attacker.
    pub(super) fn get(&self, key: u64, goal: Goal) -> Option<Entry> {
        let bucket = self.buckets.get(self.place(key))?;
        let mut found = None;
        for slot in (0..SLOTS).filter(|&slot| bucket.keys[slot] == key) {
            let (notes, word) = (bucket.notes[slot], bucket.words[slot]);
            if kind(notes) == 0 {
                continue;
            }
            let entry = unpack(notes, word);
            if goal_of(notes) == goal {
                if matches!(entry.standing, Standing::Proved | Standing::Disproved { .. }) {
                    return Some(entry);
                }
                found = Some(entry);
                continue;
            }
            let standing = match entry.standing {
                Standing::Proved => Standing::Disproved { drawn: false },
                Standing::Disproved { drawn: false } => Standing::Proved,
                _ => continue,
            };
            return Some(Entry { standing, ..entry });
        }
        found
    }

    /// Stores an entry, in place of the one that is worth least among the slots that the key may
    /// stand in. What is shown is never given up for what is not.
    pub(super) fn put(&mut self, key: u64, goal: Goal, entry: Entry) {
        let (notes, word) = pack(entry, goal, self.generation);
        self.write(key, notes, word);
    }

    fn write(&mut self, key: u64, notes: u64, word: u64) {
        let (place, generation) = (self.place(key), self.generation);
        let Some(bucket) = self.buckets.get_mut(place) else { return };
        let mut victim = 0;
        let mut least = u64::MAX;
        for slot in 0..SLOTS {
            let old = bucket.notes[slot];
            if bucket.keys[slot] == key && kind(old) != 0 && goal_of(old) == goal_of(notes) {
                if is_shown(old) && !is_shown(notes) {
                    return;
                }
                victim = slot;
                break;
            }
            let worth = worth(old, generation);
            if worth < least {
                (least, victim) = (worth, slot);
            }
        }
        bucket.keys[victim] = key;
        bucket.notes[victim] = notes;
        bucket.words[victim] = word;
    }

    /// Returns how many of 1000 slots hold something that this search wrote.
    pub(super) fn permille(&self) -> u32 {
        let sample = self.buckets.iter().take(200).flat_map(|bucket| &bucket.notes);
        let (used, all) = sample.fold((0, 0), |(used, all), &notes| {
            let fresh = kind(notes) != 0 && generation_of(notes) == self.generation;
            (used + u32::from(fresh), all + 1)
        });
        (used * 1000_u32).checked_div(all).unwrap_or(1000)
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>()
    }
}

const fn kind(notes: u64) -> u64 {
    notes >> 48 & 7
}

const fn goal_of(notes: u64) -> Goal {
    (notes >> 51 & 1) as Goal
}

const fn generation_of(notes: u64) -> u64 {
    notes >> 52 & (GENERATIONS - 1)
}

const fn is_shown(notes: u64) -> bool {
    matches!(kind(notes), PROVED | LOST | DRAWN)
}

/// What an earlier search left is worth an eighth for each search since.
const fn worth(notes: u64, generation: u64) -> u64 {
    if kind(notes) == 0 {
        return 0;
    }
    let age = (generation + GENERATIONS - generation_of(notes)) % GENERATIONS;
    1 + ((notes >> 16 & 0xffff_ffff) << 8 >> (3 * age))
}

const fn pack(entry: Entry, goal: Goal, generation: u64) -> (u64, u64) {
    let (kind, word) = match entry.standing {
        Standing::Open(Numbers { proof, disproof }) => {
            (OPEN, (proof as u64) << 32 | disproof as u64)
        }
        Standing::Proved => (PROVED, entry.plies as u64),
        Standing::Disproved { drawn: false } => (LOST, entry.plies as u64),
        Standing::Disproved { drawn: true } => (DRAWN, 0),
        Standing::DisprovedBy { base } => (BASED, base),
    };
    let goal = goal as u64;
    let notes = entry.best as u64 | (entry.effort as u64) << 16 | kind << 48 | goal << 51;
    (notes | generation << 52, word)
}

fn unpack(notes: u64, word: u64) -> Entry {
    let standing = match kind(notes) {
        OPEN => Standing::Open(Numbers { proof: (word >> 32) as u32, disproof: word as u32 }),
        PROVED => Standing::Proved,
        LOST => Standing::Disproved { drawn: false },
        DRAWN => Standing::Disproved { drawn: true },
        _ => Standing::DisprovedBy { base: word },
    };
    let plies = if matches!(kind(notes), PROVED | LOST) { word as u32 } else { 0 };
    Entry { standing, best: notes as u16, effort: (notes >> 16) as u32, plies }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games_core::zobrist::mix;
    use proptest::prelude::*;

    fn table(bytes: usize) -> Table {
        let mut table = Table::default();
        table.prepare(bytes, u64::MAX);
        table
    }

    fn open(effort: u32) -> Entry {
        let standing = Standing::Open(Numbers { proof: 7, disproof: effort });
        Entry { standing, best: 3, effort, plies: 0 }
    }

    fn shown(standing: Standing) -> Entry {
        Entry { standing, best: 1, effort: 1, plies: 7 }
    }

    proptest! {
        #[test]
        fn an_entry_comes_out_as_it_went_in(
            kind in 0..5, word: u64, best: u16, effort: u32, key: u64, goal in 0..2_usize,
        ) {
            let standing = match kind {
                0 => Standing::Open(Numbers { proof: (word >> 32) as u32, disproof: word as u32 }),
                1 => Standing::Proved,
                2 | 3 => Standing::Disproved { drawn: kind == 2 },
                _ => Standing::DisprovedBy { base: word },
            };
            let plies = if matches!(kind, 1 | 3) { word as u32 } else { 0 };
            let entry = Entry { standing, best, effort, plies };
            let mut table = table(128);
            table.put(key, goal, entry);
            prop_assert_eq!(table.get(key, goal), Some(entry));
            prop_assert_eq!(table.get(key ^ 1, goal), None);
        }
    }

    #[test]
    fn what_one_side_wins_the_other_one_loses() {
        let mut table = table(128);
        table.put(1, 0, shown(Standing::Proved));
        table.put(2, 1, shown(Standing::Disproved { drawn: false }));
        table.put(3, 0, shown(Standing::Disproved { drawn: true }));
        let standing = |key, goal| table.get(key, goal).map(|entry| entry.standing);
        assert_eq!(standing(1, 1), Some(Standing::Disproved { drawn: false }));
        assert_eq!(standing(2, 0), Some(Standing::Proved));
        assert_eq!(standing(3, 1), None);
    }

    #[test]
    fn what_is_shown_is_not_given_up_for_what_is_not() {
        let mut table = table(128);
        table.put(9, 0, shown(Standing::Proved));
        table.put(9, 0, open(1_000_000));
        assert_eq!(table.get(9, 0), Some(shown(Standing::Proved)));
    }

    #[test]
    fn the_smallest_tree_makes_room_and_an_old_one_before_a_new_one() {
        let mut table = table(128);
        for key in 1..=5 {
            table.put(key, 0, open(100 * key as u32));
        }
        table.put(6, 0, open(1));
        assert_eq!(table.get(1, 0), None);
        assert!((2..=6).all(|key| table.get(key, 0).is_some()));
        table.prepare(128, u64::MAX);
        for key in 11..=15 {
            table.put(key, 0, open(90));
        }
        assert!((11..=15).all(|key| table.get(key, 0).is_some()));
    }

    #[test]
    fn it_keeps_within_its_bytes_and_does_without_any() {
        let mut table = Table::default();
        for bytes in [0, 1, 127, 128, 129, 1000, 1 << 20, 200] {
            table.prepare(bytes, u64::MAX);
            assert!(table.bytes() <= bytes && table.bytes() + 128 > bytes, "{bytes}");
            table.put(5, 0, open(1));
            assert_eq!(table.get(5, 0).is_some(), bytes >= 128);
        }
    }

    #[test]
    fn it_grows_with_the_searches_and_keeps_what_it_knows() {
        let mut table = Table::default();
        table.prepare(1 << 17, 100);
        let small = table.bytes();
        assert!((2000..5000).contains(&small), "{small}");
        let keys: Vec<u64> = (0..100).map(mix).collect();
        for &key in &keys {
            table.put(key, 0, open(9));
        }
        let known = keys.iter().filter(|&&key| table.get(key, 0).is_some()).count();
        assert!(known > 80, "{known}");
        table.prepare(1 << 17, 1000);
        assert!(table.bytes() > 4 * small);
        assert_eq!(known, keys.iter().filter(|&&key| table.get(key, 0).is_some()).count());
        table.clear();
        assert_eq!(table.get(keys[0], 0), None);
    }
}
