//! A binary tree by which one of some things is found bit by bit, the more frequent the sooner.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::numbers::{put, take};

/// A tree of `n` things and the `n - 1` places between them.
///
/// It is that of D. Huffman, "A method for the construction of minimum-redundancy codes", 1952; as
/// each place has odds of its own here, it makes work short rather than bytes few.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tree {
    /// For each place what follows a zero and a one: a place, or `n` and more for a thing. The root
    /// is the last one.
    places: Vec<[u32; 2]>,
    /// For each thing its way from the root, the first bit lowest, and its length.
    ways: Vec<(u128, u32)>,
}

/// No way is longer: the counts of a longer one would be beyond what 64 bits hold.
const LONGEST: u32 = 128;

impl Tree {
    /// The tree of things that come so many times each. There is at least one.
    pub(super) fn of(counts: &[u64]) -> Self {
        let n = counts.len() as u32;
        let mut heap: BinaryHeap<_> =
            counts.iter().zip(n..).map(|(&count, thing)| Reverse((count, thing))).collect();
        let mut places = Vec::new();
        while let (Some(Reverse(one)), Some(Reverse(other))) = (heap.pop(), heap.pop()) {
            heap.push(Reverse((one.0 + other.0, places.len() as u32)));
            places.push([other.1, one.1]);
        }
        Self::with(counts.len(), places).expect("it is a tree")
    }

    fn with(n: usize, places: Vec<[u32; 2]>) -> Option<Self> {
        let mut ways = vec![None; n];
        let mut open = vec![(places.len().checked_sub(1).unwrap_or(n), 0_u128, 0)];
        while let Some((at, way, length)) = open.pop() {
            if let Some(thing) = at.checked_sub(n) {
                let way_to = ways.get_mut(thing)?;
                *way_to = way_to.is_none().then_some((way, length));
                way_to.as_ref()?;
                continue;
            }
            let next = places.get(at).filter(|_| length < LONGEST)?;
            // Whatever follows came before, so there are no circles.
            if next.iter().any(|&next| (next as usize) < n && next as usize >= at) {
                return None;
            }
            open.push((next[0] as usize, way, length + 1));
            open.push((next[1] as usize, way | 1 << length, length + 1));
        }
        let ways = ways.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Self { places, ways })
    }

    /// The way to a thing: for each place that it comes by, the place and the bit.
    #[inline]
    pub(super) fn way(&self, thing: usize, mut tell: impl FnMut(usize, bool)) {
        let (mut way, length) = self.ways[thing];
        let mut at = self.places.len().wrapping_sub(1);
        for _ in 0..length {
            tell(at, way & 1 == 1);
            at = self.places[at][(way & 1) as usize] as usize;
            way >>= 1;
        }
    }

    /// The thing to which bits lead, each asked for by its place.
    #[inline]
    pub(super) fn find(&self, mut ask: impl FnMut(usize) -> bool) -> usize {
        let n = self.ways.len();
        let mut at = if n == 1 { n } else { n - 2 };
        while at < n {
            at = self.places[at][usize::from(ask(at))] as usize;
        }
        at - n
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        for next in self.places.iter().flatten() {
            put((*next).into(), out);
        }
    }

    /// Reads the tree of so many things; `None` for what is none.
    pub(super) fn read(n: usize, bytes: &mut &[u8]) -> Option<Self> {
        let mut next = || take(bytes).and_then(|next| u32::try_from(next).ok());
        let places = (1..n).map(|_| Some([next()?, next()?])).collect::<Option<Vec<_>>>()?;
        Self::with(n, places)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn things_are_found_by_their_ways(
            counts in proptest::collection::vec((any::<u64>(), 8..64_u32), 1..300),
        ) {
            let counts: Vec<_> = counts.into_iter().map(|(count, shift)| count >> shift).collect();
            let tree = Tree::of(&counts);
            for thing in 0..counts.len() {
                let mut way = Vec::new();
                tree.way(thing, |at, bit| way.push((at, bit)));
                let mut way = way.into_iter();
                let found = tree.find(|at| {
                    let (expected, bit) = way.next().unwrap();
                    assert_eq!(at, expected);
                    bit
                });
                prop_assert_eq!((found, way.next()), (thing, None));
            }
            let mut bytes = Vec::new();
            tree.write(&mut bytes);
            let mut rest = &bytes[..];
            prop_assert_eq!(Tree::read(counts.len(), &mut rest), Some(tree));
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn any_bytes_are_a_tree_or_not(n in 1..20_usize, bytes in proptest::collection::vec(0..40_u8, 0..40)) {
            if let Some(tree) = Tree::read(n, &mut &bytes[..]) {
                let mut bit = false;
                let found = tree.find(|_| {
                    bit ^= true;
                    bit
                });
                prop_assert!(found < n);
            }
        }
    }

    #[test]
    fn what_is_frequent_is_found_soon() {
        let tree = Tree::of(&[1, 100, 10]);
        let length = |thing| {
            let mut length = 0;
            tree.way(thing, |_, _| length += 1);
            length
        };
        assert_eq!([0, 1, 2].map(length), [2, 1, 2]);
    }
}
