//! Spaces whose types are erased: what a solver that is compiled once asks.

use core::fmt;
use std::sync::Arc;

use super::{Key, Space};
use crate::{Side, Status};

/// A space as an object, asked about bundles of keys.
///
/// Every [`Space`] is one. A solver that named the type would be compiled anew for each game; this
/// one is compiled once for each type of keys. In bundles of some hundreds a virtual call costs
/// nothing, and what is told stays in the processor's own memory.
///
/// A key says of itself which position it stands for, and [`tiers_of`](Self::tiers_of) in which
/// tier that lies: tables may keep something shorter, such as its rank within that tier.
///
/// What is written into a slice stands in the order of the keys, and the slice has to be at least
/// as long; what is left of it stays as it is.
pub trait ErasedSpace<K: Key>: Send + Sync {
    /// Returns what the space says of itself.
    fn shape(&self) -> Shape<K>;

    /// Writes a list of children for each key, in the place of what `out` holds, and whether its
    /// game is over: [`Space::children`].
    fn children_of(&self, keys: &[K], out: &mut Lists<K>, statuses: &mut [Status]);

    /// Writes a list of parents for each key, in the place of what `out` holds: [`Space::parents`].
    fn parents_of(&self, keys: &[K], out: &mut Lists<K>);

    /// Writes the side to move: [`Space::to_move`].
    fn sides_of(&self, keys: &[K], sides: &mut [Side]);

    /// Writes the tiers: [`Space::tier`].
    fn tiers_of(&self, keys: &[K], tiers: &mut [u32]);

    /// Writes how many positions share each key: [`Space::orbit`].
    fn orbits_of(&self, keys: &[K], orbits: &mut [u32]);

    /// Returns how many numbers in a row stay together: [`Space::together`].
    fn together_in(&self, shares: usize) -> usize;

    /// Leaves out what is no position: [`Space::is_position`].
    fn retain_positions(&self, keys: &mut Vec<K>);

    /// Returns the tier of one key.
    fn tier_of(&self, key: K) -> u32 {
        let mut tier = [0];
        self.tiers_of(&[key], &mut tier);
        tier[0]
    }
}

impl<K> fmt::Debug for dyn ErasedSpace<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ErasedSpace")
    }
}

/// What a space says of itself, as values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Shape<K> {
    /// [`Space::start`].
    pub start: K,
    /// [`Space::DENSE`].
    pub is_dense: bool,
    /// [`Space::LOOPS`].
    pub has_loops: bool,
    /// [`Space::BACKWARD`].
    pub tells_parents: bool,
    /// [`Space::bound`].
    pub bound: u64,
    /// [`Space::TIERS_ALIKE`].
    pub tiers_alike: u32,
}

impl<K: Key> Shape<K> {
    fn widened(self) -> Shape<u128> {
        let Self { start, is_dense, has_loops, tells_parents, bound, tiers_alike } = self;
        let start = start.to_u128();
        Shape { start, is_dense, has_loops, tells_parents, bound, tiers_alike }
    }
}

/// Lists of keys, one after the other in one piece of memory.
#[derive(Clone, Debug)]
pub struct Lists<K> {
    keys: Vec<K>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl<K> Default for Lists<K> {
    fn default() -> Self {
        Self { keys: Vec::new(), ends: Vec::new() }
    }
}

impl<K> Lists<K> {
    /// Forgets all lists and keeps their memory.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.ends.clear();
    }

    /// Adds a key to the list that is not closed yet.
    #[inline]
    pub fn push(&mut self, key: K) {
        self.keys.push(key);
    }

    /// Ends a list.
    #[inline]
    pub fn close(&mut self) {
        self.ends.push(self.keys.len());
    }

    /// Returns the keys of all lists.
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &[K] {
        &self.keys
    }

    /// Returns where each list ends in the keys of all.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Returns the lists.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &[K]> {
        let mut begin = 0;
        self.ends.iter().map(move |&end| {
            let list = &self.keys[begin..end];
            begin = end;
            list
        })
    }

    fn put_widened(&self, out: &mut Vec<u128>)
    where
        K: Key,
    {
        out.extend(self.keys.iter().map(|key| key.to_u128()));
    }

    /// Returns the bytes that the lists take.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<K>() + self.ends.capacity() * size_of::<usize>()
    }
}

impl<S: Space> ErasedSpace<S::Key> for S {
    fn shape(&self) -> Shape<S::Key> {
        const { assert!(S::TIERS_ALIKE > 0, "a tier is like itself") };
        Shape {
            start: self.start(),
            is_dense: S::DENSE,
            has_loops: S::LOOPS,
            tells_parents: S::BACKWARD,
            bound: self.bound(),
            tiers_alike: S::TIERS_ALIKE,
        }
    }

    fn children_of(&self, keys: &[S::Key], out: &mut Lists<S::Key>, statuses: &mut [Status]) {
        out.clear();
        for (&key, status) in keys.iter().zip(statuses) {
            *status = self.children(key, &mut out.keys);
            out.close();
        }
    }

    fn parents_of(&self, keys: &[S::Key], out: &mut Lists<S::Key>) {
        out.clear();
        for &key in keys {
            self.parents(key, &mut out.keys);
            out.close();
        }
    }

    fn sides_of(&self, keys: &[S::Key], sides: &mut [Side]) {
        for (&key, side) in keys.iter().zip(sides) {
            *side = self.to_move(key);
        }
    }

    fn tiers_of(&self, keys: &[S::Key], tiers: &mut [u32]) {
        for (&key, tier) in keys.iter().zip(tiers) {
            *tier = self.tier(key);
        }
    }

    fn orbits_of(&self, keys: &[S::Key], orbits: &mut [u32]) {
        for (&key, orbit) in keys.iter().zip(orbits) {
            *orbit = self.orbit(key);
        }
    }

