//! A set of places in an array.

/// A set of numbers below a bound, walked over in ascending order and emptied on the way.
///
/// One bit a number, and one more for each 64 of those words, so that a walk over a few members
/// among millions is quick.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotSet {
    words: Vec<u64>,
    /// Bit `i` of word `j`: word `64 * j + i` of `words` has members.
    summary: Vec<u64>,
}

impl SlotSet {
    /// Makes room for numbers below `bound` and forgets all members.
    pub(crate) fn reset(&mut self, bound: usize) {
        let words = bound.div_ceil(64);
        self.words.clear();
        self.words.resize(words, 0);
        self.summary.clear();
        self.summary.resize(words.div_ceil(64), 0);
    }

    /// Returns the memory that a set of numbers below `bound` takes, in bytes.
    pub(crate) const fn bytes_for(bound: usize) -> usize {
        bound.div_ceil(64) * 8 + bound.div_ceil(4096) * 8
    }

    pub(crate) fn bytes(&self) -> usize {
        (self.words.capacity() + self.summary.capacity()) * 8
    }

    /// Adds a number.
    #[inline]
    pub(crate) fn insert(&mut self, slot: usize) {
        self.words[slot / 64] |= 1 << (slot % 64);
        self.summary[slot / 4096] |= 1 << (slot / 64 % 64);
    }

    /// Adds a number; returns whether it is new.
    #[inline]
    pub(crate) fn insert_new(&mut self, slot: usize) -> bool {
        let (word, bit) = (&mut self.words[slot / 64], 1 << (slot % 64));
        let is_new = *word & bit == 0;
        if is_new {
            *word |= bit;
            self.summary[slot / 4096] |= 1 << (slot / 64 % 64);
        }
        is_new
    }

    #[inline]
    pub(crate) fn contains(&self, slot: usize) -> bool {
        self.words[slot / 64] >> (slot % 64) & 1 == 1
    }

    /// Forgets all members that another set of the same bound does not have.
    pub(crate) fn retain(&mut self, others: &Self) {
        for (i, (word, others)) in self.words.iter_mut().zip(&others.words).enumerate() {
            *word &= others;
            if *word == 0 {
                self.summary[i / 64] &= !(1 << (i % 64));
            }
        }
    }

    /// Walks over the members in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(word, &bits)| slots_of(word, bits))
    }

    /// Takes out the members of the first word at or after word number `from` that has any: its
    /// number and its bits.
    #[inline]
    pub(crate) fn take_word(&mut self, from: usize) -> Option<(usize, u64)> {
        let mut block = from / 64;
        let mut mask = u64::MAX << (from % 64);
        while block < self.summary.len() {
            let found = self.summary[block] & mask;
            if found == 0 {
                block += 1;
                mask = u64::MAX;
                continue;
            }
            let bit = found.trailing_zeros() as usize;
            self.summary[block] &= !(1 << bit);
            let word = block * 64 + bit;
            let bits = core::mem::take(&mut self.words[word]);
            return Some((word, bits));
        }
        None
    }
}

/// The numbers of the members of a word.
#[inline]
pub(crate) fn slots_of(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        (bits != 0).then(|| {
            let i = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            word * 64 + i
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_walk_finds_the_members_in_order(members: BTreeSet<u16>, from in 0..1100_usize) {
            let mut set = SlotSet::default();
            set.reset(1 << 16);
            for &member in &members {
                set.insert(member.into());
            }
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), members.iter().map(|&m| usize::from(m)).collect::<Vec<_>>());
            let mut retained = set.clone();
            let mut others = SlotSet::default();
            others.reset(1 << 16);
            others.insert(from);
            others.insert(from + 64);
            retained.retain(&others);
            let both: Vec<_> = [from, from + 64].into_iter().filter(|&i| set.contains(i)).collect();
            prop_assert_eq!(retained.iter().collect::<Vec<_>>(), both.clone());
            let mut taken = Vec::new();
            while let Some((word, bits)) = retained.take_word(0) {
                taken.extend(slots_of(word, bits));
            }
            prop_assert_eq!(taken, both);
            prop_assert!((0..1 << 16).all(|i| set.contains(i) == members.contains(&(i as u16))));
            let mut walk = |mut from: usize| {
                let mut found = Vec::new();
                while let Some((word, bits)) = set.take_word(from) {
                    found.extend(slots_of(word, bits));
                    from = word + 1;
                }
                found
            };
            let (late, early): (Vec<usize>, Vec<usize>) =
                members.iter().map(|&m| usize::from(m)).partition(|m| m / 64 >= from);
            prop_assert_eq!(walk(from), late);
            prop_assert_eq!(walk(0), early);
            prop_assert_eq!(walk(0), Vec::<usize>::new());
        }
    }
}
