//! Ascending keys in little memory, of which any is found in a few reads.
//!
//! As P. Elias has it ("Efficient storage and retrieval by content and address of static files",
//! 1974): the high bits of a key are the number of a bucket, of which is kept where it begins, and
//! the low bits of all keys stand in a row.

use core::ops::Range;

/// Keys of a bucket, if they are spread evenly.
const BUCKET: u128 = 32;

/// Bytes that are read for the low bits of a key, of which only some are of it.
const READ: usize = 16;

/// The most low bits: so many and seven more are in what is read.
const MOST_LOW: u32 = 120;

/// A list of keys, the least first.
#[derive(Debug)]
pub(super) struct Keys {
    first: u128,
    low_bits: u32,
    /// How many keys are before a bucket, for each one that was begun, and for the end.
    starts: Vec<u64>,
    buckets: usize,
    /// With as many bytes behind the last one as are read at once.
    lows: Vec<u8>,
    last: Option<u128>,
    len: usize,
}

impl Keys {
    /// For keys from the first to the last of a range, and not many more than so many.
    pub(super) fn new((first, last): (u128, u128), most: usize) -> Self {
        let low_bits = low_bits(first, last, most);
        let buckets = ((last - first) >> low_bits) as usize + 1;
        let mut starts = Vec::with_capacity(buckets + 1);
        starts.push(0);
        let bytes = (most as u64 * u64::from(low_bits)).div_ceil(8) as usize + READ;
        let mut lows = Vec::with_capacity(bytes);
        lows.resize(READ, 0);
        Self { first, low_bits, starts, buckets, lows, last: None, len: 0 }
    }

    /// The most bytes that keys of a range take, given how many there are.
    pub(super) fn most_bytes((first, last): (u128, u128), most: usize) -> u64 {
        let low_bits = low_bits(first, last, most);
        let buckets = ((last - first) >> low_bits) as u64 + 2;
        buckets * size_of::<u64>() as u64 + most as u64 * u64::from(low_bits) / 8 + READ as u64
    }