    fn together_in(&self, shares: usize) -> usize {
        self.together(shares)
    }

    fn retain_positions(&self, keys: &mut Vec<S::Key>) {
        keys.retain(|&key| self.is_position(key));
    }
}

/// Asks a space whose keys have any type.
macro_rules! each {
    ($any:ident, $space:ident => $asked:expr) => {
        match $any {
            AnySpace::U64($space) => $asked,
            AnySpace::U128($space) => $asked,
        }
    };
}

/// The space of any game, by the type of its keys.
#[derive(Clone, Debug)]
pub enum AnySpace {
    /// One whose keys have 8 bytes.
    U64(Arc<dyn ErasedSpace<u64>>),
    /// One whose keys have 16 bytes.
    U128(Arc<dyn ErasedSpace<u128>>),
}

impl AnySpace {
    /// Erases the type of a space.
    pub fn new<S: Space>(space: S) -> Self {
        space.erased()
    }

    /// Returns the number of bytes of a key.
    #[must_use]
    pub const fn key_bytes(&self) -> usize {
        match self {
            Self::U64(_) => u64::BYTES,
            Self::U128(_) => u128::BYTES,
        }
    }

    /// Returns what the space says of itself.
    #[must_use]
    pub fn shape(&self) -> Shape<u128> {
        match self {
            Self::U64(space) => space.shape().widened(),
            Self::U128(space) => space.shape(),
        }
    }

    /// Returns the side to move. This and what follows asks about one position, whose key has to be
    /// one of this space.
    #[must_use]
    pub fn to_move(&self, key: u128) -> Side {
        let mut side = [Side::First];
        each!(self, space => space.sides_of(&[Key::from_u128(key)], &mut side));
        side[0]
    }

    /// Adds the children of a position and returns whether its game is over: [`Space::children`].
    pub fn children(&self, key: u128, out: &mut Vec<u128>) -> Status {
        let mut status = [Status::Ongoing];
        each!(self, space => {
            let mut lists = Lists::default();
            space.children_of(&[Key::from_u128(key)], &mut lists, &mut status);
            lists.put_widened(out);
        });
        status[0]
    }

    /// Adds the parents of a position: [`Space::parents`].
    pub fn parents(&self, key: u128, out: &mut Vec<u128>) {
        each!(self, space => {
            let mut lists = Lists::default();
            space.parents_of(&[Key::from_u128(key)], &mut lists);
            lists.put_widened(out);
        });
    }

    /// Returns the tier of a position.
    #[must_use]
    pub fn tier(&self, key: u128) -> u32 {
        each!(self, space => space.tier_of(Key::from_u128(key)))
    }

    /// Returns how many positions share a key.
    #[must_use]
    pub fn orbit(&self, key: u128) -> u32 {
        let mut orbit = [0];
        each!(self, space => space.orbits_of(&[Key::from_u128(key)], &mut orbit));
        orbit[0]
    }

    /// Returns whether there is a position with this key: [`Space::is_position`].
    #[must_use]
    pub fn is_position(&self, key: u128) -> bool {
        each!(self, space => {
            let mut keys = vec![Key::from_u128(key)];
            space.retain_positions(&mut keys);
            !keys.is_empty()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Solvable, toy::TicTacToe};

    #[test]
    fn an_erased_space_says_what_the_space_says() {
        let space = TicTacToe.space(&TicTacToe.initial()).unwrap();
        let erased: &dyn ErasedSpace<u64> = &space;
        let (mut keys, mut at) = (vec![space.start()], 0);
        while at < keys.len() {
            let mut children = Vec::new();
            space.children(keys[at], &mut children);
            for child in children {
                if !keys.contains(&child) {
                    keys.push(child);
                }
            }
            at += 1;
        }
        let n = keys.len();
        assert_eq!(n, 765, "positions that no symmetry takes into each other");
        let (mut lists, mut statuses) = (Lists::default(), vec![Status::Ongoing; n]);
        let (mut sides, mut tiers, mut orbits) = (vec![Side::First; n], vec![0; n], vec![0; n]);
        // What is there from an earlier call goes.
        erased.children_of(&keys[..9], &mut lists, &mut statuses);
        erased.children_of(&keys, &mut lists, &mut statuses);
        erased.sides_of(&keys, &mut sides);
        erased.tiers_of(&keys, &mut tiers);
        erased.orbits_of(&keys, &mut orbits);
        assert_eq!(lists.iter().count(), n);
        for (i, (list, &key)) in lists.iter().zip(&keys).enumerate() {
            let mut children = Vec::new();
            let status = space.children(key, &mut children);
            assert_eq!((list, statuses[i]), (&children[..], status));
            let told = (sides[i], tiers[i], orbits[i]);
            assert_eq!(told, (space.to_move(key), space.tier(key), space.orbit(key)));
        }
        erased.parents_of(&keys, &mut lists);
        assert!(lists.iter().all(<[u64]>::is_empty) && lists.iter().count() == n);
        let shape = erased.shape();
        assert_eq!((shape.start, shape.is_dense, shape.has_loops), (space.start(), false, false));
    }

    #[test]
    fn any_space_knows_the_width_of_its_keys() {
        let space = TicTacToe.space(&TicTacToe.initial()).unwrap();
        let (start, mut children) = (space.start(), Vec::new());
        space.children(start, &mut children);
        let any = AnySpace::new(space);
        let child = u128::from(children[0]);
        assert_eq!((any.key_bytes(), any.shape().start), (8, start.into()));
        assert_eq!((any.tier(start.into()), any.tier(child)), (0, 1));
        // A symmetry of the start takes the first square into another one.
        assert!(any.orbit(start.into()) == 1 && any.orbit(child) > 1);
    }
}
