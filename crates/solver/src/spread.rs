//! Keys in the order in which tables lie in memory.
//!
//! A step of the work looks for many keys, in no order. Where tables are larger than the
//! processor's own memory, each waits for a line from far away, and for the page tables that tell
//! where that is. Sorted by regions that fit into that memory, most find both there: the technique
//! of the radix join (P. Boncz, S. Manegold and M. Kersten, "Database architecture optimized for
//! the new bottleneck: memory access", 1999).

/// Smaller tables stay in the processor's own memory; sorting costs more than it saves there. Where
/// the solver checks itself, it goes both ways with small ones.
const FROM: u64 = if cfg!(debug_assertions) { 16 << 10 } else { 24 << 20 };
/// Regions have about so many bytes.
const REGION: u64 = 1 << 18;
/// With more regions than this, sorting itself jumps about in memory.
const MOST_BITS: u32 = 11;
/// The most items sorted at a time: more of them do not lie closer together in any way that counts.
const MOST: usize = 1 << 21;

/// Returns whether tables of so many bytes are large enough to sort what is looked for in them.
pub(crate) const fn is_worth_it(bytes: u64) -> bool {
    bytes >= FROM
}

/// Returns how many items to collect for tables with so many keys, `bytes` each: enough to go
/// through a region line by line, and few enough to take little beside the tables.
pub(crate) fn items_for(keys: u64, bytes: usize) -> usize {
    usize::try_from(keys * 2 / bytes as u64).unwrap_or(MOST).clamp(1, MOST)
}

/// The regions of tables are told by so many upper bits of a hash.
fn bits_for(bytes: u64) -> u32 {
    (bytes / REGION).next_power_of_two().trailing_zeros().clamp(1, MOST_BITS)
}

/// Sorts items by regions of the tables, with memory that is used again and again.
#[derive(Debug)]
pub(crate) struct Spread<T> {
    items: Vec<T>,
    /// Where the next item of each region goes.
    ends: Vec<u32>,
}

impl<T> Default for Spread<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T: Copy + Default> Spread<T> {
    /// Returns the items, at most 2^32, region by region, given how they hash and the bytes of all
    /// tables.
    ///
    /// Regions do not ascend: tables that grow on the way would find all keys crowded at their
    /// beginning.
    pub(crate) fn sort(
        &mut self,
        items: impl ExactSizeIterator<Item = T> + Clone,
        hash: impl Fn(&T) -> u64,
        bytes: u64,
    ) -> &[T] {
        let bits = bits_for(bytes);
        let region = |item: &T| (hash(item) >> (u64::BITS - bits)) as usize;
        self.ends.clear();
        self.ends.resize(1 << bits, 0);
        for item in items.clone() {
            self.ends[region(&item)] += 1;
        }
        let mut begin = 0;
        for i in 0..1_usize << bits {
            let end = &mut self.ends[i.reverse_bits() >> (usize::BITS - bits)];
            let count = *end;
            *end = begin;
            begin += count;
        }
        let count = items.len();
        if self.items.len() < count {
            self.items.resize(count, T::default());
        }
        for item in items {
            let end = &mut self.ends[region(&item)];
            self.items[*end as usize] = item;
            *end += 1;
        }
        &self.items[..count]
    }

    pub(crate) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>() + self.ends.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn all_items_come_region_by_region(items: Vec<u64>, bytes in 0..u64::MAX >> 8) {
            let mut spread = Spread::default();
            // What is left from an earlier use does not matter.
            spread.sort([7, 8, 9].into_iter(), |&item| item, bytes);
            let hash = |&item: &u64| item.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let sorted = spread.sort(items.iter().copied(), hash, bytes).to_vec();
            let shift = u64::BITS - bits_for(bytes);
            let regions: Vec<_> = sorted.iter().map(|item| hash(item) >> shift).collect();
            let mut met = std::collections::HashSet::new();
            for (i, region) in regions.iter().enumerate() {
                prop_assert!(i > 0 && regions[i - 1] == *region || met.insert(*region));
            }
            let (mut all, mut sorted) = (items, sorted);
            all.sort_unstable();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, all);
        }
    }
}
