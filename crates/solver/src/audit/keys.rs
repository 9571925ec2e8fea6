//! Ascending keys in little memory, of which any can be read at once.
//!
//! Of each group of keys the first is kept whole, and of the others how far each is from the one
//! before it, in as many bytes as that needs.

/// Keys in a group: the more, the less there are whole, and the longer it takes to read the last one.
const GROUP: usize = 16;

/// Bytes that are read for a distance, of which only some are of it.
const READ: usize = 16;

/// The bytes that distances take, by four bits of each: all but the largest.
const WIDEST: usize = 15;

/// A list of keys, the least first.
pub(super) struct Keys {
    /// Bytes of a whole key.
    key_bytes: usize,
    /// The first keys of the groups.
    heads: Vec<u8>,
    /// For each group where its distances begin, and how many bytes they take, four bits each.
    groups: Vec<(u64, u64)>,
    /// With as many bytes behind the last one as are read at once.
    distances: Vec<u8>,
    last: u128,
    len: usize,
}

impl Keys {
    pub(super) fn new(key_bytes: usize) -> Self {
        Self {
            key_bytes,
            heads: Vec::new(),
            groups: Vec::new(),
            distances: vec![0; READ],
            last: 0,
            len: 0,
        }
    }

    /// The bytes that they take.
    pub(super) const fn bytes(&self) -> usize {
        self.heads.len() + self.groups.len() * size_of::<(u64, u64)>() + self.distances.len()
    }

    /// Adds a key that is larger than the last one.
    pub(super) fn push(&mut self, key: u128) {
        let begin = self.distances.len() - READ;
        let place = self.len % GROUP;
        if place == 0 {
            self.heads.extend_from_slice(&key.to_le_bytes()[..self.key_bytes]);
            self.groups.push((begin as u64, 0));
        } else if let Some((_, widths)) = self.groups.last_mut() {
            // What does not ascend goes around.
            let distance = key.wrapping_sub(self.last);
            let width = (u128::BITS - distance.leading_zeros()).div_ceil(8) as usize;
            let code = width.min(WIDEST);
            *widths |= (code as u64) << (4 * (place - 1));
            self.distances.truncate(begin);
            self.distances.extend_from_slice(&distance.to_le_bytes()[..bytes_of(code)]);
            self.distances.extend_from_slice(&[0; READ]);
        }
        self.last = key;
        self.len += 1;
    }

    /// The key at a place.
    pub(super) fn get(&self, at: usize) -> u128 {
        self.group(at / GROUP).nth(at % GROUP).expect("a group has a key at each place")
    }

    /// The place of a key.
    pub(super) fn find(&self, key: u128) -> Option<usize> {
        let (mut start, mut end) = (0, self.groups.len());
        while start < end {
            let middle = start.midpoint(end);
            if self.head(middle) <= key {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        let group = start.checked_sub(1)?;
        let size = GROUP.min(self.len - group * GROUP);
        let place = self.group(group).take(size).position(|other| other == key)?;
        Some(group * GROUP + place)
    }

    fn head(&self, group: usize) -> u128 {
        let mut all = [0; 16];
        let from = group * self.key_bytes;
        all[..self.key_bytes].copy_from_slice(&self.heads[from..from + self.key_bytes]);
        u128::from_le_bytes(all)
    }

    /// The keys of a group; if it is the last one, then others that are none.
    fn group(&self, group: usize) -> impl Iterator<Item = u128> {
        let (begin, mut widths) = self.groups[group];
        let (mut key, mut at) = (self.head(group), begin as usize);
        core::iter::once(key).chain((1..GROUP).map(move |_| {
            let bytes = bytes_of((widths & 15) as usize);
            widths >>= 4;
            let read = self.distances[at..at + READ].try_into().expect("as many as are read");
            // Shifted in two steps, since no number can be shifted by all of its bits.
            let unwanted = 8 * (READ - bytes) as u32;
            let distance = u128::from_le_bytes(read) << (unwanted / 2) << (unwanted - unwanted / 2);
            let distance = distance >> (unwanted / 2) >> (unwanted - unwanted / 2);
            at += bytes;
            key = key.wrapping_add(distance);
            key
        }))
    }
}

/// The bytes of a distance, by its four bits.
const fn bytes_of(code: usize) -> usize {
    if code == WIDEST { READ } else { code }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn packed(keys: &[u128], key_bytes: usize) -> Keys {
        let mut packed = Keys::new(key_bytes);
        keys.iter().for_each(|&key| packed.push(key));
        packed
    }

    proptest! {
        /// As near each other or as far away as can be.
        #[test]
        fn every_key_is_found_and_no_other(
            keys in prop::collection::btree_set(any::<u128>(), 0..100),
            others in prop::collection::vec(any::<u128>(), 20),
            shift in 0_u32..128,
        ) {
            let mut keys: Vec<_> = keys.iter().map(|key| key >> shift).collect();
            keys.dedup();
            let packed = packed(&keys, (128 - shift as usize).div_ceil(8).max(1));
            for (at, &key) in keys.iter().enumerate() {
                prop_assert_eq!((packed.get(at), packed.find(key)), (key, Some(at)));
            }
            let near = keys.iter().flat_map(|&key| [key.wrapping_sub(1), key.wrapping_add(1)]);
            for other in others.into_iter().chain(near) {
                prop_assert_eq!(packed.find(other), keys.binary_search(&other).ok(), "{}", other);
            }
        }

        /// What a damaged file may hold comes back as it is.
        #[test]
        fn keys_in_no_order_are_read_all_the_same(keys in prop::collection::vec(any::<u128>(), 0..100)) {
            let packed = packed(&keys, 16);
            let read: Vec<_> = (0..keys.len()).map(|at| packed.get(at)).collect();
            prop_assert_eq!(read, keys);
        }
    }

    #[test]
    fn neighbours_take_a_few_bytes() {
        let keys = |step: u128| (0..100_000).map(|i| (1 << 90) + i * step).collect::<Vec<_>>();
        for (step, bytes) in [(1, 1), (255, 1), (256, 2), (1_000_000, 3)] {
            let taken = packed(&keys(step), 16).bytes() as f64 / 100_000.0;
            let expected = (f64::from(bytes) * 15.0 + 32.0) / 16.0;
            assert!((taken - expected).abs() < 0.01, "{step}: {taken}");
        }
    }
}
