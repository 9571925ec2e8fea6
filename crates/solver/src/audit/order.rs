//! The order in which an audit goes through positions.

use core::ops::Range;

use games_core::{Rng, seeded};

/// Positions of a block.
pub(super) const BLOCK: usize = 4096;

/// All places of some lists, in an order that is as good as random: blocks of them, shuffled, each
/// of which its reader shuffles in itself. It is the same each time, and takes little
/// memory.
pub(super) struct Order {
    /// The list, and the number of the block.
    blocks: Vec<(u32, u32)>,
    sizes: Vec<usize>,
    first: usize,
}

impl Order {
    /// Of lists of these sizes, the first of which has this number.
    pub(super) fn new(first: usize, sizes: Vec<usize>) -> Self {
        let of_list = |(list, size): (usize, &usize)| {
            (0..size.div_ceil(BLOCK)).map(move |block| (list as u32, block as u32))
        };
        let mut blocks: Vec<_> = sizes.iter().enumerate().flat_map(of_list).collect();
        seeded(0).shuffle(&mut blocks);
        Self { blocks, sizes, first }
    }

    /// A list and places in it.
    pub(super) fn next(&mut self) -> Option<(usize, Range<usize>)> {
        let (list, block) = self.blocks.pop()?;
        let (list, start) = (list as usize, block as usize * BLOCK);
        Some((self.first + list, start..self.sizes[list].min(start + BLOCK)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_order_has_every_place_once_and_is_not_ascending() {
        for bound in [0, 1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK + 77] {
            let mut order = Order::new(3, vec![bound, 7, 0, bound]);
            let blocks: Vec<_> = core::iter::from_fn(|| order.next()).collect();
            let all: Vec<_> = blocks
                .into_iter()
                .flat_map(|(list, places)| places.map(move |place| (list, place)))
                .collect();
            assert_eq!(all.len(), 2 * bound + 7);
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
            let is_place = |&(list, place): &(usize, usize)| match list {
                3 | 6 => place < bound,
                4 => place < 7,
                _ => false,
            };
            assert!(all.iter().all(is_place));
            assert!(bound < BLOCK || !all.is_sorted());
        }
    }
}
