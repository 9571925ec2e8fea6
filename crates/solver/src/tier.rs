//! Where positions lie: which shard, tier, part and slot.

use games_core::solvable::Key;

use crate::{backward::Backward, code::Code, part::Part};

/// Hashed tiers are kept in so many tables, which grow one by one: together they never take twice
/// their size.
const PARTS: usize = 16;

/// So many keys of another shard are collected before they are sent.
const SENT: usize = 256;

/// Which of how many shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) index: usize,
    pub(crate) count: usize,
    /// How far to shift where the count is a power of two ...
    shift: Option<u32>,
    /// ... and the bits that are shifted out.
    mask: usize,
    /// Whether slots follow from keys.
    pub(crate) is_dense: bool,
    /// Dense keys are dealt out in blocks of two to the power of this.
    block: u32,
}

impl Place {
    /// In a dense space so many keys in a row stay `together`: a power of two.
    pub(crate) fn new((index, count): (usize, usize), is_dense: bool, together: usize) -> Self {
        assert!(together.is_power_of_two(), "{together} keys stay together");
        let shift = count.is_power_of_two().then(|| count.trailing_zeros());
        Self { index, count, shift, mask: count - 1, is_dense, block: together.trailing_zeros() }
    }

    /// Shard and slot of a dense key.
    #[inline]
    pub(crate) fn split(&self, index: usize) -> (usize, usize) {
        let (block, within) = (index.wrapping_shr(self.block), index & self.within());
        let (owner, block) = match self.shift {
            // A shift is less than the bits of a number, and this is asked for each child.
            Some(shift) => (block & self.mask, block.wrapping_shr(shift)),
            None => (block % self.count, block / self.count),
        };
        (owner, block.wrapping_shl(self.block) | within)
    }

    /// The bits of a dense key that tell where it is in its block.
    #[inline]
    const fn within(&self) -> usize {
        !usize::MAX.wrapping_shl(self.block)
    }

    /// Calls `own` with the slot of each dense key of this shard, with what goes with it. What `item`
    /// makes of the shard and the slot of each of another one's, and of what goes with it, goes to
    /// `send` with that shard. A shard that is alone has no need of it.
    #[inline(never)]
    pub(crate) fn sort_out<K: Key, T: Copy, S: Copy + Default>(
        &self,
        (keys, with): (&[K], &[T]),
        own: impl FnMut(usize, T),
        item: impl Fn(usize, usize, T) -> S,
        mut send: impl FnMut(usize, &[S]),
    ) {
        if self.count == 2 && self.block == 0 {
            self.sort_out_two((keys, with), own, item, |items| send(1 - self.index, items));
        } else {
            self.sort_out_many((keys, with), own, item, send);
        }
    }

    /// For two shards that are dealt keys one by one.
    #[inline(always)]
    fn sort_out_two<K: Key, T: Copy, S: Copy + Default>(
        &self,
        (keys, with): (&[K], &[T]),
        mut own: impl FnMut(usize, T),
        item: impl Fn(usize, usize, T) -> S,
        mut send: impl FnMut(&[S]),
    ) {
        let (index, other) = (self.index, 1 - self.index);
        let mut items = [S::default(); SENT];
        for (keys, with) in keys.chunks(SENT).zip(with.chunks(SENT)) {
            // Their number is in a register, where the length of a list would not be.
            let mut count = 0;
            for (key, &with) in keys.iter().zip(with) {
                // What `split` says, for two.
                let (owner, slot) = (key.index() % 2, key.index() / 2);
                if owner == index {
                    own(slot, with);
                } else {
                    items[count % SENT] = item(other, slot, with);
                    count += 1;
                }
            }
            send(&items[..count]);
        }
    }

