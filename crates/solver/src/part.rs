//! Positions with their codes: a part of a tier.

use games_core::solvable::Key;

use crate::{
    backward::Backward,
    code::{ABSENT, Code, FRESH},
    slots::SlotSet,
};

/// A table from keys to codes. In a dense space the slot of a position follows from its key and
/// `keys` stays empty; otherwise keys are hashed, with linear probing.
#[derive(Debug)]
pub(crate) struct Part<K> {
    keys: Vec<K>,
    pub(crate) codes: Vec<Code>,
    len: usize,
    /// While a dense space is searched, the positions found, and those among them whose children
    /// were not looked for.
    pub(crate) found: SlotSet,
    pub(crate) fresh: SlotSet,
    /// While values spread backward, what that takes.
    pub(crate) backward: Backward,
}

impl<K> Default for Part<K> {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            codes: Vec::new(),
            len: 0,
            found: SlotSet::default(),
            fresh: SlotSet::default(),
            backward: Backward::default(),
        }
    }
}

/// Tables are at most three quarters full: beyond that searches for keys that are not there take
/// long.
const fn most(capacity: usize) -> usize {
    capacity / 4 * 3
}

impl<K: Key> Part<K> {
    /// The table of a dense space.
    pub(crate) fn dense(slots: usize) -> Self {
        let mut part = Self { codes: vec![ABSENT; slots], ..Self::default() };
        part.found.reset(slots);
        part.fresh.reset(slots);
        part
    }

    /// Returns the number of slots.
    pub(crate) const fn slots(&self) -> usize {
        self.codes.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.keys.capacity() * K::BYTES
            + self.codes.capacity() * size_of::<Code>()
            + self.found.bytes()
            + self.fresh.bytes()
            + self.backward.bytes()
    }

    #[inline]
    pub(crate) fn code(&self, slot: usize) -> Code {
        self.codes[slot]
    }

    #[inline]
    pub(crate) fn code_mut(&mut self, slot: usize) -> &mut Code {
        &mut self.codes[slot]
    }

    /// Returns the key in a slot of a hashed table, [`Key::NONE`] if there is none.
    #[inline]
    pub(crate) fn key(&self, slot: usize) -> K {
        self.keys[slot]
    }

