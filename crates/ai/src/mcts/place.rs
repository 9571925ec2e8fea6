//! Where in the slabs of a tree the children of a node are.

use core::ops::Range;

/// Where the children of a node are: the slab from bit 40 on, the first of them from bit 20 on, and
/// how many there are, at least one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place(u64);

/// Bits for a place in a slab, and for a number of children.
const BITS: u32 = 20;
pub(super) const MASK: u64 = (1 << BITS) - 1;

impl Place {
    pub(super) const fn new(slab: usize, first: usize, count: usize) -> Self {
        Self((slab as u64) << (2 * BITS) | (first as u64) << BITS | count as u64)
    }

    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// Returns nothing for 0.
    #[inline]
    pub(super) const fn from_bits(bits: u64) -> Option<Self> {
        if bits == 0 { None } else { Some(Self(bits)) }
    }

    #[inline]
    pub(super) const fn slab(self) -> usize {
        (self.0 >> (2 * BITS)) as usize
    }

    #[inline]
    pub(super) const fn first(self) -> usize {
        (self.0 >> BITS & MASK) as usize
    }

    #[inline]
    pub(super) const fn count(self) -> usize {
        (self.0 & MASK) as usize
    }

    #[inline]
    pub(super) const fn range(self) -> Range<usize> {
        self.first()..self.first() + self.count()
    }
}