    /// For any number of shards. Places are worked out for many keys at once, which processors do
    /// side by side.
    #[inline(always)]
    fn sort_out_many<K: Key, T: Copy, S: Copy + Default>(
        &self,
        (keys, with): (&[K], &[T]),
        mut own: impl FnMut(usize, T),
        item: impl Fn(usize, usize, T) -> S,
        mut send: impl FnMut(usize, &[S]),
    ) {
        let (mut owners, mut slots) = ([0; SENT], [0; SENT]);
        let mut items = [(0, S::default()); SENT];
        for (keys, with) in keys.chunks(SENT).zip(with.chunks(SENT)) {
            self.split_all(keys, &mut owners, &mut slots);
            let mut count = 0;
            for ((&owner, &slot), &with) in owners.iter().zip(&slots).zip(with) {
                if owner == self.index {
                    own(slot, with);
                } else {
                    items[count % SENT] = (owner, item(owner, slot, with));
                    count += 1;
                }
            }
            for &(owner, item) in &items[..count] {
                send(owner, &[item]);
            }
        }
    }

    /// What [`split`](Self::split) says of each of some keys.
    #[inline(always)]
    fn split_all<K: Key>(&self, keys: &[K], owners: &mut [usize; SENT], slots: &mut [usize; SENT]) {
        let places = owners.iter_mut().zip(slots);
        let Some(shift) = self.shift else {
            for (key, (owner, slot)) in keys.iter().zip(places) {
                (*owner, *slot) = self.split(key.index());
            }
            return;
        };
        let (block, mask, within) = (self.block, self.mask, self.within());
        for (key, (owner, slot)) in keys.iter().zip(places) {
            let index = key.index();
            *owner = index.wrapping_shr(block) & mask;
            *slot = index.wrapping_shr(shift) & !within | index & within;
        }
    }

    /// The shard that has a position.
    #[inline]
    pub(crate) fn owner<K: Key>(&self, key: K) -> usize {
        if self.count == 1 {
            0
        } else if self.is_dense {
            self.split(key.index()).0
        } else {
            // Bits that neither choose the part nor, but for the last, the slot.
            ((key.hashed() >> 4 & 0xffff) as usize * self.count) >> 16
        }
    }

    /// The slot of a dense key of this shard.
    #[inline]
    pub(crate) fn slot<K: Key>(&self, key: K) -> usize {
        self.split(key.index()).1
    }

    /// The dense key in a slot of this shard.
    #[inline]
    pub(crate) fn key_at<K: Key>(&self, slot: usize) -> K {
        self.key_in(self.index, slot)
    }

    /// The dense key in a slot of a shard.
    #[inline]
    pub(crate) fn key_in<K: Key>(&self, index: usize, slot: usize) -> K {
        let (block, within) = (slot.wrapping_shr(self.block), slot & self.within());
        let block = match self.shift {
            Some(shift) => block.wrapping_shl(shift) | index,
            None => block * self.count + index,
        };
        K::from_index(block.wrapping_shl(self.block) | within)
    }

    /// The number of slots of this shard in a dense space of `bound` keys.
    pub(crate) const fn slots(&self, bound: usize) -> usize {
        let round = self.count << self.block;
        let before = self.index << self.block;
        let last = (bound % round).saturating_sub(before);
        let last = if last > self.within() { self.within() + 1 } else { last };
        ((bound / round) << self.block) + last
    }
}

/// Part and slot in one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot(u64);

const PART_SHIFT: u32 = 56;

impl Spot {
    #[inline]
    pub(crate) const fn new(part: usize, slot: usize) -> Self {
        Self((part as u64) << PART_SHIFT | slot as u64)
    }

    #[inline]
    pub(crate) const fn part(self) -> usize {
        (self.0 >> PART_SHIFT) as usize
    }

    #[inline]
    pub(crate) const fn slot(self) -> usize {
        (self.0 & ((1 << PART_SHIFT) - 1)) as usize
    }
}

/// The positions of one tier that belong to a shard.
#[derive(Debug)]
pub(crate) struct Tier<K> {
    pub(crate) parts: Vec<Part<K>>,
    /// Positions.
    pub(crate) found: u64,
    /// Positions whose children have not been looked for.
    pub(crate) fresh: u64,
    /// Whether it has changed since it was last saved.
    pub(crate) is_dirty: bool,
}