    /// Where the search for a key begins: the upper bits of the hash, scaled.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        (((hash >> 32) * self.codes.len() as u64) >> 32) as usize
    }

    /// Loads what a search for a key will look at. Loads of several keys overlap; searches do not,
    /// because each branches on what it finds.
    #[inline]
    pub(crate) fn touch_key(&self, hash: u64) -> u8 {
        self.keys.get(self.home(hash)).map_or(0, |key| key.byte(0))
    }

    /// The same where the code is looked at, too.
    #[inline]
    pub(crate) fn touch(&self, hash: u64) -> u8 {
        let code = self.codes.get(self.home(hash)).map_or(0, |&code| code as u8);
        self.touch_key(hash).wrapping_add(code)
    }

    /// Returns the slot of a key in a hashed table.
    #[inline]
    pub(crate) fn find(&self, key: K, hash: u64) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        let mut slot = self.home(hash);
        loop {
            let found = self.keys[slot];
            if found == key {
                return Some(slot);
            }
            if found == K::NONE {
                return None;
            }
            slot += 1;
            if slot == self.keys.len() {
                slot = 0;
            }
        }
    }

    /// Adds a position to a hashed table; `false` if it was there.
    #[inline]
    pub(crate) fn insert(&mut self, key: K, hash: u64, code: Code) -> bool {
        if self.len >= most(self.keys.len()) {
            if self.find(key, hash).is_some() {
                return false;
            }
            self.resize((self.keys.len() / 2 * 3).max(16));
        }
        let mut slot = self.home(hash);
        loop {
            let found = self.keys[slot];
            if found == key {
                return false;
            }
            if found == K::NONE {
                break;
            }
            slot += 1;
            if slot == self.keys.len() {
                slot = 0;
            }
        }
        self.keys[slot] = key;
        self.codes[slot] = code;
        self.len += 1;
        true
    }

    /// Adds positions that are not there yet to a hashed table, and empties the list.
    ///
    /// The table is made large enough at once. Positions often come in the order of another table,
    /// and in that order they would all crowd at the beginning of one that grows step by step.
    pub(crate) fn fill(&mut self, records: &mut Vec<(K, Code)>) {
        if !records.is_empty() {
            self.reserve(records.len());
        }
        for (key, code) in records.drain(..) {
            self.insert(key, key.hashed(), code);
        }
    }

    /// Makes the table large enough for so many positions more.
    pub(crate) fn reserve(&mut self, count: usize) {
        let wanted = Self::slots_for(self.len + count);
        if wanted > self.keys.len() {
            self.resize(wanted);
        }
    }

    /// The slots of a table for so many positions.
    pub(crate) const fn slots_for(count: usize) -> usize {
        count / 3 * 4 + 8
    }

    /// Returns the bytes that the table will take more if it grows once; 0 if that is not near.
    pub(crate) fn growth(&self) -> usize {
        let is_near = self.len * 16 >= most(self.keys.len()) * 15;
        if is_near { self.keys.len() / 2 * (K::BYTES + size_of::<Code>()) } else { 0 }
    }

    /// Makes the table as small as it may be, once it has all of its positions.
    pub(crate) fn fit(&mut self) {
        let wanted = (self.len / 3 * 4 + 4).max(4);
        // Not for a few percent.
        if wanted + wanted / 8 < self.keys.len() {
            self.resize(wanted);
        }
    }

    #[cold]
    fn resize(&mut self, capacity: usize) {
        let keys = core::mem::replace(&mut self.keys, vec![K::NONE; capacity]);
        let codes = core::mem::replace(&mut self.codes, vec![ABSENT; capacity]);
        for (key, code) in keys.into_iter().zip(codes) {
            if key == K::NONE {
                continue;
            }
            let mut slot = self.home(key.hashed());
            while self.keys[slot] != K::NONE {
                slot += 1;
                if slot == capacity {
                    slot = 0;
                }
            }
            self.keys[slot] = key;
            self.codes[slot] = code;
        }
    }

    /// Finds the first fresh position at or after a slot.
    #[inline]
    pub(crate) fn next_fresh(&self, from: usize) -> Option<usize> {
        self.codes[from..].iter().position(|&code| code == FRESH).map(|i| from + i)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// It would take minutes if the table grew on the way.
    #[test]
    fn a_table_is_filled_in_the_order_of_another_one() {
        let mut part = Part::<u64>::default();
        for key in 0..1_000_000 {
            part.insert(key, key.hashed(), key as Code % 999 + 1);
        }
        let slots = 0..part.slots();
        let records = slots.filter(|&slot| part.code(slot) != ABSENT);
        let mut records: Vec<_> = records.map(|slot| (part.key(slot), part.code(slot))).collect();
        let mut copy = Part::default();
        copy.fill(&mut records);
        assert_eq!((copy.len, copy.slots(), records.len()), (part.len, 1_333_340, 0));
        for key in (0..1_000_100).step_by(17) {
            let code = |part: &Part<u64>| part.find(key, key.hashed()).map(|slot| part.code(slot));
            assert_eq!(code(&copy), code(&part));
        }
    }

    proptest! {
        #[test]
        fn a_table_is_a_map(keys: Vec<u16>, others: Vec<u16>, spread: bool) {
            let wide = |key: u16| if spread { u64::from(key) << 40 | 5 } else { u64::from(key % 300) };
            let mut part = Part::<u64>::default();
            let mut map = HashMap::new();
            for (i, &key) in keys.iter().enumerate() {
                let (key, code) = (wide(key), i as Code + 1);
                let is_new = part.insert(key, key.hashed(), code);
                prop_assert_eq!(is_new, !map.contains_key(&key));
                map.entry(key).or_insert(code);
            }
            for fitted in [false, true] {
                if fitted {
                    part.fit();
                    prop_assert!(part.slots() <= map.len() * 3 / 2 + 8);
                }
                prop_assert_eq!(part.len, map.len());
                for &key in keys.iter().chain(&others) {
                    let key = wide(key);
                    let code = part.find(key, key.hashed()).map(|slot| part.code(slot));
                    prop_assert_eq!(code, map.get(&key).copied());
                }
            }
        }
    }
}
