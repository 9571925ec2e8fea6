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
}

impl Place {
    pub(crate) fn new((index, count): (usize, usize), is_dense: bool) -> Self {
        let shift = count.is_power_of_two().then(|| count.trailing_zeros());
        Self { index, count, shift, mask: count - 1, is_dense }
    }

    /// Shard and slot of a dense key.
    #[inline]
    pub(crate) fn split(&self, index: usize) -> (usize, usize) {
        match self.shift {
            // A shift is less than the bits of a number, and this is asked for each child.
            Some(shift) => (index & self.mask, index.wrapping_shr(shift)),
            None => (index % self.count, index / self.count),
        }
    }

    /// Calls `own` with the slot of each dense key of this shard, with what goes with it. What `item`
    /// makes of the shard and the slot of each of another one's, and of what goes with it, goes to
    /// `send` with that shard. A shard that is alone has no need of it.
    #[inline(never)]
    pub(crate) fn sort_out<K: Key, T: Copy, S: Copy + Default>(
        &self,
        (keys, with): (&[K], &[T]),
        mut own: impl FnMut(usize, T),
        item: impl Fn(usize, usize, T) -> S,
        mut send: impl FnMut(usize, &[S]),
    ) {
        if self.count > 2 {
            for (key, &with) in keys.iter().zip(with) {
                match self.split(key.index()) {
                    (owner, slot) if owner == self.index => own(slot, with),
                    (owner, slot) => send(owner, &[item(owner, slot, with)]),
                }
            }
            return;
        }
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
            send(other, &items[..count]);
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
        K::from_index(match self.shift {
            Some(shift) => slot.wrapping_shl(shift) | index,
            None => slot * self.count + index,
        })
    }

    /// The number of slots of this shard in a dense space of `bound` keys.
    pub(crate) const fn slots(&self, bound: usize) -> usize {
        (bound + self.count - 1 - self.index) / self.count
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