impl<K: Key> Tier<K> {
    pub(crate) fn hashed() -> Self {
        Self::new((0..PARTS).map(|_| Part::default()).collect())
    }

    pub(crate) fn dense(slots: usize) -> Self {
        Self::new(vec![Part::dense(slots)])
    }

    fn new(parts: Vec<Part<K>>) -> Self {
        Self { parts, found: 0, fresh: 0, is_dirty: false }
    }

    /// The bytes that a dense tier will take.
    pub(crate) const fn dense_bytes(slots: usize) -> u64 {
        (slots * size_of::<Code>() + Backward::bytes_for(slots)) as u64
    }

    /// The part that a hash belongs to.
    #[inline]
    pub(crate) const fn part_of(hash: u64) -> usize {
        hash as usize % PARTS
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.bytes() as u64).sum()
    }

    /// Returns the code of a position.
    #[inline]
    pub(crate) fn code(&self, key: K, place: &Place) -> Option<Code> {
        let spot = self.find(key, place)?;
        Some(self.parts[spot.part()].code(spot.slot()))
    }

    /// Returns where a position lies.
    #[inline]
    pub(crate) fn find(&self, key: K, place: &Place) -> Option<Spot> {
        if place.is_dense {
            let slot = place.slot(key);
            return (slot < self.parts[0].slots()).then_some(Spot::new(0, slot));
        }
        let hash = key.hashed();
        let part = Self::part_of(hash);
        self.parts[part].find(key, hash).map(|slot| Spot::new(part, slot))
    }

    /// Returns the key at a place.
    #[inline]
    pub(crate) fn key(&self, spot: Spot, place: &Place) -> K {
        if place.is_dense {
            place.key_at(spot.slot())
        } else {
            self.parts[spot.part()].key(spot.slot())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn keys_are_dealt_out_in_blocks(
            count in 1_usize..9,
            bits in 0_u32..7,
            bound in 0_usize..3000,
            keys: Vec<u16>,
        ) {
            let together = 1 << bits;
            let places: Vec<_> =
                (0..count).map(|index| Place::new((index, count), true, together)).collect();
            let mut slots = vec![0; count];
            // In the order of keys, each shard takes the next of its slots.
            for key in 0..bound {
                let (owner, slot) = places[0].split(key);
                prop_assert_eq!(owner, key / together % count);
                prop_assert_eq!(slot, slots[owner]);
                prop_assert_eq!(places[owner].key_at::<u64>(slot), key as u64);
                slots[owner] += 1;
            }
            for (place, slots) in places.iter().zip(slots) {
                prop_assert_eq!(place.slots(bound), slots);
            }
            let keys: Vec<_> = keys.iter().map(|&key| u64::from(key)).collect();
            for place in places.iter().filter(|_| count > 1) {
                sorts_out(place, &keys)?;
            }
        }
    }

    fn sorts_out(place: &Place, keys: &[u64]) -> Result<(), TestCaseError> {
        let (mut own, mut sent) = (Vec::new(), vec![Vec::new(); place.count]);
        place.sort_out(
            (keys, keys),
            |slot, key| own.push((slot, key)),
            |owner, slot, key| (owner, slot, key),
            |owner, items| sent[owner].extend_from_slice(items),
        );
        for (owner, sent) in sent.iter().enumerate() {
            let expected = keys.iter().filter_map(|&key| {
                let (of, slot) = place.split(key as usize);
                (of == owner).then_some((slot, key))
            });
            if owner == place.index {
                prop_assert!(sent.is_empty());
                prop_assert_eq!(own.clone(), expected.collect::<Vec<_>>());
            } else {
                let expected = expected.map(|(slot, key)| (owner, slot, key));
                prop_assert_eq!(sent.clone(), expected.collect::<Vec<_>>());
            }
        }
        Ok(())
    }
}