    /// The bytes that they take.
    pub(super) const fn bytes(&self) -> u64 {
        (self.starts.len() * size_of::<u64>() + self.lows.len()) as u64
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Adds a key; returns whether it is in the range and larger than the last one. If not, nothing
    /// is added.
    #[must_use]
    pub(super) fn push(&mut self, key: u128) -> bool {
        if self.last.is_some_and(|last| key <= last) {
            return false;
        }
        let Some(bucket) = self.bucket(key) else { return false };
        self.begin_to(bucket);
        let bit = self.len * self.low_bits as usize;
        let (at, shift) = (bit / 8, bit % 8);
        self.lows.resize(at + 2 * READ, 0);
        let low = (key - self.first) & mask(self.low_bits);
        let window = self.window(at) | low << shift;
        self.lows[at..at + READ].copy_from_slice(&window.to_le_bytes());
        (self.last, self.len) = (Some(key), self.len + 1);
        true
    }

    /// Ends the list.
    pub(super) fn close(&mut self) {
        self.begin_to(self.buckets);
    }

    fn begin_to(&mut self, bucket: usize) {
        if self.starts.len() <= bucket {
            self.starts.resize(bucket + 1, self.len as u64);
        }
    }

    /// The keys at some places, each with its place.
    pub(super) fn at(&self, places: Range<usize>) -> impl Iterator<Item = (usize, u128)> {
        let mut bucket = self.starts.partition_point(|&start| start as usize <= places.start) - 1;
        places.map(move |place| {
            while self.starts[bucket + 1] as usize <= place {
                bucket += 1;
            }
            (place, self.first + ((bucket as u128) << self.low_bits | self.low(place)))
        })
    }

    /// The key at a place.
    pub(super) fn get(&self, place: usize) -> u128 {
        self.at(place..place + 1).next().expect("a place").1
    }

    /// The places where a key may be.
    #[inline]
    pub(super) fn bounds(&self, key: u128) -> Range<usize> {
        match self.bucket(key) {
            Some(bucket) => self.starts[bucket] as usize..self.starts[bucket + 1] as usize,
            None => 0..0,
        }
    }

    /// The place of a key, which is one of its [`bounds`](Self::bounds) if it is in the list.
    #[inline]
    pub(super) fn find(&self, key: u128, bounds: Range<usize>) -> Option<usize> {
        let wanted = key.wrapping_sub(self.first) & mask(self.low_bits);
        let (mut start, mut size) = (bounds.start, bounds.len());
        if size == 0 {
            return None;
        }
        // The key is at the last place whose key is not larger.
        while size > 1 {
            let half = size / 2;
            start = if self.low(start + half) <= wanted { start + half } else { start };
            size -= half;
        }
        (self.low(start) == wanted).then_some(start)
    }

    #[inline]
    fn bucket(&self, key: u128) -> Option<usize> {
        let bucket = key.checked_sub(self.first)? >> self.low_bits;
        (bucket < self.buckets as u128).then_some(bucket as usize)
    }

    #[inline]
    fn low(&self, place: usize) -> u128 {
        let bit = place * self.low_bits as usize;
        self.window(bit / 8) >> (bit % 8) & mask(self.low_bits)
    }

    #[inline]
    fn window(&self, at: usize) -> u128 {
        u128::from_le_bytes(self.lows[at..at + READ].try_into().expect("as many as are read"))
    }
}

/// How many low bits keys have, so that there are some in a bucket.
fn low_bits(first: u128, last: u128, most: usize) -> u32 {
    let (range, most) = (last - first, (most as u128).max(1));
    let of_bucket =
        (range / most).saturating_mul(BUCKET).saturating_add(range % most * BUCKET / most);
    of_bucket.max(1).ilog2().min(MOST_LOW)
}

const fn mask(bits: u32) -> u128 {
    (1 << bits) - 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn packed(keys: &[u128], most: usize) -> Keys {
        let range = keys.first().copied().zip(keys.last().copied()).unwrap_or_default();
        let mut packed = Keys::new(range, most);
        assert!(keys.iter().all(|&key| packed.push(key)));
        packed.close();
        packed
    }

    proptest! {
        /// As near each other or as far away as can be.
        #[test]
        fn every_key_is_found_and_no_other(
            keys in prop::collection::btree_set(any::<u128>(), 0..100),
            others in prop::collection::vec(any::<u128>(), 20),
            shift in 0_u32..128,
            most in 1_usize..200,
        ) {
            let mut keys: Vec<_> = keys.iter().map(|key| key >> shift).collect();
            keys.dedup();
            let packed = packed(&keys, most);
            prop_assert_eq!(packed.len(), keys.len());
            let find = |key| packed.find(key, packed.bounds(key));
            for (at, &key) in keys.iter().enumerate() {
                prop_assert_eq!((packed.get(at), find(key)), (key, Some(at)));
                let all: Vec<_> = packed.at(at..keys.len()).map(|(_, key)| key).collect();
                prop_assert_eq!(&all, &keys[at..]);
            }
            let near = keys.iter().flat_map(|&key| [key.wrapping_sub(1), key.wrapping_add(1)]);
            for other in others.into_iter().chain(near) {
                prop_assert_eq!(find(other), keys.binary_search(&other).ok(), "{}", other);
            }
        }

        /// What a damaged file may hold.
        #[test]
        fn keys_out_of_order_or_range_are_refused(
            (first, last) in prop_oneof![any::<(u128, u128)>(), (0..9_u128, 9..20_u128)]
                .prop_map(|(a, b)| (a.min(b), a.max(b))),
            keys in prop::collection::vec(prop_oneof![any::<u128>(), 0..20_u128], 0..100),
        ) {
            let (mut packed, mut kept) = (Keys::new((first, last), keys.len()), Vec::new());
            for key in keys {
                let is_next = kept.last().is_none_or(|&other| key > other);
                let is_near = key >= first && (key - first) >> packed.low_bits
                    <= (last - first) >> packed.low_bits;
                prop_assert_eq!(packed.push(key), is_next && is_near);
                kept.extend((is_next && is_near).then_some(key));
            }
            packed.close();
            let read: Vec<_> = packed.at(0..packed.len()).map(|(_, key)| key).collect();
            prop_assert_eq!(read, kept);
        }
    }

    #[test]
    fn keys_take_the_bits_of_their_distance_and_four_more() {
        for (step, bits) in [(1, 0), (256, 8), (1_000_000, 20)] {
            let keys: Vec<_> = (0..100_000).map(|i| (1 << 90) + i * step).collect();
            let packed = packed(&keys, keys.len());
            let bytes = packed.bytes();
            let taken = bytes as f64 * 8.0 / 100_000.0;
            assert!((taken - f64::from(bits)) < 9.1, "{step}: {taken} bits");
            let most = Keys::most_bytes((keys[0], keys[99_999]), keys.len());
            assert!(most.abs_diff(bytes) < 100, "{step}: {bytes} of {most}");
        }
    }
}
